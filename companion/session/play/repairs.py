"""Proposals that were accepted wrongly, as the next table at rest shows: the repair is offered with one key."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.codec.notes import CalledLeaning, LeaningNote
from companion.rules.actions import Action, BaseAction
from companion.session.inference import (
    Discrepancy,
    SeenDie,
    find_called_leaning,
    find_discrepancies,
    find_flat,
    offer_repair,
    steps_lying_flat,
)
from companion.session.match import Match
from companion.session.play.state_reconciler import InferenceRequest


@dataclass(slots=True)
class _Claim:
    """A die that was called leaning; offered_at: the rest at which its repair was offered."""

    called: CalledLeaning
    offered_at: int | None = None


class Repairs:
    """Remembers which dice people agreed to call leaning, as the match's notes tell; each is offered once while a
    window is open."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._claims = [_Claim(note.called) for _, note in match.notes if isinstance(note, LeaningNote)]

    def on_accepted(self, steps: Sequence[Action], seen: Sequence[SeenDie]) -> Iterable[CalledLeaning]:
        """A proposal was taken into the match on a table that was seen so; what is to be written down of it."""
        entry = self._match.entries[-1].number
        found = find_called_leaning(self._match.position, entry, steps, seen)
        self._claims += map(_Claim, found)
        return found

    def differences(self, question: InferenceRequest) -> tuple[Discrepancy, ...]:
        """Where table and match differ, the repair first; empty where there is nothing to be repaired."""
        counting = {line.number for line in self._match.log if not line.undone}
        self._claims = [claim for claim in self._claims if claim.called.entry in counting]
        waiting = [claim for claim in self._claims if claim.offered_at in {None, question.rest}]
        if not waiting:
            return ()
        differ = find_discrepancies(question.position, question.seen, question.followed, question.hidden)
        for claim in waiting:
            difference = find_flat(question.position, claim.called, differ)
            if difference is not None:
                claim.offered_at = question.rest
                return (self._offered(claim.called, difference), *(one for one in differ if one is not difference))
        return ()

    def _offered(self, called: CalledLeaning, difference: Discrepancy) -> Discrepancy:
        position, die = self._match.position, difference.die
        assert die is not None
        told = [act for act in self._match.gesture_of(called.entry) if isinstance(act, BaseAction)]
        flat = steps_lying_flat(position, called, told, die)
        return offer_repair(position, called, difference, flat if self._match.can_amend(called.entry, flat) else ())
