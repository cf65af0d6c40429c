"""The hex ruler's window: a still picture or the live camera, hex centres clicked and named, ranges read off.

Owns the picture shown and the ruler; what a click means is the ruler's to say.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QFileDialog, QLineEdit, QPushButton, QWidget

from companion.camera import Camera, HandheldCamera, locate_picture, read_sensor_picture
from companion.codec.sources import open_source
from companion.errors import InputError, OperationError
from companion.exercise_k.rules.board import HexBoard, hex_named
from companion.exercise_k.session.ruler import Ruler
from companion.exercise_k.ui.opening_pages import push_button
from companion.exercise_k.ui.ruler_canvas import RulerCanvas
from companion.exercise_k.ui.style import OneLine, desk_stylesheet
from companion.text import pgettext
from companion.ui.actions import ActionMenu, WindowAction, unless
from companion.ui.frame_feed import FrameFeed, known_devices
from companion.ui.keyed_window import KeyedWindow
from companion.ui.layouts import column_of, resize_to_screen, row_of
from companion.ui.themes import ACCENT, AMBER, ASH, PAPER, SMALL_PT

_FIRST_CAMERA: Final = "0"
_PICTURES: Final = "*.jpg *.jpeg *.png *.bmp"


class RulerWindow(KeyedWindow):
    """Measures in hexes over a picture; ``camera`` takes the slant of a calibrated camera out. One in the hand is found
    anew for each picture, by the markers that it shows."""

    def __init__(self, board: HexBoard, source: str = "", camera: Camera | HandheldCamera | None = None) -> None:
        super().__init__(pgettext("RulerWindow", "Hex ruler"), desk_stylesheet())
        self._hand = camera if isinstance(camera, HandheldCamera) else None
        self._camera = camera if isinstance(camera, Camera) else None
        self.ruler = Ruler(board, camera=None if self._camera is None else self._camera.lens)
        self._feed: FrameFeed | None = None
        self._waiting: tuple[float, float] | None = None
        self._trouble = ""
        self._arrange()
        resize_to_screen(self, QSize(1280, 800))
        self.look_at(source)

    # --- what can be done ----------------------------------------------------------------------------------------

    def click(self, place_px: tuple[float, float]) -> None:
        """A place in the picture: the centre of a hex to be named, or a hex to measure from or to."""
        if self.ruler.grid is None or self.mark_button.isChecked():
            self._waiting = place_px
            self.number.setEnabled(True)
            self.number.setFocus()
        else:
            self.ruler = self.ruler.clicked(place_px)
        self._show()

    def name_hex(self) -> None:
        """The number typed is that of the hex clicked."""
        if self._waiting is None:
            return
        try:
            self.ruler = self.ruler.marked(hex_named(self.number.text().strip()), self._waiting)
        except (InputError, ValueError) as failure:
            self.sentence.say(str(failure), AMBER)
            return
        self._forget_click()
        self._show()

    def take_back(self) -> None:
        """Take the last click or mark back."""
        if self._waiting is not None:
            self._forget_click()
        else:
            self.ruler = self.ruler.without_last()
        self._show()

    def go_back(self) -> None:
        """Forget the click whose hex is not named; else to the desk."""
        if self._waiting is not None:
            self.take_back()
        else:
            super().go_back()

    def why_not_back(self) -> str:
        """A click waits, or there is another window."""
        return "" if self._waiting is not None else super().why_not_back()

    def say(self, sentence: str) -> None:
        """Say something below the picture."""
        self.sentence.say(sentence, AMBER)

    def look_at(self, source: str) -> None:
        """Look at a picture, a video or a camera by its number or name; nothing where nothing is named."""
        self._put_away()
        if source and self._hand is not None:
            self._trouble = self._locate(self._hand, source)
        if source and not self._trouble:
            self._feed = FrameFeed(lambda: open_source(source, devices=known_devices()), None, self)
            self._feed.arrived.connect(self._take_frame)
            self._feed.troubled.connect(self._take_trouble)
            self._feed.start()
        self._show()

    def _locate(self, hand: HandheldCamera, source: str) -> str:
        """Find where a picture was taken from by a camera in the hand; what is wrong with it, where that fails."""
        try:
            located = locate_picture(hand, read_sensor_picture(Path(source)))
        except OperationError as failure:
            return str(failure)
        self._camera = located.upright[1]
        self.ruler = Ruler(self.ruler.board, camera=self._camera.lens)
        return ""

    def choose_picture(self) -> None:
        """Look for a picture among the files."""
        name, _ = QFileDialog.getOpenFileName(self, pgettext("RulerWindow", "A picture of the map"), "", _PICTURES)
        if name:
            self.look_at(name)

    # --- Qt ------------------------------------------------------------------------------------------------------

    def closeEvent(self, event: QCloseEvent) -> None:
        """The camera is let go."""
        self._put_away()
        super().closeEvent(event)

    def _arrange(self) -> None:
        self.canvas = RulerCanvas(self)
        self.canvas.clicked.connect(self.click)
        self.sentence = OneLine(self, size_pt=26, colour=ACCENT, bold=True)
        self.hints = OneLine(self, size_pt=SMALL_PT, colour=ASH)
        self.number = QLineEdit(self)
        self.number.setPlaceholderText("0307")
        self.number.setMaxLength(4)
        self.number.setFixedWidth(130)
        self.number.setEnabled(False)
        self.number.setAccessibleName(pgettext("RulerWindow", "Number of the hex clicked"))
        self.number.returnPressed.connect(self.name_hex)
        self.mark_button = QPushButton(pgettext("RulerWindow", "More marks"), self)
        self.mark_button.setCheckable(True)
        self.open_button = push_button(pgettext("RulerWindow", "Picture …"), self, self.choose_picture)
        self.live_button = push_button(pgettext("RulerWindow", "Camera"), self, lambda: self.look_at(_FIRST_CAMERA))
        buttons = self.mark_button, self.open_button, self.live_button
        for button in buttons:
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        line = row_of((self.sentence, 1), self.number)
        foot = column_of(line, row_of(1, *buttons), self.hints, margins=(16, 4, 16, 0))
        ground = QWidget(self)
        column_of((self.canvas, 1), foot, on=ground, margins=(0, 0, 0, 6))
        self.setCentralWidget(ground)
        self.install_actions(self._keys(), described=self._canvas_keys(), menus=False)

    def _keys(self) -> tuple[WindowAction, ...]:
        act = ActionMenu(pgettext("RulerWindow", "Hex ruler")).action
        clicked = unless(
            lambda: self._waiting is not None or self.ruler.without_last() != self.ruler,
            pgettext("RulerWindow", "Nothing has been clicked yet that could be taken back."),
        )
        gridded = unless(
            lambda: self.ruler.grid is not None,
            pgettext("RulerWindow", "Click three hexes and name them first; a fourth mark comes after that."),
        )
        return (
            act(
                "click.back", pgettext("RulerWindow", "Take the last click back"), "Backspace", self.take_back, clicked
            ),
            act("marks", pgettext("RulerWindow", "More marks"), "Alt+M", self.mark_button.toggle, gridded),
            act("picture", pgettext("RulerWindow", "Picture …"), "Alt+P", self.choose_picture),
            act("camera", pgettext("RulerWindow", "Camera"), "Alt+C", lambda: self.look_at(_FIRST_CAMERA)),
        )

    def _canvas_keys(self) -> tuple[WindowAction, ...]:
        """What the picture takes from keys while it has them."""
        act, canvas = ActionMenu(pgettext("RulerWindow", "Hex ruler")).action, self.canvas
        crossed = unless(
            lambda: canvas.has_cross, pgettext("RulerWindow", "Move the cross hair with the arrow keys first.")
        )
        move = pgettext("RulerWindow", "Move the cross hair; with Shift a little")
        return (
            *(act(f"move.{number}", move, key, canvas.setFocus) for number, key in enumerate(("Left", "Down"), 1)),
            act("click", pgettext("RulerWindow", "Click there"), "Return Enter", canvas.setFocus, crossed),
            act("larger", pgettext("RulerWindow", "Larger"), "+ =", canvas.setFocus, canvas.why_not_larger),
            act("smaller", pgettext("RulerWindow", "Smaller"), "-", canvas.setFocus, canvas.why_not_smaller),
        )

    def _show(self) -> None:
        self.canvas.show_ruler(self.ruler, self._waiting)
        if self._trouble:
            self.sentence.say(self._trouble, AMBER)
        elif self._feed is None:
            self.sentence.say(pgettext("RulerWindow", "Open a picture of the map, or the camera."), ACCENT)
        elif self._waiting is not None:
            self.sentence.say(pgettext("RulerWindow", "Type the number printed in that hex, then Enter."), ACCENT)
        else:
            self.sentence.say(self.ruler.sentence, PAPER if self.ruler.range is not None else ACCENT)
        self.hints.say(self._hints())

    def _hints(self) -> str:
        grid = self.ruler.grid
        parts = [
            pgettext("RulerWindow", "Backspace removes the last click"),
            pgettext("RulerWindow", "wheel zooms, arrow keys and Enter click"),
            pgettext("RulerWindow", "F1 lists all keys"),
        ]
        if grid is not None and self._camera is None and len(self.ruler.marks) == 3:
            parts.append(
                pgettext("RulerWindow", "if the hexes drift off the map, add a fourth mark (Alt+M) in the far corner")
            )
        if grid is not None and len(self.ruler.marks) > 3:
            parts.append(pgettext("RulerWindow", "marks fit within {0:.0f} px").format(grid.error_px))
        return "   ·   ".join(parts)

    def _forget_click(self) -> None:
        self._waiting = None
        self.number.clear()
        self.number.setEnabled(False)
        self.mark_button.setChecked(False)
        self.canvas.setFocus()

    def _take_frame(self) -> None:
        live = self._feed.newest() if self._feed is not None else None
        if live is not None:
            self.canvas.show_picture(live.image)
            # A picture of another size than the camera was calibrated with is measured wrongly.
            size_wh = live.image.width(), live.image.height()
            if self._camera is None or size_wh == self._camera.lens.size_wh:
                return
            wide, high = self._camera.lens.size_wh
            words = pgettext(
                "RulerWindow", "This picture is {0} × {1} px, the camera file is for {2} × {3}: use its own pictures."
            )
            self._take_trouble(words.format(*size_wh, wide, high))

    def _take_trouble(self, trouble: str) -> None:
        if trouble != self._trouble:
            self._trouble = trouble
            self._show()

    def _put_away(self) -> None:
        feed, self._feed, self._trouble = self._feed, None, ""
        if feed is not None:
            feed.close()
