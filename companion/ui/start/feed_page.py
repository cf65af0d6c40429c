"""The frame of a page with live pictures: the picture, what stands beside it, and a foot that says what is so now."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from companion.camera import Charuco, Mat, Picture
from companion.session.match_setup import SourceChoice
from companion.text import pgettext
from companion.ui.frame_feed import FrameFeed, LiveFrame
from companion.ui.layouts import column_of, row_of
from companion.ui.plain_widgets import button_of, plain_label, set_mood
from companion.ui.start.live_picture import LivePicture


class Foot(QWidget):
    """What is so now, in words and a colour, and the button that goes on. ``go`` is the button."""

    def __init__(self, go_words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("foot")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._message = plain_label("", "message", wrap=True)
        self.go = button_of(go_words, name="go", parent=self)
        row_of((self._message, 1), self.go, on=self, margins=(20, 12, 20, 12))

    @property
    def text(self) -> str:
        """What is said."""
        return self._message.text()

    def say(self, text: str, mood: str) -> None:
        """Say something: ``ok``, ``amber`` or ``stop``."""
        self._message.setText(text)
        set_mood(self._message, mood)


class FeedPage(QWidget):
    """Shows what one source gives; ``changed``: other keys are in force. Who derives from it says what a picture means,
    and what going on is."""

    changed = Signal()

    def __init__(self, go_words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.picture, self._foot = LivePicture(self), Foot(go_words)  # the foot comes last for the Tab key
        self._foot.go.clicked.connect(self.go)
        self._feed: FrameFeed | None = None

    @property
    def sentence(self) -> str:
        """What is said now."""
        return self._foot.text

    def go(self) -> None:
        """What the button at the foot does."""
        raise NotImplementedError

    def on_frame(self, live: LiveFrame) -> None:
        """There is a new picture."""
        raise NotImplementedError

    def on_trouble(self, why: str) -> None:
        """Why there is none; empty: there is one again."""
        raise NotImplementedError

    def close_feed(self) -> None:
        """No thread outlives its page."""
        feed, self._feed = self._feed, None
        if feed is not None:
            feed.close()

    def _stand_beside(self, *parts: QWidget) -> None:
        """Fill the page: the picture, these beside it, the foot below."""
        middle = row_of((self.picture, 1), *parts, margins=(16, 16, 16, 16), spacing=16)
        column_of((middle, 1), self._foot, on=self, margins=(0, 0, 0, 0), spacing=0)

    def _open_feed(
        self,
        choice: SourceChoice,
        mat: Mat | None = None,
        *,
        lens: tuple[Picture, ...] = (),
        board: Charuco | None = None,
    ) -> FrameFeed:
        """Begin to show the pictures of a source; mat, lens, board: what is looked for in them, and how."""
        assert choice.opening is not None
        self.picture.show_words(pgettext("TablePage", "Opening {0} …").format(choice.name))
        feed = self._feed = FrameFeed(choice.opening, mat, lens=lens, board=board)
        feed.arrived.connect(self._take)
        feed.troubled.connect(self.on_trouble)
        feed.start()
        return feed

    @Slot()
    def _take(self) -> None:
        live = self._feed.newest() if self._feed is not None else None
        if live is not None:
            self.on_frame(live)
