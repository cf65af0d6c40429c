"""Lens, mat and pose: pixel to table at any height, and back; knows no die and no rule."""

from companion.camera.calibration import Calibration, calibrate
from companion.camera.clicks import calibrate_by_clicks
from companion.camera.displacement import Displacement, measure_displacement
from companion.camera.files import Camera
from companion.camera.landmarks import Landmarks, found_again
from companion.camera.lens import BoardView, board_views
from companion.camera.markers import listed, seen_markers
from companion.camera.mat import Charuco, Marker, Mat, mat_from
from companion.camera.picture_quality import BLURRED_PX, Flaw, PictureQuality, assess_picture, is_too_dark
from companion.camera.pictures import Picture, Pixels, bgr_frame, decode_picture, read_picture
from companion.camera.pinhole import Pinhole
from companion.camera.quality import Quality, Verdict
from companion.camera.sizing import Sizing, size_by_markers
from companion.camera.standing import CAMERA_MOVED_MM, Standing, check
from companion.camera.table import Shape, Table

__all__ = [
    "BLURRED_PX",
    "CAMERA_MOVED_MM",
    "BoardView",
    "Calibration",
    "Camera",
    "Charuco",
    "Displacement",
    "Flaw",
    "Landmarks",
    "Marker",
    "Mat",
    "Picture",
    "PictureQuality",
    "Pinhole",
    "Pixels",
    "Quality",
    "Shape",
    "Sizing",
    "Standing",
    "Table",
    "Verdict",
    "assess_picture",
    "bgr_frame",
    "board_views",
    "calibrate",
    "calibrate_by_clicks",
    "check",
    "decode_picture",
    "found_again",
    "is_too_dark",
    "listed",
    "mat_from",
    "measure_displacement",
    "read_picture",
    "seen_markers",
    "size_by_markers",
]
