"""stub"""

from __future__ import annotations

from PySide6.QtWidgets import QMainWindow

from companion.rules.exercise_k import Board


class RulerWindow(QMainWindow):
    def __init__(self, board: Board) -> None:
        super().__init__()
