"""The window of a match: the table is the screen, everything else is margin. It shows what the presenter says."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, Qt, Slot
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from companion.arrays import Image
from companion.catalogue import Die
from companion.errors import OperationError
from companion.geometry import Point, height_mm
from companion.rules.corrections import Correction
from companion.session.learning import TableLearner
from companion.session.live import TableSnapshot
from companion.session.match import Match, camera_grade
from companion.session.play import (
    Browsing,
    Choice,
    Correcting,
    CueCaller,
    MatchPresenter,
    PickingDie,
    Reconciling,
    TableMood,
    Throwing,
    begin_scoring,
    dice_in_hand,
    find_typed_die,
    held_pose,
    may_score,
    shown_faces,
    table_state_of,
    table_trouble,
    table_without_camera,
    with_held_pose,
)
from companion.session.result import summarize_result
from companion.text import translate
from companion.ui.drawn_table import FacePrints
from companion.ui.keyed_window import KeyedWindow
from companion.ui.keys_page import KeyGroup
from companion.ui.layouts import SnugScroll, column_of, row_of
from companion.ui.match.actions import choice_actions, constant_keys, match_actions, match_key_groups
from companion.ui.match.frame import Header, KeysRow, match_stylesheet
from companion.ui.match.match_timer import MatchTimer
from companion.ui.match.over_table import Bands, OverTable
from companion.ui.match.side_column import FacesStrip, HandStrip, PlayersPanel
from companion.ui.match.table_canvas import TableCanvas, TablePictures, TableViewMode, dispute_picture, save_dispute
from companion.ui.match.table_watch import LearningSwitch, TableWatch, WatchedTable
from companion.ui.results import ResultWindow
from companion.ui.ruling_line import RulingLine
from companion.ui.second_window import SecondWindow
from companion.ui.sounds import SOUNDS, toggle_sounds
from companion.ui.themes import type_pt
from companion.ui.voice import VOICE
from companion.ui.why import explain_ruling
from companion.ui.window_parts import HeadLine, parts_of

#: How wide the column beside the table is, at most, and of the window's width.
_SIDE_PX: Final = 380
_SIDE_SHARE: Final = 0.3
#: In a window at least so high the pictures of dice beside the table have their full size.
_FULL_HEIGHT_PX: Final = 760
#: What is held with a key, in the order of its name.
_HELD: Final = {
    Qt.KeyboardModifier.ControlModifier: "Ctrl+",
    Qt.KeyboardModifier.AltModifier: "Alt+",
    Qt.KeyboardModifier.ShiftModifier: "Shift+",
}


class MatchWindow(KeyedWindow):
    """A match at the table; closes it when it is closed itself."""

    def __init__(self, match: Match, watcher: WatchedTable | None = None, learner: TableLearner | None = None) -> None:
        super().__init__(translate("match", "Diceland table companion"), match_stylesheet())
        self.presenter = MatchPresenter(match, self.show_all, speak=VOICE.say, show_result=self.open_result)
        self._grade = camera_grade(note for _, note in match.notes)
        self._learner = LearningSwitch(match, learner)
        self.presenter.observers.extend(self._learner.observers)
        self._prints = FacePrints()
        self._dice: dict[str, Die] = {name: piece.die for name, piece in match.position.pieces.items()}
        self._pictures = TablePictures()
        self._second: SecondWindow | None = None
        self.watch = None if watcher is None else TableWatch(watcher, self)
        self._arrange(match.opening.name)
        self.parts = parts_of("join_match", self)
        self.timer = MatchTimer(self.presenter, self)
        self.timer.changed.connect(self._show_clock)
        self.presenter.observers.extend([self.timer, CueCaller(self.presenter, SOUNDS.play)])
        self.install_actions(match_actions(self, self.parts.values()), described=choice_actions(self.presenter))
        self.show_all()
        self._show_clock()
        if self.watch is not None:
            self._begin_to_watch(self.watch)

    # What there is

    @property
    def typing(self) -> bool:
        """Whether letters belong to a line that is typed, or may begin one."""
        return isinstance(self.presenter.mode, Correcting | PickingDie)

    # What can be done whatever is going on

    def undo(self) -> None:
        """Take the last gesture back."""
        self.presenter.acts.undo()

    def redo(self) -> None:
        """Bring it back."""
        self.presenter.acts.redo()

    @Slot(str)
    def set_points(self, player: str = "") -> None:
        """Type points by hand, beginning with a player's."""
        if may_score(self.presenter.mode):
            self.presenter.go(begin_scoring(self.presenter.position, self.presenter.mode, player))

    def toggle_log(self) -> None:
        """Open the drawer, or close it."""
        self._over.log.open_or_close()
        self._over.place()  # the canvas has its size only now
        if not self._over.log.isVisible():
            self.setFocus()
        self.refresh_actions()

    def search_log(self) -> None:
        """Search in the log, which is opened for it."""
        self._over.log.search()
        self._over.place()
        self.refresh_actions()

    def why_not_back_to_here(self) -> str:
        """Why the match cannot go back to a line of the log now."""
        if not self._over.log.isVisible():
            return translate("match", "Open the log first, with H, and choose a line of it.")
        return self._over.log.why_not_back()

    def has_card(self) -> bool:
        """Whether there is an Ogre's card to show."""
        return bool(self.presenter.position.cards)

    def back_to_here(self) -> None:
        """Undo everything after the line of the log that is chosen."""
        self._over.log.go_back()

    def keep_picture(self) -> None:
        """Keep the table with what is drawn over it as a PNG, and note it in the match."""
        image, shown = self.canvas.whole_picture(), self.canvas.shown
        if image is None or shown is None:
            return
        try:
            path = save_dispute(self.presenter.match, image, self.presenter.view.scene(shown[1]), self.presenter.prompt)
        except OperationError as failure:
            self._ruling.say(str(failure))
            return
        self._over.log.show_log(self.presenter.match.log)
        self._ruling.say(translate("match", "Kept: {path}").format(path=path))

    def learns(self) -> bool:
        """Whether there is anything here that learns, or might."""
        return self._learner.there

    def toggle_learning(self) -> None:
        """Learn from what people confirm, or no longer."""
        self._ruling.say(self._learner.toggle())

    def toggle_sounds(self) -> None:
        """Sounds on, or off."""
        self._ruling.say(toggle_sounds())

    def look_again(self) -> None:
        """Ask the camera once more what has been done on this table."""
        self.presenter.reconciler.look_again()
        if self.watch is not None:
            self.watch.look_again()

    def next_view(self) -> None:
        """From the picture to the top view to the drawn table; without a camera there is only this one."""
        self._pictures.next_way()
        self.show_all()

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
            self._second.turn_on()

    def open_result(self) -> None:
        """The result sheet, as it stands now."""
        match = self.presenter.match
        ResultWindow(summarize_result(match.path), match.path.with_suffix(".pdf"), self).show()

    def dispute_image(self) -> Image | None:
        """The table as it is shown, with the lines and numbers over it, BGR; ``None`` where no picture has come."""
        image, shown = self.canvas.whole_picture(), self.canvas.shown
        return None if image is None or shown is None else dispute_picture(image, self.presenter.view.scene(shown[1]))

    def toggle_card(self) -> None:
        """The card of an Ogre, large enough for a thumb; of the next one; away."""
        self._over.card.toggle(self.presenter.position)
        self._over.place()

    def unfold_ruling(self) -> None:
        """Show or hide what the ruling rests on."""
        self._ruling.unfold()

    def rests_on_something(self) -> bool:
        """Whether there is anything to unfold."""
        return self._ruling.rests_on_something

    def tell(self, sentence: str) -> None:
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
        return match_key_groups(self, self._actions)

    def go_back(self) -> None:
        """Close what is open; else back from what people are in the middle of."""
        if not self._put_away() and not self.presenter.press("Esc"):
            self.say(translate("match", "Nothing is open or under way; Ctrl+Q quits, and the match stays saved."))

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
            self._faces.type_on(event.text())
            return True
        return super().take_key(event)

    def _put_away(self) -> bool:
        """Close what lies over the table; whether there was anything."""
        of_parts = [part.put_away() for part in self.parts.values()]
        own = (self.hide_keys(), self._ruling.fold_away(), self._over.put_away(), self.timer.panel.put_away())
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
        self._side.setFixedWidth(min(type_pt(_SIDE_PX), round(_SIDE_SHARE * self.width())))
        for strip in (self._hand, self._faces):
            strip.set_scale(min(1.0, self.height() / _FULL_HEIGHT_PX))
        self._over.place()
        for part in self.parts.values():
            part.place()

    # How it is shown

    def show_all(self) -> None:
        """Everything anew from the presenter."""
        presenter = self.presenter
        position, layout, mode = presenter.position, presenter.view.layout, presenter.mode
        self._show_table()
        self._header.show_turn(position, layout)
        looked_at = mode.piece if isinstance(mode, Browsing) else ""
        self._players.show_holdings(presenter.match.holdings, layout, looked_at)
        said = presenter.prompt
        behind = explain_ruling(said.ruling, said.sighting) if said.ruling else ""
        self._ruling.show_ruling(said.sentence, said.ruling, behind)
        self._row.show_choices(presenter.choices)
        reconciler = presenter.reconciler
        self._bands.show_hands(reconciler.told, reconciler.todo, reconciler.astray)
        self._bands.show_differences(mode.differences if isinstance(mode, Reconciling) else ())
        if self._second is not None:
            self._second.show_match(presenter.match)
        self._show_side()
        self._over.show_all()
        self.refresh_actions()

    def _show_side(self) -> None:
        """Below the players what may be thrown, and the sides of the die that is put down."""
        presenter = self.presenter
        self._hand.show_hand(dice_in_hand(presenter.position, presenter.mode))
        shown = shown_faces(presenter.position, presenter.mode)
        self._faces.show_faces(shown, typed=isinstance(presenter.mode, Correcting))

    def _show_clock(self) -> None:
        match, turn, up = self.timer.times
        self._header.show_clock(match, turn, up=up, runs=self.timer.clock.runs)
        self.timer.panel.stand_below(self._header)

    def _show_table(self) -> None:
        presenter = self.presenter
        pieces = presenter.view.layout.pieces
        drawn = self._show_picture()
        self.canvas.show_match(pieces, presenter.view.scene, drawn=pieces if drawn else (), dice=self._dice)
        # what the mouse means to the canvas now
        mode = self.presenter.mode
        laying = isinstance(mode, Throwing | Correcting)
        piece = (mode.held or mode.piece) if isinstance(mode, Throwing) else getattr(mode, "piece", "")
        die = self._dice.get(piece)
        top_mm = height_mm(die.edge_mm) if die is not None and laying else 0.0
        self.canvas.hold(carrying=self.presenter.mouse.carries, laying=laying, top_mm=top_mm)

    def _show_picture(self) -> bool:
        """The picture below the overlay; whether the dice are still to be drawn on it."""
        shown = self._pictures.shown(self.presenter.position, self.presenter.view.layout, self.presenter.view.snapshot)
        self.canvas.show_picture(shown.image, shown.view)
        return shown.drawn

    # What comes in

    def _begin_to_watch(self, watch: TableWatch) -> None:
        watch.seen.connect(self._seen)
        watch.thought.connect(self.presenter.questions.on_inference)
        watch.failed.connect(self._ruling.say)
        watch.start()

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
        elif self._pictures.way is not TableViewMode.DRAWN:
            self._show_picture()
        if question is not None and self.watch is not None:
            self.watch.ask(question)

    @Slot(object, object)
    def _clicked(self, piece: str | None, point_mm: Point) -> None:
        self.setFocus()
        presenter = self.presenter
        ghost = presenter.mouse.ghost_at(point_mm)
        if ghost is not None:
            presenter.press(ghost, source="mouse")
            return
        before = presenter.mode
        name = piece if piece is not None else self._post_at(point_mm)
        presenter.mouse.pick(name)
        if presenter.mode == before:
            presenter.mouse.put_down(point_mm)

    @Slot(str, QPoint)
    def _dropped(self, piece: str, at: QPoint) -> None:
        """A die of the hand was dragged there, on the screen: over the table it lies there."""
        place = self.canvas.mapFromGlobal(at)
        if self.canvas.rect().contains(place):
            top_mm = height_mm(self._dice[piece].edge_mm)
            self.presenter.mouse.throw_at(piece, self.canvas.place_at(place.toPointF(), top_mm=top_mm))

    def _post_at(self, point_mm: Point) -> str | None:
        x, y = point_mm
        for post in self.presenter.position.posts.values():
            (left, near), _, (right, far), _ = post.outline
            if left <= x <= right and near <= y <= far and not post.destroyed:
                return post.id
        return None

    @Slot(str)
    def _face_picked(self, key: str) -> None:
        mode = self.presenter.mode
        if isinstance(mode, Throwing | Correcting):
            lies = held_pose(mode)
            self.presenter.go(with_held_pose(mode, type(lies)(key, lies.centre_mm, lies.heading_deg)))

    @Slot(str)
    def _typed(self, words: str) -> None:
        self.setFocus()
        mode = self.presenter.mode
        if not isinstance(mode, Correcting):
            return
        meant = find_typed_die(words, self.presenter.position, mode.piece)
        if meant is None:
            said = translate("match", "No die here is called “{words}”: type a name and a side, such as heavy 6.")
            self._ruling.say(said.format(words=words))
            return
        self.presenter.mouse.correct(*meant)

    @Slot(object)
    def _marked(self, correction: Correction) -> None:
        self.presenter.acts.do(correction, source="mouse")

    @Slot(object)
    def _taken(self, choice: Choice) -> None:
        self.presenter.take(choice, source="mouse")

    def _arrange(self, title: str) -> None:
        self._header = Header(title, self)
        self._header.show_state(table_without_camera() if self.watch is None else table_state_of(None))
        self.canvas, self._players = TableCanvas(self._prints, self), PlayersPanel(self._prints, self)
        self._ruling, self._row = RulingLine(self.canvas, self), KeysRow(constant_keys(), self)
        self._hand, self._faces = HandStrip(self._prints, self), FacesStrip(self._prints, self)
        floor = self._ground_floor()
        self._bands = Bands(floor)
        self._over = OverTable(self.presenter, self.canvas, self._bands)
        self.canvas.clicked.connect(self._clicked)
        self.canvas.confirmed.connect(self.presenter.mouse.leave_lying)
        self.canvas.carried.connect(self.presenter.mouse.carry)
        self.canvas.turned.connect(self.presenter.mouse.turn)
        self.canvas.taken.connect(self.presenter.mouse.take_up)
        self.canvas.dropped.connect(self.presenter.mouse.put_down)
        self._hand.dropped.connect(self._dropped)
        self._players.picked.connect(self.presenter.mouse.pick)
        self._players.points_picked.connect(self.set_points)
        self._row.taken.connect(self._taken)
        self.canvas.pointed.connect(self.presenter.mouse.point)
        self._over.log.wanted.connect(self.presenter.acts.back_to)
        self._hand.picked.connect(self.presenter.mouse.pick_from_hand)
        self._faces.face_picked.connect(self._face_picked)
        self._faces.typed.connect(self._typed)
        self._over.card.marked.connect(self._marked)
        self.setCentralWidget(floor)

    def _ground_floor(self) -> QWidget:
        self._side = QWidget(self)
        strips = QWidget(self._side)
        column_of(self._hand, self._faces, on=strips, margins=(0, 0, 0, 0), spacing=0)
        column_of((self._players, 1), SnugScroll(strips), on=self._side, margins=(0, 0, 0, 0), spacing=0)
        middle = row_of((self.canvas, 1), self._side, spacing=0)
        keys = QFrame(self)
        keys.setObjectName("keys_ground")
        column_of(self._row, on=keys, margins=(16, 0, 16, 6))
        floor = QWidget(self)
        column_of(self._header, (middle, 1), self._ruling, keys, on=floor, margins=(0, 0, 0, 0), spacing=0)
        return floor


def _in_words(event: QKeyEvent) -> str:
    """A key as a choice names it: ``Return`` for both Enter keys, with ``Shift+`` or ``Ctrl+`` where that is held."""
    if event.key() == Qt.Key.Key_Enter:
        return "Return"
    held = "".join(words for modifier, words in _HELD.items() if event.modifiers() & modifier)
    return held + QKeySequence(event.key()).toString(QKeySequence.SequenceFormat.PortableText)
