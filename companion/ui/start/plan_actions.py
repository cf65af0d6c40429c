"""What can be done on the new-match page, as one table. Letters are typed there: keys are F keys and Ctrl."""

from __future__ import annotations

from functools import partial
from typing import Protocol

from companion.session.match_setup import MOST_PLAYERS, MatchPlan, PlanPresenter
from companion.text import translate
from companion.ui.actions import ActionMenu, WindowAction, unless


class PlanControls(Protocol):
    """What the new-match page can be asked to do besides changing the plan."""

    @property
    def presenter(self) -> PlanPresenter: ...
    def choose_player(self, name: str) -> None: ...
    def rename_current(self) -> None: ...
    def enter_base(self) -> None: ...
    def toggle_agreements(self) -> None: ...
    def go(self) -> None: ...


def plan_actions(page: PlanControls) -> tuple[WindowAction, ...]:
    """Every action, in the order of the page of keys."""
    act, plan = ActionMenu(translate("start", "New match"), "plan.").action, page.presenter
    coin, go = translate("start", "Toss the coin, or choose who begins"), translate("start", "On to the table")
    posts = unless(plan.asks_for_posts, translate("start", "This scenario leaves no choice about Command Posts."))
    ogre = unless(plan.has_one_ogre, translate("start", "In this scenario no single Ogre is given to a player."))
    mark = unless(plan.has_mark, translate("start", "The current player has no Ogre whose mark can be chosen."))
    base = unless(plan.has_base, translate("start", "The armies of this scenario are not counted in points."))
    army = unless(plan.has_dice, translate("start", "The army is empty: there is no die to remove."))
    first = unless(plan.has_first_to_settle, translate("start", "The scenario says who begins; nothing is tossed."))
    return (
        act("document", translate("start", "Next document"), "Ctrl+D", plan.step_document),
        act("scenario", translate("start", "Next scenario"), "Ctrl+S", plan.step_scenario),
        act("advanced", translate("start", "Advanced Rules on or off"), "F8", plan.toggle_advanced),
        act("posts", translate("start", "Command Posts for everybody"), "Ctrl+P", plan.toggle_posts, posts),
        *_player_actions(page),
        act("ogre", translate("start", "The Ogre to the next player"), "F9", plan.step_ogre, ogre),
        act("mark", translate("start", "Mark III or Mark V"), "Ctrl+M", plan.step_mark, mark),
        act("base", translate("start", "Change the base of the armies"), "Ctrl+B", page.enter_base, base),
        act("back", translate("start", "Remove the last die"), "Ctrl+Backspace", plan.take_back, army),
        act("agreements", translate("start", "Agreements: open or close"), "F6", page.toggle_agreements),
        act("first", coin, "F7", plan.settle_first, first),
        act("go", go, "Ctrl+Return Ctrl+Enter", page.go, lambda: next(iter(plan.problems), "")),
    )


def _player_actions(page: PlanControls) -> tuple[WindowAction, ...]:
    act, plan = ActionMenu(translate("start", "New match"), "plan.").action, page.presenter
    army, more = translate("start", "Army of player {0}"), translate("start", "Add a player")
    nobody = translate("start", "There is no player {0} who builds an army.")
    room = unless(plan.has_room, translate("start", "This scenario has no room for another player."))
    spare = unless(plan.has_spare_player, translate("start", "A match needs two players."))

    def choose(number: int) -> WindowAction:
        def run() -> None:
            page.choose_player(plan.plan.names[number])

        place = number + 1
        there = unless(partial(plan.has_army, number), nobody.format(place))
        return act(f"player.{place}", army.format(place), f"Ctrl+{place}", run, there)

    def step_badge() -> None:
        plan.step_badge(plan.builder)

    return (
        *map(choose, range(MOST_PLAYERS)),
        act("name", translate("start", "Rename a player, then the next"), "F2", page.rename_current),
        act("badge", translate("start", "Change shape and colour"), "F3", step_badge),
        act(
            "turn", translate("start", "Move everybody on by one edge"), "F4", lambda: plan.take(MatchPlan.turned_round)
        ),
        act("seat", translate("start", "Swap places with the next player"), "F5", plan.step_seat),
        act("more", more, "Ctrl++ Ctrl+=", lambda: plan.take(MatchPlan.with_player), room),
        act("fewer", translate("start", "Remove a player"), "Ctrl+-", plan.remove_player, spare),
    )
