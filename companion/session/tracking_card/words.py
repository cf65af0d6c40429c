"""A mark in words, with what follows from it and the rules that say so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from companion.session.tracking_card.marks import Marks, Row

_NAMES: Final[Mapping[Row, str]] = MappingProxyType(
    {
        Row.MAIN: "Main Battery",
        Row.SECONDARY: "Secondary Battery",
        Row.MISSILE: "Missiles",
        Row.AP: "AP",
        Row.TREADS: "Treads",
        Row.ARMOUR: "Command Post armour",
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
    return _NAMES[row]


def describe_mark(before: Marks, after: Marks, row: Row) -> dict[str, Any]:
    """What is kept of a mark beside it: one text, and the ids of the rules."""
    follows = tuple(_what_follows(before, after, row))
    text = f"{row_name(row)}: {_change(before, after, row)}, {after.left(row)} of {after.full(row)} left."
    return {
        "text": " ".join([text, *(sentence for sentence, _ in follows)]),
        "rules": [_RULES[row], *(rule for _, rule in follows)],
    }


def _change(before: Marks, after: Marks, row: Row) -> str:
    change = after.left(row) - before.left(row)
    return f"{-change} lost" if change < 0 else f"{change} given back"


def _what_follows(before: Marks, after: Marks, row: Row) -> Iterator[tuple[str, str]]:
    """What begins or ends with this mark, and the rule that says so."""
    ended = after.left(row) == 0 < before.left(row)
    if row.system is not None and ended:
        yield "It no longer fires, from any side.", "OG-OGRE-08"
    if row is Row.ARMOUR and ended:
        yield "The Command Post is destroyed for good.", "OG-CP-08"
    if row is Row.TREADS:
        gone = [str(dot) for dot in before.card.live_dots if dot not in after.card.live_dots]
        if gone:
            yield f"Green dots with {' and '.join(gone)} are gone.", "OG-OGRE-22"
        if ended:
            yield "The Ogre can no longer maneuver.", "OG-OGRE-23"
