"""The threads of the live path: the newest wins, failures are reported, and nothing is left behind."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from collections.abc import Callable

import numpy as np
import pytest

from companion.arrays import Image
from companion.camera import read_picture
from companion.camera.sources import FilmShot, PictureSequence
from companion.codec.camera import read_camera
from companion.codec.die import known_dice
from companion.errors import OperationError
from companion.session.live import TableSnapshot, TableState, TableWatcher
from companion.session.live.watcher import Mailbox
from tests.film import FILM, TrueReader, picture_of, tables
from tests.patience import PATIENCE_S


class Still:
    """A source that shows one picture again and again, until it is unplugged or breaks."""

    name, over, trouble = "a still", False, ""

    def __init__(self, pixels: Image) -> None:
        self.pixels: Image | None = pixels
        self.closed = 0
        self.breaks = False

    def read(self) -> Image | None:
        time.sleep(0.005)
        if self.breaks:
            raise OperationError("The cable is cut.")
        return self.pixels

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def still() -> Still:
    return Still(read_picture(picture_of(tables()[6])).pixels)


@pytest.fixture
def reader() -> TrueReader:
    film = PictureSequence([FilmShot(picture_of(tables()[6]), 1)], name="still", fps=0)
    film.skip(tables()[6].start + 1)
    return TrueReader(film, read_camera(FILM / "camera.json"), known_dice())


def _waited(until: Callable[[], bool], within_s: float = PATIENCE_S) -> bool:
    end_s = time.monotonic() + within_s
    while not until() and time.monotonic() < end_s:
        time.sleep(0.01)
    return until()


def _alive() -> set[str]:
    return {thread.name for thread in threading.enumerate() if thread.name.startswith("table-")}


def test_a_table_at_rest_becomes_sure_and_every_snapshot_is_reported(still: Still, reader: TrueReader) -> None:
    reported: list[TableSnapshot] = []
    with TableWatcher(still, reader, reported=reported.append) as watcher:
        assert _waited(lambda: watcher.latest is not None and watcher.latest.sure)
        assert watcher.latest is not None
        assert len(watcher.latest.tracks) == len(tables()[6].pieces)
    assert [snapshot.number for snapshot in reported] == list(range(1, len(reported) + 1))
    assert watcher.failure is None


def test_stopping_ends_all_threads_and_lets_go_of_the_source(still: Still, reader: TrueReader) -> None:
    before = threading.active_count()
    for _ in range(5):
        watcher = TableWatcher(still, reader)
        watcher.start()
        assert _alive() == {"table-capture", "table-watch", "table-read"}
        watcher.stop()
        watcher.stop()
    assert _alive() == set()
    assert threading.active_count() == before
    assert still.closed >= 5


def test_a_stopped_watcher_leaves_nothing_in_memory(still: Still, reader: TrueReader) -> None:
    reported = threading.Event()
    watcher = TableWatcher(still, reader, reported=lambda _: reported.set())
    with watcher:
        assert reported.wait(PATIENCE_S)
    gone = weakref.ref(watcher)
    del watcher
    gc.collect()
    assert gone() is None


def test_stopping_before_starting_is_no_error(still: Still, reader: TrueReader) -> None:
    TableWatcher(still, reader).stop()
    assert still.closed == 1


def test_an_unplugged_source_is_reported_and_comes_back(still: Still, reader: TrueReader) -> None:
    pixels = still.pixels
    with TableWatcher(still, reader) as watcher:
        assert _waited(lambda: watcher.latest is not None and watcher.latest.state is TableState.SETTLED)
        still.pixels, still.trouble = None, "Plug it in."
        assert _waited(lambda: watcher.latest is not None and watcher.latest.state is TableState.NO_PICTURE)
        assert watcher.latest is not None
        assert watcher.latest.sentence == "Plug it in."
        still.pixels = pixels
        assert _waited(lambda: watcher.latest is not None and watcher.latest.sure)


def test_what_breaks_in_a_thread_stops_the_watching_and_is_reported(still: Still, reader: TrueReader) -> None:
    with TableWatcher(still, reader) as watcher:
        assert _waited(lambda: watcher.latest is not None)
        still.breaks = True
        assert _waited(lambda: watcher.failure is not None)
        assert _waited(lambda: not _alive())
    assert watcher.latest is not None
    assert watcher.latest.sentence == "Watching has stopped: The cable is cut."


class Burst(Still):
    """Shows so many pictures while a slow callback holds the watching up, then none before it is let go."""

    def __init__(self, pixels: Image, pictures: int) -> None:
        super().__init__(pixels)
        self.left, self.shown, self.go_on = pictures, threading.Event(), threading.Event()

    def read(self) -> Image | None:
        if self.left:
            self.left -= 1
            return self.pixels
        self.shown.set()
        self.go_on.wait(PATIENCE_S)
        return None


def test_a_slow_callback_makes_frames_fall_out_and_none_queue(still: Still, reader: TrueReader) -> None:
    assert still.pixels is not None
    burst, states = Burst(still.pixels, 50), list[TableState]()

    def slow(snapshot: TableSnapshot) -> None:
        assert burst.shown.wait(PATIENCE_S)
        states.append(snapshot.state)

    with TableWatcher(burst, reader, reported=slow):
        assert _waited(lambda: TableState.NO_PICTURE in states)
        burst.go_on.set()
    assert states.index(TableState.NO_PICTURE) <= 2, "the picture looked at first, and the newest of fifty"


def test_the_newest_letter_wins() -> None:
    box: Mailbox[int] = Mailbox()
    assert box.take(0) is None
    for letter in (1, 2, 3):
        box.put(letter)
    assert (box.take(0), box.take(0)) == (3, None)


def test_a_letter_wakes_whoever_waits_for_it() -> None:
    box: Mailbox[np.ndarray] = Mailbox()
    letters: list[np.ndarray | None] = []
    waiting = threading.Thread(target=lambda: letters.append(box.take(3600)), daemon=True)
    waiting.start()
    assert _waited(lambda: bool(getattr(box._filled, "_waiters")))  # noqa: B009  (the thread waits already)
    box.put(np.ones(3))
    waiting.join(PATIENCE_S)
    assert [letter is not None for letter in letters] == [True]
