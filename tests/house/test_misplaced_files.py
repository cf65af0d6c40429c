"""Words and files in each other's place: reported as that, by the real commands, and nothing is written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.codec.schemas import SCHEMAS
from companion.file_kinds import FORMATS, name_content
from companion.journal import Game, Journal
from companion.resources import Bundled, bundled

DEMO = bundled(Bundled.PICTURES, "demo")
FILM = bundled(Bundled.PICTURES, "film")
#: A format as people call it -> its schema.
NAMED = {
    "camera file": "camera",
    "certificate": "certificate",
    "certify sheet": "certify-sheet",
    "film": "film",
    "mat file": "mat",
    "misread table": "misread",
    "referee script": "script",
    "report of an evaluation": "figures",
    "result of Exercise K": "exercise-k-results",
    "result of a match": "result",
    "shadow record": "shadow",
}


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for source, name in ((DEMO / "table.jpg", "table.jpg"), (DEMO / "mat.json", "mat.json")):
        Path(name).write_bytes(source.read_bytes())
    Path("camera.json").write_bytes((FILM / "camera.json").read_bytes())
    Path("script.json").write_bytes((FILM / "match.json").read_bytes())
    Path("own.json").write_text('{"of": "somebody else"}')
    Path("folder").mkdir()
    Journal.begin(tmp_path / "evening.diceland", game=Game.OGRE_CARD, opening={"format": 1}).close()
    return tmp_path


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("calibrate --mat table.jpg mat.json -o c.json", "table.jpg is a picture; a mat file (JSON) belongs here"),
        ("calibrate --mat camera.json table.jpg -o c.json", "camera.json is a camera file; a mat file (JSON)"),
        ("calibrate --mat folder table.jpg -o c.json", "folder is a folder; a mat file (JSON) belongs here"),
        ("calibrate --mat evening.diceland table.jpg -o c.json", "evening.diceland is a match; a mat file (JSON)"),
        ("calibrate --mat mat.json camera.json -o c.json", "camera.json is a camera file; a picture belongs here"),
        ("calibrate --mat mat.json own.json -o c.json", "own.json is a JSON file; a picture belongs here"),
        ("calibrate --mat mat.json folder -o c.json", "folder is a folder; a picture belongs here"),
        ("read --camera mat.json table.jpg", "mat.json is a mat file; a camera file (JSON) belongs here"),
        ("read --camera script.json table.jpg", "script.json is a referee script; a camera file (JSON) belongs here"),
        ("read --camera table.jpg camera.json", "table.jpg is a picture; a camera file (JSON) belongs here"),
        ("referee camera.json", "camera.json is a camera file; a referee script (JSON) belongs here"),
        ("calibrate table.jpg -o c.json", "calibrate: give --mat, or --clicks with --size."),
        ("calibrate --mat mat.json --clicks 1,2 table.jpg -o c.json", "give --mat, or --clicks with --size."),
        ("print markers --size 1000 -o m.pdf", "expected width x depth in mm, such as 1000x620"),
        ("calibrat --mat mat.json table.jpg", "there is no calibrat; did you mean calibrate?"),
        ("print marker -o m.pdf", "there is no marker; did you mean markers?"),
        ("print markers --sice 1000x620 -o m.pdf", "there is no option --sice; did you mean --size?"),
        ("calibrate --matt mat.json table.jpg", "there is no option --matt; did you mean --mat?"),
        ("--verison", "there is no option --verison; did you mean --version?"),
    ],
)
def test_what_stands_in_anothers_place_is_reported_as_that(
    there: Path, words: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = set(there.iterdir())
    assert main(words.split()) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert message in line
    assert set(there.iterdir()) == before


def test_one_number_is_the_width_of_a_round_table(
    qapp: object, there: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["print", "markers", "--size", "1000", "--round", "-o", "m.pdf"]) == 0
    assert "mat-round-1000.json" in capsys.readouterr().out


def test_the_keys_that_tell_formats_apart_are_keys_of_theirs() -> None:
    assert NAMED.keys() == FORMATS.keys()
    for name, keys in FORMATS.items():
        fields = SCHEMAS[NAMED[name]][1].model_fields
        assert keys <= fields.keys(), name
        earlier = list(FORMATS)[: list(FORMATS).index(name)]
        assert not any(FORMATS[other] <= fields.keys() for other in earlier), f"{name} would be taken for another"


def test_files_of_each_kind_are_named() -> None:
    for file, kind in ((DEMO / "mat.json", "mat file"), (FILM / "film.json", "film"), (DEMO / "table.jpg", "picture")):
        assert name_content(file.read_bytes()) == kind
    assert name_content(json.dumps([1, 2]).encode()) == "JSON file"
    assert name_content(b"[[" * 100_000) is None
    assert name_content(b"format = 1") is None
