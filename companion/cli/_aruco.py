"""The yardstick: what OpenCV's marker detector takes for the same picture, which anybody can measure."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.opencv import cv2


@cache
def aruco_detector() -> cv2.aruco.ArucoDetector:
    """OpenCV's detector with its default settings."""
    from companion.opencv import cv2

    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
