"""Everything that keeps a planned match from beginning, all at once, each with its place and what to do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from companion.errors import WrongInput
from companion.rules import known_layout, table_fits
from companion.table.opening.terrain import terrain_problems

if TYPE_CHECKING:
    from companion.table.opening.plan import Plan


class Part(StrEnum):
    """The parts of the new-match page."""

    SCENARIO = "scenario"
    PLAYERS = "players"
    ARMIES = "armies"
    TABLE = "table"
    FIRST = "who goes first"


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong: the part of the page, the player where it is one's own, and a sentence with the cure."""

    part: Part
    text: str
    player: str | None = None


def problems_of(plan: Plan) -> tuple[Problem, ...]:
    """Every problem of a plan, in the order of the page."""
    return (*_scenario(plan), *_players(plan), *_armies(plan), *_table(plan), *_first(plan))


def _scenario(plan: Plan) -> Iterator[Problem]:
    if plan.scenario not in plan.document.scenarios:
        text = f"{plan.card.name} is no scenario of {plan.document.name}: choose one of its own."
        yield Problem(Part.SCENARIO, text)
    for mark in sorted({mark for name in plan.names if (mark := plan.mark_of(name)) is not None}):
        yield from _card(mark)
    if plan.base is not None and plan.base <= 0:
        yield Problem(Part.SCENARIO, f"Armies of {plan.base:g} points hold no die: agree on a base above 0.")


def _card(mark: str) -> Iterator[Problem]:
    """A user's own tracking card that cannot be read."""
    try:
        known_layout(mark)
    except WrongInput as error:
        text = f"Your tracking card of the Mark {mark} cannot be read: mend it, or take its file away. {error}"
        yield Problem(Part.SCENARIO, text)


def _players(plan: Plan) -> Iterator[Problem]:
    count, most = len(plan.entrants), plan.card.most_players
    if count < 2:
        yield Problem(Part.PLAYERS, "A match needs two players or more: add one.")
    if count > most:
        yield Problem(Part.PLAYERS, f"{plan.card.name} is for {most} players, not {count}: choose another scenario.")
    for name in dict.fromkeys(plan.names):
        if not name:
            yield Problem(Part.PLAYERS, "A player has no name: rulings speak of players by name.", name)
        elif plan.names.count(name) > 1:
            yield Problem(Part.PLAYERS, f"Two players are called {name}: rulings could not tell them apart.", name)


def _armies(plan: Plan) -> Iterator[Problem]:
    for name in plan.names:
        for text in plan.points_of(name).problems:
            yield Problem(Part.ARMIES, f"{name}: {text}.", name)
    teams = [plan.army_of(name)[0].team for name in plan.names if plan.army_of(name)]
    if plan.card.terms.base is None and len(set(teams)) < len(teams):
        yield Problem(Part.ARMIES, "Two players have the same team, and the box has each once: choose another.")


def _table(plan: Plan) -> Iterator[Problem]:
    wrong = plan.surface.problem
    if wrong is not None:
        yield Problem(Part.TABLE, wrong)
        return
    fits = table_fits(len(plan.entrants), plan.surface.kind)
    if not fits.ok:
        yield Problem(Part.TABLE, f"{fits.text} {', '.join(fits.rules)}: choose a table that suits, or fewer players.")
    if plan.terrain_in_play:
        for text in terrain_problems(plan.terrain_in_play, plan.surface, plan.standing):
            yield Problem(Part.TABLE, text)


def _first(plan: Plan) -> Iterator[Problem]:
    if plan.names and plan.beginning.first is None:
        cure = f" {plan.beginning.decider} says who begins." if plan.beginning.decider else ""
        yield Problem(Part.FIRST, plan.beginning.text + cure)
