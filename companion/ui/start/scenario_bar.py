"""The head of the new-match page: document, scenario, advanced rules, Command Posts, agreed base, number of players."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QPushButton, QWidget

from companion.rules import Profile
from companion.session.match_setup import DOCUMENT_CARDS, SCENARIO_CARDS, MatchPlan, PlanPresenter
from companion.text import pgettext
from companion.ui.layouts import column_of, row_of
from companion.ui.plain_widgets import button_of, plain_label, set_tip

_BASE_PX: Final = 64
#: So many letters of a scenario's name are in sight in any window.
_LETTERS: Final = 12


class ScenarioBar(QWidget):
    """Shows what of a plan stands above the armies, and changes it."""

    def __init__(self, presenter: PlanPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        take = presenter.take

        def document(profile: Profile) -> QPushButton:
            choose = partial(take, lambda plan: plan.by_document(profile))
            return button_of(pgettext("session", DOCUMENT_CARDS[profile].name), choose, checkable=True, parent=self)

        self._documents = {profile: document(profile) for profile in DOCUMENT_CARDS}
        self._scenario = QComboBox(self)
        self._scenario.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._scenario.setMinimumContentsLength(_LETTERS)
        self._scenario.setAccessibleName(pgettext("PlanPage", "Scenario"))
        self._scenario.activated.connect(
            lambda place: take(lambda plan: plan.in_scenario(plan.document.scenarios[place]))
        )
        self._advanced = QCheckBox(pgettext("PlanPage", "Advanced  (F8)"), self)
        self._advanced.clicked.connect(lambda on: take(lambda plan: plan.with_advanced(advanced=on)))
        self._posts = QCheckBox(pgettext("PlanPage", "Command Posts"), self)
        self._posts.clicked.connect(lambda on: take(lambda plan: plan.with_posts(posts=on)))
        self._fewer = button_of("−", presenter.remove_player, parent=self)
        self._more = button_of(pgettext("PlanPage", "+ player"), partial(take, MatchPlan.with_player), parent=self)
        self._about, self._base_stated = plain_label("", "quiet", wrap=True), plain_label("", "quiet")
        self._base = QLineEdit(self)
        self._base.setObjectName("small")
        self._base.setFixedWidth(_BASE_PX)
        self._base.setValidator(QIntValidator(1, 999, self._base))
        self._base.textEdited.connect(lambda typed: take(lambda plan: plan.with_base(float(typed) if typed else None)))
        parts = (*self._documents.values(), self._scenario, self._advanced, self._fewer, self._more)
        for part in (*parts, self._posts):
            part.setObjectName("small")
            part.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keyboard where dice are typed
        above = row_of(*((part, 1) if part is self._scenario else part for part in parts), spacing=8)
        below = row_of((self._about, 1), self._posts, self._base_stated, self._base)
        column_of(above, below, on=self, margins=(0, 0, 0, 0), spacing=8)

    def show_plan(self, plan: MatchPlan) -> None:
        """Show what is chosen, and what can be."""
        for profile, button in self._documents.items():
            button.setChecked(profile is plan.profile)
        with QSignalBlocker(self._scenario):
            self._scenario.clear()
            self._scenario.addItems(
                [pgettext("session", SCENARIO_CARDS[scenario].name) for scenario in plan.document.scenarios]
            )
            self._scenario.setCurrentIndex(plan.document.scenarios.index(plan.scenario))
        set_tip(self._scenario, self._scenario.currentText())
        self._advanced.setChecked(plan.advanced)
        self._posts.setVisible(plan.card.asks_for_posts)
        self._posts.setChecked(plan.posts)
        armies = pgettext("PlanPage", "Armies: {0}.").format(pgettext("session", plan.card.limit))
        self._about.setText(f"{pgettext('session', plan.card.text)}  {armies}")
        self._more.setEnabled(len(plan.entrants) < plan.card.most_players)
        self._fewer.setEnabled(len(plan.entrants) > 2)
        # Another base number for all armies, where the table agrees on one (AD-ARMY-07).
        for part in (self._base, self._base_stated):
            part.setVisible(plan.card.points_count)
        self._base_stated.setText(pgettext("PlanPage", "Agreed base"))
        self._base.setPlaceholderText(f"{plan.card.terms.base or 0:g}")
        if not self._base.hasFocus():
            self._base.setText("" if plan.base is None else f"{plan.base:g}")

    def enter_base(self) -> None:
        """The keyboard goes to the points that the table has agreed on."""
        self._base.setFocus()
        self._base.selectAll()
