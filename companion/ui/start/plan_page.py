"""A new match on one page: document, scenario, players, armies, agreements, who goes first.

Owns the plan as filled in so far and whose army is being built; everything shown is computed from the plan.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QScrollArea,
    QStackedWidget,
    QWidget,
)

from companion.errors import OperationError
from companion.session.match_setup import (
    BADGES,
    DOCUMENT_CARDS,
    MARKS,
    MatchPlan,
    PlanPart,
    choose_first_player,
    find_plan_problems,
)
from companion.text import translate
from companion.ui.actions import WindowAction
from companion.ui.layouts import column_of, row_of
from companion.ui.start.agreements_box import AgreementsBox, AgreementsLine
from companion.ui.start.beginning_box import BeginningBox
from companion.ui.start.foot import Foot
from companion.ui.start.plan_actions import plan_actions
from companion.ui.start.player_box import PlayerBox
from companion.ui.start.scenario_bar import ScenarioBar
from companion.ui.start.shelf import Shelf

_SHELF_PX = 400


class PlanPage(QWidget):
    """Ends with a `Plan` without problems in ``planned``; the table is asked for on the next page."""

    planned = Signal(object)
    changed = Signal()

    def __init__(self, plan: MatchPlan, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plan = plan
        self.current = self._first_builder()
        self._boxes: list[PlayerBox] = []
        self._told = ""
        self._arrange()
        self._show()

    # What there is

    @property
    def boxes(self) -> tuple[PlayerBox, ...]:
        """The players."""
        return tuple(self._boxes)

    @property
    def problems(self) -> tuple[str, ...]:
        """What is still missing or wrong here; the table itself is settled on the next page."""
        return tuple(problem.text for problem in find_plan_problems(self.plan) if problem.part is not PlanPart.TABLE)

    def actions_here(self) -> tuple[WindowAction, ...]:
        """Everything that can be done on this page."""
        return plan_actions(self)

    # What can be done

    def take(self, change: Callable[[MatchPlan], MatchPlan]) -> None:
        """Go on with a changed plan; one that cannot be is refused with the reason."""
        try:
            self.plan, self._told = change(self.plan), ""
        except OperationError as failure:
            self._told = str(failure)
        if self.current not in self.plan.names or not self.plan.has_army(self.current):
            self.current = self._first_builder()
        self._show()

    def choose_player(self, name: str) -> None:
        """The shelf fills that player's army from now on."""
        if name in self.plan.names and name != self.current:
            self.current = name
            self._show()
        self.shelf.search.setFocus()

    def choose_number(self, number: int) -> None:
        """The same for the player of that place."""
        self.choose_player(self.plan.names[number])

    def rename(self, name: str, new: str) -> None:
        """Another name for a player; one that is taken or empty is refused."""
        new = " ".join(new.split())
        if new == name:
            return
        if not new or new in self.plan.names:
            self._told = (
                translate("PlanPage", "Two players cannot have the same name.")
                if new
                else translate("PlanPage", "A player needs a name.")
            )
            self._show()
            return
        if self.current == name:
            self.current = new
        self.take(lambda plan: plan.renamed(name, new))

    def step_document(self) -> None:
        """The next rule document."""
        known = list(DOCUMENT_CARDS)
        self.take(lambda plan: plan.by_document(known[(known.index(plan.profile) + 1) % len(known)]))

    def step_scenario(self) -> None:
        """The next scenario of the document."""
        offered = self.plan.document.scenarios
        self.take(lambda plan: plan.in_scenario(offered[(offered.index(plan.scenario) + 1) % len(offered)]))

    def step_badge(self, name: str) -> None:
        """The next badge for a player."""
        at = BADGES.index(self.plan.entrant(name).badge)
        self.take(lambda plan: plan.with_badge(name, BADGES[(at + 1) % len(BADGES)]))

    def step_seat(self) -> None:
        """The current player changes places with the next one, clockwise."""
        name = self.current or self.plan.names[0]
        self.take(lambda plan: plan.moved_round(name))

    def step_ogre(self) -> None:
        """The Ogre to the next player."""
        names = self.plan.names
        at = names.index(self.plan.ogre_with) if self.plan.ogre_with in names else -1
        self.take(lambda plan: plan.giving_ogre_to(names[(at + 1) % len(names)]))

    def settle_first(self) -> None:
        """The coin is thrown; where a player decides, the next one is let begin."""
        beginning, names = choose_first_player(self.plan), self.plan.names
        if beginning.by_coin:
            self.take(lambda plan: plan.tossed())
        elif beginning.decider:
            at = names.index(beginning.first) if beginning.first in names else names.index(beginning.decider) - 1
            self.take(lambda plan: plan.letting_begin(names[(at + 1) % len(names)]))

    def step_mark(self) -> None:
        """The other mark for the current player's Ogre, where the scenario leaves it open."""
        name = self.current
        mark = self.plan.mark_of(name) if name else None
        if mark is not None:
            self.take(lambda plan: plan.with_mark(name, MARKS[(MARKS.index(mark) + 1) % len(MARKS)]))

    def enter_base(self) -> None:
        """The keyboard goes to the points that the table has agreed on."""
        self._bar.enter_base()

    def toggle_agreements(self) -> None:
        """Open the agreements, or fold them."""
        opened = self._middle.currentWidget() is self.agreements
        self._middle.setCurrentIndex(0 if opened else 1)
        (self.shelf.search if opened else self.agreements.search).setFocus()
        self.changed.emit()

    def rename_current(self) -> None:
        """The keyboard goes to the current player's name, or on to the next player's."""
        names = self.plan.names
        focused = next((n for n, box in enumerate(self._boxes) if box.name.hasFocus()), None)
        at = names.index(self.current) if focused is None else (focused + 1) % len(names)
        self._boxes[at].name.setFocus()
        self._boxes[at].name.selectAll()

    def next_step(self) -> None:
        """To the next army that is missing, or the coin, or on to the table."""
        unbuilt = [n for n in self.plan.names if self.plan.has_army(n) and not self.plan.points_of(n).legal]
        later = [n for n in unbuilt if n != self.current] if self.plan.army_of(self.current) else []
        if self.current in unbuilt and not later:
            self._show()
        elif later:
            self.choose_player(later[0])
        elif choose_first_player(self.plan).first is None:
            self.settle_first()
        else:
            self.go()

    def go(self) -> None:
        """On to the table, if nothing is missing here."""
        if not self.problems:
            self.planned.emit(self.plan)
        else:
            self._show()

    # How it is shown

    def _first_builder(self) -> str:
        builders = [name for name in self.plan.names if self.plan.has_army(name)]
        return next((n for n in builders if not self.plan.army_of(n)), builders[0] if builders else "")

    def _show(self) -> None:
        plan = self.plan
        self._bar.show_plan(plan)
        self._show_players(plan)
        self.shelf.show_plan(plan, self.current or plan.names[0])
        self._line.show_plan(plan)
        self.agreements.show_plan(plan)
        self.beginning.show_plan(plan)
        self._show_foot()
        self.changed.emit()

    def _show_players(self, plan: MatchPlan) -> None:
        while len(self._boxes) > len(plan.entrants):
            box = self._boxes.pop()
            self._row.removeWidget(box)
            box.deleteLater()
        while len(self._boxes) < len(plan.entrants):
            self._add_box(len(self._boxes))
        for box, name in zip(self._boxes, plan.names, strict=True):
            box.show_plan(plan, name, current=name == self.current)

    def _show_foot(self) -> None:
        problems = self.problems
        more = translate("PlanPage", "  (+{0} more)").format(len(problems) - 1) if len(problems) > 1 else ""
        ready = translate("PlanPage", "All set. Next: the table.")
        mood = "stop" if self._told else "amber" if problems else "ok"
        self._foot.say(self._told or (problems[0] + more if problems else ready), mood)
        self._foot.go.setEnabled(not problems)

    # Putting together

    def _add_box(self, place: int) -> None:
        box = PlayerBox(self)

        def name() -> str:
            return self.plan.names[place]

        box.picked.connect(lambda: self.choose_player(name()) if self.plan.has_army(name()) else None)
        box.named.connect(lambda new: self.rename(name(), new))
        box.badge_wanted.connect(lambda: self.step_badge(name()))
        box.more.connect(lambda die: self.take(lambda plan: plan.with_die(name(), die)))
        box.less.connect(lambda die: self.take(lambda plan: plan.without_die(name(), die)))
        box.ogre_wanted.connect(self.step_ogre)
        self._boxes.append(box)
        self._row.addWidget(box, stretch=1)

    def _arrange(self) -> None:
        self._foot = Foot(translate("PlanPage", "To the table  (Ctrl+Enter)"), self)
        self._foot.go.clicked.connect(self.go)
        self._bar, self.shelf = ScenarioBar(self), Shelf(self)
        self._bar.changed.connect(self.take)
        self.shelf.setFixedWidth(_SHELF_PX)
        self.shelf.added.connect(lambda die: self.take(lambda plan: plan.with_die(self.current, die)))
        self.shelf.taken.connect(lambda dice: self.take(lambda plan: plan.with_army(self.current, dice)))
        self.shelf.undone.connect(self.take_back)
        self.shelf.through.connect(self.next_step)
        self.agreements = AgreementsBox(self)
        self.agreements.agreed.connect(lambda name, value: self.take(lambda plan: plan.agreed(name, value)))
        self.agreements.folded.connect(self.toggle_agreements)
        self._middle = QStackedWidget(self)
        self._middle.addWidget(self._players())
        self._middle.addWidget(self.agreements)
        inner = column_of(self._bar, (self._middle, 1), self._low(), margins=(16, 12, 16, 12), spacing=10)
        column_of((inner, 1), self._foot, on=self, margins=(0, 0, 0, 0), spacing=0)
        self.setFocusProxy(self.shelf.search)

    def take_back(self) -> None:
        """The die that the current player took last goes back."""
        army = self.plan.entrant(self.current).army if self.current else ()
        if army:
            self.take(lambda plan: plan.without_die(self.current, army[-1]))

    def _players(self) -> QWidget:
        page, inside = QWidget(), QWidget()
        self._row = QHBoxLayout(inside)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(12)
        scroll = QScrollArea(page)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidgetResizable(True)
        scroll.setWidget(inside)
        row_of((scroll, 1), self.shelf, on=page, margins=(0, 0, 0, 0), spacing=12)
        return page

    def _low(self) -> QHBoxLayout:
        self.beginning, self._line = BeginningBox(self), AgreementsLine(self)
        self._line.setFixedWidth(_SHELF_PX)
        self._line.opened.connect(self.toggle_agreements)
        self.beginning.tossed.connect(self.settle_first)
        self.beginning.chosen.connect(lambda name: self.take(lambda plan: plan.letting_begin(name)))
        return row_of((self.beginning, 1), self._line, spacing=12)
