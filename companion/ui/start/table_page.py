"""The table before a match: which camera by name, its live picture, markers as they are seen or four clicked corners.

Shows what `companion.session.table_measurement` makes of each picture; the thread that reads them is in ``feed.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from companion.camera import Calibration, Camera, Mat, Picture, estimate_table_size
from companion.camera.sources import AppliedSettings, AutoLock
from companion.errors import OperationError
from companion.session.match_setup import (
    NO_SOURCE,
    MatchPlan,
    PlanPart,
    SourceChoice,
    Surface,
    TableChoice,
    find_plan_problems,
)
from companion.session.table_measurement import (
    KnownCameraCheck,
    LensPictures,
    calibrate_from_clicks,
    check_known_camera,
)
from companion.text import phrase, translate
from companion.ui.actions import WindowAction
from companion.ui.frame_feed import FrameFeed, LiveFrame
from companion.ui.layouts import column_of, row_of
from companion.ui.memory import recall, remember
from companion.ui.printed_mats import markers_mat
from companion.ui.start.foot import Foot
from companion.ui.start.live_picture import CORNERS, LivePicture
from companion.ui.start.table_actions import table_actions
from companion.ui.start.table_panel import TablePanel

_ALL_LOCKS: Final = frozenset(AutoLock)
_MOODS: Final = {"good": "ok", "usable": "amber", "poor": "stop"}


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
        self.choices, self._own_mat, self._plan, self._alone = tuple(choices), mat, plan, alone
        self._at: int | None = None
        self._feed: FrameFeed | None = None
        self._live: LiveFrame | None = None
        self._clicked: Calibration | None = None
        self._known = known
        self._stands: KnownCameraCheck | None = None
        self._lens: LensPictures | None = None
        self._held: frozenset[AutoLock] = frozenset()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._arrange()
        self._begin(first or recall().source)

    # What there is

    @property
    def sentence(self) -> str:
        """What is said now."""
        return self._foot.text

    @property
    def ready(self) -> bool:
        """Whether the match can begin on this table."""
        return self._problem() == "" and (self._at is None or self._measurable())

    @property
    def go_words(self) -> str:
        """What going on means here."""
        return translate("TablePage", "Keep this camera") if self._alone else translate("TablePage", "Begin the match")

    def has_picture(self) -> bool:
        """Whether there is a live picture."""
        return self._live is not None

    def actions_here(self) -> tuple[WindowAction, ...]:
        """Everything that can be done on this page."""
        return table_actions(self)

    # What can be done

    def choose(self, at: int | None) -> None:
        """Another camera; ``None``: none."""
        self._stop()
        self._at = at
        self.panel.mark_choice(at)
        self.picture.click_corners(wanted=False)
        self._held = frozenset()
        if at is None:
            self.picture.show_drawn(self.panel.surface, self._plan)
        else:
            self._start(self.choices[at])
        self._tell()

    def look_for_cameras(self) -> None:
        """Leave this page for a new one, with the cameras that are there by then."""
        self.again_wanted.emit()

    def toggle_clicks(self) -> None:
        """From the markers to clicked corners, and back."""
        self._known = self._stands = None
        self.picture.click_corners(wanted=not self.picture.clicking)
        self.picture.setFocus()
        self._tell()

    def toggle_locks(self) -> None:
        """Hold the camera's focus, exposure and white balance, or let go of them."""
        self._held = frozenset() if self._held else _ALL_LOCKS
        if self._feed is not None:
            self._feed.hold(self._held)

    def size_by_markers(self) -> None:
        """Take the table's size from the markers in its corners."""
        if self._live is None or self._own_mat is not None:
            return
        shape = self.panel.shape
        try:
            found = estimate_table_size(
                self._live.pixels,
                lambda size_mm: markers_mat(shape, size_mm).markers,
                self.panel.size_mm,
                equal=shape == "round",
            )
        except OperationError as failure:
            self.panel.say_size(str(failure), "amber")
            return
        self.panel.enter(found.size_mm)
        self.panel.say_size(
            translate("TablePage", "Measured by the markers, to about half a percent; a ruler is better."), "ok"
        )

    def measure_anew(self) -> None:
        """Forget the camera measured before."""
        self._known = self._stands = None
        self._tell()

    def has_known(self) -> bool:
        """Whether a camera measured before is in use."""
        return self._known is not None

    def take_lens_picture(self) -> None:
        """One more picture of the lens board."""
        mat = self._mat()
        if self._live is None or mat is None or mat.charuco is None:
            return
        lens = self._lens or LensPictures(mat.charuco)
        try:
            self._lens = lens.with_picture(
                Picture(phrase("lens picture {count}", count=len(lens.pictures) + 1), self._live.pixels.copy())
            )
        except OperationError as failure:
            self.panel.say_lens(str(failure), "amber")
            return
        self.panel.show_lens(len(self._lens.pictures))
        if self._lens.share == 1 and self._feed is not None:
            self._feed.look_by(mat, self._lens.pictures)

    def add_terrain(self) -> None:
        """One piece of terrain more."""
        if self._plan is not None and self.panel.terrain.counts:
            self.panel.terrain.add(self._plan.on(self.panel.surface))

    def go(self) -> None:
        """Measure for good and hand the table over; what is missing is said. While a size is typed: done with it."""
        if self.panel.typing:
            self.setFocus()
            return
        if not self.ready:
            self._tell()
            return
        try:
            choice = self._choice()
        except OperationError as failure:
            self._say(str(failure), "stop")
            return
        size_mm, shape = self.panel.size_mm, self.panel.shape
        remember(replace(recall(), source=choice.words, table_size_mm=size_mm, table_shape=shape))
        self.chosen.emit(choice)

    def close_feed(self) -> None:
        """No thread outlives its page."""
        self._stop()

    # Measuring

    def _choice(self) -> TableChoice:
        terrain = self.panel.terrain.pieces
        if self._at is None:
            return TableChoice(self.panel.surface, terrain=terrain)
        camera = self._known or self._calibration().camera
        source = self._feed.release() if self._feed is not None else None
        self._feed = None
        return TableChoice(Surface.of_camera(camera.table), self.choices[self._at].words, camera, source, terrain)

    def _calibration(self) -> Calibration:
        if self.picture.clicking and self._clicked is not None:
            return self._clicked
        assert self._live is not None
        assert self._live.steady is not None
        return self._live.steady.calibration(self._lens_pictures())

    def _lens_pictures(self) -> tuple[Picture, ...]:
        return self._lens.pictures if self._lens is not None and self._lens.share == 1 else ()

    def _measurable(self) -> bool:
        if self._known is not None:
            return self._stands is not None and self._stands.holds
        if self.picture.clicking:
            return self._clicked is not None
        steady = self._live.steady if self._live is not None else None
        return steady is not None and steady.mat is self._mat() and steady.ready

    def _problem(self) -> str:
        """Why there can be no match on the table as it is entered."""
        surface = self.panel.surface
        if surface.problem or self._plan is None:
            return surface.problem or ""
        problems = find_plan_problems(self.panel.terrain.planned(self._plan.on(surface)))
        return next((problem.text for problem in problems if problem.part is PlanPart.TABLE), "")

    def _mat(self) -> Mat | None:
        if self._own_mat is not None:
            return self._own_mat
        try:
            return markers_mat(self.panel.shape, self.panel.size_mm)
        except OperationError:
            return None

    # The feed

    def _start(self, choice: SourceChoice) -> None:
        assert choice.opening is not None
        self.picture.show_words(translate("TablePage", "Opening {0} …").format(choice.name))
        self._feed = FrameFeed(choice.opening, self._mat())
        self._feed.arrived.connect(self._take)
        self._feed.troubled.connect(self._trouble)
        self._feed.granted.connect(self._granted)
        self._feed.start()

    def _stop(self) -> None:
        feed, self._feed, self._live, self._stands = self._feed, None, None, None
        if feed is not None:
            feed.close()

    @Slot()
    def _take(self) -> None:
        live = self._feed.newest() if self._feed is not None else None
        if live is None:
            return
        self._live = live
        self._stands = check_known_camera(self._known, live.pixels) if self._known is not None else None
        camera = self._camera_now(live)
        if camera is not None and not self.picture.clicking:
            self.measured.emit(camera)  # as soon as there is one; a later one may be better
        self.picture.show_live(live.image, live.look, camera)
        self._tell()

    def _camera_now(self, live: LiveFrame) -> Camera | None:
        """The camera as far as it is measured."""
        measured = self._clicked if self.picture.clicking else live.calibration
        return self._known or (measured.camera if measured is not None else None)

    @Slot(str)
    def _trouble(self, why: str) -> None:
        if why:
            self._live = None
            self.picture.show_words(why)
        self._tell(why)

    @Slot(object)
    def _granted(self, granted: AppliedSettings | None) -> None:
        self.panel.show_locks(self._held, granted)

    @Slot()
    def _size_changed(self) -> None:
        if self._feed is not None:
            self._feed.look_by(self._mat(), self._lens_pictures())
        if self._at is None:
            self.picture.show_drawn(self.panel.surface, self._plan)
        self._corners_changed()

    @Slot()
    def _corners_changed(self) -> None:
        self._clicked = None
        corners = self.picture.corners_px
        if self._live is not None and len(corners) == CORNERS:
            try:
                self._clicked = calibrate_from_clicks(self._live.pixels, corners, self.panel.size_mm)
            except OperationError as failure:
                self._say(str(failure), "stop")
                return
        self._tell()

    # Saying

    def _tell(self, trouble: str = "") -> None:
        """What is so now: in words, with its number, and a colour."""
        text, mood = self._words(trouble)
        self._say(text, mood)
        look = self._live.look if self._live is not None else None
        self.panel.show_markers(None if self._at is None or self.picture.clicking else (self._mat(), look))
        self._foot.go.setEnabled(self.ready)
        self.changed.emit()

    def _words(self, trouble: str) -> tuple[str, str]:
        problem = self._problem()
        if problem:
            return problem, "stop"
        if self._at is None:
            size = self.panel.size_in_words()
            return translate("TablePage", "A drawn table, {0}: place the dice with the mouse.").format(size), "ok"
        if self._live is None:
            return trouble or translate("TablePage", "Waiting for the first picture …"), "amber"
        if self._stands is not None:
            return self._stands.sentence, "ok" if self._stands.holds else "stop"
        return self._clicks_in_words() if self.picture.clicking else self._markers_in_words()

    def _clicks_in_words(self) -> tuple[str, str]:
        if self._clicked is not None:
            quality = self._clicked.camera.quality
            told = translate("TablePage", "Four corners: {0}, {1:.1f} mm.").format(
                translate("camera", quality.verdict), quality.rms_mm
            )
            return told, _MOODS[quality.verdict]
        count = len(self.picture.corners_px)
        return translate("TablePage", "{0} of 4 corners: click them in any order, the loupe helps.").format(
            count
        ), "amber"

    def _markers_in_words(self) -> tuple[str, str]:
        look = self._live.look if self._live is not None else None
        if look is None:
            return translate("TablePage", "The markers do not fit on so small a table: click its corners (C)."), "amber"
        if look.calibration is None:
            return look.sentence, "amber"
        return look.sentence, _MOODS[look.calibration.camera.quality.verdict]

    def _say(self, text: str, mood: str) -> None:
        self._foot.say(text, mood)

    # Putting together

    def _arrange(self) -> None:
        self.picture = LivePicture(self)
        self.picture.clicked.connect(self._corners_changed)
        width_mm, depth_mm = recall().table_size_mm if self._own_mat is None else self._own_mat.table.size_mm
        self.panel = TablePanel([choice.name for choice in self.choices], (width_mm, depth_mm), self._plan, self)
        self.panel.choose_shape(recall().table_shape if self._own_mat is None else self._own_mat.table.shape)
        self.panel.picked.connect(lambda n: self.choose(None if n < 0 else n))
        self.panel.sized.connect(self._size_changed)
        self.panel.by_markers.clicked.connect(self.size_by_markers)
        self.panel.clicks.clicked.connect(self.toggle_clicks)
        self.panel.lock.clicked.connect(self.toggle_locks)
        self.panel.take.clicked.connect(self.take_lens_picture)
        self.panel.terrain.shown_on(self.picture)
        self.panel.terrain.changed.connect(self._tell)
        self.panel.terrain.more.clicked.connect(self.add_terrain)
        self._foot = Foot(f"{self.go_words}  (Enter)", self)
        self._foot.go.clicked.connect(self.go)
        middle = row_of((self.picture, 1), self.panel, margins=(16, 16, 16, 16), spacing=16)
        column_of((middle, 1), self._foot, on=self, margins=(0, 0, 0, 0), spacing=0)

    def _begin(self, first: str) -> None:
        """With what is wanted, where it is there; else the first camera, else none."""
        if first == NO_SOURCE or not self.choices:
            self.choose(None)
            return
        self.choose(next((n for n, choice in enumerate(self.choices) if choice.words == first), 0))
