"""The server of a shared match: what its window shows goes in as finished text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.share.shared_pages import BOARD, DESK, PHOTO, PictureInbox, SharedPages, Submit
from companion.web import LIMITS, LINE, Interface, JoinCodes, Limits, Message, PageServer


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
