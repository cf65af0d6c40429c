"""A table that a camera in the hand looks at, picture by picture: each has a pose of its own, in the table's frame.

Nothing stands still behind the dice, so no motion is looked for. A single picture is taken as the table at rest: who
takes one waits until the dice lie. Of a film the dice tell: looks in a row that say the same are a table at rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.arrays import Image
from companion.camera import Camera, Quality, SensorPicture
from companion.session.live.settled_table import SettledTable
from companion.session.live.snapshot import TableSnapshot, TableState
from companion.session.live.tracking import is_unchanged
from companion.session.live.tuning import VOTES_WANTED
from companion.text import gettext
from companion.vision import HandheldReader, PictureRefusedError, Problem, TableMemory

#: What a picture that is refused shows of the table; for any other reason it shows nothing.
_STATES: Final[Mapping[Problem, TableState]] = MappingProxyType(
    {
        Problem.NO_MARKERS: TableState.MARKERS_HIDDEN,
        Problem.FEW_MARKERS: TableState.MARKERS_HIDDEN,
        Problem.TOO_DARK: TableState.TOO_DARK,
    }
)


class HandheldTable:
    """What has been seen so far of one table. stills: every picture shows it at rest."""

    def __init__(self, reader: HandheldReader, *, stills: bool) -> None:
        self._reader, self._stills = reader, stills
        self._resting = SettledTable(reader.dice)
        self._pictures = 0
        by = reader.camera
        # Until a picture is located there is none: somewhere, over this table.
        self._camera = Camera(by.lens, by.table, by.markers, Quality(0.0, 0.0, 0, 0, 0.0), {})

    def see(self, picture: SensorPicture, at_s: float) -> TableSnapshot:
        """The snapshot that a picture gives, seen at that time (s)."""
        self._pictures += 1
        try:
            reading, located = self._reader.read_located(picture)
        except PictureRefusedError as refusal:
            state = _STATES.get(refusal.remark.why, TableState.NO_PICTURE)
            return self._snapshot(None, at_s, state, refusal.remark.text)
        upright, self._camera = located.upright
        if not (self._resting.number and is_unchanged(self._resting.tracks, reading.dice)):
            self._resting.begin()
        self._resting.hear(reading, at_s, TableMemory())
        if not self._votes:
            sentence = gettext("Something is moving on the table: the dice will be read when they lie still.")
            return self._snapshot(upright.pixels, at_s, TableState.MOVING, sentence)
        flaws = " ".join(one.text[:1].upper() + one.text[1:] for one in reading.remarks if one.about is None)
        sentence = gettext("The table is at rest. {flaws}", flaws=flaws) if flaws else gettext("The table is at rest.")
        return self._snapshot(upright.pixels, at_s, TableState.SETTLED, sentence)

    @property
    def _votes(self) -> int:
        """How many readings the dice rest on; 0: not enough yet. One of a still picture is enough."""
        if self._stills:
            return VOTES_WANTED
        return self._resting.votes if self._resting.sure else 0

    def _snapshot(self, pixels: Image | None, at_s: float, state: TableState, sentence: str) -> TableSnapshot:
        resting = self._resting
        return TableSnapshot(
            self._pictures,
            at_s,
            pixels,
            state,
            sentence,
            resting.tracks,
            resting.number,
            self._votes if state is TableState.SETTLED else 0,
            self._camera,
            alike=resting.alike,
            camera_check=resting.camera_check,
            unknown=resting.unknown,
            dice=self._reader.dice,
        )
