"""What goes wrong at a table between the acts of a match: dice rolled over the wrong corner, nudged, taken and put
back, a phone laid on the table, a lamp. Each leaves tables at rest that no act of the rules explains, or only in part;
whoever follows the match is to say so, and none of it may become part of the score.

`happen` lets one of them happen to a table at rest; the match goes on from the last of its scenes.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from companion.geometry import Pose, rolled_pose
from companion.rules import Piece, Position, Zone, actions, apply, legal_actions
from companion.rules.actions import Action, Observe, ObservedPiece, RestingPose

#: A phone laid on the table hides the dice whose middle is so near to its own, mm.
_PHONE_MM: Final = 95.0


@dataclass(frozen=True, slots=True)
class SimulatedRest:
    """A table at rest.

    position: the match as it truly stands; acts: what led to it from the scene before; by: whose hands were seen;
    table: how the dice really lie, where that is otherwise; mishap: what has gone wrong, as in `MISHAPS`; covered: the
    middle of what hides dice, mm; leaning: the die that leans; unread: the share of dice that cannot be read; away: the
    camera saw nothing before this table, and follows no die from the one before.
    """

    position: Position
    acts: tuple[Action, ...] = ()
    by: tuple[str, ...] = ()
    table: Position | None = None
    mishap: str | None = None
    covered: tuple[float, float] | None = None
    leaning: str | None = None
    unread: float = 0.0
    away: bool = False

    @property
    def lies(self) -> Position:
        """How the dice lie."""
        return self.position if self.table is None else self.table

    def hides(self, pose: Pose) -> bool:
        """Whether something covers that place."""
        return self.covered is not None and math.dist(self.covered, pose.centre_mm) < _PHONE_MM


def wrong_corner(rng: random.Random, before: Position, after: Position) -> Position | None:
    """The table after an act by which one die rolled, with that die rolled over another corner; None where none did."""
    rolled = [
        piece
        for piece in after.in_play
        if (old := before.pieces.get(piece.id)) is not None and old.in_play and old.face != piece.face
    ]
    for piece in rolled:
        old = before.piece(piece.id)
        over = _over_any_corner(rng, old)
        if over is not None and over.face != piece.face:
            return after.with_piece(replace(piece, face=over.face, pose=over.pose))
    return None


#: A mishap: what is seen from the table of a match on, scene by scene; none where it cannot happen there.
Mishap = Callable[[random.Random, Position, str], tuple[SimulatedRest, ...]]


def _anybody(rng: random.Random, position: Position) -> tuple[str, ...]:
    return (rng.choice([player.id for player in position.players]),)


def _any_die(rng: random.Random, position: Position) -> Piece | None:
    return rng.choice(position.in_play) if position.in_play else None


def _wrongly(rng: random.Random, position: Position, kind: str, wrong: Piece) -> tuple[SimulatedRest, ...]:
    """A die lies wrongly at one rest, and is put right before the next: within the reach of a hand's care."""
    right = position.piece(wrong.id)
    back = replace(right, pose=_about(rng, right.placed, 1.5, 2.0))
    return (
        SimulatedRest(position, by=_anybody(rng, position), table=position.with_piece(wrong), mishap=kind),
        SimulatedRest(position, by=_anybody(rng, position), table=position.with_piece(back)),
    )


def _about(rng: random.Random, pose: Pose, mm: float, deg: float) -> Pose:
    return replace(
        pose,
        x_mm=pose.x_mm + rng.gauss(0, mm),
        y_mm=pose.y_mm + rng.gauss(0, mm),
        heading_deg=pose.heading_deg + rng.gauss(0, deg),
    )


def _rolled_by_mistake(rng: random.Random, position: Position, kind: str) -> tuple[SimulatedRest, ...]:
    """Somebody rolls a die over a corner that nothing has asked for."""
    piece = _any_die(rng, position)
    rolled = None if piece is None else _over_any_corner(rng, piece)
    return () if rolled is None else _wrongly(rng, position, kind, rolled)


def _over_any_corner(rng: random.Random, piece: Piece) -> Piece | None:
    """The piece rolled over one of its corners, as a hand would; None where its faces have no vertices."""
    corner = rng.randrange(3)
    face = None if piece.face is None else piece.die.face_over(piece.face, corner)
    if piece.face is None or face is None or piece.face.vertices is None or face.vertices is None:
        return None
    pose = rolled_pose(piece.placed, piece.face.vertices, corner, face.vertices)
    return replace(piece, face=face, pose=_about(rng, pose, 1.5, 2.0), measured_top=None)


def _turned_up_by_mistake(rng: random.Random, position: Position, kind: str) -> tuple[SimulatedRest, ...]:
    """Somebody takes a die up and puts it down on another side."""
    piece = _any_die(rng, position)
    if piece is None:
        return ()
    face = rng.choice([face for face in piece.die.faces if face != piece.face])
    return _wrongly(rng, position, kind, replace(piece, face=face, pose=_about(rng, piece.placed, 6.0, 60.0)))


def _wrong_target(rng: random.Random, position: Position, kind: str) -> tuple[SimulatedRest, ...]:
    """A die is rolled, or taken off, as if it had been shot, that nothing on the table may shoot at."""
    shot = {act.target for act in legal_actions(position) if isinstance(act, actions.Shoot) and act.target}
    safe = [piece for piece in position.in_play if piece.id not in shot and piece.owner != position.to_move]
    if not safe:
        return ()
    piece = rng.choice(safe)
    gone = replace(piece, zone=Zone.HAND, face=None, pose=None)
    return _wrongly(rng, position, kind, gone)


def _taken_and_put_back(rng: random.Random, position: Position, kind: str) -> tuple[SimulatedRest, ...]:
    """A die is taken up to be looked at, and put back about where it lay."""
    piece = _any_die(rng, position)
    if piece is None:
        return ()
    return _wrongly(rng, position, kind, replace(piece, zone=Zone.HAND, face=None, pose=None))


def _nudged(rng: random.Random, position: Position, kind: str) -> tuple[SimulatedRest, ...]:
    """A sleeve moves a die by a few centimetres, and it stays there."""
    piece = _any_die(rng, position)
    if piece is None or piece.face is None:
        return ()
    pose = _about(rng, piece.placed, 14.0, 12.0)
    near = (other for other in position.in_play if other.id != piece.id)
    if any(math.dist(other.placed.centre_mm, pose.centre_mm) < 60 for other in near):
        return ()
    moved = Observe(
        pieces=(ObservedPiece(piece.id, RestingPose(piece.face.key, pose.centre_mm, pose.heading_deg)),),
    )
    outcome = apply(position, moved)
    return (SimulatedRest(outcome.position, by=_anybody(rng, position), mishap=kind),) if outcome.ok else ()


def _phone_on_the_table(rng: random.Random, position: Position, kind: str) -> tuple[SimulatedRest, ...]:
    """A phone lies over a die for some tables at rest."""
    piece = _any_die(rng, position)
    if piece is None:
        return ()
    x, y = piece.placed.centre_mm
    covered = x + rng.gauss(0, 20), y + rng.gauss(0, 20)
    scene = SimulatedRest(position, by=_anybody(rng, position), mishap=kind, covered=covered)
    return (scene, replace(scene, by=()), SimulatedRest(position, by=_anybody(rng, position)))


def _lamp(rng: random.Random, position: Position, kind: str) -> tuple[SimulatedRest, ...]:
    """A lamp is switched on, and for one table half of the dice cannot be read."""
    return (SimulatedRest(position, mishap=kind, unread=0.5), SimulatedRest(position))


def _changed_places(rng: random.Random, position: Position, kind: str) -> tuple[SimulatedRest, ...]:
    """Two equal dice of a player are put down in each other's place, each with its own side up; then put right."""
    return _exchanged(rng, position, kind, two_owners=False, with_sides=True)


def _changed_owners(rng: random.Random, position: Position, kind: str) -> tuple[SimulatedRest, ...]:
    """The same of two equal dice of two owners."""
    return _exchanged(rng, position, kind, two_owners=True, with_sides=True)


def _mixed_up(rng: random.Random, position: Position, kind: str) -> tuple[SimulatedRest, ...]:
    """Two equal dice of two owners are put down in each other's place, each with the side up that lay there, so that
    only their paper tells it; then put right."""
    return _exchanged(rng, position, kind, two_owners=True, with_sides=False)


def _exchanged(
    rng: random.Random, position: Position, kind: str, *, two_owners: bool, with_sides: bool
) -> tuple[SimulatedRest, ...]:
    pairs = [
        (one, other)
        for one, other in combinations(position.in_play, 2)
        if one.die.id == other.die.id and (one.owner != other.owner) == two_owners
        if one.face != other.face or not with_sides
    ]
    if not pairs:
        return ()
    one, other = rng.choice(pairs)
    exchanged = (
        replace(one, pose=_about(rng, other.placed, 1.5, 2.0), face=one.face if with_sides else other.face),
        replace(other, pose=_about(rng, one.placed, 1.5, 2.0), face=other.face if with_sides else one.face),
    )
    return _put_right(rng, position, kind, exchanged)


def _two_hands(rng: random.Random, position: Position, kind: str) -> tuple[SimulatedRest, ...]:
    """Each player takes up a die of theirs at the same time, and puts it back."""
    taken = [[piece for piece in position.in_play if piece.owner == player.id] for player in position.players]
    if not all(taken):
        return ()
    lifted = tuple(replace(rng.choice(own), zone=Zone.HAND, face=None, pose=None) for own in taken)
    both = tuple(player.id for player in position.players)
    return tuple(replace(scene, by=both) for scene in _put_right(rng, position, kind, lifted))


def _put_right(
    rng: random.Random, position: Position, kind: str, wrong: tuple[Piece, ...]
) -> tuple[SimulatedRest, ...]:
    """Dice lie wrongly at one rest, and about where they lay at the next."""
    table = back = position
    for piece in wrong:
        right = position.piece(piece.id)
        table = table.with_piece(piece)
        back = back.with_piece(replace(right, pose=_about(rng, right.placed, 1.5, 2.0)))
    by = _anybody(rng, position)
    return (SimulatedRest(position, by=by, table=table, mishap=kind), SimulatedRest(position, by=by, table=back))


def _camera_away(rng: random.Random, position: Position, kind: str) -> tuple[SimulatedRest, ...]:
    """The camera drops out for some seconds: no die is followed over the gap, and some need another look."""
    return (SimulatedRest(position, mishap=kind, unread=0.1, away=True),)


def _exposure_drifts(rng: random.Random, position: Position, kind: str) -> tuple[SimulatedRest, ...]:
    """Exposure drifts off and back: at some tables at rest some dice cannot be read."""
    return tuple(SimulatedRest(position, mishap=kind, unread=unread) for unread in (0.1, 0.25, 0.1))


#: What goes wrong, and how; who may be misled by it: a mishap that shows dice otherwise than the match has them must be
#: told or asked about, one that only hides them must not be taken for an act.
MISHAPS: Final[dict[str, Mishap]] = {
    "rolled by mistake": _rolled_by_mistake,
    "turned up by mistake": _turned_up_by_mistake,
    "wrong target": _wrong_target,
    "taken and put back": _taken_and_put_back,
    "nudged": _nudged,
    "phone on the table": _phone_on_the_table,
    "lamp": _lamp,
}
#: The same and what was added later; apart, so that a seed makes the same match as before.
ALL_MISHAPS: Final[dict[str, Mishap]] = {
    **MISHAPS,
    "changed places": _changed_places,
    "two hands": _two_hands,
    "camera away": _camera_away,
    "exposure drifts": _exposure_drifts,
    "changed owners": _changed_owners,
    "mixed up": _mixed_up,
}
#: Mishaps that leave every die as the match has it: to be looked past, not told.
HARMLESS: Final = frozenset({"phone on the table", "lamp", "camera away", "exposure drifts"})


def is_noticed(mishap: str, *, acted: bool, reported: bool) -> bool:
    """Whether a mishap was noticed: it was taken for no act, and was reported or only hides dice."""
    return not acted and (reported or mishap in HARMLESS)


def happen(rng: random.Random, position: Position, kinds: Mapping[str, Mishap] = MISHAPS) -> tuple[SimulatedRest, ...]:
    """One mishap of any of the kinds, scene by scene; none where it cannot happen at this table."""
    kind = rng.choice(list(kinds))
    return kinds[kind](rng, position, kind)
