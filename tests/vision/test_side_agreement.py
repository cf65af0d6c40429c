"""Faces that were named or clicked wrongly are told by the sides that the pictures show beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from companion.vision import FaceName
from companion.vision.enrolment.bundle_adjustment import FaceSample, adjust_faces
from companion.vision.enrolment.face_clicks import cut_elsewhere
from companion.vision.enrolment.side_agreement import find_contradicted, goes_with_others
from tests.vision.rolled_die import Rolled


def contradicted(rolled: Rolled, named: Mapping[str, str], *, turned: str = "") -> set[str]:
    """The sides that are told, where some were named otherwise, and one was clicked with another corner 0."""
    samples = []
    for one in rolled.samples:
        pose = one.pose.turned(one.name.face == turned)
        name = FaceName(one.name.die, named.get(one.name.face, one.name.face))
        samples.append(FaceSample.at(one.photograph, name, pose))
    adjusted = adjust_faces(rolled.dice, samples)
    return {adjusted[number].top.name.face for number in find_contradicted(adjusted)}


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


def test_a_face_that_was_cut_out_beside_itself_goes_with_the_others_only_where_it_is(rolled: Rolled) -> None:
    number = next(n for n, one in enumerate(rolled.samples) if one.name.face == "5")
    right = rolled.samples[number]
    pose = replace(
        right.pose, x_mm=right.pose.x_mm + 9, y_mm=right.pose.y_mm + 9, heading_deg=right.pose.heading_deg + 16
    )
    beside = [
        *rolled.samples[:number],
        FaceSample.at(right.photograph, right.name, pose),
        *rolled.samples[number + 1 :],
    ]
    assert not goes_with_others(adjust_faces(rolled.dice, beside), number)
    assert goes_with_others(adjust_faces(rolled.dice, rolled.samples), number)


def test_where_the_refiner_saw_a_die_elsewhere_too_the_face_is_cut_out_there(rolled: Rolled) -> None:
    number = next(n for n, one in enumerate(rolled.samples) if one.name.face == "5")
    right = rolled.samples[number]
    wrong = right.pose.turned(1)
    samples = [*rolled.samples]
    samples[number] = FaceSample.at(right.photograph, right.name, wrong)
    found = cut_elsewhere(rolled.dice, samples, number, [wrong, right.pose, right.pose.turned(2)])
    assert found is not None
    assert found.pose == right.pose
    assert cut_elsewhere(rolled.dice, samples, number, [wrong]) is None
