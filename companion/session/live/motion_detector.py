"""Whether the table lies still, frame after frame: nothing stirs, and nothing reaches in that was not there before."""

from __future__ import annotations

from dataclasses import dataclass

from companion.arrays import Image
from companion.camera import Camera
from companion.session.live import tuning
from companion.session.live.motion_detection import SceneMonitor


@dataclass(frozen=True, slots=True)
class Movement:
    """What a frame tells beside those before it."""

    dark: bool = False
    stirs: bool = False
    reaches: bool = False


class MotionDetector:
    """What the table looked like when it last came to rest, and since when nothing stirs."""

    def __init__(self, camera: Camera, edges_mm: tuple[float, ...]) -> None:
        self._edges_mm = edges_mm
        self.start_again(camera)

    def start_again(self, camera: Camera) -> None:
        """Forget all pictures: the camera stands elsewhere."""
        self._outlook = SceneMonitor.of(camera, self._edges_mm)
        self._rests: tuple[Image, ...] = ()
        self._anchor: Image | None = None
        self._since_s = 0.0

    def look(self, pixels: Image, at_s: float) -> Movement:
        """What a frame (BGR) tells. Everything is held against the first frame that looked like this one, so that slow
        movements count too."""
        small = self._outlook.small(pixels)
        if self._outlook.is_dark(small):
            self._anchor = None
            return Movement(dark=True)
        if self._anchor is None or self._outlook.stirs(self._anchor, small):
            self._anchor, self._since_s = small, at_s
        still_s = at_s - self._since_s
        return Movement(stirs=still_s < tuning.STILL_S, reaches=still_s < tuning.LEFT_THERE_S and self._reaches(small))

    def keep(self) -> None:
        """Take what is seen now for the table at rest."""
        assert self._anchor is not None
        if not self._rests or self._rests[-1] is not self._anchor:
            self._rests = (*self._rests, self._anchor)[-tuning.KEPT_RESTS :]

    def _reaches(self, small: Image) -> bool:
        """Whether something reaches in that was not there at rest, nor at a rest before (when it was left there)."""
        return bool(self._rests) and all(self._outlook.reaches(rest, small) for rest in self._rests)
