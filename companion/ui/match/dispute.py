"""A dispute kept: the table with the line drawn and both numbers as a PNG, and a small copy in the match's journal."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QPainter

from companion.arrays import Image
from companion.atomic_write import write_atomic
from companion.codec.notes import TextNote
from companion.errors import OperationError
from companion.opencv import cv2
from companion.resources import data_folder
from companion.session.match import Match, camera_grade, small_jpeg
from companion.session.overlay import Scene
from companion.session.play import Prompt
from companion.text import moment_words, phrase, translate
from companion.ui.overlay import paint_image
from companion.ui.pictures import bgr_picture
from companion.ui.theme import GRAPHITE, PAPER
from companion.ui.themes import tint

#: A picture so wide is painted with labels of one pixel to the point; wider ones in proportion.
_USUAL_WIDTH_PX = 1100
_CAPTION_PT = 15


def dispute_picture(image: QImage, scene: Scene) -> Image:
    """The table with what is drawn over it, BGR."""
    return bgr_picture(paint_image(image, scene, point_px=_point_px(image)))


def save_dispute(match: Match, image: QImage, scene: Scene, said: Prompt) -> Path:
    """Write the picture with the scene over it, and below it what was ruled, beside the user's other things; note it in
    the match.

    Raises:
        OperationError: it cannot be written.
    """
    point_px = _point_px(image)
    # The ruling, its rules, and when it was.
    rules = "  ".join(said.ruling.rules) if said.ruling else ""
    when = moment_words(datetime.now().astimezone())
    turn = translate("match", "turn {number}").format(number=match.position.turn.number)
    grade = camera_grade(note for _, note in match.notes)
    camera = "" if grade is None else phrase("Camera: certified, {grade}.", grade=translate("certificate", grade))
    caption = "\n".join(line for line in (said.sentence, "   ".join((when, turn, rules)), camera) if line)
    picture = bgr_picture(_captioned(paint_image(image, scene, point_px=point_px), caption, point_px))
    try:
        path = _free_place(match)
        write_atomic(path, bytes(cv2.imencode(".png", picture)[1]))
    except OSError as error:
        raise OperationError(
            phrase("The picture cannot be kept ({why}); make room for it.", why=error.strerror)
        ) from None
    kept = match.keep_picture(small_jpeg(picture))
    match.note(
        TextNote(phrase("Kept as {file}: {sentence}", file=path.name, sentence=said.sentence)),
        source="keyboard",
        picture=kept,
    )
    return path


def _point_px(image: QImage) -> float:
    return max(1.0, image.width() / _USUAL_WIDTH_PX)


def _captioned(image: QImage, words: str, point_px: float) -> QImage:
    """The picture with words below it."""
    font = QFont()
    font.setPixelSize(round(_CAPTION_PT * point_px))
    margin = round(1.2 * _CAPTION_PT * point_px)
    flags = int(Qt.TextFlag.TextWordWrap)
    room = QRect(margin, 0, image.width() - 2 * margin, 10000)
    high = QFontMetrics(font).boundingRect(room, flags, words).height() + 2 * margin
    whole = QImage(image.width(), image.height() + high, QImage.Format.Format_RGB32)
    whole.fill(QColor(tint(GRAPHITE)))
    painter = QPainter(whole)
    painter.drawImage(0, 0, image)
    painter.setFont(font)
    painter.setPen(QColor(tint(PAPER)))
    painter.drawText(QRect(margin, image.height() + margin, room.width(), high), flags, words)
    painter.end()
    return whole


def _free_place(match: Match) -> Path:
    folder = data_folder() / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{match.path.stem}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    places = (folder / f"{stem}{more}.png" for more in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(place for place in places if not place.exists())
