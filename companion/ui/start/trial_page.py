"""A trial picture: what the camera sees now is read once and judged, before anybody plays by it."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from companion.arrays import Image
from companion.camera import Camera, Picture
from companion.failures import describe_failure
from companion.session import camera_table_outline, layout_of
from companion.session.first_evening import TrialVerdict, judge_trial
from companion.session.launch import ReaderPreload
from companion.session.match_setup import SourceChoice
from companion.text import gettext, pgettext
from companion.ui.actions import ActionMenu, WindowAction, unless
from companion.ui.frame_feed import FrameFeed
from companion.ui.layouts import column_of, row_of
from companion.ui.painting import paint_reading, qimage_of
from companion.ui.start.foot import Foot
from companion.ui.start.live_picture import LivePicture


@dataclass(frozen=True, slots=True, eq=False)
class ReadTrial:
    """A trial picture with what was read painted over it, and what is to be said of it."""

    painted: QImage
    verdict: TrialVerdict


class TrialPage(QWidget):
    """``passed``: the picture was good, or is taken as it is; ``changed``: other keys are in force."""

    passed = Signal()
    changed = Signal()
    _read = Signal(object)

    def __init__(
        self, choice: SourceChoice, camera: Camera, ahead: ReaderPreload, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._camera, self._ahead = camera, ahead
        self._newest: Image | None = None
        self._trial: ReadTrial | None = None
        self._busy = False
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="trial")
        self._ahead.begin(camera)
        self.picture = LivePicture(self)
        self._foot = Foot("", self)
        self._foot.go.clicked.connect(self.go)
        middle = row_of((self.picture, 1), margins=(16, 16, 16, 16))
        column_of((middle, 1), self._foot, on=self, margins=(0, 0, 0, 0), spacing=0)
        self._read.connect(self._show_trial)
        assert choice.opening is not None
        self.picture.show_words(pgettext("TablePage", "Opening {0} …").format(choice.name))
        self._feed: FrameFeed | None = FrameFeed(choice.opening, None)
        self._feed.arrived.connect(self._take)
        self._feed.troubled.connect(self._trouble)
        self._feed.start()

    @property
    def sentence(self) -> str:
        """What is said now."""
        return self._foot.text

    @property
    def verdict(self) -> TrialVerdict | None:
        """What was said of the picture that is shown; ``None`` while the live one is."""
        return self._trial.verdict if self._trial is not None else None

    def actions_here(self) -> tuple[WindowAction, ...]:
        """Read what is seen now; look again; go on."""
        act = ActionMenu(pgettext("TrialPage", "Trial"), "trial.").action
        read = unless(
            lambda: self._trial is not None, pgettext("TrialPage", "The picture that you see is live already.")
        )
        return (
            act("go", pgettext("TrialPage", "Read this picture, or go on"), "Return Enter", self.go, self.why_not_go),
            act("again", pgettext("TrialPage", "Another picture"), "R Space", self.look_again, read),
        )

    def go(self) -> None:
        """Read the newest picture; where one has been read, go on, or try another where nothing came of it."""
        if self.verdict is not None and self.verdict.failed:
            self.look_again()
        elif self._trial is not None:
            self.close_feed()
            self.passed.emit()
        elif self._newest is not None and not self._busy:
            self._busy = True
            self._say(pgettext("TrialPage", "Reading …"), "amber")
            self._thread.submit(self._verifier, self._newest).add_done_callback(self._hand_over)

    def look_again(self) -> None:
        """Back to the live picture."""
        self._trial = None
        self._say_live()

    def close_feed(self) -> None:
        """No thread outlives its page."""
        feed, self._feed = self._feed, None
        if feed is not None:
            feed.close()
        self._thread.shutdown(wait=True)
        self._ahead.close()

    # The thread's side

    def _verifier(self, pixels: Image) -> ReadTrial:
        try:
            reader = self._ahead.over(self._camera)
            reading = reader.read(pixels)
        except Exception as failure:  # noqa: BLE001  (a thread that dies would leave the page reading for ever)
            return ReadTrial(qimage_of(pixels), TrialVerdict(describe_failure(failure), "stop"))
        layout = layout_of(reading, camera_table_outline(self._camera), reader.dice)
        painted = paint_reading(Picture(gettext("the picture"), pixels), self._camera, layout)
        return ReadTrial(qimage_of(painted), judge_trial(reading, self._camera.quality))

    def _hand_over(self, coming: Future[ReadTrial]) -> None:
        if not coming.cancelled():
            self._read.emit(coming.result())

    # The window's side

    @Slot(object)
    def _show_trial(self, trial: ReadTrial) -> None:
        self._busy, self._trial = False, trial
        self.picture.show_live(trial.painted, None)
        self._say(trial.verdict.sentence, trial.verdict.mood)

    @Slot()
    def _take(self) -> None:
        live = self._feed.newest() if self._feed is not None else None
        if live is None or self._trial is not None:
            return
        self._newest = live.pixels
        if not self._busy:
            self.picture.show_live(live.image, None)
            self._say_live()

    @Slot(str)
    def _trouble(self, why: str) -> None:
        if why and self._trial is None:
            self._newest = None
            self.picture.show_words(why)
            self._say(why, "amber")

    def _say_live(self) -> None:
        self._say(pgettext("TrialPage", "Put some dice on the table, take your hands away, and press Enter."), "amber")

    def may_go(self) -> bool:
        """Whether there is a picture to be read, or one that was."""
        return self._trial is not None or (self._newest is not None and not self._busy)

    def why_not_go(self) -> str:
        """Why there is nothing to read or to go on from."""
        if self.may_go():
            return ""
        reading = pgettext("TrialPage", "The picture is being read: wait a moment.")
        return reading if self._busy else pgettext("TrialPage", "No picture has come yet: wait for the camera.")

    def _say(self, text: str, mood: str) -> None:
        self._foot.say(text, mood)
        if self.verdict is None:
            title = pgettext("TrialPage", "Read this picture  (Enter)")
        elif self.verdict.failed:
            title = pgettext("TrialPage", "Another picture  (Enter)")
        else:
            title = pgettext("TrialPage", "Go on  (Enter)")
        self._foot.go.setText(title)
        self._foot.go.setEnabled(self.may_go())
        self.changed.emit()
