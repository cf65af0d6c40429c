"""Every rule of the dice game that is more than a note is applied somewhere and tested somewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli import main
from companion.rules import ledger
from companion.rules.coverage import IN_DIE_FILES, coverage_page, files_that_test, modules_that_apply

PAGE = Path(__file__).parents[2] / "docs" / "rules-coverage.md"
#: Ambiguities of Exercise K, which has its own engine.
OF_EXERCISE_K = {"AMB-50", *(f"AMB-{n}" for n in range(51, 61))}


def _ours() -> list[str]:
    documents = ("OG", "DW", "CY", "AD", "GEO", "CON", "AMB")
    return [rule.id for rule in ledger().values() if rule.id.split("-")[0] in documents and not rule.note]


def test_every_rule_is_named_by_a_module_that_applies_it() -> None:
    missing = [rule for rule in _ours() if rule not in modules_that_apply()]
    assert set(missing) <= IN_DIE_FILES | OF_EXERCISE_K, missing


def test_every_rule_is_named_by_a_test() -> None:
    missing = [rule for rule in _ours() if rule not in files_that_test()]
    assert set(missing) <= OF_EXERCISE_K, missing


def test_the_coverage_page_has_a_row_for_each_rule() -> None:
    page = coverage_page()
    assert all(f"| {rule} |" in page for rule in ledger())
    assert "companion/rules/citations.py" in coverage_page("OG-SIGHT-05")


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
