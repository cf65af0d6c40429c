"""The match in numbers, turn by turn: points, hits, dice lost, counted from what happened, as the log has it. And what
each player has where: dice in play and in hand, and in reserve with the turns until they are back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.codec.result import ResultTurnDocument
from companion.rules import CommandPost, OgreCard, Piece, Position, Zone, events
from companion.rules.actions import Shoot
from companion.rules.corrections import Correction
from companion.session.match.log import LogLine


@dataclass(slots=True)
class _Count:
    """A turn as it is counted."""

    turn: int
    player: str
    points: dict[str, float]
    hits: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)


def count_turns(start: Position, lines: Iterable[LogLine]) -> tuple[ResultTurnDocument, ...]:
    """The turns that were played, in order, with points, hits and dice lost, from where the match started and the log
    lines that count. A hit is a thing hit by a player's dice: a die, circle, Tread or Command Post, each once for a
    shot; a die is lost that was killed, crushed, or removed from the table."""
    counts = [_Count(start.turn.number, start.to_move, dict(start.score))]
    owners = {name: piece.owner for name, piece in start.pieces.items()}
    for line in lines:
        counts[-1].hits.update(_hits(line, owners))
        for event in line.events:
            now = counts[-1]
            match event:
                case events.Scored():
                    now.points[event.player] = now.points.get(event.player, 0) + event.points
                case events.Killed() | events.Crushed() | events.Removed():
                    now.lost[owners.get(event.piece, "")] += 1
                case events.TurnBegan():
                    counts.append(_Count(now.turn + 1, event.player, dict(now.points)))
                case _:
                    pass  # most events are not counted
        if isinstance(line.act, Correction):
            counts[-1].points.update(line.act.score)
    players = tuple(player.id for player in start.players)
    return tuple(
        ResultTurnDocument(
            turn=count.turn,
            player=count.player,
            points={player: count.points.get(player, 0) for player in players},
            hits={player: count.hits[player] for player in players},
            lost={player: count.lost[player] for player in players},
        )
        for count in counts
    )


def _hits(line: LogLine, owners: Mapping[str, str]) -> dict[str, int]:
    if not isinstance(line.act, Shoot):
        return {}
    crushed = {event.by for event in line.events if isinstance(event, events.Crushed)}
    harmed = {
        event.id if isinstance(event, events.ArmourChanged) else event.piece
        for event in line.events
        if isinstance(event, events.Damaged | events.Killed | events.CircleLost | events.ArmourChanged)
        or (isinstance(event, events.TreadsLost) and event.piece not in crushed)
    }
    return {owners[line.act.by]: len(harmed)} if line.act.by in owners else {}


@dataclass(frozen=True, slots=True)
class InReserve:
    """A die in reserve; ``turns_left`` counts the turns of all players until the start of the one that returns it:
    1 is the next turn."""

    piece: Piece
    turns_left: int


@dataclass(frozen=True, slots=True)
class Holding:
    """A player's side of the match."""

    player: str
    points: float
    winning_score: float
    to_move: bool
    winner: bool
    play: tuple[Piece, ...]
    hand: tuple[Piece, ...]
    reserve: tuple[InReserve, ...]
    cards: tuple[tuple[Piece, OgreCard], ...]
    posts: tuple[CommandPost, ...]


def holdings(position: Position) -> tuple[Holding, ...]:
    """Every player's holding, in the order of the seats."""
    found, now = [], position.turn.number
    for player in (player.id for player in position.players):
        own = [piece for piece in position.pieces.values() if piece.owner == player]
        away = [InReserve(p, max(0, (p.back_turn or now) - now)) for p in own if p.zone is Zone.RESERVE]
        holding = Holding(
            player=player,
            points=position.score.get(player, 0),
            winning_score=position.agreement.winning_score,
            to_move=position.to_move == player,
            winner=position.winner == player,
            play=tuple(piece for piece in own if piece.zone is Zone.PLAY),
            hand=tuple(piece for piece in own if piece.zone is Zone.HAND),
            reserve=tuple(sorted(away, key=lambda one: one.turns_left)),
            cards=tuple((piece, position.cards[piece.id]) for piece in own if piece.id in position.cards),
            posts=tuple(post for post in position.posts.values() if post.owner == player),
        )
        found.append(holding)
    return tuple(found)


def count_names(pieces: Iterable[Piece]) -> tuple[tuple[str, int], ...]:
    """The names of dice with how many there are of each, as on a list: (("Infantry", 2), ("GEV", 1))."""
    return tuple(Counter(piece.die.label for piece in pieces).items())
