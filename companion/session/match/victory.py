"""How a match was won, and which points people set by hand: what its log says of its end. It decides nothing."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from companion.codec.result import ScoreCorrectionDocument
from companion.rules import Position
from companion.rules.corrections import Correction
from companion.rules.events import Crushed, Killed, Won
from companion.session.inference.descriptions import piece_label
from companion.session.match.log import LogLine
from companion.text import gettext, ngettext


def score_corrections(lines: Iterable[LogLine]) -> tuple[ScoreCorrectionDocument, ...]:
    """The points set by hand that count, in order."""
    counting = ((line.turn, line.act) for line in lines if not line.undone)
    return tuple(
        ScoreCorrectionDocument(turn=turn, points=dict(act.score))
        for turn, act in counting
        if isinstance(act, Correction) and act.score
    )


def winning_line(position: Position, lines: Iterable[LogLine]) -> LogLine | None:
    """The line of the log by which the winner has won; None while nobody has, or where the match began so."""
    winner = position.winner
    if winner is None:
        return None

    def wins(line: LogLine) -> bool:
        if isinstance(line.act, Correction):
            return line.act.score.get(winner, 0) >= position.agreement.winning_score
        return Won(player=winner) in line.events

    won = [line for line in lines if not line.undone and wins(line)]
    return won[-1] if won else None


def describe_victory(position: Position, line: LogLine | None) -> str:
    """Who has won, by which line of the log, how the points stand, and how many win: ``Ben has won: Mobile Gun killed
    Heavy Tank for 8 points. 52 to 40. The first to reach 50 points wins.``"""
    winner, score = position.winner or "", position.score
    deed = "" if line is None else _scoring_deed(position, line)
    if deed:
        won = gettext("{winner} has won: {deed}.", winner=winner, deed=deed)
    else:
        won = gettext("{winner} has won.", winner=winner)
    stand = gettext(" to ").join(f"{score.get(player, 0):g}" for player in (winner, *position.others(winner)))
    return f"{won} {stand}. {position.agreement.settled('CON-31').text}"


def _scoring_deed(position: Position, line: LogLine) -> str:
    """What brought the winner the last points: ``Mobile Gun killed Heavy Tank for 8 points``; "" where nothing did so
    plainly."""
    if isinstance(line.act, Correction):
        return gettext("the points were set by hand")
    until = takewhile(lambda event: not isinstance(event, Won), line.events)
    scoring = [event for event in until if isinstance(event, Killed | Crushed)]
    if not scoring:
        return ""
    event = scoring[-1]
    count = 1 if event.points == 1 else 2  # half a point takes the plural
    words = {
        "by": piece_label(position, event.by or ""),
        "piece": piece_label(position, event.piece),
        "points": f"{event.points:g}",
    }
    if isinstance(event, Crushed):
        return ngettext(
            "{by} crushed {piece} for {points} point", "{by} crushed {piece} for {points} points", count, **words
        )
    return ngettext("{by} killed {piece} for {points} point", "{by} killed {piece} for {points} points", count, **words)
