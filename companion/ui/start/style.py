"""How the rooms before the match look, on top of the style of all windows.

Type for what is painted by hand: in the size in force, made smaller where the words would not fit.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF

from companion.ui.stylesheet import stylesheet
from companion.ui.themes import (
    ACCENT,
    AMBER,
    ASH,
    BASE_PT,
    GRAPHITE,
    LEAST_PT,
    OK,
    PAPER,
    PEBBLE,
    RULING_PT,
    SLATE,
    SMALL_PT,
    STOP,
    in_theme,
    type_pt,
)

_SHEET: Final = f"""
    #title {{ font-size: {RULING_PT}pt; font-weight: bold; }}
    #quiet {{ color: {ASH}; font-size: {SMALL_PT}pt; }}
    #section {{ color: {ACCENT}; font-size: {SMALL_PT}pt; font-weight: bold; }}
    QCheckBox#small {{ font-size: {SMALL_PT}pt; }}
    #small {{ font-size: {SMALL_PT}pt; }}
    #message {{ font-size: {BASE_PT}pt; }}
    #message[mood="ok"], #small[mood="ok"] {{ color: {OK}; }}
    #message[mood="amber"], #small[mood="amber"] {{ color: {AMBER}; }}
    #message[mood="stop"], #small[mood="stop"] {{ color: {STOP}; }}
    QFrame#box {{ background: {SLATE}; border: 1px solid {PEBBLE}; border-radius: 10px; }}
    QFrame#box[current="true"] {{ border: 2px solid {ACCENT}; }}
    QFrame#box QLabel, QFrame#box QCheckBox, QFrame#box QRadioButton {{ background: {SLATE}; border: none; }}
    #foot {{ background: {SLATE}; border-top: 2px solid {PEBBLE}; }}
    #foot QLabel {{ background: {SLATE}; }}
    QPushButton {{ background: {SLATE}; border: 2px solid {PEBBLE}; border-radius: 6px; padding: 6px 14px; }}
    QPushButton:focus {{ border: 2px solid {ACCENT}; padding: 6px 14px; }}
    QPushButton:checked {{ border: 2px solid {ACCENT}; color: {ACCENT}; }}
    QPushButton#small, QPushButton#small:focus {{ padding: 3px 10px; font-size: {SMALL_PT}pt; }}
    QPushButton#choice, QPushButton#choice:focus {{
        padding: 3px 10px; font-size: {SMALL_PT}pt; text-align: left; background: {GRAPHITE};
    }}
    QPushButton#go, QPushButton#go:focus {{
        background: {ACCENT}; color: {GRAPHITE}; font-weight: bold; padding: 6px 14px;
    }}
    QPushButton#go {{ border: 3px solid {ACCENT}; }}
    QPushButton#go:focus {{ border: 3px solid {PAPER}; }}
    QPushButton#go:disabled {{ background: {PEBBLE}; border-color: {PEBBLE}; color: {ASH}; }}
    QPushButton#badge, QPushButton#badge:focus {{ padding: 0; background: {GRAPHITE}; }}
    QLineEdit, QComboBox {{
        background: {GRAPHITE}; border: 1px solid {PEBBLE}; border-radius: 5px; padding: 4px 8px;
        selection-background-color: {PEBBLE}; selection-color: {PAPER};
    }}
    QLineEdit:focus, QComboBox:focus {{ border: 2px solid {ACCENT}; padding: 3px 7px; }}
    QLineEdit[wrong="true"] {{ border: 2px solid {STOP}; }}
    QLineEdit#small, QComboBox#small, QListWidget#small {{ font-size: {SMALL_PT}pt; }}
    QComboBox QAbstractItemView {{
        background: {SLATE}; color: {PAPER}; selection-background-color: {PEBBLE}; selection-color: {ACCENT};
    }}
    QRadioButton {{ spacing: 8px; }}
    QRadioButton::indicator {{ width: 16px; height: 16px; border: 2px solid {ASH}; border-radius: 10px; }}
    QRadioButton::indicator:checked {{ background: {ACCENT}; border-color: {PAPER}; }}
    QProgressBar {{ background: {GRAPHITE}; border: none; border-radius: 4px; }}
    QProgressBar::chunk {{ background: {OK}; border-radius: 4px; }}
    QProgressBar[mood="stop"]::chunk {{ background: {STOP}; }}
    #inside {{ background: {SLATE}; }}
    QStatusBar, QStatusBar QLabel {{ background: {SLATE}; color: {AMBER}; font-size: {SMALL_PT}pt; }}
    QStatusBar::item {{ border: none; }}
    QCheckBox {{ spacing: 8px; border: 1px solid transparent; border-radius: 4px; padding: 2px; }}
    QCheckBox:focus {{ border: 1px solid {ACCENT}; }}
    QCheckBox::indicator {{ width: 18px; height: 18px; border: 2px solid {ASH}; border-radius: 4px; }}
    QCheckBox::indicator:checked {{ background: {ACCENT}; border-color: {PAPER}; }}
    QListWidget {{ background: {SLATE}; border: 1px solid {PEBBLE}; border-radius: 8px; outline: none; }}
    QListWidget:focus {{ border: 2px solid {ACCENT}; }}
    QListWidget::item {{ padding: 6px 8px; border-radius: 5px; }}
    QListWidget::item:selected {{ background: {PEBBLE}; color: {ACCENT}; }}
    QScrollArea {{ border: none; }}
    QScrollBar:vertical {{ background: transparent; width: 12px; }}
    QScrollBar:horizontal {{ background: transparent; height: 12px; }}
    QScrollBar::handle {{ background: {PEBBLE}; border-radius: 5px; min-height: 30px; min-width: 30px; }}
    QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
    QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
"""

_ENDLESS_PX = 9999
#: Type is set no smaller than this share of its size, nor than the least type.
_SMALLEST = 0.75


def start_stylesheet() -> str:
    """The style of these rooms in the theme in force."""
    return stylesheet() + in_theme(_SHEET)


def text_font(size_pt: int, *, bold: bool = False) -> QFont:
    """The windows' face in a size of the theme."""
    font = QFont()
    font.setPointSize(type_pt(size_pt))
    font.setBold(bold)
    return font


def fitted_font(text: str, room_px: float, size_pt: int, *, bold: bool = False) -> QFont:
    """The largest type up to a size in which the words fit; the smallest where none does."""
    font = text_font(size_pt, bold=bold)
    while QFontMetricsF(font).horizontalAdvance(text) > room_px and font.pointSize() > _least(size_pt):
        font.setPointSize(font.pointSize() - 1)
    return font


def wrapped_font(text: str, room_px: float, high_px: float, size_pt: int) -> tuple[QFont, float]:
    """The largest type up to a size in which the words, in lines, fit, or the least; and how high they are then."""
    font = text_font(size_pt)
    while (high := _height(text, room_px, font)) > high_px and font.pointSize() > _least(size_pt):
        font.setPointSize(font.pointSize() - 1)
    return font, high


def _least(size_pt: int) -> int:
    return max(LEAST_PT, round(_SMALLEST * type_pt(size_pt)))


def _height(text: str, room_px: float, font: QFont) -> float:
    area = QRectF(0, 0, room_px, _ENDLESS_PX)
    return QFontMetricsF(font).boundingRect(area, int(Qt.TextFlag.TextWordWrap), text).height()
