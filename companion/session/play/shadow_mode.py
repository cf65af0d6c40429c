"""A match in the shadow of people: they rule as they always did, key what they decided, and the program says nothing.

What is shown and offered then, as values; who writes down both rulings is a `Shadow`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, Protocol

from companion.geometry import Measurement
from companion.rules import Position
from companion.rules.actions import (
    Action,
    BaseAction,
    Call,
    Clone,
    Command,
    Confuse,
    Jump,
    Maneuver,
    Repair,
    Shoot,
)
from companion.session.play.choice import ENTER, Choice
from companion.session.play.modes import Aiming, Browsing, Commanding, Mode, Rolling, Settling
from companion.session.play.prompts import Prompt
from companion.session.play.scenes import survey_in
from companion.text import mark, translate

#: What people rule on; the rest of a match (a throw, the end of a turn) is no question.
JUDGED: Final = (Shoot, Maneuver, Call, Jump, Command, Repair, Confuse, Clone)
_DEEDS: Final[dict[type[BaseAction], str]] = {
    Shoot: mark("shadow", "{by} shoots at {target}"),
    Maneuver: mark("shadow", "{by} maneuvers over corner {corner}"),
    Call: mark("shadow", "{by} calls {target}"),
    Jump: mark("shadow", "{by} jumps"),
    Command: mark("shadow", "{by} commands"),
    Repair: mark("shadow", "{by} repairs {target}"),
    Confuse: mark("shadow", "{by} confuses {target}"),
    Clone: mark("shadow", "{by} becomes like {target}"),
}
assert set(_DEEDS) == set(JUDGED)


class Shadow(Protocol):
    """Who writes down what people decided, and what the program would have said."""

    def decide(self, position: Position, act: Action, *, allowed: bool) -> None:
        """People decided about an act, before anything is done."""


def judged_act(choice: Choice) -> Action | None:
    """The act of a choice on which people rule; ``None`` where it is none."""
    leads_to = choice.leads_to.act if isinstance(choice.leads_to, Settling) else choice.leads_to
    return leads_to if isinstance(leads_to, JUDGED) else None


def asked_of_people(mode: Mode, choice: Choice) -> Settling | None:
    """The question to the people that a choice becomes; ``None`` where it is none, or is their answer already."""
    act = judged_act(choice)
    if act is None or isinstance(mode, Settling):
        return None
    words = translate("shadow", "we allow it"), translate("shadow", "we do not allow it")
    return Settling(replace(act, settled=False), None, mode, words)


def shadow_choices(mode: Mode, choices: Sequence[Choice]) -> tuple[Choice, ...]:
    """The choices without what the rules say of them; with a weapon in hand, a target that people have named first."""
    shown = (replace(choice, why_not=None) for choice in choices)
    if not isinstance(mode, Aiming):
        return tuple(shown)
    return tuple(kept for choice in shown if (kept := _aimed(mode, choice)) is not None)


def _aimed(mode: Aiming, choice: Choice) -> Choice | None:
    act = judged_act(choice)
    if act is None:
        return choice
    target = getattr(act, "target", None)
    if target != mode.target and target is not None:
        return None  # the program has chosen, not the people
    return replace(choice, id="do", keys=(ENTER,), title=translate("shadow", "that one")) if choice.piece else choice


def deed_words(position: Position, act: Action) -> str:
    """An act in a few words, whether or not the rules allow it."""
    by: str = act.piece if isinstance(act, Maneuver) else getattr(act, "by", "")
    target: str | None = act.piece if isinstance(act, Call) else getattr(act, "target", None)
    named = translate("shadow", "everything in range") if target is None else position.target(target).label
    words = translate("shadow", _DEEDS[type(act)])
    return words.format(by=position.target(by).label, target=named, corner=getattr(act, "corner", ""))


def measured(position: Position, act: Action) -> Mapping[str, Measurement]:
    """What a shot is judged by, mm: how far each candidate is, and how far the target reaches past the baseline."""
    survey = survey_in(position, Aiming(act.by, act.effect, act.target)) if isinstance(act, Shoot) else None
    if survey is None:
        return {}
    gaps = {position.target(one.piece).label: one.gap.distance for one in survey.candidates if one.gap is not None}
    focus = None if survey.focus is None else survey.of(survey.focus)
    past = (
        {} if focus is None or focus.margin is None else {translate("shadow", "in front of the baseline"): focus.margin}
    )
    return gaps | past


def shadow_prompt(position: Position, mode: Mode, said: Prompt) -> Prompt:
    """What is said: nothing of a ruling."""
    if isinstance(mode, Settling) and isinstance(mode.act, JUDGED):
        asked = translate("shadow", "{deed}. What did you decide?")
        return Prompt(asked.format(deed=deed_words(position, mode.act)))
    if isinstance(mode, Aiming) and mode.target is None:
        return Prompt(translate("shadow", "At which target? Click it, or go through them with N."))
    if isinstance(mode, Aiming):
        return Prompt(position.target(mode.target or "").label)
    if said.ruling is not None:
        return Prompt(translate("shadow", "Noted. What the rules say of it, the page tells at the end."))
    return said


def shadow_scene_mode(mode: Mode) -> Mode:
    """The mode whose scene is drawn: without what a weapon sees and where a step would lead."""
    if isinstance(mode, Aiming):
        return Browsing(mode.target or mode.by)
    if isinstance(mode, Commanding):
        return Browsing(mode.by)
    return Browsing(mode.piece) if isinstance(mode, Rolling) else mode
