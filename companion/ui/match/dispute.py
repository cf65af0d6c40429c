"""A dispute kept: the table with the line drawn and both numbers as a PNG, and a small copy in the match's journal."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage

from companion.errors import CannotDo
from companion.resources import data_folder
from companion.table.match import Match, small_jpeg
from companion.ui.overlay import Scene, painted
from companion.ui.pictures import picture_of
from companion.whole import write_whole

#: A picture so wide is painted with labels of one pixel to the point; wider ones in proportion.
_USUAL_WIDTH_PX = 1100


def kept_picture(match: Match, image: QImage, scene: Scene, sentence: str) -> Path:
    """Write the picture with the scene over it beside the user's other things, and note it in the match.

    Raises:
        CannotDo: it cannot be written.
    """
    picture = painted(image, scene, point_px=max(1.0, image.width() / _USUAL_WIDTH_PX))
    path = _free_place(match)
    try:
        write_whole(path, _png(picture))
    except OSError as error:
        raise CannotDo(f"{path} cannot be written ({error.strerror}); make room for it.") from None
    kept = match.keep_picture(small_jpeg(picture_of(picture)))
    match.note({"text": f"Kept as {path.name}: {sentence}"}, source="keyboard", picture=kept)
    return path


def _free_place(match: Match) -> Path:
    folder = data_folder() / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{match.path.stem}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    places = (folder / f"{stem}{more}.png" for more in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(place for place in places if not place.exists())


def _png(image: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, b"PNG")
    return bytes(buffer.data().data())
