"""Which languages the user reads, as the environment says it: for what speaks without a window."""

from __future__ import annotations

import locale
import os
import sys


def environment_languages() -> list[str]:
    """What the user reads, best first, such as ``de_AT.UTF-8``: LANGUAGE, then the locale of messages."""
    several = os.environ.get("LANGUAGE", "").split(":")
    one = next((stated for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (stated := os.environ.get(name))), "")
    return [stated for stated in (*several, one or _windows_language()) if stated]


def _windows_language() -> str:
    """Windows keeps its language elsewhere."""
    if sys.platform == "win32":
        from ctypes import windll  # noqa: PLC0415  (costs time, and is there on Windows alone)

        return locale.windows_locale.get(windll.kernel32.GetUserDefaultUILanguage(), "")
    return ""
