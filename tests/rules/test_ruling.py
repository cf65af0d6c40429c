"""Rulings, the ledger and the settings: data that holds together."""

from __future__ import annotations

import dataclasses

import pytest

from companion.errors import InputError
from companion.exercise_k.rules.position import SETTINGS as SETTINGS_OF_EXERCISE_K
from companion.rules import SETTINGS, Agreement, Profile, RuleGroup, Ruling, Verdict, Why, ledger


def test_a_ruling_cannot_be_made_without_a_ledger_id() -> None:
    with pytest.raises(ValueError, match="needs a ledger id"):
        Ruling(Verdict.YES, (), "Because.")


def test_a_ruling_cannot_cite_what_is_not_in_the_ledger_or_more_than_twelve() -> None:
    with pytest.raises(ValueError, match="OG-NOPE-01"):
        Ruling(Verdict.YES, ("OG-NOPE-01",), "Because.")
    with pytest.raises(ValueError, match="at most 12"):
        Ruling(Verdict.YES, tuple(ledger())[:13], "Because.")


def test_a_ruling_is_a_value_that_nobody_can_change() -> None:
    ruling = Ruling(Verdict.NO, ("OG-SIGHT-05",), "Not seen.", Why.NOT_SEEN)
    with pytest.raises(dataclasses.FrozenInstanceError):
        ruling.why = None  # type: ignore[misc]


def test_the_ledger_has_every_row_once_with_a_sentence() -> None:
    rows = ledger()
    assert {
        document: sum(rule.startswith(document) for rule in rows) for document in ("OG", "DW", "CY", "AD", "EK")
    } == {
        "OG": 204,
        "DW": 115,
        "CY": 68,
        "AD": 40,
        "EK": 72,
    }
    assert sum(rule.startswith("AMB") for rule in rows) == 70
    assert sum(rule.startswith("CON") for rule in rows) == 41
    assert all(rule.text.endswith((".", "?", ")")) and rule.where for rule in rows.values())
    assert all(rule.default for name, rule in rows.items() if name.startswith("AMB"))


def test_ad_gen_04_every_setting_belongs_to_a_row_and_says_what_each_value_means() -> None:
    """AD-GEN-01, AD-GEN-02, AD-GEN-03, AD-GEN-04: the settings in force can be shown."""
    for name, setting in SETTINGS.items():
        assert name in ledger()
        assert setting.question
        assert all(setting.values.values())
        assert Agreement()[name] == setting.default


def test_an_agreement_that_does_not_exist_is_refused_with_what_does() -> None:
    with pytest.raises(InputError, match="whole-die, top-face"):
        Agreement(Profile.OGRE, choices={"AMB-01": "half"})
    with pytest.raises(InputError, match="AMB-99"):
        Agreement(Profile.OGRE, choices={"AMB-99": "x"})


def test_cy_set_02_what_cyburg_leaves_out_goes_by_the_ogre_rules() -> None:
    from companion.rules.ruling import CITED, cite

    assert len(CITED) > 10
    for matter, rows in CITED.items():
        assert cite(Profile.CYBURG, matter) == rows.get(Profile.CYBURG, rows[Profile.OGRE])
        assert all(rule in ledger() for rules in rows.values() for rule in rules)


@pytest.mark.parametrize("profile", list(Profile))
def test_every_conflict_and_ambiguity_of_the_dice_game_has_its_settling_in_force(profile: Profile) -> None:
    """AD-GEN-04; what the table has agreed on is marked."""
    reported = {row.id: row for row in Agreement(profile, choices={"AMB-01": "top-face"}).in_force()}
    assert len([name for name in reported if name.startswith("CON")]) == 41
    assert not set(reported) & set(SETTINGS_OF_EXERCISE_K), "what Exercise K leaves open is settled at its own desk"
    assert all(row.text and row.question for row in reported.values())
    assert [name for name, row in reported.items() if row.agreed] == ["AMB-01"]


def test_the_settings_of_a_profile_can_be_listed(capsys: pytest.CaptureFixture[str]) -> None:
    from companion.cli import main

    assert main(["rules", "--settings", "cyburg"]) == 0
    assert "whole-die (or top-face)" in capsys.readouterr().out
    assert main(["rules", "--settings", "chess"]) == 2


def test_ad_gen_01_the_groups_of_the_advanced_rules_are_switched_one_by_one() -> None:
    """AD-GEN-01, AD-GEN-02: all of them by default."""
    everything = Agreement(advanced=True)
    flat = Agreement(advanced=True, left_out=frozenset({RuleGroup.TERRAIN}))
    assert all(everything.has(group) for group in RuleGroup)
    assert [group for group in RuleGroup if not flat.has(group)] == [RuleGroup.TERRAIN]
    assert not any(Agreement().has(group) for group in RuleGroup)


@pytest.mark.parametrize("profile", list(Profile))
@pytest.mark.parametrize("advanced", [False, True])
def test_a_conflict_is_settled_by_what_governs_the_match_before_what_holds_everywhere(
    profile: Profile, advanced: bool
) -> None:
    layers = [*(["advanced"] if advanced else []), profile.value, ""]
    reported = {row.id: row.text for row in Agreement(profile, advanced).in_force()}
    for rule in ledger().values():
        words = [rule.settled[layer] for layer in layers if layer in rule.settled]
        if words and rule.id in reported and rule.id not in Agreement.settings:
            assert reported[rule.id] == words[0]
    assert any(rule.settled for rule in ledger().values())
    assert reported["CON-39"] == "A die that is immune receives no flag."
