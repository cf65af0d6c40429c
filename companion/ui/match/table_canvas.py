"""The table of a match on the screen: the camera's picture, the same from above, or the drawn table; the canvas with
drawn dice where no camera looks on, and a die in hand; and a dispute kept as a picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum, auto
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QImage, QMouseEvent, QPainter, QPixmap, QWheelEvent
from PySide6.QtWidgets import QWidget

from companion.arrays import Image
from companion.atomic_write import write_atomic
from companion.camera import Camera
from companion.catalogue import Die
from companion.codec.notes import TextNote
from companion.errors import OperationError
from companion.geometry import Point, height_mm
from companion.opencv import cv2
from companion.resources import data_folder, free_place
from companion.rules import Position
from companion.session import Layout, LayoutPiece
from companion.session.live import TableSnapshot
from companion.session.match import Match, camera_grade, small_jpeg
from companion.session.overlay import PictureView, Scene, TopView, View, top_view
from companion.session.play import Correcting, MatchPresenter, Prompt, Throwing
from companion.text import gettext, moment_words, pgettext
from companion.ui.actions import next_in_turn
from companion.ui.canvas import Canvas
from companion.ui.drawn_table import FacePrints, drawn_ground
from companion.ui.overlay import paint_image
from companion.ui.painters import pixel_font, smooth_painter, write
from companion.ui.painting import bgr_picture, qimage_of
from companion.ui.themes import GRAPHITE, PAPER, tint
from companion.ui.zoomed_picture import DRAG_PX

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
        self.way = next_in_turn(list(TableViewMode), self.way)

    def shown(self, position: Position, layout: Layout, snapshot: TableSnapshot | None) -> TablePicture:
        """What is shown now; without a camera's picture always the drawn table."""
        if snapshot is None or snapshot.frame is None or self.way is TableViewMode.DRAWN:
            key = position.table, dict(position.posts), position.flat_counters_mm
            if self._ground is None or self._ground[0] != key:
                image, view = drawn_ground(position, layout)
                self._ground = key, TablePicture(image, view, drawn=True)
            return self._ground[1]
        if snapshot.camera is not self._camera:
            self._camera = snapshot.camera
            self._picture = PictureView(snapshot.camera.lens)
            self._top = top_view(snapshot.camera.lens, snapshot.camera.table.outline(), plane_mm=_PLANE_MM)
        if self.way is TableViewMode.TOP and self._top is not None:
            return TablePicture(qimage_of(self._top.rectified(snapshot.frame)), self._top, drawn=False)
        assert self._picture is not None
        return TablePicture(qimage_of(snapshot.frame), self._picture, drawn=False)


#: How far a notch of the wheel turns a die.
_TURN_DEG: Final = 15.0


class TableCanvas(Canvas):
    """Shows the table as a presenter says, and reports what the mouse does there: a click, a die in hand that is
    carried, turned and put down, a drawn one that is dragged."""

    def __init__(self, presenter: MatchPresenter, prints: FacePrints, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter, self._mouse, self._prints = presenter, presenter.mouse, prints
        self._dice: Mapping[str, Die] = {name: piece.die for name, piece in presenter.position.pieces.items()}
        self.pictures = TablePictures()
        self._drawn: tuple[LayoutPiece, ...] = ()
        self._at = QPointF()
        self._under_press: str | None = None
        self._dragging = False
        self.picked.connect(self._on_picked)
        self.pointed.connect(self._mouse.point)

    def show_match(self) -> None:
        """Everything anew from the presenter."""
        pieces = self._presenter.view.layout.pieces
        self._drawn = pieces if self.show_sight() else ()
        self.show_scene(pieces, self._presenter.view.scene)

    def show_sight(self) -> bool:
        """The picture below the overlay; whether the dice are still to be drawn on it, because it shows none."""
        view = self._presenter.view
        shown = self.pictures.shown(view.position, view.layout, view.snapshot)
        self.show_picture(shown.image, shown.view)
        return shown.drawn

    @property
    def _laying(self) -> bool:
        """Whether the wheel turns a die."""
        return isinstance(self._presenter.mode, Throwing | Correcting)

    @property
    def _top_mm(self) -> float:
        """At which height the top face is of the die that is put down or put right."""
        mode = self._presenter.mode
        if not isinstance(mode, Throwing | Correcting):
            return 0.0
        return height_mm(self._dice[(mode.held or mode.piece) if isinstance(mode, Throwing) else mode.piece].edge_mm)

    def keep_in_sight(self, outline_mm: Sequence[Point], *, covered_px: int) -> None:
        """Raise the picture until the table's near edge is above what covers the lower rim of the widget, but never so
        far that its far edge is cut off."""
        if self._view is None:
            return
        rows = self.zoomed_view().project([[*point, 0.0] for point in outline_mm])[:, 1] + self.raised_px
        under = float(rows.max()) - (self.height() - covered_px) if covered_px else 0.0
        self.raise_by(max(0.0, min(under, float(rows.min()))))

    def paint_below(self, painter: QPainter) -> None:
        """The dice that no picture shows."""
        if self._drawn:
            self.paint_dice(painter, self.zoomed_view())

    def paint_dice(self, painter: QPainter, view: View) -> None:
        """The same in another view."""
        for piece in self._drawn:
            self._prints.paint(painter, piece, self._dice[piece.id], view)

    def place_at(self, at: QPointF, *, top_mm: float) -> Point:
        """The plan coordinates of what is seen at a place of the widget, if it is that high."""
        x, y = self.zoomed_view().locate([[at.x() - 0.5, at.y() - 0.5]], height_mm=top_mm)[0]
        return float(x), float(y)

    @property
    def shown(self) -> tuple[QPixmap, View] | None:
        """The picture and its view, whole."""
        return None if self._pixmap is None or self._view is None else (self._pixmap, self._view)

    def _whole_picture(self) -> tuple[QImage, Scene] | None:
        """The picture with the dice that are drawn over it, and what else is to be drawn; ``None``: none has come."""
        if self._pixmap is None or self._view is None:
            return None
        image = self._pixmap.toImage()
        painter = smooth_painter(image)
        self.paint_dice(painter, self._view)
        painter.end()
        return image, self._presenter.view.scene(self._view)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn the die in hand; without one, or with Ctrl, enlarge."""
        if self._laying and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            fine = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            notches = (event.angleDelta().y() or event.angleDelta().x()) / 120
            self._mouse.turn(notches * (1.0 if fine else _TURN_DEG))
        else:
            super().wheelEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A drawn die under the mouse may be dragged."""
        super().mousePressEvent(event)
        free = event.button() == Qt.MouseButton.LeftButton and bool(self._drawn) and not self._mouse.carries
        self._at, self._dragging = event.position(), False
        self._under_press = self.piece_at(self._at) if free else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag a drawn die, or carry the one in hand."""
        if self._under_press is not None and event.buttons() & Qt.MouseButton.LeftButton:
            at = event.position()
            if not self._dragging and (at - self._at).manhattanLength() > DRAG_PX:
                self._dragging = True
                self._mouse.take_up(self._under_press)
            if self._dragging:
                self._mouse.carry(self.place_at(at, top_mm=self._top_mm))
        elif self._mouse.carries and self._view is not None and not event.buttons():
            self._mouse.carry(self.place_at(event.position(), top_mm=self._top_mm))
        else:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Put down what is dragged; else remember where, for whoever takes the click."""
        self._at, self._under_press = event.position(), None
        if self._dragging:
            self._dragging, self._pressed = False, None
            self._mouse.put_down(self.place_at(self._at, top_mm=self._top_mm))
            return
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A die that is put down by the first click is there; anything else is one more click."""
        if self._laying:
            self._mouse.leave_lying()
        else:
            super().mouseDoubleClickEvent(event)

    def throw_from_hand(self, piece: str, at: QPoint) -> None:
        """A die in hand was dragged there, on the screen: over the table it lies there."""
        place = self.mapFromGlobal(at)
        if self.rect().contains(place):
            top_mm = height_mm(self._dice[piece].edge_mm)
            self._mouse.throw_at(piece, self.place_at(place.toPointF(), top_mm=top_mm))

    def dispute_image(self) -> Image | None:
        """The table as it is shown, with the lines and numbers over it, BGR; ``None`` where no picture has come."""
        whole = self._whole_picture()
        return None if whole is None else bgr_picture(paint_image(*whole, point_px=_point_px(whole[0])))

    def keep_dispute(self) -> Path | None:
        """Keep the table with what is drawn over it as a PNG, and note it in the match; where. Raises as
        `save_dispute`."""
        whole, presenter = self._whole_picture(), self._presenter
        return None if whole is None else save_dispute(presenter.match, *whole, presenter.prompt)

    def _on_picked(self, piece: str | None) -> None:
        self.window().setFocus()
        if self._view is not None:
            self._mouse.click(piece, self.place_at(self._at, top_mm=self._top_mm))


#: A picture so wide is painted with labels of one pixel to the point; wider ones in proportion.
_USUAL_WIDTH_PX = 1100
_CAPTION_PT = 15


def save_dispute(match: Match, image: QImage, scene: Scene, prompt: Prompt) -> Path:
    """Write the picture with the scene over it, and below it what was ruled, beside the user's other things; note it in
    the match.

    Raises:
        OperationError: it cannot be written.
    """
    point_px = _point_px(image)
    rules = "  ".join(prompt.ruling.rules) if prompt.ruling else ""
    when = moment_words(datetime.now().astimezone())
    turn = pgettext("match", "turn {number}").format(number=match.position.turn.number)
    grade = camera_grade(note for _, note in match.notes)
    camera = "" if grade is None else gettext("Camera: certified, {grade}.", grade=pgettext("certificate", grade))
    caption = "\n".join(line for line in (prompt.sentence, "   ".join((when, turn, rules)), camera) if line)
    picture = bgr_picture(_captioned(paint_image(image, scene, point_px=point_px), caption, point_px))
    try:
        stem = f"{match.path.stem}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
        path = free_place(data_folder() / "pictures", stem, ".png")
        write_atomic(path, bytes(cv2.imencode(".png", picture)[1]))
    except OSError as error:
        raise OperationError(
            gettext("The picture cannot be saved ({why}); make room for it.", why=error.strerror)
        ) from None
    note = TextNote(gettext("Saved as {file}: {sentence}", file=path.name, sentence=prompt.sentence))
    match.note(note, source="keyboard", picture=match.save_picture(small_jpeg(picture)))
    return path


def _point_px(image: QImage) -> float:
    return max(1.0, image.width() / _USUAL_WIDTH_PX)


def _captioned(image: QImage, words: str, point_px: float) -> QImage:
    """The picture with words below it."""
    font, margin = pixel_font(_CAPTION_PT * point_px), round(1.2 * _CAPTION_PT * point_px)
    flags = int(Qt.TextFlag.TextWordWrap)
    room = QRect(margin, 0, image.width() - 2 * margin, 10000)
    high = QFontMetrics(font).boundingRect(room, flags, words).height() + 2 * margin
    whole = QImage(image.width(), image.height() + high, QImage.Format.Format_RGB32)
    whole.fill(QColor(tint(GRAPHITE)))
    painter = QPainter(whole)
    painter.drawImage(0, 0, image)
    write(painter, QRectF(margin, image.height() + margin, room.width(), high), words, PAPER, font, flags)
    painter.end()
    return whole
