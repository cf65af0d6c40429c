"""Stances against the flat octahedron, which other tests hold against independent geometry."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.geometry import Pose, RigidPose, RigidPoses, height_mm

FACES = ("abc", "bAc", "ABc", "Bac", "baC", "AbC", "BAC", "aBC")
poses = st.builds(
    Pose, st.floats(-500, 500), st.floats(-500, 500), st.floats(-180, 180), st.sampled_from([50.8, 101.6])
)


@given(poses, st.sampled_from(FACES))
def test_a_flat_rigid_pose_is_the_pose_that_it_came_from(pose: Pose, face: str) -> None:
    rigid = RigidPose.flat(pose, face)
    assert rigid.tilt_deg(face) == pytest.approx(0, abs=1e-3)
    assert rigid.lowest_mm() == pytest.approx(0, abs=1e-9)
    assert FACES[rigid.uppermost(FACES)] == face
    again = rigid.pose(face)
    assert again.centre_mm == pytest.approx(pose.centre_mm)
    assert math.cos(math.radians(again.heading_deg - pose.heading_deg)) == pytest.approx(1)
    places = pose.vertices_mm(face)
    assert rigid.corners_mm(face) == pytest.approx(np.array([places[v] for v in face]))


@given(st.lists(st.tuples(poses, st.sampled_from(FACES)), max_size=4))
def test_many_dice_lie_flat_as_each_does_alone(dice: list[tuple[Pose, str]]) -> None:
    together = RigidPoses.flat([pose for pose, _ in dice], [face for _, face in dice])
    assert len(together) == len(dice)
    for rigid, (pose, face) in zip(together, dice, strict=True):
        alone = RigidPose.flat(pose, face)
        assert rigid.rotation == pytest.approx(alone.rotation, abs=1e-12)
        assert rigid.centre_mm == pytest.approx(alone.centre_mm)
        assert (rigid.edge_mm, rigid.ground_mm) == (alone.edge_mm, alone.ground_mm)


@given(poses, st.sampled_from(FACES), st.floats(0, 2 * math.pi), st.floats(0, 60))
def test_a_tilted_die_stands_on_the_table_and_stays_an_octahedron(
    pose: Pose, face: str, toward: float, tilt_deg: float
) -> None:
    axis, angle = np.array([math.cos(toward), math.sin(toward), 0.0]), math.radians(tilt_deg)
    cross = np.array([[0, 0, axis[1]], [0, 0, -axis[0]], [-axis[1], axis[0], 0]])
    turn = np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross
    rigid = RigidPose.flat(pose, face).turned(turn).put_down()
    assert rigid.lowest_mm() == pytest.approx(0, abs=1e-9)
    assert rigid.tilt_deg(face) == pytest.approx(tilt_deg, abs=1e-3)
    corners = rigid.corners_mm(face)
    edges = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    assert edges == pytest.approx([pose.edge_mm] * 3)
    below = rigid.corners_mm("".join(v.swapcase() for v in face))
    across = np.mean(corners, axis=0) - np.mean(below, axis=0)
    assert np.linalg.norm(across) == pytest.approx(height_mm(pose.edge_mm))
    assert rigid.normal(face) == pytest.approx(across / np.linalg.norm(across), abs=1e-9)
