"""What can be shared: anything that says what pages show of it, and does what their readers ask for."""

from __future__ import annotations

from typing import Protocol

from companion.share.documents import BoardDocument, DeskDocument, PageRequest
from companion.share.server.codes import ReaderPass


class SharedTable(Protocol):
    """Asked in the window's thread only."""

    @property
    def card_owners(self) -> tuple[str, ...]:
        """The players who may hold a card on their phone."""

    @property
    def has_desk(self) -> bool:
        """Whether there is anything for a referee to decide."""

    @property
    def in_dispute(self) -> bool:
        """Whether something is too close to call now, so that its picture is worth a look."""

    def board(self, picture: int) -> BoardDocument:
        """What every page shows; picture: the number of the dispute's picture, 0 for none."""

    def desk(self) -> DeskDocument | None:
        """What a referee's page shows besides."""

    def obey(self, asked: PageRequest, reader: ReaderPass) -> str:
        """Do what a reader asks for; why not, "" where it was done."""
