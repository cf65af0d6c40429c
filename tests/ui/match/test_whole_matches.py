"""Whole matches at the presenter, by random hands, and what they have found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.codec.actions import decode_correction
from companion.codec.script import decode_match_opening
from companion.rules import Zone, actions
from companion.rules.corrections import Correction, PieceCorrection
from companion.session.match import Match
from companion.session.play import MatchPresenter
from companion.session.play.modes import Browsing, Clicks, Throwing
from tests.ui.match.conftest import die, gun
from tests.ui.match.random_hands import Screen, mode_of, play
from tests.ui.match.random_openings import KINDS

#: The same matches every time, and no clock: what is drawn depends on nothing but this file.
ALWAYS_THE_SAME = settings(
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=4,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
A_GESTURE = st.integers(0, 10**6)


@pytest.mark.parametrize("kind", KINDS)
@ALWAYS_THE_SAME
@given(seed=st.integers(0, 10**4), gestures=st.lists(A_GESTURE, min_size=25, max_size=40))
def test_whatever_hands_do_the_desk_goes_on_and_shows_it(
    qapp: object, tmp_path_factory: pytest.TempPathFactory, kind: str, seed: int, gestures: list[int]
) -> None:
    """No exception, no stale screen, there and back by undo and redo, the same match when it is opened again."""
    assert play(tmp_path_factory.mktemp("match"), kind, seed, gestures).done


def _in_play(name: str, kind: str, owner: str, x: float, y: float, **more: Any) -> dict[str, Any]:
    return {"id": name, "die": f"t/{kind}", "owner": owner, "face": "8", "centre_mm": [x, y], "heading_deg": 90, **more}


@pytest.fixture
def hunt() -> dict[str, Any]:
    """Anna's Command Post and two tanks; Ben's Ogre with its last side up but one."""
    ogre = die("Ogre", gun(9), block=12, classes=["Ogre"], edge_mm=101.6, points=50)
    *_, second, first = ogre["face"]
    second["damage"] = [1]  # over that corner to side 1
    del first["damage"]
    return {
        "format": 1,
        "profile": "ogre",
        "dice": [die("Tank", gun(10)), ogre],
        "players": [{"id": "Anna", "edge": "near"}, {"id": "Ben", "edge": "far"}],
        "pieces": [
            _in_play("Tank a", "tank", "Anna", 300, 200),
            _in_play("Tank b", "tank", "Anna", 500, 250),
            _in_play("Ogre", "ogre", "Ben", 700, 600, face="2"),
        ],
        "ogres": [{"piece": "Ogre", "mark": "III"}],
        "command_posts": [{"id": "Post", "owner": "Anna", "centre_mm": [600, 30], "size_mm": [120, 60]}],
        "to_move": "Anna",
    }


def _shoot(presenter: MatchPresenter, by: str, target: str) -> None:
    presenter.acts.do(actions.Shoot(by=by, effect=0, target=target, system="treads"), source="keyboard")


def test_an_ogre_killed_under_the_last_flag_wins_the_match_and_the_screen_says_so(
    qapp: object, hunt: dict[str, Any], tmp_path: Path
) -> None:
    with Match.begin(tmp_path / "hunt.diceland", decode_match_opening(hunt)) as match:
        screen = Screen(match)
        presenter = screen.presenter
        presenter.acts.do(actions.Command(by="Post"), source="keyboard")
        _shoot(presenter, "Tank a", "Ogre")
        assert match.position.piece("Ogre").showing.side == 1
        _shoot(presenter, "Tank b", "Ogre")
        assert match.position.winner == "Anna"
        for turn in (presenter.acts.undo, presenter.acts.redo):
            assert turn()
            screen.check()
        assert "Anna has won: Tank b killed Ogre for 50 points." in presenter.prompt.sentence


def test_a_die_in_hand_that_is_clicked_on_in_the_panel_was_moved_by_no_throw(
    qapp: object, opening: dict[str, Any], tmp_path: Path
) -> None:
    with Match.begin(tmp_path / "m.diceland", decode_match_opening(opening)) as match:
        presenter = MatchPresenter(match)
        presenter.press("T")
        presenter.press("V")
        presenter.mouse.pick("Truck")
        assert match.position.piece("Truck").zone is Zone.HAND
        assert isinstance(presenter.mode, Throwing)
        assert (presenter.mode.clicks, presenter.mode.moved) == (Clicks.MOVED, ())
        presenter.mouse.pick("Scout a")
        assert [name for name, _ in presenter.mode.moved] == ["Scout a"]
        assert presenter.press("Esc")
        assert mode_of(presenter) == Browsing()


def test_amb_62_flag_and_counter_go_with_a_die_that_people_say_is_off_the_table(
    qapp: object, hunt: dict[str, Any], tmp_path: Path
) -> None:
    """They stayed on it: nobody could act but by a skip, and thrown again it was poisoned still."""
    hunt["counters"] = [{"kind": "poison", "on": "Tank a", "by": "Ben"}]
    with Match.begin(tmp_path / "hunt.diceland", decode_match_opening(hunt)) as match:
        presenter = MatchPresenter(match)
        presenter.acts.do(actions.Command(by="Post"), source="keyboard")
        assert presenter.acts.do(
            Correction(pieces=(PieceCorrection(id="Tank a", zone=Zone.RESERVE),)), source="keyboard"
        )
        assert not list(match.position.counters)
        assert presenter.mode == Browsing("Tank b")
        assert presenter.acts.undo()
        assert [counter.on for counter in match.position.counters] == ["Tank a"]
        assert presenter.mode == Browsing("Tank a")


def test_og_jump_01_a_die_in_the_air_that_people_say_lies_there_is_not_thrown_any_more(
    qapp: object, hunt: dict[str, Any], tmp_path: Path
) -> None:
    hunt["dice"].append(die("Robot", {"kind": "jump"}))
    hunt["pieces"].append(_in_play("Robot", "robot", "Anna", 900, 300))
    with Match.begin(tmp_path / "hunt.diceland", decode_match_opening(hunt)) as match:
        presenter = MatchPresenter(match)
        presenter.acts.do(actions.Jump(by="Robot"), source="keyboard")
        assert match.position.pending
        lies = {"zone": "play", "face": "8", "centre_mm": [900, 320]}
        assert presenter.acts.do(decode_correction({"pieces": [{"id": "Robot", **lies}]}), source="keyboard")
        assert match.position.pending == ()
        assert presenter.press("Return"), "the turn can be ended"
        assert match.position.to_move == "Ben"
