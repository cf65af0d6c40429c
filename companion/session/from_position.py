"""From the position that the rules know back to pieces on the table, for drawing what no camera has seen."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from companion.geometry import Point
from companion.rules import Edge, Player, Position, Table, edge_of, ground_mm
from companion.rules import Piece as RulesPiece
from companion.session.layout import Layout, LayoutPiece, Seat
from companion.vision import DieState, FaceName


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
