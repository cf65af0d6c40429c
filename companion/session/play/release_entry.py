"""Where a die was let go, typed in millimetres, so that the rules judge whether the throw was a foul (OG-THROW-02)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.rules import Outcome, Piece, Position
from companion.rules.actions import Release
from companion.session.inference import play_actions
from companion.session.play.choice import ENTER, Choice
from companion.session.play.modes import Numbers, Proposed, Releasing, Throwing
from companion.session.play.number_keys import number_choices
from companion.session.play.steps import encode_throw_action
from companion.text import translate

#: What the arrow keys add, and with what typing begins.
_STEP_MM: Final = 10.0
_FIRST: Final = Release(0.0, 0.0)


def begin_release(back: Throwing | Proposed, told: Release | None) -> Releasing:
    """The typing begun, from what was told already."""
    told = told or _FIRST
    return Releasing(back, Numbers.of(told.behind_mm, told.above_mm))


def release_choices(position: Position, mode: Releasing) -> Iterator[Choice]:
    """Take it, take it back, or type on."""
    yield Choice("do", (ENTER,), translate("match", "it was released there"), with_typed_release(position, mode))
    yield from number_choices(mode.numbers, _STEP_MM, lambda numbers: replace(mode, numbers=numbers))


def with_typed_release(position: Position, mode: Releasing) -> Throwing | Proposed:
    """The throw with what has been typed."""
    release = Release(*mode.numbers.values)
    if isinstance(mode.back, Throwing):
        return replace(mode.back, foul=False, release=release)
    return mode.back.with_now(mode.back.now.released(position, release))


def thrown_piece(position: Position, mode: Releasing) -> Piece:
    """The die that was let go."""
    if isinstance(mode.back, Throwing):
        return position.piece(mode.back.piece)
    return position.piece(mode.back.now.thrown or "")


def preview_release(position: Position, mode: Releasing) -> Outcome:
    """What the throw leads to by the rules, let go as it is typed."""
    throw = with_typed_release(position, mode)
    if isinstance(throw, Proposed):
        return throw.now.outcome
    return play_actions(position, (*throw.first, encode_throw_action(position, throw)))
