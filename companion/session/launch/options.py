"""What ``companion play`` was called with, as the start window needs it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class LaunchOptions:
    """source: the words of ``--source``; camera: a camera.json; mat: what lies on the table; match: to be resumed;
    dice and gallery: folders instead of the user's own."""

    source: tuple[str, ...] = ()
    camera: Path | None = None
    mat: Path | None = None
    dice: Path | None = None
    gallery: Path | None = None
    match: Path | None = None
