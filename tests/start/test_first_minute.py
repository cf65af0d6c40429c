"""``companion play`` through the program's own main: from the first start to a match that runs, by keys alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from companion.cli import main
from companion.codec.script import decode_match_opening
from companion.journal import known_matches, read_record
from companion.rules import Scenario
from companion.ui.match import MatchWindow
from companion.ui.start import StartWindow
from companion.ui.start.home import HomePage
from companion.ui.start.plan_page import PlanPage
from companion.ui.start.table_page import TablePage
from companion.ui.start.welcome import WelcomePage
from tests.start.conftest import Doing, Somebody, press, shown, write

Key = Qt.Key


def _new_match(*, first: bool) -> Doing:
    """The keys of a new match without a camera."""
    yield lambda: shown(StartWindow)
    window = shown(StartWindow)
    if first:
        assert isinstance(window.page, WelcomePage)
        press(window, Key.Key_Return)
    assert isinstance(window.page, HomePage)
    press(window, Key.Key_2)
    yield from _planned(window)


def _planned(window: StartWindow) -> Doing:
    """From the plan to the match."""
    yield lambda: isinstance(window.page, PlanPage)
    write(window, "all arms")
    press(window, Key.Key_Return)
    press(window, Key.Key_Return, ctrl=True)
    yield lambda: isinstance(window.page, TablePage)
    press(window, Key.Key_Return)
    yield lambda: shown(MatchWindow)


@pytest.mark.usefixtures("cameras")
def test_a_new_match_starts_by_keys_alone(somebody: Somebody) -> None:
    somebody.does(_new_match(first=True))
    assert main(["play", "--source", "none"]) == 0
    (match,) = known_matches()
    opening = decode_match_opening(read_record(match).opening)
    assert opening.scenario is Scenario.VS_MARK_III
    assert opening.to_move == "Blue"
    assert opening.table_talk.source == "none", "the match finds its camera again, or knows that it has none"
    assert sum(piece.owner == "Blue" for piece in opening.pieces) == 9


@pytest.mark.usefixtures("cameras", "explained")
def test_the_last_match_goes_on_with_one_key(somebody: Somebody, qapp: object) -> None:
    def twice() -> Doing:
        yield from _new_match(first=False)
        shown(MatchWindow).close()

    somebody.does(twice())
    assert main(["play", "--source", "none"]) == 0
    again = Somebody()
    seen: list[Path] = []

    def one_key() -> Doing:
        yield lambda: shown(StartWindow)
        press(shown(StartWindow), Key.Key_1)
        yield lambda: shown(MatchWindow)
        seen.append(shown(MatchWindow).presenter.match.path)

    again.does(one_key())
    assert main(["play"]) == 0
    assert again.failure is None
    assert seen == list(known_matches())


@pytest.mark.usefixtures("cameras", "explained")
def test_a_match_named_opens_at_once_and_a_second_window_gets_the_reason_why_not(
    somebody: Somebody, capfd: pytest.CaptureFixture[str]
) -> None:
    def begin() -> Doing:
        yield from _new_match(first=False)
        match = shown(MatchWindow).presenter.match.path
        assert main(["play", "--match", str(match)]) == 1

    somebody.does(begin())
    assert main(["play", "--source", "none"]) == 0
    message = capfd.readouterr().err.strip().splitlines()[-1]
    assert "open in another window" in message
    again = Somebody()

    def look() -> Doing:
        yield lambda: shown(MatchWindow)

    again.does(look())
    assert main(["play", "--match", str(known_matches()[0])]) == 0
    assert again.done


@pytest.mark.usefixtures("cameras", "explained")
def test_a_match_that_is_not_there_yet_begins_in_the_file_named(somebody: Somebody, tmp_path: Path) -> None:
    def begin() -> Doing:
        yield lambda: shown(StartWindow)
        window = shown(StartWindow)
        assert isinstance(window.page, PlanPage), "whoever names a new match wants to plan it"
        assert "evening.diceland" in window.statusBar().currentMessage()
        yield from _planned(window)

    evening = tmp_path / "evening.diceland"
    somebody.does(begin())
    assert main(["play", "--source", "none", "--match", str(evening)]) == 0
    assert evening.is_file()
    assert known_matches() == (evening,), "it is among those that can be continued, though it lies elsewhere"


@pytest.mark.usefixtures("cameras")
def test_the_cards_are_shown_at_the_first_start_only(somebody: Somebody) -> None:
    def read() -> Doing:
        yield lambda: shown(StartWindow)
        press(shown(StartWindow), Key.Key_Return)
        assert isinstance(shown(StartWindow).page, HomePage)

    somebody.does(read())
    assert main(["play"]) == 0
    again = Somebody()

    def look() -> Doing:
        yield lambda: shown(StartWindow)
        assert isinstance(shown(StartWindow).page, HomePage)

    again.does(look())
    assert main(["play"]) == 0
    assert again.failure is None
    assert again.done
