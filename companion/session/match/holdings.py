"""What each player has where: dice in play and in hand, and in reserve with the turns until they are back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from companion.rules import CommandPost, OgreCard, Piece, Position, Zone


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
