"""The last two pages of the opening: agreements, corners and first hexes."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from companion.errors import InputError
from companion.exercise_k.rules import SETTINGS, DeskAgreement, team_label
from companion.exercise_k.session import GamePlan, MapCorner, corner_words, parse_placement
from companion.exercise_k.ui.one_line import OneLine
from companion.exercise_k.ui.opening_parts import (
    GamePlanPage,
    StillBox,
    heading_label,
    push_button,
    small_print,
    team_sign,
)
from companion.text import translate
from companion.ui.layouts import column_of, row_of
from companion.ui.plain_widgets import plain_label, set_look
from companion.ui.theme import AMBER, ASH, PAPER, SMALL_PT

_TEAMS: Final = 4


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
        column.addWidget(_line(translate("AgreementsPage", "Record sheets"), ASH, inside))
        self.sheet = _line("", PAPER, inside)
        column.addWidget(self.sheet)
        column.addStretch(1)
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inside)
        self.heading = heading_label(translate("AgreementsPage", "Agreements"), self)
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

    @property
    def first(self) -> QWidget:
        """The first choice."""
        return next(iter(self.boxes.values()))

    def show_plan(self, plan: GamePlan) -> None:
        """Show what is agreed on."""
        super().show_plan(plan)
        agreement = DeskAgreement(choices=plan.choices)
        self.heading.setText(translate("AgreementsPage", "Agreements: {0} changed").format(len(plan.choices)))
        own = translate("AgreementsPage", "two AP Guns by the scenario; all other numbers from {0}")
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
            translate("CornersPage", "Choose a&gain"), self, lambda: self.changed.emit(self.plan.without_corners())
        )
        row = row_of(*self.corners.values(), self.again)
        words = translate(
            "CornersPage",
            "First hexes, where you want them checked: Command Post, two radars, Ogres 1, 2, 3, such as  "
            "0101 0106 0504 0202 0303 0204",
        )
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        grid.setColumnStretch(1, 1)
        self.names, self.hexes, self.verdicts = [], [], []
        for place in range(_TEAMS):
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

    @property
    def first(self) -> QWidget:
        """The first corner that is free, else the first hexes."""
        return next((one for one in self.corners.values() if one.isEnabled()), self.hexes[0])

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
        teams = plan.choosing
        for place in range(_TEAMS):
            shown = place < len(teams)
            for widget in (self.names[place], self.hexes[place], self.verdicts[place]):
                widget.setVisible(shown)
            if shown:
                self._show_team(place, teams[place])

    def _who_chooses(self, plan: GamePlan) -> str:
        if plan.seed is None:
            return translate("CornersPage", "Draw the team order first.")
        if plan.chooser is None:
            return translate("CornersPage", "All corners are chosen.")
        leader = plan.names.get(f"{plan.chooser} 1", "")
        return translate("CornersPage", "{0} chooses a corner: {1}").format(team_label(plan.chooser), leader)

    def _show_team(self, place: int, team: str) -> None:
        corner = self.plan.corners.get(team)
        self.names[place].setText(team_sign(team) + (f", {corner_words(corner)}" if corner else ""))
        placement = self.plan.placements.get(team)
        if placement is not None:
            self.hexes[place].setText(str(placement))
        judged = self.plan.judged(team)
        if judged is None:
            self._say(place, translate("CornersPage", "not checked"), "")
        elif judged.legal:
            self._say(place, translate("CornersPage", "fits: radars 5 from the post and 4 apart, Ogres within 7"), "ok")
        else:
            self._say(place, "; ".join(judged.problems), "amber")

    def _say(self, place: int, words: str, mood: str) -> None:
        self.verdicts[place].setText(words)
        set_look(self.verdicts[place], "mood", mood)

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
