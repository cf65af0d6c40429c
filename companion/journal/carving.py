"""Rows of a match carved out of raw bytes: of its file, whole or torn, and of what SQLite keeps beside it.

Nothing is asked of SQLite, which reads a file from its first page down and gives up where the way is broken. Rows are
found by how their headers look, wherever they lie; what of a row lies in other pages is fetched from there. See
sqlite.org/fileformat2.html: records (2.1), cells and overflow pages (1.6), the rollback journal (3), the WAL (4).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from companion.journal.storage import Fields, chain_hash_of, chained_line, entry_from

_PAGE: Final = 4096
#: The most of a row that lies in one page, the least of a longer one, and how much an overflow page takes.
_MOST_LOCAL: Final = _PAGE - 35
_LEAST_LOCAL: Final = (_PAGE - 12) * 32 // 255 - 23
_OVERFLOW: Final = _PAGE - 4
_MAGIC: Final = b"SQLite format 3\0"
#: What stands before the pages of a WAL and before each of them; before those of a rollback journal, and after each.
_WAL_HEADER: Final = 32
_FRAME_HEADER: Final = 24
_JOURNAL_HEADER: Final = 512
_CHECKSUM: Final = 4

#: How the headers of rows look: their own length, then a number for each column that says its type and length.
_LENGTH: Final = rb"[\x80-\xff]{0,3}[\x00-\x7f]"
_TIME: Final = rb"[\x3f\x4d]"  # 25 characters, or 32 with microseconds
_SEAL: Final = rb"\x81\x0d"
_KIND: Final = rb"[\x13\x15\x1b\x21]"  # act; undo, redo, note; back-to; correction
_GAME: Final = rb"[\x15\x1f\x21]"
_ENTRY: Final = re.compile(
    rb"[\x0a-\x20]\x00" + _TIME + _KIND + _LENGTH * 2 + rb"(?:\x0d|\x81\x0d)" + _LENGTH + rb"[\x08\x09]" + _SEAL
    + rb"(?=\d{4}-\d\d-\d\dT)"
)  # fmt: skip
_OPENING: Final = re.compile(rb"[\x07-\x10]\x00" + _GAME + _TIME + _LENGTH * 2 + _SEAL + rb"(?=dice|exer|ogre)")
_MIRRORED: Final = re.compile(rb"[\x05-\x07]" + _SEAL + _LENGTH + rb'(?=[0-9a-f]{64}\[")')
_HEX: Final = re.compile(r"[0-9a-f]{64}")
#: The least number that says of a column that it is a text; each byte of it counts two.
_TEXT: Final = 13
#: No match has more entries than this.
_NUMBER_MOST_BYTES: Final = 3


@dataclass(frozen=True, slots=True)
class Fragment:
    """A row that was found: its fields (those of an opening, or of an entry with its number) and its chain hash.

    ``before`` is the chain hash of the row before it; None where the place that it was found in does not say.
    """

    fields: Fields
    chain_hash: str
    before: str | None = None

    @property
    def is_opening(self) -> bool:
        """Whether it is the match's opening."""
        return len(self.fields) == len(("game", "begun_at", "program", "opening"))

    @property
    def proves_itself(self) -> bool:
        """Whether it is certainly what was written, whatever else is lost."""
        return self.before is not None or (
            self.is_opening and self.chain_hash == chain_hash_of(chained_line("", self.fields))
        )


#: Pages by their number, as one or several files have them; b"" where there is none.
_Pages = Callable[[int], bytes]


def carve(match: bytes, write_ahead: bytes = b"", rollback: bytes = b"") -> Iterator[Fragment]:
    """Every row found in a match's file and in the two that SQLite may keep beside it; some of them several times."""
    ways = tuple(_ways(match, write_ahead, rollback))
    for content in (match, write_ahead, rollback):
        for shape, read in _SHAPES:
            for header in shape.finditer(content):
                for payload in _payloads(content, header, ways):
                    fragment = read(content, header, payload)
                    if fragment is not None:
                        yield fragment


# --- where the rest of a long row lies ---------------------------------------------------------------------------


def _ways(match: bytes, write_ahead: bytes, rollback: bytes) -> Iterator[_Pages]:
    """The pages as SQLite would see them; as the match's own file has them; as they were before the last change; and
    where the file's beginning is gone, as they would lie if so much was cut away."""
    yield _overlaid(_frames(write_ahead, _WAL_HEADER, _FRAME_HEADER), match)
    yield _overlaid({}, match)
    yield _overlaid(_frames(rollback, _JOURNAL_HEADER, 4, _CHECKSUM), match)
    if not match.startswith(_MAGIC):
        yield from (_overlaid({}, match, cut) for cut in range(-len(match) % _PAGE, len(match), _PAGE) if cut)


def _overlaid(pages: Mapping[int, bytes], match: bytes, cut: int = 0) -> _Pages:
    def page(number: int) -> bytes:
        start = (number - 1) * _PAGE - cut
        return pages.get(number) or (match[start : start + _PAGE] if start >= 0 else b"")

    return page


def _frames(content: bytes, start: int, header: int, trailer: int = 0) -> dict[int, bytes]:
    """The pages of a WAL or of a rollback journal, the latest of each: the header of each begins with its number."""
    starts = range(start, len(content), header + _PAGE + trailer)
    return {int.from_bytes(content[at : at + 4], "big"): content[at + header : at + header + _PAGE] for at in starts}


def _payloads(content: bytes, header: re.Match[bytes], ways: Sequence[_Pages]) -> Iterator[bytes]:
    """What a row may hold after its header, all of it."""
    at, length = header.start(), len(header.group())
    if content[at] != length:
        return
    size = local = length + sum(_text_sizes(header.group()))
    if size > _MOST_LOCAL:  # only so much of it lies in its own page
        local = _LEAST_LOCAL + (size - _LEAST_LOCAL) % _OVERFLOW
        local = local if local <= _MOST_LOCAL else _LEAST_LOCAL
    begun = content[at : at + local]
    if local == size:
        if len(begun) == size:
            yield begun[length:]
        return
    for pages in ways:
        whole, number = bytearray(begun), int.from_bytes(content[at + local : at + local + 4], "big")
        while number and len(whole) < size:
            page = pages(number)
            if len(page) <= 4:
                break
            whole += page[4 : 4 + size - len(whole)]
            number = int.from_bytes(page[:4], "big")
        if len(whole) == size:
            yield bytes(whole[length:])


# --- what a row says ---------------------------------------------------------------------------------------------


def _entry(content: bytes, header: re.Match[bytes], payload: bytes) -> Fragment | None:
    number = _number_before(content, header.start(), len(header.group()) + len(payload))
    columns = _columns(header.group(), payload)
    if number is None or columns is None:
        return None
    at, kind, stated, source, picture, recorded_outcome, chain_hash = columns
    fields = (number, at, kind, stated, source, picture, recorded_outcome, int(header.group()[-3] == 9))
    with suppress(ValueError):
        entry_from(fields)
        return Fragment(fields, chain_hash) if _HEX.fullmatch(chain_hash) else None
    return None


def _opening(_content: bytes, header: re.Match[bytes], payload: bytes) -> Fragment | None:
    columns = _columns(header.group(), payload)
    if columns is None:
        return None
    *fields, chain_hash = columns
    fragment = Fragment(tuple(fields), chain_hash)
    return fragment if fragment.proves_itself else None


def _mirrored(_content: bytes, header: re.Match[bytes], payload: bytes) -> Fragment | None:
    columns = _columns(header.group(), payload)
    if columns is None or chain_hash_of(columns[1]) != columns[0]:
        return None
    before, *fields = json.loads(columns[1])
    return Fragment(tuple(fields), columns[0], str(before))


_SHAPES: Final = ((_ENTRY, _entry), (_OPENING, _opening), (_MIRRORED, _mirrored))


def _columns(header: bytes, payload: bytes) -> list[str] | None:
    """The texts of a row; None where they are none."""
    texts, at = [], 0
    try:
        for size in _text_sizes(header):
            texts.append(payload[at : at + size].decode())
            at += size
    except UnicodeDecodeError:
        return None
    return texts


def _text_sizes(header: bytes) -> Iterator[int]:
    """How many bytes each text of a row takes; what is no text takes none in these rows."""
    return ((kind - _TEXT) // 2 for kind in _varints(header[1:]) if kind >= _TEXT)


def _number_before(content: bytes, at: int, size: int) -> int | None:
    """The number of a row, which stands before it and after its size; None where that is not so."""
    reported = _as_varint(size)
    for start in range(at - 1, max(at - 1 - _NUMBER_MOST_BYTES, len(reported) - 1), -1):
        numbers = list(_varints(content[start:at]))
        if len(numbers) == 1 and content[at - 1] < 0x80 and content[start - len(reported) : start] == reported:
            return numbers[0]
    return None


def _varints(content: bytes) -> Iterator[int]:
    """SQLite's numbers: seven bits a byte, the eighth says that there are more."""
    number = 0
    for byte in content:
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            yield number
            number = 0


def _as_varint(number: int) -> bytes:
    last, rest = number & 0x7F, number >> 7
    return bytes([*(byte | 0x80 for byte in (_as_varint(rest) if rest else b"")), last])
