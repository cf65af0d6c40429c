"""What came of an act, as it is saved with it: so that rules that say something else later are noticed.

A journal's acts are enough to replay the match. What the rules made of each is saved all the same, and held against
what they make of it now.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from companion.codec.outcomes import RecordedOutcome
from companion.documents import JsonTable

#: Numbers nearer than this (mm, degrees, points) are the same: another machine rounds otherwise in the last digits.
_SAME: Final = 0.02


class DivergenceKind(StrEnum):
    """How a ruling differs from the one that was written down."""

    REFUSED = "refused"
    EVENTS = "events"
    RULES = "rules"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class Divergence:
    """An entry that the rules take otherwise than when it was written down: how, and what they say now."""

    number: int
    differs: DivergenceKind
    now: RecordedOutcome


def compare_outcomes(then: JsonTable, now: JsonTable) -> DivergenceKind | None:
    """How two outcomes of one act, as they are written down, differ, the weightiest first; None where they do not.
    Words of two languages are not compared."""
    translated = then.get("language") != now.get("language")
    for key, differs in _WEIGHED:
        if not (translated and differs is DivergenceKind.WORDS) and not _same(then.get(key), now.get(key)):
            return differs
    return None


_WEIGHED: Final = (("events", DivergenceKind.EVENTS), ("rules", DivergenceKind.RULES), ("text", DivergenceKind.WORDS))


def _same(one: object, other: object) -> bool:
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, int | float) and isinstance(other, int | float):
        return abs(one - other) <= _SAME
    return one == other
