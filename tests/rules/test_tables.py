"""Every kind of effect and of action has its rows, and each row stands for one that there is."""

from dataclasses import fields
from typing import get_args

import pytest

from companion.catalogue import EFFECTS, Effect, EffectKind
from companion.rules import USES, ledger
from companion.rules.actions import ACTION_NAMES, Action
from companion.rules.engine import RULES

#: They work where another action asks for them.
_ASKED_FOR = {EffectKind.DODGE, EffectKind.SHOOT_AND_MOVE}
#: They take a sentence of their own.
_IN_THEIR_OWN_WORDS = {"place", "throw", "observe", "maneuver", "shoot", "skip", "foul-choice", "pass", "end-turn"}


def test_every_kind_of_effect_has_one_record() -> None:
    assert set(EFFECTS) == set(EffectKind)


@pytest.mark.parametrize("kind", EffectKind)
def test_an_effect_is_an_action_or_works_of_itself_or_is_asked_for(kind: EffectKind) -> None:
    assert [kind in USES, kind.record.continuous, kind in _ASKED_FOR].count(True) == 1


@pytest.mark.parametrize("kind", EffectKind)
def test_a_record_names_keys_of_effects_and_rules_of_the_ledger(kind: EffectKind) -> None:
    assert set(kind.record.needs) <= {field.name for field in fields(Effect)}
    assert set(kind.record.rules) <= set(ledger())


def test_every_kind_of_action_has_one_rule_and_a_name_of_its_own() -> None:
    assert set(RULES) == set(get_args(Action)) == set(ACTION_NAMES)
    assert len(set(ACTION_NAMES.values())) == len(ACTION_NAMES)


def test_every_kind_of_action_has_a_sentence() -> None:
    assert {kind.do for kind in get_args(Action) if not kind.deed} == _IN_THEIR_OWN_WORDS


def test_what_effects_are_used_by_are_actions() -> None:
    assert {use.action for use in USES.values()} <= set(get_args(Action))
