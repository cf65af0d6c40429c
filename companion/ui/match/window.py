"""The window of a match: the table is the screen, everything else is margin. It shows what the presenter says; below it
what can be done there, as one table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from companion.errors import OperationError
from companion.markup import markup
from companion.session import play
from companion.session.learning import TableLearner
from companion.session.live import TableSnapshot
from companion.session.match import Match, camera_grade
from companion.session.result import summarize_result
from companion.text import N_, pgettext
from companion.ui.actions import REDO_KEYS, UNDO_KEYS, ActionMenu, WhyNot, WindowAction, first_reason, unless
from companion.ui.background import WatchedTable
from companion.ui.drawn_table import FacePrints
from companion.ui.keyed_window import HeadLine, KeyedWindow, parts_of
from companion.ui.keys_page import KeyGroup, KeyHint, action_hints, key_groups, mouse_hints
from companion.ui.layouts import column_of, row_of
from companion.ui.match.frame import Header, KeysRow, key_rows
from companion.ui.match.match_timer import MatchTimer
from companion.ui.match.over_table import Bands, OverTable
from companion.ui.match.side_column import SideColumn
from companion.ui.match.table_canvas import TableCanvas, TableViewMode
from companion.ui.match.table_watch import LearningSwitch, TableWatch
from companion.ui.results import ResultWindow
from companion.ui.ruling_line import RulingLine, explain_ruling
from companion.ui.second_window import SecondWindow
from companion.ui.sounds import SOUNDS, VOICE, toggle_sounds
from companion.ui.stylesheet import match_stylesheet
from companion.ui.zoomed_picture import ZOOM_STEP

#: What is held with a key, in the order of its name.
_HELD: Final = {
    Qt.KeyboardModifier.ControlModifier: "Ctrl+",
    Qt.KeyboardModifier.AltModifier: "Alt+",
    Qt.KeyboardModifier.ShiftModifier: "Shift+",
}
#: So many of what is listed have a number as their key.
_NUMBERS: Final = 9
#: What else the mouse does over the table of a match.
_MOUSE: Final = (
    (N_("keys", "Double click"), N_("keys", "A thrown die lies there")),
    (N_("keys", "Drag a die"), N_("keys", "Throw it, or move a drawn one")),
)


class MatchWindow(KeyedWindow):
    """A match at the table; closes it when it is closed itself."""

    def __init__(self, match: Match, watcher: WatchedTable | None = None, learner: TableLearner | None = None) -> None:
        super().__init__(pgettext("match", "Diceland table companion"), match_stylesheet())
        self.presenter = play.MatchPresenter(match, self.show_all, speak=VOICE.say, show_result=self.open_result)
        self._grade = camera_grade(note for _, note in match.notes)
        self.learner = LearningSwitch(match, learner)
        self.presenter.observers.extend(self.learner.observers)
        self._second: SecondWindow | None = None
        self.watch = None if watcher is None else TableWatch(watcher, self)
        self._arrange(match.opening.name)
        self.parts = parts_of("join_match", self)
        self.timer = MatchTimer(self.presenter, self)
        self.timer.changed.connect(self._show_clock)
        self.presenter.observers.extend([self.timer, play.CueCaller(self.presenter, SOUNDS.play)])
        self.install_actions(match_actions(self), described=choice_actions(self.presenter))
        self.show_all()
        self._show_clock()
        if self.watch is not None:
            self.watch.seen.connect(self._seen)
            self.watch.thought.connect(self.presenter.questions.on_inference)
            self.watch.failed.connect(self.ruling.say)
            self.watch.start()

    def _arrange(self, title: str) -> None:
        prints = FacePrints()
        self._header = Header(title, self)
        self._header.show_state(play.table_without_camera() if self.watch is None else play.table_state_of(None))
        self.canvas = TableCanvas(self.presenter, prints, self)
        self.ruling, self._row = RulingLine(self.canvas, self), KeysRow(constant_keys(), self)
        self._row.taken.connect(lambda choice: self.presenter.take(choice, source="mouse"))
        self._side = SideColumn(self.presenter, prints, self.ruling.say, self)
        self._side.hand.dropped.connect(self.canvas.throw_from_hand)
        keys = QFrame(self)
        keys.setObjectName("keys_ground")
        column_of(self._row, on=keys, margins=(16, 0, 16, 6))
        middle = row_of((self.canvas, 1), self._side, spacing=0)
        floor = QWidget(self)
        column_of(self._header, (middle, 1), self.ruling, keys, on=floor, margins=(0, 0, 0, 0), spacing=0)
        self._bands = Bands(floor)
        self.over = OverTable(self.presenter, self.canvas, self._bands)
        self.over.opened.connect(self.refresh_actions)
        self.setCentralWidget(floor)

    # What it opens, and what its parts ask of it

    def next_view(self) -> None:
        """From the picture to the top view to the drawn table; without a camera there is only this one."""
        self.canvas.pictures.next_way()
        self.show_all()

    def look_again(self) -> None:
        """Ask the camera once more what has been done on this table."""
        self.presenter.reconciler.reconsider()
        if self.watch is not None:
            self.watch.report_again()

    def keep_picture(self) -> None:
        """Keep the table with what is drawn over it."""
        try:
            path = self.canvas.keep_dispute()
        except OperationError as failure:
            self.ruling.say(str(failure))
            return
        if path is not None:
            self.over.log.show_log(self.presenter.match.log)
            self.ruling.say(pgettext("match", "Saved: {path}").format(path=path))

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
        self.ruling.say(sentence)

    def add_head_line(self, name: str) -> HeadLine:
        """A line for a part of this window; name: what it is found by."""
        return self._header.add_line(name)

    def say(self, sentence: str) -> None:
        """Say something in passing: what is ruled or asked stays."""
        self.ruling.remark(sentence)

    def key_groups(self) -> tuple[KeyGroup, ...]:
        """What can be done now as the row of keys says it; table, match and windows; what counts at other times."""
        now, later, table = pgettext("keys", "Now"), pgettext("keys", "At other times"), pgettext("match", "Table")
        rows = key_rows(self.presenter.choices)
        offered = [KeyHint(now, keys, title, not choice.open) for keys, title, choice in rows if keys]
        mouse = (*mouse_hints(table), *(KeyHint(table, pgettext("keys", k), pgettext("keys", w)) for k, w in _MOUSE))
        rest = [action for action in choice_actions(self.presenter) if action.why_not()]
        others = action_hints([replace(action, menu=later) for action in rest])
        return key_groups((*offered, *mouse, *action_hints(self.actions_in_force), *others))

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
        if isinstance(self.presenter.mode, play.Correcting) and event.text().isalpha() and "Ctrl+" not in key:
            self._side.faces.type_on(event.text())
            return True
        return super().take_key(event)

    def _put_away(self) -> bool:
        """Close what lies over the table; whether there was anything."""
        of_parts = [part.put_away() for part in self.parts.values()]
        own = (self.hide_keys(), self.ruling.fold_away(), self.over.put_away(), self.timer.panel.put_away())
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
        self.learner.close()
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
        self.ruling.show_ruling(prompt.sentence, prompt.ruling, whole + behind, prompt.whole)
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
    def _seen(self, snapshot: TableSnapshot) -> None:
        """Another frame: shown at once; thought about where the table is sure."""
        before = self.presenter.view.snapshot
        question = self.presenter.questions.on_snapshot(snapshot)
        state = play.table_state_of(snapshot, self._grade)
        self._header.show_state(state)
        self._bands.show_trouble(play.table_trouble(snapshot), stopped=state.mood is play.TableMood.STOPPED)
        if before is None or before.camera is not snapshot.camera:
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


def match_actions(window: MatchWindow) -> tuple[WindowAction, ...]:
    """What can be done whatever is going on, in the order of the menus and of the page of keys, with what its parts
    add; what the match offers is in ``choices``."""
    of_parts = (action for part in window.parts.values() for action in part.actions())
    return (*_table(window), *_match(window), *of_parts, *_windows(window))


def _table(window: MatchWindow) -> tuple[WindowAction, ...]:
    act, canvas, learner = ActionMenu(pgettext("match", "Table")).action, window.canvas, window.learner
    watched = unless(lambda: window.watch is not None, pgettext("match", "No camera watches this table."))
    pictured = unless(
        lambda: canvas.shown is not None, pgettext("match", "No picture of the table has come yet: look again soon.")
    )
    learning = unless(
        lambda: learner.there, pgettext("match", "Nothing can be learned here: no camera watches this table.")
    )

    def zoom(factor: float) -> Callable[[], None]:
        return lambda: canvas.zoom_by(factor)

    def learn() -> None:
        window.ruling.say(learner.toggle())

    return (
        act("view.next", pgettext("match", "Picture, top view, drawn table"), "Tab", window.next_view, watched),
        act("view.larger", pgettext("match", "Larger"), "+ =", zoom(ZOOM_STEP), canvas.why_not_larger),
        act("view.smaller", pgettext("match", "Smaller"), "-", zoom(1 / ZOOM_STEP), canvas.why_not_smaller),
        act("view.fit", pgettext("match", "Whole table"), "Home", canvas.fit, canvas.why_not_smaller),
        act("again", pgettext("match", "Look again"), "F4", window.look_again, watched),
        act("learn", pgettext("match", "Learn confirmed dice (on/off)"), "Ctrl+L", learn, learning),
        act("keep", pgettext("match", "Save as a picture"), "Ctrl+K", window.keep_picture, pictured),
    )


def _match(window: MatchWindow) -> tuple[WindowAction, ...]:
    act, presenter, over = ActionMenu(pgettext("match", "Match")).action, window.presenter, window.over
    match, acts, ruling, log, timer = presenter.match, presenter.acts, window.ruling, over.log, window.timer
    free = unless(
        lambda: (
            not isinstance(presenter.mode, play.Correcting | play.PickingDie)
        ),  # letters are typed, or may begin a line
        pgettext("match", "Finish what is being typed first: Enter takes it, Esc leaves it."),
    )
    done = unless(lambda: match.can_undo, pgettext("match", "Nothing has been done yet that could be undone."))
    undone = unless(lambda: match.can_redo, pgettext("match", "Nothing has been undone that could be brought back."))
    has_card = unless(
        lambda: bool(presenter.position.cards), pgettext("match", "No Ogre with a card takes part in this match.")
    )
    scoring = unless(
        lambda: play.may_score(presenter.mode),
        pgettext("match", "Points are set between two actions: finish this one, or leave it with Esc."),
    )
    asked = unless_asked(presenter, "F5")
    ruled = unless(lambda: ruling.rests_on_something, pgettext("match", "This message rests on no rule."))
    redoable = first_reason(free, unless_asked(presenter, "Y"), undone)
    doubts = first_reason(free, log.why_no_doubts)
    open_log = unless(log.isVisible, pgettext("match", "Open the log first, with H, and choose a line of it."))
    back = log.go_back, first_reason(open_log, log.why_not_back)

    def in_log(do: Callable[[], None]) -> Callable[[], None]:
        return lambda: over.in_log(do)

    return (
        act("undo", pgettext("match", "Undo"), UNDO_KEYS, acts.undo, first_reason(free, done)),
        act("redo", pgettext("match", "Redo"), REDO_KEYS, acts.redo, redoable),
        act("why", pgettext("match", "What the ruling is based on"), "?", ruling.unfold, ruled),
        act("log", pgettext("match", "Log"), "H", over.toggle_log, free),
        act("log.back", pgettext("match", "Back to here"), "B", *back),
        act("log.search", pgettext("match", "Search in the log"), "Ctrl+F", in_log(log.search)),
        act("log.doubts", pgettext("match", "Only doubts and corrections"), "Ctrl+D", in_log(log.only_doubts), doubts),
        act("log.next", pgettext("match", "Next doubt"), "Ctrl+Down", in_log(partial(log.step_doubt, 1)), doubts),
        act("log.previous", pgettext("match", "Doubt before"), "Ctrl+Up", in_log(partial(log.step_doubt, -1)), doubts),
        act("card", pgettext("match", "Ogre's card"), "F3", over.toggle_card, first_reason(free, has_card)),
        act("points", pgettext("match", "Correct the score"), "F7", presenter.mouse.set_points, scoring),
        act("clock", pgettext("match", "Clock: set it, show it"), "F5", timer.open, asked),
        act("clock.pause", pgettext("match", "Pause the clock, or go on"), "Shift+F5", timer.pause),
        act("result", pgettext("match", "Result sheet"), "Ctrl+R", window.open_result),
    )


def _windows(window: MatchWindow) -> tuple[WindowAction, ...]:
    act = ActionMenu(pgettext("keys", "Window")).action
    asked = unless_asked(window.presenter, "F6")

    def toggle() -> None:
        window.ruling.say(toggle_sounds())

    return (
        act("second", pgettext("match", "Second window"), "F2", window.open_second),
        act("turned", pgettext("match", "Turn the second window"), "Shift+F2", window.turn_second),
        act("sounds", pgettext("match", "Sounds (on/off)"), "F6", toggle, asked),
    )


def unless_asked(presenter: play.MatchPresenter, key: str) -> WhyNot:
    """Not where a key means something to the match."""
    return unless(
        lambda: not any(key in choice.keys for choice in presenter.choices),
        pgettext("match", "This key answers what is asked now."),
    )


def choice_actions(presenter: play.MatchPresenter) -> tuple[WindowAction, ...]:
    """The keys of what the match offers, and why they can do nothing where it does not offer them."""
    choose = pgettext("match", "Choose a die first, with N or the mouse; then this key counts.")
    throw = pgettext("match", "This key says more about a throw: throw a die first, with T.")
    nothing = pgettext("match", "There is nothing to accept now: N chooses a die, T throws one.")
    to_aim = pgettext("match", "Aim at an Ogre first: choose a die and one of its weapons.")
    twice = pgettext("match", "Nothing here can be fired twice: choose a weapon with a Double Shot first.")
    waits = pgettext("match", "No die waits for its activation, so there is none to skip.")
    end = pgettext("match", "The turn cannot end now: nothing has been done in it yet, or something is under way.")
    no_pass = pgettext("match", "You cannot pass now: something has been done in this turn; E ends it.")
    number, next_die = (
        pgettext("match", "A die in hand; an effect; an answer"),
        pgettext("match", "Next die, target, or die to throw"),
    )
    over = pgettext("match", "{player} has won: Ctrl+R opens the result sheet, Z undoes the last action.")

    def described(name: str, key: str, title: str, sentence: str) -> WindowAction:
        def why_not() -> str:
            if any(key in choice.keys for choice in presenter.choices):
                return ""
            winner = presenter.position.winner
            return sentence if winner is None else over.format(player=winner)

        return WindowAction(f"choice.{name}", title, (key,), "", lambda: None, why_not)

    rows = (
        ("do", "Return", pgettext("match", "Do it, accept it, end the turn"), nothing),
        *((f"number.{n}", str(n), number, choose) for n in range(1, _NUMBERS + 1)),
        (
            "throw",
            "T",
            pgettext("match", "Throw a die from hand; T again: which one"),
            pgettext("match", "No die can be thrown now."),
        ),
        ("next", "N", next_die, pgettext("match", "There is no other die to go to.")),
        ("maneuver", "M", pgettext("match", "Maneuver, over the dot with that number"), choose),
        ("system", "S", pgettext("match", "The systems of the Ogre, as a list"), to_aim),
        ("second", "D", pgettext("match", "Double Shot"), twice),
        ("off", "O", pgettext("match", "Off the table; whose die it is (asks first)"), choose),
        ("leans", "L", pgettext("match", "A thrown die leans on …"), throw),
        ("knocked", "K", pgettext("match", "A thrown die knocked off …"), throw),
        ("moved", "V", pgettext("match", "A thrown die moved …"), throw),
        ("foul", "F", pgettext("match", "A throw was a foul"), throw),
        ("release", "G", pgettext("match", "Where a thrown die was released"), throw),
        ("correct", "C", pgettext("match", "Correct a die"), choose),
        ("skip", "X", pgettext("match", "Skip an activation"), waits),
        ("end", "E", pgettext("match", "End the turn"), end),
        ("pass", "P", pgettext("match", "Pass"), no_pass),
    )
    return tuple(described(*row) for row in rows)


def constant_keys() -> str:
    """The few keys that are named at any time."""
    words = (
        ("Z", pgettext("match", "undo")),
        ("?", pgettext("match", "why")),
        ("H", pgettext("match", "log")),
        ("F1", pgettext("match", "keys")),
    )
    return "   ".join(f"[{key}] {what}" for key, what in words)
