"""The shape of the dice and the plane they lie on; knows no rule, no picture and no camera."""

from companion.geometry.distance import Gap, Outline, Point, closest, contains, difference, gap, silhouette, top_outline
from companion.geometry.halfplane import HalfPlane, above_baseline, rise
from companion.geometry.measured import SIGMAS, TIE_MM, Measured, combined_sigma
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
    "SIGMAS",
    "TIE_MM",
    "VERTICES",
    "Gap",
    "HalfPlane",
    "Measured",
    "Outline",
    "Point",
    "Points",
    "Pose",
    "above_baseline",
    "circumradius_mm",
    "closest",
    "combined_sigma",
    "contains",
    "difference",
    "gap",
    "height_mm",
    "inradius_mm",
    "is_face",
    "opposite",
    "rise",
    "rolled",
    "silhouette",
    "top_outline",
]
