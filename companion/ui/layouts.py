"""Rows and columns of widgets, each put together in one call."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

#: What a row or column holds: a widget or layout, alone or with its stretch; a number is empty room of that stretch.
LayoutPart = QWidget | QLayout | int | tuple[QWidget | QLayout, int]
#: Left, top, right, bottom, px.
Margins = tuple[int, int, int, int]
_Box = TypeVar("_Box", bound=QBoxLayout)


def row_of(
    *parts: LayoutPart, on: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None
) -> QHBoxLayout:
    """Parts from left to right; ``on``: the widget that they fill; left out: the style's margins and spacing."""
    return _filled(QHBoxLayout() if on is None else QHBoxLayout(on), parts, margins, spacing)


def column_of(
    *parts: LayoutPart, on: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None
) -> QVBoxLayout:
    """The same from top to bottom."""
    return _filled(QVBoxLayout() if on is None else QVBoxLayout(on), parts, margins, spacing)


def _filled(box: _Box, parts: tuple[LayoutPart, ...], margins: Margins | None, spacing: int | None) -> _Box:
    if margins is not None:
        box.setContentsMargins(*margins)
    if spacing is not None:
        box.setSpacing(spacing)
    for part in parts:
        held, stretch = part if isinstance(part, tuple) else (part, 0)
        if isinstance(held, QWidget):
            box.addWidget(held, stretch)
        elif isinstance(held, QLayout):
            box.addLayout(held, stretch)
        else:
            box.addStretch(held)
    return box
