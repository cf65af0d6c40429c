"""Reading pictures beside the window: one worker, the newest wish wins, no widget touched, pixels are Qt's own copy."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from companion.arrays import Image
from companion.camera import Camera, fit_picture, read_picture, read_sensor_picture
from companion.failures import describe_failure
from companion.geometry import height_mm
from companion.session.overlay import PictureView, TopView, top_view
from companion.ui.background import BackgroundThread
from companion.ui.painting import qimage_of
from companion.vision import HandheldReader, Reading

#: Edge whose top faces the top view is true for where no die is seen, mm.
_USUAL_EDGE_MM: Final = 50.8


class PictureReader(Protocol):
    """What reads pictures: ``companion.vision.Reader``, or a test's own."""

    camera: Camera

    def read(self, picture: Image, image: str = "") -> Reading:
        """All dice of one picture; raises OperationError."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadPicture:
    """A picture that has been read, in both views."""

    path: Path
    reading: Reading
    camera: Camera
    picture: QImage
    picture_view: PictureView
    top: QImage
    top_view: TopView


def read_for_window(reader: PictureReader | HandheldReader, path: Path) -> ReadPicture:
    """Read a picture and lay it out in both views; by a camera in the hand it has a pose of its own.

    Raises:
        OperationError: the picture does not fit the camera.
    """
    if isinstance(reader, HandheldReader):
        reading, located = reader.read_located(read_sensor_picture(path))
        picture, camera = located.upright
    else:
        picture, camera = read_picture(path), reader.camera
        reading = reader.read(picture.pixels, picture.name)
    # The height at which most top faces lie.
    edges = Counter(die.pose.edge_mm for die in reading.dice)
    usual_top_mm = height_mm(edges.most_common(1)[0][0] if edges else _USUAL_EDGE_MM)
    top = top_view(camera.lens, camera.table.outline(), plane_mm=usual_top_mm)
    pixels = fit_picture(picture.pixels, camera.lens.size_wh)
    shown, rectified = qimage_of(pixels), qimage_of(top.rectified(pixels))
    return ReadPicture(path, reading, camera, shown, PictureView(camera.lens), rectified, top)


class ReadingQueue(QObject):
    """Asks for pictures to be read, and tells when they are; ``close`` before the window goes."""

    done = Signal(object)
    failed = Signal(object, str)

    def __init__(self, reader: PictureReader | HandheldReader, parent: QObject) -> None:
        super().__init__(parent)
        self._reader = reader
        self._newest: Path | None = None
        self._last: Path | None = None
        self._thread = BackgroundThread(self)
        self._thread.start()

    def ask(self, path: Path) -> None:
        """Read a picture; wishes that have not been begun are forgotten."""
        self._newest = path
        self._thread.run(partial(self._read, path))

    def close(self) -> None:
        """Let the picture in work be finished, and end the thread."""
        self._newest = None
        self._thread.close()

    def _read(self, path: Path) -> None:
        """In the other thread; a wish that came again while it was being fulfilled is not fulfilled twice."""
        if path != self._newest or path == self._last:
            return
        self._last = path
        try:
            self.done.emit(read_for_window(self._reader, path))
        except Exception as failure:  # noqa: BLE001  (a worker that dies would leave the window reading for ever)
            self.failed.emit(path, describe_failure(failure))
