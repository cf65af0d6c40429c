"""What the referee can do at the desk besides keying in acts, as one table."""

from __future__ import annotations

from typing import Protocol

from companion.session.exercise_k import DeskGame
from companion.text import translate
from companion.ui.actions import REDO_KEYS, UNDO_KEYS, WindowAction


class LogLines(Protocol):
    """The log beside the desk."""

    def step(self, by: int) -> None: ...
    def toggle_whole_log(self) -> None: ...


class DeskControls(Protocol):
    """What the referee's desk can be asked to do."""

    @property
    def desk(self) -> DeskGame: ...
    @property
    def side(self) -> LogLines: ...
    def enter(self) -> None: ...
    def key_back(self) -> None: ...
    def put_down(self) -> None: ...
    def end_turn(self) -> None: ...
    def finish(self) -> None: ...
    def toggle_clock(self) -> None: ...
    def undo(self) -> None: ...
    def redo(self) -> None: ...
    def back_to_here(self) -> None: ...
    def toggle_players(self) -> None: ...
    def open_ruler(self) -> None: ...
    def explain(self) -> None: ...
    def toggle_keys(self) -> None: ...
    def print_results(self) -> None: ...
    def print_sheets(self) -> None: ...
    def export(self) -> None: ...
    def close(self) -> object: ...


def desk_actions(window: DeskControls) -> tuple[WindowAction, ...]:
    """Every action, in the order of the menus and of the page of keys."""
    desk = window.desk
    game, log, show, paper = (
        translate("DeskWindow", "Game"),
        translate("DeskWindow", "Log"),
        translate("DeskWindow", "Show"),
        translate("DeskWindow", "Paper"),
    )
    return (
        WindowAction(
            "enter", translate("DeskWindow", "Carry out what is typed"), ("Return", "Enter"), game, window.enter
        ),
        WindowAction("key.back", translate("DeskWindow", "Undo the last key"), ("Backspace",), game, window.key_back),
        WindowAction("escape", translate("DeskWindow", "Cancel"), ("Esc",), game, window.put_down),
        WindowAction(
            "turn.end",
            translate("DeskWindow", "End of turn"),
            ("Space",),
            game,
            window.end_turn,
            lambda: not desk.position.over,
        ),
        WindowAction("final", translate("DeskWindow", "Final round, or score the game"), ("E",), game, window.finish),
        WindowAction("clock", translate("DeskWindow", "Start or stop the clock"), ("P",), game, window.toggle_clock),
        WindowAction("undo", translate("DeskWindow", "Undo"), UNDO_KEYS, log, window.undo, lambda: desk.can_undo),
        WindowAction("redo", translate("DeskWindow", "Redo"), REDO_KEYS, log, window.redo, lambda: desk.can_redo),
        WindowAction(
            "log.previous", translate("DeskWindow", "Previous line"), ("Up",), log, lambda: window.side.step(-1)
        ),
        WindowAction("log.next", translate("DeskWindow", "Next line"), ("Down",), log, lambda: window.side.step(1)),
        WindowAction("log.back", translate("DeskWindow", "Undo to this line"), ("U",), log, window.back_to_here),
        WindowAction(
            "log.whole", translate("DeskWindow", "Whole log, or standings"), ("L",), log, window.side.toggle_whole_log
        ),
        WindowAction(
            "players", translate("DeskWindow", "Second screen for the players"), ("V",), show, window.toggle_players
        ),
        WindowAction("ruler", translate("DeskWindow", "Hex ruler"), ("H",), show, window.open_ruler),
        WindowAction(
            "ledger", translate("DeskWindow", "Why: the rules and the arithmetic"), ("?",), show, window.explain
        ),
        WindowAction("keys", translate("DeskWindow", "All keys"), ("F1",), show, window.toggle_keys),
        WindowAction("print", translate("DeskWindow", "Result sheet (PDF)"), ("Ctrl+P",), paper, window.print_results),
        WindowAction(
            "print.sheets", translate("DeskWindow", "Record sheets (PDF)"), ("Ctrl+R",), paper, window.print_sheets
        ),
        WindowAction("export", translate("DeskWindow", "Results as JSON and CSV"), ("Ctrl+E",), paper, window.export),
        WindowAction("quit", translate("DeskWindow", "Close"), ("Ctrl+Q",), game, window.close),
    )


def keyed_acts() -> tuple[tuple[str, str], ...]:
    """Acts as they are keyed in, with what they mean: the rest of the page of keys."""
    return (
        ("B2T5", translate("DeskWindow", "5 Tread units of Blue 2; K is blacK")),
        ("B2M, S, I, A", translate("DeskWindow", "Main, Secondary, mIssile, AP gun")),
        ("GC, GR1, GR1D", translate("DeskWindow", "Command Post, radar; D: a D result")),
        ("X…", translate("DeskWindow", "by a ram")),
        ("ST4", translate("DeskWindow", "own Tread units lost by a ram")),
        ("F", translate("DeskWindow", "missile fired")),
        ("CB2T30, P8, N8", translate("DeskWindow", "by hand: 30 left, 8 points more, fewer")),
    )
