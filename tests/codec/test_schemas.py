"""The schemas on disk are those of the documents, and what comes with the program is of its format."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import pytest
from pydantic import BaseModel

from companion.codec.camera import read_camera, write_camera
from companion.codec.document import FolderContext, read_json_document, read_toml_document
from companion.codec.schemas import SCHEMAS, schema_text
from companion.resources import Bundled, bundled

FOLDER = bundled(Bundled.FORMATS)
DICE = bundled(Bundled.DICE_FACES)
PICTURES = bundled(Bundled.PICTURES)
RULES = Path(str(resources.files("companion.rules")))
BUNDLED = {
    "die": list(DICE.rglob("*.toml")),
    "gallery": [DICE / "gallery" / "gallery.json"],
    "network-card": [*bundled(Bundled.MODELS).glob("*.toml")],
    "record-sheet": [RULES.parent / "exercise_k" / "rules" / "mark_iii.toml"],
    "tracking-card": [*RULES.glob("ogre-card-*.toml")],
    "mat": [*bundled(Bundled.CALIBRATION).glob("mat-*.json"), *PICTURES.glob("*/mat.json")],
    "camera": [*PICTURES.glob("*/camera.json")],
    "film": [*PICTURES.glob("*/film.json")],
    "scene": [*PICTURES.glob("demo/scene-*.json")],
}


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_on_disk_is_that_of_its_document(name: str) -> None:
    """Where it is not: ``python -m companion.codec.schemas`` makes it."""
    text = (FOLDER / f"{name}.schema.json").read_text(encoding="utf-8")
    assert text == schema_text(name)
    schema = json.loads(text)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["title"]
    assert schema["description"]
    assert "Document" not in schema["description"]


def test_every_schema_belongs_to_a_format() -> None:
    assert {path.name for path in FOLDER.glob("*.json")} == {f"{name}.schema.json" for name in SCHEMAS}


@pytest.mark.parametrize("name", BUNDLED)
def test_what_comes_with_the_program_is_of_its_format(name: str) -> None:
    assert BUNDLED[name]
    for path in BUNDLED[name]:
        assert isinstance(_read(SCHEMAS[name][1], path), BaseModel)


def _read(kind: type[BaseModel], path: Path) -> BaseModel:
    if path.suffix == ".toml":
        return read_toml_document(kind, path)
    return read_json_document(kind, path, context=FolderContext(path.parent))


@pytest.mark.parametrize("path", BUNDLED["camera"], ids=lambda path: path.parent.name)
def test_a_camera_is_written_as_it_was_read(path: Path, tmp_path: Path) -> None:
    write_camera(read_camera(path), tmp_path / "camera.json")
    assert json.loads((tmp_path / "camera.json").read_text()) == json.loads(path.read_text())
