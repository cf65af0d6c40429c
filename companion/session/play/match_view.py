"""What is computed from one position and one mode, each thing when it is asked for and once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from companion.errors import InputError
from companion.rules import Position
from companion.session import Layout, layout_in
from companion.session.play.choice import Choice
from companion.session.play.choices import choices
from companion.session.play.modes import Mode, Proposed
from companion.session.play.scenes import shown_layout


class MatchView:
    """Made anew when the position or the mode changes. ``badges``: player -> the word of their badge's colour."""

    def __init__(self, position: Position, mode: Mode, badges: Mapping[str, str]) -> None:
        self.position, self.mode, self._badges = position, mode, badges

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """What can be done."""
        return choices(self.position, self.mode)

    @cached_property
    def trouble(self) -> str:
        """Why what the camera proposes cannot be put to the people: it, or an answer to what it asks, is no act of this
        match, or one that its rules refuse; "" where nothing is wrong."""
        if not isinstance(self.mode, Proposed):
            return ""
        try:
            _ = self.choices
        except InputError as wrong:
            return str(wrong)
        outcome = self.mode.now.outcome
        return "" if outcome.ok else outcome.ruling.text

    @cached_property
    def known(self) -> Layout:
        """The pieces as the match knows them."""
        return layout_in(self.position, self._badges)

    @cached_property
    def layout(self) -> Layout:
        """The pieces as they are shown."""
        return shown_layout(self.known, self.position, self.mode)
