"""What a match remembers of how each die is folded: the edges of its top faces, as they were measured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from companion.catalogue import Die
from companion.codec.die import read_dice
from companion.geometry import Pose, top_outline
from companion.resources import Bundled, bundled
from companion.rules import PaperEdge, edge_lengths_mm, with_measured_top

TOP = ((0.0, 0.0), (50.0, 0.0), (25.0, 44.0))


@pytest.fixture(scope="module")
def gev() -> Die:
    dice: Mapping[str, Die] = read_dice(bundled(Bundled.DICE_FACES))
    return dice["ogre/gev"]


def test_an_edge_is_called_by_the_vertices_at_its_ends_whichever_face_is_up(gev: Die) -> None:
    measured = [edge_lengths_mm(face, top_outline(Pose(0, 0, 0, 50.8))) for face in gev.faces]
    assert all(length == pytest.approx(50.8) for lengths in measured for length in lengths.values())
    ends = [end for lengths in measured for end in lengths]
    assert len(set(ends)) == 12
    assert all(ends.count(end) == 2 for end in ends), "two faces share each edge"
    face = gev.faces[0]
    assert face.vertices is not None
    first, second, third = tuple(face.vertices)
    assert edge_lengths_mm(face, TOP)["".join(sorted(first + second))] == 50.0
    assert edge_lengths_mm(face, TOP)["".join(sorted(third + first))] == pytest.approx((25**2 + 44**2) ** 0.5)


def test_edges_are_remembered_as_long_as_they_were_on_average(gev: Die) -> None:
    face = gev.faces[0]
    once = with_measured_top((), face, TOP)
    twice = with_measured_top(once, face, tuple((1.02 * x, 1.02 * y) for x, y in TOP))
    assert {edge.times for edge in once} == {1}
    assert {edge.times for edge in twice} == {2}
    assert [edge.mean_mm for edge in twice] == pytest.approx([1.01 * edge.mean_mm for edge in once])


def test_what_was_not_measured_changes_nothing(gev: Die) -> None:
    known = (PaperEdge("Ba", 50.0, 3),)
    assert with_measured_top(known, gev.faces[0], None) == known
    assert with_measured_top(known, None, TOP) == known
    assert with_measured_top(known, replace(gev.faces[0], vertices=None), TOP) == known
