"""Everything that keeps a planned match from beginning, all at once, each with its place and what to do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from companion.codec.card_layout import known_layout
from companion.errors import InputError
from companion.rules import judge_table_shape
from companion.session.match_setup.initial_table import choose_first_player, initial_dice
from companion.session.match_setup.plan import MatchPlan
from companion.session.match_setup.scenarios import SCENARIO_CARDS, OgreRole
from companion.session.match_setup.surface import terrain_problems
from companion.text import gettext, pgettext


class PlanPart(StrEnum):
    """The parts of the new-match page."""

    SCENARIO = "scenario"
    PLAYERS = "players"
    ARMIES = "armies"
    TABLE = "table"
    FIRST = "who goes first"


@dataclass(frozen=True, slots=True)
class PlanProblem:
    """What is wrong: the part of the page, the player where it is one's own, and a sentence with the cure."""

    part: PlanPart
    text: str
    player: str | None = None


def find_plan_problems(plan: MatchPlan) -> tuple[PlanProblem, ...]:
    """Every problem of a plan, in the order of the page."""
    return (*_scenario(plan), *_players(plan), *_armies(plan), *_table(plan), *_first(plan))


def _scenario(plan: MatchPlan) -> Iterator[PlanProblem]:
    if plan.scenario not in plan.document.scenarios:
        text = gettext(
            "{card} is not a scenario of {document}: choose one of those.",
            card=pgettext("session", plan.card.name),
            document=pgettext("session", plan.document.name),
        )
        yield PlanProblem(PlanPart.SCENARIO, text)
    elif plan.scenario not in plan.playable:
        yield PlanProblem(PlanPart.SCENARIO, _without_dice(plan))
    for mark in sorted({mark for name in plan.names if (mark := plan.mark_of(name)) is not None}):
        try:
            known_layout(mark)
        except InputError as error:  # a user's own tracking card
            text = gettext(
                "Your tracking card of the Mark {mark} cannot be read: correct it, or remove its file. {error}",
                mark=mark,
                error=error,
            )
            yield PlanProblem(PlanPart.SCENARIO, text)
    if plan.base is not None and plan.base <= 0:
        text = gettext("Armies of {base:g} points hold no die: agree on a base above 0.", base=plan.base)
        yield PlanProblem(PlanPart.SCENARIO, text)


def _without_dice(plan: MatchPlan) -> str:
    """That the dice which a scenario is played with are not there, and the scenarios that work without."""
    *others, last = (pgettext("session", SCENARIO_CARDS[scenario].name) for scenario in plan.playable)
    instead = pgettext("keys", " or ").join([*([", ".join(others)] if others else []), last])
    if plan.card.ogre is OgreRole.NOBODY:
        return gettext("None of your dice belongs to this box: choose {instead}.", instead=instead)
    return gettext("None of your dice is an Ogre (class Ogre): choose {instead}.", instead=instead)


def _players(plan: MatchPlan) -> Iterator[PlanProblem]:
    count, most = len(plan.entrants), plan.card.most_players
    if count < 2:
        yield PlanProblem(PlanPart.PLAYERS, gettext("A match needs two players or more: add one."))
    if count > most:
        words, card = gettext("{card} is for {most} players, not {count}: choose another scenario."), plan.card.name
        text = words.format(card=pgettext("session", card), most=most, count=count)
        yield PlanProblem(PlanPart.PLAYERS, text)
    for name in dict.fromkeys(plan.names):
        if not name:
            text = gettext("A player has no name: rulings refer to players by name.")
            yield PlanProblem(PlanPart.PLAYERS, text, name)
        elif plan.names.count(name) > 1:
            text = gettext("Two players are called {name}: rulings could not tell them apart.", name=name)
            yield PlanProblem(PlanPart.PLAYERS, text, name)


def _armies(plan: MatchPlan) -> Iterator[PlanProblem]:
    for name in plan.names:
        for text in plan.points_of(name).problems:
            yield PlanProblem(PlanPart.ARMIES, f"{name}: {text}.", name)
    teams = [plan.army_of(name)[0].team for name in plan.names if plan.army_of(name)]
    if plan.card.terms.base is None and len(set(teams)) < len(teams):
        text = gettext("Two players have the same team, and the box has only one of each: choose another.")
        yield PlanProblem(PlanPart.ARMIES, text)


def _table(plan: MatchPlan) -> Iterator[PlanProblem]:
    wrong = plan.surface.problem
    if wrong is not None:
        yield PlanProblem(PlanPart.TABLE, wrong)
        return
    fits = judge_table_shape(len(plan.entrants), plan.surface.kind)
    if not fits.ok:
        words = gettext("{fits} {rules}: choose a table that suits, or fewer players.")
        yield PlanProblem(PlanPart.TABLE, words.format(fits=fits.text, rules=", ".join(fits.rules)))
    if plan.terrain_in_play:
        for text in terrain_problems(plan.terrain_in_play, plan.surface, initial_dice(plan)):
            yield PlanProblem(PlanPart.TABLE, text)


def _first(plan: MatchPlan) -> Iterator[PlanProblem]:
    if not plan.names:
        return
    beginning = choose_first_player(plan)
    if beginning.first is None:
        cure = gettext(" {decider} decides who begins.", decider=beginning.decides) if beginning.decides else ""
        yield PlanProblem(PlanPart.FIRST, beginning.ruling.text + cure)
