"""A ruling as a picture to be kept: what the page with the camera shows, and the sentence below it with its rules."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QPainter

from companion.opencv import cv2
from companion.share.photographs import PhotoPage
from companion.text import gettext, moment_words
from companion.ui.overlay import paint_image
from companion.ui.painting import bgr_picture, qimage_of
from companion.ui.themes import ACCENT, ASH, GRAPHITE, PAPER

#: So many points is a picture wide, whatever its pixels: as large as words are on a phone that is held across.
_POINTS_WIDE: Final = 760
_PAD_PT, _SENTENCE_PT, _SMALL_PT = 18, 19, 13


def paint_ruling(photos: PhotoPage) -> bytes:
    """A PNG; empty where there is no picture yet."""
    image = ruling_image(photos)
    return b"" if image is None else bytes(cv2.imencode(".png", bgr_picture(image))[1])


def ruling_image(photos: PhotoPage) -> QImage | None:
    """The same as an image; ``None`` where there is no picture yet."""
    found = photos.scene()
    if found is None:
        return None
    scene, inspection, table, shown = found
    pixels = qimage_of(table.shown[shown].pixels)
    point_px = pixels.width() / _POINTS_WIDE
    painted = paint_image(pixels, scene, point_px=point_px)
    ruling = inspection.ruling
    sentence = inspection.sentence if inspection.chosen is not None else gettext("The table as it was photographed.")
    foot = "  ".join(() if ruling is None else ruling.rules)
    date = gettext("{day} · Diceland table companion", day=moment_words(datetime.now().astimezone()))
    return _with_words(painted, sentence, foot, date, point_px)


def _with_words(picture: QImage, sentence: str, rules: str, date: str, point_px: float) -> QImage:
    pad, width = round(_PAD_PT * point_px), picture.width()
    lines = (
        (sentence, _font(_SENTENCE_PT * point_px, bold=True), PAPER),
        (rules, _font(_SMALL_PT * point_px, bold=True), ACCENT),
        (date, _font(_SMALL_PT * point_px), ASH),
    )
    set_lines = []
    down = picture.height() + pad
    for words, font, colour in lines:
        if not words:
            continue
        flags = Qt.TextFlag.TextWordWrap
        room = QFontMetrics(font).boundingRect(QRect(0, 0, width - 2 * pad, 10**5), flags, words)
        set_lines.append((words, font, colour, QRectF(pad, down, width - 2 * pad, room.height())))
        down += room.height() + pad // 2
    whole = QImage(width, down + pad // 2, QImage.Format.Format_RGB32)
    whole.fill(QColor(GRAPHITE))
    painter = QPainter(whole)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.drawImage(0, 0, picture)
    for words, font, colour, box in set_lines:
        painter.setFont(font)
        painter.setPen(QColor(colour))
        painter.drawText(box, Qt.TextFlag.TextWordWrap, words)
    painter.end()
    return whole


def _font(size_px: float, *, bold: bool = False) -> QFont:
    font = QFont()
    font.setPixelSize(max(1, round(size_px)))
    font.setBold(bold)
    return font
