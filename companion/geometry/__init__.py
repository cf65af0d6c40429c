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
from companion.geometry.rolling import (
    edge_clearance,
    inside_by,
    plan_clearance,
    rests_on,
    rolled_pose,
    space_clearance,
    swept_outline,
)
from companion.geometry.stance import FACE_CORNERS, Stance, corners_of, reach_mm

__all__ = [
    "DIRECTIONS",
    "FACE_CORNERS",
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
    "Stance",
    "above_baseline",
    "circumradius_mm",
    "closest",
    "combined_sigma",
    "contains",
    "corners_of",
    "difference",
    "edge_clearance",
    "gap",
    "height_mm",
    "inradius_mm",
    "inside_by",
    "is_face",
    "opposite",
    "plan_clearance",
    "reach_mm",
    "rests_on",
    "rise",
    "rolled",
    "rolled_pose",
    "silhouette",
    "space_clearance",
    "swept_outline",
    "top_outline",
]
