"""The table before a match: which camera by name, its live picture, markers as they are seen or four clicked corners.

Shows what `companion.session.table_measurement` makes of each picture; below the page what can be done on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from companion.camera import Camera, Mat
from companion.camera.sources import AppliedSettings, AutoLock, Source
from companion.errors import OperationError
from companion.session.match_setup import NO_SOURCE, RISE_MM, MatchPlan, SourceChoice, TerrainPiece
from companion.session.table_measurement import TablePresenter
from companion.text import pgettext
from companion.ui.actions import ActionMenu, WhyNot, WindowAction, unless
from companion.ui.frame_feed import LiveFrame
from companion.ui.printed_mats import markers_mat
from companion.ui.settings import last_camera, recall, remember, remember_source
from companion.ui.start.feed_page import FeedPage
from companion.ui.start.table_panel import TablePanel

_ALL_LOCKS: Final = frozenset(AutoLock)

_GROW_MM: Final = 10.0
_TURN_DEG: Final = 15.0
#: The arrow keys, by what they mean on the table: x right, y away.
DIRECTIONS: Final = (("Left", -1, 0), ("Right", 1, 0), ("Up", 0, 1), ("Down", 0, -1))

_STEP_PX, _LEAP_PX = 1.0, 20.0
_STEP_MM, _LEAP_MM = 5.0, 50.0
_KEYS: Final = 9


class TablePage(FeedPage):
    """Ends with a `TableChoice` in ``chosen``; ``measured``: a camera that may become it;
    ``again_wanted``: look for cameras once more.

    mat: what lies on the table, where it is not the printed markers; plan: who will sit round it; first: the words of
    the source to begin with; known: a camera measured before, used as long as it stands; alone: measured for its own
    sake, there is no match to begin.
    """

    chosen = Signal(object)
    measured = Signal(object)
    again_wanted = Signal()

    def __init__(
        self,
        choices: Sequence[SourceChoice],
        *,
        mat: Mat | None = None,
        plan: MatchPlan | None = None,
        first: str = "",
        known: Camera | None = None,
        alone: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        go_words = pgettext("TablePage", "Keep this camera") if alone else pgettext("TablePage", "Begin the match")
        super().__init__(f"{go_words}  (Enter)", parent)
        self.go_words = go_words
        self.presenter = TablePresenter(choices, markers_mat, mat=mat, plan=plan, known=known, alone=alone)
        self._held: frozenset[AutoLock] = frozenset()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._arrange(alone=alone)
        self._enter_table()
        self._begin(first or (last_camera() if alone else recall().source))

    def actions_here(self) -> tuple[WindowAction, ...]:
        """Everything that can be done on this page."""
        return table_actions(self)

    # What can be done

    def choose(self, at: int | None) -> None:
        """Another camera; ``None``: none."""
        self.close_feed()
        self.presenter.choose(at)
        self.panel.mark_choice(at, len(self.presenter.lens_pictures))
        self._click_corners(on=False)
        self._held = frozenset()
        if at is None:
            self.picture.show_drawn(self.panel.surface, self.presenter.plan)
        else:
            presenter = self.presenter
            feed = self._open_feed(presenter.choices[at], presenter.mat, lens=presenter.lens_pictures)
            feed.granted.connect(self._granted)
        self._report()

    def toggle_clicks(self) -> None:
        """From the markers to clicked corners, and back."""
        self.presenter.forget_known()
        self._click_corners(on=not self.picture.clicking)
        self.picture.setFocus()
        self._report()

    def toggle_locks(self) -> None:
        """Hold the camera's focus, exposure and white balance, or let go of them."""
        self._held = frozenset() if self._held else _ALL_LOCKS
        if self._feed is not None:
            self._feed.hold(self._held)

    def size_by_markers(self) -> None:
        """Take the table's size from the markers in its corners."""
        try:
            size_mm = self.presenter.measure_size()
        except OperationError as failure:
            self.panel.say_size(str(failure), "amber")
            return
        if size_mm is not None:
            self.panel.enter(size_mm)
            reported = pgettext("TablePage", "Measured by the markers, to about half a percent; a ruler is better.")
            self.panel.say_size(reported, "ok")

    def measure_anew(self) -> None:
        """Forget the camera measured before."""
        self.presenter.forget_known()
        self._report()

    def take_lens_picture(self) -> None:
        """One more picture of the lens board."""
        try:
            taken = self.presenter.take_lens_picture()
        except OperationError as failure:
            self.panel.say_lens(str(failure), "amber")
            return
        if taken is not None:
            self.panel.show_lens(taken)
        if self.presenter.lens_pictures:
            self._restart_search()

    def add_terrain(self) -> None:
        """One piece of terrain more."""
        if self.presenter.plan is not None and self.panel.terrain.counts:
            self.panel.terrain.add(self.presenter.plan.on(self.panel.surface))

    def go(self) -> None:
        """Measure for good and hand the table over; what is missing is said. While a size is typed: done with it."""
        if self.panel.typing:
            self.setFocus()
            return
        if not self.presenter.ready:
            self._report()
            return
        try:
            choice = self.presenter.choice(self._release)
        except OperationError as failure:
            self._foot.say(str(failure), "stop")
            return
        remember_source(choice.words)
        remember(replace(recall(), table_size_mm=self.panel.size_mm, table_shape=self.panel.shape))
        self.chosen.emit(choice)

    # The feed

    def _release(self) -> Source | None:
        feed, self._feed = self._feed, None
        return feed.release() if feed is not None else None

    def _restart_search(self) -> None:
        """Look for the mat as it is now, by the lens as it is measured now."""
        if self._feed is not None:
            self._feed.search_for(self.presenter.mat, self.presenter.lens_pictures)

    def on_frame(self, live: LiveFrame) -> None:
        """Measure by it, and show what is seen."""
        self.presenter.on_picture(live.pixels, live.steady)
        camera = self.presenter.camera
        if camera is not None and not self.picture.clicking:
            self.measured.emit(camera)  # as soon as there is one; a later one may be better
        self.picture.show_live(live.image, live.observation, camera)
        self._report()

    def on_trouble(self, why: str) -> None:
        """Say it in the place of the picture, and what follows from it."""
        if why:
            self.presenter.lose_picture()
            self.picture.show_words(why)
        self._report(why)

    @Slot(object)
    def _granted(self, granted: AppliedSettings | None) -> None:
        self.panel.show_locks(self._held, granted)

    # What is entered

    def _enter_table(self) -> None:
        self.presenter.surface, self.presenter.terrain = self.panel.surface, self.panel.terrain.pieces

    @Slot()
    def _size_changed(self) -> None:
        self._enter_table()
        self._restart_search()
        if self.presenter.at is None:
            self.picture.show_drawn(self.panel.surface, self.presenter.plan)
        self._corners_changed()

    @Slot()
    def _terrain_changed(self) -> None:
        self._enter_table()
        self._report()

    def _click_corners(self, *, on: bool) -> None:
        self.presenter.clicking = on
        self.picture.click_corners(on=on)

    @Slot()
    def _corners_changed(self) -> None:
        try:
            self.presenter.on_corners(self.picture.corners_px)
        except OperationError as failure:
            self._foot.say(str(failure), "stop")
        else:
            self._report()

    def _report(self, trouble: str = "") -> None:
        """What is so now: in words, with its number, and a colour."""
        presenter = self.presenter
        self._foot.say(*presenter.sentence(trouble))
        looking = presenter.at is not None and not presenter.clicking
        self.panel.show_markers((presenter.mat, presenter.observation) if looking else None)
        self._foot.go.setEnabled(presenter.ready)
        self.changed.emit()

    # Putting together

    def _arrange(self, *, alone: bool) -> None:
        mat, known = self.presenter.own_mat, recall()
        self.picture.clicked.connect(self._corners_changed)
        names = [choice.name for choice in self.presenter.choices]
        size_mm = known.table_size_mm if mat is None else mat.table.size_mm
        self.panel = TablePanel(names, size_mm, self.presenter.plan, self, alone=alone)
        self.panel.choose_shape(known.table_shape if mat is None else mat.table.shape)
        self.panel.picked.connect(lambda n: self.choose(None if n < 0 else n))
        self.panel.sized.connect(self._size_changed)
        self.panel.by_markers.clicked.connect(self.size_by_markers)
        self.panel.clicks.clicked.connect(self.toggle_clicks)
        self.panel.lock.clicked.connect(self.toggle_locks)
        self.panel.take.clicked.connect(self.take_lens_picture)
        self.panel.terrain.shown_on(self.picture)
        self.panel.terrain.changed.connect(self._terrain_changed)
        self.panel.terrain.more.clicked.connect(self.add_terrain)
        self._stand_beside(self.panel)

    def _begin(self, first: str) -> None:
        """With what is wanted, where it is there; else the first camera, else none."""
        if first == NO_SOURCE or not self.presenter.choices:
            self.choose(None)
            return
        self.choose(next((n for n, choice in enumerate(self.presenter.choices) if choice.words == first), 0))


def _terrain_actions(page: TablePage) -> tuple[WindowAction, ...]:
    """Every action with terrain but moving, which the arrow keys also do to corners (`_corner_actions`)."""
    box = page.panel.terrain
    if not box.offered:
        return ()

    chosen = unless(
        lambda: box.has_chosen() and not page.picture.clicking,
        pgettext("start", "No piece of terrain is chosen: T adds one, N chooses one."),
    )
    counts = unless(lambda: box.counts, pgettext("start", "Terrain does not count here: it is an Advanced Rule."))
    lain = unless(lambda: bool(box.pieces), pgettext("start", "No terrain lies on the table: T adds a piece."))
    last = unless(
        box.offers_last, pgettext("start", "There is no terrain of last time, or some lies on the table already.")
    )
    menu = ActionMenu(pgettext("start", "Terrain"), "terrain.")

    def act(name: str, title: str, keys: str, run: Callable[[], None], why_not: WhyNot = chosen) -> WindowAction:
        return menu.action(name, title, keys, run, why_not)

    def change(how: Callable[[TerrainPiece], TerrainPiece]) -> Callable[[], None]:
        return partial(box.change, how)

    def grow(x: float, y: float) -> Callable[[], None]:
        return change(lambda piece: piece.grown_by(_GROW_MM * x, _GROW_MM * y))

    size = pgettext("start", "Change the size of the piece")
    return (
        act("more", pgettext("start", "Add a piece of terrain"), "T", page.add_terrain, counts),
        act("last", pgettext("start", "Terrain as last time"), "A", box.lay_last, last),
        act("next", pgettext("start", "The next piece"), "N", box.choose_next, lain),
        act("form", pgettext("start", "Another shape"), "F", change(TerrainPiece.of_next_form)),
        act("level", pgettext("start", "A wall, or a hill with a level"), "H", change(TerrainPiece.of_next_level)),
        act("rise", pgettext("start", "The hill's top is 5 mm higher"), "U", change(lambda p: p.raised_by(RISE_MM))),
        act("wider", pgettext("start", "Wider"), "W", change(lambda piece: piece.grown_by(20, 0))),
        act("deeper", pgettext("start", "Deeper"), "D", change(lambda piece: piece.grown_by(0, 20))),
        act("turn.1", pgettext("start", "Turn the piece"), "PgUp G", change(lambda piece: piece.turned_by(_TURN_DEG))),
        act("turn.2", pgettext("start", "Turn the piece"), "PgDown", change(lambda piece: piece.turned_by(-_TURN_DEG))),
        act("away", pgettext("start", "Remove the piece"), "X Del", box.take_away),
        *(act(f"grow.{n}", size, f"Ctrl+{key}", grow(x, y)) for n, (key, x, y) in enumerate(DIRECTIONS)),
    )


def table_actions(page: TablePage) -> tuple[WindowAction, ...]:
    """Every action, in the order of the page of keys."""
    act, presenter = ActionMenu(pgettext("start", "Table"), "table.").action, page.presenter
    title, none = pgettext("start", "Camera {0}"), pgettext("start", "No camera: a drawn table")
    drawn = pgettext("start", "A drawn table has no camera to measure.")
    lock = pgettext("start", "Lock or unlock focus and exposure")
    known = unless(presenter.has_known, pgettext("start", "The camera is being measured already."))
    pictured = unless(presenter.has_picture, pgettext("start", "No picture has come yet: choose a camera, or wait."))
    cameras = range(1, len(presenter.choices[:_KEYS]) + 1)
    return (
        *(act(f"camera.{n}", title.format(n), str(n), partial(page.choose, n - 1)) for n in cameras),
        act("none", none, "0", partial(page.choose, None), lambda: drawn if presenter.alone else ""),
        act("again", pgettext("start", "Look for cameras again"), "R", page.again_wanted.emit),
        act("size", pgettext("start", "Enter the table's size"), "S", page.panel.enter_size),
        act("ruler", pgettext("start", "Take the size from the markers"), "Z", page.size_by_markers, pictured),
        *_terrain_actions(page),
        *_corner_actions(page, pictured),
        act("anew", pgettext("start", "Measure the camera again"), "M", page.measure_anew, known),
        act("lock", lock, "L", page.toggle_locks, pictured),
        act("lens", pgettext("start", "Take a picture of the lens board"), "P", page.take_lens_picture, pictured),
        act("go", page.go_words, "Return Enter", page.go, lambda: "" if presenter.ready else page.sentence),
    )


def _corner_actions(page: TablePage, pictured: WhyNot) -> tuple[WindowAction, ...]:
    act = ActionMenu(pgettext("start", "Table"), "table.").action
    picture, clicks = page.picture, pgettext("start", "Click the corners, or use markers")
    clicking = unless(lambda: picture.clicking, pgettext("start", "First C: then the corners are clicked."))
    movable = unless(
        lambda: picture.clicking or page.panel.terrain.has_chosen(),
        pgettext("start", "Arrow keys move the cross or terrain: first C clicks corners, or T adds terrain."),
    )

    def move(px: float, mm: float, x: int, y: int) -> None:
        if picture.clicking:
            picture.move_cross(px * x, -px * y)
        else:
            page.panel.terrain.change(lambda piece: piece.moved_by(mm * x, mm * y))

    moves = (
        ("move", pgettext("start", "Move the cross by a pixel, terrain by 5 mm"), "", _STEP_PX, _STEP_MM),
        ("leap", pgettext("start", "Move the cross by twenty pixels, terrain by 50 mm"), "Shift+", _LEAP_PX, _LEAP_MM),
    )
    return (
        act("clicks", clicks, "C", page.toggle_clicks, pictured),
        *(
            act(f"{name}.{n}", title, f"{shift}{key}", partial(move, px, mm, x, y), movable)
            for name, title, shift, px, mm in moves
            for n, (key, x, y) in enumerate(DIRECTIONS)
        ),
        act("put", pgettext("start", "Put a corner under the cross"), "Space", picture.put_corner, clicking),
        act("back", pgettext("start", "Remove the last corner"), "Backspace", picture.take_back, clicking),
    )
