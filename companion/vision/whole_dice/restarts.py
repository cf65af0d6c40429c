"""From where to look again for a die that lies beside what was seen, or leans there."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import numpy as np

from companion.arrays import FloatArray
from companion.camera import Pinhole
from companion.geometry import CORNERS, FACE_CORNERS, Pose, RigidPose, RigidPoses, reach_mm
from companion.opencv import cv2
from companion.vision import tuning


def sample_poses(pose: Pose) -> list[Pose]:
    """The pose and places all around it, each with several headings, from which to look for a die again."""
    middle = [replace(pose, heading_deg=pose.heading_deg + turn) for turn in tuning.RESTART_TURNS_DEG]
    all_around = np.linspace(0, 2 * math.pi, tuning.RESTART_DIRECTIONS, endpoint=False).tolist()
    return [*middle, *_around(pose, tuning.RESTART_EDGES, all_around, tuning.RESTART_TURNS_DEG)]


def turned_both_ways(pose: Pose) -> list[Pose]:
    """The pose as it is and a sixth of a turn on: from one of them the refiner finds any heading."""
    return [pose, replace(pose, heading_deg=pose.heading_deg + tuning.BEYOND_TURN_DEG)]


def poses_beyond(lens: Pinhole, pose: Pose) -> list[Pose]:
    """Where the top face may be of a die of which a side was seen at a pose: farther from the camera, for the sides in
    sight are those that look toward it."""
    eye_x_mm, eye_y_mm, _ = lens.eye_mm.tolist()
    away = math.atan2(pose.y_mm - eye_y_mm, pose.x_mm - eye_x_mm)
    angles = [away + math.radians(aside) for aside in tuning.BEYOND_DIRECTIONS_DEG]
    return _around(pose, tuning.BEYOND_EDGES, angles, [tuning.BEYOND_TURN_DEG])


def tilted_about(lens: Pinhole, pose: Pose, up: str) -> RigidPoses:
    """Dice on the table, tilted every way, that show the face ``up`` about where a flat die would show it at a pose:
    seen at the same place in all of them, and a little beside it, for the pose refiner tells it roughly."""
    flat = RigidPose.flat(pose, up)
    rotations, reach, eye = _tilts() @ flat.rotation, reach_mm(pose.edge_mm), lens.eye_mm
    heights = flat.ground_mm + _resting_heights(rotations) * reach
    arms = reach * rotations @ FACE_CORNERS[up].mean(axis=0)
    beside = _steps_every_way((0.0, -tuning.SEARCH_STEP_EDGES, tuning.SEARCH_STEP_EDGES)) * pose.edge_mm
    seen = flat.corners_mm(up).mean(axis=0) + beside
    shares = (eye[2] - heights - arms[:, 2]) / (eye[2] - pose.top_mm)
    centres = eye + (seen - eye)[:, None] * shares[:, None] - arms
    centres[..., 2] = heights
    return _of_one_size(rotations, centres, flat)


def lying_around(pose: Pose, up: str) -> RigidPoses:
    """Dice that lie flat with the face ``up`` uppermost around a pose, in all ways of ``ways_around``."""
    flat = RigidPose.flat(pose, up)
    turned = [RigidPose.flat(replace(pose, heading_deg=turn), up).rotation for turn in tuning.AROUND_TURNS_DEG]
    steps = ways_around().reshape(-1, len(turned), 3) * (1.0, 1.0, 0.0)
    return _of_one_size(np.array(turned), flat.centre_mm + steps * pose.edge_mm, flat)


@cache
def ways_around() -> FloatArray:
    """Steps along x and y, in edges, and headings (degrees) in which top faces are looked for around a place, (n, 3):
    thirds of a turn show the same outline."""
    steps = np.linspace(-tuning.AROUND_EDGES, tuning.AROUND_EDGES, tuning.AROUND_PLACES).tolist()
    return np.array(list(itertools.product(steps, steps, tuning.AROUND_TURNS_DEG)))


def leaning_around(pose: Pose, up: str) -> RigidPoses:
    """Dice on the table that lean any way with the face ``up`` uppermost, their middles all around a pose's."""
    flat, rotations = RigidPose.flat(pose, up), _leaning_rotations(up)
    steps = np.linspace(-tuning.LEANING_EDGES, tuning.LEANING_EDGES, tuning.LEANING_PLACES)
    middles = flat.centre_mm + _steps_every_way(steps.tolist()) * pose.edge_mm
    centres = np.repeat(middles[:, None], len(rotations), axis=1)
    centres[..., 2] = flat.ground_mm + _resting_heights(rotations) * reach_mm(pose.edge_mm)
    return _of_one_size(rotations, centres, flat)


def nudged(bodies: RigidPoses) -> RigidPoses:
    """Each of some dice on the table as it lies, and turned and moved a little every way, one die after the other."""
    turns, steps = _nudges()
    rotations = (turns @ bodies.rotation[:, None]).reshape(-1, 3, 3)
    centres = (bodies.centre_mm[:, None] + steps * bodies.edge_mm[:, None, None]).reshape(-1, 3)
    edges_mm, grounds_mm = (np.repeat(one, len(turns)) for one in (bodies.edge_mm, bodies.ground_mm))
    centres[:, 2] = grounds_mm + _resting_heights(rotations) * reach_mm(1.0) * edges_mm
    return RigidPoses(rotations, centres, edges_mm, grounds_mm)


def pose_before(body: RigidPose, side: str) -> Pose:
    """Where a die as large would lie that touches a side, by its vertices, of a flat die."""
    away = body.normal(side)[:2]
    x_mm, y_mm = (body.centre_mm[:2] + tuning.LEANING_ON_EDGES * body.edge_mm * away / np.linalg.norm(away)).tolist()
    heading_deg = math.degrees(math.atan2(away[1], away[0]))
    return Pose(x_mm, y_mm, heading_deg, body.edge_mm, body.ground_mm)


def leaning_on_nearest(pose: Pose, bodies: Sequence[RigidPose]) -> Pose:
    """The pose, moved to where the middle of a die is that leans on the nearest of these if that lies near: what others
    do not hide of it is seen beside its middle."""
    place_mm = np.array(pose.centre_mm)
    apart_mm = [(float(np.linalg.norm(place_mm - body.centre_mm[:2])), body) for body in bodies]
    if not apart_mm:
        return pose
    off_mm, host = min(apart_mm, key=lambda one: one[0])
    mean_edge_mm = (pose.edge_mm + host.edge_mm) / 2
    if not 0 < off_mm < tuning.HOST_EDGES * mean_edge_mm:
        return pose
    step = (place_mm - host.centre_mm[:2]) / off_mm
    x_mm, y_mm = (host.centre_mm[:2] + tuning.LEANING_ON_EDGES * mean_edge_mm * step).tolist()
    return replace(pose, x_mm=x_mm, y_mm=y_mm)


def _of_one_size(rotations: FloatArray, centres_mm: FloatArray, like: RigidPose) -> RigidPoses:
    """Dice as large as one and on the same ground, turned so, (n, 3, 3), at each of some places, (places, n, 3)."""
    alike = np.ones(len(centres_mm) * len(rotations))
    turned = np.tile(rotations, (len(centres_mm), 1, 1))
    return RigidPoses(turned, centres_mm.reshape(-1, 3), alike * like.edge_mm, alike * like.ground_mm)


def _steps_every_way(steps: Sequence[float]) -> FloatArray:
    """Along the table by any two of these, (n, 3)."""
    return np.array([(x, y, 0.0) for x, y in itertools.product(steps, repeat=2)])


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


@cache
def _nudges() -> tuple[FloatArray, FloatArray]:
    """Rotations, (n, 3, 3), and steps in edges, (n, 3): none, then a little about each axis, both ways, then a little
    along each axis of the table."""
    both_ways = np.concatenate([np.eye(3), -np.eye(3)])
    turns = [cv2.Rodrigues(math.radians(tuning.NUDGE_DEG) * axis)[0] for axis in both_ways]
    steps = [tuning.NUDGE_EDGES * axis for axis in both_ways if not axis[2]]
    rotations = np.array([np.eye(3), *turns, *[np.eye(3)] * len(steps)])
    return rotations, np.array([np.zeros(3), *[np.zeros(3)] * len(turns), *steps])


@cache
def _tilts() -> FloatArray:
    """Rotations, (n, 3, 3): none, and such as tilt every way."""
    ways = itertools.product(tuning.SEARCH_TILTS_DEG, tuning.SEARCH_DIRECTIONS_DEG)
    return np.array([np.eye(3), *(_tilt_rotation(tilt, toward) for tilt, toward in ways)])


def _resting_heights(rotations: FloatArray) -> FloatArray:
    """How high the middles of dice turned so lie above what their lowest corners rest on, (n,), in reaches."""
    return np.asarray(-(rotations[:, 2] @ CORNERS.T).min(axis=1), np.float64)


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
