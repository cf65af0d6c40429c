"""Terrain on the table page: put there by keys or by mouse, over the drawn table or a camera's picture; then played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from companion.camera import read_picture
from companion.cli import main
from companion.resources import Bundled, bundled
from companion.session.match_setup import MatchPlan, SourceChoice, TableChoice, TerrainPiece, TerrainShape
from companion.ui.actions import WindowAction
from companion.ui.match import MatchWindow
from companion.ui.start import StartWindow
from companion.ui.start.live_picture import DrawnGround, Ground, SeenGround
from companion.ui.start.table_page import TablePage
from tests.start.conftest import Doing, Somebody, placed, press, shown, write
from tests.start.test_live_table import Still, until

Key = Qt.Key


@pytest.fixture
def page(fresh: MatchPlan) -> Iterator[TablePage]:
    made = TablePage([], plan=fresh.with_advanced(advanced=True).tossed(7))
    with placed(made):
        yield made


def do(page: TablePage, *names: str) -> None:
    """Actions as their keys would begin them."""
    for name in names:
        action: WindowAction = next(
            one for one in page.actions_here() if one.id in {f"terrain.{name}", f"table.{name}"}
        )
        assert not action.why_not(), name
        action.run()


def drag(page: TablePage, start: QPointF, end: QPointF) -> None:
    picture = page.picture
    left, plain = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QTest.mousePress(picture, left, plain, start.toPoint())
    QTest.mouseMove(picture, end.toPoint())
    QTest.mouseRelease(picture, left, plain, end.toPoint())


def test_ad_terr_01_pieces_are_shaped_raised_and_moved_by_keys(page: TablePage) -> None:
    box = page.panel.terrain
    do(page, "more", "form", "level", "wider", "turn.1", "leap.1", "move.2", "grow.2")
    (hill,) = box.pieces
    assert (hill.form, hill.level, hill.turn_deg) == (TerrainShape.ROUND, 1, 15.0)
    assert hill.size_mm == (220.0, 130.0)
    x, y = hill.centre_mm
    do(page, "more", "next", "leap.0")
    assert box.pieces[0].centre_mm == (x - 50, y)
    do(page, "away")
    assert len(box.pieces) == 1
    choices: list[TableChoice] = []
    page.chosen.connect(choices.append)
    page.go()
    assert choices[0].terrain == box.pieces


def test_what_lies_wrong_is_reported_and_keeps_the_match_from_beginning(page: TablePage) -> None:
    do(page, "more", *["leap.0"] * 9)
    assert page.sentence == "The wall 1 sticks out over the edge of the table: move it in, or make it smaller."
    assert not page.presenter.ready


def test_a_piece_is_added_chosen_carried_and_taken_away_by_mouse(page: TablePage) -> None:
    box, picture = page.panel.terrain, page.picture
    for _ in range(2):
        QTest.mouseClick(box.more, Qt.MouseButton.LeftButton)
    assert box.chosen == 1
    ground: Ground = DrawnGround.within(picture.rect().toRectF(), page.panel.surface)
    first = box.pieces[0].centre_mm
    drag(page, ground.screen(first), ground.screen((first[0] + 40, first[1] + 100)))
    assert box.chosen == 0
    assert box.pieces[0].centre_mm == pytest.approx((first[0] + 40, first[1] + 100), abs=3)
    away = next(button for button in box.findChildren(QPushButton) if button.text().startswith("X "))
    QTest.mouseClick(away, Qt.MouseButton.LeftButton)
    assert len(box.pieces) == 1


def test_ad_gen_01_without_the_advanced_rules_there_is_no_terrain_and_the_page_says_how_there_would_be(
    fresh: MatchPlan,
) -> None:
    with placed(TablePage([], plan=fresh)) as page:
        assert isinstance(page, TablePage)
        more = next(action for action in page.actions_here() if action.id == "terrain.more")
        assert more.why_not()
        assert page.panel.terrain.isVisible()
        assert not page.panel.terrain.more.isVisible()
    with placed(TablePage([], alone=True)) as page:
        assert isinstance(page, TablePage)
        assert not [action for action in page.actions_here() if action.id.startswith("terrain.")]
        assert not page.panel.terrain.isVisible()


def test_terrain_lies_on_the_cameras_picture_where_it_lies_on_the_table(fresh: MatchPlan) -> None:
    table = bundled(Bundled.PICTURES, "demo", "table.jpg")
    source = SourceChoice("Still", "Still", lambda: Still(read_picture(table).pixels))
    made = TablePage([source], plan=fresh.with_advanced(advanced=True).tossed(7))
    with placed(made):
        until(lambda: made.presenter.ready)
        do(made, "more")
        spot = made.panel.terrain.pieces[0].centre_mm
        ground = made.picture._ground
        assert isinstance(ground, SeenGround)
        assert ground.table_mm(ground.screen(spot)) == pytest.approx(spot, abs=0.01)
        drag(made, ground.screen(spot), ground.screen((spot[0] + 60, spot[1] - 30)))
        assert made.panel.terrain.pieces[0].centre_mm == pytest.approx((spot[0] + 60, spot[1] - 30), abs=4)
        made.close_feed()


@pytest.mark.usefixtures("cameras", "explained")
def test_a_match_begins_with_the_terrain_that_was_planned(somebody: Somebody) -> None:
    def play() -> Doing:
        yield lambda: shown(StartWindow)
        window = shown(StartWindow)
        press(window, Key.Key_2)
        write(window, "all arms")
        press(window, Key.Key_Return)
        press(window, Key.Key_F8)
        press(window, Key.Key_Return, ctrl=True)
        yield lambda: isinstance(window.page, TablePage)
        press(window, Key.Key_T)
        press(window, Key.Key_H)
        press(window, Key.Key_Return)
        yield lambda: shown(MatchWindow)
        (hill,) = shown(MatchWindow).presenter.position.table.terrain
        assert (hill.id, hill.level) == ("hill 1", 1)

    somebody.does(play())
    assert main(["play"]) == 0


def test_the_walls_of_the_last_match_are_offered_and_not_imposed(fresh: MatchPlan) -> None:
    walls = (TerrainPiece((400.0, 300.0)), TerrainPiece((800.0, 500.0), level=1))
    plan = replace(fresh.with_advanced(advanced=True).tossed(7), last_terrain=walls)
    made = TablePage([], plan=plan)
    with placed(made):
        box = made.panel.terrain
        assert not box.pieces
        assert "A   As last time (2)" in _words(made)
        do(made, "last")
        assert box.pieces == walls
        assert "A   As last time (2)" not in _words(made)
        assert not box.offers_last()


def _words(page: TablePage) -> list[str]:
    return [button.text() for button in page.panel.terrain.findChildren(QPushButton) if button.isVisible()]
