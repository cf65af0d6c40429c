"""What features add to the window of a match, and what they may ask of it; the window knows none of them by name.

A feature offers ``join_match(window)`` (`companion.features`), which takes `MatchPlaces` and returns a `MatchAddition`.
Its actions stand in the menus that they name, below those of the window itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from companion.features import offering
from companion.session.play import MatchPresenter
from companion.ui.actions import WindowAction
from companion.ui.match.table_watch import TableWatch


class MatchPlaces(Protocol):
    """The window of a match as a feature has it: whose match it is, what watches the table, where to say something."""

    @property
    def presenter(self) -> MatchPresenter:
        """What the people at the table are in the middle of; a feature may observe it."""

    @property
    def watch(self) -> TableWatch | None:
        """What watches the table; ``None`` without a camera."""

    def tell(self, sentence: str) -> None:
        """Say what came of something, in place of what is ruled or asked."""


class MatchAddition(Protocol):
    """What a feature adds to a match."""

    def actions(self) -> Sequence[WindowAction]:
        """What can be done, by menu."""

    def close(self) -> None:
        """The window is closed; the match is still open."""


def join_features(window: MatchPlaces) -> tuple[MatchAddition, ...]:
    """What all features that are there add to a window that begins."""
    joining: list[Callable[[MatchPlaces], MatchAddition]] = [room.join_match for room in offering("join_match")]
    return tuple(join(window) for join in joining)
