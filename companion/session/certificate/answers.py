"""What was answered: which outlines hold dice, and in which pictures each die was read as it was in most.

Nobody says which die was laid where. A die is held against itself: what most pictures read in an outline counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.session.certificate.sheet_picture import DieOnSheet, SheetPicture
from companion.session.certificate.tuning import SEEN_SHARE
from companion.vision import FaceName


@dataclass(frozen=True, slots=True)
class SheetAnswers:
    """The dice on the sheet, picture by picture.

    filled: the numbers of the outlines that hold a die; answered: for each picture the dice read as in most pictures,
    by outline; wrong: how many were read as something else.
    """

    filled: tuple[int, ...]
    answered: tuple[dict[int, DieOnSheet], ...]
    wrong: int

    @property
    def asked(self) -> int:
        """How often a die could have been read."""
        return len(self.filled) * len(self.answered)

    @property
    def right(self) -> int:
        """How often one was."""
        return sum(len(dice) for dice in self.answered)


def collect_answers(pictures: Sequence[SheetPicture]) -> SheetAnswers:
    """The answers of several pictures of one sheet, the dice lying on it as they were laid."""
    seen = [{die.place.number: die for die in picture.dice} for picture in pictures]
    usual = {number: found for number in _numbers(seen) if (found := _usual(number, seen)) is not None}
    often = Counter(number for dice in seen for number in dice)
    filled = sorted(n for n, times in often.items() if n in usual or times > SEEN_SHARE * len(pictures))
    answered = tuple({n: die for n, die in dice.items() if _answer(die) == usual.get(n)} for dice in seen)
    named = sum(die.name is not None for dice in seen for die in dice.values())
    answered = tuple({n: die for n, die in dice.items() if die.name is not None} for dice in answered)
    return SheetAnswers(tuple(filled), answered, named - sum(map(len, answered)))


_Answer = tuple[FaceName | None, int]


def _answer(die: DieOnSheet) -> _Answer:
    return die.name, die.third


def _numbers(seen: Sequence[dict[int, DieOnSheet]]) -> list[int]:
    return sorted({number for dice in seen for number in dice})


def _usual(number: int, seen: Sequence[dict[int, DieOnSheet]]) -> _Answer | None:
    """What most pictures read there; ``None`` where none names a die."""
    told = Counter(_answer(dice[number]) for dice in seen if number in dice and dice[number].name is not None)
    return told.most_common(1)[0][0] if told else None
