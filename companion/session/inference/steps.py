"""Acts as JSON steps of a referee script (docs/formats, Script): made from what is seen, from actions, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, Final

from companion.codec.script import step_from
from companion.rules import Event, Outcome, Position, actions, apply
from companion.session.inference.observed_dice import SeenDie, apart_mm
from companion.session.levels import level_there
from companion.vision import DieState

Step = Mapping[str, Any]

#: Each kind of action that the rules can list, by the word that scripts use for it.
_WORDS: Final[Mapping[type[actions.Action], str]] = {
    actions.Maneuver: "maneuver",
    actions.Shoot: "shoot",
    actions.Call: "call",
    actions.Jump: "jump",
    actions.Command: "command",
    actions.Repair: "repair",
    actions.Confuse: "confuse",
    actions.Clone: "clone",
    actions.NameTarget: "name-target",
    actions.Skip: "skip",
    actions.FoulChoice: "foul-choice",
    actions.Pass: "pass",
    actions.EndTurn: "end-turn",
}


def step_of(action: actions.Action) -> Step:
    """The step of an action that the rules list."""
    row: dict[str, Any] = {"do": _WORDS[type(action)]}
    for field in fields(action):
        value = getattr(action, field.name)
        if value != field.default or (field.name == "corner" and row["do"] == "repair"):
            row[field.name] = list(value) if isinstance(value, tuple) else value
    return row


def play_step(position: Position, step: Step) -> Outcome:
    """What a step leads to.

    Raises:
        InputError: the step is no act of this match.
    """
    action = step_from(step, "proposal", position, {}).action
    if action is None:
        raise TypeError("a question is no act")
    return apply(position, action)


def play_steps(position: Position, steps: Iterable[Step]) -> Outcome:
    """What steps lead to one after the other: the last outcome, with the events of all. Raises as `play_step`."""
    events: list[Event] = []
    for step in steps:
        outcome = play_step(position, step)
        events += outcome.events
        position = outcome.position
    return replace(outcome, events=tuple(events))


def as_far_as_ruled(position: Position, steps: Sequence[Step]) -> tuple[Step, ...]:
    """The acts up to the first that the rules refuse after those before it, but always one. Raises as `play_step`."""
    for place, step in enumerate(steps):
        outcome = play_step(position, step)
        if not outcome.ok:
            return tuple(steps[: max(1, place)])
        position = outcome.position
    return tuple(steps)


def pose_keys(die: SeenDie, face: str) -> dict[str, Any]:
    """The keys of a pose that is seen, with its error."""
    return {
        "face": face,
        "centre_mm": [round(die.pose.x_mm, 2), round(die.pose.y_mm, 2)],
        "heading_deg": round(die.pose.heading_deg % 360, 2),
        "sigma_mm": round(die.sigma_mm, 3),
        "sigma_deg": round(die.sigma_deg, 3),
    }


def how_it_lies(position: Position, piece: str, die: SeenDie, face: str) -> dict[str, Any]:
    """The keys of how a die is seen to lie: its pose, or what it leans on."""
    if die.state is DieState.LEANING and (on := leans_on(position, piece, die)):
        return {"leaning_on": on}
    level = level_there(position, die.pose)
    return pose_keys(die, face) | ({} if level is None else {"level": level})


def leans_on(position: Position, piece: str, die: SeenDie) -> str | None:
    """What a leaning die most likely leans on: the nearest other die, else a terrain piece; None with neither."""
    others = [other for other in position.in_play if other.id != piece]
    if others:
        return min(others, key=lambda other: apart_mm(other.placed, die.pose)).id
    return next((terrain.id for terrain in position.table.terrain), None)


def seen_throw_step(
    position: Position, piece: str, lands: Any, disturbed: Mapping[str, SeenDie], knocked_off: Iterable[str] = ()
) -> Step:
    """A throw as it is seen: how the die lies, which dice it has moved, which are gone."""
    step: dict[str, Any] = {"do": "throw", "piece": piece, "lands": lands}
    off = list(knocked_off)
    if off:
        step["knocked_off"] = off
    if disturbed:
        step["disturbed"] = seen_pieces(position, disturbed)
    return step


def observe_step(position: Position, pieces: Mapping[str, SeenDie]) -> Step:
    """The dice taken as they are seen to lie."""
    return {"do": "observe", "pieces": seen_pieces(position, pieces)}


def seen_pieces(position: Position, pieces: Mapping[str, SeenDie]) -> list[dict[str, Any]]:
    """Rows of ``disturbed`` or ``pieces``; a die whose face cannot be told keeps the side that it showed."""
    rows = []
    for name, die in pieces.items():
        piece = position.piece(name)
        face = die.face_of(piece.die.id) or (piece.face.key if piece.face else "")
        rows.append({"piece": name} | how_it_lies(position, name, die, face))
    return rows
