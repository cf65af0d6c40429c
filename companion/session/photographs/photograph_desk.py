"""Where a phone's pictures are handed in: one thread reads them, one after the other, and what they say of the table is
there for a match as a snapshot of a table at rest, for others as the table itself.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from companion.catalogue import Die
from companion.errors import OperationError
from companion.failures import describe_failure
from companion.session.live import VOTES_WANTED, TableSnapshot, TableState, Track
from companion.session.live.tracking import Tracker
from companion.session.photographs.photographed_table import MOST_PICTURES, PhotographedTable, photograph_table
from companion.text import gettext
from companion.vision import HandheldReader, PictureRefusedError, Plateau

_NO_DICE: Final[Mapping[str, Die]] = MappingProxyType({})


class PhotographStep(StrEnum):
    """What is done with the pictures now."""

    WAITING = "waiting"
    READING = "reading"
    READ = "read"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class PhotographState:
    """step: of the picture handed in last; sentence: why it was refused; code: the same as readings have it; table:
    what is known of the table, whatever became of the last picture; tracks: its dice, followed from table to table;
    rest: which reading it is, from 1; took_s: how long the last took."""

    step: PhotographStep = PhotographStep.WAITING
    sentence: str = ""
    code: str = ""
    table: PhotographedTable | None = None
    tracks: tuple[Track, ...] = ()
    rest: int = 0
    took_s: float = 0.0


class PhotographDesk:
    """``opening`` makes the reader, in the thread that reads; ``changed`` is called from there after each change.

    For a match it is what watches the table (``latest``, ``start``, ``stop``); plateaus: the hills that stand there.
    """

    plateaus: tuple[Plateau, ...] = ()

    def __init__(self, opening: Callable[[], HandheldReader], changed: Callable[[], object] = lambda: None) -> None:
        self._opening, self.changed = opening, changed
        self._reader: HandheldReader | None = None
        self._tracker = Tracker()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="photographs")
        self._mutex, self._coming, self._stopped = threading.Lock(), 0, False
        self.state = PhotographState()
        self.latest: TableSnapshot | None = None

    @property
    def dice(self) -> Mapping[str, Die]:
        """All dice that are known by the reader; none before it is there."""
        return _NO_DICE if self._reader is None else self._reader.dice

    def start(self) -> None:
        """Load what reads, before the first picture comes."""
        self._thread.submit(self._guarded, self._open)

    def stop(self) -> None:
        """Read nothing more; a picture in work is finished, and every picture forgotten."""
        self._stopped = True
        self._thread.shutdown(wait=True, cancel_futures=True)
        self.state, self.latest = PhotographState(), None

    @property
    def room(self) -> bool:
        """Whether one more picture is taken: one is read, one may wait."""
        return self._coming < 2

    def hand_in(self, content: bytes, *, add: bool) -> Future[None]:
        """Read a picture, given as the bytes of its file; add: of the table that was read last, else of another."""
        with self._mutex:
            self._coming += 1
        self._change(replace(self.state, step=PhotographStep.READING, sentence="", code=""))
        return self._thread.submit(self._guarded, lambda: self._read(content, add=add))

    def forget(self) -> None:
        """Forget the pictures: the next one is of another table."""
        self._change(PhotographState(rest=self.state.rest))

    def _open(self) -> HandheldReader:
        if self._reader is None:
            self._reader = self._opening().with_plateaus(self.plateaus)
            self.changed()
        return self._reader

    def _read(self, content: bytes, *, add: bool) -> None:
        began = time.monotonic()
        try:
            before = self.state.table if add else None
            if before is not None and len(before.sighted) >= MOST_PICTURES:
                raise OperationError(
                    gettext("{count} pictures of one table are enough: begin anew.", count=MOST_PICTURES)
                )
            reader = self._open()
            table = photograph_table(reader, content, before)
            rest = self.state.rest + 1
            self._tracker = self._tracker.at_rest_again().update(table.dice, reader.dice, votes=VOTES_WANTED)
            took_s = time.monotonic() - began
            tracks = self._tracker.tracks
            self.latest = _snapshot(table, tracks, rest, began, reader.dice)
            self._change(PhotographState(PhotographStep.READ, "", "", table, tracks, rest, took_s))
        except OperationError as failure:
            code = failure.remark.why.value if isinstance(failure, PictureRefusedError) else ""
            self._refuse(_capital(str(failure)), code)
        finally:
            with self._mutex:
                self._coming -= 1

    def _guarded(self, work: Callable[[], object]) -> None:
        """What goes wrong is said, instead of a page that waits for ever."""
        try:
            work()
        except Exception as failure:  # noqa: BLE001  (a thread's last door)
            self._refuse(describe_failure(failure))

    def _refuse(self, sentence: str, code: str = "") -> None:
        self._change(replace(self.state, step=PhotographStep.REFUSED, sentence=sentence, code=code))

    def _change(self, state: PhotographState) -> None:
        if not self._stopped:
            self.state = state
            self.changed()


def _snapshot(
    table: PhotographedTable, tracks: tuple[Track, ...], rest: int, at_s: float, dice: Mapping[str, Die]
) -> TableSnapshot:
    """A table that was photographed, as a match sees one at rest."""
    shown = table.shown[-1]
    return TableSnapshot(
        number=rest,
        at_s=at_s,
        frame=shown.pixels,
        state=TableState.SETTLED,
        sentence=gettext("The table as it was photographed."),
        tracks=tracks,
        rest=rest,
        votes=VOTES_WANTED,
        camera=shown.camera,
        camera_check=table.reading.cameras[-1],
        memory=table.memory,
        dice=dice,
    )


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
