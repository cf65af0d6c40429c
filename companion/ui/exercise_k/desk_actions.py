"""What the referee can do at the desk besides keying in acts, as one table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.ui.actions import Action

if TYPE_CHECKING:
    from companion.ui.exercise_k.desk_window import DeskWindow


def desk_actions(window: DeskWindow) -> tuple[Action, ...]:
    """Every action, in the order of the menus and of the page of keys."""
    tr, desk = window.tr, window.desk
    game, log, show, paper = tr("Game"), tr("Log"), tr("Show"), tr("Paper")
    return (
        Action("enter", tr("Do what is keyed in"), ("Return", "Enter"), game, window.enter),
        Action("key.back", tr("Take the last key back"), ("Backspace",), game, window.key_back),
        Action("escape", tr("Put everything down"), ("Esc",), game, window.put_down),
        Action("turn.end", tr("End of turn"), ("Space",), game, window.end_turn, lambda: not desk.position.over),
        Action("final", tr("Final round, or score the game"), ("E",), game, window.finish),
        Action("clock", tr("Start or stop the clock"), ("P",), game, window.toggle_clock),
        Action("undo", tr("Undo"), ("Z", "Ctrl+Z"), log, window.undo, lambda: desk.can_undo),
        Action("redo", tr("Bring back"), ("Y", "Ctrl+Y"), log, window.redo, lambda: desk.can_redo),
        Action("log.previous", tr("Line before"), ("Up",), log, lambda: window.side.step(-1)),
        Action("log.next", tr("Next line"), ("Down",), log, lambda: window.side.step(1)),
        Action("log.back", tr("Undo to this line"), ("U",), log, window.back_to_here),
        Action("log.whole", tr("Whole log, or standings"), ("L",), log, window.side.toggle_whole_log),
        Action("players", tr("Second screen for the players"), ("V",), show, window.toggle_players),
        Action("ruler", tr("Hex ruler"), ("H",), show, window.open_ruler),
        Action("ledger", tr("Why: the rules and the arithmetic"), ("?",), show, window.explain),
        Action("keys", tr("All keys"), ("F1",), show, window.toggle_keys),
        Action("print", tr("Result sheet (PDF)"), ("Ctrl+P",), paper, window.print_results),
        Action("print.sheets", tr("Record sheets (PDF)"), ("Ctrl+R",), paper, window.print_sheets),
        Action("export", tr("Results as JSON and CSV"), ("Ctrl+E",), paper, window.export),
        Action("quit", tr("Close"), ("Ctrl+Q",), game, lambda: _close(window)),
    )


def _close(window: DeskWindow) -> None:
    window.close()
