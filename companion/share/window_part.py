"""Sharing from a window of the core: the keys that begin it, show the codes and end it, and how it stands. Nothing of
the server is loaded before it is asked for.

Codes to join by are shown one at a time and large enough to be scanned across a table; each is drawn when it is shown
and not shown again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from companion.errors import OperationError
from companion.opencv import cv2
from companion.share.sharing import Invitation, Sharing
from companion.text import ngettext, pgettext
from companion.ui.actions import ActionMenu, WindowAction, unless
from companion.ui.keyed_window import KeyedWindow
from companion.ui.layouts import column_of, row_of
from companion.ui.painting import qimage_of
from companion.ui.plain_widgets import PlainLabel, plain_label
from companion.ui.themes import ACCENT, BASE_PT, RULING_PT, SLATE, SMALL_PT, in_theme
from companion.ui.window_parts import HeadLine, WindowPart
from companion.web import readable_code

if TYPE_CHECKING:
    from companion.share.sharing import Sharing
    from companion.ui.match import MatchWindow
    from companion.ui.ogre_card import CardWindow


SHARE_KEY: Final = "F10"
END_KEY: Final = "Shift+F10"


@dataclass(frozen=True, slots=True)
class ShareWish:
    """Sharing that the command line asks for: the port, and who is given the addresses."""

    port: int
    announce: Callable[[str], object]


class ShareControl(WindowPart):
    """make: what is shared, made when it is; line: how it stands; say: takes a sentence about what went wrong or was
    done; menu: where its actions stand."""

    def __init__(
        self,
        window: KeyedWindow,
        make: Callable[[], Sharing],
        *,
        line: HeadLine,
        say: Callable[[str], object],
        menu: str,
    ) -> None:
        super().__init__(window)
        self._window, self._make, self._line, self._say, self._menu = window, make, line, say, menu
        line.setStyleSheet(f"font-size: {SMALL_PT}pt; font-weight: bold;")
        self.sharing: Sharing | None = None
        self.panel: SharePanel | None = None

    def actions(self) -> tuple[WindowAction, ...]:
        """Begin or show the next code; end."""
        act = ActionMenu(self._menu).action
        shared = unless(lambda: self.is_on, pgettext("share", "Nothing is shared now; {key} begins.", key=SHARE_KEY))
        return (
            act("share", pgettext("share", "Share: codes to join"), SHARE_KEY, self.show_codes),
            act("share.end", pgettext("share", "End sharing"), END_KEY, self.end, shared),
        )

    @property
    def is_on(self) -> bool:
        """Whether anybody can read."""
        return self.sharing is not None and self.sharing.is_on

    def show_codes(self) -> None:
        """Begin to share, if nothing is shared yet; then the next code."""
        from companion.web import DEFAULT_PORT  # noqa: PLC0415  (loaded only when it is wanted)

        if self.is_on or self._begun(lambda sharing: sharing.begin_anywhere(DEFAULT_PORT)):
            self._panel().turn_on()

    def begin(self, wish: object) -> None:
        """Begin as the command line asked, and print there where the pages are."""
        assert isinstance(wish, ShareWish)
        if self._begun(lambda sharing: sharing.begin(wish.port)) and self.sharing is not None:
            self._announce(self.sharing, wish)

    def _announce(self, sharing: Sharing, wish: ShareWish) -> None:
        """The addresses of all pages, the referee's key beside the players'; that of the code shown first as it is
        shown."""
        from companion.share.window_part import words_of  # noqa: PLC0415  (loaded only when it is wanted)

        panel = self._panel()
        panel.turn_on()
        for kind in sharing.kinds:
            on_screen = panel.invitation is not None and kind == sharing.kinds[0]
            invitation = panel.invitation if on_screen else sharing.invite(kind)
            if invitation is not None:
                title, _ = words_of(invitation, has_camera=sharing.table.photos is not None)
                wish.announce(f"{title}: {invitation.address}")

    def end(self) -> None:
        """Close every socket."""
        if self.sharing is not None and self.is_on:
            self.sharing.end()
            self.put_away()
            self._line.show_words("")
            self._window.refresh_actions()
            self._say(pgettext("share", "Sharing has ended."))

    def close(self) -> None:
        """The window closes: no thread outlives it."""
        if self.sharing is not None:
            self.sharing.end()

    def refresh(self) -> None:
        """What is shared has changed."""
        if self.sharing is not None:
            self.sharing.refresh()

    @property
    def lies_over(self) -> bool:
        """Whether the codes are shown."""
        return self.panel is not None and self.panel.isVisible()

    def put_away(self) -> bool:
        """Hide the codes; whether they were there."""
        return self.panel is not None and self.panel.put_away()

    def place(self) -> None:
        """What the codes lie over has another size."""
        if self.panel is not None and self.lies_over:
            self.panel.place()

    def _begun(self, begin: Callable[[Sharing], object]) -> bool:
        if self.sharing is None:
            self.sharing = self._make()
            self.sharing.viewers_changed.connect(self._count)
            self.sharing.shown.connect(self._show_line)
        try:
            begin(self.sharing)
        except OperationError as failure:
            self._say(str(failure))
            return False
        self._count(0)
        self._window.refresh_actions()
        if self.sharing.reaches_nobody:
            self._say(pgettext("share", "This computer is in no network: phones cannot reach it."))
        return True

    @Slot(int)
    def _count(self, _viewers: int) -> None:
        self._show_line()

    @Slot()
    def _show_line(self) -> None:
        """How many look on; and who calls the referee by a phone."""
        if self.sharing is not None and self.is_on:
            looking = ngettext("{count} looking on", "{count} looking on", self.sharing.viewers)
            shared = pgettext("share", "⇪ shared · {looking} [{key} ends it]", looking=looking, key=END_KEY)
            summons = self.sharing.table.summons
            self._line.show_words(f"◆ {summons} · {shared}" if summons else shared)

    def _panel(self) -> SharePanel:
        from companion.share.window_part import SharePanel  # noqa: PLC0415  (as above)

        assert self.sharing is not None
        if self.panel is None:
            keys = pgettext(
                "share", "[{next}] next code   [Esc] close   [{end}] end sharing", next=SHARE_KEY, end=END_KEY
            )
            self.panel = SharePanel(self.sharing, self._window, keys=keys)
        return self.panel


def share_match(window: MatchWindow) -> ShareControl:
    """What shares the match of a window."""

    def make() -> Sharing:
        from companion.share.sharing import MatchSharing  # noqa: PLC0415  (loaded only when it is wanted)

        return MatchSharing(window)

    line = window.add_head_line("shared")
    return ShareControl(window, make, line=line, say=window.report, menu=pgettext("match", "Match"))


def share_card(window: CardWindow) -> ShareControl:
    """What shares the card of a window."""

    def make() -> Sharing:
        from companion.share.sharing import Sharing  # noqa: PLC0415  (as above)
        from companion.share.tables import CardTable  # noqa: PLC0415  (as above)

        return Sharing(CardTable(lambda: window.card, window.show_card), window)

    line = window.add_head_line("shared")
    return ShareControl(window, make, line=line, say=window.say, menu=pgettext("card", "Card"))


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
