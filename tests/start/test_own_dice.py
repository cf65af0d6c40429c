"""A match by dice of one's own, none of which has a bundled id: set up and played through the program's own windows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from companion.cli import main
from companion.codec.die import known_dice, write_die
from companion.codec.script import decode_match_opening
from companion.journal import known_matches, read_record
from companion.rules import Scenario
from companion.session.match import Match
from companion.ui.die_editor import DieEditor
from companion.ui.match import MatchWindow
from companion.ui.start import StartWindow
from companion.ui.start.feed_page import Foot
from companion.ui.start.home import HomePage
from companion.ui.start.plan_page import PlanPage
from companion.ui.start.table_page import TablePage
from tests.start.conftest import Doing, Somebody, bundled_dice, press, shown, write
from tests.ui.match.conftest import Player

Key = Qt.Key
_KITCHEN = Path(__file__).resolve().parents[3] / "shared" / "rigs" / "kitchen" / "dice"
_BUNDLED = ("light-tank", "missile-tank", "heavy-tank", "gev", "infantry")


def _written(folder: Path) -> Path:
    """A set as people enter it: other ids, another box, and no die of class Ogre."""
    for name in _BUNDLED:
        die = bundled_dice()[f"ogre/{name}"]
        own = replace(die, id=f"amber/scout-{name}", name=f"Scout {die.name}", set="amber")
        write_die(own, folder / f"{name}.toml")
    return folder


@pytest.fixture(params=["written", "kitchen"])
def own_dice(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The folder of such a set; the second where it lies beside the checkout."""
    if request.param == "written":
        return _written(tmp_path / "dice")
    if not _KITCHEN.is_dir():
        pytest.skip("no rigs beside the checkout")
    return _KITCHEN


def _set_up() -> Doing:
    """From the page of the new match to the match, by keys: three dice against two."""
    window = shown(StartWindow)
    yield lambda: isinstance(window.page, PlanPage)
    for count in (3, 2):
        write(window, "scout")
        for _ in range(count):
            press(window, Key.Key_Return)
        press(window, Key.Key_Delete)
        press(window, Key.Key_Return)
    while isinstance(window.page, PlanPage):
        press(window, Key.Key_Return)
    yield lambda: isinstance(window.page, TablePage)
    press(window, Key.Key_Return)
    yield lambda: shown(MatchWindow)


def _play() -> None:
    """The first die in the middle; then one beside it that shoots, where it may, and ends its turn."""
    player = Player(shown(MatchWindow))
    player.press("T")
    player.press("Return", "Return")
    player.press("T")
    player.click(600, 550)
    player.press("Return")
    assert player.offered["effect.1"]
    player.press("1", "Return", "Return")


def _begun(words: Sequence[str]) -> Doing:
    """From wherever ``play`` opens to a match under way."""
    yield lambda: shown(StartWindow)
    if "--match" not in words:
        assert isinstance(shown(StartWindow).page, HomePage)
        press(shown(StartWindow), Key.Key_2)
    yield from _set_up()
    _play()


@pytest.mark.usefixtures("cameras", "explained")
@pytest.mark.parametrize("named", [True, False], ids=["in a file named", "by the tile of a new match"])
def test_own_dice_are_set_up_and_played(somebody: Somebody, own_dice: Path, tmp_path: Path, *, named: bool) -> None:
    words = ["--match", str(tmp_path / "evening.diceland")] if named else []
    somebody.does(_begun(words))
    assert main(["play", "--source", "none", "--dice", str(own_dice), *words]) == 0
    (match,) = known_matches()
    opening = decode_match_opening(read_record(match).opening)
    assert opening.scenario is Scenario.TWO_ARMY, "the first one that needs no Ogre"
    assert {die.id.split("/")[0] for die in opening.dice} == {"amber"}
    with Match.resume(match) as played:
        deeds = " ".join(entry.deed for entry in played.log)
        assert "Orange places Scout" in deeds
        assert "Blue throws Scout" in deeds
        assert "shoots" in deeds


@pytest.mark.usefixtures("cameras", "explained")
def test_a_scenario_that_needs_an_ogre_says_so_and_names_those_that_do_not(somebody: Somebody, tmp_path: Path) -> None:
    def ask() -> Doing:
        yield lambda: shown(StartWindow)
        window = shown(StartWindow)
        press(window, Key.Key_2)
        for _ in range(4):
            press(window, Key.Key_S, ctrl=True)
            if window.page.plan.scenario is Scenario.VS_MARK_III:
                break
        message = window.page.findChild(Foot).text
        assert message.startswith(
            "None of your dice is an Ogre (class Ogre): choose Armies of 30, Armies of 50 or Any dice."
        )
        press(window, Key.Key_Return, ctrl=True)
        assert isinstance(window.page, PlanPage)

    somebody.does(ask())
    assert main(["play", "--source", "none", "--dice", str(_written(tmp_path))]) == 0


@pytest.mark.usefixtures("cameras", "explained")
def test_an_own_die_of_the_list_is_edited_in_the_file_that_holds_it(somebody: Somebody, tmp_path: Path) -> None:
    folder = _written(tmp_path)
    before = {file.name for file in folder.rglob("*.toml")}

    def edit() -> Doing:
        yield lambda: shown(StartWindow)
        window = shown(StartWindow)
        press(window, Key.Key_6)
        write(window, "scout infantry")
        press(window, Key.Key_Return)
        yield lambda: shown(DieEditor)
        editor = shown(DieEditor)
        editor.confirm_face()
        assert editor.save(), editor.problems.text()

    somebody.does(edit())
    assert main(["play", "--source", "none", "--dice", str(folder)]) == 0
    assert {file.name for file in folder.rglob("*.toml")} == before
    assert "amber/scout-infantry" in known_dice(folder)
