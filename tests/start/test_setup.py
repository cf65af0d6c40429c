"""The first evening, step by step through the program's own main: from the printer to a judged picture, by keys."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from companion.arrays import Image
from companion.camera import BoardView, CalibrationVerdict, Camera, Quality, calibrate, detect_board, read_picture
from companion.catalogue import Die
from companion.cli import main
from companion.codec.mat import read_mat
from companion.codec.saved_cameras import recall_cameras, save_step, saved_lens_pictures
from companion.errors import OperationError
from companion.geometry import Pose
from companion.resources import Bundled, bundled, data_folder
from companion.session.first_evening import FirstEvening, Step, judge_trial
from companion.session.launch import ReaderPreload
from companion.session.match_setup import SourceChoice
from companion.session.table_measurement import ZONES, LensCoverage, LensPresenter
from companion.ui import keyed_window
from companion.ui.settings import Remembered, last_camera, recall, remember, remember_source
from companion.ui.start import StartWindow
from companion.ui.start.camera_page import CameraPage
from companion.ui.start.dice_page import DicePage
from companion.ui.start.plan_page import PlanPage
from companion.ui.start.print_page import PrintPage
from companion.ui.start.setup_flow import DiceChoicePage, LensPage, SetupPage
from companion.ui.start.table_page import TablePage
from companion.ui.start.trial_page import TrialPage
from companion.vision import CameraCheck, DieReading, DieState, FaceName, Reading
from tests.start.conftest import Doing, Somebody, placed, press, shown, write
from tests.start.test_live_table import until

Key = Qt.Key
DEMO = bundled(Bundled.PICTURES, "demo")
GOOD = Quality(rms_px=0.1, rms_mm=0.1, markers=4, lens_pictures=8, focal_sigma=0.001)


def film_of(folder: Path, shots: list[tuple[str, int]]) -> Path:
    """A film of bundled pictures, each so many frames long."""
    rows = [{"picture": Path(shutil.copy(DEMO / name, folder)).name, "frames": frames} for name, frames in shots]
    path = folder / "film.json"
    path.write_text(json.dumps({"format": 1, "fps": 10, "shots": rows}))
    return path


def is_on(window: StartWindow, page: type[Any]) -> bool:
    """Whether a page of that kind is shown."""
    return isinstance(window.page, page)


LENS = [(file.name, 4) for file in sorted(DEMO.glob("lens-*.jpg"))]


def _printed(window: StartWindow) -> None:
    """The first step, by one key more than it takes."""
    assert is_on(window, SetupPage)
    press(window, Key.Key_Return)
    assert is_on(window, PrintPage)
    press(window, Key.Key_Return)
    assert is_on(window, SetupPage)
    assert (data_folder() / "sheets" / "first-evening-a4.pdf").is_file()


def _measured(window: StartWindow, film: Path) -> Doing:
    """Camera, lens and table."""
    press(window, Key.Key_Return)
    camera_page = cast(CameraPage, window.page)
    yield camera_page.is_ready
    press(window, Key.Key_Return)
    assert recall().source == str(film)
    press(window, Key.Key_Return)
    lens_page = cast(LensPage, window.page)
    yield lambda: lens_page.presenter.taken == len(LENS)
    assert lens_page.presenter.coverage.is_whole
    press(window, Key.Key_Return)
    assert "The lens is measured: 8 of 8 pictures used, off by" in window.statusBar().currentMessage()
    press(window, Key.Key_Return)
    table = cast(TablePage, window.page).presenter
    yield lambda: table.ready and table.camera is not None and table.camera.quality.lens_pictures == len(LENS)
    press(window, Key.Key_Return)
    camera = FirstEvening.of(str(film)).camera
    assert camera is not None
    assert camera.quality.verdict is CalibrationVerdict.GOOD


def _reported_of_dice(window: StartWindow) -> None:
    """A sample of the long way, a look at the dice to be rolled, and back: ours were printed here."""
    press(window, Key.Key_Return)
    press(window, Key.Key_3)
    assert (data_folder() / "enrolment-sample" / "faces.json").is_file()
    press(window, Key.Key_2)
    assert is_on(window, DicePage)
    press(window, Key.Key_Escape)
    assert is_on(window, DiceChoicePage)
    press(window, Key.Key_1)


def _tried(window: StartWindow) -> Doing:
    """Twelve dice, read and judged."""
    press(window, Key.Key_Return)
    trial = cast(TrialPage, window.page)
    yield trial.may_go
    press(window, Key.Key_Return)
    yield lambda: trial.verdict
    assert trial.sentence.startswith("All 12 dice are read, to ±0.")
    press(window, Key.Key_Return)


@pytest.mark.slow
@pytest.mark.usefixtures("cameras", "explained")
def test_a_newcomer_is_led_from_the_printer_to_a_judged_picture(
    somebody: Somebody, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyed_window, "QDesktopServices", SimpleNamespace(openUrl=lambda _: None))
    film = film_of(tmp_path, [*LENS, ("table.jpg", 100000)])

    def evening() -> Doing:
        yield lambda: shown(StartWindow)
        window = shown(StartWindow)
        _printed(window)
        yield from _measured(window, film)
        _reported_of_dice(window)
        film_of(tmp_path, [("scene-000.jpg", 100000)])
        yield from _tried(window)
        press(window, Key.Key_Return)
        assert is_on(window, PlanPage)

    somebody.does(evening())
    assert main(["setup", "--source", str(film)]) == 0
    assert FirstEvening.of(str(film)).next is Step.PLAY
    assert len(saved_lens_pictures(str(film))) == len(LENS)
    assert recall_cameras().newest.camera_file is not None


# --- how far one has come -----------------------------------------------------------------------------------------


def test_on_a_fresh_machine_the_printer_comes_first_and_what_cannot_be_done_yet_says_why() -> None:
    evening = FirstEvening.of("")
    assert evening.next is Step.PRINT
    why_not = {row.step: row.why_not for row in evening.rows if row.why_not}
    assert why_not == {
        Step.LENS: "Choose a camera first (2).",
        Step.TABLE: "Choose a camera first (2).",
        Step.DICE: "Measure the table first (4).",
        Step.TRIAL: "Measure the table first (4).",
    }


def test_steps_that_leave_no_file_are_kept_by_camera() -> None:
    save_step("BRIO", Step.LENS)
    save_step("BRIO", Step.TRIAL)
    assert FirstEvening.of("BRIO").is_done(Step.LENS)
    assert FirstEvening.of("BRIO").is_done(Step.TRIAL)
    assert not FirstEvening.of("another").is_done(Step.LENS)
    save_step("another", Step.TRIAL)
    assert FirstEvening.of("BRIO").is_done(Step.LENS), "another camera's steps leave those of the first alone"
    assert recall_cameras().newest.camera_file is None, "a step alone is no camera"


# --- the lens board -----------------------------------------------------------------------------------------------


def board_at(left_px: float, top_px: float, *, count: int = 12) -> BoardView:
    """A board of corners 40 px apart."""
    grid = np.array([[x, y] for y in range(3) for x in range(count // 3)], float)
    points_mm = np.column_stack([30 * grid, np.zeros(len(grid))])
    return BoardView("board", points_mm, grid * 40 + np.array([left_px, top_px]))


PIXELS = np.zeros((900, 1500, 3), np.uint8)


def presenter() -> LensPresenter:
    board = read_mat(DEMO / "mat.json").charuco
    assert board is not None
    return LensPresenter(board)


def test_a_picture_is_taken_when_the_board_is_held_still_and_elsewhere() -> None:
    lens = presenter()
    assert not lens.on_picture(PIXELS, board_at(50, 50)), "seen for the first time"
    assert not lens.on_picture(PIXELS, board_at(90, 50)), "moving"
    assert lens.on_picture(PIXELS, board_at(90.5, 50)), "still"
    assert not lens.on_picture(PIXELS, board_at(90.6, 50)), "the same again"
    assert lens.sentence == ("Taken. Now hold it at the upper edge of the picture.", "ok")
    lens.on_picture(PIXELS, None)
    assert lens.sentence[0].startswith("Hold the lens board up to the camera")
    assert lens.taken == 1


def test_the_ring_is_whole_when_the_board_has_been_in_every_part() -> None:
    views = [board_at(150 + 500 * x, 90 + 300 * y) for x in range(3) for y in range(3)]
    for left in range(9):
        coverage = LensCoverage.of(views[:left], (1500, 900))
        assert len(coverage.covered) == left
        assert coverage.next_place
    whole = LensCoverage.of(views, (1500, 900))
    assert whole.is_whole
    assert whole.next_place == ""
    assert whole.covered == frozenset(ZONES)


def test_a_few_corners_of_the_board_do_not_cover_a_part() -> None:
    coverage = LensCoverage.of([board_at(500 - 2 * 40 - 1, 320)], (1500, 900))
    assert coverage.covered == frozenset({(0, 1)})
    assert LensCoverage.of([board_at(500 - 40 + 1, 320)], (1500, 900)).covered == frozenset({(1, 1)})


def test_too_few_pictures_make_no_lens() -> None:
    lens = presenter()
    for file in sorted(DEMO.glob("lens-*.jpg"))[:2]:
        picture = read_picture(file)
        (view,) = detect_board([picture], lens.pictures.charuco)
        lens.on_picture(picture.pixels, view)
        lens.on_picture(picture.pixels, view)
    assert lens.taken == 2
    assert not lens.is_enough
    with pytest.raises(OperationError, match="is the board flat"):
        lens.measure()
    lens.start_again()
    assert lens.taken == 0


# --- the camera ---------------------------------------------------------------------------------------------------


class Still:
    """The same picture for ever."""

    name, over, trouble = "Still", False, ""

    def read(self) -> Any:
        return np.full((90, 160, 3), 120, np.uint8)

    def close(self) -> None:
        pass


class TableSeen(Still):
    """The bundled empty table for ever."""

    def read(self) -> Any:
        return read_picture(DEMO / "table.jpg").pixels


PHONE = "http://phone:8080/video"


@pytest.fixture
def phone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone in the network, seen over the table."""

    def open_source(words: str, **_: object) -> Any:
        assert words == PHONE
        return TableSeen()

    for module in ("session.match_setup.surface", "ui.start.camera_page", "ui.start.setup_flow"):
        monkeypatch.setattr(f"companion.{module}.open_source", open_source)


@pytest.mark.usefixtures("cameras", "explained", "phone")
def test_the_phone_of_step_2_is_there_in_step_4_and_after_a_restart(somebody: Somebody) -> None:
    def done(window: StartWindow) -> set[Step]:
        assert is_on(window, SetupPage)
        page = cast(SetupPage, window.page)
        return {step for step in Step if page.tile(step).text().startswith("✓")}

    def choose_and_measure() -> Doing:
        yield lambda: shown(StartWindow)
        window = shown(StartWindow)
        press(window, Key.Key_1)  # on a stand
        press(window, Key.Key_2)
        press(window, Key.Key_A)
        write(window, PHONE)
        press(window, Key.Key_Return)
        yield cast(CameraPage, window.page).is_ready
        press(window, Key.Key_Return)
        assert done(window) == {Step.CAMERA}
        save_step(PHONE, Step.LENS)
        press(window, Key.Key_4)
        table = cast(TablePage, window.page)
        assert table.presenter.at is not None
        assert table.presenter.choices[table.presenter.at].words == PHONE
        yield lambda: table.presenter.ready
        press(window, Key.Key_Return)
        assert done(window) >= {Step.CAMERA, Step.LENS, Step.TABLE}

    somebody.does(choose_and_measure())
    assert main(["setup"]) == 0
    remember_source("none")  # a match without a camera in between
    again = Somebody()

    def look() -> Doing:
        yield lambda: shown(StartWindow)
        window = shown(StartWindow)
        press(window, Key.Key_1)
        assert done(window) >= {Step.CAMERA, Step.LENS, Step.TABLE}
        press(window, Key.Key_2)
        page = cast(CameraPage, window.page)
        assert page.address.text() == PHONE
        assert "No camera found" not in page.sentence
        yield page.is_ready

    again.does(look())
    assert main(["setup"]) == 0
    assert again.failure is None
    assert again.done


def test_a_table_that_is_measured_alone_needs_a_camera_and_forgets_none() -> None:
    remember_source(PHONE)
    page = TablePage([], alone=True)
    chosen: list[object] = []
    page.chosen.connect(chosen.append)
    with placed(page):
        assert page.sentence.startswith("Choose the camera to be measured")
        page.go()
        assert chosen == []
    assert last_camera() == PHONE


def test_a_camera_is_chosen_by_its_number_or_by_an_address() -> None:
    remember(Remembered("http://phone:8080/video"))
    page = CameraPage([SourceChoice("BRIO", "BRIO", Still)], "http://phone:8080/video")
    with placed(page):
        assert page.address.text() == "http://phone:8080/video", "the phone of the last time"
        page.address.setText("phone:8080")
        page.take_address()
        assert page.sentence.startswith("An address looks like http://")
        page.close_feed()


def test_without_any_camera_it_is_stated_what_to_do() -> None:
    page = CameraPage([])
    with placed(page):
        assert page.sentence.startswith("No camera found.")
        assert not page.is_ready()


# --- the trial ----------------------------------------------------------------------------------------------------


def die(*, named: bool = True, sigma_mm: float = 0.3) -> DieReading:
    name = FaceName("ogre/gev", "8") if named else None
    return DieReading(Pose(100.0, 100.0, 0.0, 50.8), sigma_mm, 0.3, DieState.FLAT, name, 0.99)


@pytest.mark.parametrize(
    ("dice", "quality", "message", "mood"),
    [
        ([], GOOD, "No die in sight", "stop"),
        (
            [die(named=False)] * 2,
            GOOD,
            "2 dice are seen, and none is known: show them to the camera first (5).",
            "stop",
        ),
        ([die(), die(named=False)], GOOD, "1 of 2 dice are read.", "amber"),
        ([die()], GOOD, "The die is read, to ±0.3 mm or better: ready to play.", "ok"),
        ([die(sigma_mm=1.4)], GOOD, "The die is read, to ±1.4 mm or better, which is not exact", "amber"),
        ([die()], replace(GOOD, rms_mm=2.5), "or better, but the camera is measured poorly", "amber"),
    ],
)
def test_a_trial_picture_is_judged(dice: list[DieReading], quality: Quality, message: str, mood: str) -> None:
    verdict = judge_trial(Reading("", tuple(dice), CameraCheck(0.0, 4)), quality)
    assert message in verdict.sentence
    assert verdict.mood == mood


class NoDieSeen:
    """A reader that sees an empty table."""

    def __init__(self, camera: Camera) -> None:
        self.camera = camera
        self.dice: dict[str, Die] = {}

    def read(self, _picture: Image, image: str = "") -> Reading:
        return Reading(image, (), CameraCheck(0.0, 4))


@pytest.mark.parametrize(
    ("broken", "message"), [(False, "No die in sight"), (True, "Unexpected error (ValueError: a mistake)")]
)
def test_a_trial_in_which_nothing_was_read_asks_for_another_picture_and_ticks_nothing(
    *, broken: bool, message: str
) -> None:
    def opened(camera: Camera) -> Any:
        if broken:
            raise ValueError("a mistake")
        return NoDieSeen(camera)

    camera = calibrate(read_mat(DEMO / "mat.json"), [], [read_picture(DEMO / "table.jpg")]).camera
    page = TrialPage(SourceChoice("BRIO", "BRIO", TableSeen), camera, ReaderPreload(opened))
    passed: list[bool] = []
    page.passed.connect(lambda: passed.append(True))
    with placed(page):
        until(page.may_go)
        page.go()
        until(lambda: page.verdict)
        assert page.sentence.startswith(message)
        button = page.findChild(QPushButton, "go")
        assert isinstance(button, QPushButton)
        assert button.text() == "Another picture  (Enter)"
        button.click()
        assert passed == []
        assert page.verdict is None, "the live picture is there again"
        page.close_feed()
