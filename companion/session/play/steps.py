"""What is put down by hand, as the acts and corrections that a match records."""

from __future__ import annotations

from dataclasses import replace

from companion.rules import Position, Zone
from companion.rules.actions import LeaningPose, ObservedPiece, OffTable, Place, RestingPose, Throw
from companion.rules.corrections import Correction, PieceCorrection
from companion.session import level_there
from companion.session.play.modes import Correcting, PlacedPose, Throwing


def encode_throw_action(position: Position, thrown: Throwing) -> Throw | Place:
    """A throw that has been put down, or the first placement."""
    if thrown.placing:
        return Place(piece=thrown.piece, how=thrown.lies.resting())
    moved = [(name, lies) for name, lies in thrown.moved if name not in thrown.knocked_off]
    return Throw(
        piece=thrown.piece,
        lands=_landing(position, thrown),
        knocked_off=thrown.knocked_off,
        disturbed=tuple(ObservedPiece(name, _lying(position, name, lies)) for name, lies in moved),
        foul=thrown.foul,
        release=thrown.release,
    )


def _lying(position: Position, piece: str, lies: PlacedPose) -> RestingPose:
    """The pose; where there is terrain, with the level that it is on."""
    return lies.resting(level_there(position, lies.pose(position.piece(piece))))


def _landing(position: Position, thrown: Throwing) -> RestingPose | LeaningPose | OffTable:
    if thrown.off:
        return OffTable()
    lies = _lying(position, thrown.piece, thrown.lies)
    if thrown.on is None:
        return lies
    return LeaningPose(thrown.on, lies if thrown.rolls_off else None)


def die_correction(position: Position, correcting: Correcting) -> Correction:
    """What a correction of one die says."""
    piece = PieceCorrection(id=correcting.piece, owner=correcting.owner, zone=correcting.zone)
    if correcting.zone is Zone.PLAY:
        lies = _lying(position, correcting.piece, correcting.lies)
        piece = replace(piece, face=lies.face, centre_mm=lies.centre_mm, heading_deg=lies.heading_deg, level=lies.level)
    return Correction(pieces=(piece,))
