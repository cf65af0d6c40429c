"""The guided roll in a window, which shows the `RollPresenter` and passes on what is pressed: the crop as the program
sees it, the side asked once, the net that fills as it rolls; and the way to it from the command line or the start page.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final, Protocol

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QColor,
    QImage,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QTransform,
)
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from companion.arrays import Image
from companion.camera import Camera
from companion.camera.sources import Source
from companion.catalogue import NORMAL_EDGE_MM, Die
from companion.codec.gallery import add_to_gallery, read_gallery
from companion.codec.reader import load_networks
from companion.errors import InputError
from companion.paper import face_picture, folding_net, map_triangle
from companion.resources import Bundled, bundled, data_folder
from companion.session.guided_enrolment import (
    DieLocator,
    DieObservation,
    FiledSide,
    RollPresenter,
    SaveSides,
    table_state_words,
)
from companion.session.live import TableSnapshot, TableState, TableWatcher
from companion.text import gettext, pgettext
from companion.ui.actions import ActionMenu, WindowAction, unless
from companion.ui.background import TableFollower, WatchedTable
from companion.ui.keyed_window import KeyedWindow
from companion.ui.layouts import column_of, resize_to_screen, row_of, scrolled
from companion.ui.painters import set_ink, smooth_painter, text_font, write
from companion.ui.painting import qimage_of
from companion.ui.plain_widgets import PlainLabel, plain_label
from companion.ui.stylesheet import stylesheet
from companion.ui.themes import (
    ACCENT,
    ASH,
    BASE_PT,
    GRAPHITE,
    OK,
    PAPER,
    PEBBLE,
    RULING_PT,
    SLATE,
    SMALL_PT,
    in_theme,
    tint,
)
from companion.vision import EnrolledView, agreed_views

#: A face's circumradius as a share of half its picture's side: as it is enrolled, and as it is printed.
_ENROLLED, _PRINTED = 92 / 95.5, 1.0
_GAP: Final = 0.12


class FaceView(QWidget):
    """One face, upright, with a dot at the corner that is up."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setMinimumSize(180, 140)
        self._image: QImage | None = None
        self._dim, self._radius = False, _ENROLLED

    def sizeHint(self) -> QSize:
        return QSize(340, 280)

    def show_crop(self, picture: Image | None, *, dim: bool = False) -> None:
        """A face as it was photographed (square, corner 0 up); ``dim``: it is not saved."""
        self._image = None if picture is None else qimage_of(picture)
        self._dim, self._radius = dim, _ENROLLED
        self.update()

    def show_print(self, printed: QImage | None) -> None:
        """A face as it is printed."""
        self._image, self._dim, self._radius = printed, False, _PRINTED
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The triangle, or the place where it will be."""
        painter = smooth_painter(self)
        side, dim = min(self.width(), self.height() / 0.78), self._dim
        corners = _triangle(QPointF(self.width() / 2, self.height() / 2 + side * 0.115), side / 2 * 0.97)
        _paint_face(painter, self._image, corners, ASH if dim else ACCENT, dim=dim, radius=self._radius)
        if self._image is not None:
            set_ink(painter, GRAPHITE, 2, fill=ACCENT)
            painter.drawEllipse(corners[0], 7, 7)
        painter.end()


class NetView(QWidget):
    """The die's net; a side that has been filed is shown, the one that is up has a bright rim.

    ``picked``: the side under a click.
    """

    picked = Signal(str)

    def __init__(self, die: Die, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumSize(420, 240)
        #: Side -> its corners 0, 1, 2 on the net.
        self._places = _places(die)
        self._images: dict[str, QImage] = {}
        self._up = ""

    def sizeHint(self) -> QSize:
        return QSize(760, 420)

    def show_sides(self, filed: Mapping[str, Image], up: str) -> None:
        """The sides filed by now, and which is up (empty: nobody knows)."""
        self._images = {face: qimage_of(picture) for face, picture in filed.items()}
        self._up = up
        self.setAccessibleName(f"{len(filed)} / {len(self._places)}")
        self.update()

    def place_of(self, face: str) -> QPointF:
        """Where a side's middle lies in the widget."""
        corners = self._places[face]
        return self._fit().map((corners[0] + corners[1] + corners[2]) / 3)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Report which side is clicked."""
        fit = self._fit()
        for face, corners in self._places.items():
            if fit.map(QPolygonF(corners)).containsPoint(event.position(), Qt.FillRule.OddEvenFill):
                self.picked.emit(face)

    def _fit(self) -> QTransform:
        """From the net to the widget."""
        area = QRectF(self.rect()).adjusted(10, 10, -10, -10)
        whole = QPolygonF([corner for corners in self._places.values() for corner in corners]).boundingRect()
        scale = min(area.width() / whole.width(), area.height() / whole.height())
        fit = QTransform.fromTranslate(area.center().x(), area.center().y()).scale(scale, scale)
        return fit.translate(-whole.center().x(), -whole.center().y())

    def paintEvent(self, event: QPaintEvent) -> None:
        """All eight sides."""
        painter, fit = smooth_painter(self), self._fit()
        for face in sorted(self._places, key=lambda face: face == self._up):
            corners = [fit.map(corner) for corner in self._places[face]]
            image, up = self._images.get(face), face == self._up
            _paint_face(painter, image, corners, ACCENT if up else OK if image else PEBBLE, thick=up)
            # A side's key in its middle, or, over a picture, on a plate near its foot.
            small = image is not None
            middle = (corners[0] + corners[1] + corners[2]) / 3
            foot = (corners[1] + corners[2]) / 2
            painter.setFont(text_font(SMALL_PT if small else BASE_PT + 4, bold=True))
            box = QRectF(painter.fontMetrics().boundingRect(face)).adjusted(-7, -2, 7, 2)
            box.moveCenter(middle + (foot - middle) * (0.72 if small else 0.0))
            if small:
                set_ink(painter, None, fill=GRAPHITE)
                painter.drawRoundedRect(box, 6, 6)
            write(painter, box, face, PAPER if small else ASH)
        painter.end()


def _triangle(centre: QPointF, radius: float) -> list[QPointF]:
    """Corners 0, 1, 2, counter-clockwise as seen, the first one up."""
    across, down = radius * 3**0.5 / 2, radius / 2
    return [centre + QPointF(0, -radius), centre + QPointF(-across, down), centre + QPointF(across, down)]


def _paint_face(
    painter: QPainter,
    image: QImage | None,
    corners: Sequence[QPointF],
    rim: str,
    *,
    dim: bool = False,
    thick: bool = False,
    radius: float = _ENROLLED,
) -> None:
    outline = QPainterPath()
    outline.addPolygon(QPolygonF([*corners, corners[0]]))
    painter.fillPath(outline, QColor(tint(SLATE)))
    if image is not None:
        painter.save()
        painter.setClipPath(outline)
        painter.setOpacity(0.45 if dim else 1.0)
        # From a face's picture to where its corners are to lie.
        middle = (image.width() - 1) / 2
        source = QPolygonF(_triangle(QPointF(middle, middle), radius * middle))
        painter.setTransform(map_triangle(source, QPolygonF(corners)), combine=True)
        painter.drawImage(0, 0, image)
        painter.restore()
    pen = QPen(QColor(tint(rim)), 5 if thick else 3 if image is not None else 2)
    if image is None:
        pen.setStyle(Qt.PenStyle.DashLine)
    painter.strokePath(outline, pen)


def _places(die: Die) -> dict[str, list[QPointF]]:
    """The two halves of the printed net side by side, also of a large die, whose halves are printed in parts."""
    places: dict[str, list[QPointF]] = {}
    left = 0.0
    for piece in folding_net(replace(die, edge_mm=NORMAL_EDGE_MM)):
        xs = [x for placed in piece.faces for x, _ in placed.corners_mm]
        shift = QPointF(left - min(xs), 0)
        for placed in piece.faces:
            places[placed.face.key] = [QPointF(x, y) + shift for x, y in placed.corners_mm]
        left += max(xs) - min(xs) + _GAP * NORMAL_EDGE_MM
    return places


_SHEET: Final = f"""
    #enrolHead {{ font-size: {SMALL_PT}pt; color: {ASH}; }}
    #enrolCaption {{ font-size: {SMALL_PT}pt; color: {ASH}; }}
    #enrolSide {{ font-size: {BASE_PT}pt; color: {ACCENT}; font-weight: bold; }}
    #enrolFoot {{ background: {SLATE}; border-top: 2px solid {PEBBLE}; }}
    #enrolFoot QLabel {{ background: {SLATE}; }}
    #enrolSaid {{ font-size: {RULING_PT}pt; }}
    #enrolFoot QPushButton {{ font-size: {SMALL_PT}pt; padding: 6px 12px; }}
"""
_LIVE_PX: Final = (320, 180)
_PRINT_PX: Final = 320
_DIGITS: Final = "123456789"
#: What answers a question, and what puts a side right: mostly only one of the two lines is there.
_BUTTONS: Final = (("this", "turn-left"), ("wrong", "take-back"))
#: So long is waited before the same table is looked at again.
_AGAIN_S: Final = 1.0


class EnrolWindow(KeyedWindow):
    """Leads through the roll of one die. ``save`` writes the sides down, and may raise OperationError."""

    def __init__(self, die: Die, watcher: WatchedTable, locator: EnrolmentLocator, save: SaveSides) -> None:
        super().__init__(pgettext("EnrolWindow", "Enrol {die}").format(die=die.label), stylesheet() + in_theme(_SHEET))
        self.presenter = RollPresenter(die, save, self._show, self.say)
        self.worker = EnrolmentWorker(
            watcher, locator, filed=lambda: self.presenter.guide.views, again=self.presenter.is_retrying, parent=self
        )
        self.worker.seen.connect(self._show_snapshot)
        self.worker.thought.connect(self.presenter.on_observation)
        self.worker.failed.connect(self.say)
        self.install_actions(enrol_actions(self))
        self._arrange(die)
        self._message.ensurePolished()
        two_lines = 2 * self._message.fontMetrics().lineSpacing()  # a second one would push the crop
        self._message.setMinimumHeight(two_lines)
        resize_to_screen(self, QSize(1280, 800))
        self._show()

    def take_back(self) -> None:
        """Without the side filed last; it is looked at again."""
        self.presenter.take_back()
        self.worker.recheck()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save what is recorded, and let go of the camera."""
        if self.presenter.can_save() and self.presenter.guide.filed:
            self.presenter.save()
        self.worker.close()
        super().closeEvent(event)

    # How it is shown

    @property
    def message(self) -> str:
        """The sentence at the foot."""
        return self._message.text()

    def _arrange(self, die: Die) -> None:
        self.state, self._count = plain_label(name="enrolHead", yields=True), plain_label(name="enrolHead")
        head = row_of((self.state, 1), self._count, margins=(18, 0, 18, 0))
        self._crop = FaceView(pgettext("EnrolWindow", "The picture to be recorded"))
        self._print = FaceView(pgettext("EnrolWindow", "The side as printed"))
        self._crop_words, self._side_words = plain_label(name="enrolCaption"), plain_label(name="enrolSide")
        left = column_of(self._crop_words, (self._crop, 1), self._side_words, (self._print, 1))
        self.net, self._live = NetView(die), PlainLabel()
        self.net.picked.connect(self.presenter.choose)
        self._live.setFixedSize(*_LIVE_PX)
        self._live.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._live.setAccessibleName(pgettext("EnrolWindow", "The camera's picture"))
        right = column_of((self.net, 1), self._live)
        right.setAlignment(self._live, Qt.AlignmentFlag.AlignRight)
        faces, foot, ground = QWidget(), QFrame(self), QWidget(self)
        row_of((left, 2), (right, 3), on=faces, margins=(18, 0, 18, 0), spacing=18)
        foot.setObjectName("enrolFoot")
        self._message = plain_label(name="enrolSaid", yields=True)
        rows = (row_of(*map(self._button, names), 1) for names in _BUTTONS)
        column_of(self._message, *rows, on=foot, margins=(18, 8, 18, 10))
        column_of(head, (scrolled(faces), 1), foot, on=ground, margins=(0, 8, 0, 0))
        self.setCentralWidget(ground)

    def _button(self, name: str) -> QPushButton:
        """An action for the mouse, there while it can be done: large type leaves no room for all of them."""
        action, button = self._installed[name], self.action_button(name)
        action.changed.connect(lambda: button.setVisible(action.isEnabled()))
        return button

    def _show(self) -> None:
        presenter, guide = self.presenter, self.presenter.guide
        self.net.show_sides({side.face: side.view.picture for side in guide.filed}, presenter.up)
        crop = presenter.crop
        self._crop.show_crop(crop.picture, dim=not crop.saved)
        self._crop_words.setText(crop.words)
        face = guide.die.face(presenter.side) if presenter.is_asked() else None
        self._print.show_print(face_picture(guide.die, face, _PRINT_PX) if face else None)
        for part in (self._print, self._side_words):
            part.setVisible(presenter.is_asked())
        printed = pgettext("EnrolWindow", "Side {face} as printed: 1–9 or ↑ ↓")
        self._side_words.setText(printed.format(face=presenter.side))
        sides = len(guide.die.faces)
        self._count.setText(pgettext("EnrolWindow", "{done} of {all} sides").format(done=len(guide.filed), all=sides))
        self.say(presenter.sentence)
        self.refresh_actions()

    def _show_snapshot(self, snapshot: TableSnapshot) -> None:
        self.state.setText(f"{table_state_words(snapshot.state)}  ·  {snapshot.sentence}")
        if snapshot.frame is not None:
            image = qimage_of(snapshot.frame)
            kept, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            self._live.setPixmap(QPixmap.fromImage(image.scaled(*_LIVE_PX, kept, smooth)))

    def say(self, sentence: str) -> None:
        """Say something at the foot."""
        self._message.setText(sentence)


def enrol_actions(window: EnrolWindow) -> tuple[WindowAction, ...]:
    """What can be done, in the order of the menus and of the page of keys."""
    side, right = ActionMenu(pgettext("enrol", "Side")), ActionMenu(pgettext("enrol", "Put right")).action
    roll = window.presenter
    question = unless(roll.is_asked, pgettext("enrol", "No side is asked for now: do what the sentence below says."))
    followed = unless(
        roll.can_ask_again, pgettext("enrol", "No side has been followed yet that could be wrong: roll the die first.")
    )
    taken = unless(roll.can_take_back, pgettext("enrol", "No side is recorded yet, so there is none to retake."))
    unsaved = unless(roll.can_save, pgettext("enrol", "Everything that is recorded is saved already."))

    def asked(name: str, title: str, keys: str, run: Callable[[], None]) -> WindowAction:
        return side.action(name, title, keys, run, question)

    def chosen(digit: str) -> WindowAction:
        title = pgettext("enrol", "Side %1").replace("%1", digit)
        return asked(f"side.{digit}", title, digit, partial(roll.choose_by, digit))

    return (
        asked("turn-left", pgettext("enrol", "Turn to the left"), "Left", partial(roll.turn_by, 1)),
        asked("turn-right", pgettext("enrol", "Turn to the right"), "Right", partial(roll.turn_by, -1)),
        asked("next-side", pgettext("enrol", "The next side"), "Down", partial(roll.choose_next, 1)),
        asked("last-side", pgettext("enrol", "The previous side"), "Up", partial(roll.choose_next, -1)),
        *map(chosen, _DIGITS),
        asked("this", pgettext("enrol", "This is how it lies"), "Return Enter", roll.answer),
        right("wrong", pgettext("enrol", "Wrong side: ask me"), "W", roll.ask_again, followed),
        right("take-back", pgettext("enrol", "Retake it"), "Backspace Z", window.take_back, taken),
        right("again", pgettext("enrol", "Look again"), "Space", window.worker.recheck),
        right("save", pgettext("enrol", "Save what is recorded"), "Ctrl+S", roll.save, unsaved),
    )


class EnrolmentLocator(Protocol):
    """What looks for the die: ``companion.session.guided_enrolment.DieLocator``, or a test's own."""

    def locate(self, pixels: Image, camera: Camera, filed: Sequence[EnrolledView]) -> DieObservation:
        """What a picture shows."""


class EnrolmentWorker(TableFollower):
    """Has every table at rest looked at, in a thread of its own. A picture that was no good is looked at again after a
    while, for as long as the table rests: people move the lamp.

    filed: gives the sides that are known by now; again: whether the same table is worth another look.
    """

    def __init__(
        self,
        watcher: WatchedTable,
        locator: EnrolmentLocator,
        *,
        filed: Callable[[], tuple[EnrolledView, ...]],
        again: Callable[[], bool],
        parent: QObject,
    ) -> None:
        super().__init__(watcher, parent)
        self._locator, self._filed, self._again = locator, filed, again
        self._rest, self._busy, self._at_s = -1, False, 0.0
        self.seen.connect(self._consider)
        self.thought.connect(self._rested)
        self.failed.connect(self._rested)

    def recheck(self) -> None:
        """Look at the table again although nothing has moved."""
        self._rest = -1

    def _consider(self, snapshot: TableSnapshot) -> None:
        """Have a table that has come to rest looked at."""
        if self._busy or snapshot.state is not TableState.SETTLED or snapshot.frame is None:
            return
        if snapshot.rest != self._rest or (self._again() and time.monotonic() - self._at_s > _AGAIN_S):
            self._rest, self._busy = snapshot.rest, True
            self._thread.run(partial(self._locator.locate, snapshot.frame, snapshot.camera, self._filed()))

    def _rested(self, _found: object) -> None:
        self._busy, self._at_s = False, time.monotonic()


def open_enrolment(
    camera: Camera, dice: Mapping[str, Die], die: str, source: Source, folder: Path | None = None
) -> EnrolWindow:
    """The window, watching already. ``folder``: the gallery to write, left out the user's own.

    The user's own gallery begins with the bundled faces, so that these stay known. Raises InputError for a die that is
    not known or has no net, OperationError where networks or gallery cannot be loaded.
    """
    chosen, networks = _die(dice, die), load_networks()
    own, shipped = data_folder() / "gallery", bundled(Bundled.DICE_FACES, "gallery")
    # what the user's pictures are read by now
    known = read_gallery(own if (own / "gallery.json").is_file() else shipped, networks.classifier)
    target, begins_with = folder or own, shipped if folder is None else None

    def save(filed: Sequence[FiledSide]) -> None:
        views = agreed_views(dice, [side.sample for side in filed])
        add_to_gallery(views, target, networks.classifier, begin_with=begins_with)

    locator = DieLocator(camera, chosen, known, networks)
    window = EnrolWindow(chosen, TableWatcher(source, locator.reader), locator, save)
    window.worker.start()
    return window


def _die(dice: Mapping[str, Die], wanted: str) -> Die:
    die = dice.get(wanted)
    if die is None:
        near = [name for name in sorted(dice) if wanted.casefold() in name.casefold()]
        offered = ", ".join((near or sorted(dice))[:6])
        raise InputError(
            gettext(
                "there is no die file for {wanted!r}; there are {offered} ... Name one of them, or enter what is "
                "printed on yours: `companion dice edit --new {wanted}`.",
                wanted=wanted,
                offered=offered,
            )
        )
    if any(face.vertices is None for face in die.faces):
        raise InputError(
            gettext(
                "{wanted}: its file does not say where its sides are (vertices), so its rolls cannot be followed.",
                wanted=wanted,
            )
        )
    return die
