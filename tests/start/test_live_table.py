"""The table page by a live source: markers ticked, corners clicked, a camera that is not there; then the match."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt

from companion.camera import Camera, read_picture
from companion.camera.sources import AppliedSettings, AutoLock
from companion.catalogue import Die
from companion.cli import main
from companion.codec.camera import read_camera
from companion.codec.mat import read_mat
from companion.codec.saved_cameras import recall_cameras
from companion.errors import OperationError
from companion.resources import Bundled, bundled
from companion.session.match_setup import MatchPlan, SourceChoice, TableChoice, source_choices
from companion.ui import frame_feed
from companion.ui.match import MatchWindow
from companion.ui.match.table_watch import TableWatch
from companion.ui.settings import Remembered, recall, remember
from companion.ui.start import StartWindow
from companion.ui.start.table_page import TablePage
from companion.vision import Plateau
from tests.start.conftest import Doing, Somebody, device, placed, press, rest, shown, write

Key = Qt.Key
TABLE = bundled(Bundled.PICTURES, "demo", "table.jpg")
#: Where the bundled picture shows the table's corners, px (near left, near right, far right, far left).
CORNERS_MM = np.array([[0, 0, 0], [1000, 0, 0], [1000, 620, 0], [0, 620, 0]], float)


class Still:
    """The same picture for ever, from a camera that grants some locks."""

    def __init__(self, pixels: Any, *, ignores: tuple[str, ...] = ()) -> None:
        self.name, self.over, self.trouble = "Still", False, ""
        self.closed, self._pixels, self._ignores = False, pixels, ignores

    def read(self) -> Any:
        rest_of_a_frame()
        return None if self.trouble else self._pixels

    def lock(self, *locks: AutoLock) -> AppliedSettings:
        return AppliedSettings((1920, 1080), 30.0, frozenset(locks), self._ignores)

    def close(self) -> None:
        self.closed = True


def rest_of_a_frame() -> None:
    """Fifty pictures a second."""
    import time

    time.sleep(0.02)


@pytest.fixture
def still() -> Still:
    return Still(read_picture(TABLE).pixels)


@pytest.fixture
def page(still: Still, fresh: MatchPlan) -> Iterator[TablePage]:
    made = TablePage([SourceChoice("Still", "Still", lambda: still)], plan=fresh)
    with placed(made):
        yield made
        made.close_feed()


def is_ready(page: TablePage) -> bool:
    return page.presenter.ready


def count(page: TablePage) -> int:
    return len(page.picture.corners_px)


def until(done: Any, patience_ms: int = 8000) -> None:
    for _ in range(patience_ms // 20):
        if done():
            return
        rest(20)
    raise AssertionError("waited in vain")


def corners_px() -> list[tuple[float, float]]:
    from companion.camera import calibrate

    folder = TABLE.parent
    camera = calibrate(read_mat(folder / "mat.json"), [], [read_picture(TABLE)]).camera
    return [(float(x), float(y)) for x, y in camera.lens.project(CORNERS_MM)]


def test_markers_are_ticked_as_they_are_seen_and_the_quality_stated_in_words_and_millimetres(page: TablePage) -> None:
    assert not is_ready(page)
    until(lambda: page.presenter.ready)
    assert page.sentence.startswith("4 of 4 markers: usable, 0.")
    assert page.sentence.endswith(" mm.")
    chosen: list[TableChoice] = []
    page.chosen.connect(chosen.append)
    page.go()
    assert chosen[0].camera is not None
    assert chosen[0].camera.quality.markers == 4
    assert chosen[0].surface.size_mm == (1000.0, 620.0)
    assert isinstance(chosen[0].source, Still)
    assert not chosen[0].source.closed, "the camera is handed over as it is, with its locks"


def test_four_corners_by_the_arrow_keys_give_the_same_table_as_the_markers(page: TablePage) -> None:
    until(page.presenter.has_picture)
    page.toggle_clicks()
    assert page.sentence.startswith("0 of 4 corners")
    at = (960.0, 540.0)
    for x, y in corners_px():
        page.picture.move_cross(round(x - at[0]), round(y - at[1]))
        at = (at[0] + round(x - at[0]), at[1] + round(y - at[1]))
        page.picture.put_corner()
    assert is_ready(page)
    assert page.sentence.startswith("Four corners: ")
    chosen: list[TableChoice] = []
    page.chosen.connect(chosen.append)
    page.go()
    assert chosen[0].camera is not None
    places = chosen[0].camera.lens.to_table(corners_px())
    assert np.abs(places - CORNERS_MM[:, :2]).max() < 3.0


def test_a_corner_taken_back_has_to_be_put_again_and_a_fifth_moves_the_nearest(page: TablePage) -> None:
    until(page.presenter.has_picture)
    page.toggle_clicks()
    for right, down in ((-300, 300), (600, 0), (0, -500), (-600, 0)):
        page.picture.move_cross(right, down)
        page.picture.put_corner()
    assert count(page) == 4
    page.picture.move_cross(10, 10)
    page.picture.put_corner()
    assert count(page) == 4
    assert page.picture.corners_px[3] == pytest.approx((670, 350), abs=1)
    page.picture.take_back()
    assert count(page) == 3
    assert not is_ready(page)


def test_a_table_of_another_size_is_measured_so_and_one_that_is_none_is_refused(page: TablePage) -> None:
    until(lambda: page.presenter.ready)
    page.panel.enter_size()
    write(page, "1200")
    assert not is_ready(page), "what was measured was measured for another table"
    until(lambda: page.presenter.ready)
    chosen: list[TableChoice] = []
    page.chosen.connect(chosen.append)
    page.panel.enter_size()
    write(page, "12")
    assert not is_ready(page)
    assert "too short" in page.sentence
    page.go()
    page.panel.enter_size()
    write(page, "1200")
    until(lambda: page.presenter.ready)
    page.go()
    assert chosen == [], "the first Enter is done with the size"
    page.go()
    assert chosen[0].surface.size_mm == (1200.0, 620.0)
    assert recall().table_size_mm == (1200.0, 620.0)


def test_a_wrong_size_is_doubted_and_the_markers_know_it_to_half_a_percent(page: TablePage) -> None:
    until(lambda: page.presenter.ready)
    page.panel.enter((1400.0, 900.0))
    until(lambda: "The markers lie as on a table of 1000 x 620 mm" in page.sentence)
    page.size_by_markers()
    width_mm, depth_mm = page.panel.size_mm
    assert width_mm == pytest.approx(1000, rel=0.007)
    assert depth_mm == pytest.approx(620, rel=0.007)
    until(lambda: page.sentence.startswith("4 of 4 markers: ") and "lie as on" not in page.sentence)


def test_locks_tell_what_the_camera_made_of_them(still: Still, page: TablePage) -> None:
    until(page.presenter.has_picture)
    page.toggle_locks()
    until(lambda: "Locked: exposure, focus, white balance." in _words(page))
    page.toggle_locks()
    until(lambda: "The camera is adjusting itself." in _words(page))


def _words(page: TablePage) -> str:
    from PySide6.QtWidgets import QLabel

    return "\n".join(label.text() for label in page.findChildren(QLabel))


def test_a_camera_that_is_pulled_out_is_reported_and_comes_back(still: Still, page: TablePage) -> None:
    until(lambda: page.presenter.ready)
    still.trouble = "Still gives no picture: plug it in again."
    until(lambda: page.sentence == still.trouble)
    assert not is_ready(page)
    still.trouble = ""
    until(lambda: page.presenter.ready)


def test_a_camera_that_cannot_be_opened_says_why_and_the_drawn_table_stays_one_key_away(fresh: MatchPlan) -> None:
    def refuse() -> Any:
        raise OperationError("Still cannot be opened: plug it in.")

    page = TablePage([SourceChoice("Still", "Still", refuse)], plan=fresh)
    with placed(page):
        until(lambda: "cannot be opened" in page.sentence)
        assert not is_ready(page)
        page.choose(None)
        assert is_ready(page)
        assert page.sentence.startswith("A drawn table, 1000 × 620 mm")
        page.close_feed()


def test_a_camera_that_opens_slowly_is_given_back_after_its_page_is_gone(
    still: Still, fresh: MatchPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frame_feed, "_CLOSING_MS", 10)
    gate = Event()

    def slow() -> Still:
        gate.wait(10)
        return still

    page = TablePage([SourceChoice("Still", "Still", slow)], plan=fresh)
    with placed(page):
        page.choose(None)
        assert page.presenter.ready, "nobody waits for it"
        gate.set()
        until(lambda: still.closed)


def test_lens_pictures_fill_the_ring_where_they_differ_and_say_why_where_not(
    fresh: MatchPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards = [read_picture(path).pixels for path in sorted(TABLE.parent.glob("lens-*.jpg"))[:2]]
    still = Still(boards[0])
    page = TablePage([SourceChoice("Still", "Still", lambda: still)], plan=fresh)
    with placed(page):
        until(page.presenter.has_picture)
        page.take_lens_picture()
        assert "Tilt the board another way." in _words(page)
        page.take_lens_picture()
        assert "like one taken before" in _words(page)
        still._pixels = boards[1]
        until(lambda: "Tilt the board another way." in _after_one_more(page))
        page.close_feed()


def _after_one_more(page: TablePage) -> str:
    page.take_lens_picture()
    return _words(page)


def test_the_camera_used_last_is_chosen_first_and_files_given_come_before_cameras() -> None:
    devices = (device("Logitech BRIO"), device("FaceTime HD", 1))
    assert [choice.name for choice in source_choices((), devices)] == ["Logitech BRIO", "FaceTime HD"]
    assert [choice.name for choice in source_choices(("1",), devices)] == ["FaceTime HD", "Logitech BRIO"]
    assert source_choices(("a/film.json",), devices)[0].name == "film.json"
    assert source_choices(("none",), ()) == ()
    remember(Remembered("FaceTime HD", (900.0, 900.0)))
    page = TablePage([SourceChoice(d.name, d.name, lambda: Still(np.zeros((90, 160, 3), np.uint8))) for d in devices])
    with placed(page):
        assert page.panel.size_mm == (900.0, 900.0)
        page.go()
        page.close_feed()
    assert recall().source == "FaceTime HD"


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """The bundled empty table, seen for a long time."""
    shots = [{"picture": _beside(tmp_path, TABLE), "frames": 100000}]
    path = tmp_path / "film.json"
    path.write_text(json.dumps({"format": 1, "fps": 30, "shots": shots}))
    return path


def _beside(folder: Path, picture: Path) -> str:
    """The name of a copy beside a film."""
    return Path(shutil.copy(picture, folder)).name


class NoReader:
    """Sees no dice."""

    def __init__(self, camera: Camera) -> None:
        self.camera = camera
        self.dice: dict[str, Die] = {}

    def over(self, camera: Camera) -> NoReader:
        return NoReader(camera)

    def with_plateaus(self, plateaus: tuple[Plateau, ...]) -> NoReader:
        assert plateaus == ()
        return self


@pytest.mark.usefixtures("cameras", "explained")
def test_a_match_begins_by_the_source_named_and_keeps_its_camera(
    somebody: Somebody, film: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began: list[Any] = []
    watcher = SimpleNamespace(latest=None, start=lambda: None, stop=lambda: None, camera=None, failure=None)
    watcher.replace_reader = lambda _reader: None
    monkeypatch.setattr("companion.ui.start.window.open_reader", lambda camera, *_: NoReader(camera))

    def watch(source: Any, reader: Any) -> Any:
        began.append((source, reader))
        return watcher

    monkeypatch.setattr("companion.session.launch.TableWatcher", watch)

    def begin() -> Doing:
        yield lambda: shown(StartWindow)
        window = shown(StartWindow)
        press(window, Key.Key_2)
        write(window, "all arms")
        press(window, Key.Key_Return)
        press(window, Key.Key_Return, ctrl=True)
        assert isinstance(window.page, TablePage)
        yield lambda: window.page.presenter.ready
        press(window, Key.Key_Return)
        yield lambda: shown(MatchWindow)

    somebody.does(begin())
    assert main(["play", "--source", str(film)]) == 0
    source, reader = began[0]
    assert source.name == film.parent.name
    kept = recall_cameras().named(str(film)).camera_file
    assert kept is not None
    assert read_camera(kept).quality.markers == reader.camera.quality.markers == 4


@pytest.mark.slow
@pytest.mark.usefixtures("cameras", "explained")
def test_by_keys_alone_from_the_start_page_to_dice_that_are_read_live(somebody: Somebody, tmp_path: Path) -> None:
    """The whole way with the real networks: markers, calibration, the match's window, a settled table, its dice."""
    film = tmp_path / "film.json"
    shots = [
        {"picture": _beside(tmp_path, TABLE), "frames": 80},
        {"picture": _beside(tmp_path, TABLE.with_name("scene-000.jpg")), "frames": 9000},
    ]
    film.write_text(json.dumps({"format": 1, "fps": 10, "shots": shots}))
    truth = json.loads(TABLE.with_name("scene-000.json").read_text())

    def play() -> Doing:
        yield lambda: shown(StartWindow)
        window = shown(StartWindow)
        press(window, Key.Key_2)
        write(window, "all arms")
        press(window, Key.Key_Return)
        press(window, Key.Key_Return, ctrl=True)
        yield lambda: window.page.presenter.ready
        press(window, Key.Key_Return)
        yield lambda: shown(MatchWindow)
        watch = shown(MatchWindow).findChild(TableWatch)
        yield lambda: watch.latest is not None and watch.latest.sure and len(watch.latest.tracks) > 1
        assert len(watch.latest.tracks) == len(truth["dice"])

    somebody.does(play())
    assert main(["play", "--source", str(film)]) == 0
