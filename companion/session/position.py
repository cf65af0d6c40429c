"""From a layout to the position that the rules know."""

from __future__ import annotations

from collections.abc import Mapping

from companion.catalogue import Die
from companion.rules import Agreement, Player, Position, Table, by_id, edge_of, refreshed
from companion.rules import Piece as RulesPiece
from companion.session.layout import Layout, LayoutPiece


def position_of(layout: Layout, dice: Mapping[str, Die], agreement: Agreement | None = None) -> Position:
    """What the rules see of a layout: all settled pieces with an owner whose die and face are in the catalogue.

    The others (``list_left_out``) lie on the table, but no rule can speak of them.
    """
    table = Table(layout.outline_mm)
    players = tuple(Player(seat.player, edge_of(table, seat.edge)) for seat in layout.seats)
    known = [found for piece in layout.pieces if (found := _known(piece, dice))]
    position = Position(
        agreement=agreement or Agreement(),
        players=players,
        pieces=by_id(known),
        table=table,
        to_move=players[0].id,
    )
    return refreshed(position)


def list_left_out(layout: Layout, position: Position) -> tuple[LayoutPiece, ...]:
    """The pieces of a layout that are not in the position."""
    return tuple(piece for piece in layout.pieces if piece.id not in position.pieces)


def _known(piece: LayoutPiece, dice: Mapping[str, Die]) -> RulesPiece | None:
    die = dice.get(piece.name.die) if piece.name else None
    face = die.face(piece.name.face) if die and piece.name else None
    if die is None or face is None or piece.owner is None or not piece.settled:
        return None
    return RulesPiece(
        id=piece.id,
        die=die,
        owner=piece.owner,
        face=face,
        pose=piece.pose,
        sigma_mm=piece.sigma_mm,
        sigma_deg=piece.sigma_deg,
        measured_top=piece.measured_top,
    )
