"""A match summed up, computed from its journal; of a match under way as it stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from companion.codec.camera_grade import Grade
from companion.codec.document import encode_told
from companion.codec.fields import FORMAT
from companion.codec.result import (
    MatchResultDocument,
    ResultLogDocument,
    ResultPlayerDocument,
    ResultTurnDocument,
    ScoreCorrectionDocument,
    StartingDiceDocument,
)
from companion.codec.script import MatchOpening, decode_match_opening
from companion.documents import JsonTable
from companion.errors import OperationError
from companion.journal import Game, read_record
from companion.rules import Position
from companion.session.match import (
    DiceRules,
    Holding,
    LogLine,
    Match,
    ScoreCorrection,
    Statistics,
    Timeline,
    count_names,
    holdings,
    log_of,
    recorded_grade,
    score_corrections,
)
from companion.session.match.statistics import statistics
from companion.session.match_setup import BADGES, PlayerBadge, badge_called
from companion.text import phrase


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """One player: badge, points, the army by the names of its dice, hits made and dice lost."""

    name: str
    badge: PlayerBadge
    points: float
    won: bool
    army: tuple[tuple[str, int], ...]
    hits: int
    lost: int


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The whole match: what was played, when, how it ended, everybody's result, the turns, the lines that count."""

    name: str
    profile: str
    scenario: str
    begun_at: datetime
    ended_at: datetime
    players: tuple[PlayerResult, ...]
    winning_score: float
    statistics: Statistics
    lines: tuple[LogLine, ...]
    camera_grade: Grade | None = None

    @property
    def winner(self) -> PlayerResult | None:
        """Who won; None while nobody has."""
        return next((player for player in self.players if player.won), None)

    @property
    def score_corrections(self) -> tuple[ScoreCorrection, ...]:
        """The points that people set by hand."""
        return score_corrections(self.lines)

    @property
    def turns(self) -> int:
        """How many turns were begun."""
        return len(self.statistics.turns)

    @property
    def ending(self) -> str:
        """How it ended, in a sentence."""
        in_order = sorted(self.players, key=lambda player: (not player.won, -player.points))
        turns = phrase("1 turn") if self.turns == 1 else phrase("{count} turns", count=self.turns)
        points = phrase(" to ").join(f"{player.points:g}" for player in in_order)
        if self.winner is None:
            names = ", ".join(player.name for player in in_order)
            return phrase(
                "Not decided after {turns}: {points} ({names}).",
                turns=turns,
                points=points,
                names=names,
            )
        return phrase(
            "{winner} won by {points} in {turns}.",
            winner=self.winner.name,
            points=points,
            turns=turns,
        )

    def as_json(self) -> JsonTable:
        """The result as a file has it."""
        return encode_told(result_document(self))


def result_document(result: MatchResult) -> MatchResultDocument:
    """The result's keys as files and published tables have them, without the log."""
    return MatchResultDocument(
        format=FORMAT,
        name=result.name,
        profile=result.profile,
        scenario=result.scenario,
        begun_at=result.begun_at,
        ended_at=result.ended_at,
        ending=result.ending,
        winner=result.winner.name if result.winner else None,
        winning_score=result.winning_score,
        camera_grade=None if result.camera_grade is None else result.camera_grade.value,
        players=tuple(map(_player_document, result.players)),
        turns=tuple(
            ResultTurnDocument(
                turn=turn.turn,
                player=turn.player,
                points=dict(turn.points),
                hits=dict(turn.hits),
                lost=dict(turn.lost),
            )
            for turn in result.statistics.turns
        ),
        score_corrections=tuple(
            ScoreCorrectionDocument(turn=one.turn, points=dict(one.points)) for one in result.score_corrections
        ),
    )


def with_log(document: MatchResultDocument, lines: Iterable[LogLine]) -> MatchResultDocument:
    """The same with the lines of the log."""
    log = tuple(
        ResultLogDocument(turn=line.turn, player=line.player, text=line.text, rules=line.rules) for line in lines
    )
    return document.model_copy(update={"log": log})


def summarize_result(path: Path) -> MatchResult:
    """The result of a match's file, open in a window or not; nothing is changed.

    Raises:
        OperationError: the file is of a newer program or damaged, or keeps no match of the dice game.
        InputError: there is no such file, or its opening is none that these rules can read.
    """
    record = read_record(path)
    if record.game is not Game.DICE:
        raise OperationError(
            phrase(
                "{path}: only a match of the dice game has a result sheet; this file holds {game}.",
                path=path,
                game=record.game,
            )
        )
    opening = decode_match_opening(record.opening)
    timeline = Timeline(DiceRules(opening), record.entries)
    start, position = timeline.position_after(0), timeline.position
    result = _result(opening, start, position, log_of(timeline), record.begun_at)
    return replace(result, camera_grade=recorded_grade(record.entries))


def result_of(match: Match) -> MatchResult:
    """The result of a match that is open, as it stands."""
    return _result(match.opening, match.start, match.position, match.log, match.begun_at)


def _result(
    opening: MatchOpening, start: Position, position: Position, log: Iterable[LogLine], begun_at: datetime
) -> MatchResult:
    lines = tuple(line for line in log if not line.undone)
    numbers = statistics(start, lines)
    worn = opening.table_talk.badges
    players = tuple(
        _player(holding, numbers, start, _badge(worn.get(holding.player), place))
        for place, holding in enumerate(holdings(position))
    )
    return MatchResult(
        name=opening.name,
        profile=position.agreement.profile.value,
        scenario="" if opening.scenario is None else opening.scenario.value,
        begun_at=begun_at,
        ended_at=lines[-1].at if lines else begun_at,
        players=players,
        winning_score=position.agreement.winning_score,
        statistics=numbers,
        lines=lines,
    )


def _player(holding: Holding, numbers: Statistics, start: Position, badge: PlayerBadge) -> PlayerResult:
    name = holding.player
    army = count_names(piece for piece in start.pieces.values() if piece.owner == name)
    return PlayerResult(name, badge, holding.points, holding.winner, army, numbers.hits[name], numbers.lost[name])


def _badge(word: str | None, place: int) -> PlayerBadge:
    return badge_called(word) if word else BADGES[place % len(BADGES)]


def _player_document(player: PlayerResult) -> ResultPlayerDocument:
    return ResultPlayerDocument(
        name=player.name,
        badge=player.badge.word,
        points=player.points,
        won=player.won,
        army=tuple(StartingDiceDocument(die=die, count=count) for die, count in player.army),
        hits=player.hits,
        lost=player.lost,
    )
