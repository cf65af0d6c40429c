"""Enrolled faces are saved, turned, found again, and dice out of the gallery stay dice out of the gallery."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from companion.camera import Pinhole
from companion.codec.gallery import read_gallery, write_gallery
from companion.errors import InputError
from companion.geometry import Pose
from companion.vision import tuning
from companion.vision.gallery import FACE_SIZE_PX, EnrolledView, Gallery, cut_view, turned_face
from companion.vision.models import Network
from companion.vision.reading import FaceName
from companion.vision.top_faces import FaceClassifier

MakeNetwork = Callable[..., Network]


def _thumbnail(pictures: np.ndarray) -> np.ndarray:
    """A embedding by plain means: a coarse grey picture, centred, of length 1."""
    grey = (
        pictures[:, :, 16:80, 16:80].mean(1).reshape(len(pictures), 8, 8, 8, 8).mean((2, 4)).reshape(len(pictures), -1)
    )
    grey = grey - grey.mean(1, keepdims=True)
    return np.asarray(grey / np.maximum(np.linalg.norm(grey, axis=1, keepdims=True), 1e-6), np.float32)


def _face(seed: int) -> np.ndarray:
    blocks = np.random.default_rng(seed).integers(0, 255, (6, 6, 3)).astype(np.uint8)
    return np.kron(blocks, np.ones((32, 32, 1), np.uint8))


@pytest.fixture
def thumbnails(network: MakeNetwork) -> Network:
    return network(_thumbnail, sharpness=20.0, stranger=1.5)


def _table_of(lens: Pinhole, faces: dict[Pose, np.ndarray]) -> np.ndarray:
    """A picture in which each face picture lies at its pose, drawn by the frame it would be cut out by."""
    from companion.vision.gallery import face_frame

    picture = np.full((lens.size_wh[1], lens.size_wh[0], 3), 90, np.uint8)
    columns, rows = np.meshgrid(np.arange(lens.size_wh[0]), np.arange(lens.size_wh[1]))
    pixels = np.column_stack([columns.ravel(), rows.ravel()]).astype(float)
    for pose, face in faces.items():
        frame = face_frame(pose)
        plan = lens.to_table(pixels, height_mm=pose.top_mm) - pose.centre_mm
        angle = np.radians(pose.heading_deg)
        up, right = np.array([np.cos(angle), np.sin(angle)]), np.array([np.sin(angle), -np.cos(angle)])
        u = np.round(plan @ right / frame.mm_per_px * 2 + 95.5).astype(int)
        v = np.round(95.5 - plan @ up / frame.mm_per_px * 2).astype(int)
        inside = (u >= 0) & (u < 192) & (v >= 0) & (v < 192)
        picture.reshape(-1, 3)[inside] = face[v[inside], u[inside]]
    return picture


def test_a_face_is_named_and_turned_rightly_and_a_stranger_is_not(lens: Pinhole, thumbnails: Network) -> None:
    at = [Pose(250, 200, 20, 50.8), Pose(500, 300, 100, 50.8), Pose(750, 380, -50, 50.8)]
    enrolled = _table_of(lens, dict(zip(at, map(_face, (1, 2, 3)), strict=True)))
    names = [FaceName("t/one", "8"), FaceName("t/one", "7"), FaceName("t/two", "8")]
    gallery = Gallery.of([cut_view(enrolled, lens, p, n) for p, n in zip(at, names, strict=True)], thumbnails)
    table = _table_of(lens, {Pose(400, 250, 10, 50.8): _face(2), Pose(620, 180, 0, 50.8): _face(9)})
    # the second look is turned by 240 degrees: what is up now is the enrolled corner 2
    first, out_of_gallery = FaceClassifier(thumbnails, gallery).name(
        table, lens, [Pose(400, 250, 250, 50.8), Pose(620, 180, 0, 50.8)]
    )
    assert (first.name, first.turn) == (FaceName("t/one", "7"), 2)
    assert first.confidence > 0.9
    assert out_of_gallery.name is None


def test_a_face_is_weighed_against_dice_of_its_size_only(lens: Pinhole, thumbnails: Network) -> None:
    pose = Pose(500, 300, 0, 50.8)
    picture = _table_of(lens, {pose: _face(1)})
    small = cut_view(picture, lens, pose, FaceName("t/small", "8"))
    giant = EnrolledView(FaceName("t/giant", "8"), 101.6, small.picture)
    assert FaceClassifier(thumbnails, Gallery.of([giant], thumbnails)).name(picture, lens, [pose])[0].name is None
    assert (
        FaceClassifier(thumbnails, Gallery.of([giant, small], thumbnails)).name(picture, lens, [pose])[0].name
        == small.name
    )


def test_how_like_a_face_is_that_did_not_come_to_mind_is_measured_where_it_is_asked_about(thumbnails: Network) -> None:
    views = [
        EnrolledView(FaceName("t/one", str(seed)), 50.8, _face(seed)[:FACE_SIZE_PX, :FACE_SIZE_PX])
        for seed in range(tuning.STROKE_CANDIDATES + 4)
    ]
    classifier = FaceClassifier(thumbnails, Gallery.of(views, thumbnails))
    crop = turned_face(views[0].picture, 0)[None]
    (plain,) = classifier.name_crops(crop, [50.8])
    known = {one.name for one in plain.ranked}
    unthought = next(view.name for view in views if view.name not in known)
    (asked,) = classifier.name_crops(crop, [50.8], [{unthought, views[0].name}])
    assert {one.name for one in asked.ranked} == {*known, unthought}
    assert asked.name == plain.name == views[0].name
    assert -2 <= min(one.value for one in asked.ranked if one.name == unthought) < asked.similarity


def test_a_face_is_compared_by_what_is_in_sight_of_it(thumbnails: Network) -> None:
    faces = [_face(seed)[:FACE_SIZE_PX, :FACE_SIZE_PX] for seed in (1, 2, 3)]
    views = [EnrolledView(FaceName("t/one", str(n)), 50.8, face) for n, face in enumerate(faces)]
    classifier = FaceClassifier(thumbnails, Gallery.of(views, thumbnails))
    in_sight = np.ones((FACE_SIZE_PX, FACE_SIZE_PX), bool)
    in_sight[:, FACE_SIZE_PX // 2 :] = False
    covered = np.where(in_sight[..., None], turned_face(faces[0], 0), turned_face(faces[1], 0))
    (whole,) = classifier.name_crops(covered[None], [50.8])
    (part,) = classifier.name_crops(covered[None], [50.8], in_sight=[in_sight.ravel()])
    assert whole.name is None
    assert part.name == FaceName("t/one", "0")
    assert part.similarity > 1.9
    other = turned_face(_face(9)[:FACE_SIZE_PX, :FACE_SIZE_PX], 0)[None]
    assert classifier.name_crops(other, [50.8], in_sight=[in_sight.ravel()])[0].name is None


def test_an_empty_gallery_knows_nobody(lens: Pinhole, thumbnails: Network) -> None:
    picture = np.zeros((720, 1280, 3), np.uint8)
    assert (
        FaceClassifier(thumbnails, Gallery.of([], thumbnails)).name(picture, lens, [Pose(500, 300, 0, 50.8)])[0].name
        is None
    )


def test_turning_three_times_comes_back() -> None:
    picture = np.zeros((2 * FACE_SIZE_PX, 2 * FACE_SIZE_PX, 3), np.uint8)
    picture[20:60, 80:112] = 255  # near corner 0, which is up
    brightest = [
        np.unravel_index(turned_face(picture, turn)[..., 0].argmax(), (FACE_SIZE_PX, FACE_SIZE_PX)) for turn in range(3)
    ]
    up, left, right = (np.array([column - 47.5, 47.5 - row]) for row, column in brightest)
    # with corner 1 up, corner 0 stands where corner 2 stood: lower right
    assert up[1] > 15
    assert left[0] > 10
    assert left[1] < 0
    assert right[0] < -10
    assert right[1] < 0


def test_gallery_survives_disk(tmp_path: Path, thumbnails: Network) -> None:
    gallery = Gallery.of([EnrolledView(FaceName("t/one", str(k)), 50.8, _face(k)) for k in range(3)], thumbnails)
    write_gallery(gallery, tmp_path / "g", thumbnails)
    again = read_gallery(tmp_path / "g", thumbnails)
    assert [v.name for v in again.views] == [v.name for v in gallery.views]
    assert again.prints == pytest.approx(gallery.prints)
    (tmp_path / "g" / "fingerprints.npz").write_bytes(b"broken")
    anew = read_gallery(tmp_path / "g", thumbnails).prints  # made again from the pictures, which are saved as JPEG
    assert (anew * gallery.prints).sum(-1) == pytest.approx(1, abs=0.01)


def test_how_exactly_a_face_was_cut_out_survives_disk_and_may_be_left_out(tmp_path: Path, thumbnails: Network) -> None:
    reported = np.array([[0.02, 0.001, 0.0], [0.001, 0.03, -0.002], [0.0, -0.002, 0.04]])
    views = [
        EnrolledView(FaceName("t/one", "8"), 50.8, _face(1), reported),
        EnrolledView(FaceName("t/one", "7"), 50.8, _face(2)),
    ]
    write_gallery(Gallery.of(views, thumbnails), tmp_path, thumbnails)
    first, second = read_gallery(tmp_path, thumbnails).views
    assert first.shift_covariance_mm2 == pytest.approx(reported)
    assert second.shift_covariance_mm2 is None
    rows = json.loads((tmp_path / "gallery.json").read_text())["faces"]
    assert ["shift_covariance_mm2" in row for row in rows] == [True, False]


def test_halves_of_a_covariance_that_differ_by_a_hair_are_kept_alike(tmp_path: Path, thumbnails: Network) -> None:
    reported = np.diag([0.02, 0.03, 0.04])
    reported[0, 1], reported[1, 0] = -5.4999e-6, -5.5001e-6
    gallery = Gallery.of([EnrolledView(FaceName("t/one", "8"), 50.8, _face(1), reported)], thumbnails)
    write_gallery(gallery, tmp_path, thumbnails)
    (kept,) = read_gallery(tmp_path, thumbnails).views
    assert kept.shift_covariance_mm2 is not None
    assert kept.shift_covariance_mm2[0, 1] == kept.shift_covariance_mm2[1, 0]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "no such gallery"),
        ("not json", "is not JSON"),
        ('{"format": 2, "faces": []}', "format: this program reads format 1"),
        (json.dumps({"format": 1, "faces": [{"die": "t/one"}]}), r"faces\[0\]\.picture: this key is missing"),
        (
            json.dumps({"format": 1, "faces": [{"die": "a", "face": "8", "edge_mm": 50.8, "picture": "no.png"}]}),
            "no.png is missing",
        ),
    ],
)
def test_a_bad_gallery_is_refused_with_a_reason(
    tmp_path: Path, thumbnails: Network, content: str | None, message: str
) -> None:
    if content is not None:
        (tmp_path / "gallery.json").write_text(content)
    with pytest.raises(InputError, match=message):
        read_gallery(tmp_path, thumbnails)
