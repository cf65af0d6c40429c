"""A match published to a hall from its window: that it is, how the line is, and the call for the referee."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from companion.arrays import Image
from companion.hall.publication import RefereeCall, TablePublication, call_picture
from companion.session.play import MatchPresenter
from companion.session.stream import PresenterStream
from companion.text import plural, translate

#: How often it is looked at how the line is, and whether a referee comes; ms.
_LOOK_MS: Final = 500


class HallLine(QObject):
    """``changed``: what is to be said of it is another. address: the table's at a broker.

    Raises:
        OperationError: another window publishes under this name, or nothing can be kept.
    """

    changed = Signal()

    def __init__(self, presenter: MatchPresenter, address: str, parent: QObject) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._publication = TablePublication.of(address, presenter.match)
        self._stream = PresenterStream(presenter, self._publication.tell, told=self._publication.told)
        self._stream.begin()
        self._said = ("", False)
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    @property
    def words(self) -> str:
        """What the window says of it: the table's name, the call, and what is wrong with the line."""
        call, status = self._publication.call, self._publication.status
        table = translate("match", "hall: {table}").format(table=self._publication.table)
        if call is not None and call.taken_by is not None:
            table = translate("match", "◆ {name} is coming").format(name=call.taken_by)
        elif call is not None:
            table = translate("match", "◆ referee called")
        if status.online and not status.trouble:
            return table
        waiting = plural("{count} line waits", "{count} lines wait", status.waiting) if status.waiting else ""
        down = translate("match", "no line to the hall") if not status.online else ""
        return " · ".join(filter(None, (table, down, waiting)))

    @property
    def trouble(self) -> str:
        """Why the line is down, in a sentence; nothing where it is up."""
        return self._publication.status.trouble

    @property
    def called(self) -> bool:
        """Whether the referee is called."""
        return self._publication.call is not None

    def call_referee(self, picture: Image | None) -> None:
        """Call the referee to what the ruling line says, with its numbers and a picture (BGR)."""
        said = self._presenter.prompt
        ruling = said.ruling
        call = RefereeCall(
            question=said.sentence or translate("match", "The players ask for a referee."),
            numbers={} if ruling is None else ruling.numbers,
            rules=() if ruling is None else ruling.rules,
            picture=b"" if picture is None else call_picture(picture),
        )
        self._publication.call_referee(call)
        self._look()

    def withdraw_call(self) -> None:
        """The question is settled."""
        self._publication.withdraw_call()
        self._look()

    def close(self) -> None:
        """Say goodbye, and publish nothing more."""
        self._timer.stop()
        self._stream.end()
        self._publication.close()

    def _look(self) -> None:
        said = (self.words + self.trouble, self.called)
        if said != self._said:
            self._said = said
            self.changed.emit()
