"""The triangle that all face art is drawn in, and the words for its places.

Face-art frame: origin at the centre of the face, x right, **y down** (as Qt draws), corner 0 straight up, millimetres
on a die of 50.8 mm edge; larger dice are the same drawing scaled. Corners 1 and 2 are lower left and lower right:
counter-clockwise seen from outside (docs/formats, Face frame).
"""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPolygonF, QTransform

from companion.catalogue import NORMAL_EDGE_MM
from companion.geometry import circumradius_mm

#: Distance from the centre to the corners, and half of it to the edges.
CIRCUMRADIUS_MM: Final = circumradius_mm(NORMAL_EDGE_MM)
INRADIUS_MM: Final = CIRCUMRADIUS_MM / 2
#: Width of the team's edge.
BAND_MM: Final = 3.0
#: Turn (degrees, clockwise as Qt counts) that brings "up" onto a corner, and the bottom edge onto the edge opposite it.
CORNER_TURN_DEG: Final = (0.0, -120.0, 120.0)


def triangle(inset_mm: float = 0.0) -> QPolygonF:
    """The face, or the triangle that lies ``inset_mm`` inside its edges; corners in the order 0, 1, 2."""
    radius = CIRCUMRADIUS_MM - 2 * inset_mm
    angles = (math.radians(90 + 120 * k) for k in range(3))
    return QPolygonF([QPointF(radius * math.cos(a), -radius * math.sin(a)) for a in angles])


def corner_frame(corner: int) -> QTransform:
    """Maps a drawing made for corner 0 (tip at the top) onto another corner."""
    return QTransform().rotate(CORNER_TURN_DEG[corner])


def on_axis(corner: int, from_tip_mm: float, aside_mm: float = 0.0) -> QPointF:
    """A point ``from_tip_mm`` from a corner on the line to the centre, moved ``aside_mm`` to that line's right."""
    return corner_frame(corner).map(QPointF(aside_mm, from_tip_mm - CIRCUMRADIUS_MM))
