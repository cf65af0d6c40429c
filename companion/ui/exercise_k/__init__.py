"""The windows of Exercise K: the referee's desk, the opening page, the players' screen, the hex ruler; and printing."""

from companion.ui.exercise_k.desk_window import DeskWindow

__all__ = ["DeskWindow"]
