"""Every rule of the dice game that is more than a note is applied somewhere and tested somewhere."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

from companion.cli import main
from companion.rules import ledger
from companion.rules.coverage import (
    IN_DIE_FILES,
    coverage_page,
    files_that_test,
    modules_that_apply,
    proven_tests,
)
from tests.source_trees import nodes_of

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "rules-coverage.md"
RECORD = ROOT / "tests" / "rules" / "proofs.toml"
PROOFS = tomllib.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
#: May only shrink.
MOST_UNPROVEN = 13
AGAIN = "prove it again: python -m tests.mutation rules"
#: Ambiguities of Exercise K, which has its own engine.
OF_EXERCISE_K = {"AMB-50", *(f"AMB-{n}" for n in range(51, 61))}


def _ours() -> list[str]:
    documents = ("OG", "DW", "CY", "AD", "GEO", "CON", "AMB")
    return [rule.id for rule in ledger().values() if rule.id.split("-")[0] in documents and not rule.note]


def _not_proven() -> list[str]:
    """The rules with something to apply that no test was seen to fail without, beside those that die files have."""
    held = proven_tests()
    return [r.id for r in ledger().values() if not r.note and r.id not in held and r.id not in IN_DIE_FILES]


def test_every_rule_names_its_document() -> None:
    assert {rule.document for rule in ledger().values()} >= {
        "Diceland: Ogre",
        "Diceland: Deep White Sea",
        "Diceland: Cyburg",
        "Diceland Advanced Rules",
        "Exercise K",
    }


def test_every_rule_is_named_by_a_module_that_applies_it() -> None:
    missing = [rule for rule in _ours() if rule not in modules_that_apply()]
    assert set(missing) <= IN_DIE_FILES | OF_EXERCISE_K, missing


def test_every_rule_is_named_by_a_test() -> None:
    missing = [rule for rule in _ours() if rule not in files_that_test()]
    assert set(missing) <= OF_EXERCISE_K, missing


def test_what_each_proof_left_out_is_still_in_the_source_exactly_once() -> None:
    assert PROOFS
    sources = {row["file"]: (ROOT / row["file"]).read_text(encoding="utf-8") for row in PROOFS.values()}
    assert [rule for rule, row in PROOFS.items() if sources[row["file"]].count(row["old"]) != 1] == [], AGAIN
    for rule, row in PROOFS.items():
        assert row["new"] != row["old"], rule
    whole = {rule: sources[row["file"]].replace(row["old"], row["new"]) for rule, row in PROOFS.items()}
    assert [rule for rule, source in whole.items() if not _parses(source)] == []


def test_no_proof_leaves_out_what_is_said_of_a_rule_and_not_the_rule() -> None:
    """A list of rules that are cited is no decision."""
    cited = re.compile(r'^\s*\*?\(("[A-Z]+(-[A-Z]+)?-\d\d",? ?)+\) if .* else \(\),?$')
    changed = {rule: set(row["old"].splitlines()) - set(row["new"].splitlines()) for rule, row in PROOFS.items()}
    assert len(changed) > 500
    assert [rule for rule, lines in changed.items() if lines and all(map(cited.match, lines))] == [], AGAIN


def test_what_is_counted_out_has_no_proof() -> None:
    by_hand = tomllib.loads((ROOT / "tests" / "mutation" / "by_hand.toml").read_text(encoding="utf-8"))
    assert set(by_hand["counted_out"]) == set(_not_proven())


def test_each_test_of_a_proof_is_there_and_names_the_rule() -> None:
    files = {test.split("::")[0] for held in proven_tests().values() for test in held}
    found, naming = {file: _tests_in(file) for file in files}, files_that_test()
    assert len(found) > 10
    for rule, held in proven_tests().items():
        assert held, rule
        for test in held:
            file, name = test.split("::", maxsplit=1)
            assert name in found[file], f"{test}: {AGAIN}"
            assert rule in naming
            assert file in naming[rule]


def test_only_proven_tests_count_as_holding_a_rule() -> None:
    """A rule that a docstring names and no proof has is not held."""
    unproven = _not_proven()
    assert not set(unproven) & set(proven_tests())
    for rule in unproven:
        assert "| not proven |" in coverage_page(rule)


def test_no_more_rules_are_left_unproven_than_there_were() -> None:
    assert len(_not_proven()) <= MOST_UNPROVEN, f"write a test that fails without the rule, then {AGAIN}"


def _parses(source: str) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


def _tests_in(file: str) -> set[str]:
    return {node.name for node in nodes_of(ROOT / file) if isinstance(node, ast.FunctionDef)}


def test_the_coverage_page_has_a_row_for_each_rule() -> None:
    page = coverage_page()
    assert all(f"| {rule} |" in page for rule in ledger())
    assert "companion/rules/ruling.py" in coverage_page("OG-SIGHT-05")


def test_the_page_of_coverage_is_as_the_source_says_now() -> None:
    assert PAGE.read_text(encoding="utf-8") == coverage_page(), (
        "write it anew: companion rules --coverage > docs/rules-coverage.md"
    )


def test_the_rules_command_restates_a_rule_and_finds_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "OG-SIGHT-05"]) == 0
    assert "above the baseline" in capsys.readouterr().out
    assert main(["rules", "dodge"]) == 0
    assert "OG-DODGE-02" in capsys.readouterr().out
    assert main(["rules", "--coverage", "OG-SIGHT"]) == 0
    assert "test_sight.py" in capsys.readouterr().out
    assert main(["rules", "no such thing"]) == 2
