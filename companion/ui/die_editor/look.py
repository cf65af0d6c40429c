"""How the editor looks, on top of the style of all windows."""

from __future__ import annotations

from typing import Final

from companion.ui.stylesheet import stylesheet
from companion.ui.theme import ACCENT, AMBER, ASH, GRAPHITE, OK, PAPER, PEBBLE, SLATE, SMALL_PT
from companion.ui.themes import in_theme


def editor_stylesheet() -> str:
    """The theme, and what only the editor has: boxes to enter values in."""
    return stylesheet() + in_theme(_SHEET)


_BOXES: Final = "QLineEdit, QComboBox, QDoubleSpinBox"
#: A form of twenty boxes beside a picture: small type, or it would not fit on a small screen.
_SHEET: Final = f"""
    QWidget {{ font-size: {SMALL_PT}pt; }}
    {_BOXES} {{ background: {SLATE}; border: 1px solid {PEBBLE}; border-radius: 4px; padding: 3px 6px; }}
    QLineEdit:focus, QComboBox:focus, QDoubleSpinBox:focus {{ border: 2px solid {ACCENT}; }}
    QComboBox QAbstractItemView {{ background: {SLATE}; selection-background-color: {PEBBLE}; }}
    QCheckBox {{ padding: 2px; border: 1px solid transparent; }}
    QCheckBox:focus {{ border: 1px solid {ACCENT}; border-radius: 4px; }}
    QCheckBox::indicator {{ width: 16px; height: 16px; border: 2px solid {ASH}; border-radius: 4px; }}
    QCheckBox::indicator:checked {{ background: {ACCENT}; border-color: {PAPER}; }}
    QPushButton {{ background: {SLATE}; border: 1px solid {PEBBLE}; border-radius: 6px; padding: 6px 12px; }}
    QPushButton:focus {{ border: 2px solid {ACCENT}; }}
    QPushButton:disabled {{ color: {ASH}; border-style: dashed; }}
    QGroupBox {{ border: 1px solid {PEBBLE}; border-radius: 6px; margin-top: 14px; padding: 10px 8px 8px 8px; }}
    QGroupBox::title {{ subcontrol-origin: margin; left: 10px; color: {ACCENT}; }}
    QListWidget {{ background: {SLATE}; border: none; }}
    QListWidget:focus {{ border: 1px solid {ACCENT}; }}
    QListWidget::item:selected {{ background: {PEBBLE}; color: {ACCENT}; }}
    #source, #hint {{ color: {ASH}; font-size: {SMALL_PT}pt; }}
    #source[standin="true"] {{ color: {AMBER}; font-style: italic; }}
    #problems {{ background: {GRAPHITE}; font-size: {SMALL_PT}pt; color: {AMBER}; }}
    #problems[fine="true"] {{ color: {OK}; }}
"""
