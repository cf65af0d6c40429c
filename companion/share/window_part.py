"""Sharing from a window of the core: the keys that begin it, show the codes and end it, and how it stands. Nothing of
the server is loaded before it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Slot

from companion.errors import OperationError
from companion.text import ngettext, pgettext
from companion.ui.actions import ActionMenu, WindowAction, unless
from companion.ui.keyed_window import HeadLine, KeyedWindow, WindowPart
from companion.ui.themes import SMALL_PT

if TYPE_CHECKING:
    from companion.share.panel import SharePanel
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
        from companion.share.panel import words_of  # noqa: PLC0415  (loaded only when it is wanted)

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
        from companion.share.panel import SharePanel  # noqa: PLC0415  (as above)

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
