"""What people confirm becomes more views of a face; what contradicts the gallery is refused by name."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.arrays import Image
from companion.camera import Camera, calibrate, read_picture
from companion.catalogue import Die
from companion.cli import main
from companion.codec.camera import write_camera
from companion.codec.die import known_dice
from companion.codec.enrolment import read_confirmed_layouts
from companion.codec.gallery import grow_gallery, read_gallery, write_gallery
from companion.codec.mat import read_mat
from companion.codec.reader import load_networks
from companion.codec.rig import TrueDieDocument
from companion.errors import InputError, OperationError
from companion.resources import Bundled, bundled
from companion.vision import (
    ConfirmedView,
    DieState,
    FaceName,
    Gallery,
    Networks,
    Reader,
    ViewConfirmer,
    most_different,
)
from companion.vision.evaluation import RigScene, with_confirmed_views
from companion.vision.gallery import MAX_VIEWS, EnrolledView

DEMO = bundled(Bundled.PICTURES, "demo")
SCENE = DEMO / "scene-000.jpg"
_MILES_AWAY = '{"die": "ogre/gev", "face": "8", "centre_mm": [1200000, 2], "heading_deg": 3}'
_NO_SUCH_FACE = '{"die": "ogre/gev", "face": "99", "centre_mm": [1, 2], "heading_deg": 3}'


@pytest.fixture(scope="module")
def networks() -> Networks:
    return load_networks()


@pytest.fixture(scope="module")
def camera() -> Camera:
    lens = [read_picture(path) for path in sorted(DEMO.glob("lens-*.jpg"))]
    return calibrate(read_mat(DEMO / "mat.json"), lens, [read_picture(DEMO / "table.jpg")]).camera


@pytest.fixture(scope="module")
def truth() -> list[dict[str, Any]]:
    """The flat dice of the picture, as the lines of ``read --json`` have them."""
    dice = json.loads(SCENE.with_suffix(".json").read_text())["dice"]
    return [die for die in dice if die["state"] == "flat" and die["visible"] > 0.95]


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory, networks: Networks, truth: list[dict[str, Any]]) -> Path:
    """One view of each side of the dice in the picture, as a person's own gallery has it."""
    whole = read_gallery(bundled(Bundled.DICE_FACES, "gallery"), networks.classifier)
    own = whole.only({die["die"] for die in truth})
    first = list({view.name: place for place, view in reversed(list(enumerate(own.views)))}.values())
    folder = tmp_path_factory.mktemp("gallery")
    write_gallery(own.at(sorted(first)), folder, networks.classifier)
    return folder


@pytest.fixture(scope="module")
def dice() -> dict[str, Die]:
    return dict(known_dice(bundled(Bundled.DICE_FACES)))


def _layout(folder: Path, dice: list[dict[str, Any]], image: str = SCENE.name) -> Path:
    path = folder / "layout.jsonl"
    path.write_text(json.dumps({"format": 1, "image": image, "dice": dice}) + "\n\n")
    return path


def _other_face(die: dict[str, Any]) -> str:
    return "7" if die["face"] != "7" else "6"


def test_each_flat_die_with_a_name_becomes_a_view(
    tmp_path: Path, camera: Camera, dice: dict[str, Die], gallery: Path, networks: Networks, truth: list[dict[str, Any]]
) -> None:
    unread, leaning = truth[0] | {"face": None, "die": None}, truth[1] | {"state": "leaning"}
    pictures = read_confirmed_layouts(_layout(tmp_path, [unread, leaning, *truth[2:]]), [SCENE], dice)
    found = ViewConfirmer(camera, dice, read_gallery(gallery, networks.classifier), networks).confirm(pictures)
    assert not found.refusals
    assert [one.view.name for one in found.views] == [FaceName(die["die"], die["face"]) for die in truth[2:]]


def test_a_view_is_cut_out_where_the_die_lies_whichever_corner_the_outline_began_with(
    tmp_path: Path, camera: Camera, dice: dict[str, Die], gallery: Path, networks: Networks, truth: list[dict[str, Any]]
) -> None:
    confirmer = ViewConfirmer(camera, dice, read_gallery(gallery, networks.classifier), networks)
    turned = [die | {"corners_mm": die["corners_mm"][1:] + die["corners_mm"][:1]} for die in truth]
    bare = [{key: die[key] for key in ("die", "face", "centre_mm", "heading_deg")} for die in truth]
    cuts = [
        [one.view for one in confirmer.confirm(read_confirmed_layouts(_layout(tmp_path, some), [SCENE], dice)).views]
        for some in (truth, turned, bare)
    ]
    assert len(cuts[0]) == len(truth) > 0
    for right, begun, settled in zip(*cuts, strict=True):
        assert np.array_equal(right.picture, begun.picture)
        assert right.name == settled.name
        assert np.corrcoef(right.picture.ravel(), settled.picture.ravel())[0, 1] > 0.9
        assert settled.shift_covariance_mm2 is not None


def test_a_wrong_side_a_wrong_corner_and_no_die_are_refused_by_name(
    tmp_path: Path, camera: Camera, dice: dict[str, Die], gallery: Path, networks: Networks, truth: list[dict[str, Any]]
) -> None:
    wrong_side = truth[0] | {"face": _other_face(truth[0])}
    wrong_corner = truth[1] | {"heading_deg": truth[1]["heading_deg"] + 120}
    nothing = {key: truth[2][key] for key in ("die", "face", "heading_deg")} | {"centre_mm": [20.0, 300.0]}
    pictures = read_confirmed_layouts(_layout(tmp_path, [wrong_side, wrong_corner, nothing, truth[3]]), [SCENE], dice)
    found = ViewConfirmer(camera, dice, read_gallery(gallery, networks.classifier), networks).confirm(pictures)
    assert [one.view.name for one in found.views] == [FaceName(truth[3]["die"], truth[3]["face"])]
    side, corner, gone = found.refusals
    assert f"{truth[0]['die']} side {_other_face(truth[0])} is refused: it fits {truth[0]['die']} side" in side
    assert f"{truth[1]['die']} side {truth[1]['face']} is refused: another of its corners" in corner
    assert f"{truth[2]['die']} side {truth[2]['face']} is refused: no such die is seen" in gone


@pytest.mark.parametrize(
    ("taken_otherwise", "message"),
    [
        (lambda pixels: np.ascontiguousarray(pixels[::-1, ::-1]), "camera has moved"),
        (lambda pixels: np.roll(pixels, 150, axis=1), "another camera's picture"),
    ],
    ids=["moved", "another camera"],
)
def test_a_picture_that_does_not_fit_the_camera_teaches_nothing(
    tmp_path: Path,
    camera: Camera,
    dice: dict[str, Die],
    gallery: Path,
    networks: Networks,
    truth: list[dict[str, Any]],
    taken_otherwise: Callable[[Image], Image],
    message: str,
) -> None:
    (picture,) = read_confirmed_layouts(_layout(tmp_path, truth), [SCENE], dice)
    confirmer = ViewConfirmer(camera, dice, read_gallery(gallery, networks.classifier), networks)
    with pytest.raises(OperationError, match=message):
        confirmer.confirm([replace(picture, pixels=taken_otherwise(picture.pixels))])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "line 1: is not JSON"),
        ('{"format": 1, "image": "scene-000.jpg"}', "line 1: dice: this key is missing"),
        ('{"format": 2, "image": "scene-000.jpg", "dice": []}', "this program reads format 1"),
        ('{"format": 1, "image": "other.jpg", "dice": []}', "there is no line for 'scene-000.jpg'"),
        (
            f'{{"format": 1, "image": "scene-000.jpg", "dice": [{_NO_SUCH_FACE}]}}',
            r"dice\[0\]: ogre/gev has no face '99'",
        ),
        (
            f'{{"format": 1, "image": "scene-000.jpg", "dice": [{_MILES_AWAY}]}}',
            r"dice\[0\]\.centre_mm\[0\]: expected 1000000 or less",
        ),
        ('{"format": 1, "image": "scene-000.jpg", "dice": []}\n' * 2, "line 2: 'scene-000.jpg' has a line already"),
    ],
)
def test_a_line_that_is_not_understood_is_reported_with_its_place(
    tmp_path: Path, dice: dict[str, Die], text: str, message: str
) -> None:
    path = tmp_path / "layout.jsonl"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        read_confirmed_layouts(path, [SCENE], dice)


def _views(name: FaceName, count: int) -> list[EnrolledView]:
    return [
        EnrolledView(name, 50.8, np.random.default_rng(n).integers(0, 255, (192, 192, 3)).astype(np.uint8))
        for n in range(count)
    ]


def test_the_most_different_views_stay_and_the_first_of_each_face() -> None:
    angles = [0, 1, 2, 90, 91, 180]
    prints = np.array([[[np.cos(a), np.sin(a)]] for a in np.radians(angles)], np.float32)
    views = _views(FaceName("t/tank", "8"), len(angles))
    assert most_different(Gallery(tuple(views), prints), 3) == [0, 3, 5]
    other = replace(views[1], name=FaceName("t/tank", "7"))
    assert most_different(Gallery((views[0], other, *views[2:]), prints), 2) == [0, 1, 5]


def test_a_gallery_grows_to_eight_views_of_a_face_named_by_their_picture(
    tmp_path: Path, gallery: Path, networks: Networks, truth: list[dict[str, Any]]
) -> None:
    own, name = tmp_path / "own", FaceName(truth[0]["die"], truth[0]["face"])
    shutil.copytree(gallery, own)
    before = json.loads((own / "gallery.json").read_text())["faces"]
    new = [ConfirmedView(f"evening-{n}.jpg", view) for n, view in enumerate(_views(name, MAX_VIEWS + 2))]
    assert grow_gallery(new[:3], own, networks.classifier) == 3
    assert grow_gallery(new[:3], own, networks.classifier) == 0  # the same pictures again
    grow_gallery(new[3:], own, networks.classifier)
    rows = json.loads((own / "gallery.json").read_text())["faces"]
    here = [row for row in rows if (row["die"], row["face"]) == (name.die, name.face)]
    assert len(here) == MAX_VIEWS
    assert "confirmed_in" not in here[0]
    assert all(row["confirmed_in"].startswith("evening-") for row in here[1:])
    assert [row for row in rows if row not in here] == [
        row for row in before if row["face"] != name.face or row["die"] != name.die
    ]
    assert {path.name for path in own.glob("*.jpg")} == {row["picture"] for row in rows}
    assert len(read_gallery(own, networks.classifier).views) == len(rows)


def test_a_gallery_that_cannot_be_written_stays_as_it_was(
    tmp_path: Path, gallery: Path, networks: Networks, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own"
    shutil.copytree(gallery, own)
    before = (own / "gallery.json").read_bytes()
    name = read_gallery(own, networks.classifier).views[0].name
    monkeypatch.setattr("companion.vision.save_embeddings", _no_room)
    with pytest.raises(OperationError, match="cannot be written"):
        grow_gallery([ConfirmedView("a.jpg", view) for view in _views(name, 2)], own, networks.classifier)
    assert (own / "gallery.json").read_bytes() == before
    assert len(read_gallery(own, networks.classifier).views) == len(json.loads(before)["faces"])


def _no_room(*_: object) -> None:
    raise OSError(28, "no space left on device")


def test_the_command_adds_to_the_gallery_or_to_another(
    tmp_path: Path,
    camera: Camera,
    gallery: Path,
    truth: list[dict[str, Any]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    write_camera(camera, tmp_path / "camera.json")
    wrong = truth[0] | {"face": _other_face(truth[0])}
    words = [
        "enrol",
        "--confirm",
        str(_layout(tmp_path, [wrong, *truth[1:3]])),
        "--camera",
        str(tmp_path / "camera.json"),
    ]
    before = len(json.loads((gallery / "gallery.json").read_text())["faces"])
    assert main([*words, "--gallery", str(gallery), "-o", str(tmp_path / "other"), str(SCENE)]) == 0
    message = capsys.readouterr()
    assert f"2 views added to {tmp_path / 'other'}, 1 refused." in message.out
    assert f"{wrong['die']} side {wrong['face']} is refused" in message.err
    assert len(json.loads((tmp_path / "other" / "gallery.json").read_text())["faces"]) == before + 2
    assert len(json.loads((gallery / "gallery.json").read_text())["faces"]) == before


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--confirm", "l.jsonl", "--camera", "c.json", "a.jpg"], "--confirm goes with --camera, --gallery"),
        (["--camera", "c.json", "a.jpg"], "pictures and --gallery go with --confirm"),
        (["--confirm", "l.jsonl", "--camera", "c", "--gallery", "g", "--live", "a.jpg"], "without --faces, --live"),
    ],
)
def test_words_that_do_not_go_together_are_reported(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["enrol", *words]) == 2
    assert message in capsys.readouterr().err


def test_an_evaluation_may_learn_from_its_first_pictures(
    camera: Camera, dice: dict[str, Die], gallery: Path, networks: Networks, truth: list[dict[str, Any]]
) -> None:
    reader = Reader(camera, dice, read_gallery(gallery, networks.classifier), networks)
    scene = RigScene(SCENE, tuple(TrueDieDocument(**_tuples(die)).to_die() for die in truth))
    grown = with_confirmed_views(reader, [scene])
    new = grown.gallery.views[len(reader.gallery.views) :]
    named = {FaceName(die["die"], die["face"]) for die in truth}
    assert {view.name for view in grown.gallery.views if view.name in named} == named
    assert len(grown.gallery.views) == len(reader.gallery.views) + len(new) > len(reader.gallery.views)
    assert with_confirmed_views(reader, []) is reader


def _tuples(die: dict[str, Any]) -> dict[str, Any]:
    corners = tuple((float(x), float(y)) for x, y in die["corners_mm"])
    x, y = die["centre_mm"]
    keys = ("die", "face", "edge_mm", "heading_deg", "visible")
    return {key: die[key] for key in keys} | {
        "corners_mm": corners,
        "centre_mm": (float(x), float(y)),
        "state": DieState(die["state"]),
    }
