"""What the match window adds to the style sheet; written in the dark theme, worn in the one in force."""

from __future__ import annotations

from typing import Final

from companion.ui.stylesheet import stylesheet
from companion.ui.theme import ACCENT, AMBER, ASH, GRAPHITE, PAPER, PEBBLE, SLATE, SMALL_PT, STOP
from companion.ui.themes import in_theme


def match_stylesheet() -> str:
    """The application's style sheet with the match window's own parts."""
    return stylesheet() + in_theme(_SHEET)


_SHEET: Final = f"""
    #match_header {{ background: {GRAPHITE}; }}
    #match_header QLabel {{ background: {GRAPHITE}; font-size: 16pt; }}
    #match_header #title {{ color: {ASH}; font-size: {SMALL_PT}pt; }}
    #players, #players_ground {{ background: {SLATE}; }}
    QLabel[player="true"] {{
        background: {SLATE}; padding: 8px 12px; font-size: {SMALL_PT}pt; border-left: 5px solid {SLATE};
        border-bottom: 1px solid {PEBBLE};
    }}
    QLabel[player="true"][to_move="true"] {{ border-left: 5px solid {ACCENT}; }}
    #keys_ground, #keys_row, #keys_row_ground {{ background: {SLATE}; }}
    #keys_row QPushButton {{
        background: {GRAPHITE}; padding: 2px 9px; font-size: {SMALL_PT}pt; border: 1px solid {PEBBLE};
    }}
    #keys_row QLabel {{ background: {SLATE}; color: {ASH}; font-size: {SMALL_PT}pt; }}
    #keys_row QPushButton[main="true"] {{ border: 2px solid {ACCENT}; padding: 1px 8px; }}
    #keys_row QPushButton[refused="true"] {{ color: {ASH}; border-style: dashed; }}
    #card_inside, #card_inside > QLabel {{ background: {SLATE}; font-weight: bold; }}
    #card_drawer {{ background: {SLATE}; border: 2px solid {ACCENT}; border-radius: 10px; }}
    #log {{ background: {SLATE}; border-left: 2px solid {PEBBLE}; }}
    #log QListWidget, #log QTextBrowser, #log QLabel {{ background: {SLATE}; border: none; font-size: {SMALL_PT}pt; }}
    #gestures::item {{ padding: 6px; border-bottom: 1px solid {PEBBLE}; }}
    #gestures::item:selected {{ background: {PEBBLE}; color: {PAPER}; }}
    #band {{ background: {AMBER}; color: {GRAPHITE}; padding: 4px 16px; font-weight: bold; }}
    #trouble {{ background: {STOP}; color: {GRAPHITE}; padding: 4px 16px; font-size: 16pt; }}
    #hands {{ background: {PEBBLE}; color: {PAPER}; padding: 4px 16px; font-size: 16pt; }}
    #clock_panel {{ background: {SLATE}; border: 2px solid {ACCENT}; border-radius: 10px; }}
    #clock_panel QLabel {{ background: {SLATE}; font-size: {SMALL_PT}pt; }}
    #clock_panel QSpinBox {{ font-size: {SMALL_PT}pt; }}
    #log QLineEdit {{
        background: {GRAPHITE}; color: {PAPER}; border: 1px solid {PEBBLE}; padding: 6px; font-size: {SMALL_PT}pt;
    }}
    #faces, #hand {{ background: {SLATE}; border-top: 2px solid {ACCENT}; }}
    #hand {{ border-top: 1px solid {PEBBLE}; }}
    #faces QLabel, #hand QLabel {{ background: {SLATE}; font-size: {SMALL_PT}pt; color: {ASH}; }}
    #faces QToolButton, #hand QToolButton {{
        background: {GRAPHITE}; padding: 2px; font-size: {SMALL_PT}pt; border: 3px solid {GRAPHITE}; border-radius: 6px;
    }}
    #faces QToolButton[chosen="true"], #hand QToolButton[chosen="true"] {{ border: 3px solid {ACCENT}; }}
    #faces QLineEdit {{ background: {GRAPHITE}; border: 1px solid {PEBBLE}; padding: 6px; font-size: {SMALL_PT}pt; }}
"""
