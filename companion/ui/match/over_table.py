"""What lies over the table: loupe, bands, the log's drawer, an Ogre's card; and where each finds room.

The bands lie over the lower rim: what keeps the camera from reading, what hands shall do, that table and match differ.
The card of an Ogre is marked by rulings, and by hand where people know better. The loupe enlarges the places that a
close call hangs on, each with its line and its number."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPixmap
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QWidget

from companion.geometry import Point
from companion.rules import Position
from companion.rules.corrections import CardCorrection, Correction
from companion.session.inference import Discrepancy, Instruction
from companion.session.overlay import Scene, View, Zoomed
from companion.session.play import LoupeSpot, MatchPresenter, Reconciling, hands_in_words, loupe_spots
from companion.session.tracking_card import Row
from companion.text import pgettext
from companion.ui.layouts import column_of, scrolled
from companion.ui.match.log_drawer import LogDrawer
from companion.ui.match.table_canvas import TableCanvas
from companion.ui.ogre_card import CardView
from companion.ui.overlay import paint_scene
from companion.ui.painters import set_ink, smooth_painter, text_font, write
from companion.ui.plain_widgets import PlainLabel, plain_label
from companion.ui.themes import AMBER, GRAPHITE, PAPER, tint

#: The bands cover no more of the table than this share of its height, and scroll then.
_BANDS_SHARE: Final = 0.5
_LOG_PX: Final = 520
_CARD_PX: Final = 860
_MARGIN_PX: Final = 12
#: What happens to the bands when they cover more of the table, or less.
_OTHER_HEIGHT: Final = frozenset({QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide})

#: Paints the dice that a picture lacks, in a view.
Painting = Callable[[QPainter, View], None]

#: A glass is so wide at most, and takes no more than a share of what it lies over; all glasses that share across.
_MOST_PX: Final = 420
_GLASS_SHARE: Final = 0.42
#: It enlarges at least so many times what is seen on the table beside it.
_LEAST_ZOOM: Final = 2.0
_WORDS_PX: Final = 64
_GAP_PX: Final = 10
_TITLE_PT: Final = 13
_NUMBER_PT: Final = 11


class Bands(QScrollArea):
    """Shown only while there is something to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = tuple(plain_label(name=name, yields=True) for name in ("trouble", "hands", "band"))
        self._trouble, self._hands, self._differ = self._words
        for band in self._words:
            band.hide()
        self._inside = QWidget()
        self._column = column_of(*self._words, on=self._inside, margins=(0, 0, 0, 0), spacing=0)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(self._inside)
        self._table = QRect()

    def stand_on(self, table: QRect) -> None:
        """Lie over the lower rim of the table, as wide as it and as high as the words need; leave half of it."""
        self._table, column = table, self._column
        self.setVisible(any(not band.isHidden() for band in self._words))
        column.activate()
        needed = column.heightForWidth(table.width()) if column.hasHeightForWidth() else column.sizeHint().height()
        high = min(needed, round(_BANDS_SHARE * table.height()))
        bar_px = self.verticalScrollBar().sizeHint().width() if needed > high else 0
        wide = max(1, table.width() - bar_px)
        self._inside.resize(wide, column.heightForWidth(wide) if column.hasHeightForWidth() else needed)
        self.setGeometry(table.left(), table.bottom() + 1 - high, table.width(), high)
        self.raise_()

    def show_trouble(self, sentence: str, *, stopped: bool = True) -> None:
        """Why the table cannot be read, or not exactly, and what to do."""
        self._show(self._trouble, f"{'■' if stopped else '▲'} {sentence}" if sentence else "")

    def show_hands(self, given: Sequence[Instruction], todo: Sequence[Instruction], astray: Sequence[str]) -> None:
        """What hands are to do, each ticked when it is done, and what they have done otherwise."""
        self._show(self._hands, hands_in_words(given, todo, astray))

    def show_differences(self, differences: Sequence[Discrepancy]) -> None:
        """That the two differ, and in how much."""
        count = len(differences)
        words = pgettext("match", "▲ Table and match differ")
        more = pgettext("match", " in {count} places").format(count=count) if count > 1 else ""
        self._show(self._differ, f"{words}{more}" if differences else "")

    def _show(self, band: QLabel, sentence: str) -> None:
        band.setText(sentence)
        band.setVisible(bool(sentence))
        self.stand_on(self._table)


class OverTable(QObject):
    """The widgets that come and go over a canvas; ``opened``: one has been opened or closed."""

    opened = Signal()

    def __init__(self, presenter: MatchPresenter, canvas: TableCanvas, bands: Bands) -> None:
        super().__init__(canvas)
        self._presenter, self._canvas, self._bands = presenter, canvas, bands
        self.log = LogDrawer(presenter.match.picture, canvas)
        self.loupe = Loupe(canvas)
        self.card = CardDrawer(canvas)
        self.log.chosen.connect(presenter.acts.back_to)
        self.card.marked.connect(self._marked)
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
        mode, reconciler = self._presenter.mode, self._presenter.reconciler
        self._bands.show_hands(reconciler.given, reconciler.todo, reconciler.astray)
        self._bands.show_differences(mode.differences if isinstance(mode, Reconciling) else ())
        self.log.show_log(self._presenter.match.log)
        self.card.show_position(self._presenter.position)
        shown = self._canvas.shown
        places = loupe_spots(self._presenter.position, mode)
        if shown is not None and places:
            scene, scale = self._presenter.view.scene(shown[1]), self._canvas.zoomed_view().scale
            self.loupe.show_places(places, *shown, scene, self._canvas.paint_dice, table_scale=scale)
        else:
            self.loupe.hide()
        self.place()

    def toggle_log(self) -> None:
        """Open the drawer, or close it."""
        self.log.open_or_close()
        self.place()  # the canvas has its size only now
        if not self.log.isVisible():
            self._canvas.window().setFocus()
        self.opened.emit()

    def in_log(self, do: Callable[[], None]) -> None:
        """Do something with the log that opens it where it is closed."""
        do()
        self.place()
        self.opened.emit()

    def toggle_card(self) -> None:
        """The card of an Ogre, large enough for a thumb; of the next one; away."""
        self.card.toggle(self._presenter.position)
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

    def _marked(self, correction: Correction) -> None:
        self._presenter.acts.do(correction, source="mouse")

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
        poses = [piece.pose for piece in self._presenter.view.layout.pieces]
        return sum(area.contains(*map(round, self._seen_at(pose.centre_mm, pose.top_mm))) for pose in poses)

    def _seen_at(self, at_mm: Point, height_mm: float) -> tuple[float, float]:
        """Where a place of the table is seen on the canvas."""
        x, y = self._canvas.zoomed_view().project([[*at_mm, height_mm]])[0]
        return float(x), float(y)


class CardDrawer(QFrame):
    """``marked``: the correction that a tapped circle or Tread asks for."""

    marked = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("card_drawer")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._ogre = ""
        self._title = PlainLabel(parent=self)
        self._card = CardView(self, compact=True)
        self._card.marked.connect(self._marked)
        inside = QWidget()
        inside.setObjectName("card_inside")
        column_of(self._title, (self._card, 1), on=inside, margins=(0, 0, 0, 0))
        column_of(scrolled(inside), on=self, margins=(6, 6, 6, 6))
        self.hide()

    def toggle(self, position: Position) -> None:
        """The next Ogre's card; after the last one, none."""
        names = list(position.cards)
        after = names.index(self._ogre) + 1 if self.isVisible() and self._ogre in names else 0
        self._ogre = names[after] if after < len(names) else ""
        self.setVisible(bool(self._ogre))
        self.show_position(position)
        self.raise_()

    def show_position(self, position: Position) -> None:
        """The card as it is now."""
        card = position.cards.get(self._ogre)
        if card is None:
            self.hide()
            return
        self._title.setText(f"{position.piece(self._ogre).label}, Mark {card.mark}")
        self._card.show_card(card)

    def _marked(self, row: str, left: int) -> None:
        """By hand, over the rules' head: the match records it as a correction."""
        if Row(row) is not Row.ARMOUR:
            text = pgettext("match", "The card was marked by hand")
            card = CardCorrection(piece=self._ogre, card={row: left})
            self.marked.emit(Correction(text=text, ogres=(card,)))


class Loupe(QWidget):
    """Stands over the corner of the table; nothing is clicked in it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("loupe")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.places: tuple[LoupeSpot, ...] = ()
        self._picture: QPixmap | None = None
        self._view: View | None = None
        self._scene: Scene | None = None
        self._paint_dice: Painting = lambda _painter, _view: None  # a picture that was taken shows its dice
        self._side = self._across = _MOST_PX
        self._table_scale = 0.0
        self.hide()

    def show_places(
        self,
        places: Sequence[LoupeSpot],
        picture: QPixmap,
        view: View,
        scene: Scene,
        paint_dice: Painting,
        *,
        table_scale: float,
    ) -> None:
        """Enlarge places of a picture; the scene's pixels are the picture's; ``paint_dice`` paints what it lacks;
        table_scale: how many times larger than its pixels the picture is seen on the table beside it."""
        self._paint_dice, self._table_scale = paint_dice, table_scale
        self.places, self._picture, self._view = tuple(places), picture, view
        self._scene = Scene(scene.size_wh, scene.marks, (), scene.stamps)
        self.setVisible(bool(places))
        self.raise_()
        self.update()

    def fit(self, room: QSize) -> None:
        """As large as there is room for, where it may lie."""
        count = len(self.places)
        high = min(_GLASS_SHARE * room.height(), room.height() - _WORDS_PX - 2 * _GAP_PX)
        self._side = max(1, round(min(_MOST_PX, high, _GLASS_SHARE * room.width() / max(1, count))))
        words = [
            *((place.title, _TITLE_PT) for place in self.places),
            *((one.number, _NUMBER_PT) for one in self.places),
        ]
        wide = (QFontMetricsF(text_font(size_pt, bold=True)).horizontalAdvance(text) for text, size_pt in words)
        self._across = max([self._side, *map(math.ceil, wide)])
        self.resize(count * self._across + (count + 1) * _GAP_PX, self._side + _WORDS_PX + 2 * _GAP_PX)

    def scale_of(self, place: LoupeSpot) -> float:
        """How many times larger than its pixels a place of the picture is shown."""
        if self._view is None:
            return 0.0
        x, y = place.at_mm
        around = np.array([[x, y, place.height_mm], [x + place.across_mm / 2, y, place.height_mm]])
        centre, rim = self._view.project(around)
        return max(self._side / 2 / max(float(np.hypot(*(rim - centre))), 1e-6), _LEAST_ZOOM * self._table_scale)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Every place in a round glass of its own."""
        painter = smooth_painter(self)
        plate = QColor(tint(GRAPHITE))
        plate.setAlphaF(0.92)
        set_ink(painter, AMBER, 2)
        painter.setBrush(plate)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 10, 10)
        for number, place in enumerate(self.places):
            left = _GAP_PX + number * (self._across + _GAP_PX)
            glass = QRectF(left + (self._across - self._side) / 2, _GAP_PX, self._side, self._side)
            self._paint_glass(painter, place, glass)
            upper = QRectF(left, _GAP_PX + self._side, self._across, (_WORDS_PX + _GAP_PX / 2) / 2)
            lower = upper.translated(0, upper.height())
            write(painter, upper, place.title, PAPER, text_font(_TITLE_PT, bold=True))
            write(painter, lower, place.number, AMBER, text_font(_NUMBER_PT, bold=True))
        painter.end()

    def _paint_glass(self, painter: QPainter, place: LoupeSpot, area: QRectF) -> None:
        if self._view is None or self._picture is None or self._scene is None:
            return
        scale = self.scale_of(place)
        centre = self._view.project([[*place.at_mm, place.height_mm]])[0]
        offset = (area.center().x() - scale * (centre[0] + 0.5), area.center().y() - scale * (centre[1] + 0.5))
        glass = QPainterPath()
        glass.addEllipse(area)
        painter.save()
        painter.setClipPath(glass)
        painter.fillRect(area, QColor(tint(GRAPHITE)))
        painter.save()
        painter.translate(QPointF(*offset))
        painter.scale(scale, scale)
        painter.drawPixmap(0, 0, self._picture)
        painter.restore()
        size = self.width(), self.height()
        self._paint_dice(painter, Zoomed(self._view, scale, offset, size))
        paint_scene(painter, self._scene.zoomed(scale, offset, size), point_px=1.2)
        painter.restore()
        set_ink(painter, PAPER, 2)
        painter.drawEllipse(area)
