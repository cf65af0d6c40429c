"""The matches that were played before, in a line each; read without opening them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion.codec.script import MatchOpening, decode_match_opening
from companion.errors import InputError, OperationError
from companion.journal import Game, Record, known_matches, read_record
from companion.session.match import DiceRules, Timeline
from companion.text import pgettext


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A match of the dice game: its file, what the file says, how it began (None where it cannot be read)."""

    path: Path
    record: Record
    opening: MatchOpening | None

    @property
    def title(self) -> str:
        """Who played what."""
        return self.path.stem if self.opening is None else self.opening.name or self.path.stem

    @property
    def played_at(self) -> datetime:
        """When it was played last."""
        return self.record.entries[-1].at if self.record.entries else self.record.begun_at

    def about(self, day: str) -> str:
        """When it was played, as a language writes that day, and how much was done in it."""
        return pgettext("start", "played {day}, {count} entries").format(day=day, count=len(self.record.entries))

    @property
    def standing(self) -> str:
        """How it stands; the match is replayed for it. Empty where its entries cannot be read."""
        if self.opening is None:
            return ""
        try:
            position = Timeline(DiceRules(self.opening), self.record.entries).position
        except OperationError:
            return ""
        score = ", ".join(f"{name} {points:g}" for name, points in position.score.items())
        if position.winner is not None:
            return pgettext("start", "{score} · {winner} won").format(score=score, winner=position.winner)
        turn = position.turn.number
        reported = pgettext("start", "turn {turn} · {score} · {player} to move")
        return reported.format(turn=turn, score=score, player=position.to_move)


def saved_matches() -> Iterator[SavedMatch]:
    """The matches of the user's own folder, the one played last first; files that cannot be read are left out."""
    for path in known_matches():
        with suppress(OperationError):
            record = read_record(path)
            if record.game is Game.DICE:
                opening = None
                with suppress(InputError):
                    opening = decode_match_opening(record.opening)
                yield SavedMatch(path, record, opening)
