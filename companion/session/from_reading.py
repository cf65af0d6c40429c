"""From what vision says to the pieces of a match: their names, and owners guessed from where the dice lie."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from string import ascii_lowercase
from typing import Final

from companion.camera import Camera
from companion.catalogue import Die
from companion.geometry import Outline
from companion.rules import Edge
from companion.session.layout import TWO_PLAYERS, Layout, LayoutPiece, Seat
from companion.text import gettext
from companion.vision import DieReading, Reading

#: Edge -> the axis of the table across it, and which end of that axis it is.
_EDGES: Final = {Edge.NEAR: (1, min), Edge.FAR: (1, max), Edge.LEFT: (0, min), Edge.RIGHT: (0, max)}
assert set(_EDGES) == set(Edge)


def layout_of(
    reading: Reading, outline_mm: Outline, dice: Mapping[str, Die], *, seats: tuple[Seat, ...] = TWO_PLAYERS
) -> Layout:
    """The layout that a reading gives, every piece owned by the player at whose edge it lies.

    Pieces are called by their dice, with a letter from left to right where a die lies there more than once.
    """
    readings = sorted(reading.dice, key=lambda die: die.pose.centre_mm)
    names = [_called(die, dice) for die in readings]
    pieces = tuple(_piece(die, _lettered(names, place)) for place, die in enumerate(readings))
    return guess_owners(Layout(reading.image, pieces, outline_mm, seats, reading.unknown_objects))


def camera_table_outline(camera: Camera) -> Outline:
    """The rim of the table that a camera stands over."""
    return tuple((float(x), float(y)) for x, y in camera.table.outline())


def guess_owners(layout: Layout) -> Layout:
    """The layout with every ownerless piece given to the player whose edge is nearest."""
    pieces = tuple(p if p.owner else replace(p, owner=_nearest(p, layout)) for p in layout.pieces)
    return replace(layout, pieces=pieces)


def _nearest(piece: LayoutPiece, layout: Layout) -> str:
    return min(layout.seats, key=lambda seat: _distance_mm(piece, layout.outline_mm, seat.edge)).player


def _distance_mm(piece: LayoutPiece, outline_mm: Outline, edge: Edge) -> float:
    axis, end = _EDGES[edge]
    return abs(end(corner[axis] for corner in outline_mm) - piece.pose.centre_mm[axis])


def _called(reading: DieReading, dice: Mapping[str, Die]) -> str:
    if reading.name is None:
        return gettext("Unread die")
    die = dice.get(reading.name.die)
    return die.label if die else reading.name.die


def _lettered(names: list[str], place: int) -> str:
    name = names[place]
    if names.count(name) == 1:
        return name
    number = names[:place].count(name)
    rounds, letter = divmod(number, len(ascii_lowercase))
    return f"{name} {ascii_lowercase[letter] * (rounds + 1)}"


def _piece(reading: DieReading, called: str) -> LayoutPiece:
    sigmas = reading.sigma_mm, reading.sigma_deg
    return LayoutPiece(called, None, reading.name, reading.pose, *sigmas, reading.state, reading.measured_top)
