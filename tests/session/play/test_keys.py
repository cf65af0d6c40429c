"""What keys do at a match, without a window: corners by their dots, systems from a list, dice of the hand by number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.codec.script import decode_match_opening
from companion.geometry import Pose
from companion.rules import Position, Zone, actions
from companion.session.inference import SeenDie
from companion.session.match import Match
from companion.session.play import InferenceRequest, MatchPresenter, dice_in_hand, infer
from companion.session.play.choices import begin_scoring
from companion.session.play.die_actions import corner_keys
from companion.session.play.modes import Aiming, Browsing, NamingSystem, PickingDie, Rolling, Settling, Throwing
from companion.session.play.prompts import Prompt, prompt_turned_back
from companion.vision import FaceName
from tests.ui.match.conftest import die, gun

Opening = dict[str, Any]
Sit = Callable[[Opening], MatchPresenter]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    """A presenter over a match that begins so, Anna to move, her edge the near one."""
    matches: list[Match] = []

    def begin(opening: Opening) -> MatchPresenter:
        players = [{"id": "Anna", "edge": "near"}, {"id": "Ben", "edge": "far"}]
        complete = {"format": 1, "profile": "ogre", "players": players, "to_move": "Anna"} | opening
        matches.append(Match.begin(tmp_path / f"{len(matches)}.diceland", decode_match_opening(complete)))
        return MatchPresenter(matches[-1])

    yield begin
    for match in matches:
        match.close()


def lying(name: str, kind: str, owner: str, x: float, y: float, **more: Any) -> Opening:
    """A die in play that shows its side 8."""
    return {"id": name, "die": f"t/{kind}", "owner": owner, "face": "8", "centre_mm": [x, y], "heading_deg": 90} | more


def in_hand(name: str, kind: str, owner: str = "Anna") -> Opening:
    """A die in hand."""
    return {"id": name, "die": f"t/{kind}", "owner": owner, "zone": "hand"}


def ogre(**card: int) -> Opening:
    """Anna's tank before Ben's Ogre, whose dots are numbered from corner 0 on: 2, 3, 1."""
    giant = die("Ogre", gun(9), block=20, classes=["Ogre"], edge_mm=101.6)
    for face in giant["face"]:
        face["treads"] = [2, 3, 1]
    left = {"piece": "Ogre", "mark": "III"} | ({"card": card} if card else {})
    return {
        "dice": [die("Tank", gun(8)), giant],
        "pieces": [lying("Tank", "tank", "Anna", 600, 200), lying("Ogre", "ogre", "Ben", 600, 600)],
        "ogres": [left],
    }


def press(presenter: MatchPresenter, *keys: str) -> None:
    """Keys, each of which stands for something."""
    for key in keys:
        assert presenter.press(key), (key, [(choice.id, choice.keys) for choice in presenter.choices])


def titles(presenter: MatchPresenter) -> dict[str, str]:
    """Key -> what it does."""
    return {choice.keys[0]: choice.title for choice in presenter.choices if choice.keys}


# What a shot takes from an Ogre


@pytest.mark.parametrize(
    ("treads", "text"),
    [
        (45, "Treads: 6 lost, 39 of 45 left."),
        (33, "Treads: 6 lost, 27 of 45 left. Green dot 3 goes with them."),
        (4, "Treads: 4 lost, 0 of 45 left. Green dot 1 goes with them."),
    ],
)
def test_a_shot_at_treads_says_how_many_go_and_which_dot_before_and_after_it(sit: Sit, treads: int, text: str) -> None:
    presenter = sit(ogre(treads=treads))
    presenter.mouse.pick("Tank")
    press(presenter, "1", "S", "5")
    assert text in presenter.prompt.sentence
    assert presenter.position.cards["Ogre"].treads == treads
    press(presenter, "Return")
    assert text in presenter.prompt.sentence
    assert presenter.position.cards["Ogre"].treads == max(0, treads - 6)


def test_a_shot_at_a_weapon_says_which_circle_goes(sit: Sit) -> None:
    presenter = sit(ogre())
    presenter.mouse.pick("Tank")
    press(presenter, "1", "S")
    assert isinstance(presenter.mode, NamingSystem)
    assert titles(presenter) == {
        "1": "Main Battery: nothing lost, 1 left",
        "2": "✓ Secondary Battery: one lost, 3 left",
        "3": "Missiles: one lost, 1 left",
        "4": "AP: one lost, 7 left",
        "5": "Treads: 6 lost, 39 left",
        "Esc": "back",
    }
    press(presenter, "3")
    text = "Missiles: Attack 8 reaches Block 8, one circle is scratched, 1 of 2 left."
    assert text in presenter.prompt.sentence
    press(presenter, "Return")
    assert text in presenter.prompt.sentence


def test_esc_leaves_the_list_of_systems_for_the_shot_as_it_was(sit: Sit) -> None:
    presenter = sit(ogre())
    presenter.mouse.pick("Tank")
    press(presenter, "1")
    before = presenter.mode
    press(presenter, "S", "Esc")
    assert presenter.mode == before


def test_og_color_01_the_target_offered_first_is_one_that_can_be_hurt(sit: Sit) -> None:
    shy = die("Scout")
    for face in shy["face"]:
        face["shield"] = "red"
    presenter = sit(
        {
            "dice": [die("Tank", gun(8, colour="red")), shy, die("Truck")],
            "pieces": [
                lying("Tank", "tank", "Anna", 600, 200),
                lying("Near", "scout", "Ben", 600, 400),
                lying("Far", "truck", "Ben", 600, 700),
            ],
        }
    )
    presenter.mouse.pick("Tank")
    press(presenter, "1", "Return")
    assert not presenter.position.piece("Far").in_play
    assert presenter.position.piece("Near").in_play


def test_a_weapon_carries_its_attack(sit: Sit) -> None:
    presenter = sit(ogre())
    presenter.mouse.pick("Tank")
    assert titles(presenter)["1"] == "Gun, long range, Attack 8"


def test_after_a_turn_the_first_words_are_whose_turn_it_is(sit: Sit) -> None:
    presenter = sit(ogre())
    press(presenter, "P")
    assert presenter.prompt.sentence.startswith("It is Ben's turn")


# Corners


def test_og_face_15_a_corner_is_keyed_by_the_number_in_its_dot(sit: Sit) -> None:
    presenter = sit(ogre() | {"to_move": "Ben"})
    presenter.mouse.pick("Ogre")
    press(presenter, "M")
    assert [key for key in titles(presenter) if key.isdigit()] == ["1", "2", "3"]
    press(presenter, "3")
    assert presenter.match.log[-1].row["corner"] == 1
    assert "over green dot 3" in presenter.prompt.sentence


@pytest.mark.parametrize(("key", "corner"), [("Up", 0), ("Left", 1), ("Right", 2)])
def test_an_arrow_looks_at_the_corner_that_it_points_to_and_enter_rolls_there(sit: Sit, key: str, corner: int) -> None:
    presenter = sit({"dice": [die("Tank", gun(8))], "pieces": [lying("Tank", "tank", "Anna", 600, 400)]})
    presenter.mouse.pick("Tank")
    press(presenter, "M")
    assert not presenter.press("Return"), "three corners are open: none is in focus"
    press(presenter, key)
    assert presenter.mode == Rolling("Tank", corner)
    assert presenter.prompt.sentence.startswith(f"Tank rolls over corner {corner} to side")
    assert not presenter.match.log
    press(presenter, "Return")
    assert presenter.match.log[-1].row["corner"] == corner


def test_the_only_open_corner_needs_no_choice(sit: Sit) -> None:
    truck = die("Truck")
    truck["face"][0]["maneuver"] = [2]
    presenter = sit({"dice": [truck], "pieces": [lying("Truck", "truck", "Anna", 600, 400)]})
    presenter.mouse.pick("Truck")
    press(presenter, "M", "Return")
    assert presenter.match.log[-1].row["corner"] == 2


def test_corners_without_a_number_have_keys_that_no_dot_has(sit: Sit) -> None:
    presenter = sit(ogre())
    face = presenter.position.piece("Ogre").showing
    assert corner_keys(face) == {0: "2", 1: "3", 2: "1"}
    assert corner_keys(presenter.position.piece("Tank").showing) == {0: "0", 1: "1", 2: "2"}


# The hand


def hand() -> Opening:
    """A scout of Ben's in play; Anna has a tank, two trucks and a howitzer in hand."""
    return {
        "dice": [die(name) for name in ("Tank", "Truck", "Howitzer", "Scout")],
        "pieces": [
            in_hand("Tank", "tank"),
            in_hand("Truck a", "truck"),
            in_hand("Truck b", "truck"),
            in_hand("Howitzer", "howitzer"),
            lying("Scout", "scout", "Ben", 600, 700),
        ],
    }


def test_a_die_of_the_hand_is_thrown_by_its_number(sit: Sit) -> None:
    presenter = sit(hand())
    shown = dice_in_hand(presenter.position, presenter.mode)
    assert [(held.key, held.die.label, len(held.pieces)) for held in shown] == [
        ("1", "Tank", 1),
        ("2", "Truck", 2),
        ("3", "Howitzer", 1),
    ]
    press(presenter, "3", "Return")
    assert presenter.position.piece("Howitzer").in_play


@pytest.mark.parametrize(("typed", "thrown"), [("H", "Howitzer"), ("TA", "Tank"), ("TR", "Truck a")])
def test_a_die_of_the_hand_is_thrown_by_typing_its_name(sit: Sit, typed: str, thrown: str) -> None:
    presenter = sit(hand())
    press(presenter, "T", "T")
    assert presenter.mode == PickingDie()
    press(presenter, *typed)
    assert getattr(presenter.mode, "piece", None) == thrown


def test_letters_that_begin_no_name_are_not_taken_and_backspace_takes_one_back(sit: Sit) -> None:
    presenter = sit(hand())
    press(presenter, "T", "T", "T")
    assert not presenter.press("X")
    assert presenter.mode == PickingDie("T")
    press(presenter, "Backspace")
    assert presenter.mode == PickingDie()


def test_a_die_of_the_hand_is_thrown_by_a_click_on_its_picture(sit: Sit) -> None:
    presenter = sit(hand())
    presenter.mouse.pick_from_hand("Truck a")
    assert isinstance(presenter.mode, Throwing)
    press(presenter, "7")
    presenter.mouse.pick_from_hand("Howitzer")
    assert (presenter.mode.piece, presenter.mode.lies.face) == ("Howitzer", "7"), "what was said of the throw stays"


def test_the_digits_of_a_die_that_is_looked_at_are_its_own(sit: Sit) -> None:
    presenter = sit(hand())
    presenter.mouse.pick("Scout")
    held = dice_in_hand(presenter.position, presenter.mode)
    assert held
    assert [die.key for die in held if die.key] == []


def test_n_goes_through_ones_own_dice_first(sit: Sit) -> None:
    pieces = [lying("Scout", "scout", "Ben", 600, 700)]
    pieces += [lying(f"Tank {name}", "tank", "Anna", x, 200) for name, x in (("a", 300), ("b", 900))]
    presenter = sit({"dice": [die("Scout"), die("Tank")], "pieces": pieces})
    for name in ("Tank a", "Tank b", "Scout", "Tank a"):
        press(presenter, "N")
        assert presenter.mode == Browsing(name)


# Keys that ask first, and keys that never go back


def after(sit: Sit, *keys: str) -> Position:
    """Where a match with a full hand stands after some keys."""
    presenter = sit(hand())
    press(presenter, *keys)
    return presenter.position


def test_o_asks_before_a_die_is_thrown_off_the_table(sit: Sit) -> None:
    asked = after(sit, "1", "O")
    assert asked.turn == after(sit).turn
    assert after(sit, "1", "O", "2", "Return").piece("Tank").in_play
    assert after(sit, "1", "O", "Esc", "Return").piece("Tank").in_play
    gone = after(sit, "1", "O", "1")
    assert gone.piece("Tank").zone is Zone.HAND
    assert gone.turn != asked.turn


def test_o_asks_before_a_die_is_given_away(sit: Sit) -> None:
    presenter = sit(hand())
    presenter.mouse.pick("Scout")
    press(presenter, "O", "Esc")
    assert presenter.position.piece("Scout").owner == "Ben"
    press(presenter, "O", "Return")
    assert presenter.position.piece("Scout").owner == "Anna"


def test_enter_never_means_back(sit: Sit) -> None:
    presenter = sit(ogre())
    presenter.mouse.pick("Tank")
    seen = [presenter.mode]
    for keys in (("1",), ("1", "S"), ("M",), ("O",), ("C",)):
        presenter.go(Browsing("Tank"))
        press(presenter, *keys)
        seen.append(presenter.mode)
        mode = presenter.mode
        back = next(choice.leads_to for choice in presenter.choices if "Esc" in choice.keys)
        enter = [choice.leads_to for choice in presenter.choices if "Return" in choice.keys]
        assert back not in enter, mode
    assert any(isinstance(mode, Aiming) for mode in seen)


# Fewer keys


def test_a_double_click_puts_a_thrown_die_down_and_says_so(sit: Sit) -> None:
    presenter = sit(hand())
    press(presenter, "3")
    presenter.mouse.leave_lying()
    assert isinstance(presenter.mode, Throwing), "it still follows the mouse"
    presenter.mouse.put_down((500, 300))
    presenter.mouse.leave_lying()
    assert presenter.position.piece("Howitzer").placed.centre_mm == (500, 300)


def test_a_double_click_on_what_a_throw_moved_does_not_end_the_throw(sit: Sit) -> None:
    presenter = sit(hand())
    press(presenter, "3")
    presenter.mouse.put_down((500, 300))
    press(presenter, "K")
    presenter.mouse.leave_lying()
    assert isinstance(presenter.mode, Throwing)


def test_the_system_named_last_is_offered_again_while_it_can_be_harmed(sit: Sit) -> None:
    presenter = sit(ogre(treads=5))
    presenter.mouse.pick("Tank")
    press(presenter, "1", "S", "5", "Esc", "1")
    assert presenter.mode == Aiming("Tank", 0, system="treads")
    press(presenter, "Return", "Return", "P")
    presenter.mouse.pick("Tank")
    press(presenter, "1")
    assert presenter.mode == Aiming("Tank", 0)
    assert "Secondary Battery" in presenter.prompt.sentence


def test_the_only_die_of_a_player_without_a_hand_is_looked_at(sit: Sit) -> None:
    presenter = sit(ogre())
    press(presenter, "P")
    assert presenter.mode == Browsing("Ogre")
    assert presenter.prompt.sentence.startswith("It is Ben's turn")


def test_throwing_a_die_of_the_hand_at_a_seen_place_takes_one_key(sit: Sit) -> None:
    presenter = sit(hand())
    lies = [SeenDie(FaceName(p.die.id, p.showing.key), p.placed) for p in presenter.position.in_play]
    thrown = SeenDie(FaceName("t/howitzer", "7"), Pose(500, 300, 40, 50.8))
    rest: Any = None  # no camera is there, so that no table at rest has a number
    presenter.questions.on_inference(infer(InferenceRequest(rest, presenter.position, (*lies, thrown), {})))
    press(presenter, "Return")
    howitzer = presenter.position.piece("Howitzer")
    assert howitzer.in_play
    assert howitzer.showing.key == "7"
    assert howitzer.placed.centre_mm == pytest.approx((500, 300))


@pytest.mark.parametrize(
    ("opening", "piece", "keys", "does"),
    [
        (hand(), "", ("3", "Return"), "throw"),
        (ogre(), "", ("P",), "pass"),
        (ogre(), "Tank", ("1", "Return"), "shoot"),
        (ogre() | {"to_move": "Ben"}, "Ogre", ("M", "3"), "maneuver"),
        (
            {
                "dice": [die("Caller", {"kind": "call"}), die("Truck")],
                "pieces": [lying("Caller", "caller", "Anna", 600, 300), in_hand("Truck", "truck")],
            },
            "Caller",
            ("1", "1"),
            "call",
        ),
        (
            {
                "dice": [die("Chief", {"kind": "command", "range": "all", "corners": [0, 1, 2]}), die("Truck")],
                "pieces": [lying("Chief", "chief", "Anna", 600, 300), lying("Truck", "truck", "Anna", 600, 600)],
            },
            "Chief",
            ("1", "Return"),
            "command",
        ),
    ],
)
def test_the_commonest_gestures_take_two_keys_at_most(
    sit: Sit, opening: Opening, piece: str, keys: tuple[str, ...], does: str
) -> None:
    presenter = sit(opening)
    if piece:
        presenter.mouse.pick(piece)
    press(presenter, *keys)
    assert presenter.match.log[-1].row["do"] == does
    assert len(keys) <= 2


def test_a_turn_in_which_something_was_done_ends_by_enter(sit: Sit) -> None:
    presenter = sit(hand())
    press(presenter, "3", "Return", "M", "0", "Return")
    assert presenter.position.to_move == "Ben"


@pytest.mark.parametrize("keys", [("Down",), ("1",) + ("0",) * 6])
def test_points_that_no_file_keeps_cannot_be_set(sit: Sit, keys: tuple[str, ...]) -> None:
    presenter = sit(hand())
    presenter.go(begin_scoring(presenter.position, presenter.mode, "Anna"))
    press(presenter, *keys)
    assert presenter.prompt.sentence.endswith("Points are numbers from 0 to 999999.")
    assert not presenter.press("Return")
    press(presenter, "Esc")
    presenter.go(begin_scoring(presenter.position, presenter.mode, "Anna"))
    press(presenter, "Up", "Return")
    assert presenter.position.score["Anna"] == 1


def test_a_call_that_finds_nobody_says_why_of_a_die_in_hand(sit: Sit) -> None:
    call = {"kind": "call", "name": "Call Tank", "range": "all", "corners": [0], "restriction": "Tank"}
    truck = die("Truck", block=2, classes=["Truck"])
    caller = die("Radio", call, classes=["Tank"])
    presenter = sit(
        {"dice": [caller, truck], "pieces": [lying("Radio", "radio", "Anna", 600, 200), in_hand("Truck", "truck")]}
    )
    press(presenter, "N")
    refused = next(choice.why_not for choice in presenter.choices if choice.id == "effect.1")
    assert refused is not None
    assert refused.text == "Truck is not Tank."


def test_a_call_by_the_only_die_says_that_none_is_in_hand(sit: Sit) -> None:
    caller = die("Radio", {"kind": "call", "name": "Call Tank", "range": "all", "corners": [0], "restriction": "Tank"})
    presenter = sit({"dice": [caller], "pieces": [lying("Radio", "radio", "Anna", 600, 200)]})
    press(presenter, "N")
    refused = next(choice.why_not for choice in presenter.choices if choice.id == "effect.1")
    assert refused is not None
    assert refused.text == "Anna has no die in hand to call."


def test_what_the_players_word_does_not_help_is_reported_and_not_asked_again(sit: Sit) -> None:
    """AMB-07: arrows of one colour with different numbers are for whoever entered the die."""
    weapons = (gun(3), gun(5))
    presenter = sit(
        {
            "dice": [die("Odd", *weapons), die("Tank", gun(8))],
            "pieces": [lying("Odd", "odd", "Anna", 600, 200), lying("Tank", "tank", "Ben", 600, 500)],
        }
    )
    assert not presenter.acts.do(actions.Shoot(by="Odd", effect=0, target="Tank"), source="keyboard")
    assert "arrows of one colour" in presenter.prompt.sentence
    assert isinstance(presenter.mode, Browsing)


def test_a_called_die_is_thrown_or_given_up_with_the_turn_but_not_skipped(sit: Sit) -> None:
    """OG-CALL-01, AMB-67: as the rules have it, whatever a key offers they do."""
    caller = die("Radio", {"kind": "call", "range": "all", "corners": [0]}, classes=["Tank"])
    presenter = sit(
        {"dice": [caller], "pieces": [lying("Radio", "radio", "Anna", 600, 200), in_hand("spare", "radio")]}
    )
    press(presenter, "N", "1", "1")
    offered = {choice.id: choice for choice in presenter.choices}
    assert offered["throw"].keys[0] == "Return"
    assert "skip" not in offered
    assert offered["end-turn"].title == "end the turn, giving up the throw"
    press(presenter, "E")
    assert presenter.position.to_move == "Ben"
    assert presenter.position.piece("spare").zone is Zone.HAND


def test_undo_and_redo_say_what_they_have_turned_back(sit: Sit) -> None:
    presenter = sit(ogre())
    presenter.press("P")
    assert presenter.acts.undo()
    assert presenter.prompt.sentence == "Tank: side 8, Block 5. Undone: Anna passes."
    assert presenter.acts.redo()
    assert presenter.prompt.sentence == "Ogre: side 8, Block 20. Done again: Anna passes."


def test_many_deeds_that_were_undone_are_counted_and_a_camera_can_look_again() -> None:
    text = prompt_turned_back(Prompt("Go on."), ["Anna passes."] * 4, (), watched=True)
    assert text.sentence == "Go on. Undone: 4 entries. F4 looks at the table again."


def test_amb_02_who_is_confused_is_picked_before_the_corner_where_two_may_be_closest(sit: Sit) -> None:
    """The players' word is asked for with the corner, which says how the die would lie."""
    confuse = {"kind": "confuse", "range": "short", "corners": [0, 1, 2], "colour": "purple"}
    pieces = [lying("M", "mage", "Anna", 500, 500, sigma_mm=2.0)]
    pieces += [lying(f"B{n}", "tank", "Ben", 500, y, sigma_mm=2.0) for n, y in enumerate((650, 350.5))]
    presenter = sit(
        {"profile": "deep-white-sea", "dice": [die("Mage", confuse), die("Tank", gun(8))], "pieces": pieces}
    )
    presenter.go(Aiming("M", 0, target="B1"))
    rolls = [choice for choice in presenter.choices if choice.id.startswith("corner.")]
    assert [isinstance(choice.leads_to, Settling) for choice in rolls] == [True, True, True]
    assert all(
        getattr(choice.leads_to.act, "target", "") == "B1" for choice in rolls if isinstance(choice.leads_to, Settling)
    )
    assert not [choice for choice in presenter.choices if choice.id.startswith("settle.")]
