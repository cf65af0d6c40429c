"""Undo, redo and back-to are entries; what counts after them is a stack of states."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.journal import EntryKind, JournalEntry, UndoHistory, fold_entries, fold_entry
from tests.journal.conftest import AT

#: A word of a session: what is done next. "more" joins the gesture before.
WORDS = st.one_of(
    st.sampled_from(["act", "act", "more", "correct", "note", "undo", "redo"]),
    st.integers(0, 12).map(lambda number: f"back {number}"),
)
SESSIONS = st.lists(WORDS, max_size=30)
KINDS = {"act": EntryKind.ACT, "more": EntryKind.ACT, "correct": EntryKind.CORRECTION, "note": EntryKind.NOTE}
KINDS |= {"undo": EntryKind.UNDO, "redo": EntryKind.REDO, "back": EntryKind.BACK}


def entries_of(words: list[str]) -> list[JournalEntry]:
    """The entries that a session writes."""
    entries = []
    for number, word in enumerate(words, start=1):
        name, *to = word.split()
        content: dict[str, Any] = {"to": int(to[0])} if to else {}
        entries.append(JournalEntry(number, AT, KINDS[name], content, "keyboard", joined=name == "more"))
    return entries


class Oracle:
    """The same, modelled as states that are pushed and popped: each state is the gestures that led to it."""

    def __init__(self) -> None:
        """Begin with the opening alone."""
        self.state: list[list[int]] = []
        self.brought_back: list[list[list[int]]] = []

    def hear(self, number: int, word: str) -> None:
        """Take one word."""
        if word == "note":
            return
        if word == "redo":
            self.state = self.brought_back.pop() if self.brought_back else self.state
        elif word == "undo" or word.startswith("back"):
            to = int(word.split()[1]) if " " in word else None
            kept = self.state[:-1] if to is None else [gesture for gesture in self.state if gesture[0] <= to]
            if len(kept) < len(self.state):
                self.brought_back.append(self.state)
                self.state = kept
        else:
            gesture = [*self.state[-1], number] if word == "more" and self.state else [number]
            self.state = [*self.state[: -1 if len(gesture) > 1 else None], gesture]
            self.brought_back = []


@given(SESSIONS)
@settings(max_examples=300)
def test_what_counts_is_the_stack_of_states(words: list[str]) -> None:
    oracle = Oracle()
    for number, word in enumerate(words, start=1):
        oracle.hear(number, word)
    counted = [[entry.number for entry in gesture] for gesture in fold_entries(entries_of(words)).done]
    assert counted == oracle.state


@given(SESSIONS)
@settings(max_examples=200)
def test_redo_after_undo_or_back_to_is_as_if_nothing_had_been(words: list[str]) -> None:
    before = fold_entries(entries_of(words))
    for takes in ("undo", "back 0", "back 3"):
        after = _hear(before, takes)
        assert after == before or _hear(after, "redo") == before


@given(SESSIONS)
@settings(max_examples=200)
def test_an_entry_stands_on_the_same_ones_whenever_it_counts(words: list[str]) -> None:
    """What the positions of a match rely on when they are saved."""
    beneath: dict[int, tuple[int, ...]] = {}
    now = UndoHistory()
    for entry in entries_of(words):
        now = fold_entry(now, entry)
        counting = tuple(one.number for one in now.in_force)
        for place, number in enumerate(counting):
            assert beneath.setdefault(number, counting[:place]) == counting[:place]
    assert now == fold_entries(entries_of(words))


def test_an_undo_with_nothing_to_undo_changes_nothing(entry: Callable[..., JournalEntry]) -> None:
    act = entry(3, EntryKind.ACT, do="pass")
    assert fold_entries(
        [
            entry(1, EntryKind.UNDO),
            entry(2, EntryKind.REDO),
            act,
            entry(4, EntryKind.BACK, to=3),
            entry(5, EntryKind.BACK),
        ]
    ).in_force == (act,)


def test_something_new_ends_what_could_be_brought_back() -> None:
    now = fold_entries(entries_of(["act", "act", "undo", "act", "redo"]))
    assert [entry.number for entry in now.in_force] == [1, 4]
    assert not now.can_redo


def test_one_redo_brings_back_all_that_a_back_to_took() -> None:
    words = ["act", "act", "act", "undo", "back 1"]
    assert [e.number for e in fold_entries(entries_of(words)).in_force] == [1]
    assert [e.number for e in fold_entries(entries_of([*words, "redo"])).in_force] == [1, 2]
    assert [e.number for e in fold_entries(entries_of([*words, "redo", "redo"])).in_force] == [1, 2, 3]


def _hear(before: UndoHistory, word: str) -> UndoHistory:
    entry = entries_of(["note"] * 40 + [word])[-1]
    return fold_entry(before, entry)
