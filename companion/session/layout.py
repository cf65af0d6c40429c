"""The pieces on the table as they lie: whose they are, which face each shows, and how well that is known.

A layout comes from a reading, or from a person; it knows no rule and no picture. Frames and units: table, mm, degrees.

From the position that the rules know back to pieces on the table, for drawing what no camera has seen.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from companion.geometry import (
    HalfPlane,
    Outline,
    Point,
    Pose,
    above_baseline,
    baseline_of,
    contains_point,
    silhouette,
)
from companion.rules import Edge, Player, Position, Table, edge_of, ground_mm
from companion.rules import Piece as RulesPiece
from companion.vision import DieState, FaceName, UnknownObject


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
    pose: Pose
    sigma_mm: float
    sigma_deg: float
    state: DieState = DieState.FLAT
    measured_top: Outline | None = None

    def baseline(self, corner: int) -> HalfPlane:
        """What an arrow in a corner of its top face sees (GEO-05)."""
        top = self.measured_top
        return above_baseline(self.pose, corner) if top is None else baseline_of(top, corner)

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
    outline_mm: Outline
    seats: tuple[Seat, ...] = TWO_PLAYERS
    unknown: tuple[UnknownObject, ...] = ()

    def piece(self, piece_id: str) -> LayoutPiece:
        """The piece of that name; ``KeyError`` where there is none."""
        for piece in self.pieces:
            if piece.id == piece_id:
                return piece
        raise KeyError(piece_id)

    def at(self, point_mm: Point) -> LayoutPiece | None:
        """The piece that lies over a point of the plan."""
        return next((piece for piece in self.pieces if contains_point(silhouette(piece.pose), point_mm)), None)

    def next_owner(self, piece_id: str) -> str:
        """The player after a piece's owner, round the table; the first one where nobody owns it."""
        order, owner = [seat.player for seat in self.seats], self.piece(piece_id).owner
        return order[(order.index(owner) + 1) % len(order)] if owner in order else order[0]

    def given_to(self, piece_id: str, owner: str | None) -> Layout:
        """The same layout, one piece with another owner."""
        pieces = tuple(replace(p, owner=owner) if p.id == piece_id else p for p in self.pieces)
        return replace(self, pieces=pieces)


def layout_in(position: Position, badges: Mapping[str, str] | None = None) -> Layout:
    """The pieces in play as the rules have them; ``badges``: player -> the word of their badge's colour."""
    worn = badges or {}
    seats = tuple(Seat(p.id, p.id, _edge(position.table, p), worn.get(p.id, "")) for p in position.players)
    pieces = tuple(piece_in_play(position, piece) for piece in position.in_play)
    return Layout("", pieces, position.table.outline_mm, seats)


def piece_in_play(position: Position, piece: RulesPiece) -> LayoutPiece:
    """A piece of the rules that lies on the table or on a hill of it, as a layout has it."""
    name = FaceName(piece.die.id, piece.face.key) if piece.face else None
    sigmas = piece.sigma_mm, piece.sigma_deg
    pose = replace(piece.placed, base_mm=ground_mm(position, piece.placed, piece.level))
    return LayoutPiece(piece.id, piece.owner, name, pose, *sigmas, DieState.FLAT, piece.measured_top)


def _edge(table: Table, player: Player) -> Edge:
    """The side of the table at which a player sits: the one whose middle is nearest to that of their own line."""
    return min(Edge, key=lambda edge: math.dist(_middle(edge_of(table, edge)), _middle(player.edge_mm)))


def _middle(line: tuple[Point, Point]) -> Point:
    (x0, y0), (x1, y1) = line
    return (x0 + x1) / 2, (y0 + y1) / 2
