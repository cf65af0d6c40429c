"""The opening page of Exercise K: four steps from the sign-up list to the first turn.

Owns the plan; when it is settled, ``begin`` takes its opening.

The last two pages of the opening: agreements, corners and first hexes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from companion.errors import InputError, OperationError
from companion.exercise_k.codec.documents import DeskOpening
from companion.exercise_k.rules.board import MapCorner, corner_words, parse_placement
from companion.exercise_k.rules.position import SETTINGS, DeskAgreement
from companion.exercise_k.rules.roster import COLOURS, team_label
from companion.exercise_k.session.plan import GamePlan, forget_plan, save_plan, saved_plan
from companion.exercise_k.ui.opening_pages import (
    GamePlanPage,
    OrderPage,
    SignUpPage,
    StillBox,
    heading_label,
    push_button,
    small_print,
    team_sign,
)
from companion.exercise_k.ui.style import OneLine, desk_stylesheet
from companion.text import ngettext, pgettext
from companion.ui.actions import ActionMenu, WindowAction, unless
from companion.ui.keyed_window import KeyedWindow
from companion.ui.keys_page import KeyHint
from companion.ui.layouts import column_of, resize_to_screen, row_of, scrolled
from companion.ui.plain_widgets import plain_label, set_style_property
from companion.ui.themes import ACCENT, AMBER, ASH, PAPER, SMALL_PT

_LAST: Final = 3


class OpeningWindow(KeyedWindow):
    """Sign-up, order, agreements, corners; what is filled in is saved until the game begins."""

    def __init__(
        self,
        begin: Callable[[DeskOpening], None],
        *,
        saved: Path | None = None,
        resume: Callable[[Path], None] = lambda _: None,
    ) -> None:
        """``saved``: a game that ``resume`` may go on with instead."""
        super().__init__(pgettext("OpeningWindow", "Exercise K – new game"), desk_stylesheet())
        self._begin, self._saved, self._resume = begin, saved, resume
        self.plan = saved_plan()
        self._arrange()
        group = pgettext("OpeningWindow", "New game")
        sign_up = KeyHint(group, "Enter", pgettext("OpeningWindow", "Sign up who is typed"))
        move_on = KeyHint(group, "Tab", pgettext("OpeningWindow", "The next box"))
        self.install_actions(self._keys(), hints=(sign_up, move_on), menus=False)
        resize_to_screen(self, QSize(1280, 800))
        self._show_plan()
        self.go_to(0)
        if self.plan != GamePlan():
            saved_words = pgettext(
                "OpeningWindow", "The sign-up list is as you left it: {count}. Ctrl+N begins a new one."
            )
            self.say(saved_words.format(count=ngettext("{count} player", "{count} players", len(self.plan.people))))

    # --- what can be done ----------------------------------------------------------------------------------------

    def take(self, plan: GamePlan) -> None:
        """Go on with another plan, and keep it."""
        self.plan = plan
        save_failure = save_plan(plan)
        self._show_plan()
        if save_failure:
            self.say(save_failure)

    def begin_anew(self) -> None:
        """An empty page, if that is meant."""
        words = pgettext("OpeningWindow", "Delete the sign-up list, the draw and all that is agreed, and begin anew?")
        if QMessageBox.question(self, self.windowTitle(), words) == QMessageBox.StandardButton.Yes:
            self.take(GamePlan())
            self.go_to(0)

    def go_to(self, step: int) -> None:
        """Another step."""
        for number, page in enumerate(self.pages):  # only the page shown says how much room is needed
            needs = QSizePolicy.Policy.Preferred if number == step else QSizePolicy.Policy.Ignored
            page.setSizePolicy(needs, needs)
        self.stack.setCurrentIndex(step)
        self.pages[step].first.setFocus(Qt.FocusReason.TabFocusReason)
        self._show()

    def forward(self) -> None:
        """The next step; after the last one the game begins."""
        if self.stack.currentIndex() < _LAST:
            self.go_to(self.stack.currentIndex() + 1)
            return
        self.next.setFocus()  # so that a box that is being typed in commits what it holds
        try:
            self._begin(self.plan.opening())
        except OperationError as failure:
            self.say(str(failure))
        else:
            forget_plan()

    def go_on(self) -> None:
        """Go on with the game that was played last, where there is one."""
        if self._saved is None:
            return
        try:
            self._resume(self._saved)
        except OperationError as failure:
            self.say(str(failure))

    def go_back(self) -> None:
        """The step before; from the first one to the window that this one was opened from."""
        if self.stack.currentIndex():
            self.go_to(self.stack.currentIndex() - 1)
        else:
            super().go_back()

    def why_not_back(self) -> str:
        """Before the first step there is only another window."""
        if self.stack.currentIndex() or not super().why_not_back():
            return ""
        return pgettext("OpeningWindow", "This is the first step; Ctrl+Q quits, and what you have entered stays.")

    def say(self, sentence: str) -> None:
        """Say something at the foot."""
        self.problem.say(sentence, AMBER)

    def _keys(self) -> tuple[WindowAction, ...]:
        act = ActionMenu(pgettext("OpeningWindow", "New game")).action
        step, corner = pgettext("OpeningWindow", "Go to a step"), pgettext("CornersPage", "Choose a corner")
        resumable = unless(
            lambda: self._saved is not None, pgettext("OpeningWindow", "No game has been begun yet that could go on.")
        )
        filled = unless(lambda: self.plan != GamePlan(), pgettext("OpeningWindow", "Nothing has been filled in yet."))
        return (
            act(
                "forward",
                pgettext("OpeningWindow", "Next step, or begin"),
                "Ctrl+Return Ctrl+Enter Alt+Right",
                self.forward,
                self._why_not_forward,
            ),
            act("backward", pgettext("OpeningWindow", "The step before"), "Alt+Left", self.go_back, self.why_not_back),
            *(act(f"step.{n + 1}", step, f"Ctrl+{n + 1}", partial(self.go_to, n)) for n in range(_LAST + 1)),
            *(
                act(f"corner.{n}", corner, str(n), partial(self._choose_corner, place), self._why_not_corner)
                for n, place in enumerate(MapCorner, 1)
            ),
            act("new", pgettext("OpeningWindow", "Begin with an empty page"), "Ctrl+N", self.begin_anew, filled),
            act("resume", pgettext("OpeningWindow", "Continue the game played last"), "Ctrl+O", self.go_on, resumable),
        )

    def _choose_corner(self, corner: MapCorner) -> None:
        self.pages[_LAST].change(lambda: self.plan.with_corner(corner))

    def _why_not_corner(self) -> str:
        if self.stack.currentIndex() != _LAST:
            return pgettext("OpeningWindow", "Corners are chosen in step 4: Ctrl+4.")
        if self.plan.seed is not None and self.plan.chooser is None:
            return pgettext("CornersPage", "All corners are chosen.")
        return ""

    def _why_not_forward(self) -> str:
        return next(iter(self.plan.problems), "") if self.stack.currentIndex() == _LAST else ""

    # --- showing -------------------------------------------------------------------------------------------------

    def _arrange(self) -> None:
        top, foot = self._top(), self._foot()
        self.pages: tuple[GamePlanPage, ...] = (
            SignUpPage(self),
            OrderPage(self),
            AgreementsPage(self),
            CornersPage(self),
        )
        self.stack = QStackedWidget(self)
        for page in self.pages:
            page.changed.connect(self.take)
            page.message.connect(self.say)
            self.stack.addWidget(page)
        ground = QWidget(self)
        column_of(top, (scrolled(self.stack), 1), foot, on=ground, margins=(0, 0, 0, 0))
        self.setCentralWidget(ground)

    def _top(self) -> QHBoxLayout:
        """The steps, and the game that can be gone on with."""
        titles = (
            pgettext("OpeningWindow", "Who plays"),
            pgettext("OpeningWindow", "Team order"),
            pgettext("OpeningWindow", "Agreements"),
            pgettext("OpeningWindow", "Corners"),
        )
        self.steps = [plain_label(name="step", wrap=True, parent=self) for _ in titles]
        for number, (step, title) in enumerate(zip(self.steps, titles, strict=True), 1):
            step.setText(f"{number}  {title}")
        words = pgettext("OpeningWindow", "Ctrl and the number · F1 all keys")
        hint = plain_label(words, "quiet", wrap=True, parent=self)
        self.saved = OneLine(self, size_pt=SMALL_PT, colour=ACCENT)
        if self._saved is not None:
            self.saved.say(pgettext("OpeningWindow", "Ctrl+O continues {0}").format(self._saved.stem))
        return row_of(*self.steps, hint, self.saved, margins=(24, 10, 24, 0))

    def _foot(self) -> QHBoxLayout:
        """What is still missing, and the way on."""
        self.problem = OneLine(self, size_pt=18, colour=AMBER)
        self.back, self.next = QPushButton(pgettext("OpeningWindow", "&Back"), self), QPushButton(self)
        self.back.clicked.connect(self.go_back)
        self.next.clicked.connect(self.forward)
        return row_of((self.problem, 1), self.back, self.next, margins=(24, 6, 24, 14))

    def _show_plan(self) -> None:
        for page in self.pages:
            page.show_plan(self.plan)
        self._show()

    def _show(self) -> None:
        here, problems = self.stack.currentIndex(), self.plan.problems
        for number, step in enumerate(self.steps):
            set_style_property(step, "here", "true" if number == here else "")
        self.back.setEnabled(here > 0)
        begin, following = (
            pgettext("OpeningWindow", "Begin   (Ctrl+Enter)"),
            pgettext("OpeningWindow", "&Next   (Ctrl+Enter)"),
        )
        self.next.setText(begin if here == _LAST else following)
        self.next.setEnabled(here < _LAST or not problems)
        ready = pgettext("OpeningWindow", "Everything is set: the game can begin.")
        self.problem.say(*((problems[0], AMBER) if problems else (ready, ASH)))
        self.refresh_actions()


class AgreementsPage(GamePlanPage):
    """What the document leaves open: chosen where there is a choice, shown where there is none."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.boxes: dict[str, QComboBox] = {}
        inside = QWidget(self)
        column = QVBoxLayout(inside)
        column.setSpacing(4)
        for row in DeskAgreement().in_force():
            column.addWidget(_line(f"{row.id}   {row.question}", ASH, inside))
            if len(SETTINGS[row.id].values) == 1:
                column.addWidget(_line(row.text, PAPER, inside))
            else:
                column.addWidget(self._box(row.id, inside))
            column.addSpacing(10)
        self.first = next(iter(self.boxes.values()))
        column.addWidget(_line(pgettext("AgreementsPage", "Record sheets"), ASH, inside))
        self.sheet = _line("", PAPER, inside)
        column.addWidget(self.sheet)
        column.addStretch(1)
        scroll = scrolled(inside, across=False)
        scroll.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.heading = heading_label(pgettext("AgreementsPage", "Agreements"), self)
        column_of(self.heading, (scroll, 1), on=self, margins=(24, 12, 24, 0))

    def _box(self, name: str, parent: QWidget) -> QComboBox:
        box = StillBox(parent)
        box.setObjectName("small")
        box.setAccessibleName(name)
        for value, words in SETTINGS[name].meanings.items():
            box.addItem(words, value)
        box.currentIndexChanged.connect(lambda _: self.change(lambda: self.plan.with_choice(name, box.currentData())))
        self.boxes[name] = box
        return box

    def show_plan(self, plan: GamePlan) -> None:
        """Show what is agreed on."""
        super().show_plan(plan)
        agreement = DeskAgreement(choices=plan.choices)
        self.heading.setText(pgettext("AgreementsPage", "Agreements: {0} changed").format(len(plan.choices)))
        own = pgettext("AgreementsPage", "two AP Guns by the scenario; all other numbers from {0}")
        self.sheet.say(f"{plan.sheet.name}: {own.format(plan.sheet.shown_source)}.")
        for name, box in self.boxes.items():
            with QSignalBlocker(box):
                box.setCurrentIndex(box.findData(agreement[name]))


class CornersPage(GamePlanPage):
    """Corners from the last team to the first; first hexes, checked as they are typed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.chooser = OneLine(self, size_pt=24, colour=AMBER, bold=True)
        self.corners = {corner: self._corner(number, corner) for number, corner in enumerate(MapCorner, 1)}
        self.again = push_button(
            pgettext("CornersPage", "Choose a&gain"), self, lambda: self.changed.emit(replace(self.plan, corners={}))
        )
        row = row_of(*self.corners.values(), self.again)
        words = pgettext(
            "CornersPage",
            "First hexes, where you want them checked: Command Post, two radars, Ogres 1, 2, 3, such as  "
            "0101 0106 0504 0202 0303 0204",
        )
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        grid.setColumnStretch(1, 1)
        self.names, self.hexes, self.verdicts = [], [], []
        for place in range(len(COLOURS)):
            name, hexes, verdict = (
                plain_label(name="small", parent=self),
                QLineEdit(self),
                plain_label(name="verdict", parent=self, yields=True),
            )
            hexes.editingFinished.connect(lambda place=place: self._take_hexes(place))
            hexes.returnPressed.connect(self.focusNextChild)
            grid.addWidget(name, 2 * place, 0)
            grid.addWidget(hexes, 2 * place, 1)
            grid.addWidget(verdict, 2 * place + 1, 1)
            self.names.append(name)
            self.hexes.append(hexes)
            self.verdicts.append(verdict)
        column = column_of(self.chooser, row, on=self, margins=(24, 12, 24, 0))
        column.addSpacing(14)
        column.addWidget(small_print(words, self))
        column.addLayout(grid)
        column.addStretch(1)

    def _corner(self, number: int, corner: MapCorner) -> QPushButton:
        made = push_button(
            f"&{number}  {corner_words(corner)}", self, lambda: self.change(lambda: self.plan.with_corner(corner))
        )
        made.setAccessibleName(corner_words(corner))
        return made

    def show_plan(self, plan: GamePlan) -> None:
        """Show who chooses, who has which corner, and what is wrong with a placement."""
        super().show_plan(plan)
        self.chooser.say(self._who_chooses(plan))
        holders = {corner: team for team, corner in plan.corners.items()}
        for number, (corner, one) in enumerate(self.corners.items(), 1):
            holder = holders.get(corner)
            one.setText(f"&{number}  {corner_words(corner)}" + (f"\n{team_sign(holder)}" if holder else "\n–"))
            one.setEnabled(plan.chooser is not None and corner in plan.free_corners)
        self.again.setEnabled(bool(plan.corners))
        self.first = next((one for one in self.corners.values() if one.isEnabled()), self.hexes[0])
        teams = plan.choosing
        for place in range(len(COLOURS)):
            shown = place < len(teams)
            for widget in (self.names[place], self.hexes[place], self.verdicts[place]):
                widget.setVisible(shown)
            if shown:
                self._show_team(place, teams[place])

    def _who_chooses(self, plan: GamePlan) -> str:
        if plan.seed is None:
            return pgettext("CornersPage", "Draw the team order first.")
        if plan.chooser is None:
            return pgettext("CornersPage", "All corners are chosen.")
        leader = plan.names.get(f"{plan.chooser} 1", "")
        return pgettext("CornersPage", "{0} chooses a corner: {1}").format(team_label(plan.chooser), leader)

    def _show_team(self, place: int, team: str) -> None:
        corner = self.plan.corners.get(team)
        self.names[place].setText(team_sign(team) + (f", {corner_words(corner)}" if corner else ""))
        placement = self.plan.placements.get(team)
        if placement is not None:
            self.hexes[place].setText(str(placement))
        judged = self.plan.judged(team)
        if judged is None:
            self._say(place, pgettext("CornersPage", "not checked"), "")
        elif judged.legal:
            self._say(place, pgettext("CornersPage", "fits: radars 5 from the post and 4 apart, Ogres within 7"), "ok")
        else:
            self._say(place, "; ".join(judged.problems), "amber")

    def _say(self, place: int, words: str, mood: str) -> None:
        self.verdicts[place].setText(words)
        set_style_property(self.verdicts[place], "mood", mood)

    def _take_hexes(self, place: int) -> None:
        if place >= len(self.plan.choosing):
            return
        team, words = self.plan.choosing[place], self.hexes[place].text().strip()
        try:
            placement = parse_placement(words) if words else None
        except InputError as failure:
            self._say(place, str(failure), "amber")
            return
        if placement != self.plan.placements.get(team):
            self.changed.emit(self.plan.with_placement(team, placement))


def _line(words: str, colour: str, parent: QWidget) -> OneLine:
    """A line that keeps its height, which a page that scrolls needs."""
    made = OneLine(parent, size_pt=SMALL_PT, colour=colour)
    made.say(words)
    return made
