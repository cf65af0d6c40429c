"""What is whole of a damaged match, in a new one; the damaged one is left as it is.

What is whole of a torn match, put in order again: every entry that is what it was, whatever is broken around it.

An entry is proved by the chain hash of the one before it, or by its own text in the mirror. One that comes after a gap
in a file without a mirror proves nothing by itself: it is taken all the same, and counted as unproved.
"""

from __future__ import annotations

import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, assert_never

from companion import __version__
from companion.atomic_write import atomic_path
from companion.codec.fields import FORMAT
from companion.codec.outcomes import decode_outcome
from companion.codec.script import MatchOpening, PlayerDocument, encode_match_opening, formats_of
from companion.documents import JsonTable
from companion.errors import OperationError
from companion.file_access import read_bytes
from companion.journal import storage
from companion.journal.carving import Fragment, carve
from companion.journal.entry import EntryKind, Game, JournalEntry
from companion.journal.locations import PictureStore, pictures_folder, rollback_file, write_ahead_file
from companion.journal.record_reader import check_openable
from companion.journal.storage import (
    DamagedFileError,
    NewerFormatError,
    Record,
    chain_hash_of,
    chained_line,
    entry_from,
    opening_from,
)
from companion.rules import Edge, Profile
from companion.text import gettext

#: An entry takes at least so many bytes on disk: a file of a size cannot have had more entries.
_LEAST_ENTRY_BYTES: Final = 100
_CREW: Final = re.compile(r"(Black|Blue|Red|Green) \d")
#: Later than any time that is written down.
_ENDLESS: Final = "~"


def salvage_match(match: Path, into: Path) -> Salvage:
    """Write a new match of every entry that is whole in a damaged one, whatever is broken before or after it; what was
    saved. Its pictures go along.

    Raises:
        OperationError: nothing of it can be read, it is of a newer program, or the new one cannot be written or is
            there.
        InputError: there is no such file.
    """
    if into.exists():
        raise OperationError(gettext("{into}: there is already a file of that name. Choose another name.", into=into))
    check_openable(match)
    try:
        saved = _saved(match)
    except (OSError, NewerFormatError, DamagedFileError) as error:
        why = getattr(error, "strerror", None) or error
        raise OperationError(
            gettext("{match}: nothing of this match can be saved ({why}).", match=match, why=why)
        ) from error
    try:
        with atomic_path(into) as draft:
            record = saved.record
            chain_hash = storage.create(draft, record.game, record.begun_at, record.opening, program=record.program)
            with closing(storage.connect(draft, writing=True)) as base:
                storage.append_rows(base, record.entries, chain_hash)
    except (OSError, sqlite3.Error) as error:
        why = getattr(error, "strerror", None) or error
        raise OperationError(
            gettext("{into}: cannot be written ({why}). Choose another place.", into=into, why=why)
        ) from error
    with suppress(OperationError):  # the match stands without them
        # Those that are what they were: whatever else lies there, or a link leads to, stays.
        before, after = PictureStore(pictures_folder(match)), PictureStore(pictures_folder(into))
        for file in pictures_folder(match).glob("*.jpg"):
            if jpeg := before.find(file.stem):
                after.save(jpeg)
    return saved


def _saved(match: Path) -> Salvage:
    """What SQLite reads, where it reads the file whole and no more is found in its bytes; else what is found there."""
    read: Salvage | None = None
    with suppress(OSError, DamagedFileError, sqlite3.Error), closing(storage.connect(match, writing=False)) as base:
        read = Salvage(storage.read_journal(base))
    files = (match, write_ahead_file(match), rollback_file(match))
    try:
        found = salvage(*(read_bytes(file) if file.exists() else b"" for file in files))
    except DamagedFileError:
        if read is None:
            raise
        return read
    return found if read is None or found.saved > read.saved else read


@dataclass(frozen=True, slots=True)
class Salvage:
    """A match as far as it could be saved.

    ``record`` counts its entries from 1 without gaps: notes stand where entries were ``lost``. ``unproved`` entries
    look whole, but what would prove it is lost. Where the opening is lost, a stand-in is in its place.
    """

    record: Record
    lost: tuple[range, ...] = ()
    unproved: tuple[int, ...] = ()
    opening_lost: bool = False

    @property
    def saved(self) -> int:
        """How many entries were saved."""
        return len(self.record.entries) - sum(map(len, self.lost))


def salvage(match: bytes, write_ahead: bytes = b"", rollback: bytes = b"") -> Salvage:
    """What is whole in the bytes of a match's file and of the two that SQLite may keep beside it. Raises
    DamagedFileError: neither its opening nor an entry is."""
    fragments = set(carve(match, write_ahead, rollback))
    opening = next((one for one in fragments if one.is_opening and one.proves_itself), None)
    most = (len(match) + len(write_ahead) + len(rollback)) // _LEAST_ENTRY_BYTES
    chosen = _chosen(
        (one for one in fragments if not one.is_opening and 0 < int(one.fields[0]) <= most),
        opening.chain_hash if opening else None,
    )
    if opening is None and not chosen:
        raise DamagedFileError(gettext("neither its opening nor any entry is whole"))
    entries, lost = _in_order({number: entry_from(one.fields) for number, (one, _) in chosen.items()})
    record = opening_from(opening.fields, opening.chain_hash) if opening else _stand_in(entries)
    unproved = tuple(sorted(number for number, (_, proved) in chosen.items() if not proved))
    return Salvage(replace(record, entries=entries), lost, unproved, opening_lost=opening is None)


# --- which fragments are the match -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Link:
    """A fragment in its place: the one before it where that is there and fits, how many hang together up to here, and
    whether it is proved."""

    fragment: Fragment
    before: Fragment | None
    length: int
    proved: bool


def _chosen(fragments: Iterable[Fragment], opening: str | None) -> dict[int, tuple[Fragment, bool]]:
    """For each number the fragment that belongs to the match, and whether it is proved."""
    links = _linked(fragments, opening)
    chosen: dict[int, tuple[Fragment, bool]] = {}
    expected: Fragment | None = None
    for number in sorted(links, reverse=True):
        here = links[number].values()
        link = links[number].get(expected) if expected else None
        link = link or max(here, key=lambda one: (one.proved, one.length))
        expected = link.before
        chosen[number] = link.fragment, link.proved
    return _without_changed(dict(sorted(chosen.items())), opening)


def _linked(fragments: Iterable[Fragment], opening: str | None) -> dict[int, dict[Fragment | None, _Link]]:
    by_number: dict[int, list[Fragment]] = defaultdict(list)
    for fragment in fragments:
        by_number[int(fragment.fields[0])].append(fragment)
    links: dict[int, dict[Fragment | None, _Link]] = {}
    for number in sorted(by_number):
        earlier = links.get(number - 1, {}).values()
        links[number] = {one: _link(one, earlier, opening) for one in by_number[number]}
    return links


def _link(fragment: Fragment, earlier: Iterable[_Link], opening: str | None) -> _Link:
    fitting = [one for one in earlier if _follows(fragment, one.fragment.chain_hash)]
    before = max(fitting, key=lambda one: (one.proved, one.length), default=None)
    is_first = opening is not None and fragment.fields[0] == 1 and _follows(fragment, opening)
    proved = fragment.proves_itself or before is not None or is_first
    return _Link(fragment, before.fragment if before else None, 1 + (before.length if before else 0), proved)


def _follows(fragment: Fragment, chain_hash: str) -> bool:
    if fragment.before is not None:
        return fragment.before == chain_hash
    return fragment.chain_hash == chain_hash_of(chained_line(chain_hash, fragment.fields))


def _without_changed(
    chosen: Mapping[int, tuple[Fragment, bool]], opening: str | None
) -> dict[int, tuple[Fragment, bool]]:
    """Without what is not what was written: nothing proves it, though what would is there; or its time does not fit."""
    proved = {0: opening is not None, **{number: sure for number, (_, sure) in chosen.items()}}
    fitting = {number: one for number, one in chosen.items() if proved[number] or not proved.get(number - 1, False)}
    times = [str(fragment.fields[1]) for fragment, _ in fitting.values()]
    around = zip(fitting.items(), ["", *times], [*times[1:], _ENDLESS], strict=False)
    return {
        number: one for (number, one), earlier, later in around if one[1] or earlier <= str(one[0].fields[1]) <= later
    }


# --- what becomes of it ------------------------------------------------------------------------------------------


def _in_order(found: Mapping[int, JournalEntry]) -> tuple[tuple[JournalEntry, ...], tuple[range, ...]]:
    """The entries with a note in the place of each that was lost, and which were."""
    lost: list[range] = []
    entries: list[JournalEntry] = []
    for number, entry in sorted(found.items()):
        gap = range(len(entries) + 1, number)
        if gap:
            lost.append(gap)
            text = (
                gettext("Entry {number} is lost: this file was damaged. What follows may not be valid.", number=gap[0])
                if len(gap) == 1
                else gettext(
                    "Entries {number} to {last} are lost: this file was damaged. What follows may not be valid.",
                    number=gap[0],
                    last=gap[-1],
                )
            )
            for one in gap:  # the first says what is lost, the others nothing
                words = {"text": text} if one == gap[0] else {}
                entries.append(JournalEntry(one, entry.at, EntryKind.NOTE, words, "salvage"))
        entries.append(entry)
    return tuple(entries), tuple(lost)


def _stand_in(entries: tuple[JournalEntry, ...]) -> Record:
    """A record for entries whose opening is lost: of their game, with nothing on the table."""
    """A record for entries whose opening is lost: of their game, with nothing on the table."""
    acting = (decode_outcome(entry.recorded_outcome).player for entry in entries)
    names = dict.fromkeys(player for player in acting if player)
    game = Game.DICE  # tracking cards are marked, and who plays Exercise K is a colour and a number
    if any(entry.content.get("do") == "mark" for entry in entries):
        game = Game.OGRE_CARD
    elif any(map(_CREW.fullmatch, names)):
        game = Game.EXERCISE_K
    return Record(game, entries[0].at, __version__, _empty_opening(game, names), (), "")


def _empty_opening(game: Game, names: Iterable[str]) -> JsonTable:
    called = gettext("The opening of this match is lost")
    match game:
        case Game.DICE:
            sides = zip([*names, "A", "B"], (Edge.NEAR, Edge.FAR), strict=False)
            players = tuple(PlayerDocument(id=name, edge=edge) for name, edge in sides)
            return encode_match_opening(
                MatchOpening(format=FORMAT, name=called, profile=Profile.OGRE, players=players, dice=(), pieces=())
            )
        case Game.EXERCISE_K:
            return formats_of(game).empty_opening(called)
        case Game.OGRE_CARD:
            return {"format": FORMAT, "name": called}
        case _:
            assert_never(game)
