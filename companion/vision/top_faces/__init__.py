"""Looking at top faces alone: where they may be, exactly where they are, and which enrolled face they are likest to."""

from companion.vision.top_faces.face_classifier import (
    INSIDE,
    FaceClassifier,
    FaceMatch,
    FaceSimilarity,
    contrast_normalised,
    correlate_faces,
)
from companion.vision.top_faces.face_detector import FaceCandidate, FaceDetector
from companion.vision.top_faces.pose_refiner import (
    PoseRefiner,
    RefinedPose,
    are_of_one_size,
    each_triangle_once,
    is_same_triangle,
    non_max_suppression,
    select_leaders,
)
