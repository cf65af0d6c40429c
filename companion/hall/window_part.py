"""A match published to a hall from its window: the keys, how the line is, and the call for the referee."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QTimer

from companion.errors import OperationError
from companion.session.live import TableSnapshot
from companion.session.play import Inference, RefereeSummons
from companion.text import ngettext, pgettext
from companion.ui.actions import ActionMenu, WindowAction, unless
from companion.ui.keyed_window import WindowPart
from companion.ui.themes import AMBER, OK

if TYPE_CHECKING:
    from companion.hall.publication import TablePublication
    from companion.session.stream import PresenterStream
    from companion.ui.match import MatchWindow

#: How often it is looked at how the line is, and whether a referee comes; ms.
_LOOK_MS: Final = 500


class MatchPublishing(WindowPart):
    """The match of a window, published from `begin` to `end`. publication: there while it is."""

    def __init__(self, window: MatchWindow) -> None:
        super().__init__(window)
        self._window, self._presenter = window, window.presenter
        self._head = window.add_head_line("hall_line")
        self.publication: TablePublication | None = None
        self._stream: PresenterStream | None = None
        self._stated = ("", False)
        self._summons: RefereeSummons | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self._refresh)

    def actions(self) -> tuple[WindowAction, ...]:
        """Call the referee, stop publishing."""
        act = ActionMenu(pgettext("match", "Match")).action
        published = unless(
            lambda: self.publication is not None,
            pgettext("match", "This match is not published to a hall; companion play --publish begins one that is."),
        )
        call = pgettext("match", "Call a referee, or cancel the call")
        return (
            act("referee", call, "F12", self.call_referee, published),
            act("publish.end", pgettext("match", "Stop publishing"), "Shift+F12", self.end, published),
        )

    def begin(self, wish: object) -> None:
        """Publish from now on, to the address that is wished for; why that cannot be, is said, and the match goes
        on."""
        from companion.hall.publication import TablePublication  # noqa: PLC0415  (loaded only when it is wanted)
        from companion.session.board import match_board  # noqa: PLC0415  (as above)
        from companion.session.stream import PresenterStream  # noqa: PLC0415  (as above)

        assert isinstance(wish, str)
        board = partial(match_board, self._presenter, watched=self._window.watch is not None, picture=0)
        try:
            publication = TablePublication.of(wish, self._presenter.match, board)
        except OperationError as failure:
            self._window.report(str(failure))
            return
        self.publication = publication
        self._stream = PresenterStream(self._presenter, publication.report, reported=publication.reported)
        self._stream.begin()
        self._summons, self._stated = None, ("", False)
        self._presenter.observers.append(self)
        self.on_change()  # somebody may have called before the match was published
        self._timer.start()
        self._show()

    def call_referee(self) -> None:
        """Call the hall's referee to what the ruling line says, with its numbers and the picture; or take the call
        back."""
        if self.publication is None:
            return
        if self.publication.call is None:
            self._presenter.view.summon(RefereeSummons("", datetime.now(UTC)))
        else:
            self._presenter.view.summon(None)
            self.publication.withdraw_call()  # also one that a killed program left open
        self._refresh()

    def end(self) -> None:
        """Say goodbye to the hall, and publish nothing more."""
        publication, self.publication = self.publication, None
        if publication is not None and self._stream is not None:
            self._timer.stop()
            self._presenter.observers.remove(self)
            self._stream.end()
            publication.close()
            self._show()

    def close(self) -> None:
        """As `end`."""
        self.end()

    def on_snapshot(self, _snapshot: TableSnapshot) -> None:
        """The stream reports it."""

    def on_inference(self, _inference: Inference) -> None:
        """The stream reports it."""

    def on_change(self) -> None:
        """Whoever calls the referee, on a phone too, calls that of the hall."""
        before, self._summons = self._summons, self._presenter.view.summons
        if self.publication is None:
            return
        if before is None and self._summons is not None:
            self._publish_call(self.publication, self._summons.by)
        elif before is not None and self._summons is None:
            self.publication.withdraw_call()

    def _publish_call(self, publication: TablePublication, by: str) -> None:
        from companion.hall.publication import call_picture  # noqa: PLC0415  (loaded only when it is wanted)

        prompt, picture = self._presenter.prompt, self._window.canvas.dispute_image()
        ruling = prompt.ruling
        asks = pgettext("match", "The players ask for a referee.")
        who = pgettext("match", "{player} asks for a referee.").format(player=by) if by else asks
        publication.call_referee(
            f"{who} {prompt.sentence}" if by and prompt.sentence else prompt.sentence or who,
            {} if ruling is None else ruling.numbers,
            () if ruling is None else ruling.rules,
            b"" if picture is None else call_picture(picture),
        )

    def _refresh(self) -> None:
        if self.publication is None:
            return
        # Who is coming, or that a referee of the hall has settled it, is shown at the table and on its pages.
        call, summons = self.publication.call, self._summons
        if summons is not None and call is None:
            self._presenter.view.summon(None)
        elif summons is not None and call is not None and call.taken_by not in {None, summons.taken_by}:
            self._presenter.view.summon(replace(summons, taken_by=call.taken_by))
        stated = (_line_words(self.publication) + self.publication.status.trouble, self.publication.call is not None)
        if stated != self._stated:
            self._stated = stated
            self._show()

    def _show(self) -> None:
        if self.publication is None:
            self._head.show_words("")
        else:
            trouble = self.publication.status.trouble
            self._head.show_words(f"⇅ {_line_words(self.publication)}", AMBER if trouble else OK, trouble)
        self._window.refresh_actions()


def _line_words(publication: TablePublication) -> str:
    """What the window says of the line: the table's name, the call, and what is wrong."""
    call, status = publication.call, publication.status
    table = pgettext("match", "hall: {table}").format(table=publication.table)
    if call is not None and call.taken_by is not None:
        table = pgettext("match", "◆ {name} is coming").format(name=call.taken_by)
    elif call is not None:
        table = pgettext("match", "◆ referee called")
    if status.online and not status.trouble:
        return table
    waiting = ngettext("{count} line waits", "{count} lines wait", status.waiting) if status.waiting else ""
    down = pgettext("match", "no line to the hall") if not status.online else ""
    return " · ".join(filter(None, (table, down, waiting)))
