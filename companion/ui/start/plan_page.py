"""A new match on one page: document, scenario, players, armies, agreements, who goes first.

Shows the `PlanPresenter`, and passes on what is pressed.

Who goes first: by the scenario, by the player who decides, or by the coin.

The coin that picks who goes first: it is seen to spin and to fall. How it falls is the plan's; it is only shown.

What can be done on the new-match page, as one table. Letters are typed there: keys are F keys and Ctrl.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Final, Protocol

from PySide6.QtCore import QEasingCurve, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QSizePolicy, QStackedWidget, QWidget

from companion.session.match_setup import (
    MOST_PLAYERS,
    MatchPlan,
    PlanPresenter,
    PlanStep,
    PlayerBadge,
    choose_first_player,
)
from companion.text import pgettext
from companion.ui.actions import ActionMenu, WindowAction, unless
from companion.ui.layouts import column_of, row_of
from companion.ui.plain_widgets import plain_label, set_mood
from companion.ui.start.agreements_box import AgreementsBox, AgreementsLine
from companion.ui.start.foot import Foot
from companion.ui.start.player_box import PlayerBox
from companion.ui.start.scenario_bar import ScenarioBar
from companion.ui.start.shelf import Shelf
from companion.ui.start.style import text_font
from companion.ui.themes import ACCENT, ASH, GRAPHITE, SLATE, tint

_SHELF_PX = 400

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
        self._foot = Foot(pgettext("PlanPage", "To the table  (Ctrl+Enter)"), self)
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


class BeginningBox(QFrame):
    """``tossed``: the coin is to be thrown; ``chosen``: the player who decides lets that one begin."""

    tossed = Signal()
    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("box")
        self.coin = Coin(self)
        self.toss = QPushButton(pgettext("BeginningBox", "Toss the coin  (F7)"), self)
        self.toss.setObjectName("small")
        self.toss.clicked.connect(self.tossed)
        self._text = plain_label("", "small", wrap=True)
        self._buttons: dict[str, QPushButton] = {}
        self._seed: int | None = None
        self._row = row_of(self.toss, 1)
        column = column_of(
            plain_label(pgettext("BeginningBox", "Who goes first"), "section"), self._text, self._row, spacing=6
        )
        row_of(self.coin, (column, 1), on=self, margins=(14, 10, 14, 12), spacing=14)

    def show_plan(self, plan: MatchPlan) -> None:
        """Show how it is settled, and what is asked for where it is not."""
        beginning = choose_first_player(plan)
        self._text.setText(beginning.text)
        set_mood(self._text, "" if beginning.first else "amber")
        self.coin.setVisible(beginning.by_coin)
        self.toss.setVisible(beginning.by_coin)
        self.toss.setText(
            pgettext("BeginningBox", "Toss again  (F7)")
            if beginning.first
            else pgettext("BeginningBox", "Toss the coin  (F7)")
        )
        up = plan.entrant(beginning.first).badge if beginning.first and beginning.by_coin else None
        spin = plan.seed is not None and plan.seed != self._seed
        self._seed = plan.seed
        self.coin.show_fallen([entrant.badge for entrant in plan.entrants], up, spin=spin)
        self._show_choice(plan.names if beginning.decider else (), beginning.first)

    def _show_choice(self, offered: tuple[str, ...], first: str | None) -> None:
        """A button for everybody who may be let begin."""
        if tuple(self._buttons) != offered:
            for button in self._buttons.values():
                self._row.removeWidget(button)
                button.deleteLater()
            self._buttons = {name: self._button(name) for name in offered}
        for name, button in self._buttons.items():
            button.setChecked(name == first)

    def _button(self, name: str) -> QPushButton:
        button = QPushButton(pgettext("BeginningBox", "{0} begins").format(name), self)
        button.setObjectName("small")
        button.setCheckable(True)
        button.clicked.connect(lambda: self.chosen.emit(name))
        self._row.insertWidget(self._row.count() - 1, button)
        return button


class Coin(QWidget):
    """A coin with a player's badge on each side (with more players, on each of its falls)."""

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
        wide = max(0.06, abs(math.cos(math.pi * half_turns)))
        side = self._side(round(half_turns))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(self.width() / 2, self.height() / 2)
        painter.scale(wide, 1.0)
        radius = _SIDE_PX / 2 - 4
        painter.setPen(QPen(QColor(tint(ACCENT if side else ASH)), 4))
        painter.setBrush(QColor(tint(GRAPHITE if side else SLATE)))
        painter.drawEllipse(QRectF(-radius, -radius, 2 * radius, 2 * radius))
        painter.setFont(text_font(_SIGN_PT))
        painter.setPen(QColor(tint(side.colour if side else ASH)))
        words = side.shape if side else "?"
        painter.drawText(QRectF(-radius, -radius, 2 * radius, 2 * radius), Qt.AlignmentFlag.AlignCenter, words)

    def _side(self, half_turn: int) -> PlayerBadge | None:
        """The side up so many half turns before the end."""
        if self.up is None or self.up not in self._sides:
            return self.up
        return self._sides[(self._sides.index(self.up) + half_turn) % len(self._sides)]


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
        act("base", pgettext("start", "Change the base of the armies"), "Ctrl+B", page.enter_base, base),
        act("back", pgettext("start", "Remove the last die"), "Ctrl+Backspace", plan.take_back, army),
        act("agreements", pgettext("start", "Agreements: open or close"), "F6", page.toggle_agreements),
        act("first", coin, "F7", plan.settle_first, first),
        act("go", go, "Ctrl+Return Ctrl+Enter", page.go, lambda: next(iter(plan.problems), "")),
    )


def _player_actions(page: PlanControls) -> tuple[WindowAction, ...]:
    act, plan = ActionMenu(pgettext("start", "New match"), "plan.").action, page.presenter
    army, more = pgettext("start", "Army of player {0}"), pgettext("start", "Add a player")
    nobody = pgettext("start", "There is no player {0} who builds an army.")
    room = unless(plan.has_room, pgettext("start", "This scenario has no room for another player."))
    spare = unless(plan.has_spare_player, pgettext("start", "A match needs two players."))

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
        act("name", pgettext("start", "Rename a player, then the next"), "F2", page.rename_current),
        act("badge", pgettext("start", "Change shape and colour"), "F3", step_badge),
        act(
            "turn", pgettext("start", "Move everybody on by one edge"), "F4", lambda: plan.take(MatchPlan.turned_round)
        ),
        act("seat", pgettext("start", "Swap places with the next player"), "F5", plan.step_seat),
        act("more", more, "Ctrl++ Ctrl+=", lambda: plan.take(MatchPlan.with_player), room),
        act("fewer", pgettext("start", "Remove a player"), "Ctrl+-", plan.remove_player, spare),
    )
