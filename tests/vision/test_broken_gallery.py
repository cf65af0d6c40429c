"""A gallery whose kept embeddings are torn, of other pictures or of another network: made anew, never wrong names."""

from __future__ import annotations

import dataclasses
import io
import json
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from companion.camera import Camera, Pinhole, Quality, TableShape, TableTop
from companion.codec.die import known_dice
from companion.codec.gallery import read_gallery, write_gallery
from companion.codec.reader import load_networks
from companion.errors import InputError
from companion.resources import Bundled, bundled
from companion.vision import Reader, embedding_cache
from companion.vision.embedding_cache import CACHE_FILE, load_embeddings, picture_hash
from companion.vision.gallery import EnrolledView, Gallery
from companion.vision.models import Network
from companion.vision.reading import FaceName

MakeNetwork = Callable[..., Network]
WIDTH = 128


def _by_brightness(pictures: np.ndarray) -> np.ndarray:
    """A embedding that tells pictures apart: the brightness of 128 of its columns and rows."""
    columns = pictures.mean((1, 2))[:, :64]
    rows = pictures.mean((1, 3))[:, :64]
    return np.asarray(np.hstack([columns, rows]), np.float32)


def _face(seed: int) -> np.ndarray:
    blocks = np.random.default_rng(seed).integers(0, 255, (6, 6, 3)).astype(np.uint8)
    return np.kron(blocks, np.ones((32, 32, 1), np.uint8))


@pytest.fixture
def network_here(network: MakeNetwork) -> Network:
    return network(_by_brightness)


@pytest.fixture
def folder(tmp_path: Path, network_here: Network) -> Path:
    """A gallery of three faces, its embeddings made of the pictures as they are saved."""
    views = [EnrolledView(FaceName("t/one", str(number)), 50.8, _face(number)) for number in range(3)]
    write_gallery(Gallery.of(views, network_here), tmp_path / "gallery", network_here)
    (tmp_path / "gallery" / CACHE_FILE).unlink()
    read_gallery(tmp_path / "gallery", network_here)
    return tmp_path / "gallery"


def _archive(**arrays: np.ndarray) -> bytes:
    packed = io.BytesIO()
    np.savez(packed, **arrays)  # type: ignore[arg-type]
    return packed.getvalue()


def _changed(packed: bytes, change: Callable[[dict[str, np.ndarray]], None]) -> bytes:
    with np.load(io.BytesIO(packed)) as kept:
        arrays = dict(kept)
    change(arrays)
    return _archive(**arrays)


def _swap(arrays: dict[str, np.ndarray]) -> None:
    arrays["prints"] = arrays["prints"][::-1]


def _poison(arrays: dict[str, np.ndarray]) -> None:
    arrays["prints"][1, 0, 5] = np.nan


def _one_bit(arrays: dict[str, np.ndarray]) -> None:
    arrays["prints"].view(np.uint32)[1, 0, 5] ^= 1


def _reshape(arrays: dict[str, np.ndarray]) -> None:
    arrays["prints"] = arrays["prints"].reshape(3, WIDTH, 3)


BREAKS: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "cut": lambda packed: packed[: len(packed) // 2],
    "its last byte lost": lambda packed: packed[:-1],
    "another format": lambda _: b"\x93NUMPY\x01\x00v\x00{'descr': '<f4', 'fortran_order': False, 'shape': (9, 9), }",
    "as it was before": lambda _: _archive(prints=np.zeros((3, 3, WIDTH), np.float32), reader=np.array("0" * 64)),
    "rows swapped": lambda packed: _changed(packed, _swap),
    "NaN": lambda packed: _changed(packed, _poison),
    "one bit of a number": lambda packed: _changed(packed, _one_bit),
    "another shape": lambda packed: _changed(packed, _reshape),
    "fewer prints": lambda packed: _changed(packed, lambda a: a.update(prints=a["prints"][:2])),
    "objects": lambda packed: _changed(packed, lambda a: a.update(prints=a["prints"].astype(object))),
}


@pytest.mark.parametrize("broken", BREAKS)
def test_broken_fingerprints_are_made_anew_and_kept(broken: str, folder: Path, network_here: Network) -> None:
    whole = read_gallery(folder, network_here).prints
    cache = folder / CACHE_FILE
    cache.write_bytes(BREAKS[broken](cache.read_bytes()))
    assert len(load_embeddings(folder, network_here.sha256)) < 3
    assert np.array_equal(read_gallery(folder, network_here).prints, whole)
    assert len(load_embeddings(folder, network_here.sha256)) == 3, "what was made anew is saved"


def test_fingerprints_flipped_or_cut_at_random_are_never_believed(folder: Path, network_here: Network) -> None:
    whole = read_gallery(folder, network_here).prints
    packed, chance = (folder / CACHE_FILE).read_bytes(), random.Random(7)
    for _ in range(120):
        broken = bytearray(packed)
        for _ in range(chance.randint(1, 4)):
            broken[chance.randrange(len(broken))] ^= 1 << chance.randrange(8)
        (folder / CACHE_FILE).write_bytes(broken[: chance.choice([len(broken), chance.randrange(len(broken))])])
        assert np.array_equal(read_gallery(folder, network_here).prints, whole)


def test_fingerprints_of_another_picture_are_made_anew(folder: Path, network_here: Network) -> None:
    before = read_gallery(folder, network_here).prints
    rows = json.loads((folder / "gallery.json").read_text())["faces"]
    shutil.copy(folder / rows[0]["picture"], folder / rows[2]["picture"])
    after = read_gallery(folder, network_here).prints
    assert np.array_equal(after, before[[0, 1, 0]])


def test_fingerprints_of_another_network_are_made_anew(folder: Path, network: MakeNetwork) -> None:
    before = read_gallery(folder, network(_by_brightness)).prints
    other = dataclasses.replace(network(lambda pictures: -_by_brightness(pictures)), sha256="1" * 64)
    assert np.array_equal(read_gallery(folder, other).prints, -before)


def test_only_what_is_lacking_is_computed(folder: Path, network: MakeNetwork) -> None:
    seen: list[int] = []

    def counting(pictures: np.ndarray) -> np.ndarray:
        seen.append(len(pictures))
        return _by_brightness(pictures)

    read_gallery(folder, network(counting))
    assert seen == []
    rows = json.loads((folder / "gallery.json").read_text())["faces"]
    shutil.copy(folder / rows[0]["picture"], folder / "new.jpg")
    with (folder / "new.jpg").open("ab") as picture:
        picture.write(b"\0")  # the same face in a file that is another
    rows[1]["picture"] = "new.jpg"
    (folder / "gallery.json").write_text(json.dumps({"format": 1, "faces": rows}))
    read_gallery(folder, network(counting))
    assert seen == [3], "three turns of one face"


def test_a_gallery_that_may_only_be_read_is_computed_in_memory(
    folder: Path, network_here: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    whole = read_gallery(folder, network_here).prints
    (folder / CACHE_FILE).write_bytes(b"torn")
    monkeypatch.setattr(embedding_cache, "write_atomic", refuse)
    assert np.array_equal(read_gallery(folder, network_here).prints, whole)
    assert (folder / CACHE_FILE).read_bytes() == b"torn"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes among the files here")
def test_a_pipe_in_a_gallery_is_not_waited_for(folder: Path, network_here: Network) -> None:
    whole = read_gallery(folder, network_here).prints
    (folder / CACHE_FILE).unlink()
    os.mkfifo(folder / CACHE_FILE)
    assert np.array_equal(read_gallery(folder, network_here).prints, whole)
    first = json.loads((folder / "gallery.json").read_text())["faces"][0]["picture"]
    (folder / first).unlink()
    os.mkfifo(folder / first)
    with pytest.raises(InputError, match=f"{first} is missing or no picture"):
        read_gallery(folder, network_here)


@pytest.mark.parametrize(
    "row",
    [
        {"picture": "../secret.jpg"},
        {"picture": "/etc/hostname"},
        {"picture": "..\\secret.jpg"},
        {"picture": "a\0.jpg"},
        {"picture": ["a"]},
        {"die": {}},
        {"face": 8},
        {"edge_mm": float("nan")},
        {"edge_mm": float("inf")},
        {"edge_mm": -1},
        {"edge_mm": 0},
        {"edge_mm": 10**400},
        {"shift_covariance_mm2": [[1, 0, 0], [0, 1, 0]]},
        {"shift_covariance_mm2": [[1, 0.5, 0], [0, 1, 0], [0, 0, 1]]},
        {"shift_covariance_mm2": [[1, 2, 0], [2, 1, 0], [0, 0, 1]]},
    ],
    ids=str,
)
def test_an_entry_that_cannot_be_is_refused(row: dict[str, object], folder: Path, network_here: Network) -> None:
    shutil.copy(next(folder.glob("*.jpg")), folder.parent / "secret.jpg")
    content = json.loads((folder / "gallery.json").read_text())
    content["faces"][0] |= row
    (folder / "gallery.json").write_text(json.dumps(content))
    with pytest.raises(InputError, match=r"gallery\.json(.|\n)*companion enrol"):
        read_gallery(folder, network_here)


@pytest.mark.parametrize("face", ["../../x", "..\\x", "a\0b", "x" * 300, "a\nb"])
def test_a_face_named_anyhow_stays_in_its_gallery(face: str, tmp_path: Path, network_here: Network) -> None:
    kept = Gallery.of([EnrolledView(FaceName("t/one", face), 50.8, _face(1))], network_here)
    write_gallery(kept, tmp_path / "outer" / "gallery", network_here)
    assert [path.name for path in tmp_path.iterdir()] == ["outer"]
    assert [path.name for path in (tmp_path / "outer").iterdir()] == ["gallery"]
    assert read_gallery(tmp_path / "outer" / "gallery", network_here).views[0].name.face == face


def test_a_face_that_its_die_has_no_more_is_left_out() -> None:
    networks, dice = load_networks(), known_dice()
    camera = Camera(
        Pinhole(np.diag([900.0, 900, 1]), np.zeros(0), np.diag([1.0, -1, -1]), np.array([-500, 310, 1000.0]), (64, 48)),
        TableTop(TableShape.RECT, (1000, 620)),
        (),
        Quality(0.1, 0.1, 0, 0, 0.0, 0.0),
        {},
    )
    stale = Gallery.of([EnrolledView(FaceName("ogre/gev", "9z"), 50.8, _face(1))], networks.classifier)
    assert Reader(camera, dice, stale, networks).dice is dice, "a die file may have changed since"


def test_the_bundled_fingerprints_are_of_the_bundled_pictures_and_network() -> None:
    """Or each start would make them anew. To seal them again: open the gallery once where it can be written."""
    folder, reader = bundled(Bundled.DICE_FACES, "gallery"), load_networks().classifier
    rows = json.loads((folder / "gallery.json").read_text())["faces"]
    kept = load_embeddings(folder, reader.sha256)
    assert rows
    assert [row["picture"] for row in rows if picture_hash((folder / row["picture"]).read_bytes()) not in kept] == []
