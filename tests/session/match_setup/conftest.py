"""Plans that lack nothing but what a test is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from companion.catalogue import Die
from companion.codec.die import read_dice
from companion.resources import Bundled, bundled
from companion.rules import Profile, Scenario
from companion.session.match_setup import DOCUMENT_CARDS, MatchPlan, choose_first_player

Filled = Callable[..., MatchPlan]


@pytest.fixture(scope="session")
def catalogue() -> Mapping[str, Die]:
    """The bundled dice."""
    return read_dice(bundled(Bundled.DICE_FACES))


@pytest.fixture
def filled(catalogue: Mapping[str, Die]) -> Filled:
    """A plan for a scenario, every army one that is ready, and the first player settled."""

    def fill(scenario: Scenario, profile: Profile | None = None) -> MatchPlan:
        governs = profile or next(d.profile for d in DOCUMENT_CARDS.values() if scenario in d.scenarios)
        plan = MatchPlan.fresh(catalogue).by_document(governs).in_scenario(scenario)
        ready = plan.ready_armies
        for number, name in enumerate(plan.names):
            plan = plan.with_army(name, ready[number % len(ready)].dice)
        return settled(plan)

    return fill


def settled(plan: MatchPlan) -> MatchPlan:
    """The plan with its first player: by who decides, or by the coin."""
    beginning = choose_first_player(plan)
    if beginning.decides:
        return plan.letting_begin(beginning.decides)
    return plan.tossed(7) if beginning.by_chance else plan
