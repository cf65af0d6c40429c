"""A match summed up, computed from its journal; of a match under way as it stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path

from companion.codec.camera import Grade
from companion.codec.fields import FORMAT
from companion.codec.result import (
    MatchResultDocument,
    ResultLogDocument,
    ResultPlayerDocument,
    ResultTurnDocument,
    StartingDiceDocument,
)
from companion.codec.script import MatchOpening, decode_match_opening
from companion.errors import OperationError
from companion.journal import Game, read_record
from companion.rules import Position
from companion.session.match import (
    DiceRules,
    Holding,
    LogLine,
    Match,
    Timeline,
    count_names,
    count_turns,
    holdings,
    log_of,
    recorded_grade,
    score_corrections,
)
from companion.session.match_setup import BADGES
from companion.text import gettext


def summarize_result(path: Path) -> MatchResultDocument:
    """The result of a match's file, open in a window or not; nothing is changed.

    Raises:
        OperationError: the file is of a newer program or damaged, or keeps no match of the dice game.
        InputError: there is no such file, or its opening is none that these rules can read.
    """
    record = read_record(path)
    if record.game is not Game.DICE:
        raise OperationError(
            gettext(
                "{path}: only a match of the dice game has a result sheet; this file holds {game}.",
                path=path,
                game=record.game,
            )
        )
    opening = decode_match_opening(record.opening)
    timeline = Timeline(DiceRules(opening), record.entries)
    start, position = timeline.position_after(0), timeline.position
    grade = recorded_grade(record.entries)
    return _result(opening, start, position, log_of(timeline), record.begun_at, grade)


def result_of(match: Match) -> MatchResultDocument:
    """The result of a match that is open, as it stands."""
    return _result(match.opening, match.start, match.position, match.log, match.begun_at)


def _result(
    opening: MatchOpening,
    start: Position,
    position: Position,
    log: Iterable[LogLine],
    begun_at: datetime,
    grade: Grade | None = None,
) -> MatchResultDocument:
    lines = tuple(line for line in log if not line.undone)
    turns = count_turns(start, lines)
    worn = opening.table_talk.badges
    players = tuple(
        _player(holding, turns, start, worn.get(holding.player) or BADGES[place % len(BADGES)].word)
        for place, holding in enumerate(holdings(position))
    )
    winner = next((player.name for player in players if player.won), None)
    return MatchResultDocument(
        format=FORMAT,
        name=opening.name,
        profile=position.agreement.profile.value,
        scenario="" if opening.scenario is None else opening.scenario.value,
        begun_at=begun_at,
        ended_at=lines[-1].at if lines else begun_at,
        ending=_ending(players, winner, len(turns)),
        winner=winner,
        winning_score=position.agreement.winning_score,
        camera_grade=None if grade is None else grade.value,
        players=players,
        turns=turns,
        score_corrections=score_corrections(lines),
        log=tuple(
            ResultLogDocument(turn=line.turn, player=line.player, text=line.text, rules=line.rules) for line in lines
        ),
    )


def _player(holding: Holding, turns: Sequence[ResultTurnDocument], start: Position, badge: str) -> ResultPlayerDocument:
    name = holding.player
    army = count_names(piece for piece in start.pieces.values() if piece.owner == name)
    return ResultPlayerDocument(
        name=name,
        badge=badge,
        points=holding.points,
        won=holding.winner,
        army=tuple(StartingDiceDocument(die=die, count=count) for die, count in army),
        hits=sum(turn.hits[name] for turn in turns),
        lost=sum(turn.lost[name] for turn in turns),
    )


def _ending(players: tuple[ResultPlayerDocument, ...], winner: str | None, turns: int) -> str:
    in_order = sorted(players, key=lambda player: (not player.won, -player.points))
    played = gettext("1 turn") if turns == 1 else gettext("{count} turns", count=turns)
    points = gettext(" to ").join(f"{player.points:g}" for player in in_order)
    if winner is None:
        names = ", ".join(player.name for player in in_order)
        return gettext("Not decided after {turns}: {points} ({names}).", turns=played, points=points, names=names)
    return gettext("{winner} won by {points} in {turns}.", winner=winner, points=points, turns=played)
