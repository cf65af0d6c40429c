"""The second window, for a projector or a television: the table, the scores, whose turn. Big, calm, no controls."""

from companion.ui.second_window.board import ScoreBoard, SecondWindow
