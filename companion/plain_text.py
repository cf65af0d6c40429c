"""Text that only says something: what would act on a terminal or turn a line around is spelled out instead.

Names come from files that anybody may have written: of dice, pieces, players, pictures. An escape sequence, a newline
or a bidirectional override in one of them must not move the cursor, begin a line of its own or reorder what stands
beside it.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

#: So much of a value is quoted in a message.
QUOTED: Final = 60
#: How an address begins; one that was taken for the name of a file has a slash fewer. `C:/` is a drive.
_SCHEME: Final = re.compile(r"[a-z][a-z0-9+.-]+:/{1,2}", re.IGNORECASE)
#: An address within a text.
_ADDRESS: Final = re.compile(rf"\b{_SCHEME.pattern}[^\s'\"<>]{{1,2000}}", re.IGNORECASE)
#: A value of a query, or of a path written like one, as cameras take names and passwords.
_SECRET_VALUE: Final = re.compile(
    r"\b(user|usr|username|login|pass|passwd|password|pwd|auth|token)=[^&;/?#]+", re.IGNORECASE
)
#: Control, surrogate, line and paragraph separator, format character.
_ACTING: Final = frozenset({"Cc", "Cs", "Cf", "Zl", "Zp"})
#: Format characters that words and emoji are made of.
_WORD_JOINERS: Final = frozenset("\u00ad\u200c\u200d")
#: How Python stands for a byte of a file name that is no UTF-8 (PEP 383).
_RAW_BYTES: Final = range(0xDC80, 0xDD00)


def escape_controls(text: str) -> str:
    """The text as one line that does nothing; each character that would act as JSON spells it, such as ``\\u001b``."""
    return text if text.isprintable() else "".join(map(_spelled, text))


def shown(value: object) -> str:
    """A value as messages quote it: on one line, without control characters, not too long."""
    try:
        text = repr(value)
    except ValueError:  # a whole number of thousands of digits
        text = "a number too long"
    return text if len(text) <= QUOTED else text[: QUOTED - 3] + "..."


def public_address(word: str) -> str:
    """An address without name and password: ``http://host/video?user=***&pwd=***``; any other word as it is."""
    scheme = _SCHEME.match(word)
    if scheme is None:
        return word
    return scheme[0] + _SECRET_VALUE.sub(r"\1=***", word[scheme.end() :].rpartition("@")[2])


def without_passwords(text: str) -> str:
    """A text whose addresses say neither a name nor a password."""
    return _ADDRESS.sub(lambda address: public_address(address[0]), text)


def _spelled(character: str) -> str:
    if character in _WORD_JOINERS or unicodedata.category(character) not in _ACTING:
        return character
    code = ord(character)
    if code in _RAW_BYTES:
        return f"\\x{code - 0xDC00:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
