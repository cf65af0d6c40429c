"""A match as a referee script: where it starts, and the acts that count as steps."""

from __future__ import annotations

from collections.abc import Iterable

from companion.codec.script import encode_situation
from companion.documents import JsonTable
from companion.journal import EntryKind, JournalEntry
from companion.rules import Position
from companion.session.match.rule_adapter import A, P
from companion.session.match.timeline import Timeline
from companion.text import phrase


def match_script(opening: JsonTable, timeline: Timeline[P, A]) -> JsonTable:
    """The opening with the acts that count, as keys. No act of a script says what people corrected by hand: then it
    starts from the situation after the last correction."""
    counting = timeline.folded.in_force
    last = max((place for place, entry in enumerate(counting) if entry.kind is EntryKind.CORRECTION), default=None)
    if last is None:
        return {**opening, "steps": _acts(counting)}
    name = " ".join(
        part for part in (opening.get("name"), phrase("(after a correction by hand)")) if isinstance(part, str)
    )
    after = timeline.position_after(counting[last].number)
    situation = encode_situation(after) if isinstance(after, Position) else {}
    return {**opening, "name": name.strip(), **situation, "steps": _acts(counting[last + 1 :])}


def _acts(entries: Iterable[JournalEntry]) -> list[JsonTable]:
    return [dict(entry.content) for entry in entries if entry.kind is EntryKind.ACT]
