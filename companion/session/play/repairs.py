"""Proposals that were accepted wrongly, as the next table at rest shows: the repair is offered with one key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.actions import Action
from companion.session.inference import (
    CalledLeaning,
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
    """Remembers which dice people agreed to call leaning while this window is open; each is offered once."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._claims: list[_Claim] = []

    def on_accepted(self, steps: Sequence[Action], seen: Sequence[SeenDie]) -> None:
        """A proposal was taken into the match on a table that was seen so."""
        entry = self._match.entries[-1].number
        self._claims += map(_Claim, find_called_leaning(self._match.position, entry, steps, seen))

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
        steps = steps_lying_flat(position, called, die)
        return offer_repair(position, called, difference, retold=self._match.can_retell(called.entry, steps))
