"""What is put down by hand as the steps of a referee script, which is what a match records."""

from __future__ import annotations

from typing import Any

from companion.rules import Zone
from companion.ui.match.modes import Correcting, Step, Throwing


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
        ("release", _release(thrown)),
    )
    return step | {key: value for key, value in more if value}


def _release(thrown: Throwing) -> dict[str, float] | None:
    if thrown.release_mm is None:
        return None
    behind, above = thrown.release_mm
    return {"behind_mm": behind, "above_mm": above}


def _landing(thrown: Throwing) -> object:
    if thrown.off:
        return "off"
    if thrown.on is None:
        return thrown.lies.as_keys()
    rolled = {"roll_off": thrown.lies.as_keys()} if thrown.rolls_off else {}
    return {"leaning_on": thrown.on} | rolled


def correction(correcting: Correcting) -> Step:
    """What a correction of one die says."""
    row: dict[str, Any] = {"id": correcting.piece, "owner": correcting.owner, "zone": correcting.zone.value}
    return {"pieces": [row | (correcting.lies.as_keys() if correcting.zone is Zone.PLAY else {})]}
