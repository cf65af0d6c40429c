"""What a hall's window shows, in words: a row for each call and each table."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from companion.geometry import Measurement
from companion.hall import documents
from companion.hall.client import HallBoard, HallTable, Liveness
from companion.session import BADGES, NO_BADGE
from companion.text import gettext, ngettext, pgettext


class RowMood(Enum):
    """How a table is, by the shape that stands for it."""

    WELL = "●"
    CALLING = "◆"
    TROUBLED = "▲"
    SILENT = "■"
    GONE = "○"


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table. players: each with badge and points; clock: how long the turn, and the match, have lasted; message: what
    must be known of it."""

    table: str
    mood: RowMood
    players: str
    turn: str
    clock: str
    message: str


def calls_in_words(board: HallBoard, by: str, now: datetime) -> dict[str, str]:
    """What each table that calls says, the one to be answered first on top. by: who sits here, and may be coming."""
    words = {}
    for table in board.calls:
        if (call := table.call) is not None:
            waiting = _minutes(_since(table, call.at, now))
            called = pgettext("hall", "◆ {table}   {waiting}").format(table=table.name, waiting=waiting)
            name = call.taken_by or (by if table.answering == call.id else "")
            coming = pgettext("hall", "{name} is coming.").format(name=name) if name else ""
            words[table.name] = "\n".join(filter(None, (f"{called}   {coming}".rstrip(), call.question)))
    return words


def table_rows(board: HallBoard, now: datetime) -> tuple[TableRow, ...]:
    """The tables in their order; those that were closed stand last."""
    rows = [_table_row(table, now) for table in board.tables.values()]
    return tuple(sorted(rows, key=lambda row: row.mood is RowMood.GONE))


def hall_in_words(board: HallBoard, now: datetime) -> str:
    """How many tables there are, and how many of them need somebody."""
    alive = Counter(table.liveness(now) for table in board.tables.values())
    waiting = sum(table.call is not None and table.call.taken_by is None for table in board.tables.values())
    message = [ngettext("{count} table", "{count} tables", len(board.tables))]
    if waiting:
        message.append(ngettext("{count} waits for a referee", "{count} wait for a referee", waiting))
    if alive[Liveness.SILENT]:
        message.append(ngettext("{count} is silent", "{count} are silent", alive[Liveness.SILENT]))
    return " · ".join(message)


def remarks(table: HallTable, now: datetime) -> str:
    """What must be known of a table: that it is closed or silent; who has won, the camera's trouble, lines that never
    came."""
    alive = table.liveness(now)
    if alive is Liveness.LEFT:
        return gettext("closed")
    if alive is Liveness.SILENT:
        return gettext("silent since {time}", time=f"{table.heard_at.astimezone():%H:%M}")
    lost = (
        ngettext("{count} line of its log never came", "{count} lines of its log never came", table.lost)
        if table.lost
        else ""
    )
    winner = None if table.match is None else table.match.winner
    won = "" if winner is None else pgettext("match", "{player} has won").format(player=winner)
    return " · ".join(filter(None, (won, table.camera_trouble, lost)))


def numbers_in_words(call: documents.RefereeCallDocument) -> tuple[str, ...]:
    """What was measured, a line each."""
    return tuple(
        f"{name.replace('_', ' ')}: {Measurement(number.value, number.sigma)}" for name, number in call.numbers.items()
    )


def _table_row(table: HallTable, now: datetime) -> TableRow:
    match = table.match
    if match is None:
        played = gettext("no match") if table.state is not None else ""
        return TableRow(table.name, mood_of(table, now), played, "", "", remarks(table, now))
    return TableRow(
        table=table.name,
        mood=mood_of(table, now),
        players="   ".join(f"{'▸ ' * one.to_move}{one.shape} {one.name} {one.points:g}" for one in players_of(match)),
        turn=str(match.turn),
        clock=_clock(table, match, now),
        message=remarks(table, now),
    )


def players_of(match: documents.MatchStateDocument) -> tuple[documents.HallPlaceDocument, ...]:
    """The players of a match, with their badges; nobody is to move in one that is over."""
    known = {badge.word: badge for badge in BADGES}
    worn = [known.get(player.badge or "", NO_BADGE) for player in match.players]
    return tuple(
        documents.HallPlaceDocument(
            name=player.name,
            shape=badge.shape.value,
            word=badge.word,
            points=player.points,
            to_move=match.winner is None and match.to_move == player.name,
        )
        for player, badge in zip(match.players, worn, strict=True)
    )


def _clock(table: HallTable, match: documents.MatchStateDocument, now: datetime) -> str:
    """``2:15 · 0:48 h``: how long the turn and the match have lasted; nothing of one that is over."""
    if match.winner is not None or table.liveness(now) is not Liveness.THERE:
        return ""
    turn, whole = _since(table, match.turn_begun_at, now), _since(table, match.begun_at, now)
    hours, minutes = divmod(int(whole.total_seconds()) // 60, 60)
    return f"{_minutes(turn)} · {hours}:{minutes:02} h"


def _since(table: HallTable, at: datetime, now: datetime) -> timedelta:
    """How long ago something was at a table, whose clock may be wrong."""
    return max(timedelta(), now + table.ahead - at)


def mood_of(table: HallTable, now: datetime) -> RowMood:
    """How a table is, the most urgent of what there is to say."""
    alive = table.liveness(now)
    if table.call is not None:
        return RowMood.CALLING
    if alive is Liveness.THERE:
        return RowMood.TROUBLED if table.camera_trouble or table.lost else RowMood.WELL
    return RowMood.SILENT if alive is Liveness.SILENT else RowMood.GONE


def _minutes(span: timedelta) -> str:
    """``2:05`` for two minutes and five seconds; hours before them where there are any."""
    hours, rest = divmod(int(span.total_seconds()), 3600)
    minutes, seconds = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
