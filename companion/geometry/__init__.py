"""The shape of the dice and the plane they lie on; knows no rule, no picture and no camera."""

from companion.geometry.angle import format_heading, turn_between_deg, wrap_deg
from companion.geometry.distance import (
    TIE_MM,
    Gap,
    Measurement,
    Outline,
    Point,
    closest_points,
    combined_sigma,
    contains_point,
    measure_difference,
    measure_gap,
    silhouette,
    top_outline,
)
from companion.geometry.halfplane import HalfPlane, above_baseline, baseline_of, reach_above
from companion.geometry.octahedron import (
    DIRECTIONS,
    VERTICES,
    Points,
    Pose,
    at_height,
    circumradius_mm,
    flat_corners_mm,
    height_mm,
    inradius_mm,
    is_face,
    roll_vertices,
)
from companion.geometry.plan_fit import PlanFit, fit_plan
from companion.geometry.rigid_pose import CORNERS, FACE_CORNERS, RigidPose, RigidPoses, face_corners_mm, reach_mm
from companion.geometry.roll import depth_inside, plan_clearance, rests_on, rolled_pose, space_clearance, swept_outline
