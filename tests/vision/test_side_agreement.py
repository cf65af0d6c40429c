"""Faces that were named or clicked wrongly are told by the sides that the pictures show beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from companion.vision import FaceName
from companion.vision.enrolment.bundle_adjustment import FaceSample, adjust_faces
from companion.vision.enrolment.side_agreement import find_contradicted
from tests.vision.rolled_die import Rolled


def contradicted(rolled: Rolled, named: Mapping[str, str], *, turned: str = "") -> set[str]:
    """The sides that are told, where some were named otherwise, and one was clicked with another corner 0."""
    samples = []
    for one in rolled.samples:
        pose = one.pose.turned(one.name.face == turned)
        name = FaceName(one.name.die, named.get(one.name.face, one.name.face))
        samples.append(FaceSample.at(one.photograph, name, pose))
    return {name.face for name in find_contradicted(adjust_faces(rolled.dice, samples))}


def test_faces_that_were_clicked_rightly_go_together(rolled: Rolled) -> None:
    assert contradicted(rolled, {}) == set()
    few = replace(rolled, samples=rolled.samples[:2])
    assert contradicted(few, {}) == set()


@pytest.mark.parametrize(("one", "other"), [("1", "4"), ("2", "7")])
def test_two_faces_with_each_other_s_names_do_not(rolled: Rolled, one: str, other: str) -> None:
    told = contradicted(rolled, {one: other, other: one})
    assert told
    assert told <= {one, other}


def test_a_face_with_another_corner_for_corner_0_does_not(rolled: Rolled) -> None:
    assert contradicted(rolled, {}, turned="5") == {"5"}
