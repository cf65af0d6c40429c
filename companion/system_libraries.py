"""The libraries of a Linux system that Qt and OpenCV load, by the Debian packages that bring them.

Owns the tables and what is missing of them: ``start.py`` asks before it installs anything, ``companion doctor``
afterwards.
(Older Pythons have to be able to read this file, as they do ``start.py``, and nothing may be installed for it.)
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterable, Mapping

#: Libraries without which nothing runs -> the package that brings them.
NEEDED: Mapping[str, str] = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libxkbcommon.so.0": "libxkbcommon0",
}

#: The same for opening a window on a screen.
NEEDED_FOR_WINDOWS: Mapping[str, str] = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}

#: The same for sounds; everything else goes on without them.
NEEDED_FOR_SOUND: Mapping[str, str] = {"libpulse.so.0": "libpulse0"}


def missing_packages(libraries: Mapping[str, str]) -> list[str]:
    """The packages of those libraries that cannot be loaded; none on systems that bring all of them along."""
    if not sys.platform.startswith("linux"):
        return []
    return [package for library, package in libraries.items() if not _loads(library)]


def install_command(packages: Iterable[str]) -> str:
    """What to type on Debian and its kin to have these packages."""
    return ("" if os.geteuid() == 0 else "sudo ") + "apt-get install --no-install-recommends " + " ".join(packages)


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
