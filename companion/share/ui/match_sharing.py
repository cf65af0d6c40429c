"""A match's window shared: an observer of its presenter that sends states and lines to the server."""

from __future__ import annotations

from PySide6.QtCore import QObject

from companion.codec.stream import encode_stream_line
from companion.session.live import TableSnapshot
from companion.session.match import small_jpeg
from companion.session.play import Inference, MatchPresenter
from companion.session.stream import PresenterStream, StreamedEvent, encode_stream_event
from companion.share.server import PICTURE_WIDTH_PX
from companion.share.session import MatchTable
from companion.share.ui.sharing import Sharing
from companion.ui.match.table_canvas import TableCanvas
from companion.ui.overlay import paint_image
from companion.ui.pictures import bgr_picture

#: A picture so wide is painted with labels of one pixel to the point; wider ones in proportion.
_USUAL_WIDTH_PX = 1100


class MatchSharing(Sharing):
    """canvas: where the picture of a dispute is taken from; watched: whether there is a camera."""

    def __init__(self, presenter: MatchPresenter, canvas: TableCanvas, parent: QObject, *, watched: bool) -> None:
        super().__init__(MatchTable(presenter, watched=watched), parent, picture=self._dispute_picture)
        self._presenter, self._canvas = presenter, canvas
        self._stream: PresenterStream | None = None
        self._state: tuple[object, ...] = ()

    def begin(self, port: int) -> None:
        """Serve, and tell what happens from now on. Raises as `Sharing.begin`."""
        if not self.is_on:
            super().begin(port)
            self._stream = PresenterStream(self._presenter, self._tell)
            self._stream.begin()
            self._presenter.observers.append(self)

    def end(self) -> None:
        """Tell how it stands, and nothing more."""
        if self._stream is not None:
            self._presenter.observers.remove(self)
            self._stream.end()
            self._stream = None
        super().end()

    def on_change(self) -> None:
        """Something was done, or people are in the middle of something else."""
        self.refresh()

    def on_inference(self, _inference: Inference) -> None:
        """What the table means shows in what people are in the middle of."""

    def on_snapshot(self, snapshot: TableSnapshot) -> None:
        """Most frames say what the one before said."""
        state = snapshot.state, snapshot.sentence, snapshot.sure
        if state != self._state:
            self._state = state
            self.refresh()

    def _tell(self, event: StreamedEvent) -> None:
        if self.server is not None:
            self.server.tell_line(event.seq, encode_stream_line(encode_stream_event(event)))

    def _dispute_picture(self) -> bytes | None:
        """The table as the window shows it, with the lines and numbers that are in doubt."""
        image, shown = self._canvas.whole_picture(), self._canvas.shown
        if image is None or shown is None:
            return None
        point_px = max(1.0, image.width() / _USUAL_WIDTH_PX)
        painted = paint_image(image, self._presenter.scene(shown[1]), point_px=point_px)
        return small_jpeg(bgr_picture(painted), PICTURE_WIDTH_PX)
