"""A new match on one page: document, scenario, players, armies, agreements, who goes first.

Shows the `PlanPresenter`, and passes on what is pressed.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QScrollArea,
    QStackedWidget,
    QWidget,
)

from companion.session.match_setup import MatchPlan, PlanPresenter, PlanStep
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
        self.boxes: list[PlayerBox] = []
        self.presenter = PlanPresenter(plan, self._show)
        self._arrange()
        self._show()

    @property
    def plan(self) -> MatchPlan:
        """What has been filled in so far."""
        return self.presenter.plan

    def actions_here(self) -> tuple[WindowAction, ...]:
        """Everything that can be done on this page."""
        return plan_actions(self)

    # Where the keyboard goes

    def choose_player(self, name: str) -> None:
        """The shelf fills that player's army from now on."""
        self.presenter.choose_player(name)
        self.shelf.search.setFocus()

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
        focused = next((n for n, box in enumerate(self.boxes) if box.name.hasFocus()), None)
        at = names.index(self.presenter.current) if focused is None else (focused + 1) % len(names)
        self.boxes[at].name.setFocus()
        self.boxes[at].name.selectAll()

    def next_step(self) -> None:
        """To the next army that is missing, or the coin, or on to the table."""
        step = self.presenter.next_step()
        if step is PlanStep.NEXT_ARMY:
            self.shelf.search.setFocus()
        elif step is PlanStep.TABLE:
            self.go()

    def go(self) -> None:
        """On to the table, if nothing is missing here."""
        if not self.presenter.problems:
            self.planned.emit(self.plan)

    # How it is shown

    def _show(self) -> None:
        plan, presenter = self.plan, self.presenter
        self._bar.show_plan(plan)
        while len(self.boxes) > len(plan.entrants):
            box = self.boxes.pop()
            self._row.removeWidget(box)
            box.deleteLater()
        while len(self.boxes) < len(plan.entrants):
            self._add_box(len(self.boxes))
        for box, name in zip(self.boxes, plan.names, strict=True):
            box.show_plan(plan, name, current=name == presenter.current)
        self.shelf.show_plan(plan, presenter.builder)
        self._line.show_plan(plan)
        self.agreements.show_plan(plan)
        self.beginning.show_plan(plan)
        self._foot.say(*presenter.sentence)
        self._foot.go.setEnabled(not presenter.problems)
        self.changed.emit()

    # Putting together

    def _add_box(self, place: int) -> None:
        box = PlayerBox(self)

        presenter = self.presenter

        def name() -> str:
            return self.plan.names[place]

        box.picked.connect(lambda: self.choose_player(name()) if self.plan.has_army(name()) else None)
        box.named.connect(lambda new: presenter.rename(name(), new))
        box.settled.connect(self.shelf.search.setFocus)
        box.badge_wanted.connect(lambda: presenter.step_badge(name()))
        box.more.connect(lambda die: presenter.take(lambda plan: plan.with_die(name(), die)))
        box.less.connect(lambda die: presenter.take(lambda plan: plan.without_die(name(), die)))
        box.ogre_wanted.connect(presenter.step_ogre)
        self.boxes.append(box)
        self._row.addWidget(box, stretch=1)

    def _arrange(self) -> None:
        presenter = self.presenter
        self._foot = Foot(translate("PlanPage", "To the table  (Ctrl+Enter)"), self)
        self._foot.go.clicked.connect(self.go)
        self._bar, self.shelf = ScenarioBar(self), Shelf(self)
        self._bar.changed.connect(presenter.take)
        self.shelf.setFixedWidth(_SHELF_PX)
        self.shelf.added.connect(lambda die: presenter.take(lambda plan: plan.with_die(presenter.current, die)))
        self.shelf.taken.connect(lambda dice: presenter.take(lambda plan: plan.with_army(presenter.current, dice)))
        self.shelf.undone.connect(presenter.take_back)
        self.shelf.through.connect(self.next_step)
        self.agreements = AgreementsBox(self)
        self.agreements.agreed.connect(lambda name, value: presenter.take(lambda plan: plan.agreed(name, value)))
        self.agreements.folded.connect(self.toggle_agreements)
        self._middle = QStackedWidget(self)
        self._middle.addWidget(self._players())
        self._middle.addWidget(self.agreements)
        inner = column_of(self._bar, (self._middle, 1), self._low(), margins=(16, 12, 16, 12), spacing=10)
        column_of((inner, 1), self._foot, on=self, margins=(0, 0, 0, 0), spacing=0)
        self.setFocusProxy(self.shelf.search)

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
        presenter = self.presenter
        self.beginning, self._line = BeginningBox(self), AgreementsLine(self)
        self._line.setFixedWidth(_SHELF_PX)
        self._line.opened.connect(self.toggle_agreements)
        self.beginning.tossed.connect(presenter.settle_first)
        self.beginning.chosen.connect(lambda name: presenter.take(lambda plan: plan.letting_begin(name)))
        return row_of((self.beginning, 1), self._line, spacing=12)
