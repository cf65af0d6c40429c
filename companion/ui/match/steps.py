"""From the rules' actions to the steps of a referee script, which is what a match records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.rules import Zone
from companion.rules import actions as act
from companion.ui.match.modes import Correcting, Step, Throwing


def step_of(action: act.Action) -> Step:
    """The step that says an action; what is left at its default is left out, but for a Repair's corner."""
    name, keys = _STEPS[type(action)]
    row: dict[str, Any] = {"do": name}
    for key in keys:
        value = getattr(action, key)
        if value is not None or (key == "corner"):
            row[key] = list(value) if isinstance(value, tuple) else str(value) if key == "system" else value
    row |= {"double": True} if isinstance(action, act.Command) and action.double else {}
    return row | ({"settled": True} if action.settled else {})


_STEPS: Final[Mapping[type[act.Action], tuple[str, tuple[str, ...]]]] = {
    act.Maneuver: ("maneuver", ("piece", "corner")),
    act.Shoot: ("shoot", ("by", "effect", "target", "targets", "system", "double")),
    act.Call: ("call", ("by", "piece")),
    act.Jump: ("jump", ("by",)),
    act.Command: ("command", ("by",)),
    act.Repair: ("repair", ("by", "target", "corner")),
    act.Confuse: ("confuse", ("by", "target", "corner")),
    act.Clone: ("clone", ("by", "target")),
    act.FoulChoice: ("foul-choice", ("by", "choice")),
    act.Skip: ("skip", ()),
    act.Pass: ("pass", ()),
    act.EndTurn: ("end-turn", ()),
}


def throw_step(thrown: Throwing) -> Step:
    """The step of a throw that has been put down, or of the first placement."""
    if thrown.placing:
        return {"do": "place", "piece": thrown.piece, **thrown.lies.as_keys()}
    step: dict[str, Any] = {"do": "throw", "piece": thrown.piece, "lands": _landing(thrown)}
    moved = [(name, lies) for name, lies in thrown.moved if name not in thrown.knocked_off]
    more: tuple[tuple[str, Any], ...] = (
        ("knocked_off", list(thrown.knocked_off)),
        ("disturbed", [{"piece": name, **lies.as_keys()} for name, lies in moved]),
        ("foul", thrown.foul),
    )
    return step | {key: value for key, value in more if value}


def _landing(thrown: Throwing) -> object:
    if thrown.off:
        return "off"
    return thrown.lies.as_keys() if thrown.on is None else {"leaning_on": thrown.on}


def correction(correcting: Correcting) -> Step:
    """What a correction of one die says."""
    row: dict[str, Any] = {"id": correcting.piece, "owner": correcting.owner, "zone": correcting.zone.value}
    return {"pieces": [row | (correcting.lies.as_keys() if correcting.zone is Zone.PLAY else {})]}
