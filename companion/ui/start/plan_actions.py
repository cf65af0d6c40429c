"""What can be done on the new-match page, as one table. Letters are typed there: keys are F keys and Ctrl."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from companion.table.opening import OgreRole, Plan
from companion.ui.actions import Action

if TYPE_CHECKING:
    from companion.ui.start.plan_page import PlanPage

Change = Callable[[Plan], Plan]
Condition = Callable[[Plan], bool]

translate = QCoreApplication.translate


def plan_actions(page: PlanPage) -> tuple[Action, ...]:
    """Every action, in the order of the page of keys."""

    def act(
        name: str, title: str, keys: str, run: Callable[[], None], when: Callable[[Plan], bool] = _always
    ) -> Action:
        return Action(
            f"plan.{name}", title, tuple(keys.split()), translate("start", "New match"), run, lambda: when(page.plan)
        )

    def change(name: str, title: str, keys: str, by: Change, when: Condition = _always) -> Action:
        return act(name, title, keys, lambda: page.take(by), when)

    def pick(number: int) -> Callable[[], None]:
        return lambda: page.choose_player(page.plan.names[number])

    return (
        act("document", translate("start", "Next document"), "Ctrl+D", page.step_document),
        act("scenario", translate("start", "Next scenario"), "Ctrl+S", page.step_scenario),
        change(
            "advanced",
            translate("start", "Advanced Rules on or off"),
            "F8",
            _advanced,
        ),
        change(
            "posts",
            translate("start", "Command Posts for everybody"),
            "Ctrl+P",
            lambda plan: plan.with_posts(posts=not plan.posts),
            _posts,
        ),
        *(
            act(
                f"player.{n + 1}",
                translate("start", "Army of player {0}").format(n + 1),
                f"Ctrl+{n + 1}",
                pick(n),
                _has(n),
            )
            for n in range(6)
        ),
        act("name", translate("start", "Rename a player, then the next"), "F2", page.rename_current),
        act(
            "badge",
            translate("start", "Another shape and colour"),
            "F3",
            lambda: page.step_badge(page.current or page.plan.names[0]),
        ),
        change("turn", translate("start", "Everybody one edge further"), "F4", lambda plan: plan.turned_round()),
        act("seat", translate("start", "Change places with the next player"), "F5", page.step_seat, _several),
        change("more", translate("start", "One player more"), "Ctrl++ Ctrl+=", lambda plan: plan.with_player(), _room),
        change(
            "fewer",
            translate("start", "One player fewer"),
            "Ctrl+-",
            lambda plan: plan.without_player(plan.names[-1]),
            _spare,
        ),
        act("ogre", translate("start", "The Ogre to the next player"), "F9", page.step_ogre, _one_ogre),
        act("mark", translate("start", "Mark III or Mark V"), "Ctrl+M", page.step_mark, _marked(page)),
        act("base", translate("start", "Another base number for armies"), "Ctrl+B", page.enter_base, _based),
        act("army.last", translate("start", "Take the last die back"), "Ctrl+Backspace", page.take_back),
        act("agreements", translate("start", "Agreements: open or fold"), "F6", page.toggle_agreements),
        act("first", translate("start", "Throw the coin, or let another begin"), "F7", page.settle_first, _open_first),
        act(
            "go", translate("start", "On to the table"), "Ctrl+Return Ctrl+Enter", page.go, lambda _: not page.problems
        ),
    )


def _always(_plan: Plan) -> bool:
    return True


def _advanced(plan: Plan) -> Plan:
    return plan.with_advanced(advanced=not plan.advanced)


def _posted(plan: Plan) -> Plan:
    return plan.with_posts(posts=not plan.posts)


def _posts(plan: Plan) -> bool:
    return plan.card.asks_for_posts


def _has(number: int) -> Callable[[Plan], bool]:
    return lambda plan: number < len(plan.names) and plan.has_army(plan.names[number])


def _room(plan: Plan) -> bool:
    return len(plan.names) < plan.card.most_players


def _several(plan: Plan) -> bool:
    return len(plan.names) > 1


def _spare(plan: Plan) -> bool:
    return len(plan.names) > 2


def _one_ogre(plan: Plan) -> bool:
    return plan.card.ogre is OgreRole.ONE


def _based(plan: Plan) -> bool:
    return plan.card.points_count


def _marked(page: PlanPage) -> Condition:
    return lambda plan: bool(page.current) and plan.mark_of(page.current) is not None


def _open_first(plan: Plan) -> bool:
    return plan.beginning.by_coin or plan.beginning.decider is not None
