"""A new match as it is filled in: what each key and click makes of the plan, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import Final, TypeVar

from companion.errors import OperationError
from companion.session.badges import BADGES
from companion.session.match_setup.initial_table import choose_first_player
from companion.session.match_setup.plan import MARKS, MatchPlan
from companion.session.match_setup.problems import PlanPart, find_plan_problems
from companion.session.match_setup.scenarios import DOCUMENT_CARDS, OgreRole
from companion.text import pgettext

_Choice = TypeVar("_Choice")
_FEWEST_PLAYERS: Final = 2


class PlanStep(Enum):
    """What Enter on nothing leads to."""

    STAY = auto()
    NEXT_ARMY = auto()
    TABLE = auto()


class PlanPresenter:
    """Owns the plan as filled in so far, and ``current``: the player whose army is being built ("" for none).

    Everything shown is computed from these; ``changed`` is called after every change.
    """

    def __init__(self, plan: MatchPlan, changed: Callable[[], None] = lambda: None) -> None:
        self.plan, self._changed, self._refused = plan, changed, ""
        self.current = self._first_builder()

    # What there is to show

    @property
    def problems(self) -> tuple[str, ...]:
        """What is still missing or wrong here; the table itself is settled on the next page."""
        return tuple(problem.text for problem in find_plan_problems(self.plan) if problem.part is not PlanPart.TABLE)

    @property
    def sentence(self) -> tuple[str, str]:
        """What is said of the plan, and its mood: ``ok``, ``amber`` or ``stop``."""
        if self._refused:
            return self._refused, "stop"
        problems = self.problems
        if not problems:
            return pgettext("PlanPage", "All set. Next: the table."), "ok"
        more = pgettext("PlanPage", "  (+{0} more)").format(len(problems) - 1) if len(problems) > 1 else ""
        return problems[0] + more, "amber"

    @property
    def builder(self) -> str:
        """Whom the current choice is about where nobody builds an army: the first player."""
        return self.current or self.plan.names[0]

    def has_army(self, number: int) -> bool:
        """Whether there is a player of that place who builds an army."""
        return number < len(self.plan.names) and self.plan.has_army(self.plan.names[number])

    def has_dice(self) -> bool:
        """Whether the current player has taken any die."""
        return bool(self.current) and bool(self.plan.entrant(self.current).army)

    def has_room(self) -> bool:
        """Whether another player may join."""
        return len(self.plan.names) < self.plan.card.most_players

    def has_spare_player(self) -> bool:
        """Whether a player may leave."""
        return len(self.plan.names) > _FEWEST_PLAYERS

    def has_one_ogre(self) -> bool:
        """Whether there is one Ogre, to be given to one of them."""
        return self.plan.card.ogre is OgreRole.ONE

    def has_mark(self) -> bool:
        """Whether the current player has an Ogre with a mark to choose."""
        return bool(self.current) and self.plan.mark_of(self.current) is not None

    def asks_for_posts(self) -> bool:
        """Whether Command Posts are asked about."""
        return self.plan.card.asks_for_posts

    def has_base(self) -> bool:
        """Whether armies have a number of points that can be agreed on."""
        return self.plan.card.points_count

    def has_first_to_settle(self) -> bool:
        """Whether a coin or a player settles who goes first."""
        first = choose_first_player(self.plan)
        return first.by_chance or first.decides is not None

    # What can be done

    def take(self, change: Callable[[MatchPlan], MatchPlan]) -> None:
        """Go on with a changed plan; one that cannot be is refused with the reason."""
        try:
            self.plan, self._refused = change(self.plan), ""
        except OperationError as failure:
            self._refused = str(failure)
        if self.current not in self.plan.names or not self.plan.has_army(self.current):
            self.current = self._first_builder()
        self._changed()

    def choose_player(self, name: str) -> None:
        """The dice that are taken go into that player's army from now on."""
        if name in self.plan.names and name != self.current:
            self.current = name
            self._changed()

    def rename(self, name: str, new: str) -> None:
        """Another name for a player; one that is taken or empty is refused."""
        new = " ".join(new.split())
        if new == name:
            return
        if new and new not in self.plan.names:
            self.current = new if self.current == name else self.current
            self.take(lambda plan: plan.renamed(name, new))
            return
        twice = pgettext("PlanPage", "Two players cannot have the same name.")
        self._refused = twice if new else pgettext("PlanPage", "A player needs a name.")
        self._changed()

    def take_back(self) -> None:
        """The die that the current player took last goes back."""
        army = self.plan.entrant(self.current).army if self.current else ()
        if army:
            self.take(lambda plan: plan.without_die(self.current, army[-1]))

    def step_document(self) -> None:
        """The next rule document."""
        self.take(lambda plan: plan.by_document(_after(list(DOCUMENT_CARDS), plan.profile)))

    def step_scenario(self) -> None:
        """The next scenario of the document."""
        self.take(lambda plan: plan.in_scenario(_after(plan.document.scenarios, plan.scenario)))

    def toggle_advanced(self) -> None:
        """With the Advanced Rules, or without."""
        self.take(lambda plan: plan.with_advanced(advanced=not plan.advanced))

    def toggle_posts(self) -> None:
        """With Command Posts for everybody, or without."""
        self.take(lambda plan: plan.with_posts(posts=not plan.posts))

    def remove_player(self) -> None:
        """Without the last player."""
        self.take(lambda plan: plan.without_player(plan.names[-1]))

    def step_badge(self, name: str) -> None:
        """The next badge for a player."""
        self.take(lambda plan: plan.with_badge(name, _after(BADGES, plan.entrant(name).badge)))

    def step_seat(self) -> None:
        """The current player changes places with the next one, clockwise."""
        self.take(lambda plan: plan.moved_round(self.builder))

    def step_ogre(self) -> None:
        """The Ogre to the next player."""
        self.take(lambda plan: plan.giving_ogre_to(_after(plan.names, plan.ogre_with)))

    def step_mark(self) -> None:
        """The other mark for the current player's Ogre, where the scenario leaves it open."""
        mark = self.plan.mark_of(self.current) if self.current else None
        if mark is not None:
            self.take(lambda plan: plan.with_mark(self.current, _after(MARKS, mark)))

    def settle_first(self) -> None:
        """The coin is thrown; where a player decides, the next one is let begin."""
        first, names = choose_first_player(self.plan), self.plan.names
        if first.by_chance:
            self.take(lambda plan: plan.tossed())
        elif first.decides:
            chosen = _after(names, first.first) if first.first in names else first.decides
            self.take(lambda plan: plan.letting_begin(chosen))

    def next_step(self) -> PlanStep:
        """To the next army that is missing, or the coin, or on to the table."""
        unbuilt = [name for name in self.plan.names if self.plan.has_army(name) and not self.plan.points_of(name).legal]
        later = [name for name in unbuilt if name != self.current] if self.plan.army_of(self.current) else []
        if later:
            self.choose_player(later[0])
            return PlanStep.NEXT_ARMY
        if self.current in unbuilt:
            return PlanStep.STAY
        if choose_first_player(self.plan).first is None:
            self.settle_first()
            return PlanStep.STAY
        return PlanStep.TABLE

    def _first_builder(self) -> str:
        builders = [name for name in self.plan.names if self.plan.has_army(name)]
        return next((name for name in builders if not self.plan.army_of(name)), builders[0] if builders else "")


def _after(known: Sequence[_Choice], now: object) -> _Choice:
    """The next one in a round; the first where ``now`` is none of them."""
    at = next((place for place, one in enumerate(known) if one == now), -1)
    return known[(at + 1) % len(known)]
