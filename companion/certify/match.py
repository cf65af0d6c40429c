"""What certifying adds to the window of a match: the key by which people rule and the program is silent, and the one
that keeps a table that was read wrongly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.certify.misread_tables import MisreadRecorder
from companion.certify.shadow import ShadowRecorder, describe_totals, shadow_page
from companion.codec.document import write_text
from companion.errors import OperationError
from companion.text import gettext, pgettext
from companion.ui.actions import ActionMenu, WindowAction, unless
from companion.ui.keyed_window import WindowPart

if TYPE_CHECKING:
    from companion.ui.match import MatchWindow


class CertifyInMatch(WindowPart):
    """Begins and ends a shadow record of a match, and keeps its tables that were read wrongly."""

    def __init__(self, window: MatchWindow) -> None:
        super().__init__(window)
        self._window, self._presenter = window, window.presenter
        self._recorder: ShadowRecorder | None = None
        self._misread = MisreadRecorder(lambda: self._presenter.position)
        self._presenter.observers.append(self._misread)

    def actions(self) -> tuple[WindowAction, ...]:
        """One in the menu of the table, one in that of the match."""
        table, match = ActionMenu(pgettext("match", "Table")).action, ActionMenu(pgettext("match", "Match")).action
        watched = unless(lambda: self._window.watch is not None, pgettext("match", "No camera watches this table."))
        return (
            table("misread", pgettext("match", "That was misread: save it"), "F9", self.save_misread, watched),
            match("shadow", pgettext("match", "You rule, the program is silent (on/off)"), "F8", self.toggle_shadow),
        )

    def begin(self, wish: object) -> None:
        """Let the people rule from the start."""
        self.toggle_shadow()

    def save_misread(self) -> None:
        """Save the table as it was read, for `companion report`; what is put right on it from now on is saved too."""
        try:
            path = self._misread.save()
        except OperationError as failure:
            self._window.report(str(failure))
            return
        message = pgettext(
            "match", "Saved as read wrongly: {path}. What you put right on this table now is saved with it."
        )
        self._window.report(message.format(path=path))

    def toggle_shadow(self) -> None:
        """Let the people rule, the program silent; or say again what it thinks, and write the page."""
        if self._recorder is not None:
            self._window.report(self._end(self._recorder))
            return
        self._recorder = ShadowRecorder(self._presenter)
        self._recorder.begin()
        self._presenter.go(self._presenter.mode)
        self._window.report(
            pgettext("match", "From now on you rule: key what you decided. F8 ends it, with a page of both.")
        )

    def close(self) -> None:
        """What was begun ends, with its page."""
        if self._recorder is not None:
            self._end(self._recorder)

    def _end(self, recorder: ShadowRecorder) -> str:
        """End it and write the page; what to say of it."""
        self._recorder = None
        recorder.end()
        self._presenter.go(self._presenter.mode)
        if recorder.path is None:
            return recorder.trouble or pgettext("match", "Nothing was decided.")
        page = recorder.path.with_suffix(".html")
        try:
            write_text(page, shadow_page([recorder.record]), gettext("make room for it"))
        except OperationError as failure:
            return str(failure)
        return f"{describe_totals([recorder.record])} {gettext('The page is {place}.', place=page)}"
