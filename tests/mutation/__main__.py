"""Plant faults and see which the tests catch.

`measure` finds which test reaches which line (again only for what changed), `sample` tries a sample of mutants with the
tests that reach them and prints a report, `rules` leaves each rule of the ledger out and records which tests notice.
All of them go on where an interruption stopped them; what they found lies in scratch/mutation. `measure` needs
coverage.py (`pip install -e '.[mutation]'`).
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from tests.mutation import forked, reached, sampling
from tests.mutation.scratch_copy import ROOT


def main() -> None:
    """Take the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutation", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--copies", type=int, default=2, help="processes side by side (default 2)")
    commands = parser.add_subparsers(required=True, dest="command")
    measure = commands.add_parser("measure", help="find which test reaches which line")
    sample = commands.add_parser("sample", help="try a sample of mutants (measures first)")
    for command in (measure, sample):
        command.add_argument("--rooms", nargs="+", default=list(reached.ROOMS), help="rooms of tests/ to choose from")
    sample.add_argument("paths", nargs="*", default=list(sampling.DECIDING), help="modules to mutate")
    sample.add_argument("--count", type=int, default=100)
    sample.add_argument("--seed", type=int, default=12)
    sample.add_argument("--again", action="store_true", help="try once more what was not caught")
    sample.add_argument("--report", type=Path, help="write the report here too")
    rules = commands.add_parser("rules", help="leave each rule out and see which tests that name it fail")
    rules.add_argument("word", nargs="?", default="", help="only rules whose number has this in it")
    rules.add_argument(
        "--all", action="store_true", help="those that have a proof too, not only missing and stale ones"
    )
    rules.add_argument("--verify", action="store_true", help="only try what the record says once more")
    rules.add_argument("--most", type=int, default=40, help="mutants to try for a rule (default 40)")
    options = parser.parse_args()
    forked.warm_up()
    {"measure": _measure, "sample": _sample, "rules": _rules}[options.command](options)


def _measure(options: argparse.Namespace) -> None:
    waiting = reached.unmeasured(reached.files_in(options.rooms))

    def work(number: int, copy: Path) -> None:
        for file in waiting[number :: options.copies]:
            print(f"{file}: {reached.measure(file, copy)}", flush=True)

    sampling.in_processes(work, options.copies)


def _sample(options: argparse.Namespace) -> None:
    _measure(options)
    mutants = sampling.drawn(options.paths, options.count, options.seed)
    name = f"sample-{options.seed}-{options.count}"
    known = reached.measured(reached.files_in(options.rooms))
    fates = sampling.try_all(mutants, known, name, copies=options.copies, again=options.again)
    text = sampling.report(fates)
    print(text)
    if options.report:
        options.report.write_text(text, encoding="utf-8")


def _rules(options: argparse.Namespace) -> None:
    from companion.rules.coverage import IN_DIE_FILES, TEST_ROOMS
    from companion.rules.ledger import ledger
    from tests.mutation import left_out

    known = left_out.read_proofs()
    wanted = [
        rule.id
        for rule in ledger().values()
        if options.word in rule.id and not rule.note and rule.id not in IN_DIE_FILES
        if options.all or rule.id not in known or left_out.stale(known[rule.id])
    ]

    def seek(items: list[Any]) -> None:
        if options.verify:
            wrong = left_out.no_longer_true(items)
            print(f"{len(known) - len(wrong)} of {len(known)} proofs hold; no longer: {', '.join(wrong) or 'none'}")
            return
        proofs = left_out.prove_all(wanted, items, options.copies, options.most)
        left_out.write_proofs(proofs)
        missing = sorted(set(wanted) - {proof.rule for proof in proofs})
        print(f"{len(proofs)} of {len(wanted)} proved; not proved: {', '.join(missing) or 'none'}")

    forked.collect([f"tests/{room}" for room in TEST_ROOMS if (ROOT / "tests" / room).is_dir()], seek)


if __name__ == "__main__":
    main()
