"""Letters as outlines: the same on every machine, in every output, and without a Qt application."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainterPath, QTransform

#: Height of capitals and digits in em (DejaVu Sans Condensed Bold).
CAP_EM: Final = 0.729
_STEP: Final = re.compile(r"([MLC])?\s*(-?\d+) (-?\d+)")
#: A six or a nine alone gets a bar under it, as on other dice: the table is seen from every side.
_TURNABLE: Final = frozenset({"6", "9"})


@cache
def _glyphs() -> dict[str, tuple[int, QPainterPath]]:
    text = resources.files(__package__).joinpath("glyphs.json").read_text("utf-8")
    return {letter: (advance, _outline(path)) for letter, (advance, path) in json.loads(text)["glyphs"].items()}


def _outline(words: str) -> QPainterPath:
    path = QPainterPath()
    bends: list[tuple[int, int]] = []
    path.setFillRule(Qt.FillRule.WindingFill)
    for verb, x, y in _STEP.findall(words):
        bends = [*bends, (int(x), int(y))] if verb in ("C", "") else []
        if verb == "M":
            path.moveTo(int(x), int(y))
        elif verb == "L":
            path.lineTo(int(x), int(y))
        elif len(bends) == 3:
            path.cubicTo(*bends[0], *bends[1], *bends[2])
            bends = []
    return path


def text_path(text: str, cap_mm: float) -> QPainterPath:
    """A line of text with capitals ``cap_mm`` high, from 0 along the baseline, y down; others show as ``?``."""
    line, at, glyphs = QPainterPath(), 0.0, _glyphs()
    for letter in text:
        advance, outline = glyphs.get(letter, glyphs["?"])
        line.addPath(outline.translated(at, 0.0))
        at += advance
    line.setFillRule(Qt.FillRule.WindingFill)
    scale = cap_mm / (CAP_EM * 1000)
    return QTransform.fromScale(scale, scale).map(line)


def centred_text(
    text: str, cap_mm: float, x_mm: float = 0.0, y_mm: float = 0.0, width_mm: float | None = None
) -> QPainterPath:
    """The same line centred on a point, made narrower where it would be wider than ``width_mm``."""
    line = text_path(text, cap_mm)
    box = line.boundingRect()
    squeeze = min(1.0, width_mm / box.width()) if width_mm and box.width() else 1.0
    place = QTransform.fromTranslate(x_mm, y_mm + cap_mm / 2).scale(squeeze, 1.0).translate(-box.center().x(), 0.0)
    return place.map(line)


def numeral(value: int | str, cap_mm: float, x_mm: float, y_mm: float, width_mm: float | None = None) -> QPainterPath:
    """A number centred on a point; a lone 6 or 9 gets a bar under it."""
    path = centred_text(str(value), cap_mm, x_mm, y_mm, width_mm)
    if str(value) in _TURNABLE:
        box = path.boundingRect()
        path.addRect(QRectF(box.left(), y_mm + cap_mm * 0.60, box.width(), cap_mm * 0.11))
    return path
