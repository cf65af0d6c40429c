"""Which camera: those that are plugged in by name, or one in the network by its address; with its live picture."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from companion.camera.sources import is_network_address
from companion.codec.sources import open_source
from companion.session.match_setup import SourceChoice
from companion.session.table_measurement import LightLevel, light_level
from companion.text import pgettext
from companion.ui.actions import ActionMenu, WindowAction, unless
from companion.ui.frame_feed import LiveFrame
from companion.ui.layouts import column_of
from companion.ui.plain_widgets import button_of, plain_label, set_words
from companion.ui.settings import remember_source
from companion.ui.start.feed_page import FeedPage
from companion.ui.themes import type_pt

_WIDTH_PX: Final = 430
_MARGINS_PX: Final = 24
_KEYS: Final = 9
_EXAMPLE: Final = "http://192.168.0.7:8080/video"


class CameraPage(FeedPage):
    """``chosen``: the words of the camera taken; ``again_wanted``: look for cameras once more."""

    chosen = Signal(str)
    again_wanted = Signal()

    def __init__(self, choices: Sequence[SourceChoice], first: str = "", parent: QWidget | None = None) -> None:
        super().__init__(pgettext("CameraPage", "Take this camera  (Enter)"), parent)
        self._choices, self._at, self._size = list(choices), -1, ""
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
        self._side = QWidget(self)
        self._side.setFixedWidth(round(type_pt(_WIDTH_PX)))
        about = plain_label(network.format(_EXAMPLE), "small", wrap=True)
        column_of(self._panel, about, self.address, 1, on=self._side, spacing=14)
        self._stand_beside(self._side)
        self._begin(first)

    def is_ready(self) -> bool:
        """Whether there is a picture to go by."""
        return bool(self._size)

    def actions_here(self) -> tuple[WindowAction, ...]:
        """Every camera by its number, an address, looking again, going on."""
        act = ActionMenu(pgettext("CameraPage", "Camera"), "camera.").action
        title = pgettext("start", "Camera {0}")
        numbers = range(1, len(self._choices[:_KEYS]) + 1)
        ready = unless(
            lambda: self.is_ready() or self.address.hasFocus(),
            pgettext("CameraPage", "No camera shows a picture yet: choose one, or wait."),
        )
        return (
            *(act(f"{n}", title.format(n), str(n), partial(self.choose, n - 1)) for n in numbers),
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
        self._open_feed(self._choices[at])
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

    def on_frame(self, live: LiveFrame) -> None:
        """Show it; say whether it is good enough to go on."""
        self._size = f"{live.image.width()} × {live.image.height()}"
        self.picture.show_live(live.image, None)
        light = light_level(live.pixels)
        if light is LightLevel.FINE:
            reported = pgettext("CameraPage", "{0} px. Is the whole table in view, from above at an angle? Enter.")
            self._say(reported.format(self._size), "ok")
        else:
            self._say(light.advice, "amber")

    def on_trouble(self, why: str) -> None:
        """Say it in the place of the picture."""
        if why:
            self._size = ""
            self.picture.show_words(why)
            self._say(why, "amber")

    def _say(self, text: str, mood: str) -> None:
        self._foot.say(text, mood)
        self._foot.go.setEnabled(self.is_ready())
        self.changed.emit()

    def _add_button(self, number: int) -> None:
        self._buttons.append(button_of("", partial(self.choose, number), "choice", checkable=True, parent=self))
        self._panel.addWidget(self._buttons[-1])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Names of cameras are as long as their makers like."""
        super().resizeEvent(event)
        for number, button in enumerate(self._buttons):
            set_words(button, f"{number + 1}   {self._choices[number].name}", self._side.width() - _MARGINS_PX)

    def _begin(self, first: str) -> None:
        """With the camera used last, where it is there; else the first one."""
        if is_network_address(first):
            self.address.setText(first)
        if self._choices:
            self.choose(next((n for n, choice in enumerate(self._choices) if choice.words == first), 0))
        else:
            none = pgettext("CameraPage", "No camera found. Plug one in and press R, or enter an address (A).")
            self.picture.show_words(none)
            self._say(none, "amber")
