"""Points set by hand, over the rules' head: typed for each player, written down as a correction that can be undone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from companion.rules import Position
from companion.rules.corrections import Correction
from companion.session.play.choice import ENTER, Choice
from companion.session.play.modes import Browsing, Mode, Numbers, Proposed, Reconciling, Scoring
from companion.session.play.number_keys import number_choices
from companion.text import translate

#: More points than any match comes to; a file takes no more.
MOST_POINTS: Final = 999_999
#: What the arrow keys add.
_STEP: Final = 1.0


def may_score(mode: Mode) -> bool:
    """Whether points may be set by hand now: not in the middle of something else."""
    return isinstance(mode, Browsing | Proposed | Reconciling)


def begin_scoring(position: Position, back: Mode, player: str = "") -> Scoring:
    """The points as they stand, to be typed anew, beginning with a player's (else the one's to move)."""
    players = list(position.score)
    first = player if player in players else position.to_move
    return Scoring(Numbers.of(*position.score.values(), at=players.index(first)), back)


def score_choices(position: Position, mode: Scoring) -> Iterator[Choice]:
    """Take them, or type on."""
    changed = changed_scores(position, mode)
    if changed and may_be_kept(mode):
        yield Choice("do", (ENTER,), translate("match", "set these points"), Correction(score=changed))
    yield from number_choices(mode.numbers, _STEP, lambda numbers: replace(mode, numbers=numbers))


def may_be_kept(mode: Scoring) -> bool:
    """Whether a match can keep such points: none below 0, none above what its file takes."""
    return all(0 <= points <= MOST_POINTS for points in mode.numbers.values)


def changed_scores(position: Position, mode: Scoring) -> Mapping[str, float]:
    """The points of those whose points were set otherwise."""
    told = zip(position.score.items(), mode.numbers.values, strict=True)
    return {player: points for (player, before), points in told if points != before}
