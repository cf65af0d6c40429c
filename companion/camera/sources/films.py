"""Picture files one after the other as if a camera had taken them, each for a while; and ``film.json`` that lists them.

A film is a list of pictures with how many frames each is shown, and how much grain a camera would put on each frame:

    {"format": 1, "fps": 10, "grain": 1.5, "shots": [{"picture": "000.jpg", "frames": 6}]}

Pictures lie beside the file. The grain is drawn from the frame's number, so that a film is the same each time.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image
from companion.camera._checked import Notes, read_json
from companion.camera.pictures import read_picture
from companion.camera.sources.videos import FrameRateLimiter
from companion.errors import InputError
from companion.file_access import resolve_inside
from companion.opencv import cv2
from companion.plain_text import shown

_FPS: Final = 10.0
_EACH_S: Final = 3.0
_SLACK_PX: Final = 61  # the same grain is laid on every frame, shifted by up to so much


@dataclass(frozen=True, slots=True)
class FilmShot:
    """A picture and how many frames long it is seen."""

    picture: Path
    frames: int


class PictureSequence:
    """Shots one after the other. stays: the last picture is shown for ever, as a table is after the last move."""

    trouble = ""

    def __init__(
        self, shots: Sequence[FilmShot], *, name: str, fps: float = _FPS, grain: float = 0.0, stays: bool = False
    ) -> None:
        self.name, self._stays, self._grain = name, stays, grain
        self._pictures = tuple(shot.picture for shot in shots)
        self._ends = tuple(accumulate((shot.frames for shot in shots), initial=0))  # and the beginnings
        self._next, self._closed, self._pace = 0, False, FrameRateLimiter(fps)
        self._shown: tuple[Path, Image] | None = None

    @property
    def over(self) -> bool:
        """Whether every frame has been shown."""
        return self._closed or (self._next >= self._ends[-1] and not self._stays)

    @property
    def shown(self) -> int:
        """How many frames have been shown."""
        return self._next

    def skip(self, frames: int) -> None:
        """Go on so many frames later."""
        self._next += frames

    def read(self) -> Image | None:
        """The next frame; ``None`` after the last. ``InputError`` where a picture cannot be read."""
        if self.over:
            return None
        self._pace.wait()
        number, self._next = self._next, self._next + 1
        pixels = self._picture(self._pictures[bisect(self._ends, min(number, self._ends[-1] - 1)) - 1])
        return _grained(pixels, self._grain, number) if self._grain else pixels

    def close(self) -> None:
        """No more frames come."""
        self._closed, self._shown = True, None

    def _picture(self, path: Path) -> Image:
        if self._shown is None or self._shown[0] != path:
            self._shown = path, read_picture(path).pixels
        return self._shown[1]


def open_pictures(pictures: Sequence[Path], *, fps: float = _FPS) -> PictureSequence:
    """Picture files, each for three seconds, the last for ever; ``InputError`` names the first that cannot be read."""
    sizes = {path: read_picture(path).size_wh for path in pictures}
    for path, size_wh in sizes.items():
        if size_wh != sizes[pictures[0]]:
            raise InputError(f"{path} has another size than {pictures[0]}: pictures of one camera are wanted.")
    name = pictures[0].name if len(pictures) == 1 else f"{pictures[0].name} and {len(pictures) - 1} more"
    return PictureSequence([FilmShot(path, round(_EACH_S * _FPS)) for path in pictures], name=name, fps=fps, stays=True)


def open_film(path: Path, *, fps: float | None = None) -> PictureSequence:
    """The film that ``film.json`` lists; ``InputError`` lists every problem of the file. fps: as in the file."""
    notes = Notes(path, "film")
    value = read_json(path, "film")
    rate, grain = _number(value, "fps", notes, 0.1, 1000), _number(value, "grain", notes, 0, 255)
    shots = [_shot(entry, f"shots[{place}]", path.parent, notes) for place, entry in enumerate(_listed(value, notes))]
    if notes.problems:
        notes.refuse()
    return PictureSequence(
        [shot for shot in shots if shot], name=path.parent.name, fps=rate if fps is None else fps, grain=grain
    )


def _listed(value: Mapping[str, Any], notes: Notes) -> Sequence[Any]:
    shots = value.get("shots")
    if isinstance(shots, list) and shots:
        return shots
    notes.add("shots", "a list of at least one shot is wanted")
    return ()


def _shot(entry: Any, place: str, folder: Path, notes: Notes) -> FilmShot | None:
    picture = entry.get("picture") if isinstance(entry, Mapping) else None
    frames = entry.get("frames") if isinstance(entry, Mapping) else None
    if not isinstance(picture, str) or not isinstance(frames, int) or isinstance(frames, bool) or frames < 1:
        notes.add(place, "a picture's name and a whole number of frames from 1 up are wanted")
        return None
    try:
        file = resolve_inside(folder, picture)
    except InputError as refusal:
        notes.add(f"{place}.picture", str(refusal))
        return None
    if not file.is_file():
        notes.add(f"{place}.picture", f"there is no {shown(picture)} beside the film")
    return FilmShot(file, frames)


def _number(value: Mapping[str, Any], key: str, notes: Notes, least: float, most: float) -> float:
    given = value.get(key, least)
    if isinstance(given, int | float) and not isinstance(given, bool) and least <= given <= most:
        return float(given)
    notes.add(key, f"a number from {least:g} to {most:g} is wanted, not {shown(given)}")
    return least


def _grained(pixels: Image, grain: float, number: int) -> Image:
    rows, columns = pixels.shape[:2]
    sheet = _sheet(rows + _SLACK_PX, columns + _SLACK_PX, grain)
    top, left = np.random.default_rng(number).integers(0, _SLACK_PX, 2)
    return np.asarray(cv2.add(pixels, sheet[top : top + rows, left : left + columns], dtype=cv2.CV_8U), np.uint8)


@lru_cache(2)
def _sheet(rows: int, columns: int, grain: float) -> NDArray[np.int16]:
    noise = np.random.default_rng(7).standard_normal((rows, columns, 3), np.float32)
    return np.round(noise * grain).astype(np.int16)
