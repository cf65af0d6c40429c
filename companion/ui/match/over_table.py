"""What lies over the table: loupe, bands, the log's drawer, an Ogre's card; and where each finds room."""

from __future__ import annotations

from typing import Final

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize

from companion.geometry import Point
from companion.session.play import MatchPresenter, loupe_spots
from companion.ui.match.bands import Bands
from companion.ui.match.card_drawer import CardDrawer
from companion.ui.match.log_drawer import LogDrawer
from companion.ui.match.loupe import Loupe
from companion.ui.match.table_canvas import TableCanvas

_LOG_PX: Final = 520
_CARD_PX: Final = 860
_MARGIN_PX: Final = 12
#: What happens to the bands when they cover more of the table, or less.
_OTHER_HEIGHT: Final = frozenset({QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide})


class OverTable(QObject):
    """The widgets that come and go over a canvas."""

    def __init__(self, presenter: MatchPresenter, canvas: TableCanvas, bands: Bands) -> None:
        super().__init__(canvas)
        self._presenter, self._canvas, self._bands = presenter, canvas, bands
        self.log = LogDrawer(presenter.match.picture, canvas)
        self.loupe = Loupe(canvas)
        self.card = CardDrawer(canvas)
        for widget in (canvas, bands):
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A canvas of another size: what lies over it finds room anew; other bands: the table is kept in sight."""
        if watched is self._canvas and event.type() == QEvent.Type.Resize:
            self.place()
        elif watched is self._bands and event.type() in _OTHER_HEIGHT:
            self._make_room()
        return False

    def show_all(self) -> None:
        """Everything anew from the presenter."""
        self.log.show_log(self._presenter.match.log)
        self.card.show_position(self._presenter.position)
        shown = self._canvas.shown
        places = loupe_spots(self._presenter.position, self._presenter.mode)
        if shown is not None and places:
            scene, scale = self._presenter.scene(shown[1]), self._canvas.zoomed_view().scale
            self.loupe.show_places(places, *shown, scene, self._canvas.paint_dice, table_scale=scale)
        else:
            self.loupe.hide()
        self.place()

    def put_away(self) -> bool:
        """Close what was opened; whether there was anything."""
        there = [widget for widget in (self.log, self.card) if widget.isVisible()]
        for widget in there:
            widget.hide()
        return bool(there)

    def place(self) -> None:
        """Find room for each again."""
        self._bands.stand_on(self._canvas.geometry())
        self._make_room()

    def _make_room(self) -> None:
        """Keep what lies over the table, and the table's near edge, above the bands: they say what hands must do."""
        canvas, covered_px = self._canvas, self._bands.height() if self._bands.isVisible() else 0
        free = QRect(0, 0, canvas.width(), canvas.height() - covered_px)
        log_px = min(_LOG_PX, free.width())
        self.log.setGeometry(free.width() - log_px, 0, log_px, free.height())
        inside = free.adjusted(_MARGIN_PX, _MARGIN_PX, -_MARGIN_PX, -_MARGIN_PX)
        self.card.setGeometry(QRect(inside.topLeft(), QSize(min(_CARD_PX, inside.width()), inside.height())))
        self.loupe.fit(inside.size())
        self.loupe.move(self._free_corner(inside))
        canvas.keep_in_sight(self._presenter.position.table.outline_mm, covered_px=covered_px)

    def _free_corner(self, inside: QRect) -> QPoint:
        """Where the loupe covers the fewest dice, and of such corners the farthest from what it enlarges."""
        canvas, loupe = self._canvas, self.loupe
        right, bottom = inside.right() + 1 - loupe.width(), inside.bottom() + 1 - loupe.height()
        corners = [QPoint(x, y) for x in (right, inside.left()) for y in (inside.top(), bottom)]
        if not loupe.places or canvas.shown is None:
            return corners[0]
        middle = np.mean([self._seen_at(place.at_mm, place.height_mm) for place in loupe.places], axis=0)

        def rank(corner: QPoint) -> tuple[int, float]:
            apart = np.abs(middle - (corner.x() + loupe.width() / 2, corner.y() + loupe.height() / 2)).sum()
            return -self._dice_under(QRect(corner, loupe.size())), float(apart)

        return max(corners, key=rank)

    def _dice_under(self, area: QRect) -> int:
        """How many dice lie in an area of the canvas."""
        poses = [piece.pose for piece in self._presenter.layout.pieces]
        return sum(area.contains(*map(round, self._seen_at(pose.centre_mm, pose.top_mm))) for pose in poses)

    def _seen_at(self, at_mm: Point, height_mm: float) -> tuple[float, float]:
        """Where a place of the table is seen on the canvas."""
        x, y = self._canvas.zoomed_view().project([[*at_mm, height_mm]])[0]
        return float(x), float(y)
