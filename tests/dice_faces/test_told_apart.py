"""The house dice as the bundled reader sees them: no two faces are near-duplicates, and printed faces are named."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from companion.arrays import Image
from companion.camera import Pinhole
from companion.catalogue import Die, Face
from companion.cli import main
from companion.codec.die import read_dice
from companion.codec.gallery import read_gallery
from companion.codec.reader import load_networks
from companion.geometry import Pose
from companion.opencv import cv2
from companion.paper import Paper, face_image, sheet_places
from companion.resources import Bundled, bundled
from companion.vision import FaceName
from companion.vision.gallery import FACE_SIZE_PX, TURNS, turned_face
from companion.vision.models import Network
from companion.vision.top_faces import FaceClassifier, contrast_normalised, correlate_faces
from tests.paper.conftest import Render

DICE = read_dice(bundled(Bundled.DICE_FACES))
#: How far above the stranger's level two clean prints may come: the true one, at 2.0, still takes 0.98 of the shares.
MARGIN = 0.2
#: What a camera with 1920 pixels across has of a table a metre wide.
_PX_PER_MM = 2.0


@dataclass(frozen=True)
class Printed:
    """Every face in every turn, as it is printed: embeddings and pictures without their light."""

    faces: tuple[tuple[Die, Face], ...]
    prints: np.ndarray
    evened: np.ndarray


@cache
def _reader() -> Network:
    return load_networks().classifier


def _printed() -> Printed:
    faces = tuple((die, face) for die in DICE.values() for face in die.faces)
    arts = [face_image(die, face, 2 * FACE_SIZE_PX)[..., ::-1].copy() for die, face in faces]
    turned = np.stack([turned_face(art, turn) for art in arts for turn in range(TURNS)])
    return Printed(faces, _reader().run(turned), np.stack([contrast_normalised(picture) for picture in turned]))


def _likest(shown: Printed, place: int, limit: float) -> tuple[float, str]:
    """The greatest similarity of a face with any other face of a die of its size, in any turn, and both names.

    Strokes add 1 at most, so that pairs whose embeddings alone are 1 below the limit need no second look.
    """
    die, face = shown.faces[place]
    first = shown.prints @ shown.prints[place * TURNS]
    others = [
        n
        for n in np.flatnonzero(first > limit - 1)
        if n // TURNS != place and shown.faces[n // TURNS][0].edge_mm == die.edge_mm
    ]
    if not others:
        return 0.0, ""
    similarity = first[others] + correlate_faces(shown.evened[place * TURNS], shown.evened[others])
    there, other = shown.faces[others[int(similarity.argmax())] // TURNS]
    return float(similarity.max()), f"{die.id} {face.key} and {there.id} {other.key}"


@pytest.mark.slow
def test_no_two_faces_of_the_catalogue_are_near_duplicates_for_the_bundled_networks() -> None:
    shown = _printed()
    limit = _reader().constants["stranger"] + MARGIN
    worst, pair = max(_likest(shown, place, limit) for place in range(len(shown.faces)))
    assert limit - 0.3 < worst < limit, pair
    assert math.exp(_reader().constants["sharpness"] * (worst - 2)) < 0.02 / 0.98, pair


def _photographed(page: Image, seed: int) -> Image:
    """A printed page as a camera has it: a little out of focus, in yellow light that fades to one side, with noise."""
    rng = np.random.default_rng(seed)
    blurred = cv2.GaussianBlur(page[..., ::-1].astype(float), (0, 0), 0.7)
    light = np.linspace(0.95, 0.6, page.shape[1])[None, :, None] * np.array([0.75, 0.95, 1.0])
    return np.asarray(np.clip(blurred * light + rng.normal(0, 3, page.shape), 0, 255), np.uint8)


def _above(page: Image, top_mm: float) -> Pinhole:
    """A camera far above a page that lies at the height of a top face; a pixel of the page is one of the camera's."""
    far_mm, (tall, wide) = 5000.0, page.shape[:2]
    middle = np.array([(wide - 1) / 2, (tall - 1) / 2])
    focal = _PX_PER_MM * far_mm
    matrix = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]])
    rotation = np.diag([1.0, -1.0, -1.0])
    eye = np.array([wide / 2 / _PX_PER_MM, tall / 2 / _PX_PER_MM, far_mm + top_mm])
    return Pinhole(matrix, np.zeros(5), rotation, -rotation @ eye, (wide, tall))


def _pose(corners_mm: tuple[tuple[float, float], ...], height_mm: float, edge_mm: float, turn: int) -> Pose:
    """Where a printed face lies, in the page's frame with y up; its heading goes to corner ``turn``."""
    corners = np.array(corners_mm) * [1, -1] + [0, height_mm]
    centre = corners.mean(axis=0)
    ahead = corners[turn] - centre
    return Pose(float(centre[0]), float(centre[1]), math.degrees(math.atan2(ahead[1], ahead[0])), edge_mm)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({die.set for die in DICE.values()}))
def test_no_printed_face_is_taken_for_another_and_hardly_one_for_a_stranger(
    name: str, tmp_path: Path, rendered: Render
) -> None:
    target = tmp_path / "sheets.pdf"
    assert main(["print", "dice", "--set", name, "-o", str(target)]) == 0
    pages = [_photographed(page, seed) for seed, page in enumerate(rendered(target, px_per_mm=_PX_PER_MM))]
    classifier = FaceClassifier(_reader(), read_gallery(bundled(Bundled.DICE_FACES, "gallery"), _reader()))
    dice = sorted((die for die in DICE.values() if die.set == name), key=lambda die: (die.team, die.id))
    strangers = []
    places = list(sheet_places(dice, Paper.A4))
    for place, (number, die, face, corners_mm) in enumerate(places):
        turn = place % TURNS
        pose = _pose(corners_mm, Paper.A4.size_mm[1], die.edge_mm, turn)
        [named] = classifier.name(pages[number], _above(pages[number], pose.top_mm), [pose])
        if named.name is None:
            strangers.append((die.id, face.key))
        else:
            assert (named.name, named.turn) == (FaceName(die.id, face.key), turn)
    assert len(places) == 8 * len(dice)
    assert len(strangers) <= 0.02 * len(places), strangers
