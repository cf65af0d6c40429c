"""What can be done on the new-match page, as one table. Letters are typed there: keys are F keys and Ctrl."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from companion.session.match_setup import MOST_PLAYERS, MatchPlan, OgreRole, choose_first_player
from companion.text import translate
from companion.ui.actions import ActionMenu, WindowAction

PlanCondition = Callable[[MatchPlan], bool]


class PlanControls(Protocol):
    """What the new-match page shows and can be asked to do."""

    @property
    def plan(self) -> MatchPlan: ...
    @property
    def current(self) -> str: ...
    @property
    def problems(self) -> tuple[str, ...]: ...
    def take(self, change: Callable[[MatchPlan], MatchPlan]) -> None: ...
    def take_back(self) -> None: ...
    def choose_number(self, number: int) -> None: ...
    def rename_current(self) -> None: ...
    def step_document(self) -> None: ...
    def step_scenario(self) -> None: ...
    def step_badge(self, name: str) -> None: ...
    def step_seat(self) -> None: ...
    def step_ogre(self) -> None: ...
    def step_mark(self) -> None: ...
    def enter_base(self) -> None: ...
    def settle_first(self) -> None: ...
    def toggle_agreements(self) -> None: ...
    def go(self) -> None: ...


def plan_actions(page: PlanControls) -> tuple[WindowAction, ...]:
    """Every action, in the order of the page of keys."""
    return (*_about_the_match(page), *_about_players(page), *_about_armies(page), *_in_the_end(page))


def _act(
    page: PlanControls, name: str, title: str, keys: str, run: Callable[[], None], when: PlanCondition | None = None
) -> WindowAction:
    def enabled() -> bool:
        return when is None or when(page.plan)

    return ActionMenu(translate("start", "New match"), "plan.").action(name, title, keys, run, enabled)


def _about_the_match(page: PlanControls) -> tuple[WindowAction, ...]:
    advanced, posts = translate("start", "Advanced Rules on or off"), translate("start", "Command Posts for everybody")
    return (
        _act(page, "document", translate("start", "Next document"), "Ctrl+D", page.step_document),
        _act(page, "scenario", translate("start", "Next scenario"), "Ctrl+S", page.step_scenario),
        _act(page, "advanced", advanced, "F8", lambda: page.take(_advanced)),
        _act(page, "posts", posts, "Ctrl+P", lambda: page.take(_posted), _posts),
    )


def _about_players(page: PlanControls) -> tuple[WindowAction, ...]:
    army, edge = translate("start", "Army of player {0}"), translate("start", "Move everybody on by one edge")
    seat, badge = (
        translate("start", "Swap places with the next player"),
        translate("start", "Change shape and colour"),
    )
    more, fewer = translate("start", "Add a player"), translate("start", "Remove a player")
    return (
        *(
            _act(page, f"player.{n + 1}", army.format(n + 1), f"Ctrl+{n + 1}", partial(page.choose_number, n), _has(n))
            for n in range(MOST_PLAYERS)
        ),
        _act(page, "name", translate("start", "Rename a player, then the next"), "F2", page.rename_current),
        _act(page, "badge", badge, "F3", lambda: page.step_badge(page.current or page.plan.names[0])),
        _act(page, "turn", edge, "F4", lambda: page.take(lambda plan: plan.turned_round())),
        _act(page, "seat", seat, "F5", page.step_seat),
        _act(page, "more", more, "Ctrl++ Ctrl+=", lambda: page.take(lambda plan: plan.with_player()), _room),
        _act(page, "fewer", fewer, "Ctrl+-", lambda: page.take(_without_last), _spare),
    )


def _about_armies(page: PlanControls) -> tuple[WindowAction, ...]:
    return (
        _act(page, "ogre", translate("start", "The Ogre to the next player"), "F9", page.step_ogre, _one_ogre),
        _act(page, "mark", translate("start", "Mark III or Mark V"), "Ctrl+M", page.step_mark, _marked(page)),
        _act(page, "base", translate("start", "Change the base of the armies"), "Ctrl+B", page.enter_base, _based),
        _act(page, "back", translate("start", "Remove the last die"), "Ctrl+Backspace", page.take_back),
    )


def _in_the_end(page: PlanControls) -> tuple[WindowAction, ...]:
    coin = translate("start", "Toss the coin, or choose who begins")
    go, keys = translate("start", "On to the table"), "Ctrl+Return Ctrl+Enter"
    return (
        _act(page, "agreements", translate("start", "Agreements: open or close"), "F6", page.toggle_agreements),
        _act(page, "first", coin, "F7", page.settle_first, _open_first),
        _act(page, "go", go, keys, page.go, lambda _: not page.problems),
    )


def _advanced(plan: MatchPlan) -> MatchPlan:
    return plan.with_advanced(advanced=not plan.advanced)


def _posted(plan: MatchPlan) -> MatchPlan:
    return plan.with_posts(posts=not plan.posts)


def _without_last(plan: MatchPlan) -> MatchPlan:
    return plan.without_player(plan.names[-1])


def _posts(plan: MatchPlan) -> bool:
    return plan.card.asks_for_posts


def _has(number: int) -> Callable[[MatchPlan], bool]:
    return lambda plan: number < len(plan.names) and plan.has_army(plan.names[number])


def _room(plan: MatchPlan) -> bool:
    return len(plan.names) < plan.card.most_players


def _spare(plan: MatchPlan) -> bool:
    return len(plan.names) > 2


def _one_ogre(plan: MatchPlan) -> bool:
    return plan.card.ogre is OgreRole.ONE


def _based(plan: MatchPlan) -> bool:
    return plan.card.points_count


def _marked(page: PlanControls) -> PlanCondition:
    return lambda plan: bool(page.current) and plan.mark_of(page.current) is not None


def _open_first(plan: MatchPlan) -> bool:
    return choose_first_player(plan).by_coin or choose_first_player(plan).decider is not None
