"""The film of a short match (`fixtures/images/film`), its truth, and ways to play it through the live path."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.camera import Camera, Pinhole
from companion.camera.sources import PictureSequence
from companion.catalogue import Die
from companion.codec.camera import read_camera
from companion.codec.die import known_dice
from companion.codec.sources import open_film
from companion.geometry import Pose
from companion.opencv import cv2
from companion.session.live import FRAME_S, TableSnapshot, replay_frames
from companion.vision import CameraCheck, DieReading, DieState, FaceName, Reader, Reading, TableMemory

FILM = Path(__file__).parents[1] / "fixtures" / "images" / "film"
#: The lens that the film was rendered with: 2050 px at 1920 px across.
FOCAL_PX = 2050 * 1280 / 1920


@dataclass(frozen=True)
class Span:
    """Frames of one picture: what happens in them, and where the table is at rest, what lies on it."""

    start: int
    frames: int
    state: str
    acts: int
    after: str
    pieces: tuple[Mapping[str, Any], ...]
    camera: Mapping[str, Any] | None

    @property
    def end(self) -> int:
        """The frame after the last."""
        return self.start + self.frames

    @property
    def lens(self) -> Pinhole:
        """The true camera, with the true lens."""
        assert self.camera is not None
        matrix = np.array([[FOCAL_PX, 0, 639.5], [0, FOCAL_PX, 359.5], [0, 0, 1]])
        turn, shift = np.array(self.camera["rotation"]), np.array(self.camera["translation_mm"])
        return Pinhole(matrix, np.zeros(5), turn, shift, (1280, 720))


@cache
def spans() -> tuple[Span, ...]:
    """All of the film, in order."""
    truth = json.loads((FILM / "truth.json").read_text(encoding="utf-8"))
    return tuple(
        Span(
            span["from"],
            span["frames"],
            span["state"],
            span.get("acts", -1),
            span.get("after", ""),
            tuple(span.get("pieces", ())),
            span.get("camera"),
        )
        for span in truth["spans"]
    )


def tables() -> list[Span]:
    """The tables at rest."""
    return [span for span in spans() if span.state == "settled"]


def span_of(frame: int) -> Span:
    """The span that a frame, from 0, belongs to."""
    return next(span for span in spans() if span.start <= frame < span.end)


def script() -> dict[str, Any]:
    """The match: its opening, and its true acts as steps."""
    value: dict[str, Any] = json.loads((FILM / "match.json").read_text(encoding="utf-8"))
    return value


def reel(start: int = 0) -> PictureSequence:
    """The film from a frame on, as fast as it is asked for."""
    film = open_film(FILM / "film.json", fps=0)
    film.skip(start)
    return film


def frame(table: Span, early: int = 1) -> NDArray[np.uint8]:
    """A frame of a table at rest, with its own grain."""
    pixels = reel(table.end - early).read()
    assert pixels is not None
    return pixels


@dataclass(frozen=True, eq=False)
class TrueMemory(TableMemory):
    """Knows where the table is bare: where no die lies."""

    lying: tuple[Pose, ...] = ()

    def shows_table_at(self, pose: Pose) -> bool:
        """Whether nothing lies so near that it would hide the place."""
        return all(math.dist(pose.centre_mm, die.centre_mm) > pose.edge_mm for die in self.lying)


class TrueReader(Reader):
    """Reads the truth of the frame shown last, for tests of everything but reading; counts how often it is asked."""

    def __init__(self, film: PictureSequence, camera: Camera, dice: Mapping[str, Die]) -> None:
        self.film, self.camera, self.dice = film, camera, dice
        self.asked = [0]

    def over(self, camera: Camera) -> TrueReader:
        """The same with another camera."""
        other = TrueReader(self.film, camera, self.dice)
        other.asked = self.asked
        return other

    def read(self, picture: NDArray[np.uint8], image: str = "", **_: Any) -> Reading:
        """What lies there in truth, if it is seen by the camera in force."""
        self.asked[0] += 1
        span = span_of(self.film.shown - 1)
        dice = tuple(self._true(piece, span) for piece in span.pieces)
        return Reading(image, dice, CameraCheck(0.0, 4))

    def follow(self, picture: NDArray[np.uint8], memory: TableMemory) -> tuple[Reading, TableMemory]:
        """The same, remembering nothing but where the table is bare."""
        reading = self.read(picture)
        return reading, TrueMemory(lying=tuple(die.pose for die in reading.dice))

    def _true(self, piece: Mapping[str, Any], span: Span) -> DieReading:
        x, y = piece["centre_mm"]
        pose = Pose(x, y, piece["heading_deg"], self.dice[piece["die"]].edge_mm)
        seen_px = span.lens.project([[x, y, pose.top_mm]])
        seen_x, seen_y = self.camera.lens.to_table(seen_px, height_mm=pose.top_mm)[0]
        name = FaceName(piece["die"], piece["face"])
        return DieReading(
            replace(pose, x_mm=float(seen_x), y_mm=float(seen_y)), 0.2, 0.2, DieState(piece["state"]), name, 0.99
        )


def true_snapshots(*, start: int = 0, markers: bool = True) -> Iterator[TableSnapshot]:
    """The snapshots of the film from a frame on, read without a mistake. markers: left out, they are mere print."""
    film = reel(start)
    camera = read_camera(FILM / "camera.json")
    camera = camera if markers else replace(camera, markers=(), seen_px={})
    return replay_frames(film, TrueReader(film, camera, known_dice()), frame_s=FRAME_S)


@cache
def film_snapshots() -> tuple[TableSnapshot, ...]:
    """Those of the whole film, made once for all tests of a process; the frames of one picture are the first of them,
    for with their grain all of them are most of a gigabyte."""
    first: dict[int, NDArray[np.uint8] | None] = {}
    return tuple(
        replace(snapshot, frame=first.setdefault(span_of(snapshot.number - 1).start, snapshot.frame))
        for snapshot in true_snapshots()
    )


def error_mm(camera: Camera, span: Span) -> float:
    """The largest error that a camera in force makes anywhere on the table, at the height of the top faces."""
    height_mm = Pose(0, 0, 0, 50.8).top_mm
    plan = np.array([[x, y] for x in (60, 500, 940) for y in (60, 310, 560)], float)
    points_px = span.lens.project(np.column_stack([plan, np.full(len(plan), height_mm)]))
    off = camera.lens.to_table(points_px, height_mm=height_mm) - plan
    return float(np.linalg.norm(off, axis=1).max())


def from_elsewhere(camera: Camera, empty: NDArray[np.uint8], lens: Pinhole) -> NDArray[np.uint8]:
    """What a camera with another lens or pose would see of an empty table."""
    now, then = (one.matrix @ np.column_stack([one.rotation[:, :2], one.translation]) for one in (lens, camera.lens))
    plane = now @ np.linalg.inv(then)
    seen = cv2.warpPerspective(empty, plane, lens.size_wh, flags=cv2.INTER_AREA, borderValue=(90.0, 90.0, 90.0))
    return np.asarray(seen, np.uint8)


def picture_of(span: Span) -> Path:
    """The picture that is shown in a span."""
    shots = json.loads((FILM / "film.json").read_text(encoding="utf-8"))["shots"]
    return FILM / str(shots[spans().index(span)]["picture"])
