"""A new match on one page: document, scenario, players, armies, agreements, who goes first.

Shows the `PlanPresenter`, to which its parts pass on what is pressed in them; below the page what can be done on it, as
one table. Letters are typed there: keys are F keys and Ctrl.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QEasingCurve, QRectF, QSignalBlocker, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QIntValidator, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QFrame, QLineEdit, QPushButton, QSizePolicy, QStackedWidget, QWidget

from companion.rules import Profile
from companion.session.match_setup import (
    DOCUMENT_CARDS,
    MOST_PLAYERS,
    SCENARIO_CARDS,
    MatchPlan,
    PlanPresenter,
    PlanStep,
    PlayerBadge,
    choose_first_player,
)
from companion.text import pgettext
from companion.ui.actions import ActionMenu, WindowAction, unless
from companion.ui.layouts import column_of, row_of, scrolled
from companion.ui.painters import set_ink, smooth_painter, text_font, write
from companion.ui.plain_widgets import button_of, plain_label, set_mood, set_tip
from companion.ui.start.agreements_box import AgreementsBox
from companion.ui.start.feed_page import Foot
from companion.ui.start.player_box import PlayerBox
from companion.ui.start.shelf import Shelf
from companion.ui.themes import ACCENT, ASH, GRAPHITE, SLATE

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


_SHELF_PX: Final = 400
_SIDE_PX: Final = 88
_SPIN_MS: Final = 1400
_TURNS: Final = 7
_SIGN_PT: Final = 26


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
        return _plan_actions(self)

    # Where the keyboard goes

    def choose_player(self, name: str) -> None:
        """The shelf fills that player's army from now on."""
        self.presenter.choose_player(name)
        self.shelf.search.setFocus()

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
        self.bar.show_plan(plan)
        while len(self.boxes) > len(plan.entrants):
            box = self.boxes.pop()
            self._row.removeWidget(box)
            box.deleteLater()
        while len(self.boxes) < len(plan.entrants):
            box = PlayerBox(presenter, len(self.boxes), self)
            box.picked.connect(self.choose_player)
            box.settled.connect(self.shelf.search.setFocus)
            self.boxes.append(box)
            self._row.addWidget(box, stretch=1)
        for box, name in zip(self.boxes, plan.names, strict=True):
            box.show_plan(plan, name, current=name == presenter.current)
        self.shelf.show_plan(plan, presenter.builder)
        self._counted.setText(plan.agreements_in_words)
        self.agreements.show_plan(plan)
        self.beginning.show_plan(plan)
        self._foot.say(*presenter.sentence)
        self._foot.go.setEnabled(not presenter.problems)
        self.changed.emit()

    def _arrange(self) -> None:
        presenter = self.presenter
        self._foot = Foot(pgettext("PlanPage", "To the table  (Ctrl+Enter)"), self)
        self._foot.go.clicked.connect(self.go)
        self.bar, self.shelf = ScenarioBar(presenter, self), Shelf(presenter, self)
        self.shelf.setFixedWidth(_SHELF_PX)
        self.shelf.through.connect(self.next_step)
        self.agreements = AgreementsBox(presenter, self.toggle_agreements, self)
        inside, page = QWidget(), QWidget()
        self._row = row_of(on=inside, margins=(0, 0, 0, 0), spacing=12)
        row_of((scrolled(inside), 1), self.shelf, on=page, margins=(0, 0, 0, 0), spacing=12)
        self._middle = QStackedWidget(self)
        self._middle.addWidget(page)
        self._middle.addWidget(self.agreements)
        self.beginning = BeginningBox(presenter, self)
        low = row_of((self.beginning, 1), self._agreements_line(), spacing=12)
        inner = column_of(self.bar, (self._middle, 1), low, margins=(16, 12, 16, 12), spacing=10)
        column_of((inner, 1), self._foot, on=self, margins=(0, 0, 0, 0), spacing=0)
        self.setFocusProxy(self.shelf.search)

    def _agreements_line(self) -> QFrame:
        """``100 settings, 2 changed`` with a button to open them."""
        line = QFrame(self)
        line.setObjectName("box")
        line.setFixedWidth(_SHELF_PX)
        self._counted = plain_label("", "small", wrap=True)
        review = button_of(pgettext("AgreementsLine", "Review  (F6)"), self.toggle_agreements, "small", parent=line)
        title = plain_label(pgettext("AgreementsLine", "Agreements"), "section")
        column_of(title, self._counted, 1, review, on=line, margins=(14, 10, 14, 12), spacing=6)
        return line


class BeginningBox(QFrame):
    """Who goes first: by the scenario, by the player who decides, or by the coin."""

    def __init__(self, presenter: PlanPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("box")
        self._presenter = presenter
        self.coin = Coin(self)
        self.toss = button_of("", presenter.settle_first, "small", parent=self)
        self._text = plain_label("", "small", wrap=True)
        self._buttons: dict[str, QPushButton] = {}
        self._seed: int | None = None
        self._row = row_of(self.toss, 1)
        title = plain_label(pgettext("BeginningBox", "Who goes first"), "section")
        column = column_of(title, self._text, self._row, spacing=6)
        row_of(self.coin, (column, 1), on=self, margins=(14, 10, 14, 12), spacing=14)

    def show_plan(self, plan: MatchPlan) -> None:
        """Show how it is settled, and what is asked for where it is not."""
        beginning = choose_first_player(plan)
        self._text.setText(beginning.ruling.text)
        set_mood(self._text, "" if beginning.first else "amber")
        self.coin.setVisible(beginning.by_chance)
        self.toss.setVisible(beginning.by_chance)
        again, once = pgettext("BeginningBox", "Toss again  (F7)"), pgettext("BeginningBox", "Toss the coin  (F7)")
        self.toss.setText(again if beginning.first else once)
        up = plan.entrant(beginning.first).badge if beginning.first and beginning.by_chance else None
        spin = plan.seed is not None and plan.seed != self._seed
        self._seed = plan.seed
        self.coin.show_fallen([entrant.badge for entrant in plan.entrants], up, spin=spin)
        self._show_choice(plan.names if beginning.decides else (), beginning.first)

    def _show_choice(self, offered: tuple[str, ...], first: str | None) -> None:
        """A button for everybody who may be let begin."""
        if tuple(self._buttons) != offered:
            for button in self._buttons.values():
                self._row.removeWidget(button)
                button.deleteLater()
            self._buttons = {}
            for name in offered:
                words, begin = pgettext("BeginningBox", "{0} begins").format(name), partial(self._let_begin, name)
                self._buttons[name] = button_of(words, begin, "small", checkable=True, parent=self)
                self._row.insertWidget(self._row.count() - 1, self._buttons[name])
        for name, button in self._buttons.items():
            button.setChecked(name == first)

    def _let_begin(self, name: str) -> None:
        self._presenter.take(lambda plan: plan.letting_begin(name))


class Coin(QWidget):
    """A coin with a player's badge on each side (with more players, on each of its falls): it is seen to spin and to
    fall. How it falls is the plan's."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._sides: tuple[PlayerBadge, ...] = ()
        self.up: PlayerBadge | None = None
        self._spin = QVariantAnimation(self)
        self._spin.setDuration(_SPIN_MS)
        self._spin.setStartValue(0.0)
        self._spin.setEndValue(1.0)
        self._spin.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._spin.valueChanged.connect(lambda _: self.update())

    def show_fallen(self, sides: Sequence[PlayerBadge], up: PlayerBadge | None, *, spin: bool) -> None:
        """Show how it fell; ``spin``: it has just been thrown."""
        self._sides, self.up = tuple(sides), up
        self.setAccessibleName(up.label if up else "")
        if spin and up is not None:
            self._spin.start()
        elif up is None:
            self._spin.stop()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(_SIDE_PX, _SIDE_PX)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The coin, narrower while it turns; it ends with the right side up."""
        spinning = self._spin.state() is QVariantAnimation.State.Running
        done = float(self._spin.currentValue()) if spinning else 1.0
        half_turns = (1.0 - done) * _TURNS
        side = self.up
        if side is not None and side in self._sides:  # the side that is up so many half turns before the end
            side = self._sides[(self._sides.index(side) + round(half_turns)) % len(self._sides)]
        painter = smooth_painter(self)
        painter.translate(self.width() / 2, self.height() / 2)
        painter.scale(max(0.06, abs(math.cos(math.pi * half_turns))), 1.0)
        radius = _SIDE_PX / 2 - 4
        area = QRectF(-radius, -radius, 2 * radius, 2 * radius)
        set_ink(painter, ACCENT if side else ASH, 4, fill=GRAPHITE if side else SLATE)
        painter.drawEllipse(area)
        write(painter, area, side.shape if side else "?", side.colour if side else ASH, text_font(_SIGN_PT))


def _plan_actions(page: PlanPage) -> tuple[WindowAction, ...]:
    """Every action, in the order of the page of keys."""
    act, plan = ActionMenu(pgettext("start", "New match"), "plan.").action, page.presenter
    coin, go = pgettext("start", "Toss the coin, or choose who begins"), pgettext("start", "On to the table")
    posts = unless(plan.asks_for_posts, pgettext("start", "This scenario leaves no choice about Command Posts."))
    ogre = unless(plan.has_one_ogre, pgettext("start", "In this scenario no single Ogre is given to a player."))
    mark = unless(plan.has_mark, pgettext("start", "The current player has no Ogre whose mark can be chosen."))
    base = unless(plan.has_base, pgettext("start", "The armies of this scenario are not counted in points."))
    army = unless(plan.has_dice, pgettext("start", "The army is empty: there is no die to remove."))
    first = unless(plan.has_first_to_settle, pgettext("start", "The scenario says who begins; nothing is tossed."))
    return (
        act("document", pgettext("start", "Next document"), "Ctrl+D", plan.step_document),
        act("scenario", pgettext("start", "Next scenario"), "Ctrl+S", plan.step_scenario),
        act("advanced", pgettext("start", "Advanced Rules on or off"), "F8", plan.toggle_advanced),
        act("posts", pgettext("start", "Command Posts for everybody"), "Ctrl+P", plan.toggle_posts, posts),
        *_player_actions(page),
        act("ogre", pgettext("start", "The Ogre to the next player"), "F9", plan.step_ogre, ogre),
        act("mark", pgettext("start", "Mark III or Mark V"), "Ctrl+M", plan.step_mark, mark),
        act("base", pgettext("start", "Change the base of the armies"), "Ctrl+B", page.bar.enter_base, base),
        act("back", pgettext("start", "Remove the last die"), "Ctrl+Backspace", plan.take_back, army),
        act("agreements", pgettext("start", "Agreements: open or close"), "F6", page.toggle_agreements),
        act("first", coin, "F7", plan.settle_first, first),
        act("go", go, "Ctrl+Return Ctrl+Enter", page.go, lambda: next(iter(plan.problems), "")),
    )


def _player_actions(page: PlanPage) -> tuple[WindowAction, ...]:
    act, plan = ActionMenu(pgettext("start", "New match"), "plan.").action, page.presenter
    army, turn = pgettext("start", "Army of player {0}"), pgettext("start", "Move everybody on by one edge")
    nobody, more = pgettext("start", "There is no player {0} who builds an army."), pgettext("start", "Add a player")
    room = unless(plan.has_room, pgettext("start", "This scenario has no room for another player."))
    spare = unless(plan.has_spare_player, pgettext("start", "A match needs two players."))

    def choose(place: int) -> WindowAction:
        def run() -> None:
            page.choose_player(plan.plan.names[place - 1])

        there = unless(partial(plan.has_army, place - 1), nobody.format(place))
        return act(f"player.{place}", army.format(place), f"Ctrl+{place}", run, there)

    return (
        *map(choose, range(1, MOST_PLAYERS + 1)),
        act("name", pgettext("start", "Rename a player, then the next"), "F2", page.rename_current),
        act("badge", pgettext("start", "Change shape and colour"), "F3", lambda: plan.step_badge(plan.builder)),
        act("turn", turn, "F4", lambda: plan.take(MatchPlan.turned_round)),
        act("seat", pgettext("start", "Swap places with the next player"), "F5", plan.step_seat),
        act("more", more, "Ctrl++ Ctrl+=", lambda: plan.take(MatchPlan.with_player), room),
        act("fewer", pgettext("start", "Remove a player"), "Ctrl+-", plan.remove_player, spare),
    )
