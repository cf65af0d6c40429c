"""How the desk looks: badges of the teams, words as its cards paint them, the style sheet's own parts."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from companion.exercise_k.rules.roster import COLOURS
from companion.session import BADGES, BadgeShape, PlayerBadge
from companion.ui.stylesheet import stylesheet
from companion.ui.themes import (
    ACCENT,
    AMBER,
    ASH,
    BASE_PT,
    GRAPHITE,
    OK,
    PAPER,
    PEBBLE,
    RULING_PT,
    SLATE,
    SMALL_PT,
    STOP,
    in_theme,
    tint,
)

#: Team -> its shape and the nearest colour that nobody mistakes for another; the name always stands beside it.
TEAM_BADGES: Final[Mapping[str, PlayerBadge]] = MappingProxyType(
    {
        "Red": PlayerBadge(BadgeShape.SQUARE, BADGES[1].colour, "red"),
        "Blue": PlayerBadge(BadgeShape.TRIANGLE, BADGES[0].colour, "blue"),
        "Green": PlayerBadge(BadgeShape.CIRCLE, BADGES[2].colour, "green"),
        "Black": PlayerBadge(BadgeShape.DIAMOND, ASH, "black"),
    }
)
assert set(TEAM_BADGES) == set(COLOURS)

_SHEET: Final = f"""
    #turn_bar, #turn_bar QLabel {{ background: {SLATE}; }}
    #round {{ font-size: 30pt; font-weight: bold; color: {ACCENT}; }}
    #final {{ font-size: {SMALL_PT}pt; color: {ASH}; }}
    #final[last="true"] {{ font-size: {BASE_PT}pt; font-weight: bold; color: {AMBER}; }}
    #clock {{ font-size: {RULING_PT}pt; }}
    #clock[alarm="call"], #clock[alarm="over"] {{ color: {STOP}; font-weight: bold; }}
    #clock[alarm="soon"] {{ color: {AMBER}; font-weight: bold; }}
    #alarm {{ font-size: {SMALL_PT}pt; color: {ASH}; }}
    #alarm[alarm="call"], #alarm[alarm="over"] {{ color: {STOP}; font-weight: bold; }}
    #alarm[alarm="soon"] {{ color: {AMBER}; }}
    #side, #side QLabel, #side QListWidget {{ background: {SLATE}; }}
    #lines {{ border: none; border-radius: 0; font-size: 12pt; padding: 0; }}
    #lines::item {{ padding: 2px 4px 2px 0; }}
    #lines::item:selected {{ background: {PEBBLE}; color: {PAPER}; }}
    #key_line, #key_line QLabel {{ background: {SLATE}; }}
    #key_line {{ border-top: 2px solid {PEBBLE}; }}
    #sheet_pane {{ background: {GRAPHITE}; }}
    #final_panel {{ background: {SLATE}; border: 2px solid {ACCENT}; border-radius: 10px; }}
    #final_panel QLabel {{ background: {SLATE}; }}
    #page_title {{ font-size: {RULING_PT}pt; font-weight: bold; }}
    #quiet {{ color: {ASH}; font-size: {SMALL_PT}pt; }}
    #small, #small QLabel {{ font-size: {SMALL_PT}pt; }}
    #verdict {{ color: {ASH}; font-size: {SMALL_PT}pt; padding-bottom: 8px; }}
    #verdict[mood="ok"] {{ color: {OK}; }}
    #verdict[mood="amber"] {{ color: {AMBER}; }}
    #problem {{ color: {AMBER}; font-size: {BASE_PT}pt; }}
    #step {{ color: {ASH}; font-size: {SMALL_PT}pt; padding: 4px 14px; border-bottom: 3px solid {GRAPHITE}; }}
    #step[here="true"] {{ color: {ACCENT}; font-weight: bold; border-bottom: 3px solid {ACCENT}; }}
    QLineEdit, QComboBox, QSpinBox, QListWidget {{
        background: {SLATE}; border: 1px solid {PEBBLE}; border-radius: 6px; padding: 6px 10px;
    }}
    QLineEdit:focus, QComboBox:focus, QSpinBox:focus, QListWidget:focus {{ border: 2px solid {ACCENT}; }}
    QSpinBox QLineEdit {{ border: none; }}
    QComboBox QAbstractItemView {{ background: {SLATE}; selection-background-color: {PEBBLE}; }}
    QListWidget::item:selected {{ background: {PEBBLE}; color: {ACCENT}; }}
    QScrollArea {{ border: none; }}
"""


def desk_stylesheet() -> str:
    """The application's style sheet with the desk's own parts, in the theme in force."""
    return stylesheet() + in_theme(_SHEET)


def paint_words(
    painter: QPainter,
    words: str,
    at: QPointF,
    size_px: int,
    colour: str,
    *,
    bold: bool = False,
    right: bool = False,
    most: float | None = None,
) -> float:
    """Words with their baseline's left (or right) end at a place, cut short to ``most`` pixels; returns where
    their other end is."""
    font = QFont(painter.font())
    font.setPixelSize(size_px)
    font.setBold(bold)
    metrics = QFontMetricsF(font)
    if most is not None:
        words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, most)
    left = at.x() - (metrics.horizontalAdvance(words) if right else 0)
    painter.setFont(font)
    painter.setPen(QColor(tint(colour)))
    painter.drawText(QPointF(left, at.y()), words)
    return left if right else left + metrics.horizontalAdvance(words)
