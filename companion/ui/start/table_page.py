"""The table before a match: which camera by name, its live picture, markers as they are seen or four clicked corners.

Shows what `companion.session.table_measurement` makes of each picture; the thread that reads them is in ``feed.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from companion.camera import Camera, Mat
from companion.camera.sources import AppliedSettings, AutoLock, Source
from companion.errors import OperationError
from companion.session.match_setup import NO_SOURCE, MatchPlan, SourceChoice
from companion.session.table_measurement import TablePresenter
from companion.text import translate
from companion.ui.actions import WindowAction
from companion.ui.frame_feed import FrameFeed
from companion.ui.layouts import column_of, row_of
from companion.ui.memory import last_camera, recall, remember, remember_source
from companion.ui.printed_mats import markers_mat
from companion.ui.start.foot import Foot
from companion.ui.start.live_picture import LivePicture
from companion.ui.start.table_actions import table_actions
from companion.ui.start.table_panel import TablePanel

_ALL_LOCKS: Final = frozenset(AutoLock)


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
        return translate("TablePage", "Keep this camera") if self._alone else translate("TablePage", "Begin the match")

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
            self._start(self.presenter.choices[at])
        self._tell()

    def look_for_cameras(self) -> None:
        """Leave this page for a new one, with the cameras that are there by then."""
        self.again_wanted.emit()

    def toggle_clicks(self) -> None:
        """From the markers to clicked corners, and back."""
        self.presenter.forget_known()
        self._click_corners(wanted=not self.picture.clicking)
        self.picture.setFocus()
        self._tell()

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
            told = translate("TablePage", "Measured by the markers, to about half a percent; a ruler is better.")
            self.panel.say_size(told, "ok")

    def measure_anew(self) -> None:
        """Forget the camera measured before."""
        self.presenter.forget_known()
        self._tell()

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
            self._tell()
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

    def _start(self, choice: SourceChoice) -> None:
        assert choice.opening is not None
        self.picture.show_words(translate("TablePage", "Opening {0} …").format(choice.name))
        self._feed = FrameFeed(choice.opening, self.presenter.mat)
        self._feed.arrived.connect(self._take)
        self._feed.troubled.connect(self._trouble)
        self._feed.granted.connect(self._granted)
        self._feed.look_by(self.presenter.mat, self.presenter.lens_pictures)
        self._feed.start()

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
        self._tell()

    @Slot(str)
    def _trouble(self, why: str) -> None:
        if why:
            self.presenter.lose_picture()
            self.picture.show_words(why)
        self._tell(why)

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
        self._tell()

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
            self._tell()

    def _tell(self, trouble: str = "") -> None:
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
