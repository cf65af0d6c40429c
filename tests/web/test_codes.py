"""Join codes and who came in by them: random, spent, replaced, forgotten; and how trying is slowed."""

from __future__ import annotations

import pytest

from companion.web.codes import JoinCodes, ViewerPass, ViewerRole, Viewers, WrongCodes, readable_code
from companion.web.tuning import CODE_ALPHABET, CODE_LETTERS, MOST_CODES, Limits

LOOK_ON, CARD, DESK = (
    ViewerPass(ViewerRole.SPECTATOR),
    ViewerPass(ViewerRole.CARD, "Ben"),
    ViewerPass(ViewerRole.REFEREE),
)


def test_codes_are_long_enough_and_never_alike() -> None:
    codes = [JoinCodes().draw(LOOK_ON) for _ in range(1000)]
    assert len(set(codes)) == 1000
    assert all(len(code) == CODE_LETTERS and set(code) <= set(CODE_ALPHABET) for code in codes)
    assert len(CODE_ALPHABET) ** CODE_LETTERS >= 2**50


def test_a_code_may_be_typed_in_groups_in_small_letters_and_with_letters_for_figures() -> None:
    codes = JoinCodes()
    code = codes.draw(LOOK_ON)
    typed = readable_code(code).lower().replace("0", "o").replace("1", "l")
    assert codes.redeem(typed) == LOOK_ON
    assert codes.redeem(f" {code} ") == LOOK_ON


@pytest.mark.parametrize("wrong", ["", "?", "X" * CODE_LETTERS, "X" * 10_000, "ä\x00\u202e", "'; --"])
def test_what_is_no_code_opens_nothing(wrong: str) -> None:
    codes = JoinCodes()
    codes.draw(LOOK_ON)
    assert codes.redeem(wrong) is None


@pytest.mark.parametrize("allowed", [CARD, DESK])
def test_a_code_for_one_reader_holds_once_and_until_a_newer_one_is_drawn(allowed: ViewerPass) -> None:
    codes = JoinCodes()
    old, code = codes.draw(allowed), codes.draw(allowed)
    assert codes.redeem(old) is None
    assert codes.redeem(code, once=False) is None
    assert codes.redeem(code) == allowed
    assert codes.redeem(code) is None


def test_a_code_for_one_player_s_card_leaves_another_s_alone() -> None:
    codes = JoinCodes()
    ben, _ = codes.draw(CARD), codes.draw(ViewerPass(ViewerRole.CARD, "Anna"))
    assert codes.redeem(ben) == CARD


def test_only_so_many_codes_for_looking_on_hold_at_the_same_time() -> None:
    codes = JoinCodes()
    desk, drawn = codes.draw(DESK), [codes.draw(LOOK_ON) for _ in range(MOST_CODES + 1)]
    assert [codes.redeem(code) for code in drawn] == [None, *[LOOK_ON] * MOST_CODES]
    assert codes.redeem(desk) == DESK


def test_whoever_tries_codes_waits_twice_as_long_each_time_and_others_do_not() -> None:
    now = 0.0
    wrong = WrongCodes(Limits(wrong_free=2, wrong_most_s=60.0), clock=lambda: now)
    waits = []
    for _ in range(10):
        wrong.count("192.168.1.66")
        waits.append(wrong.wait_s("192.168.1.66"))
    assert waits == [0, 1, 2, 4, 8, 16, 32, 60, 60, 60]
    assert wrong.wait_s("192.168.1.7") == 0
    now = 61.0
    assert wrong.wait_s("192.168.1.66") == 0


def test_wrong_codes_of_any_number_of_addresses_take_no_more_memory() -> None:
    wrong = WrongCodes(Limits(wrong_free=0), clock=lambda: 0.0)
    for number in range(5000):
        wrong.count(str(number))
    assert wrong.wait_s("0") == 0
    assert wrong.wait_s("4999") > 0


def test_a_card_goes_to_who_scans_the_newer_code_and_the_phone_before_only_looks_on() -> None:
    viewers = Viewers()
    first, second = viewers.admit(CARD), viewers.admit(CARD)
    assert (viewers.known(first), viewers.known(second)) == (LOOK_ON, CARD)


def test_readers_beyond_the_limit_push_out_who_looked_on_longest_ago_and_never_a_card() -> None:
    viewers = Viewers(Limits(sessions=3))
    card, first, *others = viewers.admit(CARD), *[viewers.admit(LOOK_ON) for _ in range(3)]
    assert viewers.known(first) == LOOK_ON  # is there still, and has just been
    late = viewers.admit(LOOK_ON)
    assert viewers.known(card) == CARD
    assert [viewers.known(token) for token in (first, late)] == [LOOK_ON, LOOK_ON]
    assert [viewers.known(token) for token in others] == [None, LOOK_ON]


def test_a_secret_that_nobody_was_given_is_nobody_s() -> None:
    viewers = Viewers()
    assert len(viewers.admit(LOOK_ON)) >= 32
    assert viewers.known("") is None
    assert viewers.known("guessed") is None
