"""The net folds up to the die of its file: folded here in space by its own creases, and every face looked at."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from shapely import Polygon

from companion.catalogue import Die
from companion.codec.die import read_dice
from companion.geometry import DIRECTIONS
from companion.paper.folding_sheet import SLIT, flap_outline_mm
from companion.paper.net import NetPiece, folding_net
from companion.resources import Bundled, bundled

Space = NDArray[np.float64]

DICE = read_dice(bundled(Bundled.DICE_FACES))
#: Angle by which a crease is folded: 180° less the octahedron's dihedral angle.
FOLD_RAD = np.pi - np.arccos(-1 / 3)


def _turned(points: Space, at: Space, axis: Space, angle_rad: float) -> Space:
    """Points turned about a line in space (Rodrigues)."""
    axis = axis / np.linalg.norm(axis)
    moved = points - at
    cross = np.cross(axis, moved)
    along = np.outer(moved @ axis, axis)
    turned: Space = at + moved * np.cos(angle_rad) + cross * np.sin(angle_rad) + along * (1 - np.cos(angle_rad))
    return turned


def _folded(piece: NetPiece) -> list[Space]:
    """Corners 0, 1, 2 of each face in space, print side outward; the first face stays in the plane z = 0.

    Paper's y runs down, so it is turned to y up first: seen from +z the print is as on the sheet. At each crease all
    that lies beyond it is folded away from the viewer.
    """
    flat = [np.array([(x, -y, 0.0) for x, y in placed.corners_mm]) for placed in piece.faces]
    creases = [np.array([(x, -y, 0.0) for x, y in crease]) for crease in piece.creases]
    for k in reversed(range(len(creases))):
        start, end = creases[k]
        beyond = range(k + 1, len(flat))
        neighbour = np.array([(x, -y, 0.0) for x, y in piece.faces[k + 1].corners_mm])
        away = 1 if _turned(neighbour, start, end - start, 0.1)[:, 2].mean() < 0 else -1
        for n in beyond:
            flat[n] = _turned(flat[n], start, end - start, away * FOLD_RAD)
    return flat


def _in_die_frame(piece: NetPiece, edge_mm: float) -> list[Space]:
    """The folded piece brought onto the octahedron by its first face alone, as `vertices` says where that lies."""
    folded = _folded(piece)
    first = piece.faces[0].face.vertices or ""
    target = np.array([DIRECTIONS[v] for v in first]) * edge_mm / np.sqrt(2)
    return [_carried(points, folded[0], target) for points in folded]


def _carried(points: Space, source: Space, target: Space) -> Space:
    """The rigid motion, without a mirror, that brings one triangle onto another, applied to points."""
    frames = []
    for triangle in (source, target):
        x = triangle[1] - triangle[0]
        z = np.cross(x, triangle[2] - triangle[0])
        x, z = x / np.linalg.norm(x), z / np.linalg.norm(z)
        frames.append(np.array([x, np.cross(z, x), z]))
    carried: Space = (points - source[0]) @ frames[0].T @ frames[1] + target[0]
    return carried


@pytest.mark.parametrize("die", DICE.values(), ids=DICE)
def test_folded_net_is_the_die_of_its_file(die: Die) -> None:
    pieces = folding_net(die)
    assert sum(len(piece.faces) for piece in pieces) == 8
    for piece in pieces:
        for placed, corners in zip(piece.faces, _in_die_frame(piece, die.edge_mm), strict=True):
            wanted = np.array([DIRECTIONS[v] for v in placed.face.vertices or ""]) * die.edge_mm / np.sqrt(2)
            np.testing.assert_allclose(corners, wanted, atol=1e-6)


@pytest.mark.parametrize("die", DICE.values(), ids=DICE)
def test_every_face_is_printed_once(die: Die) -> None:
    keys = [placed.face.key for piece in folding_net(die) for placed in piece.faces]
    assert sorted(keys) == sorted(face.key for face in die.faces)


@pytest.mark.parametrize("die", DICE.values(), ids=DICE)
def test_each_letter_is_one_tab_and_one_slot_of_the_same_edge(die: Die) -> None:
    flaps = [flap for piece in folding_net(die) for flap in piece.flaps]
    assert flaps
    for letter in {flap.letter for flap in flaps}:
        pair = [flap for flap in flaps if flap.letter == letter]
        assert sorted(flap.is_tab for flap in pair) == [False, True]
        assert set(pair[0].vertices) == set(pair[1].vertices)


@pytest.mark.parametrize("die", DICE.values(), ids=DICE)
def test_creases_and_joints_are_the_twelve_edges(die: Die) -> None:
    pieces = folding_net(die)
    creases = sum(len(piece.creases) for piece in pieces)
    letters = {flap.letter for piece in pieces for flap in piece.flaps}
    assert creases + len(letters) == 12


def test_normal_dice_are_two_halves_and_the_ogre_four_parts() -> None:
    assert len(folding_net(DICE["ogre/infantry"])) == 2
    assert len(folding_net(DICE["ogre/ogre"])) == 4


@pytest.mark.parametrize("die", [DICE["ogre/infantry"], DICE["ogre/ogre"]], ids=["normal", "ogre"])
def test_flaps_lie_clear_of_faces_and_of_each_other(die: Die) -> None:
    pieces = folding_net(die)
    assert pieces
    for piece in pieces:
        faces = [Polygon(placed.corners_mm) for placed in piece.faces]
        flaps = [Polygon(flap_outline_mm(flap)) for flap in piece.flaps]
        assert flaps
        for n, flap in enumerate(flaps):
            assert flap.is_valid
            for other in [*faces, *flaps[:n]]:
                assert flap.intersection(other).area < 0.01 * flap.area


def test_a_tab_is_narrower_at_its_neck_than_the_slit_and_wider_behind_it() -> None:
    (first, second) = folding_net(DICE["ogre/infantry"])
    tab = next(flap for flap in second.flaps if flap.is_tab and flap.letter == "C")
    slot = next(flap for flap in first.flaps if flap.letter == "C")
    slit = (SLIT[1] - SLIT[0]) * np.linalg.norm(np.subtract(slot.end_mm, slot.start_mm))
    points = np.array(flap_outline_mm(tab))
    neck = np.linalg.norm(points[0] - points[-1])
    ears = np.linalg.norm(points[2] - points[-3])
    assert neck < slit < ears
