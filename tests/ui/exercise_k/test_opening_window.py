"""The opening page by its keys: signing up, drawing, agreements, corners, first hexes, going on with an old game."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from companion.exercise_k.rules.board import MapCorner
from companion.exercise_k.session.desk_game import DeskGame
from companion.exercise_k.session.plan import GamePlan, OrderBy, saved_plan
from companion.exercise_k.ui.desk_window import DeskWindow
from companion.exercise_k.ui.opening_pages import OrderPage, SignUpPage
from companion.exercise_k.ui.opening_window import AgreementsPage, CornersPage, OpeningWindow
from companion.journal import matches_folder
from companion.resources import state_folder
from tests.ui.exercise_k.conftest import AtTheDesk


def _focus() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def _ctrl(key: Qt.Key) -> None:
    QTest.keyClick(_focus(), key, Qt.KeyboardModifier.ControlModifier)


def _sign_up(window: OpeningWindow, *groups: str) -> None:
    for group in groups:
        QTest.keyClicks(window.pages[0].first, group)
        QTest.keyClick(window.pages[0].first, Qt.Key.Key_Return)


def _desks() -> list[DeskWindow]:
    return [w for w in QApplication.topLevelWidgets() if isinstance(w, DeskWindow) and w.isVisible()]


def test_ek_team_04_the_sign_up_list_shows_teams_and_who_waits(at_the_desk: AtTheDesk) -> None:
    def use(window: OpeningWindow) -> None:
        page = window.pages[0]
        assert isinstance(page, SignUpPage)
        _sign_up(window, "Ann")
        assert window.problem.text() == "1 of at least 2 players have signed up; 12 can play."
        _sign_up(window, *(f"P{n}, Q{n}, R{n}" for n in range(4)))
        assert "Waiting: R3" in page.rest.text()
        _sign_up(window, "Ann")
        assert "appears twice" in window.problem.text()
        page.groups.setCurrentRow(0)
        page.remove.click()
        assert "Waiting" not in page.rest.text()
        assert "12 players, standard setup" in page.rest.text()

    assert at_the_desk([], use) == 0


def test_order_time_board_and_agreements_are_settled(at_the_desk: AtTheDesk) -> None:
    def use(window: OpeningWindow) -> None:
        _sign_up(window, "Ann, Ben, Cleo", "Dan, Eve, Finn")
        order, terms = window.pages[1], window.pages[2]
        assert isinstance(order, OrderPage)
        assert isinstance(terms, AgreementsPage)
        _ctrl(Qt.Key.Key_2)
        order.order_by.setCurrentIndex(1)
        assert window.plan.order_by is OrderBy.COLOURS
        QTest.keyClick(order.draw, Qt.Key.Key_Space)
        assert window.plan.seed is not None
        assert tuple(window.plan.seats) == ("Red", "Blue")
        order.people.setCurrentRow(1)
        first = window.plan.seats["Red"][1]
        order.earlier.click()
        assert window.plan.seats["Red"][0] == first
        order.minutes.setValue(0)
        order.columns.setValue(25)
        assert (window.plan.allotted_min, window.plan.board.columns) == (None, 25)
        _ctrl(Qt.Key.Key_3)
        QTest.keyClick(terms.boxes["AMB-51"], Qt.Key.Key_Down)
        assert dict(window.plan.choices) == {"AMB-51": "raised"}
        assert terms.heading.text() == "Agreements: 1 changed"

    assert at_the_desk([], use) == 0


def test_ek_ord_02_ek_team_10_corners_in_reverse_order_and_first_hexes_checked(
    at_the_desk: AtTheDesk, tmp_path: Path
) -> None:
    def use(window: OpeningWindow) -> None:
        _sign_up(window, "Ann", "Ben")
        page = window.pages[3]
        assert isinstance(page, CornersPage)
        _ctrl(Qt.Key.Key_4)
        assert page.chooser.text() == "Draw the team order first."
        order = window.pages[1]
        assert isinstance(order, OrderPage)
        order.draw.click()
        last = tuple(window.plan.seats)[-1]
        assert page.chooser.text().startswith(f"{last} chooses a corner")
        for _ in range(2):
            QTest.keyClick(page.first, Qt.Key.Key_Space)
        assert page.chooser.text() == "All corners are chosen."
        hexes = page.hexes[0]
        QTest.keyClicks(hexes, "0101 0106 0404 0202 0303 0204")
        QTest.keyClick(hexes, Qt.Key.Key_Return)
        assert page.verdicts[0].text() == "the radars are 3 hexes from each other, not 4"
        assert not window.next.isEnabled()
        hexes.setText("0101 0106 0504 0202 0303 0204")
        QTest.keyClick(hexes, Qt.Key.Key_Return)
        assert page.verdicts[0].text().startswith("fits")
        _ctrl(Qt.Key.Key_Return)
        (desk,) = _desks()
        assert str(desk.desk.talk.placements[last]) == "0101 0106 0504 0202 0303 0204"
        assert desk.desk.talk.corners[last] == "top left"

    assert at_the_desk(["--match", str(tmp_path / "new.diceland")], use) == 0


def test_a_sign_up_outlives_the_window_until_its_game_begins(at_the_desk: AtTheDesk, tmp_path: Path) -> None:
    def use(window: OpeningWindow) -> None:
        _sign_up(window, "Ann, Ben", "Cleo")
        order = window.pages[1]
        assert isinstance(order, OrderPage)
        order.draw.click()
        order.minutes.setValue(0)
        after_a_kill = OpeningWindow(lambda _: None)  # the other one has closed nothing
        assert after_a_kill.plan == window.plan
        assert "as you left it: 3 players. Ctrl+N" in after_a_kill.problem.text()

    def go_on(window: OpeningWindow) -> None:
        assert window.plan.groups == (("Ann", "Ben"), ("Cleo",))
        _ctrl(Qt.Key.Key_4)
        page = window.pages[3]
        assert isinstance(page, CornersPage)
        for key in (Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_1):
            QTest.keyClick(_focus(), key)
        assert page.chooser.text() == "All corners are chosen."
        assert set(window.plan.corners.values()) == set(MapCorner) - {MapCorner.BOTTOM_RIGHT}
        _ctrl(Qt.Key.Key_Return)
        assert len(_desks()) == 1
        assert OpeningWindow(lambda _: None).plan == GamePlan()

    assert at_the_desk([], use) == 0
    assert at_the_desk(["--match", str(tmp_path / "new.diceland")], go_on) == 0


def test_digits_are_typed_into_hexes_and_are_no_corners_there(at_the_desk: AtTheDesk) -> None:
    def use(window: OpeningWindow) -> None:
        _sign_up(window, "Ann", "Ben")
        order, page = window.pages[1], window.pages[3]
        assert isinstance(order, OrderPage)
        assert isinstance(page, CornersPage)
        order.draw.click()
        _ctrl(Qt.Key.Key_4)
        page.hexes[0].setFocus()
        QTest.keyClicks(_focus(), "0102")
        assert (page.hexes[0].text(), dict(window.plan.corners)) == ("0102", {})
        QTest.keyClick(_focus(), Qt.Key.Key_Escape)
        assert window.stack.currentIndex() == 2, "Esc is the step before"

    assert at_the_desk([], use) == 0


def test_an_empty_page_is_asked_for_and_what_cannot_be_understood_is_one(
    at_the_desk: AtTheDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter((QMessageBox.StandardButton.No, QMessageBox.StandardButton.Yes))
    monkeypatch.setattr(QMessageBox, "question", lambda *_: next(answers))

    def use(window: OpeningWindow) -> None:
        _sign_up(window, "Ann", "Ben")
        _ctrl(Qt.Key.Key_N)
        assert len(window.plan.groups) == 2
        _ctrl(Qt.Key.Key_N)
        assert window.plan == GamePlan()
        file = state_folder() / "exercise-k-sign-up.json"
        for words in ('{"format": 1, "groups": [["Ann"], ["Ann"]]}', '{"format": 1, "placements": {"Red": "x"}}', "{"):
            file.write_text(words)
            assert saved_plan() == GamePlan()

    assert at_the_desk([], use) == 0


def test_the_game_played_last_can_be_gone_on_with(at_the_desk: AtTheDesk, game: Path) -> None:
    kept = matches_folder() / game.name
    game.rename(kept)

    def use(window: OpeningWindow) -> None:
        assert window.saved.text() == "Ctrl+O continues game"
        with DeskGame.resume(kept):
            _ctrl(Qt.Key.Key_O)
            assert "open in another window" in window.problem.text()
        _ctrl(Qt.Key.Key_O)
        (desk,) = _desks()
        assert desk.desk.path == kept

    assert at_the_desk([], use) == 0
