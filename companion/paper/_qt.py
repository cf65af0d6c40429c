"""Qt as paper needs it: a guard against one broken release, and the application that embedded fonts ask for."""

from __future__ import annotations

import ctypes
import sys
from typing import Final

import PySide6

#: PySide6 6.12.0 takes None for immortal, which it is only from Python 3.12 on: on 3.11 every call without a result
#: gives one reference to None back too many, and the process dies after a few thousand of them.
_BROKEN: Final = PySide6.__version_info__[:2] == (6, 12) and sys.version_info < (3, 12)
_PLENTY: Final = 1 << 40


def keep_none_alive() -> None:
    """Give None more references than a process can lose, where the installed PySide6 loses them; nothing elsewhere."""
    if _BROKEN:
        ctypes.c_ssize_t.from_address(id(None)).value += _PLENTY
