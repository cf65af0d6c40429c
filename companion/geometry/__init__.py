"""The shape of the dice and the plane they lie on; knows no rule, no picture and no camera."""

from companion.geometry.distance import (
    TIE_MM,
    Gap,
    HalfPlane,
    Measurement,
    Outline,
    PlanFit,
    Point,
    above_baseline,
    baseline_of,
    closest_points,
    combined_sigma,
    contains_point,
    fit_plan,
    measure_difference,
    measure_gap,
    reach_above,
    silhouette,
    top_outline,
)
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
    nesting_distance_mm,
    roll_vertices,
)
from companion.geometry.rigid_pose import (
    CORNERS,
    FACE_CORNERS,
    RigidPose,
    RigidPoses,
    face_corners_mm,
    format_heading,
    reach_mm,
    turn_between_deg,
    wrap_deg,
)
from companion.geometry.roll import depth_inside, plan_clearance, rests_on, rolled_pose, space_clearance, swept_outline
