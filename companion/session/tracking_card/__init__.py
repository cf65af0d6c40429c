"""The Ogre's tracking card by itself, without match or camera, with the Command Post's card beside it: what is marked,
what a tap does, and the card in its journal, where every mark is on disk before anybody sees it.

A mark says how much is left of a row; it knows no attack and no turn. What the marks mean is for the rules to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Final, Self

from companion.catalogue import System
from companion.codec.card_layout import CardLayoutDocument, CardMarkDocument, CardOpeningDocument, known_layout
from companion.codec.document import decode, encode
from companion.codec.fields import FORMAT
from companion.codec.outcomes import RecordedOutcome, decode_outcome, encode_outcome
from companion.errors import InputError
from companion.journal import Closeable, EntryKind, Game, Journal, UndoHistory, fold_entries
from companion.rules import CardLayout, OgreCard, full_card
from companion.text import N_, gettext, pgettext

#: Armour points of a Command Post (OG-CP-07).
FULL_ARMOUR: Final = 60


class Row(StrEnum):
    """What can be marked."""

    MAIN = "main"
    SECONDARY = "secondary"
    MISSILE = "missile"
    AP = "ap"
    TREADS = "treads"
    ARMOUR = "armour"

    @property
    def system(self) -> System | None:
        """The weapon system whose circles these are; None for Treads and armour."""
        return _SYSTEMS.get(self)


_SYSTEMS: Final[Mapping[Row, System]] = MappingProxyType({Row(system.value): system for system in System})


@dataclass(frozen=True, slots=True)
class Marks:
    """An Ogre's card, and the armour left of the Command Post beside it; None where there is none."""

    card: OgreCard
    armour: int | None = None

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows that there are, in the order of the printed card."""
        return tuple(row for row in Row if row is not Row.ARMOUR or self.armour is not None)

    def full(self, row: Row) -> int:
        """How much a row has without a scratch."""
        if row is Row.ARMOUR:
            return FULL_ARMOUR
        return self.card.layout.treads if row.system is None else self.card.layout.systems[row.system].circles

    def left(self, row: Row) -> int:
        """How much is left of a row."""
        if row is Row.ARMOUR:
            return self.armour or 0
        return self.card.treads if row.system is None else self.card.circles[row.system]

    def marked(self, row: Row, left: int) -> Marks:
        """The card with so much left in a row, between nothing and what is printed."""
        kept = min(max(left, 0), self.full(row))
        if row is Row.ARMOUR:
            return replace(self, armour=None if self.armour is None else kept)
        if row.system is None:
            return replace(self, card=replace(self.card, treads=kept))
        circles = MappingProxyType({**self.card.circles, row.system: kept})
        return replace(self, card=replace(self.card, circles=circles))


def unmarked_card(mark: str, layout: CardLayout, *, post: bool = False) -> Marks:
    """A card without a scratch, with or without a Command Post beside it."""
    return Marks(full_card(mark, layout), FULL_ARMOUR if post else None)


def left_after_tap(marks: Marks, row: Row, place: int) -> int:
    """What is left of a row after a tap on one of its places, which are scratched from place 0 on (AMB-12).

    Circles go and come one by one (OG-OGRE-17). Treads and armour go by several: a tap on what is left scratches up to
    there, a tap on what is scratched gives back from there on.
    """
    full, left = marks.full(row), marks.left(row)
    lost = full - left
    if row.system is not None:
        return left + (1 if place < lost else -1)
    return full - (place + 1 if place >= lost else place)


_NAMES: Final[Mapping[Row, str]] = MappingProxyType(
    {
        Row.MAIN: N_("session", "Main Battery"),
        Row.SECONDARY: N_("session", "Secondary Battery"),
        Row.MISSILE: N_("session", "Missiles"),
        Row.AP: "AP",
        Row.TREADS: N_("session", "Treads"),
        Row.ARMOUR: N_("session", "Command Post armour"),
    }
)
assert set(_NAMES) == set(Row)


class TrackingCard(Closeable):
    """One card and its journal. What is marked is computed from what is written down; nothing else is saved."""

    def __init__(self, journal: Journal) -> None:
        """A card whose journal is open: see `begin` and `resume`. Raises InputError where it holds none."""
        self._journal = journal
        card = decode(CardOpeningDocument, journal.opening, str(journal.path))
        self._fresh = unmarked_card(card.mark, card.layout.to_layout(), post=card.armour is not None)
        try:
            _ = self.marks
        except InputError as error:
            raise InputError(
                gettext("{file}: {why}; this card cannot be continued.", file=journal.path, why=error)
            ) from error

    @classmethod
    def begin(cls, path: Path, mark: str, *, post: bool = False) -> Self:
        """A fresh card, by the values that this user plays with; they stay with it from then on.

        Raises:
            OperationError: there is a file of that name already, or it cannot be written.
            InputError: with every problem of the user's own card file.
        """
        opening = CardOpeningDocument(
            format=FORMAT,
            mark=mark,
            layout=CardLayoutDocument.of(known_layout(mark)),
            armour=FULL_ARMOUR if post else None,
        )
        return cls(Journal.begin(path, game=Game.OGRE_CARD, opening=encode(opening)))

    @classmethod
    def resume(cls, path: Path) -> Self:
        """A card that was begun before, as it was left.

        Raises:
            OperationError: it is open elsewhere, newer than this program, or damaged.
            InputError: there is no such file, or it keeps something else.
        """
        journal = Journal.resume(path)
        with ExitStack() as on_failure:
            on_failure.callback(journal.close)
            if journal.game is not Game.OGRE_CARD:
                raise InputError(
                    gettext(
                        "{file}: this file holds a match ({game}), not a tracking card; name another.",
                        file=path,
                        game=journal.game,
                    )
                )
            card = cls(journal)
            on_failure.pop_all()
        return card

    @property
    def path(self) -> Path:
        """Its file."""
        return self._journal.path

    @property
    def caution(self) -> str:
        """A sentence to be shown where the card can only be looked at, or was found without its end; "" else."""
        return self._journal.caution

    @property
    def marks(self) -> Marks:
        """The card as it is marked now."""
        marks = self._fresh
        for entry in self._folded.in_force:
            mark = decode(CardMarkDocument, entry.content, f"entry {entry.number}")
            marks = marks.marked(Row(mark.row), mark.left)
        return marks

    @property
    def revision(self) -> int:
        """Of the card as it stands: the number of the last entry."""
        entries = self._journal.entries
        return entries[-1].number if entries else 0

    @property
    def last(self) -> RecordedOutcome | None:
        """What came of the mark made last of those that count."""
        counting = self._folded.in_force
        return decode_outcome(counting[-1].recorded_outcome) if counting else None

    @property
    def can_undo(self) -> bool:
        """Whether there is a mark to undo."""
        return self._folded.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether a mark that was undone can be brought back."""
        return self._folded.can_redo

    def mark(self, row: Row, left: int, *, source: str) -> None:
        """Mark a row by hand: so much is left of it. What changes nothing is not written down. Raises OperationError:
        it could not be written; nothing is marked."""
        before = self.marks
        after = before.marked(row, left)
        if after != before:
            content = encode(CardMarkDocument(row=row.value, left=after.left(row)))
            came = encode_outcome(describe_mark(before, after, row))
            self._journal.append(EntryKind.ACT, content, source=source, recorded_outcome=came)

    def undo(self, *, source: str) -> None:
        """Take the last mark back, where there is one."""
        if self.can_undo:
            self._journal.append(EntryKind.UNDO, source=source)

    def redo(self, *, source: str) -> None:
        """Bring back the mark undone last, where there is one."""
        if self.can_redo:
            self._journal.append(EntryKind.REDO, source=source)

    def close(self) -> None:
        """Let others open its file."""
        self._journal.close()

    @property
    def _folded(self) -> UndoHistory:
        return fold_entries(self._journal.entries)


#: The rule by which each row is marked.
_RULES: Final[Mapping[Row, str]] = MappingProxyType(
    {row: "OG-OGRE-17" for row in Row if row.system} | {Row.TREADS: "OG-OGRE-20", Row.ARMOUR: "OG-CP-07"}
)
assert set(_RULES) == set(Row)


def row_name(row: Row) -> str:
    """What a row is called."""
    return pgettext("session", _NAMES[row])


def describe_mark(before: Marks, after: Marks, row: Row) -> RecordedOutcome:
    """What is recorded of a mark beside it: one text, and the ids of the rules."""
    follows = tuple(_what_follows(before, after, row))
    gained = after.left(row) - before.left(row)
    change = gettext("{change} lost", change=-gained) if gained < 0 else gettext("{change} given back", change=gained)
    text = gettext(
        "{row}: {change}, {left} of {full} left.",
        row=row_name(row),
        change=change,
        left=after.left(row),
        full=after.full(row),
    )
    return RecordedOutcome(
        text=" ".join([text, *(sentence for sentence, _ in follows)]),
        rules=(_RULES[row], *(rule for _, rule in follows)),
    )


def _what_follows(before: Marks, after: Marks, row: Row) -> Iterator[tuple[str, str]]:
    """What begins or ends with this mark, and the rule that says so."""
    ended = after.left(row) == 0 < before.left(row)
    if row.system is not None and ended:
        yield gettext("It no longer fires, from any side."), "OG-OGRE-08"
    if row is Row.ARMOUR and ended:
        yield gettext("The Command Post is destroyed for good."), "OG-CP-08"
    if row is Row.TREADS:
        gone = [str(dot) for dot in before.card.live_dots if dot not in after.card.live_dots]
        if gone:
            yield gettext("Green dots with {gone} are gone.", gone=gettext(" and ").join(gone)), "OG-OGRE-22"
        if ended:
            yield gettext("The Ogre can no longer maneuver."), "OG-OGRE-23"
