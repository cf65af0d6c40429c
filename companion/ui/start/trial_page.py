"""A trial picture: what the camera sees now is read once and judged, before anybody plays by it."""

from __future__ import annotations

from functools import partial

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
from companion.ui.background import BackgroundThread
from companion.ui.frame_feed import LiveFrame
from companion.ui.painting import paint_reading, qimage_of
from companion.ui.start.feed_page import FeedPage


class TrialPage(FeedPage):
    """``passed``: the picture was good, or is taken as it is."""

    passed = Signal()

    def __init__(
        self, choice: SourceChoice, camera: Camera, ahead: ReaderPreload, parent: QWidget | None = None
    ) -> None:
        super().__init__("", parent)
        self._camera, self._ahead = camera, ahead
        self._newest: Image | None = None
        #: What was said of the picture that is shown; ``None`` while the live one is.
        self.verdict: TrialVerdict | None = None
        self._busy = False
        self._thread = BackgroundThread(self)
        self._thread.done.connect(self._show_trial)
        self._thread.start()
        self._ahead.begin(camera)
        self._stand_beside()
        self._open_feed(choice)

    def actions_here(self) -> tuple[WindowAction, ...]:
        """Read what is seen now; look again; go on."""
        act = ActionMenu(pgettext("TrialPage", "Trial"), "trial.").action
        read = unless(
            lambda: self.verdict is not None, pgettext("TrialPage", "The picture that you see is live already.")
        )
        return (
            act("go", pgettext("TrialPage", "Read this picture, or go on"), "Return Enter", self.go, self.why_not_go),
            act("again", pgettext("TrialPage", "Another picture"), "R Space", self.show_live_picture, read),
        )

    def go(self) -> None:
        """Read the newest picture; where one has been read, go on, or try another where nothing came of it."""
        if self.verdict is not None and self.verdict.failed:
            self.show_live_picture()
        elif self.verdict is not None:
            self.close_feed()
            self.passed.emit()
        elif self._newest is not None and not self._busy:
            self._busy = True
            self._say(pgettext("TrialPage", "Reading …"), "amber")
            self._thread.run(partial(self._read, self._newest))

    def show_live_picture(self) -> None:
        """Back to the live picture."""
        self.verdict = None
        self._say_live()

    def close_feed(self) -> None:
        """No thread outlives its page."""
        super().close_feed()
        self._thread.close()
        self._ahead.close()

    def _read(self, pixels: Image) -> tuple[QImage, TrialVerdict]:
        """In the other thread: the picture with what was read painted over it, and what is to be said of it."""
        try:
            reader = self._ahead.over(self._camera)
            reading = reader.read(pixels)
        except Exception as failure:  # noqa: BLE001  (whatever it is, people go on from the picture)
            return qimage_of(pixels), TrialVerdict(describe_failure(failure), "stop")
        layout = layout_of(reading, camera_table_outline(self._camera), reader.dice)
        painted = paint_reading(Picture(gettext("the picture"), pixels), self._camera, layout)
        return qimage_of(painted), judge_trial(reading, self._camera.quality)

    @Slot(object)
    def _show_trial(self, trial: tuple[QImage, TrialVerdict]) -> None:
        self._busy, (painted, self.verdict) = False, trial
        self.picture.show_live(painted, None)
        self._say(self.verdict.sentence, self.verdict.mood)

    def on_frame(self, live: LiveFrame) -> None:
        """Show it, unless one is being read or has been."""
        if self.verdict is not None:
            return
        self._newest = live.pixels
        if not self._busy:
            self.picture.show_live(live.image, None)
            self._say_live()

    def on_trouble(self, why: str) -> None:
        """Say it in the place of the picture."""
        if why and self.verdict is None:
            self._newest = None
            self.picture.show_words(why)
            self._say(why, "amber")

    def _say_live(self) -> None:
        self._say(pgettext("TrialPage", "Put some dice on the table, take your hands away, and press Enter."), "amber")

    def may_go(self) -> bool:
        """Whether there is a picture to be read, or one that was."""
        return self.verdict is not None or (self._newest is not None and not self._busy)

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
