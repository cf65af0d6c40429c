"""Who goes first: by the scenario, by the player who decides, or by a coin whose throw can be looked at again."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules import FirstPlayer, decide_first_player
from companion.session.match_setup.plan import MatchPlan
from companion.text import gettext


@dataclass(frozen=True, slots=True)
class FirstPlayerChoice:
    """Who goes first (None: not settled yet), who decides where somebody does, whether the coin does; and the rules."""

    first: str | None
    decider: str | None
    by_coin: bool
    text: str
    rules: tuple[str, ...]


def choose_first_player(plan: MatchPlan) -> FirstPlayerChoice:
    """How the first player of a plan is settled (CON-04)."""
    armies = {name: list(plan.army_of(name)) for name in plan.names}
    bare = [name for name in plan.names if plan.has_army(name) and not armies[name]]
    if bare:
        text = gettext(
            "Finish the armies first: no dice for {bare}.",
            bare=gettext(" and ").join(bare),
        )
        return FirstPlayerChoice(None, None, False, text, ("CON-04",))
    answer = decide_first_player(plan.agreement, armies, plan.scenario, plan.previous)
    if answer.decides is not None:
        return _decided(plan, answer, answer.decides)
    if answer.by_chance:
        first = None if plan.seed is None else toss_coin(plan.names, plan.seed)
        message = gettext(" The coin says {first}.", first=first) if first else gettext(" Toss the coin.")
        return FirstPlayerChoice(first, None, True, answer.ruling.text + message, answer.ruling.rules)
    return FirstPlayerChoice(answer.first, None, False, answer.ruling.text, answer.ruling.rules)


def toss_coin(names: Sequence[str], seed: int) -> str:
    """Whom a coin with that seed picks: the same whenever it is looked at again."""
    return names[random.Random(seed).randrange(len(names))]


def _decided(plan: MatchPlan, answer: FirstPlayer, decider: str) -> FirstPlayerChoice:
    first = plan.chosen if plan.chosen in plan.names else None
    message = (
        gettext(" {decider} lets {first} begin.", decider=decider, first=first)
        if first and first != decider
        else gettext(" {decider} begins.", decider=decider)
        if first
        else ""
    )
    return FirstPlayerChoice(first, decider, False, answer.ruling.text + message, answer.ruling.rules)
