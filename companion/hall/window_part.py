"""A match published to a hall from its window: the keys, how the line is, and the call for the referee."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal

from companion.arrays import Image
from companion.errors import OperationError
from companion.session.live import TableSnapshot
from companion.session.play import Inference, MatchPresenter, RefereeSummons
from companion.text import ngettext, pgettext
from companion.ui.actions import ActionMenu, WindowAction, unless
from companion.ui.themes import AMBER, OK
from companion.ui.window_parts import WindowPart

if TYPE_CHECKING:
    from companion.hall.publication import TablePublication
    from companion.session.stream import PresenterStream
    from companion.ui.match import MatchWindow

#: How often it is looked at how the line is, and whether a referee comes; ms.
_LOOK_MS: Final = 500


class MatchPublishing(WindowPart):
    """The match of a window, published from `begin` to `end`. line: there while it is."""

    def __init__(self, window: MatchWindow) -> None:
        super().__init__(window)
        self._window = window
        self._head = window.add_head_line("hall_line")
        self.line: HallLine | None = None

    def actions(self) -> tuple[WindowAction, ...]:
        """Call the referee, stop publishing."""
        act = ActionMenu(pgettext("match", "Match")).action
        published = unless(
            lambda: self.line is not None,
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
        presenter = self._window.presenter
        try:
            watched = self._window.watch is not None
            board = partial(match_board, presenter, watched=watched, picture=0)
            publication = TablePublication.of(wish, presenter.match, board)
        except OperationError as failure:
            self._window.report(str(failure))
            return
        stream = PresenterStream(presenter, publication.report, reported=publication.reported)
        self.line = HallLine(presenter, publication, stream, self, self._window.canvas.dispute_image)
        self.line.changed.connect(self._show)
        self._show()

    def call_referee(self) -> None:
        """Call the hall's referee to what the ruling line says, with the picture; or take the call back."""
        if self.line is None:
            return
        if self.line.called:
            self.line.withdraw_call()
        else:
            self.line.call_referee()

    def end(self) -> None:
        """Say goodbye to the hall, and nothing more."""
        if self.line is not None:
            self.line.close()
            self.line = None
            self._show()

    def close(self) -> None:
        """As `end`."""
        self.end()

    def _show(self) -> None:
        if self.line is None:
            self._head.show_words("")
        else:
            trouble = self.line.trouble
            self._head.show_words(f"⇅ {self.line.words}", AMBER if trouble else OK, trouble)
        self._window.refresh_actions()


class HallLine(QObject):
    """``changed``: what is to be said of it is another."""

    changed = Signal()

    def __init__(
        self,
        presenter: MatchPresenter,
        publication: TablePublication,
        stream: PresenterStream,
        parent: QObject,
        picture: Callable[[], Image | None] = lambda: None,
    ) -> None:
        super().__init__(parent)
        self._presenter, self._publication, self._stream, self._picture = presenter, publication, stream, picture
        self._stream.begin()
        self._stated = ("", False)
        self._summons: RefereeSummons | None = None
        presenter.observers.append(self)
        self.on_change()  # somebody may have called before the match was published
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def on_snapshot(self, _snapshot: TableSnapshot) -> None:
        """The stream reports it."""

    def on_inference(self, _inference: Inference) -> None:
        """The stream reports it."""

    def on_change(self) -> None:
        """Whoever calls the referee, on a phone too, calls that of the hall."""
        before, self._summons = self._summons, self._presenter.view.summons
        if before is None and self._summons is not None:
            self._publish_call(self._summons.by)
        elif before is not None and self._summons is None:
            self._publication.withdraw_call()

    @property
    def words(self) -> str:
        """What the window says of it: the table's name, the call, and what is wrong with the line."""
        call, status = self._publication.call, self._publication.status
        table = pgettext("match", "hall: {table}").format(table=self._publication.table)
        if call is not None and call.taken_by is not None:
            table = pgettext("match", "◆ {name} is coming").format(name=call.taken_by)
        elif call is not None:
            table = pgettext("match", "◆ referee called")
        if status.online and not status.trouble:
            return table
        waiting = ngettext("{count} line waits", "{count} lines wait", status.waiting) if status.waiting else ""
        down = pgettext("match", "no line to the hall") if not status.online else ""
        return " · ".join(filter(None, (table, down, waiting)))

    @property
    def trouble(self) -> str:
        """Why the line is down, in a sentence; nothing where it is up."""
        return self._publication.status.trouble

    @property
    def called(self) -> bool:
        """Whether the referee is called."""
        return self._publication.call is not None

    def call_referee(self) -> None:
        """Call the referee to what the ruling line says, with its numbers and a picture."""
        self._presenter.view.summon(RefereeSummons("", datetime.now(UTC)))
        self._look()

    def _publish_call(self, by: str) -> None:
        from companion.hall.publication import RefereeCall, call_picture  # noqa: PLC0415  (loaded only when it is wanted)

        prompt, picture = self._presenter.prompt, self._picture()
        ruling = prompt.ruling
        asks = pgettext("match", "The players ask for a referee.")
        who = pgettext("match", "{player} asks for a referee.").format(player=by) if by else asks
        call = RefereeCall(
            question=f"{who} {prompt.sentence}" if by and prompt.sentence else prompt.sentence or who,
            numbers={} if ruling is None else ruling.numbers,
            rules=() if ruling is None else ruling.rules,
            picture=b"" if picture is None else call_picture(picture),
        )
        self._publication.call_referee(call)

    def withdraw_call(self) -> None:
        """The question is settled."""
        self._presenter.view.summon(None)
        self._publication.withdraw_call()  # also one that a killed program left open
        self._look()

    def close(self) -> None:
        """Say goodbye, and publish nothing more."""
        self._timer.stop()
        self._presenter.observers.remove(self)
        self._stream.end()
        self._publication.close()

    def _look(self) -> None:
        self._hear_answer()
        stated = (self.words + self.trouble, self.called)
        if stated != self._stated:
            self._stated = stated
            self.changed.emit()

    def _hear_answer(self) -> None:
        """Who is coming, or that a referee of the hall has settled it, is shown at the table and on its pages."""
        call, summons = self._publication.call, self._summons
        if summons is None:
            return
        if call is None:
            self._presenter.view.summon(None)
        elif call.taken_by is not None and call.taken_by != summons.taken_by:
            self._presenter.view.summon(replace(summons, taken_by=call.taken_by))
