"""The referee's choice of a final round: which form it takes, who agrees and who still has a target in range."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Final

from companion.exercise_k.rules import CallFinalRound, FinalRoundReason
from companion.exercise_k.session.final_call import FinalCall
from companion.text import mark, translate

_FORMS: Final = {
    FinalRoundReason.TIME: mark("FinalPanel", "Time: the round being played is the last"),
    FinalRoundReason.STALEMATE: mark("FinalPanel", "Stalemate: nobody can do further damage"),
    FinalRoundReason.DECLARED: mark("FinalPanel", "Declared by the only team that can still move"),
}
assert set(_FORMS) == set(FinalRoundReason)


@dataclass(frozen=True, slots=True)
class FinalForm:
    """A form: the key that chooses it, or "" and why it is not open."""

    key: str
    words: str
    refusal: str


@dataclass(frozen=True, slots=True)
class AskedOgre:
    """A line of a question: the letter that ticks it, whether it is ticked, the Ogre and who runs it."""

    letter: str
    ticked: bool
    ogre: str
    person: str


@dataclass(frozen=True, slots=True)
class FinalQuestion:
    """What the referee is asked of some Ogres."""

    words: str
    ogres: tuple[AskedOgre, ...]


class FinalChoice:
    """The forms in a position, the one chosen and the letters ticked; ``names``: who runs which Ogre."""

    def __init__(self, calls: tuple[FinalCall, ...], names: Mapping[str, str]) -> None:
        self._calls, self._names = calls, names
        self._chosen: FinalCall | None = None
        self._ticked: frozenset[str] = frozenset()

    @property
    def forms(self) -> tuple[FinalForm, ...]:
        """What there is to choose from."""
        return tuple(
            FinalForm(
                str(number) if call.open else "",
                translate("FinalPanel", _FORMS[call.why]),
                "" if call.open else call.ruling.text,
            )
            for number, call in enumerate(self._calls, 1)
        )

    @property
    def questions(self) -> tuple[FinalQuestion, ...]:
        """What is asked of the form that was chosen; none before one is."""
        if self._chosen is None:
            return ()
        letters = iter(ascii_uppercase)
        consent = translate("FinalPanel", "Who agrees? All of them must.")
        reach = translate("FinalPanel", "Who has a legal target in weapons range? Nobody may.")
        asked = ((consent, self._chosen.consent), (reach, self._chosen.must_not_reach))
        return tuple(FinalQuestion(words, tuple(self._ask(letters, ogres))) for words, ogres in asked if ogres)

    @property
    def action(self) -> CallFinalRound | None:
        """The call as it was made up; None before a form is chosen."""
        chosen = self._chosen
        if chosen is None:
            return None
        letters = iter(ascii_uppercase)
        consenting, in_range = (
            tuple(line.ogre for line in self._ask(letters, ogres) if line.ticked)
            for ogres in (chosen.consent, chosen.must_not_reach)
        )
        return chosen.action(consenting, in_range)

    def take_key(self, key: str) -> bool:
        """A digit chooses a form, a letter ticks or unticks an Ogre; whether nothing is left to ask."""
        if self._chosen is not None:
            self._ticked ^= {key.upper()}
            return False
        open_calls = {str(number): call for number, call in enumerate(self._calls, 1) if call.open}
        self._chosen = open_calls.get(key)
        return self._chosen is not None and not self.questions

    def _ask(self, letters: Iterator[str], ogres: tuple[str, ...]) -> Iterator[AskedOgre]:
        for ogre in ogres:
            letter = next(letters)
            yield AskedOgre(letter, letter in self._ticked, ogre, self._names.get(ogre, ""))
