"""From where to look again for a die that lies beside what was seen, or leans there."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Final

import numpy as np

from companion.arrays import FloatArray
from companion.camera import Pinhole
from companion.geometry import DIRECTIONS, FACE_CORNERS, Pose, RigidPose, RigidPoses, reach_mm
from companion.opencv import cv2
from companion.vision import tuning

#: Directions all around, rad.
_ALL_AROUND: Final = np.linspace(0, 2 * math.pi, tuning.RESTART_DIRECTIONS, endpoint=False).tolist()
_CORNERS: Final = np.array(list(DIRECTIONS.values()), float)


def sample_poses(pose: Pose) -> list[Pose]:
    """The pose and places all around it, each with several headings, from which to look for a die again."""
    middle = [replace(pose, heading_deg=pose.heading_deg + turn) for turn in tuning.RESTART_TURNS_DEG]
    return [*middle, *_around(pose, tuning.RESTART_EDGES, _ALL_AROUND, tuning.RESTART_TURNS_DEG)]


def poses_around(pose: Pose) -> list[Pose]:
    """Where the top face may be of a die that was seen at a pose, and not where it lies: all around."""
    return _around(pose, tuning.BEYOND_EDGES, _ALL_AROUND, [0.0, tuning.BEYOND_TURN_DEG])


def poses_beyond(lens: Pinhole, pose: Pose) -> list[Pose]:
    """Where the top face may be of a die of which a side was seen at a pose: farther from the camera, for the sides in
    sight are those that look toward it."""
    eye_x_mm, eye_y_mm, _ = lens.eye_mm.tolist()
    away = math.atan2(pose.y_mm - eye_y_mm, pose.x_mm - eye_x_mm)
    angles = [away + math.radians(aside) for aside in tuning.BEYOND_DIRECTIONS_DEG]
    return _around(pose, tuning.BEYOND_EDGES, angles, [tuning.BEYOND_TURN_DEG])


def tilted_about(lens: Pinhole, pose: Pose, up: str) -> RigidPoses:
    """Dice on the table, tilted every way, that show the face ``up`` about where a flat die would show it at a pose."""
    flat = (RigidPose.flat(near, up) for near in _poses_beside(pose))
    return RigidPoses.of([body for one in flat for body in _tilted_poses(lens, one, up)])


def leaning_around(pose: Pose, up: str) -> RigidPoses:
    """Dice on the table that lean any way with the face ``up`` uppermost, their middles all around a pose's."""
    rotations, reach = _leaning_rotations(up), reach_mm(pose.edge_mm)
    ground_mm = RigidPose.flat(pose, up).ground_mm
    heights = ground_mm + _resting_heights(rotations) * reach
    steps = np.linspace(-tuning.LEANING_EDGES, tuning.LEANING_EDGES, tuning.LEANING_PLACES) * pose.edge_mm
    places = np.array([(pose.x_mm + x, pose.y_mm + y) for x, y in itertools.product(steps.tolist(), repeat=2)])
    centres = np.column_stack([np.repeat(places, len(rotations), axis=0), np.tile(heights, len(places))])
    alike = np.ones(len(centres))
    turned = np.tile(rotations, (len(places), 1, 1))
    return RigidPoses(turned, centres, alike * pose.edge_mm, alike * ground_mm)


def _tilt_rotation(tilt_deg: float, toward_deg: float) -> FloatArray:
    """What tilts a die by so much about an axis in the table that points there, (3, 3)."""
    axis = math.cos(math.radians(toward_deg)), math.sin(math.radians(toward_deg)), 0.0
    return np.asarray(cv2.Rodrigues(math.radians(tilt_deg) * np.array(axis))[0], np.float64)


@cache
def _leaning_rotations(up: str) -> FloatArray:
    """Rotations, (n, 3, 3), evenly over all that leave the face ``up`` the uppermost, but not level."""
    turned = [
        RigidPose.flat(Pose(0.0, 0.0, turn, 1.0), up).rotation for turn in np.arange(0, 120, tuning.LEANING_STEP_DEG)
    ]
    tilts = [
        _tilt_rotation(tilt, toward)
        for tilt, ways in tuning.LEANING_TILTS_DEG.items()
        for toward in np.linspace(0, 360, ways, endpoint=False).tolist()
    ]
    rotations = [tilt @ turn for tilt, turn in itertools.product(tilts, turned)]
    sides = (up, *(side for side in FACE_CORNERS if frozenset(side) != frozenset(up)))
    return np.array([one for one in rotations if RigidPose(one, np.zeros(3), 1.0).uppermost(sides) == 0])


def _poses_beside(pose: Pose) -> list[Pose]:
    """A pose, and moved a little every way: where the face of a tilted die lies the pose refiner tells roughly."""
    steps_mm = (0.0, -tuning.SEARCH_STEP_EDGES * pose.edge_mm, tuning.SEARCH_STEP_EDGES * pose.edge_mm)
    return [replace(pose, x_mm=pose.x_mm + x, y_mm=pose.y_mm + y) for x, y in itertools.product(steps_mm, steps_mm)]


def _tilted_poses(lens: Pinhole, flat: RigidPose, vertices: str) -> list[RigidPose]:
    """The flat pose, then poses on the table tilted every way, the face seen at the same place in all of them."""
    rotations, reach, eye = _tilts() @ flat.rotation, reach_mm(flat.edge_mm), lens.eye_mm
    place, arms = flat.corners_mm(vertices).mean(axis=0), reach * rotations @ FACE_CORNERS[vertices].mean(axis=0)
    heights = flat.ground_mm + _resting_heights(rotations) * reach
    share = (eye[2] - heights - arms[:, 2]) / (eye[2] - place[2])
    on_ray = eye + (place - eye) * share[:, None]
    centres = np.column_stack([(on_ray - arms)[:, :2], heights])
    return [
        flat,
        *(
            RigidPose(turn, centre, flat.edge_mm, flat.ground_mm)
            for turn, centre in zip(rotations, centres, strict=True)
        ),
    ]


@cache
def _tilts() -> FloatArray:
    """Rotations, (n, 3, 3), that tilt every way."""
    ways = itertools.product(tuning.SEARCH_TILTS_DEG, tuning.SEARCH_DIRECTIONS_DEG)
    return np.array([_tilt_rotation(tilt, toward) for tilt, toward in ways])


def _resting_heights(rotations: FloatArray) -> FloatArray:
    """How high the middles of dice turned so lie above what their lowest corners rest on, (n,), in reaches."""
    return np.asarray(-(rotations[:, 2] @ _CORNERS.T).min(axis=1), np.float64)


def _around(pose: Pose, reach_edges: float, angles: Sequence[float], turns_deg: Sequence[float]) -> list[Pose]:
    """Poses so far from a pose in these directions (rad), each turned by each of these."""
    reach_mm = reach_edges * pose.edge_mm
    return [
        replace(
            pose,
            x_mm=pose.x_mm + reach_mm * math.cos(angle),
            y_mm=pose.y_mm + reach_mm * math.sin(angle),
            heading_deg=pose.heading_deg + turn,
        )
        for angle, turn in itertools.product(angles, turns_deg)
    ]
