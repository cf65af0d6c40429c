"""The table as the camera that stands over it saw it last, for the referee's page: what a phone in the hand hands in is
here taken from the newest snapshot of a match.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.catalogue import Die
from companion.errors import OperationError
from companion.session.live import TableState
from companion.session.photographs import (
    PhotographDesk,
    PhotographedTable,
    PhotographState,
    PhotographStep,
    ShownPhotograph,
    show_photograph,
)
from companion.session.play import MatchPresenter
from companion.text import gettext
from companion.vision import HandheldReader, MultiViewReading

_NOTHING_READ: Final = MultiViewReading((), (), (), (), ())


def _no_reader() -> HandheldReader:
    raise OperationError(gettext("No phone takes the pictures of this table."))


@dataclass(frozen=True)
class WatchedPicture(PhotographedTable):
    """One picture of a table that is watched. as_shown: it, no larger than a tablet shows."""

    as_shown: tuple[ShownPhotograph, ...] = field(default=(), kw_only=True)

    @property
    def shown(self) -> tuple[ShownPhotograph, ...]:
        """The one."""
        return self.as_shown


class WatchedPictures(PhotographDesk):
    """Where the page with the picture finds that of a match with a camera. A picture is taken when the table has come
    to rest, and once more when its dice are sure."""

    def __init__(self, presenter: MatchPresenter) -> None:
        super().__init__(_no_reader)
        self._presenter = presenter
        self._taken: tuple[int, bool] | None = None

    @property
    def dice(self) -> Mapping[str, Die]:
        """All that the reader knows."""
        snapshot = self._presenter.view.snapshot
        return {} if snapshot is None else snapshot.dice

    def poll(self) -> None:
        """Take the newest picture, where there is another."""
        snapshot = self._presenter.view.snapshot
        if snapshot is None or snapshot.frame is None or snapshot.state is not TableState.SETTLED:
            return
        taken = snapshot.rest, snapshot.sure
        if taken != self._taken:
            self._taken = taken
            table = WatchedPicture((), _NOTHING_READ, as_shown=(show_photograph(snapshot.frame, snapshot.camera),))
            self.state = PhotographState(PhotographStep.READ, "", "", table, snapshot.tracks, self.state.rest + 1)

    def forget(self) -> None:
        """Nothing is kept but the newest."""
