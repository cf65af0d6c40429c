"""Directions: where a camera stands or a lamp shines from, and how a camera there is turned."""

from __future__ import annotations

import math

import numpy as np

from companion.arrays import FloatArray


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
