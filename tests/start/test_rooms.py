"""The start window's other rooms, its keys, its themes; what it remembers; and that nothing is cut off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow, QMessageBox, QPushButton, QWidget

from companion.camera.sources import linux_devices
from companion.codec.camera import read_camera
from companion.codec.die import known_dice
from companion.codec.saved_cameras import camera_folder, recall_cameras
from companion.errors import OperationError
from companion.resources import Bundled, bundled, state_folder
from companion.session.first_evening import FirstEvening
from companion.session.match_setup import MatchPlan, Surface, TableChoice
from companion.text import choose_language
from companion.ui.application import dress_application
from companion.ui.die_editor import DieEditor
from companion.ui.rooms import ROOMS
from companion.ui.settings import (
    Remembered,
    load_settings,
    place_window,
    recall,
    remember,
    remember_window,
    save_settings,
)
from companion.ui.start import LaunchOptions, StartWindow
from companion.ui.start.camera_page import CameraPage
from companion.ui.start.dice_page import DicePage
from companion.ui.start.home import HomePage, MatchesPage
from companion.ui.start.plan_page import PlanPage
from companion.ui.start.print_page import PrintPage
from companion.ui.start.setup_flow import DiceChoicePage, SetupPage
from companion.ui.start.table_page import TablePage
from companion.ui.start.welcome import WelcomePage
from companion.ui.themes import Theme, TypeSize
from tests.start.conftest import device, placed, rest

Made = Callable[[], StartWindow]


@pytest.fixture
def window(qapp: QApplication, explained: None) -> Iterator[StartWindow]:
    made = StartWindow(LaunchOptions(), lambda: (device("Logitech BRIO"),), ROOMS)
    made.resize(1280, 800)
    made.show()
    rest(10)
    yield made
    made.close()
    rest(10)


def test_every_tile_leads_somewhere_and_has_its_own_number(window: StartWindow) -> None:
    home = window.page
    assert isinstance(home, HomePage)
    offers = home.offers()
    assert [offer.key for offer in offers] == [str(n + 1) for n in range(len(offers))]
    own = {"continue", "new", "print", "calibrate", "dice", "setup"}
    assert {offer.id for offer in offers} == own | ROOMS.keys()


def test_esc_closes_the_page_of_keys_before_it_means_back(window: StartWindow) -> None:
    page = window.findChild(QWidget, "keys")
    assert isinstance(page, QWidget)
    for _ in range(2):
        QTest.keyClick(window, Qt.Key.Key_F1)
        assert page.isVisible()
        QTest.keyClick(window, Qt.Key.Key_Escape)
        assert not page.isVisible()
    window.want("print")
    rest(10)
    QTest.keyClick(window, Qt.Key.Key_F1)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert not any(page.isVisible() for page in window.findChildren(QWidget, "keys"))
    assert not window.is_home
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert window.is_home


def test_a_room_that_cannot_open_says_why_on_the_start_page(
    window: StartWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> QMainWindow:
        raise OperationError("This card is open in another window.")

    monkeypatch.setattr(window, "_rooms", {"ogre-card": refuse})
    window.want("ogre-card")
    assert window.statusBar().currentMessage() == "This card is open in another window."


def shown_by(window: StartWindow) -> QWidget:
    return window.page


def test_esc_leads_back_page_by_page_and_what_was_filled_in_stays(window: StartWindow) -> None:
    window.want("new")
    page = window.page
    assert isinstance(page, PlanPage)
    page.presenter.take(lambda plan: plan.with_army("Blue", ["ogre/heavy-tank"] * 4))
    page.go()
    assert isinstance(shown_by(window), TablePage)
    window.go_back()
    assert shown_by(window) is page
    page.toggle_agreements()
    window.go_back()
    assert shown_by(window) is page, "Esc folds the agreements first"
    window.go_back()
    assert isinstance(shown_by(window), HomePage)
    window.want("new")
    again = shown_by(window)
    assert isinstance(again, PlanPage)
    assert again.plan.entrant("Blue").army == ("ogre/heavy-tank",) * 4


def test_a_match_that_cannot_be_written_says_why_and_the_table_is_there_again(
    window: StartWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **_named: object) -> QMainWindow:
        raise OperationError("The match could not be written. Choose another place.")

    monkeypatch.setattr("companion.session.launch.begin_match", refuse)
    window.want("new")
    _page(window).go()
    table = shown_by(window)
    assert isinstance(table, TablePage)
    table.choose(None)
    table.go()
    assert isinstance(shown_by(window), TablePage)
    assert window.statusBar().currentMessage() == "The match could not be written. Choose another place."
    window.go_back()
    assert isinstance(shown_by(window), PlanPage)


def test_no_key_means_two_things_on_any_page(window: StartWindow) -> None:
    steps: tuple[Callable[[], None], ...] = (
        lambda: None,
        lambda: window.want("new"),
        lambda: _page(window).go(),
        lambda: window.want("print"),
    )
    for step in steps:
        step()
        keys = [key for action in window.actions_in_force for key in action.keys]
        assert len(keys) == len(set(keys)), sorted(key for key in keys if keys.count(key) > 1)


def _page(window: StartWindow) -> PlanPage:
    page = window.page
    assert isinstance(page, PlanPage)
    page.presenter.take(lambda plan: plan.with_army("Blue", ["ogre/heavy-tank"] * 4))
    return page


def test_theme_type_and_language_change_on_the_start_page_and_are_kept(window: StartWindow) -> None:
    for name in ("theme", "type", "language"):
        next(action for action in window.actions_in_force if action.id == name).run()
    assert load_settings().theme is Theme.LIGHT
    assert load_settings().type_size is TypeSize.LARGE
    assert isinstance(window.page, HomePage)


PAGES: dict[str, Callable[[MatchPlan], QWidget]] = {
    "welcome": lambda plan: WelcomePage(plan.dice),
    "home": lambda plan: HomePage(plan.dice),
    "new match": PlanPage,
    "table": lambda plan: TablePage([], plan=plan),
    "print": lambda plan: PrintPage(plan.dice),
    "matches": lambda _: MatchesPage(()),
    "dice": lambda plan: DicePage(plan.dice),
    "first evening": lambda _: SetupPage(FirstEvening()),
    "camera": lambda _: CameraPage([]),
    "whose dice": lambda plan: DiceChoicePage(plan.dice),
}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(1280, 760), (1920, 1040)])
@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_cut_off(
    name: str, size: tuple[int, int], language: str, fresh: MatchPlan, qapp: QApplication
) -> None:
    choose_language(language)
    page = PAGES[name](fresh)
    with placed(page, width=size[0], height=size[1]):
        assert (page.width(), page.height()) == size, "the page wants more room than the screen has"
        rest(20)
        parts: list[QLabel | QPushButton] = [*page.findChildren(QLabel), *page.findChildren(QPushButton)]
        for part in parts:
            if part.isVisible() and part.text():
                assert _fits(part, page), part.text()


def _fits(part: QLabel | QPushButton, page: QWidget) -> bool:
    """Whether its words have room, and lie on the page."""
    place = part.mapTo(page, part.rect().topLeft())
    inside = place.x() >= 0 and place.y() >= 0 and place.x() + part.width() <= page.width()
    if isinstance(part, QLabel) and part.wordWrap():
        return inside and part.height() >= part.heightForWidth(part.width()) - 1
    return inside and part.width() >= part.sizeHint().width() - 1


@pytest.mark.parametrize("theme", Theme)
def test_large_type_still_fits_a_large_screen(theme: Theme, fresh: MatchPlan, qapp: QApplication) -> None:
    save_settings(replace(load_settings(), theme=theme, type_size=TypeSize.LARGE))
    dress_application(qapp)
    page = PlanPage(fresh)
    with placed(page, width=1920, height=1040):
        assert page.width() == 1920


def test_printing_writes_the_sheet_chosen_and_shows_it(tmp_path: Path, qapp: QApplication) -> None:
    shown: list[Path] = []
    page = PrintPage(known_dice(), show_file=shown.append)
    with placed(page):
        titles = [sheet.title for sheet in page.sheets()]
        assert titles[:2] == ["For the first evening", "Corner markers"]
        page.step_paper()
        page.print_chosen()
    assert shown[0].name == "first-evening-letter.pdf"
    assert shown[0].read_bytes().startswith(b"%PDF")


def test_a_die_is_found_by_its_name_and_opened_or_shown(window: StartWindow) -> None:
    window.want("dice")
    page = window.page
    assert isinstance(page, DicePage)
    page.search.setText("thruk")
    assert page.chosen == "deep-white-sea/thruk"
    page.show_to_camera()
    assert "measure one first" in window.statusBar().currentMessage()
    page.edit()
    rest(10)
    (editor,) = (one for one in QApplication.topLevelWidgets() if isinstance(one, DieEditor) and one.isVisible())
    assert editor.draft.die.id == "deep-white-sea/thruk"
    editor.close()


def test_a_camera_that_is_plugged_in_appears_by_itself_where_there_was_none(
    window: StartWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window, "_devices", lambda: ())
    window.want("calibrate")
    first = window.page
    assert isinstance(first, TablePage)
    assert first.presenter.choices == ()
    monkeypatch.setattr(window, "_devices", lambda: (device("Logitech BRIO"),))
    window.update_cameras()
    second = window.page
    assert isinstance(second, TablePage)
    assert [choice.name for choice in second.presenter.choices] == ["Logitech BRIO"]
    window.update_cameras()
    assert window.page is second, "one that has found cameras is left alone"


def test_cameras_of_linux_are_listed_once_each_by_name(tmp_path: Path) -> None:
    for number, name in enumerate(("BRIO", "BRIO", "FaceTime", "")):
        (tmp_path / f"video{number}").mkdir()
        (tmp_path / f"video{number}" / "name").write_text(f"{name}\n")
    (tmp_path / "video10").mkdir()
    found = linux_devices(tmp_path)
    assert [(d.name, d.id, d.number) for d in found] == [
        ("BRIO", "/dev/video0", 0),
        ("FaceTime", "/dev/video2", 2),
        ("video3", "/dev/video3", 3),
    ]


def test_what_is_remembered_is_kept_and_what_cannot_be_understood_is_forgotten() -> None:
    remember(Remembered("BRIO", (900.0, 600.0)))
    assert recall().source == "BRIO"
    file = state_folder() / "remembered.json"
    assert '"source": "BRIO"' in file.read_text()
    remember(replace(recall(), source=""))
    assert "source" not in file.read_text()
    file.write_text('{"format": 1, "table_size_mm": [1, "x"], "source": 7}')
    assert recall().table_size_mm == (1000.0, 620.0)
    assert recall().source == ""
    file.write_text("no JSON")
    assert recall().source == ""


def test_a_window_stands_where_it_stood(qapp: QApplication) -> None:
    first, second = QWidget(), QWidget()
    assert not place_window("start", first)
    first.setGeometry(40, 50, 700, 500)
    remember_window("start", first)
    assert place_window("start", second)
    assert second.size() == first.size()


@pytest.mark.parametrize("wanted", [False, True])
def test_a_poor_camera_is_made_the_usual_one_only_when_people_say_so(
    window: StartWindow, monkeypatch: pytest.MonkeyPatch, *, wanted: bool
) -> None:
    good = read_camera(bundled(Bundled.PICTURES, "film") / "camera.json")
    poor = replace(good, quality=replace(good.quality, rms_px=9.0, rms_mm=9.0))
    asked = list[str]()

    def answer(_window: QWidget, _title: str, words: str, *_buttons: object) -> QMessageBox.StandardButton:
        asked.append(words)
        return QMessageBox.StandardButton.Yes if wanted else QMessageBox.StandardButton.No

    monkeypatch.setattr(QMessageBox, "question", answer)
    for camera in (good, poor):
        window.calibrate()
        page = window.page
        assert isinstance(page, TablePage)
        page.chosen.emit(TableChoice(Surface.of_camera(camera.table), "BRIO", camera))
    assert len(asked) == 1
    assert "The camera is calibrated poorly" in asked[0]
    usual = recall_cameras().newest.camera_file
    assert usual is not None
    assert (read_camera(usual).quality.rms_mm > 5) is wanted
    folder = camera_folder("BRIO")
    assert (folder / ("camera.json" if wanted else "camera-set-aside.json")).is_file(), "it is written all the same"
