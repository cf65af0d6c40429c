"""Printed faces as pictures with nothing around them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath

from companion.catalogue import Die, Face
from companion.paper import face_image, face_triangle


def cut_out_face(die: Die, face: Face, width_px: int) -> QImage:
    """The face as it is printed, corner 0 up, on nothing; ``width_px`` wide and three quarters of that high."""
    rows = face_image(die, face, width_px)
    printed = QImage(rows.data, width_px, width_px, rows.strides[0], QImage.Format.Format_RGB888)
    shown = QImage(width_px, width_px * 3 // 4, QImage.Format.Format_ARGB32_Premultiplied)
    shown.fill(Qt.GlobalColor.transparent)
    outline = QPainterPath()
    outline.addPolygon(face_triangle(width_px))
    painter = QPainter(shown)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipPath(outline)
    painter.drawImage(0, 0, printed)
    painter.end()
    return shown
