"""``companion evaluate``: hold readings against a folder of pictures whose truth is known (docs/formats, Commands)."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import InputError
from companion.terminal import say, say_progress
from companion.text import N_, gettext, pgettext

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.vision.evaluation import Evaluation, Figures, MetricTarget

_EPILOG = N_(
    "cli",
    """examples:
  companion evaluate rigs/kitchen -o report
  companion evaluate rigs/kitchen --enrol-from rigs/club -o report      sides learned under another camera and light
  companion evaluate rigs/kitchen --leave-out 3 -o report               three dice stay unknown and must not be named
  companion evaluate misread -o report                                  a folder of tables that F9 saved in matches

RIG holds mat.json, table.jpg, lens-*.jpg, dice/, enrol.json with enrol-*.jpg, and scene-*.jpg, each with the truth in
scene-*.json. REPORT_DIR gets index.html, to look at, and figures.json, for programs.""",
)

_STANDING = {True: N_("cli", "reached"), False: N_("cli", "not reached")}


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the program's."""
    parser = commands.add_parser(
        "evaluate",
        help=gettext("measure how well pictures with known ground truth are read"),
        description=gettext("Calibrate, enrol and read a folder of pictures, and report every error, with plots."),
        epilog=pgettext("cli", _EPILOG),
    )
    add = parser.add_argument
    add("rig", type=Path, metavar="RIG", help=gettext("a folder of pictures with their ground truth"))
    add("--enrol-from", type=Path, metavar="RIG", help=gettext("learn the sides from another rig's pictures"))
    add("--leave-out", type=int, default=0, metavar="N", help=gettext("leave the first N dice of enrol.json unknown"))
    add(
        "--confirm",
        type=int,
        default=0,
        metavar="N",
        help=gettext("put the first N pictures right and learn from them; the others are counted"),
    )
    add("-o", "--output", type=Path, required=True, metavar="REPORT_DIR", help=gettext("where to report"))


def run(options: argparse.Namespace) -> int:
    """Evaluate, write the report and say what was found."""
    from companion.codec.reader import load_networks
    from companion.codec.rig import MISREAD_ENDING, read_rig
    from companion.vision.evaluation import evaluate, metric_targets

    if options.leave_out < 0:
        raise InputError(gettext("--leave-out must be 0 or more, not {leave_out}.", leave_out=options.leave_out))
    if not (options.rig / "mat.json").is_file() and any(options.rig.glob(f"*{MISREAD_ENDING}")):
        return _run_misread(options)
    rig = read_rig(options.rig)
    if not 0 <= options.confirm < len(rig.scenes):
        raise InputError(
            gettext("--confirm must be 0 or more, and leave a picture to be read, not {count}.", count=options.confirm)
        )
    source = read_rig(options.enrol_from, scenes=False) if options.enrol_from else None
    evaluation = evaluate(
        rig,
        load_networks(),
        enrol_from=source,
        leave_out=options.leave_out,
        confirm=options.confirm,
        progress=_show_progress,
    )
    targets = metric_targets(enrolled_elsewhere=source is not None)
    return _report(options.output, evaluation, targets)


def _run_misread(options: argparse.Namespace) -> int:
    """Tables that were read wrongly once, by the user's own dice and gallery."""
    from companion.codec.reader import open_reader
    from companion.codec.rig import read_misread_tables
    from companion.vision.evaluation import evaluate_misread, metric_targets

    if options.enrol_from or options.leave_out:
        raise InputError(gettext("--enrol-from and --leave-out go with a rig that enrols; misread tables do not."))
    tables = read_misread_tables(options.rig)
    camera = tables.scenes[0].camera
    assert camera is not None
    evaluation = evaluate_misread(tables, open_reader(camera), _show_progress)
    return _report(options.output, evaluation, metric_targets(enrolled_elsewhere=False))


def _report(folder: Path, evaluation: Evaluation, targets: Sequence[MetricTarget]) -> int:
    """Write the report and say what was found."""
    from companion.session.evaluation_report import write_report

    place = write_report(folder, evaluation, targets)
    say(*_lines(targets, evaluation.figures), "", gettext("The report is {place}.", place=place))
    return 0


def _lines(targets: Sequence[MetricTarget], figures: Figures) -> Iterator[str]:
    """A line for each figure that was measured."""
    width = max(len(target.shown) for target in targets)
    for target in targets:
        value = target.value(figures)
        if value is not None:
            number = f"{value:.4f}" if target.share else f"{value:.3g} {target.unit}".strip()
            yield f"{target.shown:<{width}}  {number:>10}  {pgettext('cli', _STANDING[target.reached(value)])}"


def _show_progress(what: str, done: int, of: int) -> None:
    named = pgettext("evaluation", what)
    counted = gettext("{what}: {done} of {of} pictures ", what=named, done=done, of=of)
    say_progress(counted if of else f"{named} ... ", ends=0 < of == done)
