"""One thing that can be done now, as data: its key, its words, what it leads to, and why not where it is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from companion.codec.actions import may_be_settled
from companion.rules import Position, Ruling, Verdict, actions, apply
from companion.session.inference import Explanation
from companion.session.match import MatchAct
from companion.session.play.modes import Mode, Numbers, Settling
from companion.text import pgettext

ENTER: Final = "Return"
#: Verdicts that leave the word to the players.
OPEN: Final = frozenset({Verdict.TOO_CLOSE, Verdict.ASK})


@dataclass(frozen=True, slots=True)
class AfterMatch:
    """What follows a match that is won: its result sheet."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that can be done now.

    id: a name for tests; keys: in Qt's notation, the first is shown; leads_to: another mode, an act or a correction,
    several acts as one gesture, what explains a difference, or what follows the match;
    why_not: the ruling that refuses it; piece: the die that it is about; quiet: not worth a place in the row of keys
    where that is full.
    """

    id: str
    keys: tuple[str, ...]
    title: str
    leads_to: Mode | MatchAct | tuple[actions.Action, ...] | Explanation | AfterMatch
    why_not: Ruling | None = None
    piece: str | None = None
    quiet: bool = False

    @property
    def open(self) -> bool:
        """Whether the rules allow it, or leave it to the players."""
        return self.why_not is None or self.why_not.verdict in OPEN


def find_refusal(position: Position, action: actions.Action) -> Ruling | None:
    """The ruling that refuses an action now; ``None`` where it may be done."""
    outcome = apply(position, action)
    return None if outcome.ok else outcome.ruling


def with_players_word(position: Position, action: actions.Action) -> actions.Action | None:
    """The action as the players have decided it, where their word is all that it lacks; ``None`` where the rules refuse
    it all the same, such as what hangs on how a die is printed (AMB-07)."""
    settled = replace(action, settled=True)
    return settled if may_be_settled(action) and find_refusal(position, settled) is None else None


def foul_decider(position: Position) -> str | None:
    """The player who may say what becomes of a foul throw; ``None`` where none waits for that (OG-THROW-05)."""
    asked = (actions.FoulChoice(by=player.id, choice="allow") for player in position.players)
    return next((action.by for action in asked if find_refusal(position, action) is None), None)


def action_choice(
    position: Position, mode: Mode, name: str, keys: tuple[str, ...], title: str, action: actions.Action
) -> Choice:
    """The choice of an action; where the rules leave it to the players, these are asked first."""
    why = find_refusal(position, action)
    settled = with_players_word(position, action) if why is not None and why.verdict in OPEN else None
    return Choice(name, keys, title, action if settled is None else Settling(settled, why, mode), why)


#: What a key adds, in steps.
_STEPS: Final = {"Up": 1, "Down": -1, "PgUp": 10, "PgDown": -10}


def number_choices(numbers: Numbers, step: float, lead: Callable[[Numbers], Mode]) -> Iterator[Choice]:
    """The keys of numbers that are typed. step: what the arrow keys add; lead: the mode with other numbers."""
    if len(numbers.texts) > 1:
        words = pgettext("match", "the next number")
        yield Choice("number.next", ("Right", "N"), words, lead(numbers.stepped(1)))
        yield Choice("number.previous", ("Left", "Shift+N"), words, lead(numbers.stepped(-1)), quiet=True)
    for key, times in _STEPS.items():
        by = times * step
        yield Choice(f"add.{by:g}", (key,), f"{by:+g}".replace("-", "−"), lead(numbers.moved_by(by)))
    yield Choice("sign", ("M",), pgettext("match", "plus or minus"), lead(numbers.negated()))
    yield Choice("shorter", ("Backspace",), pgettext("match", "delete the last digit"), lead(numbers.shortened()))
    for digit in "0123456789.":
        yield Choice(f"digit.{digit}", (digit,), pgettext("match", "type it"), lead(numbers.typed(digit)), quiet=True)
