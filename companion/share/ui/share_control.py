"""The keys of sharing, in whichever window: begin, show the codes, end. Nothing is loaded before it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from companion.errors import OperationError
from companion.session.launch import ShareWish
from companion.text import plural, translate

if TYPE_CHECKING:
    from companion.share.ui.share_panel import SharePanel
    from companion.share.ui.sharing import Sharing

SHARE_KEY: Final = "F10"
END_KEY: Final = "Shift+F10"


class ShareControl(QObject):
    """make: what is shared, made when it is; over: what the codes lie over; show: how it stands, "" while it is off;
    say: takes a sentence about what went wrong or was done; changed: called when it begins and ends."""

    def __init__(
        self,
        make: Callable[[], Sharing],
        over: QWidget,
        *,
        show: Callable[[str], object],
        say: Callable[[str], object],
        changed: Callable[[], object],
    ) -> None:
        super().__init__(over)
        self._make, self._over, self._show, self._say = make, over, show, say
        self._changed = changed
        self.sharing: Sharing | None = None
        self.panel: SharePanel | None = None

    @property
    def is_on(self) -> bool:
        """Whether anybody can read."""
        return self.sharing is not None and self.sharing.is_on

    def show_codes(self) -> None:
        """Begin to share, if nothing is shared yet; then the next code."""
        from companion.share.server import DEFAULT_PORT  # noqa: PLC0415  (loaded only when it is wanted)

        if self.is_on or self._begun(lambda sharing: sharing.begin_anywhere(DEFAULT_PORT)):
            self._panel().turn_on()

    def begin(self, wish: ShareWish) -> None:
        """Begin as the command line asked, and tell there where the pages are."""
        if self._begun(lambda sharing: sharing.begin(wish.port)) and self.sharing is not None:
            for kind in ("spectator", "overlay"):
                invitation = self.sharing.invite(kind)
                if invitation is not None:
                    wish.announce(f"{_titles()[kind]}: {invitation.address}")
            self._panel().turn_on()

    def end(self) -> None:
        """Close every socket."""
        if self.sharing is not None and self.is_on:
            self.sharing.end()
            self.put_away()
            self._show("")
            self._changed()
            self._say(translate("share", "Sharing has ended."))

    def close(self) -> None:
        """The window closes: no thread outlives it."""
        if self.sharing is not None:
            self.sharing.end()

    def refresh(self) -> None:
        """What is shared has changed."""
        if self.sharing is not None:
            self.sharing.refresh()

    def put_away(self) -> bool:
        """Hide the codes; whether they were there."""
        return self.panel is not None and self.panel.put_away()

    def place(self) -> None:
        """What the codes lie over has another size."""
        if self.panel is not None and self.panel.isVisible():
            self.panel.place()

    def _begun(self, begin: Callable[[Sharing], object]) -> bool:
        if self.sharing is None:
            self.sharing = self._make()
            self.sharing.readers_changed.connect(self._count)
        try:
            begin(self.sharing)
        except OperationError as failure:
            self._say(str(failure))
            return False
        self._count(0)
        self._changed()
        if self.sharing.reaches_nobody:
            self._say(translate("share", "This computer is in no network: phones cannot reach it."))
        return True

    @Slot(int)
    def _count(self, readers: int) -> None:
        if self.is_on:
            looking = plural("{count} looking on", "{count} looking on", readers)
            self._show(translate("share", "⇪ shared · {looking} [{key} ends it]", looking=looking, key=END_KEY))

    def _panel(self) -> SharePanel:
        from companion.share.ui.share_panel import SharePanel  # noqa: PLC0415  (as above)

        assert self.sharing is not None
        if self.panel is None:
            keys = translate(
                "share", "[{next}] next code   [Esc] close   [{end}] end sharing", next=SHARE_KEY, end=END_KEY
            )
            self.panel = SharePanel(self.sharing, self._over, keys=keys)
        return self.panel


def _titles() -> dict[str, str]:
    return {"spectator": translate("share", "Look on"), "overlay": translate("share", "Stream (OBS)")}
