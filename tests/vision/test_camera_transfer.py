"""What a camera does to a few confirmed faces it does to all: the others are rendered as it would show them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from companion.arrays import Image
from companion.codec.gallery import grow_gallery, read_gallery, read_gallery_rows, write_gallery
from companion.codec.reader import load_networks
from companion.opencv import cv2
from companion.vision import CameraTransfer, ConfirmedView, EnrolledView, FaceName, Gallery, Network
from companion.vision.gallery import VIEW_SIZE_PX, turned_face
from companion.vision.top_faces import contrast_normalised, correlate_faces


@pytest.fixture(scope="module")
def network() -> Network:
    return load_networks().classifier


def _painting(seed: int) -> Image:
    rng = np.random.default_rng(seed)
    rough = rng.uniform(0, 255, (24, 24, 3)).astype(np.float32)
    fine = rng.uniform(-50, 50, (96, 96, 3)).astype(np.float32)
    size = (VIEW_SIZE_PX, VIEW_SIZE_PX)
    mixed = cv2.resize(rough, size, interpolation=cv2.INTER_CUBIC) + cv2.resize(fine, size)
    return np.asarray(np.clip(mixed, 0, 255), np.uint8)


def _dim_and_soft(picture: Image) -> Image:
    """A warm lamp, a lens out of focus, and a sensor that mixes its colours."""
    light = cv2.GaussianBlur((picture / 255.0) ** 2.2, (0, 0), 3.0)
    mixed = light @ np.array([[0.3, 0.0, 0.1], [0.1, 0.5, 0.1], [0.0, 0.2, 0.7]])
    return np.asarray(np.clip(mixed**0.5 * 200 + np.random.default_rng(1).normal(0, 6, mixed.shape), 0, 255), np.uint8)


def _views(through: Callable[[Image], Image], faces: range) -> list[EnrolledView]:
    return [EnrolledView(FaceName("a/die", str(n)), 50.8, through(_painting(n))) for n in faces]


def _as_it_is(picture: Image) -> Image:
    return picture


def _likeness(one: EnrolledView, other: EnrolledView) -> float:
    faces = [contrast_normalised(turned_face(view.picture, 0)) for view in (one, other)]
    return float(correlate_faces(faces[0], faces[1][None])[0])


def test_a_face_that_nobody_confirmed_is_shown_as_the_other_camera_shows_it() -> None:
    enrolled, confirmed = _views(_as_it_is, range(12)), _views(_dim_and_soft, range(6))
    transfer = CameraTransfer.learn(enrolled, confirmed)
    assert transfer is not None
    rendered = transfer.views(enrolled)
    assert [view.name for view in rendered] == [view.name for view in enrolled]
    for before, after, true in zip(enrolled[6:], rendered[6:], _views(_dim_and_soft, range(6, 12)), strict=True):
        assert _likeness(after, true) > _likeness(before, true) + 0.1
        assert abs(float(after.picture.mean()) - float(true.picture.mean())) < 15


@pytest.mark.parametrize(
    ("confirmed", "why"),
    [
        (_views(_as_it_is, range(8)), "the same camera"),
        (_views(_dim_and_soft, range(3)), "too few faces"),
        ([*_views(_dim_and_soft, range(2))] * 4, "too few faces, seen often"),
        (_views(_dim_and_soft, range(40, 48)), "faces that nobody enrolled"),
        ([], "nothing confirmed"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_nothing_is_learned_from(confirmed: list[EnrolledView], why: str) -> None:
    assert CameraTransfer.learn(_views(_as_it_is, range(12)), confirmed) is None, why


def test_what_differs_from_face_to_face_is_no_camera() -> None:
    others = [EnrolledView(FaceName("a/die", str(n)), 50.8, _painting(n + 100)) for n in range(8)]
    assert CameraTransfer.learn(_views(_as_it_is, range(12)), others) is None


def test_a_gallery_keeps_rendered_faces_between_enrolled_and_confirmed_ones_and_renders_them_anew(
    tmp_path: Path, network: Network
) -> None:
    enrolled, confirmed = _views(_as_it_is, range(4)), _views(_dim_and_soft, range(2))
    write_gallery(Gallery.of(enrolled, network), tmp_path, network)
    for seed in range(2):  # the second time in place of the first
        rendered = [EnrolledView(view.name, 50.8, _painting(200 + seed)) for view in enrolled]
        new = [ConfirmedView(f"{seed}.jpg", confirmed[seed])]
        assert grow_gallery(new, tmp_path, network, rendered=rendered) == 1
    rows = read_gallery_rows(tmp_path)
    assert [row.confirmed_in for row in rows] == [None] * 8 + ["0.jpg", "1.jpg"]
    assert [row.rendered_from for row in rows[4:8]] == [row.picture for row in rows[:4]]
    gallery = read_gallery(tmp_path, network)
    assert float(np.abs(gallery.views[4].picture.astype(float) - _painting(201)).mean()) < 12
    assert {path.name for path in tmp_path.glob("*.jpg")} == {row.picture for row in rows}


def test_a_gallery_that_knows_of_no_rendered_faces_is_read_as_before(tmp_path: Path, network: Network) -> None:
    write_gallery(Gallery.of(_views(_as_it_is, range(2)), network), tmp_path, network)
    file = tmp_path / "gallery.json"
    old = json.loads(file.read_text())
    for face in old["faces"]:
        face.pop("rendered_from", None)
    file.write_text(json.dumps(old))
    assert len(read_gallery(tmp_path, network).views) == 2
    grow_gallery([ConfirmedView("a.jpg", _views(_dim_and_soft, range(1))[0])], tmp_path, network)
    assert [row.rendered_from for row in read_gallery_rows(tmp_path)] == [None] * 3
