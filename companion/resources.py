"""Where things lie: what comes with the program, and what belongs to the user.

Bundled folders stand at the top of a checkout; inside an installed wheel they lie in ``companion/_bundled``. Both look
the same from here. The user's folders follow the habits of the operating system; ``COMPANION_HOME`` puts them all
under one folder instead (for a stick, or a test).
"""

from __future__ import annotations

import os
from contextlib import suppress
from enum import StrEnum
from importlib.resources import files
from itertools import count
from pathlib import Path

import platformdirs

from companion.errors import OperationError
from companion.text import gettext

_APP = "diceland-companion"


class Bundled(StrEnum):
    """The folders that come with the program."""

    MODELS = "models"
    CALIBRATION = "calibration"
    DICE_FACES = "dice_faces"
    PICTURES = "fixtures/images"
    FORMATS = "docs/formats"


def bundled(folder: Bundled, *parts: str) -> Path:
    """A bundled folder, or a file or folder in it; read-only.

    Raises OperationError where it is missing, which means that the program was not installed whole.
    """
    package = Path(str(files("companion")))
    inside = package / "_bundled"
    root = inside if inside.is_dir() else package.parent
    path = root / folder.value
    path = path.joinpath(*parts)
    if not path.exists():
        raise OperationError(
            gettext("{file} is missing: the program is not installed whole. Install it again.", file=path)
        )
    return path


def data_folder() -> Path:
    """The user's own dice, galleries and matches; made when it is not there and can be."""
    return made_folder(_own_home("data") or platformdirs.user_data_path(_APP, appauthor=False))


def state_folder() -> Path:
    """What the program keeps for itself between runs, such as the log of failures; made when it is not there and can
    be, for its user alone: a camera's address may hold a password."""
    return made_folder(_own_home("state") or platformdirs.user_state_path(_APP, appauthor=False), mode=0o700)


def _own_home(name: str) -> Path | None:
    home = os.environ.get("COMPANION_HOME")
    return Path(home) / name if home else None


def made_folder(folder: Path, mode: int = 0o777) -> Path:
    """A folder, made where it is not there. Where it cannot be made, whoever only looks for something in it finds
    nothing, and whoever writes there gets the reason from the system."""
    if folder.parts[:1] != ("~",):  # a user without a home: a folder called ~ would be made wherever they are
        with suppress(OSError):
            folder.mkdir(mode, parents=True, exist_ok=True)
    return folder


def free_place(folder: Path, stem: str, ending: str) -> Path:
    """A name in a folder, made where it is not there, that no file has yet: ``stem``, numbered where it is taken."""
    names = (f"{stem}{'' if number == 1 else f'-{number}'}{ending}" for number in count(1))
    places = (made_folder(folder) / name for name in names)
    return next(path for path in places if not os.path.exists(path))  # noqa: PTH110  (which never fails)
