"""Journals to write in, and entries out of nothing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.journal import EntryKind, Game, Journal, JournalEntry

AT = datetime(2026, 5, 1, 19, 30, tzinfo=UTC)
Make = Callable[..., JournalEntry]


@pytest.fixture
def match(tmp_path: Path) -> Path:
    """Where a match may lie."""
    return tmp_path / "club night.diceland"


@pytest.fixture
def written(match: Path) -> Path:
    """A match of five acts, one of them undone, that was closed."""
    with Journal.begin(match, game=Game.DICE, opening={"format": 1, "name": "Größe"}, clock=lambda: AT) as journal:
        for corner in range(5):
            journal.append(EntryKind.ACT, {"do": "maneuver", "piece": "g1", "corner": corner}, source="keyboard")
        journal.append(EntryKind.UNDO, source="mouse")
    return match


@pytest.fixture
def entry() -> Make:
    """An entry of a number and kind."""

    def make(number: int, kind: EntryKind, *, joined: bool = False, **content: Any) -> JournalEntry:
        return JournalEntry(number, AT, kind, content, "keyboard", joined=joined)

    return make
