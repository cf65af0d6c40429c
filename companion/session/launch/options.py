"""What ``companion play`` was called with, as the start window needs it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from companion.codec.saved_cameras import recall_cameras


@dataclass(frozen=True, slots=True)
class LaunchOptions:
    """source: the words of ``--source``; camera: a camera.json; mat: what lies on the table; match: to be resumed;
    dice and gallery: folders instead of the user's own; wishes: what features are to do with a match that
    opens, by feature."""

    source: tuple[str, ...] = ()
    camera: Path | None = None
    mat: Path | None = None
    dice: Path | None = None
    gallery: Path | None = None
    match: Path | None = None
    wishes: Mapping[str, object] = field(default_factory=dict)

    def with_saved_dice(self) -> LaunchOptions:
        """With the dice and the gallery that the camera is known to read with, where nothing of it was named."""
        if self.camera is not None or self.dice is not None or self.gallery is not None:
            return self
        saved = recall_cameras().named(" ".join(self.source))
        return replace(self, dice=saved.dice_folder, gallery=saved.gallery_folder)
