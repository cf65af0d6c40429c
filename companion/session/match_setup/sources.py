"""What the pictures of a match can come from, as the table page offers it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from companion.camera import Camera
from companion.camera.sources import Device, Source, is_network_address
from companion.codec.sources import open_source
from companion.plain_text import public_address
from companion.session.match_setup.surface import Surface, TerrainPiece

#: The words that ``--source`` has for a table without a camera, and for a phone in the hand, whose pictures are handed
#: in one by one.
NO_SOURCE: Final = "none"
PHONE_SOURCE: Final = "phone"


@dataclass(frozen=True, slots=True)
class SourceChoice:
    """One thing to choose: its name for people, the words that ``--source`` has for it, and how it is opened."""

    name: str
    words: str
    opening: Callable[[], Source] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class TableChoice:
    """What the table page ends with: the table; the camera measured and its source, still open, or neither; and the
    words by which the source is found again; the terrain."""

    surface: Surface
    words: str = NO_SOURCE
    camera: Camera | None = None
    source: Source | None = None
    terrain: tuple[TerrainPiece, ...] = ()


def source_choices(given: Sequence[str], devices: Sequence[Device], last: str = "") -> tuple[SourceChoice, ...]:
    """What was given on the command line first, then the cameras, by name; the one used last, too, where it is one of
    the network, which no computer lists."""
    named = [
        SourceChoice(device.name, device.name, partial(open_source, device.name, devices=devices)) for device in devices
    ]
    if is_network_address(last) and last != " ".join(given):
        named.append(SourceChoice(public_address(last), last, partial(open_source, last)))
    if not given or list(given) == [NO_SOURCE]:
        return tuple(named)
    words = " ".join(given)
    shown = next((device.name for device in devices if str(device.number) == words), words)
    name = shown
    if shown == words:  # a file by its name alone, an address without its password; of several the first
        name = public_address(given[0]) if "://" in given[0] else Path(given[0]).name
        name = name if len(given) == 1 else f"{name} + {len(given) - 1}"
    first = SourceChoice(name, words, partial(open_source, list(given), devices=devices))
    return (first, *(choice for choice in named if choice.name != shown))
