"""Which camera: those that are plugged in by name, or one in the network by its address; with its live picture."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from companion.camera.sources import is_network_address
from companion.codec.source import open_source
from companion.session.match_setup import SourceChoice
from companion.session.table_measurement import LightLevel, light_level
from companion.text import pgettext
from companion.ui.actions import ActionMenu, WindowAction, unless
from companion.ui.frame_feed import FrameFeed
from companion.ui.layouts import column_of, row_of
from companion.ui.memory import remember_source
from companion.ui.plain_widgets import plain_label, set_words
from companion.ui.start.foot import Foot
from companion.ui.start.live_picture import LivePicture
from companion.ui.themes import type_pt

_WIDTH_PX: Final = 430
_MARGINS_PX: Final = 24
_KEYS: Final = 9
_EXAMPLE: Final = "http://192.168.0.7:8080/video"


class CameraPage(QWidget):
    """``chosen``: the words of the camera taken; ``again_wanted``: look for cameras once more."""

    chosen = Signal(str)
    changed = Signal()
    again_wanted = Signal()

    def __init__(self, choices: Sequence[SourceChoice], first: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choices, self._at, self._size = list(choices), -1, ""
        self._feed: FrameFeed | None = None
        self.picture = LivePicture(self)
        self.address = QLineEdit(self)
        self.address.setObjectName("small")
        self.address.setAccessibleName(pgettext("CameraPage", "Address of a camera on the network"))
        self.address.returnPressed.connect(self.take_address)
        self._buttons: list[QPushButton] = []
        self._panel = column_of(plain_label(pgettext("TablePanel", "Camera"), "section"), spacing=8)
        for number in range(len(self._choices)):
            self._add_button(number)
        network = pgettext(
            "CameraPage", "A   A phone on your network: the address that its camera app shows, such as {0}"
        )
        column = column_of(
            self._panel, plain_label(network.format(_EXAMPLE), "small", wrap=True), self.address, 1, spacing=14
        )
        side = QWidget(self)
        side.setLayout(column)
        side.setFixedWidth(round(type_pt(_WIDTH_PX)))
        self._side = side
        self._foot = Foot(pgettext("CameraPage", "Take this camera  (Enter)"), self)
        self._foot.go.clicked.connect(self.go)
        middle = row_of((self.picture, 1), side, margins=(16, 16, 16, 16), spacing=16)
        column_of((middle, 1), self._foot, on=self, margins=(0, 0, 0, 0), spacing=0)
        self._begin(first)

    @property
    def sentence(self) -> str:
        """What is said now."""
        return self._foot.text

    def is_ready(self) -> bool:
        """Whether there is a picture to go by."""
        return bool(self._size)

    def actions_here(self) -> tuple[WindowAction, ...]:
        """Every camera by its number, an address, looking again, going on."""
        act = ActionMenu(pgettext("CameraPage", "Camera"), "camera.").action
        title = pgettext("start", "Camera {0}")
        cameras = [
            act(f"{n + 1}", title.format(n + 1), str(n + 1), partial(self.choose, n))
            for n in range(len(self._choices[:_KEYS]))
        ]
        ready = unless(self._may_go, pgettext("CameraPage", "No camera shows a picture yet: choose one, or wait."))
        return (
            *cameras,
            act("address", pgettext("CameraPage", "Enter an address"), "A", self.address.setFocus),
            act("again", pgettext("start", "Look for cameras again"), "R", self.again_wanted.emit),
            act("go", pgettext("CameraPage", "Take this camera"), "Return Enter", self.go, ready),
        )

    def choose(self, at: int) -> None:
        """Show the pictures of another camera."""
        self.close_feed()
        self._at, self._size = at, ""
        for number, button in enumerate(self._buttons):
            button.setChecked(number == at)
        choice = self._choices[at]
        assert choice.opening is not None
        self.picture.show_words(pgettext("TablePage", "Opening {0} …").format(choice.name))
        self._feed = FrameFeed(choice.opening, None)
        self._feed.arrived.connect(self._take)
        self._feed.troubled.connect(self._trouble)
        self._feed.start()
        self._say(pgettext("TablePage", "Waiting for the first picture …"), "amber")

    def take_address(self) -> None:
        """Take the camera at the address that is typed."""
        words = self.address.text().strip()
        if not is_network_address(words):
            self._say(pgettext("CameraPage", "An address looks like {0}.").format(_EXAMPLE), "amber")
            return
        self._choices.append(SourceChoice(words, words, partial(open_source, words)))
        self._add_button(len(self._choices) - 1)
        self.setFocus()
        self.choose(len(self._choices) - 1)

    def go(self) -> None:
        """Take the camera that is shown, and remember it. While an address is typed: take that."""
        if self.address.hasFocus():
            self.take_address()
        elif self.is_ready():
            words = self._choices[self._at].words
            self.close_feed()
            remember_source(words)
            self.chosen.emit(words)

    def close_feed(self) -> None:
        """No thread outlives its page."""
        feed, self._feed = self._feed, None
        if feed is not None:
            feed.close()

    def _may_go(self) -> bool:
        return self.is_ready() or self.address.hasFocus()

    @Slot()
    def _take(self) -> None:
        live = self._feed.newest() if self._feed is not None else None
        if live is None:
            return
        self._size = f"{live.image.width()} × {live.image.height()}"
        self.picture.show_live(live.image, None)
        light = light_level(live.pixels)
        if light is LightLevel.FINE:
            reported = pgettext("CameraPage", "{0} px. Is the whole table in view, from above at an angle? Enter.")
            self._say(reported.format(self._size), "ok")
        else:
            self._say(light.advice, "amber")

    @Slot(str)
    def _trouble(self, why: str) -> None:
        if why:
            self._size = ""
            self.picture.show_words(why)
            self._say(why, "amber")

    def _say(self, text: str, mood: str) -> None:
        self._foot.say(text, mood)
        self._foot.go.setEnabled(self.is_ready())
        self.changed.emit()

    def _add_button(self, number: int) -> None:
        button = QPushButton(self)
        button.setObjectName("choice")
        button.setCheckable(True)
        button.clicked.connect(lambda: self.choose(number))
        self._buttons.append(button)
        self._panel.addWidget(button)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Names of cameras are as long as their makers like."""
        super().resizeEvent(event)
        for number, button in enumerate(self._buttons):
            set_words(button, f"{number + 1}   {self._choices[number].name}", self._side.width() - _MARGINS_PX)

    def _begin(self, first: str) -> None:
        """With the camera used last, where it is there; else the first one."""
        if is_network_address(first):
            self.address.setText(first)
        if not self._choices:
            none = pgettext("CameraPage", "No camera found. Plug one in and press R, or enter an address (A).")
            self.picture.show_words(none)
            self._say(none, "amber")
            return
        self.choose(next((n for n, choice in enumerate(self._choices) if choice.words == first), 0))
