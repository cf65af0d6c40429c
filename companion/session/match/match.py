"""A running match of the dice game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from companion.journal import EntryKind, Game
from companion.rules import Outcome, Position
from companion.session.match.game_session import GameSession
from companion.session.match.holdings import Holding, holdings
from companion.session.match.rule_adapter import DiceRules, RuleAdapter
from companion.session.match.statistics import Statistics, statistics

Step = Mapping[str, Any]


class Match(GameSession[Position]):
    """A match of the dice game under way: what is done in it, and what the window shows of it."""

    game = Game.DICE

    @classmethod
    def book_for(cls, opening: Mapping[str, Any]) -> RuleAdapter[Position]:
        """The rules of the dice game."""
        return DiceRules(opening)

    @property
    def holdings(self) -> tuple[Holding, ...]:
        """What each player has in play, in hand and in reserve, with points, cards and Command Posts."""
        return holdings(self.position)

    @property
    def statistics(self) -> Statistics:
        """Points, hits and dice lost, turn by turn, of what counts."""
        return statistics(self.start, (line for line in self.log if not line.undone))

    def preview(self, *steps: Step) -> tuple[Outcome, ...]:
        """What acts would lead to, one after the other, up to the first that is refused; nothing is done.

        Raises:
            InputError: one is no act, or names what is not in this match.
        """
        return tuple(cast(Outcome, one.outcome) for one in self._ahead(EntryKind.ACT, steps))

    def do(self, step: Step, *, source: str, picture: str | None = None) -> Outcome:
        """Do an act (a step of a referee script). One that the rules refuse is not written down; the outcome says why.

        Raises:
            InputError: it is no act, or names what is not in this match.
            OperationError: it could not be written.
        """
        return self.do_all([step], source=source, picture=picture)[-1]

    def do_all(self, steps: Sequence[Step], *, source: str, picture: str | None = None) -> tuple[Outcome, ...]:
        """Do several acts as one gesture, which is undone as one: all of them, or none where one is refused (then the
        last outcome says why). Raises as `do`."""
        took = self._gesture(EntryKind.ACT, steps, source=source, picture=picture)
        return tuple(cast(Outcome, one.outcome) for one in took)

    def correct(self, content: Mapping[str, Any], *, source: str, picture: str | None = None) -> Position:
        """Set the match right by hand, over the rules' head; the position after it. Keys: see `corrected`.

        Raises:
            InputError: naming the place of what is wrong.
            OperationError: it could not be written.
        """
        self._gesture(EntryKind.CORRECTION, [content], source=source, picture=picture)
        return self.position
