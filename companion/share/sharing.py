"""Between a window and the server, on this computer's own networks: states go out at most so often, as finished text,
what viewers ask for comes in one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from companion.codec.stream import encode_stream_line
from companion.errors import OperationError
from companion.session.live import TableSnapshot
from companion.session.match import small_jpeg
from companion.session.play import Inference
from companion.session.stream import PresenterStream, StreamedEvent, encode_stream_event
from companion.share.documents import PageRequest, encode_page_state
from companion.share.photographs import match_photos
from companion.share.ruling_picture import paint_ruling
from companion.share.shared_pages import BOARD, DESK, PHOTO, Answer, PictureInbox, SharedPages, Submit
from companion.share.tables import MatchTable, SharedTable
from companion.share.tuning import PICTURE_WIDTH_PX
from companion.text import language_in_force, pgettext
from companion.ui.match import MatchWindow
from companion.web import (
    LIMITS,
    LINE,
    Interface,
    JoinCodes,
    Limits,
    LocalName,
    Message,
    PageServer,
    ViewerPass,
    ViewerRole,
    host_of,
    own_interfaces,
    possible_names,
)

#: What happens within so many ms goes out as one state: a key changes several things one after the other.
_GATHER_MS: Final = 40
#: The window gives a sign of life so often, ms: pages know by it that what they show is not old.
_ALIVE_MS: Final = 1000


@dataclass(frozen=True, slots=True)
class Invitation:
    """What a viewer joins by. kind: a name for it; address: where a phone goes; code: to be typed on the first page."""

    allowed: ViewerPass
    kind: str
    address: str
    code: str


class Sharing(QObject):
    """One table, shared from `begin` to `end`. picture: the dispute as it is shown, a JPEG; ``None`` where there is
    nothing to see. ``viewers_changed``: how many read now; ``shown``: pages show how it stands."""

    viewers_changed = Signal(int)
    shown = Signal()
    _asked = Signal(object, object, object)
    _handed_in = Signal()
    _painting = Signal(object)

    def __init__(
        self,
        table: SharedTable,
        parent: QObject,
        *,
        picture: Callable[[], bytes | None] = lambda: None,
        limits: Limits = LIMITS,
    ) -> None:
        super().__init__(parent)
        self.table, self._picture, self._limits = table, picture, limits
        self.server: ShareServer | None = None
        self._interfaces: tuple[Interface, ...] = ()
        self._name: LocalName | None = None
        self._at = 0
        self._pictured, self._dispute, self._viewers, self._resulted = 0, False, 0, False
        self._refereed = False
        self._asked.connect(self._obey)
        self._handed_in.connect(self.refresh)
        self._painting.connect(self._paint)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_GATHER_MS)
        self._timer.timeout.connect(self.show_now)
        self._counter = QTimer(self)
        self._counter.setInterval(_ALIVE_MS)
        self._counter.timeout.connect(self._beat)

    @property
    def is_on(self) -> bool:
        """Whether anybody can read."""
        return self.server is not None

    @property
    def home(self) -> str:
        """Where the pages are: ``http://192.168.1.20:8377``; "" while nothing is shared."""
        return "" if self.server is None else f"http://{host_of(self._interfaces[self._at])}:{self.server.port}"

    @property
    def short_address(self) -> str:
        """What can be typed in place of `home`: ``companion-table.local:8377``; "" where the network gives no name."""
        named = self._name is not None and self._name.name and self.server is not None
        return f"{self._name.name}:{self.server.port}" if named and self._name and self.server else ""

    @property
    def networks(self) -> int:
        """In how many networks the pages are found."""
        return max(0, len(self._interfaces) - 1)

    def turn_network(self) -> None:
        """Invite into the next network of this computer, where it is in several."""
        self._at = (self._at + 1) % max(1, self.networks)

    @property
    def reaches_nobody(self) -> bool:
        """Whether this computer is in no network of its own, so that no phone finds the pages."""
        return self.is_on and self.networks == 0

    @property
    def viewers(self) -> int:
        """How many read now."""
        return 0 if self.server is None else self.server.viewers

    def begin(self, port: int) -> None:
        """Serve on this computer's own networks.

        Raises:
            OperationError: the port is taken.
        """
        if self.server is not None:
            return
        self._interfaces, self._at = own_interfaces(), 0
        language, inbox = language_in_force(), self._inbox()
        self.server = ShareServer(
            self._interfaces, port, self._submit, language=language, limits=self._limits, inbox=inbox,
            names=possible_names(),
        )  # fmt: skip
        if self.networks:
            self._name = LocalName(self._interfaces[:-1], self.server.port, pgettext("share", "Diceland table"))
        self.server.start()
        self._counter.start()
        self.show_now()

    def begin_anywhere(self, port: int) -> None:
        """The same on any port that is free where that one is taken."""
        try:
            self.begin(port)
        except OperationError:
            self.begin(0)

    def end(self) -> None:
        """Close every socket; what viewers asked for and was not done yet is refused."""
        self._timer.stop()
        self._counter.stop()
        if self.server is not None:
            self.server.stop()
            self.server, self._dispute = None, False
            if self._name is not None:
                self._name.close()
                self._name = None
            if self.table.photos is not None:
                self.table.photos.forget()
            self._report_viewers(0)

    def invite(self, kind: str) -> Invitation | None:
        """A code for one kind of viewer (see `kinds`), drawn now; ``None`` while nothing is shared."""
        if self.server is None:
            return None
        role, _, player = kind.partition(":")
        allowed = ViewerPass(ViewerRole.SPECTATOR if role == "overlay" else ViewerRole(role), player)
        code = self.server.codes.draw(allowed)
        to = "?to=overlay" if role == "overlay" else ""
        return Invitation(allowed, role, f"{self.home}/j/{code}{to}", code)

    @property
    def kinds(self) -> tuple[str, ...]:
        """What one can join as: spectators, each owner's card, the referee, a stream's picture."""
        desk = ("referee",) if self.table.has_desk else ()
        cards, photos = (f"card:{player}" for player in self.table.players), self.table.photos
        if photos is not None:  # whoever has the phone comes first
            return desk if photos.is_ruling else (*desk, "spectator", *cards, "overlay")
        return ("spectator", *cards, *desk, "overlay")

    def refresh(self) -> None:
        """Something has changed: show it soon."""
        if self.server is not None and not self._timer.isActive():
            self._timer.start()

    def show_now(self) -> None:
        """Show how the table stands."""
        if self.server is None:
            return
        self._save_picture(self.server)
        number = self._pictured if self._dispute else 0
        board = self.table.board(number)
        self.server.show_board(encode_page_state(board))
        if (board.winner is not None) != self._resulted:
            self._resulted = board.winner is not None
            self.server.show_result(self.table.result_page())
        desk = self.table.desk()
        if desk is not None:
            self.server.show_desk(encode_page_state(desk))
        photos = self.table.photos or (self.table.watched if self._refereed else None)
        if photos is not None:
            self.server.show_photo(encode_page_state(photos.document()), photos.jpegs())
        self.shown.emit()

    def _inbox(self) -> PictureInbox | None:
        photos = self.table.photos
        if photos is None:
            return None
        photos.desk.changed = self._handed_in.emit

        def paint() -> Future[bytes]:
            answer: Future[bytes] = Future()
            self._painting.emit(answer)
            return answer

        return PictureInbox(photos.hand_in, paint, alone=photos.is_ruling)

    def _paint(self, answer: Future[bytes]) -> None:
        """In the window's thread: the picture with the ruling, unless nobody waits any more."""
        if self.table.photos is not None and answer.set_running_or_notify_cancel():
            answer.set_result(paint_ruling(self.table.photos))

    def _save_picture(self, server: ShareServer) -> None:
        """A dispute's picture is made once, when it begins."""
        before, self._dispute = self._dispute, self.table.in_dispute
        if not self._dispute or before:
            return
        jpeg = self._picture()
        if jpeg is None:
            self._dispute = False
            return
        self._pictured += 1
        server.show_picture(self._pictured, jpeg)

    def _submit(self, asked: PageRequest, viewer: ViewerPass) -> Future[Answer]:
        """In the server's thread: hand it over."""
        answer: Future[Answer] = Future()
        self._asked.emit(asked, viewer, answer)
        return answer

    def _obey(self, asked: PageRequest, viewer: ViewerPass, answer: Future[Answer]) -> None:
        """In the window's thread: do it, unless nobody waits any more. The state is shown before the answer."""
        if self.server is not None and answer.set_running_or_notify_cancel():
            refused = self.table.obey(asked, viewer)
            self.show_now()
            answer.set_result(Answer(refused, self.table.revision))

    def _beat(self) -> None:
        """The window is alive; how many look on."""
        if self.server is not None:
            self.server.note_alive()
            refereed = self.server.pages.viewers.has(ViewerRole.REFEREE)
            if refereed != self._refereed:  # the picture is drawn for somebody only
                self._refereed = refereed
                self.refresh()
        self._report_viewers(self.viewers)

    def _report_viewers(self, viewers: int) -> None:
        if viewers != self._viewers:
            self._viewers = viewers
            self.viewers_changed.emit(viewers)


class MatchSharing(Sharing):
    """A match's window shared: it hears what its presenter does, and sends states and lines to the server."""

    def __init__(self, window: MatchWindow) -> None:
        desk = None if window.watch is None else window.watch.desk
        photos = None if desk is None else match_photos(desk, window.presenter)
        table = MatchTable(window.presenter, watched=window.watch is not None, photos=photos)
        super().__init__(table, window, picture=self._dispute_picture)
        self._presenter, self._window = window.presenter, window
        self._stream: PresenterStream | None = None
        self._state: tuple[object, ...] = ()

    def begin(self, port: int) -> None:
        """Serve, and report what happens from now on. Raises as `Sharing.begin`."""
        if not self.is_on:
            super().begin(port)
            self._stream = PresenterStream(self._presenter, self._report)
            self._stream.begin()
            self._presenter.observers.append(self)

    def end(self) -> None:
        """Report how it stands, and nothing more."""
        if self._stream is not None:
            self._presenter.observers.remove(self)
            self._stream.end()
            self._stream = None
        super().end()

    def on_change(self) -> None:
        """Something was done, or people are in the middle of something else."""
        self.refresh()

    def on_inference(self, _inference: Inference) -> None:
        """What the table means shows in what people are in the middle of."""

    def on_snapshot(self, snapshot: TableSnapshot) -> None:
        """Most frames say what the one before said."""
        state = snapshot.state, snapshot.sentence, snapshot.sure
        if state != self._state:
            self._state = state
            self.refresh()

    def _report(self, event: StreamedEvent) -> None:
        if self.server is not None:
            self.server.tell_line(event.seq, encode_stream_line(encode_stream_event(event)))

    def _dispute_picture(self) -> bytes | None:
        image = self._window.canvas.dispute_image()
        return None if image is None else small_jpeg(image, PICTURE_WIDTH_PX)


class ShareServer(PageServer[SharedPages]):
    """Serves from `start` to `stop`. As `PageServer`; language: of the table; inbox: where pictures go that a phone
    hands in.

    Raises:
        OperationError: the port is taken.
    """

    def __init__(
        self,
        interfaces: Sequence[Interface],
        port: int,
        submit: Submit,
        *,
        language: str,
        limits: Limits = LIMITS,
        inbox: PictureInbox | None = None,
        names: Sequence[str] = (),
    ) -> None:
        self.codes = JoinCodes()

        def make(port: int, limits: Limits) -> SharedPages:
            return SharedPages(submit, self.codes, language, port, limits, inbox)

        super().__init__(interfaces, port, make, limits=limits, names=names)

    def show_board(self, text: str) -> None:
        """The state for every page, a `BoardDocument` as JSON."""
        self.publish(Message(BOARD, text))

    def show_desk(self, text: str) -> None:
        """What the referee's page shows besides, a `DeskDocument` as JSON."""
        self.publish(Message(DESK, text))

    def show_picture(self, number: int, jpeg: bytes) -> None:
        """The picture of a dispute, by the number that the board names."""

        def keep() -> None:
            self.pages.picture = number, jpeg

        self.do(keep)

    def show_photo(self, text: str, pictures: Mapping[int, bytes]) -> None:
        """What the page with the camera shows, a `PhotoDocument` as JSON, and the pictures that it names, as JPEG."""

        def keep() -> None:
            self.pages.photographs = dict(pictures)
            self.pages.hub.publish(Message(PHOTO, text))

        self.do(keep)

    def show_result(self, page: str) -> None:
        """The result as a page to be kept; "" where there is none."""

        def keep() -> None:
            self.pages.result = page

        self.do(keep)

    def tell_line(self, number: int, text: str) -> None:
        """A line of the event stream."""
        self.publish(Message(LINE, text, number))
