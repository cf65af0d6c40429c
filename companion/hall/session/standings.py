"""The standings of an event: everybody's matches, wins and points over all results."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from companion.codec.result import ResultPlayerDocument
from companion.hall.codec.event import (
    HallEventDocument,
    PlayedMatchDocument,
    PlayerRecordDocument,
    RunningMatchDocument,
)
from companion.hall.session.hall_board import HallBoard, HallResult


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player over the whole event. played: matches with an end; undecided: those that were left without one, which
    count for nothing but their points."""

    name: str
    played: int = 0
    won: int = 0
    undecided: int = 0
    points: float = 0
    hits: int = 0
    lost: int = 0

    def with_match(self, player: ResultPlayerDocument, *, decided: bool) -> PlayerRecord:
        """With another match."""
        return replace(
            self,
            played=self.played + decided,
            won=self.won + player.won,
            undecided=self.undecided + (not decided),
            points=self.points + player.points,
            hits=self.hits + player.hits,
            lost=self.lost + player.lost,
        )


def rank_players(results: Iterable[HallResult]) -> tuple[tuple[int, PlayerRecord], ...]:
    """Everybody with their place: by wins, then by points; who has the same of both shares a place.

    No document of the game has rules for an event, so this is a stand-in: whoever runs one by other rules takes the
    exported results.
    """
    records: dict[str, PlayerRecord] = {}
    for one in results:
        for player in one.result.players:
            name = player.name.strip()
            record = records.get(name.casefold(), PlayerRecord(name))
            records[name.casefold()] = record.with_match(player, decided=one.result.winner is not None)
    ranked = sorted(records.values(), key=lambda record: (*_rank(record), record.name.casefold()))
    ranks = [_rank(record) for record in ranked]
    return tuple((1 + ranks.index(_rank(record)), record) for record in ranked)


def event_document(board: HallBoard, at: datetime) -> HallEventDocument:
    """The whole event, for programs."""
    return HallEventDocument(
        format=1,
        at=at,
        standings=tuple(_record_document(place, record) for place, record in rank_players(board.results)),
        results=tuple(
            PlayedMatchDocument(table=one.table, match=one.match, result=one.result) for one in board.results
        ),
        running=tuple(
            RunningMatchDocument(table=table.name, match=table.match)
            for table in board.tables.values()
            if table.match is not None and table.match.winner is None
        ),
    )


def _rank(record: PlayerRecord) -> tuple[float, float]:
    return -record.won, -record.points


def _record_document(place: int, record: PlayerRecord) -> PlayerRecordDocument:
    return PlayerRecordDocument(
        place=place,
        name=record.name,
        played=record.played,
        won=record.won,
        undecided=record.undecided,
        points=record.points,
        hits=record.hits,
        lost=record.lost,
    )
