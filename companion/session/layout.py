"""The pieces on the table as they lie: whose they are, which face each shows, and how well that is known.

A layout comes from a reading, its owners guessed from where the dice lie; from a person; or from the position that the
rules know, for drawing what no camera has seen. Frames and units: table, mm, degrees. Beside it: the level that a die
stands on, which nobody at the table need say (AD-TERR-05), and how much room it has to roll.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import Final, Protocol

from companion import geometry
from companion.camera import Camera
from companion.catalogue import Die
from companion.rules import Edge, Position, edge_clearance, edge_of, ground_mm, terrain_of
from companion.rules import Piece as RulesPiece
from companion.text import gettext
from companion.vision import DieState, FaceName, Plateau, Reading, UnknownObject

#: Edge -> the axis of the table across it, and which end of that axis it is.
_EDGES: Final = {Edge.NEAR: (1, min), Edge.FAR: (1, max), Edge.LEFT: (0, min), Edge.RIGHT: (0, max)}
assert set(_EDGES) == set(Edge)


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's id, the name that people read, their edge of the table, and the word of their badge's colour (none:
    by the order of the seats)."""

    player: str
    name: str
    edge: Edge
    badge: str = ""


#: Who sits where as long as nobody has said anything else.
TWO_PLAYERS: Final = (Seat("A", "Near", Edge.NEAR), Seat("B", "Far", Edge.FAR))


@dataclass(frozen=True, slots=True)
class LayoutPiece:
    """A die of a player on the table.

    id: what people call it in this match (``Scout Tank b``); owner: the player's id, ``None`` while nobody's; name: the
    face that it shows, ``None`` where it cannot be read; sigma: standard deviations of the centre along one axis and of
    the heading; measured_top: the corners of its top face, where they were measured.
    """

    id: str
    owner: str | None
    name: FaceName | None
    pose: geometry.Pose
    sigma_mm: float
    sigma_deg: float
    state: DieState = DieState.FLAT
    measured_top: geometry.Outline | None = None

    def baseline(self, corner: int) -> geometry.HalfPlane:
        """What an arrow in a corner of its top face sees (GEO-05)."""
        top = self.measured_top
        return geometry.above_baseline(self.pose, corner) if top is None else geometry.baseline_of(top, corner)

    @property
    def settled(self) -> bool:
        """Whether it lies so that the rules can speak of it: its face is known and it lies flat."""
        return self.name is not None and self.state is not DieState.LEANING


@dataclass(frozen=True, slots=True)
class Layout:
    """All pieces of one picture, the rim of the table that they lie on, who sits round it, and what else lies there
    that is not recognised as a die."""

    image: str
    pieces: tuple[LayoutPiece, ...]
    outline_mm: geometry.Outline
    seats: tuple[Seat, ...] = TWO_PLAYERS
    unknown: tuple[UnknownObject, ...] = ()

    def piece(self, piece_id: str) -> LayoutPiece:
        """The piece of that name; ``KeyError`` where there is none."""
        for piece in self.pieces:
            if piece.id == piece_id:
                return piece
        raise KeyError(piece_id)

    def next_owner(self, piece_id: str) -> str:
        """The player after a piece's owner, round the table; the first one where nobody owns it."""
        order, owner = [seat.player for seat in self.seats], self.piece(piece_id).owner
        return order[(order.index(owner) + 1) % len(order)] if owner in order else order[0]

    def given_to(self, piece_id: str, owner: str | None) -> Layout:
        """The same layout, one piece with another owner."""
        pieces = tuple(replace(p, owner=owner) if p.id == piece_id else p for p in self.pieces)
        return replace(self, pieces=pieces)


def layout_of(
    reading: Reading, outline_mm: geometry.Outline, dice: Mapping[str, Die], *, seats: tuple[Seat, ...] = TWO_PLAYERS
) -> Layout:
    """The layout that a reading gives, every piece owned by the player at whose edge it lies.

    Pieces are called by their dice, with a letter from left to right where a die lies there more than once.
    """
    readings = sorted(reading.dice, key=lambda die: die.pose.centre_mm)
    labels = {name: die.label for name, die in dice.items()}
    names = [labels.get(die.name.die, die.name.die) if die.name else gettext("Unread die") for die in readings]
    pieces = tuple(
        LayoutPiece(name, None, die.name, die.pose, die.sigma_mm, die.sigma_deg, die.state, die.measured_top)
        for name, die in zip(lettered_names(names), readings, strict=True)
    )
    return guess_owners(Layout(reading.image, pieces, outline_mm, seats, reading.unknown_objects))


def lettered_names(names: Sequence[str]) -> list[str]:
    """Names of pieces in their order, with a letter where there are several of one: ``Scout Tank a``."""
    found, counted = [], Counter[str]()
    for name in names:
        rounds, letter = divmod(counted[name], len(ascii_lowercase))
        counted[name] += 1
        found.append(f"{name} {ascii_lowercase[letter] * (rounds + 1)}" if names.count(name) > 1 else name)
    return found


def guess_owners(layout: Layout) -> Layout:
    """The layout with every ownerless piece given to the player whose edge is nearest."""
    pieces = []
    for piece in layout.pieces:
        apart_mm = {}
        for seat in layout.seats:
            axis, end = _EDGES[seat.edge]
            apart_mm[seat.player] = abs(end(corner[axis] for corner in layout.outline_mm) - piece.pose.centre_mm[axis])
        nearest = min(apart_mm, key=lambda player: apart_mm[player])
        pieces.append(replace(piece, owner=piece.owner or nearest))
    return replace(layout, pieces=tuple(pieces))


def camera_table_outline(camera: Camera) -> geometry.Outline:
    """The rim of the table that a camera stands over."""
    return tuple((float(x), float(y)) for x, y in camera.table.outline())


def layout_in(position: Position, badges: Mapping[str, str] | None = None) -> Layout:
    """The pieces in play as the rules have them; ``badges``: player -> the word of their badge's colour."""
    middles = {edge: _middle(edge_of(position.table, edge)) for edge in Edge}
    seats = []
    for player in position.players:  # at the side of the table whose middle is nearest to that of their own line
        middle = _middle(player.edge_mm)
        edge = min(Edge, key=lambda edge: math.dist(middles[edge], middle))
        seats.append(Seat(player.id, player.id, edge, (badges or {}).get(player.id, "")))
    pieces = tuple(piece_in_play(position, piece) for piece in position.in_play)
    return Layout("", pieces, position.table.outline_mm, tuple(seats))


def piece_in_play(position: Position, piece: RulesPiece) -> LayoutPiece:
    """A piece of the rules that lies on the table or on a hill of it, as a layout has it."""
    name = FaceName(piece.die.id, piece.face.key) if piece.face else None
    sigmas = piece.sigma_mm, piece.sigma_deg
    pose = replace(piece.placed, base_mm=ground_mm(position, piece.placed, piece.level))
    return LayoutPiece(piece.id, piece.owner, name, pose, *sigmas, DieState.FLAT, piece.measured_top)


def _middle(line: tuple[geometry.Point, geometry.Point]) -> geometry.Point:
    (x0, y0), (x1, y1) = line
    return (x0 + x1) / 2, (y0 + y1) / 2


def level_there(position: Position, pose: geometry.Pose) -> int | None:
    """The level of the highest terrain that a die lying so rests on, 0 on the table itself; ``None`` where no terrain
    is played with, and nothing need be said."""
    terrain = terrain_of(position)
    if not terrain:
        return None
    levels = sorted({piece.level for piece in terrain if piece.level}, reverse=True)
    carried = (
        level for level in levels if geometry.rests_on(pose, [t.outline_mm for t in terrain if t.level == level])
    )
    return next(carried, 0)


class Hill(Protocol):
    """A terrain piece, of a match or of its plan."""

    @property
    def outline_mm(self) -> geometry.Outline: ...
    @property
    def level(self) -> int | None: ...
    @property
    def height_mm(self) -> float: ...


def plateaus_of(terrain: Iterable[Hill]) -> tuple[Plateau, ...]:
    """Those on which dice can stand and whose height somebody has measured, as a reader takes them."""
    return tuple(Plateau(t.outline_mm, t.height_mm) for t in terrain if t.level is not None and t.height_mm)


@dataclass(frozen=True, slots=True)
class Clearance:
    """The least room of a step: millimetres with sigma (negative: overlap on the plan), and to which piece; ``None`` is
    the table's edge."""

    room_mm: geometry.Measurement
    to: str | None


def clearance(position: Position, piece: str, corner: int) -> Clearance:
    """The room that a piece in play has over a corner (GEO-09, OG-MOVE-02)."""
    rolls = position.piece(piece)
    edge = edge_clearance(position.table, rolls.placed, corner, rolls.sigma_mm)
    found = [Clearance(edge, None)]
    for other in position.in_play:
        if other.id != piece:
            sigmas = (rolls.sigma_mm, other.sigma_mm)
            found.append(Clearance(geometry.plan_clearance(rolls.placed, corner, other.outline, sigmas), other.id))
    return min(found, key=lambda one: one.room_mm.value)
