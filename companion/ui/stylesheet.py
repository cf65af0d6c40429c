"""The theme as a Qt style sheet: large type, one accent; written in the dark theme, worn in the one in force."""

from __future__ import annotations

from typing import Final

from companion.ui.themes import ACCENT, ASH, BASE_PT, GRAPHITE, PAPER, PEBBLE, RULING_PT, SLATE, SMALL_PT, in_theme


def stylesheet() -> str:
    """For the whole application, in the theme in force."""
    return in_theme(_SHEET)


_SHEET: Final = f"""
    QWidget {{ background: {GRAPHITE}; color: {PAPER}; font-size: {BASE_PT}pt; }}
    QPushButton {{
        background: {SLATE}; border: 1px solid {PEBBLE}; border-radius: 6px; padding: 8px 16px;
    }}
    QPushButton:hover {{ border-color: {ASH}; }}
    QPushButton:focus {{ border: 2px solid {ACCENT}; padding: 7px 15px; }}
    QPushButton:disabled {{ color: {ASH}; border-style: dashed; }}
    QToolTip {{ background: {SLATE}; color: {PAPER}; border: 1px solid {PEBBLE}; font-size: {SMALL_PT}pt; }}
    QScrollArea {{ border: none; }}
    QScrollBar:vertical {{ background: transparent; width: 14px; }}
    QScrollBar:horizontal {{ background: transparent; height: 14px; }}
    QScrollBar::handle {{ background: {PEBBLE}; border-radius: 6px; min-height: 30px; min-width: 30px; }}
    QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
    QMainWindow::separator {{ background: {SLATE}; }}
    QMenuBar, QMenu {{ background: {SLATE}; font-size: {SMALL_PT}pt; }}
    QMenuBar::item:selected, QMenu::item:selected {{ background: {PEBBLE}; }}
    QMenu::item:disabled {{ color: {PEBBLE}; }}
    #header {{ font-size: {SMALL_PT}pt; color: {ASH}; padding: 6px 12px; }}
    #panel {{ background: {SLATE}; }}
    #panel QLabel, #panel QTreeWidget {{ background: {SLATE}; }}
    #panel QLabel {{ color: {ASH}; padding: 10px 12px 2px 12px; font-size: {SMALL_PT}pt; }}
    #dice {{ border: none; outline: none; }}
    #dice::item {{ padding: 4px 2px; }}
    #dice::item:selected {{ background: {PEBBLE}; color: {ACCENT}; }}
    #panel QPushButton {{
        text-align: left; padding: 8px 12px; margin: 2px 12px; border: 1px solid {PEBBLE}; border-radius: 6px;
        background: {GRAPHITE};
    }}
    #panel QPushButton:checked {{ border: 2px solid {ACCENT}; color: {ACCENT}; }}
    #ruling {{ background: {SLATE}; border-top: 2px solid {PEBBLE}; }}
    #ruling[doubt="true"] {{ border-top: 4px solid {ACCENT}; }}
    #ruling QLabel {{ background: {SLATE}; }}
    #sentence {{ font-size: {RULING_PT}pt; }}
    #rules, #hints {{ color: {ASH}; font-size: {SMALL_PT}pt; }}
    #rules[remark="true"] {{ color: {ACCENT}; }}
    #why {{ border: none; background: {SLATE}; font-size: {SMALL_PT}pt; padding: 0 12px 8px 12px; }}
    #keys {{ background: {SLATE}; border: 2px solid {ACCENT}; border-radius: 10px; }}
    #keys QLabel {{ background: {SLATE}; }}
"""
