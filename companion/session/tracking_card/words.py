"""A mark in words, with what follows from it and the rules that say so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from companion.codec.outcomes import RecordedOutcome
from companion.session.tracking_card.marks import Marks, Row
from companion.text import mark, phrase, translate

_NAMES: Final[Mapping[Row, str]] = MappingProxyType(
    {
        Row.MAIN: mark("session", "Main Battery"),
        Row.SECONDARY: mark("session", "Secondary Battery"),
        Row.MISSILE: mark("session", "Missiles"),
        Row.AP: "AP",
        Row.TREADS: mark("session", "Treads"),
        Row.ARMOUR: mark("session", "Command Post armour"),
    }
)
assert set(_NAMES) == set(Row)

#: The rule by which each row is marked.
_RULES: Final[Mapping[Row, str]] = MappingProxyType(
    {row: "OG-OGRE-17" for row in Row if row.system} | {Row.TREADS: "OG-OGRE-20", Row.ARMOUR: "OG-CP-07"}
)
assert set(_RULES) == set(Row)


def row_name(row: Row) -> str:
    """What a row is called."""
    return translate("session", _NAMES[row])


def describe_mark(before: Marks, after: Marks, row: Row) -> RecordedOutcome:
    """What is kept of a mark beside it: one text, and the ids of the rules."""
    follows = tuple(_what_follows(before, after, row))
    text = phrase(
        "{row}: {change}, {left} of {full} left.",
        row=row_name(row),
        change=_change(before, after, row),
        left=after.left(row),
        full=after.full(row),
    )
    return RecordedOutcome(
        text=" ".join([text, *(sentence for sentence, _ in follows)]),
        rules=(_RULES[row], *(rule for _, rule in follows)),
    )


def _change(before: Marks, after: Marks, row: Row) -> str:
    change = after.left(row) - before.left(row)
    return phrase("{change} lost", change=-change) if change < 0 else phrase("{change} given back", change=change)


def _what_follows(before: Marks, after: Marks, row: Row) -> Iterator[tuple[str, str]]:
    """What begins or ends with this mark, and the rule that says so."""
    ended = after.left(row) == 0 < before.left(row)
    if row.system is not None and ended:
        yield phrase("It no longer fires, from any side."), "OG-OGRE-08"
    if row is Row.ARMOUR and ended:
        yield phrase("The Command Post is destroyed for good."), "OG-CP-08"
    if row is Row.TREADS:
        gone = [str(dot) for dot in before.card.live_dots if dot not in after.card.live_dots]
        if gone:
            yield phrase("Green dots with {gone} are gone.", gone=phrase(" and ").join(gone)), "OG-OGRE-22"
        if ended:
            yield phrase("The Ogre can no longer maneuver."), "OG-OGRE-23"
