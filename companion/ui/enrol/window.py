"""The window of the guided roll. Owns the answer being given (side and turn); what is filed is the ``Guide``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QPixmap
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from companion.catalogue import Die
from companion.errors import OperationError
from companion.paper import face_image
from companion.session.guided_enrolment import EnrolmentLook, Guide, Need, enrolment_sentence, table_state_words
from companion.session.live import TableSnapshot
from companion.text import translate
from companion.ui.actions import ActionMenu, WindowAction
from companion.ui.enrol.enrolment_worker import EnrolmentLocator, EnrolmentWatcher, EnrolmentWorker
from companion.ui.enrol.faces import FaceView, NetView
from companion.ui.keyed_window import KeyedWindow
from companion.ui.layouts import column_of, row_of
from companion.ui.pictures import qimage_of
from companion.ui.plain_widgets import PlainLabel, plain_label
from companion.ui.stylesheet import stylesheet
from companion.ui.theme import ACCENT, ASH, BASE_PT, PEBBLE, RULING_PT, SLATE, SMALL_PT
from companion.ui.themes import in_theme
from companion.vision import EnrolledView

Save = Callable[[Sequence[EnrolledView]], object]

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
_RETRYING: Final = frozenset({Need.PUT_DOWN, Need.ALONE, Need.SHARPER, Need.LESS_GLARE})
_DIGITS: Final = "123456789"
_BUTTONS: Final = ("this", "turn-left", "wrong", "take-back")


class EnrolWindow(KeyedWindow):
    """Leads through the roll of one die. ``save`` writes the sides down, and may raise OperationError."""

    def __init__(self, die: Die, watcher: EnrolmentWatcher, looker: EnrolmentLocator, save: Save) -> None:
        super().__init__(translate("EnrolWindow", "Enrol {die}").format(die=die.label), stylesheet() + in_theme(_SHEET))
        self.guide = Guide(die)
        self._save, self._saved = save, 0
        self._side, self._turn = die.faces[0].key, 0
        self.worker = EnrolmentWorker(
            watcher, looker, filed=lambda: self.guide.filed, again=self._is_retrying, parent=self
        )
        self.worker.sighted.connect(self._show_sight)
        self.worker.looked.connect(self._take_look)
        self.worker.failed.connect(self._say)
        self.install_actions(enrol_actions(self), mouse=())
        self._arrange(die)
        self._said.ensurePolished()
        self._said.setMinimumHeight(2 * self._said.fontMetrics().lineSpacing())  # or a second line would push the crop
        self.resize(1280, 800)
        self._show()

    # What can be done

    def is_asked(self) -> bool:
        """Whether the side that is up is asked for."""
        return self.guide.need is Need.SIDE

    def turn(self, corners: int) -> None:
        """Turn the crop so that another corner is up."""
        self._turn = (self._turn + corners) % 3
        self._show()

    def choose_by(self, digit: str) -> None:
        """The next side whose name begins with a digit."""
        keys = [face.key for face in self.guide.die.faces if face.key.startswith(digit)]
        if keys:
            place = keys.index(self._side) + 1 if self._side in keys else 0
            self._side = keys[place % len(keys)]
            self._show()

    def choose(self, face: str) -> None:
        """This side, while it is asked for."""
        if self.is_asked():
            self._side = face
            self._show()

    def choose_next(self, step: int) -> None:
        """The next side of the die, or the one before."""
        keys = [face.key for face in self.guide.die.faces]
        self._side = keys[(keys.index(self._side) + step) % len(keys)]
        self._show()

    def answer(self) -> None:
        """The chosen side is up, standing as the crop stands."""
        self._take(self.guide.answered(self._side, self._turn))

    def can_ask_again(self) -> bool:
        """Whether a side has been followed that may be wrong."""
        return self.guide.tracked_roll is not None and self.guide.look.pose is not None

    def ask_again(self) -> None:
        """What was followed is wrong: ask."""
        self._take(self.guide.ask_again())

    def can_take_back(self) -> bool:
        """Whether a side has been filed."""
        return bool(self.guide.filed)

    def take_back(self) -> None:
        """Without the side filed last; it is looked at again."""
        self._take(self.guide.take_back())
        self.worker.look_afresh()

    def look_again(self) -> None:
        """Look at the table again although nothing has moved."""
        self.worker.look_afresh()

    def can_save(self) -> bool:
        """Whether something is filed that is not saved."""
        return len(self.guide.filed) != self._saved

    def save(self) -> None:
        """Write down what is filed; a reason where that cannot be done."""
        try:
            self._save(self.guide.filed)
        except OperationError as failure:
            self._say(str(failure))
            return
        self._saved = len(self.guide.filed)
        self.refresh_actions()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save what is recorded, and let go of the camera."""
        if self.can_save() and self.guide.filed:
            self.save()
        self.worker.close()
        super().closeEvent(event)

    # How it is shown

    @property
    def said(self) -> str:
        """The sentence at the foot."""
        return self._said.text()

    @property
    def state_words(self) -> str:
        """What the table's state is said to be."""
        return self._state.text()

    @property
    def chosen(self) -> tuple[str, int]:
        """The answer being given: side, and which corner of the crop is up."""
        return self._side, self._turn

    def _arrange(self, die: Die) -> None:
        ground = QWidget(self)
        self._state, self._count = plain_label(name="enrolHead"), plain_label(name="enrolHead")
        column = column_of(row_of(self._state, 1, self._count, margins=(18, 0, 18, 0)), on=ground, margins=(0, 8, 0, 0))
        middle = row_of((self._left(), 2), (self._right(die), 3), margins=(18, 0, 18, 0), spacing=18)
        column.addLayout(middle, stretch=1)
        column.addWidget(self._foot())
        self.setCentralWidget(ground)

    def _left(self) -> QVBoxLayout:
        self._crop, self._print = (
            FaceView(translate("EnrolWindow", "The picture to be recorded")),
            FaceView(translate("EnrolWindow", "The side as printed")),
        )
        self._crop_words, self._side_words = plain_label(name="enrolCaption"), plain_label(name="enrolSide")
        return column_of(self._crop_words, (self._crop, 1), self._side_words, (self._print, 1))

    def _right(self, die: Die) -> QVBoxLayout:
        self.net, self._live = NetView(die), PlainLabel()
        self.net.picked.connect(self.choose)
        self._live.setFixedSize(*_LIVE_PX)
        self._live.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._live.setAccessibleName(translate("EnrolWindow", "The camera's picture"))
        column = column_of((self.net, 1))
        column.addWidget(self._live, alignment=Qt.AlignmentFlag.AlignRight)
        return column

    def _foot(self) -> QFrame:
        foot = QFrame(self)
        foot.setObjectName("enrolFoot")
        self._said = plain_label(name="enrolSaid", yields=True)
        column = column_of(self._said, on=foot, margins=(18, 8, 18, 10))
        row = row_of(*(self._button(name) for name in _BUTTONS), 1)
        column.addLayout(row)
        return foot

    def _button(self, name: str) -> QPushButton:
        """An action for the mouse, there while it can be done: large type leaves no room for all of them."""
        action, button = self._installed[name], self.action_button(name)
        action.changed.connect(lambda: button.setVisible(action.isEnabled()))
        return button

    def _show(self) -> None:
        guide = self.guide
        up = self._side if self.is_asked() else guide.tracked_roll.face if guide.tracked_roll else ""
        self.net.show_sides({v.name.face: v.picture for v in guide.filed}, up)
        self._show_crop()
        die = self.guide.die
        face = die.face(self._side) if self.is_asked() else None
        self._print.show_print(face_image(die, face, _PRINT_PX) if face else None)
        for part in (self._print, self._side_words):
            part.setVisible(self.is_asked())
        self._side_words.setText(translate("EnrolWindow", "Side {face} as printed: 1–9 or ↑ ↓").format(face=self._side))
        sides = len(guide.die.faces)
        self._count.setText(translate("EnrolWindow", "{done} of {all} sides").format(done=len(guide.filed), all=sides))
        self._say(enrolment_sentence(guide))
        self.refresh_actions()

    def _show_crop(self) -> None:
        guide, faces = self.guide, self.guide.look.faces
        kept = (
            guide.last is not None
            and guide.tracked_roll is not None
            and guide.last.name.face == guide.tracked_roll.face
        )
        if self.is_asked():
            self._crop.show_crop(faces[self._turn])
            words = translate("EnrolWindow", "This will be recorded. ← → turn it")
        elif kept and guide.last is not None and guide.need in {Need.ROLL, Need.DONE}:
            self._crop.show_crop(guide.last.picture)
            words = translate("EnrolWindow", "This has been recorded")
        else:
            self._crop.show_crop(faces[0] if faces else None, dim=True)
            words = translate("EnrolWindow", "This was not recorded") if faces else ""
        self._crop_words.setText(words)

    def _show_sight(self, sight: TableSnapshot) -> None:
        self._state.setText(f"{table_state_words(sight.state)}  ·  {sight.sentence}")
        if sight.frame is not None:
            image = qimage_of(sight.frame)
            kept, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            self._live.setPixmap(QPixmap.fromImage(image.scaled(*_LIVE_PX, kept, smooth)))

    def _say(self, words: str) -> None:
        self._said.setText(words)

    # What comes in

    def _is_retrying(self) -> bool:
        return self.guide.need in _RETRYING

    def _take_look(self, look: EnrolmentLook) -> None:
        if not self.is_asked():
            self._turn = 0
        self._take(self.guide.seen(look))

    def _take(self, guide: Guide) -> None:
        self.guide = guide
        if guide.need is Need.SIDE and self._side not in guide.missing:
            self._side = guide.missing[0] if guide.missing else self._side
        self._show()
        if guide.need is Need.DONE and self.can_save():
            self.save()


def enrol_actions(window: EnrolWindow) -> tuple[WindowAction, ...]:
    """What can be done, in the order of the menus and of the page of keys."""
    side, right = ActionMenu(translate("enrol", "Side")), ActionMenu(translate("enrol", "Put right")).action
    act = ActionMenu(translate("enrol", "Window")).action

    def asked(name: str, title: str, keys: str, run: Callable[[], None]) -> WindowAction:
        return side.action(name, title, keys, run, window.is_asked)

    def chosen(digit: str) -> WindowAction:
        title = translate("enrol", "Side %1").replace("%1", digit)
        return asked(f"side.{digit}", title, digit, partial(window.choose_by, digit))

    return (
        asked("turn-left", translate("enrol", "Turn to the left"), "Left", partial(window.turn, 1)),
        asked("turn-right", translate("enrol", "Turn to the right"), "Right", partial(window.turn, -1)),
        asked("next-side", translate("enrol", "The next side"), "Down", partial(window.choose_next, 1)),
        asked("last-side", translate("enrol", "The previous side"), "Up", partial(window.choose_next, -1)),
        *map(chosen, _DIGITS),
        asked("this", translate("enrol", "It lies like this"), "Return Enter", window.answer),
        right("wrong", translate("enrol", "Wrong side: ask me"), "W", window.ask_again, window.can_ask_again),
        right("take-back", translate("enrol", "Retake it"), "Backspace Z", window.take_back, window.can_take_back),
        right("again", translate("enrol", "Look again"), "Space", window.look_again),
        right("save", translate("enrol", "Save what is recorded"), "Ctrl+S", window.save, window.can_save),
        act("full-screen", translate("enrol", "Full screen"), "F11", window.toggle_full_screen),
        act("keys", translate("enrol", "All keys"), "F1 ?", window.toggle_keys),
        act("close", translate("enrol", "Close"), "Ctrl+W", window.close),
    )
