"""The table before a match: which camera by name, its live picture, markers as they are seen or four clicked corners.

Shows what `companion.session.table_measurement` makes of each picture; the thread that reads them is in ``feed.py``.

What can be done on the table page, as one table.

What can be done with terrain on the table page, as one table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, Protocol

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from companion.camera import Camera, Mat
from companion.camera.sources import AppliedSettings, AutoLock, Source
from companion.errors import OperationError
from companion.session.match_setup import NO_SOURCE, RISE_MM, MatchPlan, SourceChoice, TerrainPiece
from companion.session.table_measurement import TablePresenter
from companion.text import pgettext
from companion.ui.actions import ActionMenu, WhyNot, WindowAction, unless
from companion.ui.frame_feed import FrameFeed
from companion.ui.layouts import column_of, row_of
from companion.ui.memory import last_camera, recall, remember, remember_source
from companion.ui.printed_mats import markers_mat
from companion.ui.start.foot import Foot
from companion.ui.start.live_picture import LivePicture
from companion.ui.start.table_panel import TablePanel

_ALL_LOCKS: Final = frozenset(AutoLock)

_GROW_MM: Final = 10.0
_TURN_DEG: Final = 15.0
#: The arrow keys, by what they mean on the table: x right, y away.
DIRECTIONS: Final = (("Left", -1, 0), ("Right", 1, 0), ("Up", 0, 1), ("Down", 0, -1))

_STEP_PX, _LEAP_PX = 1.0, 20.0
_STEP_MM, _LEAP_MM = 5.0, 50.0
_KEYS: Final = 9


class TablePage(QWidget):
    """Ends with a `TableChoice` in ``chosen``; ``measured``: a camera that may become it;
    ``again_wanted``: look for cameras once more.

    mat: what lies on the table, where it is not the printed markers; plan: who will sit round it; first: the words of
    the source to begin with; known: a camera measured before, used as long as it stands; alone: measured for its own
    sake, there is no match to begin.
    """

    chosen = Signal(object)
    changed = Signal()
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
        super().__init__(parent)
        self.presenter = TablePresenter(choices, markers_mat, mat=mat, plan=plan, known=known, alone=alone)
        self._alone = alone
        self._feed: FrameFeed | None = None
        self._held: frozenset[AutoLock] = frozenset()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._arrange()
        self._enter_table()
        self._begin(first or (last_camera() if alone else recall().source))

    # What there is

    @property
    def sentence(self) -> str:
        """What is said now."""
        return self._foot.text

    @property
    def go_words(self) -> str:
        """What going on means here."""
        return pgettext("TablePage", "Keep this camera") if self._alone else pgettext("TablePage", "Begin the match")

    def actions_here(self) -> tuple[WindowAction, ...]:
        """Everything that can be done on this page."""
        return table_actions(self)

    # What can be done

    def choose(self, at: int | None) -> None:
        """Another camera; ``None``: none."""
        self.close_feed()
        self.presenter.choose(at)
        self.panel.mark_choice(at, len(self.presenter.lens_pictures))
        self._click_corners(wanted=False)
        self._held = frozenset()
        if at is None:
            self.picture.show_drawn(self.panel.surface, self.presenter.plan)
        else:
            choice = self.presenter.choices[at]
            assert choice.opening is not None
            self.picture.show_words(pgettext("TablePage", "Opening {0} …").format(choice.name))
            self._feed = FrameFeed(choice.opening, self.presenter.mat)
            self._feed.arrived.connect(self._take)
            self._feed.troubled.connect(self._trouble)
            self._feed.granted.connect(self._granted)
            self._feed.look_by(self.presenter.mat, self.presenter.lens_pictures)
            self._feed.start()
        self._report()

    def look_for_cameras(self) -> None:
        """Leave this page for a new one, with the cameras that are there by then."""
        self.again_wanted.emit()

    def toggle_clicks(self) -> None:
        """From the markers to clicked corners, and back."""
        self.presenter.forget_known()
        self._click_corners(wanted=not self.picture.clicking)
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
        if self.presenter.lens_pictures and self._feed is not None:
            self._feed.look_by(self.presenter.mat, self.presenter.lens_pictures)

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

    def close_feed(self) -> None:
        """No thread outlives its page."""
        feed, self._feed = self._feed, None
        if feed is not None:
            feed.close()

    # The feed

    def _release(self) -> Source | None:
        feed, self._feed = self._feed, None
        return feed.release() if feed is not None else None

    @Slot()
    def _take(self) -> None:
        live = self._feed.newest() if self._feed is not None else None
        if live is None:
            return
        self.presenter.on_picture(live.pixels, live.steady)
        camera = self.presenter.camera
        if camera is not None and not self.picture.clicking:
            self.measured.emit(camera)  # as soon as there is one; a later one may be better
        self.picture.show_live(live.image, live.look, camera)
        self._report()

    @Slot(str)
    def _trouble(self, why: str) -> None:
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
        if self._feed is not None:
            self._feed.look_by(self.presenter.mat, self.presenter.lens_pictures)
        if self.presenter.at is None:
            self.picture.show_drawn(self.panel.surface, self.presenter.plan)
        self._corners_changed()

    @Slot()
    def _terrain_changed(self) -> None:
        self._enter_table()
        self._report()

    def _click_corners(self, *, wanted: bool) -> None:
        self.presenter.clicking = wanted
        self.picture.click_corners(wanted=wanted)

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
        self.panel.show_markers((presenter.mat, presenter.look) if looking else None)
        self._foot.go.setEnabled(presenter.ready)
        self.changed.emit()

    # Putting together

    def _arrange(self) -> None:
        mat = self.presenter.own_mat
        self.picture = LivePicture(self)
        self.picture.clicked.connect(self._corners_changed)
        width_mm, depth_mm = recall().table_size_mm if mat is None else mat.table.size_mm
        self.panel = TablePanel(
            [choice.name for choice in self.presenter.choices],
            (width_mm, depth_mm),
            self.presenter.plan,
            self,
            alone=self._alone,
        )
        self.panel.choose_shape(recall().table_shape if mat is None else mat.table.shape)
        self.panel.picked.connect(lambda n: self.choose(None if n < 0 else n))
        self.panel.sized.connect(self._size_changed)
        self.panel.by_markers.clicked.connect(self.size_by_markers)
        self.panel.clicks.clicked.connect(self.toggle_clicks)
        self.panel.lock.clicked.connect(self.toggle_locks)
        self.panel.take.clicked.connect(self.take_lens_picture)
        self.panel.terrain.shown_on(self.picture)
        self.panel.terrain.changed.connect(self._terrain_changed)
        self.panel.terrain.more.clicked.connect(self.add_terrain)
        self._foot = Foot(f"{self.go_words}  (Enter)", self)
        self._foot.go.clicked.connect(self.go)
        middle = row_of((self.picture, 1), self.panel, margins=(16, 16, 16, 16), spacing=16)
        column_of((middle, 1), self._foot, on=self, margins=(0, 0, 0, 0), spacing=0)

    def _begin(self, first: str) -> None:
        """With what is wanted, where it is there; else the first camera, else none."""
        if first == NO_SOURCE or not self.presenter.choices:
            self.choose(None)
            return
        self.choose(next((n for n, choice in enumerate(self.presenter.choices) if choice.words == first), 0))


class TerrainControls(Protocol):
    """The parts of the table page that terrain is laid with."""

    @property
    def panel(self) -> TablePanel: ...
    @property
    def picture(self) -> LivePicture: ...
    def add_terrain(self) -> None: ...


def terrain_actions(page: TerrainControls) -> tuple[WindowAction, ...]:
    """Every action but moving, which the arrow keys also do to corners (`table_actions`)."""
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

    grow = pgettext("start", "Change the size of the piece")
    return (
        act("more", pgettext("start", "Add a piece of terrain"), "T", page.add_terrain, counts),
        act("last", pgettext("start", "Terrain as last time"), "A", box.lay_last, last),
        act("next", pgettext("start", "The next piece"), "N", box.choose_next, lain),
        act("form", pgettext("start", "Another shape"), "F", change(TerrainPiece.of_next_form)),
        act("level", pgettext("start", "A wall, or a hill with a level"), "H", change(TerrainPiece.of_next_level)),
        act("rise", pgettext("start", "The hill's top is 5 mm higher"), "U", change(_risen)),
        act("wider", pgettext("start", "Wider"), "W", change(lambda piece: piece.grown_by(20, 0))),
        act("deeper", pgettext("start", "Deeper"), "D", change(lambda piece: piece.grown_by(0, 20))),
        act("turn.1", pgettext("start", "Turn the piece"), "PgUp G", change(lambda piece: piece.turned_by(_TURN_DEG))),
        act("turn.2", pgettext("start", "Turn the piece"), "PgDown", change(lambda piece: piece.turned_by(-_TURN_DEG))),
        act("away", pgettext("start", "Remove the piece"), "X Del", box.take_away),
        *(
            act(f"grow.{n}", grow, f"Ctrl+{key}", change(_grown(_GROW_MM * x, _GROW_MM * y)))
            for n, (key, x, y) in enumerate(DIRECTIONS)
        ),
    )


def _risen(piece: TerrainPiece) -> TerrainPiece:
    return piece.raised_by(RISE_MM)


def _grown(wide_mm: float, deep_mm: float) -> Callable[[TerrainPiece], TerrainPiece]:
    return lambda piece: piece.grown_by(wide_mm, deep_mm)


class TableControls(TerrainControls, Protocol):
    """What the table page shows and can be asked to do."""

    @property
    def presenter(self) -> TablePresenter: ...
    @property
    def go_words(self) -> str: ...
    @property
    def sentence(self) -> str: ...
    def choose(self, at: int | None) -> None: ...
    def look_for_cameras(self) -> None: ...
    def size_by_markers(self) -> None: ...
    def toggle_clicks(self) -> None: ...
    def toggle_locks(self) -> None: ...
    def measure_anew(self) -> None: ...
    def take_lens_picture(self) -> None: ...
    def go(self) -> None: ...


def table_actions(page: TableControls) -> tuple[WindowAction, ...]:
    """Every action, in the order of the page of keys."""
    end = _act("go", page.go_words, "Return Enter", page.go, lambda: "" if page.presenter.ready else page.sentence)
    by_markers = pgettext("start", "Take the size from the markers")
    sizes = (
        _act("size", pgettext("start", "Enter the table's size"), "S", page.panel.enter_size),
        _act("ruler", by_markers, "Z", page.size_by_markers, _unless_pictured(page)),
    )
    lock = pgettext("start", "Lock or unlock focus and exposure")
    lens = pgettext("start", "Take a picture of the lens board")
    known = unless(page.presenter.has_known, pgettext("start", "The camera is being measured already."))
    settings = (
        _act("anew", pgettext("start", "Measure the camera again"), "M", page.measure_anew, known),
        _act("lock", lock, "L", page.toggle_locks, _unless_pictured(page)),
        _act("lens", lens, "P", page.take_lens_picture, _unless_pictured(page)),
    )
    return (*_cameras(page), *sizes, *terrain_actions(page), *_corners(page), *settings, end)


def _act(name: str, title: str, keys: str, run: Callable[[], None], why_not: WhyNot = lambda: "") -> WindowAction:
    return ActionMenu(pgettext("start", "Table"), "table.").action(name, title, keys, run, why_not)


def _unless_pictured(page: TableControls) -> WhyNot:
    return unless(page.presenter.has_picture, pgettext("start", "No picture has come yet: choose a camera, or wait."))


def _cameras(page: TableControls) -> tuple[WindowAction, ...]:
    title, none = pgettext("start", "Camera {0}"), pgettext("start", "No camera: a drawn table")
    again = pgettext("start", "Look for cameras again")
    drawn = pgettext("start", "A drawn table has no camera to measure.")
    return (
        *(
            _act(f"camera.{n + 1}", title.format(n + 1), str(n + 1), partial(page.choose, n))
            for n in range(len(page.presenter.choices[:_KEYS]))
        ),
        _act("none", none, "0", partial(page.choose, None), lambda: drawn if page.presenter.alone else ""),
        _act("again", again, "R", page.look_for_cameras),
    )


def _corners(page: TableControls) -> tuple[WindowAction, ...]:
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
        _act("clicks", clicks, "C", page.toggle_clicks, _unless_pictured(page)),
        *(
            _act(f"{name}.{n}", title, f"{shift}{key}", partial(move, px, mm, x, y), movable)
            for name, title, shift, px, mm in moves
            for n, (key, x, y) in enumerate(DIRECTIONS)
        ),
        _act("put", pgettext("start", "Put a corner under the cross"), "Space", picture.put_corner, clicking),
        _act("back", pgettext("start", "Remove the last corner"), "Backspace", picture.take_back, clicking),
    )
