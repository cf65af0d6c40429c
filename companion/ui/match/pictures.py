"""The ways to look at the table of a match: the camera's picture, the same from above, the drawn table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Final

from PySide6.QtGui import QImage

from companion.camera import Camera
from companion.geometry import height_mm
from companion.rules import Position
from companion.session import Layout
from companion.session.live import TableSnapshot
from companion.session.overlay import PictureView, TopView, View, top_view
from companion.ui.drawn_table import drawn_ground
from companion.ui.pictures import qimage_of

#: The top faces for which the top view is true to scale: those of normal dice.
_PLANE_MM: Final = height_mm(50.8)


class TableViewMode(StrEnum):
    """A way to look at the table."""

    PICTURE = auto()
    TOP = auto()
    DRAWN = auto()


@dataclass(frozen=True, slots=True)
class TablePicture:
    """A picture with the view that it is seen in; ``drawn``: whether the dice are still to be painted on it."""

    image: QImage
    view: View
    drawn: bool


class TablePictures:
    """Makes what is shown; keeps views while the camera stands, and the ground while nothing on it changes."""

    def __init__(self) -> None:
        self.way = TableViewMode.PICTURE
        self._camera: Camera | None = None
        self._picture: PictureView | None = None
        self._top: TopView | None = None
        self._ground: tuple[object, TablePicture] | None = None

    def next_way(self) -> None:
        """From the picture to the top view to the drawn table, and round."""
        ways = list(TableViewMode)
        self.way = ways[(ways.index(self.way) + 1) % len(ways)]

    def shown(self, position: Position, layout: Layout, sight: TableSnapshot | None) -> TablePicture:
        """What is shown now; without a camera's picture always the drawn table."""
        if sight is None or sight.frame is None or self.way is TableViewMode.DRAWN:
            key = position.table, dict(position.posts), position.flat_counters_mm
            if self._ground is None or self._ground[0] != key:
                image, view = drawn_ground(position, layout)
                self._ground = key, TablePicture(image, view, drawn=True)
            return self._ground[1]
        if sight.camera is not self._camera:
            self._camera = sight.camera
            self._picture = PictureView(sight.camera.lens)
            self._top = top_view(sight.camera.lens, sight.camera.table.outline(), plane_mm=_PLANE_MM)
        if self.way is TableViewMode.TOP and self._top is not None:
            return TablePicture(qimage_of(self._top.rectified(sight.frame)), self._top, drawn=False)
        assert self._picture is not None
        return TablePicture(qimage_of(sight.frame), self._picture, drawn=False)
