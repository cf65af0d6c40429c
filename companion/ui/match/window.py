"""The window of a match: the table is the screen, everything else is margin. It shows what the presenter says."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from companion.markup import markup
from companion.session.learning import TableLearner
from companion.session.live import TableSnapshot
from companion.session.match import Match, camera_grade
from companion.session.play import (
    Correcting,
    CueCaller,
    MatchPresenter,
    TableMood,
    table_state_of,
    table_trouble,
    table_without_camera,
)
from companion.session.result import summarize_result
from companion.text import pgettext
from companion.ui.background import WatchedTable
from companion.ui.drawn_table import FacePrints
from companion.ui.keyed_window import KeyedWindow
from companion.ui.keys_page import KeyGroup
from companion.ui.layouts import column_of, row_of
from companion.ui.match.actions import MatchTools, choice_actions, constant_keys, match_actions, match_key_groups
from companion.ui.match.frame import Header, KeysRow
from companion.ui.match.match_timer import MatchTimer
from companion.ui.match.over_table import Bands, OverTable
from companion.ui.match.side_column import SideColumn
from companion.ui.match.table_canvas import TableCanvas, TableViewMode
from companion.ui.match.table_watch import LearningSwitch, TableWatch
from companion.ui.results import ResultWindow
from companion.ui.ruling_line import RulingLine
from companion.ui.second_window import SecondWindow
from companion.ui.sounds import SOUNDS
from companion.ui.stylesheet import match_stylesheet
from companion.ui.voice import VOICE
from companion.ui.why import explain_ruling
from companion.ui.window_parts import HeadLine, parts_of

#: What is held with a key, in the order of its name.
_HELD: Final = {
    Qt.KeyboardModifier.ControlModifier: "Ctrl+",
    Qt.KeyboardModifier.AltModifier: "Alt+",
    Qt.KeyboardModifier.ShiftModifier: "Shift+",
}


class MatchWindow(KeyedWindow):
    """A match at the table; closes it when it is closed itself."""

    def __init__(self, match: Match, watcher: WatchedTable | None = None, learner: TableLearner | None = None) -> None:
        super().__init__(pgettext("match", "Diceland table companion"), match_stylesheet())
        self.presenter = MatchPresenter(match, self.show_all, speak=VOICE.say, show_result=self.open_result)
        self._grade = camera_grade(note for _, note in match.notes)
        self._learner = LearningSwitch(match, learner)
        self.presenter.observers.extend(self._learner.observers)
        self._second: SecondWindow | None = None
        self.watch = None if watcher is None else TableWatch(watcher, self)
        self._arrange(match.opening.name)
        self.parts = parts_of("join_match", self)
        self.timer = MatchTimer(self.presenter, self)
        self.timer.changed.connect(self._show_clock)
        self.presenter.observers.extend([self.timer, CueCaller(self.presenter, SOUNDS.play)])
        tools = MatchTools(
            self.presenter,
            self.canvas,
            self.over,
            self._ruling,
            self.timer,
            self.watch,
            self._learner,
            show_all=self.show_all,
            open_result=self.open_result,
            open_second=self.open_second,
            turn_second=self.turn_second,
        )
        self.install_actions(match_actions(tools, self.parts.values()), described=choice_actions(self.presenter))
        self.show_all()
        self._show_clock()
        if self.watch is not None:
            self.watch.seen.connect(self._seen)
            self.watch.thought.connect(self.presenter.questions.on_inference)
            self.watch.failed.connect(self._ruling.say)
            self.watch.start()

    def _arrange(self, title: str) -> None:
        prints = FacePrints()
        self._header = Header(title, self)
        self._header.show_state(table_without_camera() if self.watch is None else table_state_of(None))
        self.canvas = TableCanvas(self.presenter, prints, self)
        self._ruling, self._row = RulingLine(self.canvas, self), KeysRow(constant_keys(), self)
        self._row.taken.connect(lambda choice: self.presenter.take(choice, source="mouse"))
        self._side = SideColumn(self.presenter, prints, self._ruling.say, self)
        self._side.hand.dropped.connect(self.canvas.throw_from_hand)
        keys = QFrame(self)
        keys.setObjectName("keys_ground")
        column_of(self._row, on=keys, margins=(16, 0, 16, 6))
        middle = row_of((self.canvas, 1), self._side, spacing=0)
        floor = QWidget(self)
        column_of(self._header, (middle, 1), self._ruling, keys, on=floor, margins=(0, 0, 0, 0), spacing=0)
        self._bands = Bands(floor)
        self.over = OverTable(self.presenter, self.canvas, self._bands)
        self.over.opened.connect(self.refresh_actions)
        self.setCentralWidget(floor)

    # What it opens, and what its parts ask of it

    def open_second(self) -> None:
        """A second window for a projector or television, on another screen where there is one."""
        if self._second is None:
            self._second = SecondWindow(self)
        self._second.show_match(self.presenter.match)
        self._second.present()

    def turn_second(self) -> None:
        """Turn the second window for those who look at it from another side; it is opened first where it is not."""
        if self._second is None or not self._second.isVisible():
            self.open_second()
        else:
            self._second.turn()

    def open_result(self) -> None:
        """The result sheet, as it stands now."""
        match = self.presenter.match
        ResultWindow(summarize_result(match.path), match.path.with_suffix(".pdf"), self).show()

    def report(self, sentence: str) -> None:
        """Say something in the place of what is ruled or asked."""
        self._ruling.say(sentence)

    def add_head_line(self, name: str) -> HeadLine:
        """A line for a part of this window; name: what it is found by."""
        return self._header.add_line(name)

    def say(self, sentence: str) -> None:
        """Say something in passing: what is ruled or asked stays."""
        self._ruling.remark(sentence)

    def key_groups(self) -> tuple[KeyGroup, ...]:
        """What can be done now comes first."""
        return match_key_groups(self.presenter, self.actions_in_force)

    def go_back(self) -> None:
        """Close what is open; else back from what people are in the middle of."""
        if not self._put_away() and not self.presenter.press("Esc"):
            self.say(pgettext("match", "Nothing is open or under way; Ctrl+Q quits, and the match stays saved."))

    def why_not_back(self) -> str:
        """There is always something to say."""
        return ""

    def present(self) -> None:
        """Show it as large as the screen allows; it goes when it is closed."""
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        super().present()

    # Qt's events

    def take_key(self, event: QKeyEvent) -> bool:
        """A key that stands for a choice does it; in a correction other letters begin to type."""
        key = _in_words(event)
        if key != "Esc" and self.presenter.press(key):
            return True
        if isinstance(self.presenter.mode, Correcting) and event.text().isalpha() and "Ctrl+" not in key:
            self._side.faces.type_on(event.text())
            return True
        return super().take_key(event)

    def _put_away(self) -> bool:
        """Close what lies over the table; whether there was anything."""
        of_parts = [part.put_away() for part in self.parts.values()]
        own = (self.hide_keys(), self._ruling.fold_away(), self.over.put_away(), self.timer.panel.put_away())
        self.setFocus()
        self.refresh_actions()
        return any((*of_parts, *own))

    def closeEvent(self, event: QCloseEvent) -> None:
        """The camera, readers elsewhere and the match are let go: everything is on disk already."""
        for part in self.parts.values():
            part.close()
        if self.watch is not None:
            self.watch.close()
        if self._second is not None:
            self._second.close()
        self._learner.close()
        self.presenter.match.close()
        super().closeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What lies over the table keeps its place."""
        super().resizeEvent(event)
        self._side.fit(self.size())
        self.over.place()
        for part in self.parts.values():
            part.place()

    # How it is shown

    def show_all(self) -> None:
        """Everything anew from the presenter."""
        presenter = self.presenter
        self.canvas.show_match()
        self._header.show_turn(presenter.position, presenter.view.layout)
        prompt = presenter.prompt
        behind = explain_ruling(prompt.ruling, prompt.sighting) if prompt.ruling else markup("")
        whole = markup("<p>{}</p>", prompt.whole) if prompt.whole else markup("")
        self._ruling.show_ruling(prompt.sentence, prompt.ruling, whole + behind)
        self._ruling.set_whole(prompt.whole)
        self._row.show_choices(presenter.choices)
        self._side.show_match()
        if self._second is not None:
            self._second.show_match(presenter.match)
        self.over.show_all()
        self.refresh_actions()

    def _show_clock(self) -> None:
        match, turn, up = self.timer.times
        self._header.show_clock(match, turn, up=up, runs=self.timer.clock.runs)
        self.timer.panel.stand_below(self._header)

    @Slot(object)
    def _seen(self, sight: TableSnapshot) -> None:
        """Another frame: shown at once; thought about where the table is sure."""
        before = self.presenter.view.snapshot
        question = self.presenter.questions.on_snapshot(sight)
        state = table_state_of(sight, self._grade)
        self._header.show_state(state)
        self._bands.show_trouble(table_trouble(sight), stopped=state.mood is TableMood.STOPPED)
        if before is None or before.camera is not sight.camera:
            self.show_all()
        elif self.canvas.pictures.way is not TableViewMode.DRAWN:
            self.canvas.show_sight()
        if question is not None and self.watch is not None:
            self.watch.ask(question)


def _in_words(event: QKeyEvent) -> str:
    """A key as a choice names it: ``Return`` for both Enter keys, with ``Shift+`` or ``Ctrl+`` where that is held."""
    if event.key() == Qt.Key.Key_Enter:
        return "Return"
    held = "".join(words for modifier, words in _HELD.items() if event.modifiers() & modifier)
    return held + QKeySequence(event.key()).toString(QKeySequence.SequenceFormat.PortableText)
