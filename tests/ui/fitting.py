"""What does not fit in a window: words cut off, words of small type, words outside the window or under something else.

Widgets are measured with what Qt knows of them. What is painted is asked while it is painted: a window is grabbed with
`QPainter.drawText` and `QFontMetricsF.elidedText` replaced, so that what is set too small or cut short comes up.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final
from unittest.mock import patch

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QFontMetricsF, QPainter
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QScrollBar,
    QStyle,
    QStyleOptionComboBox,
    QWidget,
)

from companion.exercise_k.ui.opening_pages import StillBox

#: No type that people read is smaller.
LEAST_PT: Final = 11.0
#: A pixel of rounding.
_ROUNDING_PX: Final = 1
#: The share of a line above and below its letters.
_LEADING: Final = 0.25
_SIZES: Final = re.compile(r"font-size: ?(\d+(?:\.\d+)?)(pt|px)")
_PT_OF_PX: Final = 72 / 96
#: Where Qt breaks lines.
_BREAKS: Final = re.compile(r"[\s/-]")
#: What lies over a window on purpose and goes with a key.
_PAGES_OVER: Final = frozenset({"final_panel", "clock_panel"})
#: What no page but that of keys covers: rulings, and what hands must do.
_NEVER_COVERED: Final = frozenset({"sentence", "rules", "hands", "trouble", "band"})


def misfits(window: QWidget) -> list[str]:
    """Every word of a window that cannot be read, in a line each."""
    found = []
    for widget in [window, *window.findChildren(QWidget)]:
        if not widget.isVisible() or widget.window() is not window or not _words(widget):
            continue
        called = f"{_path(widget)} “{_words(widget)[:60]}”"
        cut, small, hidden = _cut(widget), _small(widget), _hidden(widget, window)
        found += [f"{called}: {what}" for what in (cut, small, hidden) if what]
    return [*found, *_painted(window)]


def _words(widget: QWidget) -> str:
    """What can be read on a widget, or be typed into it."""
    if isinstance(widget, QLabel | QAbstractButton):
        return widget.text()
    if isinstance(widget, QGroupBox):
        return widget.title()
    if isinstance(widget, QLineEdit):
        return widget.text() or widget.placeholderText()
    if isinstance(widget, QComboBox):
        return widget.currentText()
    if isinstance(widget, QListWidget):
        return "\n".join(widget.item(row).text() for row in range(widget.count()))
    return ""


def _path(widget: QWidget) -> str:
    name = widget.objectName()
    above = widget.parentWidget()
    own = f"{type(widget).__name__}{'#' + name if name else ''}"
    return own if above is None or above.isWindow() else f"{type(above).__name__} > {own}"


# --- cut off ----------------------------------------------------------------------------------------------------------


def _cut(widget: QWidget) -> str:
    """Why a widget cannot show all its words; "" where it can."""
    if isinstance(widget, QLabel):
        return _cut_label(widget)
    if isinstance(widget, QLineEdit):
        hint = widget.placeholderText()
        reported = bool(widget.text()) or hint in widget.toolTip()
        return "" if reported else _wider(_text_wh(widget, hint), widget.contentsRect().size())
    if isinstance(widget, QComboBox) and not isinstance(widget, StillBox):  # which paints its words in lines
        option = QStyleOptionComboBox()
        widget.initStyleOption(option)
        edit = QStyle.SubControl.SC_ComboBoxEditField
        room = widget.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, edit, widget)
        reported = widget.currentText() in widget.toolTip()
        return "" if reported else _wider(_text_wh(widget, widget.currentText()), room.size())
    if isinstance(widget, QListWidget):
        return _cut_list(widget)
    if isinstance(widget, QAbstractButton):
        return _wider(widget.minimumSizeHint(), widget.size()) if widget.text() else ""
    return ""


def _cut_label(label: QLabel) -> str:
    if not label.wordWrap():
        return _wider(label.sizeHint(), label.size())
    high = label.heightForWidth(label.width())
    if high > label.height() + _ROUNDING_PX:
        return f"is {label.height()} px high, needs {high}"
    if label.textFormat() is Qt.TextFormat.PlainText:
        widest = max((_text_wh(label, word).width() for word in _BREAKS.split(label.text())), default=0)
        return _wider(QSize(widest, 0), label.contentsRect().size())
    return ""


def _cut_list(items: QListWidget) -> str:
    room = items.viewport().width()
    if items.wordWrap() or items.horizontalScrollBarPolicy() is not Qt.ScrollBarPolicy.ScrollBarAlwaysOff:
        return ""
    untipped = [item for item in map(items.item, range(items.count())) if not item.toolTip()]
    cut = [item for item in untipped if items.sizeHintForIndex(items.indexFromItem(item)).width() > room]
    return f"cuts “{cut[0].text()}”" if cut else ""


def _wider(needed: QSize, room: QSize) -> str:
    if needed.width() > room.width() + _ROUNDING_PX or needed.height() > room.height() + _ROUNDING_PX:
        return f"has {room.width()} x {room.height()} px, needs {needed.width()} x {needed.height()}"
    return ""


def _text_wh(widget: QWidget, words: str) -> QSize:
    return QFontMetrics(widget.font()).size(int(Qt.TextFlag.TextSingleLine), words)


# --- too small --------------------------------------------------------------------------------------------------------


def _small(widget: QWidget) -> str:
    """In which type a widget says something that nobody can read; "" where people can."""
    sizes = [size_pt(widget.font())]
    if isinstance(widget, QLabel) and widget.textFormat() is Qt.TextFormat.RichText:
        sizes += [float(size) * (1 if unit == "pt" else _PT_OF_PX) for size, unit in _SIZES.findall(widget.text())]
        sizes += [0.83 * sizes[0]] * ("<small>" in widget.text())
    return f"is set in {min(sizes):.1f} pt" if min(sizes) < LEAST_PT - 0.01 else ""


def size_pt(font: QFont) -> float:
    """The size of type, whichever way it was given."""
    return font.pointSizeF() if font.pointSizeF() > 0 else font.pixelSize() * _PT_OF_PX


# --- out of sight -----------------------------------------------------------------------------------------------------


def _hidden(widget: QWidget, window: QWidget) -> str:
    """What keeps a widget from being seen whole, and no scrolling brings it into sight; "" where nothing does."""
    seen, inner, above = widget, widget, widget.parentWidget()
    while above is not None and inner is not window:
        place, area = QRect(seen.mapTo(above, QPoint(0, 0)), seen.size()), above.parentWidget()
        if isinstance(area, QAbstractScrollArea) and area.viewport() is above:
            if not _scrolls_to(area, place, above.rect()):
                return f"lies at {place.getRect()}, outside {_path(area)} of {area.width()} x {area.height()}"
            seen, inner, above = area, area, area.parentWidget()
            continue
        if not above.rect().adjusted(-1, -1, 1, 1).contains(place):
            return f"lies at {place.getRect()}, outside {_path(above)} of {above.width()} x {above.height()}"
        for over in _over(inner, above):
            page = over.objectName() in _PAGES_OVER and widget.objectName() not in _NEVER_COVERED
            if over.geometry().intersects(place) and not page and over.objectName() != "keys":
                return f"lies under {_path(over)}"
        inner, above = above, above.parentWidget()
    return ""


def _scrolls_to(area: QAbstractScrollArea, place: QRect, room: QRect) -> bool:
    """Whether a place is brought into sight by the bars that an area may show."""
    off = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    across = area.horizontalScrollBarPolicy() is not off or (place.left() >= 0 and place.right() <= room.right())
    down = area.verticalScrollBarPolicy() is not off or (place.top() >= 0 and place.bottom() <= room.bottom())
    return across and down


def _over(inner: QWidget, above: QWidget) -> Iterator[QWidget]:
    """The visible children of a widget that lie over another child of it."""
    children = [child for child in above.children() if isinstance(child, QWidget)]
    for child in children[children.index(inner) + 1 :]:
        if child.isVisible() and not child.isWindow() and not isinstance(child, QScrollBar):
            yield child


# --- painted ----------------------------------------------------------------------------------------------------------


def _painted(window: QWidget) -> list[str]:
    found: list[str] = []
    tips = "\n".join(widget.toolTip() for widget in window.findChildren(QWidget))
    with _watched_painting(found.append, tips):
        window.grab()
    return list(dict.fromkeys(found))


@contextmanager
def _watched_painting(report: Callable[[str], None], tips: str) -> Iterator[None]:
    """Tell of words that are painted small, cut short (unless a tip has them whole), or higher than their room."""
    draw, elide = QPainter.drawText, QFontMetricsF.elidedText

    def drawn(painter: QPainter, *given: Any) -> Any:
        text = next((word for word in given if isinstance(word, str)), "")
        across, along = painter.worldTransform().m11(), painter.worldTransform().m12()
        size = size_pt(painter.font()) * math.hypot(across, along)
        if text.strip() and size < LEAST_PT - 0.01:
            report(f"painted “{text}” in {size:.1f} pt")
        if isinstance(given[0], QRectF):
            needed = QFontMetricsF(painter.font()).boundingRect(given[0], int(given[1]), text)
            if needed.width() > given[0].width() + _ROUNDING_PX:
                report(f"painted “{text}” on {given[0].width():.0f} px across, needs {needed.width():.0f}")
            if needed.height() > given[0].height() + _LEADING * QFontMetricsF(painter.font()).height():
                report(f"painted “{text}” on {given[0].height():.0f} px, needs {needed.height():.0f}")
        return draw(painter, *given)

    def elided(metrics: QFontMetricsF, text: str, *more: Any) -> str:
        short: str = elide(metrics, text, *more)
        if short != text and text not in tips:
            report(f"painted “{short}” instead of “{text}”")
        return short

    with patch.object(QPainter, "drawText", drawn), patch.object(QFontMetricsF, "elidedText", elided):
        yield
