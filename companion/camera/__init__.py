"""Lens, mat and pose: pixel to table at any height, and back; knows no die and no rule."""

from companion.camera.calibrated_camera import CalibrationVerdict, Camera, Quality, TablePhotograph, accuracy_in_words
from companion.camera.calibration import Calibration, calibrate, fit_picture, fit_points
from companion.camera.calibration_error import CalibrationError, poor_calibration_notice
from companion.camera.camera_motion import CameraMotion, detect_camera_motion, markers_near, measure_displacement
from companion.camera.clicks import calibrate_by_clicks
from companion.camera.edges import LINEAR_LIGHT, fit_edge_offsets
from companion.camera.handheld_adjustment import CAMERA_FREEDOMS, camera_slopes, camera_step, moved_camera
from companion.camera.handheld_calibration import HandheldCalibration, calibrate_handheld
from companion.camera.handheld_camera import HandheldCamera, HandheldQuality, place_slopes
from companion.camera.handheld_locating import LocatedPicture, NotLocatedError, locate_picture, locate_together
from companion.camera.landmarks import Landmarks, relocate_camera
from companion.camera.lens import BoardView, LensFit, detect_board, fit_lens
from companion.camera.mat import (
    SHEET_MM,
    Charuco,
    Marker,
    MarkerCorners,
    Mat,
    TableShape,
    TableTop,
    detect_mat_markers,
    dictionary_size,
    list_markers,
    refine_markers,
)
from companion.camera.picture_quality import Flaw, PictureQuality, assess_picture, is_too_dark
from companion.camera.pictures import (
    Picture,
    SensorPicture,
    ShotTags,
    bgr_frame,
    check_all_differ,
    decode_picture,
    decode_sensor_picture,
    encode_picture,
    read_picture,
    read_sensor_picture,
)
from companion.camera.pinhole import Pinhole
from companion.camera.table_mosaic import lens_above
from companion.camera.table_size import estimate_table_size, find_fitting_mat
from companion.camera.tuning import BLURRED_PX, CAMERA_MOVED_MM
