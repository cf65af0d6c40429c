"""The presenter without a window: what each kind of effect offers, and what it does to the match."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.codec.script import decode_match_opening
from companion.rules import Zone, actions
from companion.session.match import Match
from companion.session.play import MatchPresenter
from companion.session.play.modes import Aiming, Browsing, Settling, Throwing
from companion.session.play.placement import find_typed_die
from tests.ui.match.conftest import die, gun

Opening = dict[str, Any]
Sit = Callable[..., MatchPresenter]

_SMALL: dict[str, Any] = {"range": "short", "corners": [0, 1, 2]}


def _piece(name: str, owner: str, x: float, y: float, kind: str = "", **more: Any) -> dict[str, Any]:
    row = {"id": name, "die": f"t/{kind or name.lower()}", "owner": owner}
    return row | {"face": "8", "centre_mm": [x, y], "heading_deg": 90} | more


@pytest.fixture
def sit(qapp: object, tmp_path: Path) -> Iterator[Sit]:
    """A presenter over a match of these dice and pieces, Anna to move."""
    matches: list[Match] = []

    def begin(dice: list[dict[str, Any]], pieces: list[dict[str, Any]], **more: Any) -> MatchPresenter:
        opening = {"format": 1, "profile": "ogre", "dice": dice, "pieces": pieces, "to_move": "Anna", **more}
        opening["players"] = [{"id": "Anna", "edge": "near"}, {"id": "Ben", "edge": "far"}]
        matches.append(Match.begin(tmp_path / f"{len(matches)}.diceland", decode_match_opening(opening)))
        return MatchPresenter(matches[-1])

    yield begin
    for match in matches:
        match.close()


def _press(presenter: MatchPresenter, *keys: str) -> None:
    for key in keys:
        assert presenter.press(key), (key, [(choice.id, choice.keys) for choice in presenter.choices])


def test_dw_repair_01_an_ally_is_rolled_over_any_corner_or_not(sit: Sit) -> None:
    dice = [die("Fixer", {"kind": "repair", **_SMALL}), die("Truck")]
    presenter = sit(
        dice, [_piece("Fixer", "Anna", 600, 300), _piece("Truck", "Anna", 600, 500)], profile="deep-white-sea"
    )
    presenter.mouse.pick("Fixer")
    _press(presenter, "1")
    assert {choice.id for choice in presenter.choices} >= {"corner.Return", "corner.0", "corner.1", "corner.2"}
    _press(presenter, "1")
    assert presenter.position.piece("Truck").showing.key != "8"
    assert "is repaired" in presenter.prompt.sentence


def test_dw_confuse_01_an_enemy_is_rolled_over_the_corner_that_is_chosen(sit: Sit) -> None:
    dice = [die("Fool", {"kind": "confuse", **_SMALL}), die("Scout")]
    presenter = sit(
        dice, [_piece("Fool", "Anna", 600, 300), _piece("Scout", "Ben", 600, 500)], profile="deep-white-sea"
    )
    presenter.mouse.pick("Fool")
    _press(presenter, "1", "2")
    assert presenter.position.piece("Scout").showing.key != "8"
    assert "rolls over corner 2" in presenter.prompt.sentence


def test_cy_clone_02_a_copied_side_acts_at_once(sit: Sit) -> None:
    dice = [die("Mirror", {"kind": "clone", **_SMALL, "range": "long"}), die("Tank", gun(9)), die("Scout")]
    pieces = [_piece("Mirror", "Anna", 600, 300), _piece("Tank", "Anna", 400, 300), _piece("Scout", "Ben", 600, 600)]
    presenter = sit(dice, pieces, profile="cyburg")
    presenter.mouse.pick("Mirror")
    _press(presenter, "1")
    presenter.mouse.pick("Tank")
    _press(presenter, "Return")
    assert presenter.mode == Browsing("Mirror")
    assert "a copied side" not in presenter.prompt.sentence
    _press(presenter, "1")
    presenter.mouse.pick("Scout")
    _press(presenter, "Return")
    assert presenter.position.piece("Scout").zone is Zone.RESERVE


def test_og_jump_01_a_die_that_jumps_is_thrown_next(sit: Sit) -> None:
    presenter = sit([die("Robot", {"kind": "jump"}), die("Scout")], [_piece("Robot", "Anna", 600, 300)])
    presenter.mouse.pick("Robot")
    _press(presenter, "1")
    assert presenter.position.piece("Robot").zone is Zone.HAND
    _press(presenter, "Return")
    assert isinstance(presenter.mode, Throwing)
    assert presenter.mode.piece == "Robot"


def test_cy_double_02_the_second_shot_has_a_target_of_its_own(sit: Sit) -> None:
    dice = [die("Gunner", gun(9, double=True)), die("Scout")]
    pieces = [_piece("Gunner", "Anna", 600, 300)]
    pieces += [_piece(f"Scout {n}", "Ben", 300 + 200 * n, 600, "scout") for n in (1, 2)]
    presenter = sit(dice, pieces, profile="cyburg")
    presenter.mouse.pick("Gunner")
    _press(presenter, "1", "D", "Return")
    assert [presenter.position.piece(f"Scout {n}").zone for n in (1, 2)] == [Zone.RESERVE, Zone.RESERVE]
    assert len(presenter.match.log) == 1


def test_og_range_09_an_all_range_weapon_hits_all_without_asking(sit: Sit) -> None:
    dice = [die("Gunner", gun(9, "all")), die("Scout")]
    pieces = [_piece("Gunner", "Anna", 600, 300)]
    pieces += [_piece(f"Scout {n}", "Ben", 300 + 200 * n, 590 + 10 * n, "scout") for n in (1, 2)]
    presenter = sit(dice, pieces)
    presenter.mouse.pick("Gunner")
    _press(presenter, "1")
    assert next(choice for choice in presenter.choices if choice.id == "do").title == "shoot all 2"
    _press(presenter, "Return")
    assert {piece.id for piece in presenter.position.in_play} == {"Gunner"}


def test_og_call_04_who_may_be_called_is_listed_and_nobody_else(sit: Sit) -> None:
    dice = [die("Caller", {"kind": "call"}), die("Truck")]
    pieces = [_piece("Caller", "Anna", 600, 300)]
    pieces += [{"id": f"Truck {zone}", "die": "t/truck", "owner": "Anna", "zone": zone} for zone in ("reserve", "hand")]
    presenter = sit(dice, pieces)
    presenter.mouse.pick("Caller")
    _press(presenter, "1")
    assert [choice.id for choice in presenter.choices] == ["call.Truck hand", "back"]
    _press(presenter, "1")
    assert presenter.position.piece("Truck hand").zone is Zone.HAND
    assert "Truck hand" in presenter.prompt.sentence


def test_a_refused_act_changes_nothing_and_says_why(sit: Sit) -> None:
    presenter = sit(
        [die("Tank", gun(8)), die("Scout")], [_piece("Tank", "Ben", 600, 300), _piece("Scout", "Anna", 600, 600)]
    )
    assert not presenter.acts.do(actions.Shoot(by="Tank", effect=0, target="Scout"), source="keyboard")
    assert presenter.prompt.sentence == "It is Anna's turn, not Ben's."
    assert presenter.match.log == ()


def test_what_was_wrong_in_a_step_is_reported_and_not_raised(sit: Sit) -> None:
    presenter = sit([die("Tank", gun(8))], [_piece("Tank", "Anna", 600, 300)])
    assert not presenter.acts.do(actions.Shoot(by="Nobody", effect=0), source="keyboard")
    assert "Nobody" in presenter.prompt.sentence


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("heavy 6", ("Heavy Tank", "6")),
        ("6", ("Scout", "6")),
        ("tank 3", ("Heavy Tank", "3")),
        ("heavy 9", None),
        ("nobody 6", None),
        ("heavy", None),
        ("", None),
    ],
)
def test_a_die_and_a_side_can_be_typed(sit: Sit, typed: str, meant: tuple[str, str] | None) -> None:
    dice = [{**die("Tank", gun(8)), "name": "Heavy Tank"}, die("Scout")]
    presenter = sit(dice, [_piece("Heavy Tank", "Anna", 600, 300, "tank"), _piece("Scout", "Ben", 600, 600)])
    found = find_typed_die(typed, presenter.position, "Scout")
    assert (None if found is None else (found[0].id, found[1])) == meant


def test_undo_after_redo_comes_back_to_the_same_position(sit: Sit) -> None:
    presenter = sit(
        [die("Tank", gun(9)), die("Scout")], [_piece("Tank", "Anna", 600, 300), _piece("Scout", "Ben", 600, 600)]
    )
    before = presenter.position
    presenter.mouse.pick("Tank")
    _press(presenter, "1")
    assert presenter.mode == Aiming("Tank", 0)
    _press(presenter, "Return")
    after = presenter.position
    assert presenter.acts.undo()
    assert presenter.position == before
    assert presenter.acts.redo()
    assert presenter.position == after
    assert presenter.acts.undo()
    assert not presenter.acts.undo()


@pytest.mark.parametrize(("key", "won"), [("Y", "Anna"), ("N", None)])
def test_amb_15_whether_the_edge_pins_an_ogre_is_asked_after_the_hit(sit: Sit, key: str, won: str | None) -> None:
    dice = [die("Tank", gun(9)), die("Ogre", gun(9), block=12, classes=["Ogre"], edge_mm=101.6, points=50)]
    pieces = [_piece("Tank", "Anna", 300, 300), _piece("Ogre", "Ben", 1140, 450, heading_deg=0)]
    presenter = sit(dice, pieces, ogres=[{"piece": "Ogre", "mark": "III"}])
    presenter.mouse.pick("Tank")
    _press(presenter, "1", "Return")
    assert isinstance(presenter.mode, Settling)
    assert "for the players to say" in presenter.prompt.sentence
    _press(presenter, key)
    assert presenter.position.winner == won
    assert presenter.position.piece("Ogre").in_play == (won is None)
    assert presenter.acts.undo()
