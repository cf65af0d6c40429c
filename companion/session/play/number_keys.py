"""The keys of numbers that are typed one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from companion.session.play.choice import Choice
from companion.session.play.modes import Mode, Numbers
from companion.text import translate

#: What a key adds, in steps.
_STEPS: Final = {"Up": 1, "Down": -1, "PgUp": 10, "PgDown": -10}


def number_choices(numbers: Numbers, step: float, lead: Callable[[Numbers], Mode]) -> Iterator[Choice]:
    """The keys of numbers that are typed. step: what the arrow keys add; lead: the mode with other numbers."""
    if len(numbers.texts) > 1:
        words = translate("match", "the next number")
        yield Choice("number.next", ("Right", "N"), words, lead(numbers.stepped(1)))
        yield Choice("number.previous", ("Left", "Shift+N"), words, lead(numbers.stepped(-1)), quiet=True)
    for key, times in _STEPS.items():
        by = times * step
        yield Choice(f"add.{by:g}", (key,), f"{by:+g}".replace("-", "−"), lead(numbers.moved_by(by)))
    yield Choice("sign", ("M",), translate("match", "plus or minus"), lead(numbers.negated()))
    yield Choice("shorter", ("Backspace",), translate("match", "delete the last digit"), lead(numbers.shortened()))
    for digit in "0123456789.":
        yield Choice(f"digit.{digit}", (digit,), translate("match", "type it"), lead(numbers.typed(digit)), quiet=True)
