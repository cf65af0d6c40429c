"""The course of one action: the position as it unfolds, what happened, and the rules that decided it.

What follows of itself follows here: a Poison Counter goes with death, Jump, Repair and green immunity (DW-POISON-07,
CY-POISON-06), a flag with death, Jump and blue immunity, for good (AMB-62), the winner with the score (CON-27, CON-31).

Built by `apply` for one action and thrown away after it; nothing outside sees it change.

How long a die stays in reserve (CON-03).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from companion.catalogue import Colour
from companion.rules.actions import Action, BaseAction
from companion.rules.agreements import Profile
from companion.rules.effects import is_source, refreshed
from companion.rules.events import ArmourChanged, Change, CounterChanged, Event, FlagChanged, Scored, Won
from companion.rules.position import CommandPost, Piece, PoisonCounter, Position, Zone, frozen
from companion.rules.ruling import Ruling, Term, Verdict, most_telling
from companion.rules.turn_state import Flags
from companion.text import gettext

_WINS: Final = {Profile.DEEP_WHITE_SEA: "DW-WIN-01"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an action leads to. Where it is refused, the position is the old one and nothing happened."""

    position: Position
    events: tuple[Event, ...]
    ruling: Ruling

    @property
    def ok(self) -> bool:
        """Whether the action was taken."""
        return self.ruling.ok


class Transition:
    """An action as it unfolds."""

    def __init__(self, position: Position) -> None:
        """Begin with a position."""
        self.position = position
        self.events: list[Event] = []
        self.terms: list[Term] = []
        self.messages: list[str] = []
        self._deciding: list[str] = []
        self._rules: list[str] = []
        self._disturbed: dict[str, None] = {}
        self._together: dict[str, None] | None = None

    @property
    def over(self) -> bool:
        """Whether the match has been won: nothing more happens (AMB-26)."""
        return self.position.winner is not None

    def cite(self, *rules: str) -> None:
        """Note rules that took part."""
        self._rules += rules

    def decide(self, *rules: str) -> None:
        """Note rules that decided; they are cited before the others."""
        self._deciding += rules

    def say(self, words: str, /, **values: object) -> None:
        """Add a part of the sentence, in the language in force; ``values`` take the places of the words in braces."""
        self.messages.append(gettext(words, **values))

    def emit(self, happened: Event) -> None:
        """Add an event."""
        self.events.append(happened)

    def outcome(self) -> Outcome:
        """The finished outcome."""
        ruling = Ruling(
            Verdict.YES,
            most_telling(tuple(self._deciding), tuple(self._rules)),
            " ".join(self.messages),
            None,
            terms=tuple(self.terms),
        )
        return Outcome(self.position, tuple(self.events), ruling)

    def put(self, piece: Piece) -> None:
        """Change a piece; counters, flags and continuous effects follow from what it shows now."""
        before = self.position.pieces[piece.id]
        self.position = self.position.with_piece(piece)
        if is_source(before) or is_source(piece):
            self._disturbed[piece.id] = None
        if not piece.in_play:
            self.remove_counter(piece.id)
            self.remove_flags(piece.id, "CY-CMD-07")
            influences = tuple(i for i in self.position.influences if i.on != piece.id)
            self.position = replace(self.position, influences=influences)
        elif piece.showing is not (before.showing if before.in_play else None):
            self._new_face(piece)

    def recheck(self) -> None:
        """Check anew the continuous effects whose sources were disturbed (DW-CONT-04)."""
        if self._disturbed:
            self.position = refreshed(self.position, tuple(self._disturbed))
            self.cite("DW-CONT-04")
            self._disturbed.clear()

    def score(self, player: str, points: float, why: str) -> None:
        """Give points to a player; the first to reach the total that wins does so at once (OG-WIN-01, AMB-26)."""
        score = {**self.position.score, player: self.position.score.get(player, 0) + points}
        self.position = replace(self.position, score=frozen(score))
        self.emit(Scored(player=player, points=points, why=why))
        if score[player] < self.position.agreement.winning_score or self.over:
            return
        if self._together is None:
            self._win(player)
        else:
            self._together[player] = None

    def score_each(self, players: Iterable[str], points: float, why: str) -> None:
        """Pay every one of several players for the same die; that somebody wins with it costs the others nothing
        (AD-FOUL-01, AD-FOUL-02, AMB-19)."""
        for player in players:
            self.score(player, points, why)

    @contextmanager
    def scored_together(self, thrower: str) -> Iterator[None]:
        """All that one throw does is done and scored before anybody has won by it; of several who pass the mark with
        it, the first clockwise from the thrower's left wins, the thrower last (AD-FOUL-02, AMB-47)."""
        self._together = {}
        yield
        passed, self._together = self._together, None
        clockwise = [player for player in (*self.position.others(thrower), thrower) if player in passed]
        if clockwise:
            self._win(*clockwise)

    def _win(self, winner: str, *beaten: str) -> None:
        """Somebody wins; ``beaten``: those who passed the mark with the same throw, but sit further round the table."""
        agreement, score = self.position.agreement, self.position.score
        self.position = replace(self.position, winner=winner)
        self.emit(Won(player=winner))
        agreed = ("AD-MULTI-02", "CON-31") if "CON-31" in agreement.choices else ()
        tie = ("AD-FOUL-02", "AMB-47") if beaten else ()
        self._deciding[:0] = [_WINS.get(agreement.profile, "OG-WIN-01"), "AMB-26", *tie, *agreed]
        self.say("{player} has {score:g} points and wins.", player=winner, score=score[winner])
        for player in beaten:
            self.say(
                "{player} has {score:g} points from the same throw, but comes later clockwise from the thrower.",
                player=player,
                score=score[player],
            )

    def to_reserve(self, piece: Piece) -> None:
        """Put a die into reserve (OG-ZONE-04)."""
        until = reserve_until(self.position, self.position.turn.number)
        self.put(_off_table(piece, Zone.RESERVE, until))

    def to_hand(self, piece: Piece) -> None:
        """Put a die back into its owner's hand (OG-OFF-03)."""
        self.put(_off_table(piece, Zone.HAND, None))

    def change_post(self, post: CommandPost, armour: float) -> None:
        """Change a Command Post's armour; destroyed it loses its counter."""
        lost = post.armour - armour
        self.position = self.position.with_post(replace(post, armour=armour))
        self.emit(ArmourChanged(id=post.id, lost=lost, left=armour))
        if armour <= 0:
            self.remove_counter(post.id)

    def add_counter(self, on: str, by: str) -> None:
        """Put a Poison Counter beside something."""
        self.position = replace(self.position, counters=(*self.position.counters, PoisonCounter(on, by)))
        self.emit(CounterChanged(piece=on, kind="poison", change=Change.ADDED))

    def remove_counter(self, on: str) -> None:
        """Take a Poison Counter away, where there is one."""
        if any(counter.on == on for counter in self.position.counters):
            left = tuple(counter for counter in self.position.counters if counter.on != on)
            self.position = replace(self.position, counters=left)
            self.emit(CounterChanged(piece=on, kind="poison", change=Change.REMOVED))

    def remove_flags(self, name: str, rule: str) -> None:
        """Take every Command Flag of a piece away, for good (CY-CMD-06, CY-CMD-07; AMB-62)."""
        for frame in self.position.pending:
            if isinstance(frame, Flags):
                for flag in frame.flags:
                    if flag.piece == name:
                        self.emit(FlagChanged(piece=name, number=flag.number, change=Change.REMOVED))
                        self.cite(rule, "CON-10")
        left = tuple(
            replace(frame, flags=tuple(flag for flag in frame.flags if flag.piece != name))
            if isinstance(frame, Flags)
            else frame
            for frame in self.position.pending
        )
        self.position = replace(self.position, pending=left)

    def _new_face(self, piece: Piece) -> None:
        if piece.showing.immune_to(Colour.GREEN) and any(c.on == piece.id for c in self.position.counters):
            self.remove_counter(piece.id)
            self.cite("CY-POISON-05", "CON-19")
        if piece.showing.immune_to(Colour.BLUE):
            self.remove_flags(piece.id, "CY-CMD-06")


def _off_table(piece: Piece, zone: Zone, back_turn: int | None) -> Piece:
    return replace(
        piece,
        zone=zone,
        back_turn=back_turn,
        face=None,
        pose=None,
        copied=None,
        level=0,
        sigma_mm=0.0,
        sigma_deg=0.0,
        measured_top=None,
        entered_turn=None,
    )


def reserve_until(position: Position, went_turn: int) -> int:
    """The number of the turn at whose start a die that went to reserve in a given turn is back in hand (AMB-25).

    One full round after the turn in which it went (OG-ZONE-05, CY-KILL-01); in Deep White Sea one turn (DW-ZONE-04).
    """
    turns = 1 if position.agreement.profile is Profile.DEEP_WHITE_SEA else len(position.players)
    return went_turn + turns + 1


_Taken = TypeVar("_Taken", bound=BaseAction)
#: How a kind of action is taken: what it does to the course, or why it is refused.
ActionRule = Callable[[Transition, Action], None]


def rule_of(kind: type[_Taken], take: Callable[[Transition, _Taken], None]) -> ActionRule:
    """The rule of a kind of action, as the tables have it."""

    def taken(course: Transition, action: Action) -> None:
        if not isinstance(action, kind):
            raise TypeError(f"{action} is no {kind.__name__}")
        take(course, action)

    return taken
