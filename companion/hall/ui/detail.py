"""The table that is chosen: what its players ask, with numbers, rules and picture, and what was done there last."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPixmap, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from companion.hall.codec.messages import RefereeCallDocument, decode_call_picture
from companion.hall.session import HallTable, numbers_in_words
from companion.text import translate
from companion.ui.layouts import column_of
from companion.ui.plain_widgets import PlainLabel, plain_label

_MARGIN_PX: Final = 14
#: The picture takes at most so much of the height.
_PICTURE_SHARE: Final = 0.5


class TableDetail(QFrame):
    """Beside the list of tables."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("detail")
        self._table = plain_label(name="detail_table", yields=True)
        self._remark = plain_label(name="detail_remark", yields=True)
        self._question = plain_label(name="detail_question", yields=True)
        self._more = plain_label(name="detail_more", yields=True)
        self._stories = plain_label(name="detail_stories", yields=True)
        self._picture = PlainLabel()
        self._picture.setObjectName("detail_picture")
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._picture.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)  # it yields to the width
        self._image, self._shown = QImage(), ""
        words = (self._table, self._remark, self._question, self._more, self._picture, self._stories)
        column_of(*words, 1, on=self, margins=(_MARGIN_PX, 10, _MARGIN_PX, 10))

    @property
    def words(self) -> str:
        """Everything that is said, line by line."""
        labels = (self._table, self._remark, self._question, self._more, self._stories)
        return "\n".join(label.text() for label in labels if label.text())

    @property
    def has_picture(self) -> bool:
        """Whether a picture is shown."""
        return not self._image.isNull()

    def show_table(self, table: HallTable | None, remark: str = "") -> None:
        """Show a table, with what must be known of it; ``None``: none is chosen."""
        call = None if table is None else table.call
        self._table.setText("" if table is None else table.name)
        self._remark.setText(remark)
        self._question.setText("" if call is None else call.question)
        self._more.setText("" if call is None else _more(call))
        self._stories.setText("" if table is None else "\n".join(reversed(table.stories)))
        for label in (self._remark, self._question, self._more):
            label.setVisible(bool(label.text()))
        self._show_picture("" if call is None else call.picture or "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A picture as large as there is room."""
        super().resizeEvent(event)
        self._fit()

    def _show_picture(self, picture: str) -> None:
        if picture != self._shown:
            self._shown = picture
            self._image = QImage.fromData(decode_call_picture(picture))
            self._fit()

    def _fit(self) -> None:
        self._picture.setVisible(self.has_picture)
        if self.has_picture:
            room = (self.width() - 2 * _MARGIN_PX, round(self.height() * _PICTURE_SHARE))
            smooth = Qt.TransformationMode.SmoothTransformation
            fitting = self._image.scaled(*room, Qt.AspectRatioMode.KeepAspectRatio, smooth)
            self._picture.setPixmap(QPixmap.fromImage(fitting))


def _more(call: RefereeCallDocument) -> str:
    coming = translate("hall", "{name} is coming.").format(name=call.taken_by) if call.taken_by else ""
    return "\n".join(filter(None, (*numbers_in_words(call), "  ".join(call.rules), coming)))
