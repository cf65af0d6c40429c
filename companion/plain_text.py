"""Text that only says something: what would act on a terminal or turn a line around is spelled out instead.

Names come from files that anybody may have written: of dice, pieces, players, pictures. An escape sequence, a newline
or a bidirectional override in one of them must not move the cursor, begin a line of its own or reorder what stands
beside it.
"""

from __future__ import annotations

import unicodedata
from typing import Final

#: So much of a value is quoted in a message.
QUOTED: Final = 60
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


def _spelled(character: str) -> str:
    if character in _WORD_JOINERS or unicodedata.category(character) not in _ACTING:
        return character
    code = ord(character)
    if code in _RAW_BYTES:
        return f"\\x{code - 0xDC00:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
