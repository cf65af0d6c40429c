"""Pictures painted without a window: the overlay over a camera's picture, and printed faces with nothing around them.

Between OpenCV's pictures (blue, green, red; row by row) and Qt's.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath

from companion.arrays import Image
from companion.atomic_write import write_atomic
from companion.camera import Camera, Picture, fit_picture
from companion.catalogue import Die, Face
from companion.errors import OperationError
from companion.opencv import cv2
from companion.paper import face_picture, face_triangle
from companion.session import Layout, TargetSurvey
from companion.session.overlay import PictureView, View, compose_scene
from companion.text import gettext
from companion.ui.application import for_painting
from companion.ui.overlay import paint_image

#: A picture so wide is painted with labels of one pixel to the point; wider ones in proportion.
_USUAL_WIDTH_PX: Final = 1100


def painted_picture(
    pixels: Image, layout: Layout, sighting: TargetSurvey | None, view: View, *, chosen: str | None = None
) -> Image:
    """A copy of the picture, (rows, columns, 3) BGR, with the overlay over it; ``view`` says how it shows the table."""
    for_painting()
    scene = compose_scene(layout, sighting, view, chosen=chosen)
    return bgr_picture(paint_image(qimage_of(pixels), scene, point_px=max(1.0, view.size_wh[0] / _USUAL_WIDTH_PX)))


def paint_reading(picture: Picture, camera: Camera, layout: Layout, sighting: TargetSurvey | None = None) -> Image:
    """The camera's picture with what was read painted over it, (rows, columns, 3) BGR, at the camera's size."""
    pixels = fit_picture(picture.pixels, camera.lens.size_wh)
    return painted_picture(pixels, layout, sighting, PictureView(camera.lens))


def write_overlay(
    path: Path, picture: Picture, camera: Camera, layout: Layout, sighting: TargetSurvey | None = None
) -> None:
    """Paint the overlay over the camera's picture into a file, whole or not at all; the ending gives the format.

    Raises:
        OperationError: the place cannot be written, or no picture has that ending.
    """
    painted_pixels = paint_reading(picture, camera, layout, sighting)
    ending = gettext("{file}: no picture can be written with this ending; .png and .jpg are safe choices.", file=path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        done, content = cv2.imencode(path.suffix or ".png", painted_pixels)
        if not done:
            raise OperationError(ending)
        write_atomic(path, content.tobytes())
    except cv2.error:
        raise OperationError(ending) from None
    except OSError as error:
        raise OperationError(
            gettext("{file} cannot be written ({why}); choose another place.", file=path, why=error.strerror)
        ) from None


def qimage_of(picture_bgr: Image) -> QImage:
    """Qt's own copy of a picture of shape (height, width, 3); safe to hand to another thread."""
    rows = np.ascontiguousarray(picture_bgr)
    height, width, _ = rows.shape
    return QImage(rows.data, width, height, rows.strides[0], QImage.Format.Format_BGR888).copy()


def bgr_picture(image: QImage) -> Image:
    """A picture of shape (height, width, 3), blue, green, red."""
    shown = image.convertToFormat(QImage.Format.Format_BGR888)
    rows = np.frombuffer(shown.constBits(), np.uint8).reshape(shown.height(), shown.bytesPerLine())
    return rows[:, : 3 * shown.width()].reshape(shown.height(), shown.width(), 3).copy()


def cut_out_face(die: Die, face: Face, width_px: int) -> QImage:
    """The face as it is printed, corner 0 up, on nothing; ``width_px`` wide and three quarters of that high."""
    shown = QImage(width_px, width_px * 3 // 4, QImage.Format.Format_ARGB32_Premultiplied)
    shown.fill(Qt.GlobalColor.transparent)
    outline = QPainterPath()
    outline.addPolygon(face_triangle(width_px))
    painter = QPainter(shown)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipPath(outline)
    painter.drawImage(0, 0, face_picture(die, face, width_px))
    painter.end()
    return shown
