"""Matches torn in every way, and what of them is whole: by walking the file as SQLite's documents say, page by page
from the roots, which is another way than the salvager's.

python -m tests.journal.torn [TIMES]     tries many damages of each kind and prints what share of whole entries is saved
"""

from __future__ import annotations

import json
import random
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from companion.errors import OperationError
from companion.journal import EntryKind, Game, Journal, Salvage, read_record, salvage_match, storage

PAGE: Final = 4096
BEGAN: Final = datetime(2026, 5, 1, 19, 30, tzinfo=UTC)
#: What a line of the mirror has for an entry; for an opening it has less.
_ENTRY: Final = ("before", "number", "at", "kind", "content", "source", "picture", "came_of", "joined")
#: From where to where bytes lie.
Place = tuple[int, int]
Tear = Callable[[random.Random, bytes], bytes]


# --- matches to be torn ------------------------------------------------------------------------------------------


def write_match(path: Path, count: int, seed: int = 1, opening_bytes: int = 3000) -> None:
    """A match of entries as a real one has them: most of some hundred bytes, some of several pages."""
    rng = random.Random(seed)
    ticks = iter(range(10**6))
    clock = lambda: BEGAN + timedelta(seconds=next(ticks), microseconds=rng.choice((0, 250)))  # noqa: E731
    opening = {"format": 1, "name": "Größe", "pad": "o" * opening_bytes}
    with Journal.begin(path, game=Game.DICE, opening=opening, clock=clock) as journal:
        for number in range(1, count + 1):
            kind = rng.choices(
                (EntryKind.ACT, EntryKind.UNDO, EntryKind.REDO, EntryKind.NOTE, EntryKind.CORRECTION), (12, 1, 1, 1, 1)
            )[0]
            size = rng.choices((rng.randrange(500), rng.randrange(2000), rng.randrange(4000, 12000)), (14, 4, 1))[0]
            came = {"text": "Ä" + "".join(rng.choices("abcdef ", k=size)), "player": "Anna"}
            picture = rng.choice((None, f"{rng.getrandbits(256):064x}"))
            journal.append(kind, {"do": "pass", "n": number}, source="keyboard", picture=picture, recorded_outcome=came)


def as_written_before(match: Path) -> None:
    """Make a match what the program wrote before 2026-11: without a mirror, its rows in the same order of writing."""
    record = read_record(match)
    match.unlink()
    storage.create(match, record.game, record.begun_at, record.opening)
    with closing(sqlite3.connect(match, isolation_level=None)) as base:
        base.execute("DROP TABLE mirror")
        base.execute("VACUUM")
        chain_hash = record.chain_hash if not record.entries else base.execute("SELECT seal FROM match").fetchone()[0]
        for entry in record.entries:
            fields = storage._fields(entry)
            chain_hash = storage.chain_hash_of(storage.chained_line(chain_hash, fields))
            base.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (*fields, chain_hash))


# --- how they are torn -------------------------------------------------------------------------------------------


def cut(rng: random.Random, whole: bytes) -> bytes:
    """Its end is missing."""
    return whole[: rng.randrange(len(whole))]


def zeroed(rng: random.Random, whole: bytes) -> bytes:
    """Zeros over a part of it."""
    return _over(rng, whole, bytes(rng.choice((40, 512, 4096, 20000))))


def scribbled(rng: random.Random, whole: bytes) -> bytes:
    """Anything over a part of it."""
    return _over(rng, whole, rng.randbytes(rng.choice((1, 40, 512, 9000))))


def page_lost(rng: random.Random, whole: bytes) -> bytes:
    """A few pages hold something else."""
    torn = whole
    for _ in range(rng.randrange(1, 5)):
        at = rng.randrange(len(whole) // PAGE) * PAGE
        torn = torn[:at] + rng.choice((bytes(PAGE), rng.randbytes(PAGE))) + torn[at + PAGE :]
    return torn


def flipped(rng: random.Random, whole: bytes) -> bytes:
    """Some bits are the other way."""
    torn = bytearray(whole)
    for _ in range(rng.choice((1, 5, 40))):
        torn[rng.randrange(len(whole))] ^= 1 << rng.randrange(8)
    return bytes(torn)


def headless(rng: random.Random, whole: bytes) -> bytes:
    """Its beginning is zeros: the database's header, or more."""
    gone = rng.choice((16, 100, PAGE))
    return bytes(gone) + whole[gone:]


def beheaded(rng: random.Random, whole: bytes) -> bytes:
    """Its beginning is cut away."""
    return whole[rng.choice((16, 100, PAGE, PAGE + 700)) :]


TEARS: Final[tuple[Tear, ...]] = (cut, zeroed, scribbled, page_lost, flipped, headless, beheaded)


def _over(rng: random.Random, whole: bytes, with_: bytes) -> bytes:
    at = rng.randrange(len(whole))
    return (whole[:at] + with_ + whole[at + len(with_) :])[: len(whole)]


# --- what of them is whole ---------------------------------------------------------------------------------------


def places_of_entries(whole: bytes) -> dict[int, list[list[Place]]]:
    """Where each entry lies: once as a row, once more in the mirror where the file has one."""
    found: dict[int, list[list[Place]]] = {}
    with closing(sqlite3.connect(":memory:")) as base:
        base.deserialize(whole)
        roots = dict(base.execute("SELECT name, rootpage FROM sqlite_schema WHERE type = 'table'"))
        mirrored = base.execute("SELECT rowid, line FROM mirror").fetchall() if "mirror" in roots else []
    for number, places in _rows(whole, roots["entry"]):
        found[number] = [places]
    lines = {row: json.loads(line) for row, line in mirrored}
    for row, places in _rows(whole, roots.get("mirror", 0)):
        if len(lines[row]) == len(_ENTRY):
            found[lines[row][1]].append(places)
    return found


def _rows(whole: bytes, page: int) -> Iterator[tuple[int, list[Place]]]:
    """The rows of a table, each with the places that it takes."""
    if not page:
        return
    start = (page - 1) * PAGE
    is_leaf = whole[start] == 13
    header = start + (8 if is_leaf else 12)
    cells = [_int(whole, header + 2 * n, 2) for n in range(_int(whole, start + 3, 2))]
    for cell in cells:
        if is_leaf:
            yield _row(whole, start + cell)
        else:
            yield from _rows(whole, _int(whole, start + cell, 4))
    if not is_leaf:
        yield from _rows(whole, _int(whole, start + 8, 4))


def _row(whole: bytes, at: int) -> tuple[int, list[Place]]:
    size, begun = _varint(whole, at)
    number, begun = _varint(whole, begun)
    if size <= PAGE - 35:
        return number, [(at, begun + size)]
    local = (PAGE - 12) * 32 // 255 - 23
    local = fits if (fits := local + (size - local) % (PAGE - 4)) <= PAGE - 35 else local
    places = [(at, begun + local + 4)]
    page, left = _int(whole, begun + local, 4), size - local
    while left > 0:
        start = (page - 1) * PAGE
        places.append((start, start + 4 + min(left, PAGE - 4)))
        page, left = _int(whole, start, 4), left - (PAGE - 4)
    return number, places


def _int(whole: bytes, at: int, size: int) -> int:
    return int.from_bytes(whole[at : at + size], "big")


def _varint(whole: bytes, at: int) -> tuple[int, int]:
    number = 0
    while True:
        number = number << 7 | whole[at] & 0x7F
        at += 1
        if whole[at - 1] < 0x80:
            return number, at


def whole_entries(whole: bytes, torn: bytes, places: dict[int, list[list[Place]]], shifted: int = 0) -> set[int]:
    """The numbers of the entries of which every byte is still there, in one of their places."""

    def is_there(place: Place) -> bool:
        start, end = place[0] - shifted, place[1] - shifted
        return start >= 0 and torn[start:end] == whole[place[0] : place[1]]

    return {number for number, lies in places.items() if any(all(map(is_there, one)) for one in lies)}


# --- measured ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trial:
    """One damage: numbers of entries that were whole after it, that were saved, and that came out as something else;
    and what was salvaged, None where nothing was."""

    whole: set[int]
    saved: set[int]
    wrong: set[int]
    salvaged: Salvage | None


def tried(match: Path, tear: Tear, rng: random.Random, folder: Path) -> Trial:
    """Damage a copy of a match, and salvage it."""
    content, reported = match.read_bytes(), read_record(match)
    damaged, into = folder / "torn.diceland", folder / "new.diceland"
    damaged.write_bytes(torn := tear(rng, content))
    into.unlink(missing_ok=True)
    shifted = len(content) - len(torn) if tear is beheaded else 0
    whole = whole_entries(content, torn, places_of_entries(content), shifted)
    try:
        salvaged = salvage_match(damaged, into)
    except OperationError:
        return Trial(whole, set(), set(), None)
    lost = {number for gap in salvaged.lost for number in gap}
    entries = [entry for entry in salvaged.record.entries if entry.number not in lost]
    saved = {entry.number for entry in entries if entry == reported.entries[entry.number - 1]}
    return Trial(whole, saved, {entry.number for entry in entries} - saved, salvaged)


def measure(match: Path, times: int, folder: Path) -> Iterator[str]:
    """A line for each kind of damage."""
    for tear in TEARS:
        rng = random.Random(tear.__name__)
        trials = [tried(match, tear, rng, folder) for _ in range(times)]
        whole = sum(len(one.whole) for one in trials)
        saved = sum(len(one.whole & one.saved) for one in trials)
        wrong = sum(len(one.wrong) for one in trials)
        nothing = sum(not one.saved for one in trials)
        reported = (
            f"{saved / max(whole, 1):7.2%} of {whole} whole entries saved, {wrong} wrong, nothing saved {nothing} times"
        )
        yield f"{tear.__name__:10} {times} times: {reported}"


def main(times: int) -> None:
    """Print what is saved of either format."""
    with tempfile.TemporaryDirectory() as home:
        match = Path(home, "match.diceland")
        write_match(match, 150)
        for made in ("as it writes now", "as the program wrote before"):
            print(f"{made}, {match.stat().st_size} bytes")
            for line in measure(match, times, Path(home)):
                print(line)
            as_written_before(match)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
