"""The theme as Qt style sheets: large type, one accent; written in the dark theme, worn in the one in force."""

from __future__ import annotations

from typing import Final

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
)


def stylesheet() -> str:
    """For the whole application, in the theme in force."""
    return in_theme(_WINDOWS)


def start_stylesheet() -> str:
    """The same with what the pages before a match have of their own."""
    return in_theme(_WINDOWS + _START)


def match_stylesheet() -> str:
    """The same with the match window's own parts."""
    return in_theme(_WINDOWS + _MATCH)


_WINDOWS: Final = f"""
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

_START: Final = f"""
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

_MATCH: Final = f"""
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
