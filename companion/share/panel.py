"""The codes by which people join, one at a time and large enough to be scanned across a table. Each is drawn when it is
shown and not shown again.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from companion.opencv import cv2
from companion.share.sharing import Invitation, Sharing
from companion.text import pgettext
from companion.ui.layouts import column_of, row_of
from companion.ui.painting import qimage_of
from companion.ui.plain_widgets import PlainLabel, plain_label
from companion.ui.themes import ACCENT, BASE_PT, RULING_PT, SLATE, SMALL_PT, in_theme
from companion.web import readable_code

_CODE_PX: Final = 300
_WIDTH_PX: Final = 620
#: The quiet zone that the standard asks for round a code, in its modules (ISO/IEC 18004).
_QUIET: Final = 4
_SHEET: Final = f"""
    #share_panel {{ background: {SLATE}; border: 2px solid {ACCENT}; border-radius: 12px; }}
    #share_panel QLabel {{ background: {SLATE}; font-size: {SMALL_PT}pt; }}
    #share_panel #share_title {{ font-size: {BASE_PT}pt; font-weight: bold; }}
    #share_panel #share_code {{ font-size: {RULING_PT}pt; font-weight: bold; color: {ACCENT}; }}
"""


class SharePanel(QFrame):
    """Lies over its parent; ``turn_on`` leads from one code to the next and, after the last, away."""

    def __init__(self, sharing: Sharing, parent: QWidget, *, keys: str) -> None:
        super().__init__(parent)
        self.setObjectName("share_panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setStyleSheet(in_theme(_SHEET))
        self.setFixedWidth(_WIDTH_PX)
        self._sharing, self._under = sharing, parent
        self._at = -1
        self.invitation: Invitation | None = None
        self._title, self._about = plain_label(name="share_title", wrap=True), plain_label(wrap=True)
        self._picture, self._code = PlainLabel(parent=self), PlainLabel(parent=self)
        self._code.setObjectName("share_code")
        self._address = plain_label(wrap=True)
        self._address.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for label in (self._picture, self._code, self._address):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._next = QPushButton(pgettext("share", "Next code"), self)
        self._next.setObjectName("share_next")
        self._next.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._next.clicked.connect(self.turn_on)
        self._other = QPushButton(pgettext("share", "Other network"), self)
        self._other.setObjectName("share_other")
        self._other.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._other.clicked.connect(self._into_other_network)
        foot = row_of((plain_label(keys, wrap=True), 1), self._other, self._next)
        parts = (self._title, self._about, self._picture, self._code, self._address, foot)
        column_of(*parts, on=self, margins=(24, 18, 24, 18), spacing=8)
        self.hide()

    def turn_on(self) -> None:
        """Show the next code; after the last one, none."""
        kinds = self._sharing.kinds
        self._at += 1
        if self._at >= len(kinds):
            self.put_away()
            return
        self.show_kind(kinds[self._at])

    def _into_other_network(self) -> None:
        """The same code by the address that this computer has in another network."""
        self._sharing.turn_network()
        if 0 <= self._at < len(self._sharing.kinds):
            self.show_kind(self._sharing.kinds[self._at])

    def put_away(self) -> bool:
        """Hide it; whether it was there."""
        there = self.isVisible()
        self._at, self.invitation = -1, None
        self.hide()
        return there

    def show_kind(self, kind: str) -> None:
        """Draw a code for one kind of viewer, and show it."""
        invitation = self.invitation = self._sharing.invite(kind)
        if invitation is None:
            return
        title, about = words_of(invitation, has_camera=self._sharing.table.photos is not None)
        self._title.setText(title)
        self._about.setText(about)
        self._picture.setPixmap(QPixmap.fromImage(qimage_of(qr_picture(invitation.address))))
        self._code.setText(readable_code(invitation.code))
        short = self._sharing.short_address
        self._address.setText(f"{invitation.address}\n{short}" if short else invitation.address)
        self._other.setVisible(self._sharing.networks > 1)
        self.show()
        self.place()

    def place(self) -> None:
        """Into the middle of what it lies on."""
        under = self._under
        self.adjustSize()
        self.move(max(0, (under.width() - self.width()) // 2), max(0, (under.height() - self.height()) // 2))
        self.raise_()


def qr_picture(text: str) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A text as a QR code with its quiet zone, black on white, shape (height, width, 3)."""
    modules = np.asarray(cv2.QRCodeEncoder.create().encode(text), np.uint8)
    modules = modules[np.ix_(np.any(modules == 0, axis=1), np.any(modules == 0, axis=0))]
    framed = np.pad(modules, _QUIET, constant_values=255)
    scale = max(1, _CODE_PX // len(framed))
    return np.repeat(np.kron(framed, np.ones((scale, scale), np.uint8))[..., None], 3, axis=2)


def words_of(invitation: Invitation, *, has_camera: bool) -> tuple[str, str]:
    """Title and sentence. has_camera: whether the referee's phone takes the pictures."""
    if has_camera and invitation.kind == "referee":
        about = pgettext(
            "share",
            "Scan it with the phone that takes the pictures: it shows every die that is read, and what it may hit. "
            "The code holds once.",
        )
        return pgettext("share", "Phone with the camera"), about
    player = invitation.allowed.player
    titles = {
        "spectator": (
            pgettext("share", "Look on"),
            pgettext("share", "Scan it with any phone or tablet in this network. Many may use this code."),
        ),
        "card": (
            pgettext("share", "Phone of {player}", player=player) if player else pgettext("share", "Ogre card"),
            pgettext("share", "It calls the referee, and is the card of an Ogre. The first phone to scan it has it."),
        ),
        "referee": (
            pgettext("share", "Referee"),
            pgettext("share", "For the referee's tablet: corrections, close calls, undo. The code holds once."),
        ),
        "overlay": (
            pgettext("share", "Stream (OBS)"),
            pgettext("share", "Enter the address in OBS as a browser source. The code also opens the event stream."),
        ),
    }
    return titles[invitation.kind]
