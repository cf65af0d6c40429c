"""What the referee can do at the desk besides keying in acts, as one table."""

from __future__ import annotations

from typing import Protocol

from companion.session.exercise_k import DeskPresenter
from companion.text import translate
from companion.ui.actions import REDO_KEYS, UNDO_KEYS, ActionMenu, WindowAction


class LogLines(Protocol):
    """The log beside the desk."""

    @property
    def chosen(self) -> int | None: ...
    def step(self, by: int) -> None: ...
    def toggle_whole_log(self) -> None: ...


class DeskControls(Protocol):
    """What the referee's desk can be asked to do."""

    @property
    def presenter(self) -> DeskPresenter: ...
    @property
    def side(self) -> LogLines: ...
    def put_down(self) -> None: ...
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
    presenter, desk, side = window.presenter, window.presenter.desk, window.side
    game = ActionMenu(translate("DeskWindow", "Game")).action
    log = ActionMenu(translate("DeskWindow", "Log")).action
    show = ActionMenu(translate("DeskWindow", "Show")).action
    paper = ActionMenu(translate("DeskWindow", "Paper")).action

    def going_on() -> bool:
        return not desk.position.over

    return (
        game("enter", translate("DeskWindow", "Carry out what is typed"), "Return Enter", presenter.enter),
        game("key.back", translate("DeskWindow", "Undo the last key"), "Backspace", presenter.key_back),
        game("escape", translate("DeskWindow", "Cancel"), "Esc", window.put_down),
        game("turn.end", translate("DeskWindow", "End of turn"), "Space", presenter.end_turn, going_on),
        game("final", translate("DeskWindow", "Final round, or score the game"), "E", presenter.finish),
        game("clock", translate("DeskWindow", "Start or stop the clock"), "P", presenter.toggle_clock),
        log("undo", translate("DeskWindow", "Undo"), UNDO_KEYS, presenter.undo, lambda: desk.can_undo),
        log("redo", translate("DeskWindow", "Redo"), REDO_KEYS, presenter.redo, lambda: desk.can_redo),
        log("log.previous", translate("DeskWindow", "Previous line"), "Up", lambda: side.step(-1)),
        log("log.next", translate("DeskWindow", "Next line"), "Down", lambda: side.step(1)),
        log("log.back", translate("DeskWindow", "Undo to this line"), "U", lambda: presenter.back_to(side.chosen)),
        log("log.whole", translate("DeskWindow", "Whole log, or standings"), "L", side.toggle_whole_log),
        show("players", translate("DeskWindow", "Second screen for the players"), "V", window.toggle_players),
        show("ruler", translate("DeskWindow", "Hex ruler"), "H", window.open_ruler),
        show("ledger", translate("DeskWindow", "Why: the rules and the arithmetic"), "?", window.explain),
        show("keys", translate("DeskWindow", "All keys"), "F1", window.toggle_keys),
        paper("print", translate("DeskWindow", "Result sheet (PDF)"), "Ctrl+P", window.print_results),
        paper("print.sheets", translate("DeskWindow", "Record sheets (PDF)"), "Ctrl+R", window.print_sheets),
        paper("export", translate("DeskWindow", "Results as JSON and CSV"), "Ctrl+E", window.export),
        game("quit", translate("DeskWindow", "Close"), "Ctrl+Q", window.close),
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
