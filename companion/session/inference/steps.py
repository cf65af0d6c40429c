"""Acts made from what is seen, and what acts lead to one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from companion.codec.actions import check_action
from companion.geometry import Pose, circumradius_mm
from companion.rules import Event, Outcome, Position, apply
from companion.rules.actions import Action, LeaningPose, Observe, ObservedPiece, OffTable, RestingPose, Throw
from companion.session.inference import tuning
from companion.session.inference.observed_dice import SeenDie, apart_mm
from companion.session.layout import level_there
from companion.vision import DieState

#: How a die came to lie by a throw.
Landing = RestingPose | LeaningPose | OffTable


def play_action(position: Position, action: Action) -> Outcome:
    """What an act leads to.

    Raises:
        InputError: it names what is not in this match.
    """
    check_action(action, "proposal", position)
    return apply(position, action)


def play_actions(position: Position, actions: Iterable[Action]) -> Outcome:
    """What acts lead to one after the other: the last outcome, with the events of all. Raises as `play_action`."""
    events: list[Event] = []
    for action in actions:
        outcome = play_action(position, action)
        events += outcome.events
        position = outcome.position
    return replace(outcome, events=tuple(events))


def as_far_as_ruled(position: Position, actions: Sequence[Action]) -> tuple[Action, ...]:
    """The acts up to the first that the rules refuse after those before it, but always one. Raises as `play_action`."""
    for place, action in enumerate(actions):
        outcome = play_action(position, action)
        if not outcome.ok:
            return tuple(actions[: max(1, place)])
        position = outcome.position
    return tuple(actions)


def seen_pose(die: SeenDie, face: str, level: int | None = None) -> RestingPose:
    """A pose as it is seen, with its error and its corners, rounded to what a journal keeps."""
    top = die.measured_top
    return RestingPose(
        face,
        (round(die.pose.x_mm, 2), round(die.pose.y_mm, 2)),
        round(die.pose.heading_deg % 360, 2),
        level,
        round(die.sigma_mm, 3),
        round(die.sigma_deg, 3),
        None if top is None else tuple((round(x, 2), round(y, 2)) for x, y in top),
    )


def how_it_lies(position: Position, piece: str, die: SeenDie, face: str) -> RestingPose | LeaningPose:
    """How a die is seen to lie: its pose, or what it leans on."""
    if die.state is DieState.LEANING and (on := leans_on(position, piece, die)):
        return LeaningPose(on)
    return seen_pose(die, face, level_there(position, die.pose))


def leans_on(position: Position, piece: str, die: SeenDie) -> str | None:
    """What a leaning die most likely leans on: the nearest other die, else a terrain piece; None with neither."""
    others = [other for other in position.in_play if other.id != piece]
    if others:
        return min(others, key=lambda other: apart_mm(other.placed, die.pose)).id
    return next((terrain.id for terrain in position.table.terrain), None)


def can_touch(one: Pose, other: Pose) -> bool:
    """Whether a die at one pose can lean on one at the other."""
    return apart_mm(one, other) < tuning.LEANS_WITHIN * (circumradius_mm(one.edge_mm) + circumradius_mm(other.edge_mm))


def seen_throw(
    position: Position, piece: str, lands: Landing, disturbed: Mapping[str, SeenDie], knocked_off: Iterable[str] = ()
) -> Throw:
    """A throw as it is seen: how the die lies, which dice it has moved, which are gone."""
    return Throw(
        piece=piece, lands=lands, knocked_off=tuple(knocked_off), disturbed=_observed_pieces(position, disturbed)
    )


def observe_pieces(position: Position, pieces: Mapping[str, SeenDie]) -> Observe:
    """The dice taken as they are seen to lie."""
    return Observe(pieces=_observed_pieces(position, pieces))


def _observed_pieces(position: Position, pieces: Mapping[str, SeenDie]) -> tuple[ObservedPiece, ...]:
    """How each lies; a die whose face cannot be read keeps the side that it showed."""
    rows = []
    for name, die in pieces.items():
        piece = position.piece(name)
        face = die.face_of(piece.die.id) or (piece.face.key if piece.face else "")
        rows.append(ObservedPiece(name, how_it_lies(position, name, die, face)))
    return tuple(rows)
