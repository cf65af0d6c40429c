"""What the hall's window adds to the style sheet; written in the dark theme, worn in the one in force."""

from __future__ import annotations

from typing import Final

from companion.ui.stylesheet import stylesheet
from companion.ui.theme import ACCENT, AMBER, ASH, GRAPHITE, PAPER, PEBBLE, SLATE, SMALL_PT, STOP
from companion.ui.themes import in_theme


def hall_stylesheet() -> str:
    """The application's style sheet with the hall's own parts."""
    return stylesheet() + in_theme(_SHEET)


_SHEET: Final = f"""
    #hall_state {{ color: {ASH}; font-size: {SMALL_PT}pt; padding: 4px 14px; }}
    #hall_state[mood="stop"] {{ background: {STOP}; color: {GRAPHITE}; font-weight: bold; }}
    #calls_head {{ color: {ASH}; font-size: {SMALL_PT}pt; padding: 4px 14px 0 14px; }}
    #calls_head[mood="amber"] {{ color: {AMBER}; font-weight: bold; }}
    #calls, #tables {{ border: none; outline: none; }}
    #calls {{ background: {SLATE}; border-left: 5px solid {ACCENT}; }}
    #calls::item {{ padding: 8px 12px; border-bottom: 1px solid {PEBBLE}; }}
    #calls::item:selected, #tables::item:selected {{ background: {PEBBLE}; color: {PAPER}; }}
    #tables {{ font-size: {SMALL_PT}pt; gridline-color: {PEBBLE}; }}
    #tables QHeaderView::section {{
        background: {GRAPHITE}; color: {ASH}; border: none; border-bottom: 1px solid {PEBBLE}; padding: 4px 8px;
        font-size: {SMALL_PT}pt;
    }}
    #detail, #detail QLabel {{ background: {SLATE}; }}
    #detail_table {{ font-weight: bold; }}
    #detail_remark {{ color: {AMBER}; font-size: {SMALL_PT}pt; }}
    #detail_more, #detail_stories {{ color: {ASH}; font-size: {SMALL_PT}pt; }}
    #hall_said {{ font-size: {SMALL_PT}pt; color: {ASH}; }}
"""
