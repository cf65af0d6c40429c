"""Directions: where a camera stands or a lamp shines from, how one there is turned, and where it sees the table."""

from __future__ import annotations

import math

import numpy as np

from companion.arrays import FloatArray
from companion.camera import Pinhole


def direction(azimuth_deg: float, elevation_deg: float) -> FloatArray:
    """The unit vector toward a compass direction (counter-clockwise from +x) and so high above the table."""
    azimuth, elevation = math.radians(azimuth_deg), math.radians(elevation_deg)
    return np.array(
        [math.cos(elevation) * math.cos(azimuth), math.cos(elevation) * math.sin(azimuth), math.sin(elevation)]
    )


def camera_turn(azimuth_deg: float, elevation_deg: float, roll_deg: float = 0.0) -> FloatArray:
    """How a camera is turned that looks back from that direction, (3, 3): rows right, down and forward, then rolled."""
    azimuth, roll = math.radians(azimuth_deg), math.radians(roll_deg)
    forward = -direction(azimuth_deg, elevation_deg)
    right = np.array([-math.sin(azimuth), math.cos(azimuth), 0.0])
    turn = np.array([[math.cos(roll), -math.sin(roll), 0], [math.sin(roll), math.cos(roll), 0], [0, 0, 1]])
    return np.asarray(turn @ np.stack([right, np.cross(forward, right), forward]), np.float64)


def plane_homography(lens: Pinhole, height_mm: float) -> FloatArray:
    """(3, 3): plan coordinates (mm) at a height to undistorted pixels."""
    across, along, up = lens.rotation.T
    return np.asarray(lens.matrix @ np.column_stack([across, along, up * height_mm + lens.translation]), np.float64)
