"""One table as several pictures from the hand show it: what lies there, where each picture was taken from, and what the
next one had better show.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
from shapely import MultiPoint, Polygon
from shapely.geometry.base import BaseGeometry

from companion.arrays import FloatArray, Image
from companion.camera import Camera, LocatedPicture, decode_sensor_picture
from companion.geometry import Pose, at_height, flat_corners_mm
from companion.opencv import cv2
from companion.session.photographs.photograph_file import check_photograph
from companion.text import gettext, ngettext
from companion.vision import (
    DieReading,
    HandheldReader,
    MultiViewReading,
    SightedPicture,
    TableMemory,
    read_sighted_together,
)

#: More pictures of one table add nothing that can be measured, and make people wait.
MOST_PICTURES: Final = 6
#: Long side of what is shown, px: a phone's screen, enlarged twice.
SHOWN_PX: Final = 2000
#: As high as what stands on the table; and how much is shown round it, in lengths of what is shown.
_STANDS_MM: Final = 60.0
_MARGIN: Final = 0.03
#: A place is seen where no more of a die's top face than this would be behind something.
_HIDDEN_SHARE: Final = 0.25
#: How far round the table the next picture is best taken, degrees.
_ROUND_DEG: Final = 70.0
#: From so little of the table that is in no picture on, it is said.
_UNSEEN_SHARE: Final = 0.08


@dataclass(frozen=True, slots=True, eq=False)
class ShownPhotograph:
    """A picture as people see it, no larger than is shown, and the camera that would have taken it."""

    pixels: Image
    camera: Camera


@dataclass(frozen=True)
class PhotographedTable:
    """sighted: its pictures with what each shows by itself; reading: what they say together. (Not slotted: what is
    computed from it is cached.)"""

    sighted: tuple[SightedPicture, ...]
    reading: MultiViewReading

    @property
    def dice(self) -> tuple[DieReading, ...]:
        """What lies there."""
        return self.reading.dice

    @cached_property
    def shown(self) -> tuple[ShownPhotograph, ...]:
        """Its pictures, to be looked at."""
        upright = (located.upright for located in self.reading.located)
        return tuple(show_photograph(picture.pixels, camera) for picture, camera in upright)

    @cached_property
    def memory(self) -> TableMemory:
        """Where the table itself is seen."""
        return _SeenPlaces(table=self)

    def shows_table_at(self, pose: Pose) -> bool:
        """Whether a die that lay there would be seen in one of the pictures."""
        return any(
            _would_be_seen(located, pose, [one for one, seen in zip(self.dice, self.reading.seen_in, strict=True)
                                           if located.picture.name in seen])
            for located in self.reading.located
        )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class _SeenPlaces(TableMemory):
    """What is remembered of a table that was photographed: nothing but where it shows itself."""

    table: PhotographedTable | None = None

    def shows_table_at(self, pose: Pose) -> bool | None:
        """Whether nothing lies where a die at this pose would lie; ``None`` where no picture shows it."""
        return True if self.table is not None and self.table.shows_table_at(pose) else None


def photograph_table(reader: HandheldReader, content: bytes, before: PhotographedTable | None) -> PhotographedTable:
    """A table by one picture more (``before``: what there is of it), from the bytes of the picture's file.

    Raises:
        OperationError: the picture cannot be read, or shows another table; nothing of ``before`` is changed.
    """
    known = () if before is None else before.sighted
    name = gettext("picture {number}", number=len(known) + 1)
    check_photograph(content, name)
    sighted = (*known, reader.sight(decode_sensor_picture(content, name)))
    return PhotographedTable(sighted, read_sighted_together(sighted))


def show_photograph(picture: Image, camera: Camera) -> ShownPhotograph:
    """The table in a picture, no more of what is round it than need be."""
    (left, top), (right, bottom) = _about_table(camera)
    pixels = picture[top:bottom, left:right]
    scale = min(1.0, SHOWN_PX / max(pixels.shape[:2]))
    wide, high = round(scale * (right - left)), round(scale * (bottom - top))
    if scale < 1.0:
        pixels = np.asarray(cv2.resize(pixels, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)
    across, down = wide / (right - left), high / (bottom - top)

    def placed(px: FloatArray) -> FloatArray:
        """Pixels count from their centres."""
        return np.asarray((px - (left, top) + 0.5) * (across, down) - 0.5, np.float64)

    matrix = np.diag([across, down, 1.0]) @ camera.lens.matrix
    matrix[:2, 2] = placed(camera.lens.matrix[:2, 2])
    lens = replace(camera.lens, matrix=matrix, size_wh=(wide, high))
    seen = {number: placed(px) for number, px in camera.seen_px.items()}
    return ShownPhotograph(np.ascontiguousarray(pixels), replace(camera, lens=lens, seen_px=seen))


def _about_table(camera: Camera) -> tuple[tuple[int, int], tuple[int, int]]:
    """The part of a picture that shows the table and what stands on it, corner to corner, px; all of it where the table
    reaches behind the camera."""
    lens, size_wh = camera.lens, np.array(camera.lens.size_wh)
    outline_mm = camera.table.outline()
    points = np.vstack([at_height(outline_mm, height_mm) for height_mm in (0.0, _STANDS_MM)])
    if ((points @ lens.rotation.T + lens.translation)[:, 2] <= 0).any():
        return (0, 0), (int(size_wh[0]), int(size_wh[1]))
    px = lens.project(points)
    margin = _MARGIN * max(px.max(axis=0) - px.min(axis=0))
    low = np.clip(np.floor(px.min(axis=0) - margin), 0, size_wh - 1).astype(int)
    high = np.clip(np.ceil(px.max(axis=0) + margin), low + 1, size_wh).astype(int)
    return (int(low[0]), int(low[1])), (int(high[0]), int(high[1]))


def _would_be_seen(located: LocatedPicture, pose: Pose, dice: Sequence[DieReading]) -> bool:
    """Whether a picture shows the place of a die's top face, with nothing before it."""
    lens = located.lens
    px = lens.project(at_height(pose.top_corners_mm(), pose.top_mm))
    if (px < 0).any() or (px > np.array(lens.size_wh) - 1).any():
        return False
    top = Polygon(px)
    before = sum(top.intersection(_body_px(located, die.pose)).area for die in dice)
    return float(before) <= _HIDDEN_SHARE * top.area


def _body_px(located: LocatedPicture, pose: Pose) -> BaseGeometry:
    return MultiPoint(located.lens.project(flat_corners_mm([pose])[0])).convex_hull


def hints_for_next(table: PhotographedTable, missing: Sequence[str] = ()) -> tuple[str, ...]:
    """What another picture of the table had better show, a sentence each; missing: what a match knows to lie there and
    no picture shows."""
    if len(table.sighted) >= MOST_PICTURES:
        return ()
    return tuple(_hints(table, missing))


def _hints(table: PhotographedTable, missing: Sequence[str]) -> Iterator[str]:
    side = _side_in_words(table)
    unread = sum(die.name is None for die in table.dice)
    if missing:
        count = ngettext(
            "{count} die of the match is not seen ({names}). If something hides it, take one {side}.",
            "{count} dice of the match are not seen ({names}). If something hides them, take one {side}.",
            len(missing),
            names=", ".join(missing),
            side=side,
        )
        yield count
    if unread:
        yield ngettext(
            "{count} die could not be read: take one {side}, nearer.",
            "{count} dice could not be read: take one {side}, nearer.",
            unread,
            side=side,
        )
    share = _unseen_share(table)
    if share > _UNSEEN_SHARE:
        yield gettext("A part of the table is in no picture: step back, or take one of the rest.")
    if len(table.sighted) == 1 and len(table.reading.located[0].seen) < 3:
        yield gettext("Only two markers are seen: another picture {side} makes places more exact.", side=side)


def _unseen_share(table: PhotographedTable) -> float:
    """How much of the table lies outside every picture."""
    outline_mm = table.reading.located[0].camera.table.outline()
    low, high = outline_mm.min(axis=0), outline_mm.max(axis=0)
    steps = np.linspace(0.02, 0.98, 15)
    grid = np.stack(np.meshgrid(*(low[axis] + steps * (high - low)[axis] for axis in (0, 1))), axis=-1).reshape(-1, 2)
    unseen = np.ones(len(grid), bool)
    for located in table.reading.located:
        px = located.lens.project(at_height(grid, 0.0))
        unseen &= ~((px >= 0) & (px <= np.array(located.lens.size_wh) - 1)).all(axis=1)
    return float(unseen.mean())


def _side_in_words(table: PhotographedTable) -> str:
    """From where the next picture shows what the others hide: the side of the table that is farthest from all of them,
    as the person sees it who took the last."""
    middle = table.reading.located[0].camera.table.outline().mean(axis=0)
    taken = [math.degrees(math.atan2(*(located.lens.eye_mm[:2] - middle)[::-1])) for located in table.reading.located]
    sides = {
        gettext("from the left"): taken[-1] - _ROUND_DEG,
        gettext("from the right"): taken[-1] + _ROUND_DEG,
        gettext("from the other side"): taken[-1] + 180.0,
    }

    def alone(angle: float) -> float:
        return min(abs((angle - one + 180.0) % 360.0 - 180.0) for one in taken)

    # Of one picture alone the nearest side is enough: nobody walks round the table for nothing.
    words = list(sides)
    if len(taken) == 1:
        return words[0]
    return max(words, key=lambda word: min(alone(sides[word]), _ROUND_DEG))
