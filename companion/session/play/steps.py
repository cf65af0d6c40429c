"""What is put down by hand as the steps of a referee script, which is what a match records."""

from __future__ import annotations

from typing import Any

from companion.rules import Position, Zone
from companion.session import level_there
from companion.session.play.modes import Correcting, PlacedPose, Step, Throwing


def placed_throw_step(position: Position, thrown: Throwing) -> Step:
    """The step of a throw that has been put down, or of the first placement."""
    if thrown.placing:
        return {"do": "place", "piece": thrown.piece, **thrown.lies.as_keys()}
    step: dict[str, Any] = {"do": "throw", "piece": thrown.piece, "lands": _landing(position, thrown)}
    moved = [(name, lies) for name, lies in thrown.moved if name not in thrown.knocked_off]
    more: tuple[tuple[str, Any], ...] = (
        ("knocked_off", list(thrown.knocked_off)),
        ("disturbed", [{"piece": name, **_lying(position, name, lies)} for name, lies in moved]),
        ("foul", thrown.foul),
        ("release", _release(thrown)),
    )
    return step | {key: value for key, value in more if value}


def _release(thrown: Throwing) -> dict[str, float] | None:
    if thrown.release_mm is None:
        return None
    behind, above = thrown.release_mm
    return {"behind_mm": behind, "above_mm": above}


def _lying(position: Position, piece: str, lies: PlacedPose) -> dict[str, Any]:
    """The keys of a pose; where there is terrain, with the level that it is on."""
    level = level_there(position, lies.pose(position.piece(piece)))
    return lies.as_keys() | ({} if level is None else {"level": level})


def _landing(position: Position, thrown: Throwing) -> object:
    if thrown.off:
        return "off"
    if thrown.on is None:
        return _lying(position, thrown.piece, thrown.lies)
    rolled = {"roll_off": _lying(position, thrown.piece, thrown.lies)} if thrown.rolls_off else {}
    return {"leaning_on": thrown.on} | rolled


def correction(position: Position, correcting: Correcting) -> Step:
    """What a correction of one die says."""
    row: dict[str, Any] = {"id": correcting.piece, "owner": correcting.owner, "zone": correcting.zone.value}
    lies = _lying(position, correcting.piece, correcting.lies) if correcting.zone is Zone.PLAY else {}
    return {"pieces": [row | lies]}
