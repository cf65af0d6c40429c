"""From the words of a command line, or a chosen device, to a source of pictures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from companion.camera.sources import (
    VIDEO_ENDINGS,
    CameraSource,
    CaptureSettings,
    Device,
    NetworkSource,
    NoSource,
    Source,
    VideoSource,
    is_network_address,
    open_pictures,
)
from companion.codec.film import open_film
from companion.documents import list_names
from companion.errors import InputError
from companion.file_access import check_name
from companion.plain_text import public_address, shown
from companion.text import gettext

_NONE: Final = "none"
#: The number of a camera. (Python calls other signs digits, too, which are no number.)
_NUMBER: Final = re.compile(r"[0-9]{1,3}")


def open_source(
    words: str | Sequence[str], *, devices: Sequence[Device] = (), wishes: CaptureSettings | None = None
) -> Source:
    """The source that is meant: a camera's number or name, the address of one on the network, a video, a film
    (``film.json``), pictures, or ``none``.

    devices: the cameras that are there, for names. Raises ``InputError`` for words that name nothing,
    ``OperationError`` for a camera that cannot be opened.
    """
    named = [words] if isinstance(words, str) else list(words)
    if named in ([], [_NONE]):
        return NoSource()
    if len(named) == 1:
        return _one(named[0], devices, wishes)
    for word in named:
        if _runs(word):
            raise InputError(
                gettext(
                    "--source {word}: only pictures can be given together; name one camera or video alone.",
                    word=public_address(word),
                )
            )
    return open_pictures([Path(word) for word in named])


def _runs(word: str) -> bool:
    """Whether a word means something that has pictures of its own: a camera, a video, nothing."""
    if _NUMBER.fullmatch(word) or word == _NONE or is_network_address(word):
        return True
    return Path(word).suffix.lower() in VIDEO_ENDINGS


def _one(word: str, devices: Sequence[Device], wishes: CaptureSettings | None) -> Source:
    if _NUMBER.fullmatch(word):
        return CameraSource(_device(int(word), devices), wishes)
    if is_network_address(word):
        return NetworkSource(word)
    called = [device for device in devices if device.name.casefold() == word.casefold()] or [
        device for device in devices if word.casefold() in device.name.casefold()
    ]
    if called:
        return CameraSource(called[0], wishes)
    path = Path(word)
    try:
        check_name(path)
    except OSError as error:
        raise InputError(
            gettext("--source {word}: {why}; name another file.", word=shown(public_address(word)), why=error.strerror)
        ) from None
    if path.suffix.lower() in VIDEO_ENDINGS:
        return VideoSource(path)
    if path.suffix.lower() == ".json":
        return open_film(path)
    if not path.suffix and not path.exists():
        raise InputError(_nobody(word, devices))
    return open_pictures([path])


def _nobody(word: str, devices: Sequence[Device]) -> str:
    """What is said of a word that is neither a camera's name nor a file."""
    names = list_names([device.name for device in devices])
    return gettext(
        "--source {word}: there is no camera and no file of that name; cameras here: {names}.",
        word=shown(public_address(word)),
        names=names,
    )


def _device(number: int, devices: Sequence[Device]) -> Device | int:
    """The device of that number by its name, where it is listed."""
    return next((device for device in devices if device.number == number), number)
