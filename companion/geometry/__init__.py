"""The shape of the dice and the plane they lie on; knows no rule, no picture and no camera."""

from companion.geometry.octahedron import (
    DIRECTIONS,
    VERTICES,
    Points,
    Pose,
    circumradius_mm,
    height_mm,
    inradius_mm,
    is_face,
    opposite,
    rolled,
)

__all__ = [
    "DIRECTIONS",
    "VERTICES",
    "Points",
    "Pose",
    "circumradius_mm",
    "height_mm",
    "inradius_mm",
    "is_face",
    "opposite",
    "rolled",
]
