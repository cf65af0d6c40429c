"""How the rooms before the match look, on top of the style of all windows; and the small parts that they share."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from companion.ui.stylesheet import stylesheet
from companion.ui.theme import (
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
)
from companion.ui.themes import in_theme

_SHEET: Final = f"""
    #title {{ font-size: {RULING_PT}pt; font-weight: bold; }}
    #quiet {{ color: {ASH}; font-size: {SMALL_PT}pt; }}
    #section {{ color: {ACCENT}; font-size: {SMALL_PT}pt; font-weight: bold; }}
    #small {{ font-size: {SMALL_PT}pt; }}
    #said {{ font-size: {BASE_PT}pt; }}
    #said[mood="ok"], #small[mood="ok"] {{ color: {OK}; }}
    #said[mood="amber"], #small[mood="amber"] {{ color: {AMBER}; }}
    #said[mood="stop"], #small[mood="stop"] {{ color: {STOP}; }}
    QFrame#box {{ background: {SLATE}; border: 1px solid {PEBBLE}; border-radius: 10px; }}
    QFrame#box[current="true"] {{ border: 2px solid {ACCENT}; }}
    QFrame#box QLabel, QFrame#box QCheckBox, QFrame#box QRadioButton {{ background: {SLATE}; border: none; }}
    #foot {{ background: {SLATE}; border-top: 2px solid {PEBBLE}; }}
    #foot QLabel {{ background: {SLATE}; }}
    QPushButton {{ background: {SLATE}; border: 1px solid {PEBBLE}; border-radius: 6px; padding: 6px 14px; }}
    QPushButton#small {{ padding: 4px 10px; }}
    QPushButton#go {{ background: {ACCENT}; color: {GRAPHITE}; font-weight: bold; }}
    QPushButton#go:disabled {{ background: {PEBBLE}; color: {ASH}; }}
    QPushButton#go:focus {{ border: 3px solid {PAPER}; }}
    QPushButton:checked {{ border: 2px solid {ACCENT}; color: {ACCENT}; }}
    QPushButton:focus {{ border: 2px solid {ACCENT}; }}
    QLineEdit, QComboBox, QDoubleSpinBox, QSpinBox {{
        background: {GRAPHITE}; border: 1px solid {PEBBLE}; border-radius: 5px; padding: 4px 8px;
        selection-background-color: {PEBBLE}; selection-color: {PAPER};
    }}
    QLineEdit:focus, QComboBox:focus, QDoubleSpinBox:focus, QSpinBox:focus {{ border: 2px solid {ACCENT}; }}
    QLineEdit#small, QComboBox#small, QDoubleSpinBox#small {{ font-size: {SMALL_PT}pt; }}
    QComboBox QAbstractItemView {{
        background: {SLATE}; color: {PAPER}; selection-background-color: {PEBBLE}; selection-color: {ACCENT};
    }}
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
    QScrollBar::handle:vertical {{ background: {PEBBLE}; border-radius: 5px; min-height: 30px; }}
    QScrollBar::add-line:vertical, QScrollBar::sub-line:vertical {{ height: 0; }}
"""


def start_stylesheet() -> str:
    """The style of these rooms in the theme in force."""
    return stylesheet() + in_theme(_SHEET)


def words(text: str, name: str = "", *, wrap: bool = False, parent: QWidget | None = None) -> QLabel:
    """Plain words; ``name`` is how the style sheet knows them."""
    label = QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setObjectName(name)
    if wrap:
        label.setWordWrap(True)
        label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
    return label


def set_mood(part: QWidget, mood: str) -> None:
    """Colour words as ``ok``, ``amber`` or ``stop``, or not at all; the words themselves must say it too."""
    set_look(part, "mood", mood)


def set_look(part: QWidget, name: str, value: object) -> None:
    """Set a property that the style sheet asks for, and have it asked again."""
    if part.property(name) != value:
        part.setProperty(name, value)
        part.style().unpolish(part)
        part.style().polish(part)
