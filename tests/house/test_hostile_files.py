"""Whatever a file says, it is accepted, or refused by a sentence that names it: no other failure, in no format."""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from companion.certify.documents import read_certify_sheet
from companion.codec.camera import read_camera
from companion.codec.card_layout import load_layout
from companion.codec.die import read_die
from companion.codec.enrolment import read_face_clicks
from companion.codec.gallery import read_gallery
from companion.codec.mat import read_mat
from companion.codec.reader import load_network
from companion.codec.rig import read_rig
from companion.codec.script import decode_match_opening, read_script, run_script
from companion.codec.sources import open_film
from companion.documents import parse_json
from companion.errors import InputError, OperationError
from companion.exercise_k.codec.documents import bundled_sheet_file, load_sheet
from companion.geometry import fit_plan
from companion.journal import EntryKind
from companion.resources import Bundled, bundled, state_folder
from companion.session.match import DiceRules
from companion.ui.settings import load_settings, recall
from companion.vision.models import Network
from tests.film import FILM
from tests.hostile import spoiled_text
from tests.house.hostile_documents import (
    CAMERA,
    CARD,
    DESK_SCRIPT,
    FACES,
    FILM_LIST,
    GALLERY,
    MATCH,
    SCRIPT,
    SHEET,
    TRUTH,
)

DICE: Final = {"ogre/gev": read_die(bundled(Bundled.DICE_FACES, "ogre/gev.toml"))}


def _toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _run_script(path: Path) -> None:
    for line in run_script(read_script(path)):
        json.dumps(line.as_json(), allow_nan=False)
        assert line.ruling.rules


def _use_camera(path: Path) -> None:
    camera = read_camera(path)
    rim = camera.table.outline()
    camera.lens.to_table(camera.lens.project(np.column_stack([rim, np.zeros(len(rim))])))
    assert camera.lens.eye_mm.shape == (3,)


def _lay_sheet(path: Path) -> None:
    """As a picture of the sheet is measured, its marks being seen where they are."""
    sheet = read_certify_sheet(path)
    printed = np.mean([mark.corners_mm for mark in sheet.marks], axis=1)
    fit = fit_plan(printed, printed + 1.0)
    assert np.isfinite(fit.apply(np.array([place.centre_mm for place in sheet.places]))).all()
    assert all(np.isfinite(place.pose.top_mm) for place in sheet.places)


def _show_film(path: Path) -> None:
    film = open_film(path, fps=0)
    film.skip(10**9)
    film.read()


def _open_gallery(path: Path) -> None:
    read_gallery(path.parent, Network("formula", "0" * 64, MappingProxyType({}), _Formula()))


class _Formula:
    """In place of a network: the same answer to every picture."""

    def run(self, _names: object, given: dict[str, NDArray[np.float32]]) -> list[NDArray[np.float32]]:
        return [np.ones((len(given["pictures"]), 128), np.float32)]


def _open_rig(path: Path) -> None:
    folder = path.parent
    for name in ("table.jpg", "scene-000.jpg"):
        (folder / name).touch()
    (folder / "mat.json").write_bytes(bundled(Bundled.PICTURES, "demo/mat.json").read_bytes())
    (folder / "enrol.json").write_text(json.dumps(FACES), encoding="utf-8")
    (folder / "dice").mkdir(exist_ok=True)
    (folder / "dice" / "gev.toml").write_bytes(bundled(Bundled.DICE_FACES, "ogre/gev.toml").read_bytes())
    read_rig(folder)


def _play_match(path: Path) -> None:
    """As a journal's rows are read: an opening, then acts and corrections."""
    match = parse_json(path.read_bytes())
    if not isinstance(match, dict) or not isinstance(match.get("opening"), dict):
        return
    book = DiceRules(decode_match_opening(match["opening"]))
    for row in match.get("entries") or ():
        if isinstance(row, dict):
            kind = EntryKind.CORRECTION if "do" not in row else EntryKind.ACT
            book.take(book.start, book.decode(kind, row))


def _load_model(path: Path) -> None:
    packed = path.with_suffix(".onnx")
    if not packed.exists():
        packed.write_bytes(bundled(Bundled.MODELS, "finder.onnx").read_bytes())
    load_network(path.stem, path.parent)


def _recall(path: Path) -> None:
    assert recall().table_size_mm
    assert path.parent == state_folder()


class Format(NamedTuple):
    """A kind of file: what it is called, a valid one, what the program does with it, how it is refused."""

    file: str
    valid: Any
    use: Callable[[Path], object]
    refusal: type[OperationError] = InputError


FORMATS: Final = {
    "script": Format("script.json", SCRIPT, _run_script),
    "script of Exercise K": Format("desk.json", DESK_SCRIPT, _run_script),
    "match": Format("match.json", MATCH, _play_match),
    "die": Format("die.toml", _toml(bundled(Bundled.DICE_FACES, "ogre/ogre.toml")), read_die),
    "tracking card": Format("card.toml", CARD, load_layout),
    "record sheet": Format("sheet.toml", _toml(bundled_sheet_file()), load_sheet),
    "mat": Format("mat.json", json.loads(bundled(Bundled.PICTURES, "demo/mat.json").read_text()), read_mat),
    "camera": Format("camera.json", CAMERA, _use_camera),
    "certify sheet": Format("sheet.json", SHEET, _lay_sheet),
    "faces": Format("faces.json", FACES, partial(read_face_clicks, dice=DICE)),
    "gallery": Format("gallery.json", GALLERY, _open_gallery),
    "film": Format("film.json", FILM_LIST, _show_film),
    "truth": Format("scene-000.json", TRUTH, _open_rig, OperationError),
    "model card": Format("finder.toml", _toml(bundled(Bundled.MODELS, "finder.toml")), _load_model, OperationError),
    "settings": Format("settings.json", {"format": 1, "theme": "dark", "spoken": True}, lambda _: load_settings()),
    "memory": Format("remembered.json", {"format": 1, "source": "0", "table_size_mm": [9.0, 9.0]}, _recall),
}


def stand_or_refuse(kind: str, content: bytes, folder: Path) -> bool:
    """Use a file with that content; whether it was accepted. Its refusal has to name it and say something."""
    known = FORMATS[kind]
    path = (state_folder() if kind in {"settings", "memory"} else folder) / known.file
    path.write_bytes(content)
    try:
        known.use(path)
    except known.refusal as error:
        message = str(error)
        named = path.stem in message or str(path.parent) in message
        assert named or kind == "match"  # whose rows lie in a journal, which is named by its reader
        assert len(path.stem) < len(message) < 20_000
        return False
    assert path.read_bytes() == content, "reading a file leaves it as it was"
    return True


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the pictures that the valid files name."""
    (tmp_path / "000.jpg").write_bytes((FILM / "000.jpg").read_bytes())
    from companion.opencv import cv2

    (tmp_path / "face.jpg").write_bytes(bytes(cv2.imencode(".jpg", np.zeros((192, 192, 3), np.uint8))[1]))
    return tmp_path


@pytest.mark.parametrize("kind", FORMATS)
def test_the_valid_file_of_every_format_is_accepted(kind: str, folder: Path) -> None:
    """Or what follows would prove nothing."""
    from tests.hostile import toml_of

    known = FORMATS[kind]
    text = toml_of(known.valid) if known.file.endswith(".toml") else json.dumps(known.valid)
    assert stand_or_refuse(kind, text.encode(), folder)


@pytest.mark.parametrize("kind", FORMATS)
@settings(max_examples=60, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_a_spoiled_file_of_any_format_is_accepted_or_refused_by_name(
    kind: str, folder: Path, chance: random.Random
) -> None:
    known = FORMATS[kind]
    stand_or_refuse(kind, spoiled_text(known.valid, chance, toml=known.file.endswith(".toml")), folder)
