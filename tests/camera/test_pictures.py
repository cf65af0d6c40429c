"""Pictures that are none, too large, cut off or of another kind: one sentence, nothing on standard error, no hang."""

from __future__ import annotations

import contextlib
import json
import os
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.camera import bgr_frame, decode_picture, read_picture
from companion.codec.sources import open_film
from companion.errors import InputError, OperationError
from companion.opencv import MOST_PIXELS, cv2

PICTURE = np.random.default_rng(1).integers(0, 256, (24, 32, 3), np.uint8)


def _packed(ending: str) -> bytes:
    return bytes(cv2.imencode(ending, PICTURE)[1])


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def _vast_png(side_px: int) -> bytes:
    """A PNG of a few hundred bytes whose header claims so many pixels."""
    header = struct.pack(">IIBBBBB", side_px, side_px, 1, 0, 0, 0, 0)
    rows = zlib.compress(bytes(1000))
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", rows) + _chunk(b"IEND", b"")


def test_a_picture_too_large_is_recognised_by_its_header() -> None:
    side_px = int(MOST_PIXELS**0.5) + 1
    with pytest.raises(InputError, match=r"vast\.png: this picture has more than 100 million pixels; scale it down"):
        decode_picture(_vast_png(side_px), "vast.png")
    with pytest.raises(InputError, match="cut off or damaged"):  # of a size that may be: the pixels are asked for
        decode_picture(_vast_png(2000), "small.png")


@pytest.mark.parametrize("ending", [".jpg", ".png"])
def test_a_picture_cut_off_says_so_and_its_decoder_says_nothing(
    ending: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"cut{ending}"
    packed = _packed(ending)
    path.write_bytes(packed[: len(packed) // 2])
    with pytest.raises(InputError, match="this picture is cut off or damaged; take or copy it again"):
        read_picture(path)
    assert capfd.readouterr().err == ""


def test_standard_error_is_heard_again_after_a_picture(capfd: pytest.CaptureFixture[str]) -> None:
    decode_picture(_packed(".png"), "whole.png")
    os.write(2, b"heard")
    assert capfd.readouterr().err == "heard"


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    ending=st.sampled_from([".jpg", ".png", ".webp", ".tiff", ".bmp", ".ppm"]),
    share=st.floats(0, 1),
    flips=st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 7)), max_size=8),
)
def test_a_broken_picture_is_read_or_refused_in_silence(
    ending: str, share: float, flips: list[tuple[float, int]], capfd: pytest.CaptureFixture[str]
) -> None:
    broken = bytearray(_packed(ending))
    for where, bit in flips:
        broken[int(where * len(broken))] ^= 1 << bit
    content = bytes(broken[: int(share * len(broken))])
    with contextlib.suppress(InputError):
        pixels = decode_picture(content, "broken")
        assert pixels.dtype == np.uint8
        assert pixels.ndim == 3
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    ("frame", "expected"),
    [
        (PICTURE, PICTURE),
        (PICTURE[..., 0], np.repeat(PICTURE[..., :1], 3, axis=2)),
        (PICTURE[..., :1], np.repeat(PICTURE[..., :1], 3, axis=2)),
        (np.dstack([PICTURE, PICTURE[..., 0]]), PICTURE),
        (PICTURE.astype(np.uint16) * 256 + 255, PICTURE),
        (PICTURE[..., 0].astype(np.uint16) * 256, np.repeat(PICTURE[..., :1], 3, axis=2)),
    ],
    ids=["colour", "grey", "grey in layers", "with alpha", "16 bits", "16 bits grey"],
)
def test_every_frame_becomes_colour_of_8_bits(frame: np.ndarray, expected: np.ndarray) -> None:
    made = bgr_frame(frame)
    assert made.dtype == np.uint8
    assert np.array_equal(made, expected)


@pytest.mark.parametrize(
    "frame",
    [
        PICTURE.astype(np.float32),
        PICTURE[..., :2],
        PICTURE.reshape(1, -1)[0],
        np.empty((0, 32, 3), np.uint8),
        PICTURE[None],
        PICTURE > 3,
    ],
    ids=["float", "two channels", "raw bytes", "no rows", "four axes", "bool"],
)
def test_a_frame_that_is_no_picture_is_refused_with_what_to_do(frame: np.ndarray) -> None:
    with pytest.raises(OperationError, match=r"cannot be read \(shape .*\): let it give 8-bit colour"):
        bgr_frame(frame)


def test_what_is_no_file_is_no_picture(tmp_path: Path) -> None:
    (tmp_path / "folder.png").mkdir()
    (tmp_path / "dangling.png").symlink_to(tmp_path / "nowhere")
    with pytest.raises(InputError, match="is a folder; a picture belongs here"):
        read_picture(tmp_path / "folder.png")
    with pytest.raises(InputError, match="there is no such picture"):
        read_picture(tmp_path / "dangling.png")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes among the files here")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    with pytest.raises(InputError, match="it is a pipe, not a file"):
        read_picture(tmp_path / "pipe.png")


@pytest.mark.parametrize("name", ["../elsewhere.png", "/etc/hostname", "C:\\x.png", "..\\x.png", "a\0b.png", "", "."])
def test_a_film_shows_only_pictures_beside_it(name: str, tmp_path: Path) -> None:
    (tmp_path / "film").mkdir()
    (tmp_path / "elsewhere.png").write_bytes(_packed(".png"))
    film = tmp_path / "film" / "film.json"
    film.write_text(f'{{"format": 1, "shots": [{{"picture": {json.dumps(name)}, "frames": 1}}]}}')
    with pytest.raises(InputError, match=r"shots\[0\]\.picture"):
        open_film(film)
