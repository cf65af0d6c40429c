"""Faces that were cut out askew are put right by the sides that other pictures of their die show."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.geometry import RigidPose
from companion.vision.enrolment.bundle_adjustment import FaceSample, _Copy, _refiner_bias, adjust_faces
from companion.vision.whole_dice import FREEDOMS, Photograph
from tests.vision.rolled_die import Rolled


def tops_adjusted(rolled: Rolled, samples: list[FaceSample]) -> list[FaceSample]:
    """The samples as they are cut out after the adjustment."""
    return [face.top for face in adjust_faces(rolled.dice, samples)]


def test_faces_cut_out_millimetres_off_come_to_lie_where_they_are(rolled: Rolled) -> None:
    adjusted = tops_adjusted(rolled, rolled.samples)
    before, after = rolled.off_mm(rolled.samples), rolled.off_mm(adjusted)
    assert sorted(before)[-3:] == pytest.approx([2.12, 2.24, 2.5], abs=0.3)
    assert after.max() < 0.5
    assert [sample.name for sample in adjusted] == [sample.name for sample in rolled.samples]


def test_each_face_tells_how_exactly_it_was_cut_out(rolled: Rolled) -> None:
    adjusted = tops_adjusted(rolled, rolled.samples)
    assert adjusted
    for sample, off in zip(adjusted, rolled.off_mm(adjusted), strict=True):
        assert sample.shift_covariance_mm2 is not None
        sigma = float(np.sqrt(np.trace(sample.shift_covariance_mm2[:2, :2]) / 2))
        assert 0.03 < sigma < 0.25
        assert off < 4 * sigma
        assert sample.view().shift_covariance_mm2 is sample.shift_covariance_mm2


def test_a_face_that_no_other_picture_shows_stays_where_it_was_placed(rolled: Rolled) -> None:
    (alone,) = tops_adjusted(rolled, rolled.samples[1:2])
    assert alone.corners_mm == pytest.approx(rolled.samples[1].corners_mm)
    among_others = tops_adjusted(rolled, rolled.samples)[1].shift_covariance_mm2
    assert alone.shift_covariance_mm2 is not None
    assert among_others is not None
    assert np.trace(alone.shift_covariance_mm2) > np.trace(among_others)


def test_what_the_refiner_errs_by_alike_on_all_dice_is_taken_off(rolled: Rolled) -> None:
    moved = [
        FaceSample.at(one.photograph, one.name, replace(one.pose, x_mm=one.pose.x_mm + 0.5, y_mm=one.pose.y_mm - 0.4))
        for one in rolled.samples
    ]
    adjusted = tops_adjusted(rolled, moved)
    pairs = zip(adjusted, rolled.true_mm, strict=True)
    left = np.mean([(sample.corners_mm - true).mean(axis=0)[:2] for sample, true in pairs], axis=0)
    assert np.linalg.norm(left) < 0.06, "0.12 where nobody asks what they have in common"


def test_what_it_errs_by_alike_is_sought_along_the_gaze_of_each_picture(rolled: Rolled) -> None:
    copies = []
    for number, sample in enumerate(rolled.samples):
        lens = sample.photograph.lens
        if number % 2:  # from the other side of the table
            lens = replace(lens, rotation=lens.rotation @ np.diag([-1.0, -1.0, 1.0]))
        away = lens.rotation[2, :2] / np.linalg.norm(lens.rotation[2, :2])
        x, y = np.array(sample.pose.centre_mm) - 0.5 * away
        nearer = replace(sample, photograph=Photograph(sample.photograph.picture, lens))
        nearer = replace(nearer, pose=replace(sample.pose, x_mm=float(x), y_mm=float(y)))
        face = rolled.dice[sample.name.die].face(sample.name.face)
        assert face is not None
        assert face.vertices is not None
        lies = RigidPose.flat(sample.pose, face.vertices)
        copies.append(_Copy(nearer, face.vertices, lies, np.zeros(FREEDOMS - 3)))
    bias = _refiner_bias(copies, np.zeros(3))
    assert bias[:2] * copies[0].rigid_pose.edge_mm == pytest.approx([-0.5, 0.0], abs=0.1)
