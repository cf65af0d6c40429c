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


def keyed_acts(window: DeskWindow) -> tuple[tuple[str, str], ...]:
    """Acts as they are keyed in, with what they mean: the rest of the page of keys."""
    tr = window.tr
    return (
        ("B2T5", tr("5 Tread units of Blue 2; K is blacK")),
        ("B2M, S, I, A", tr("Main, Secondary, mIssile, AP gun")),
        ("GC, GR1, GR1D", tr("Command Post, radar; D: a D result")),
        ("X…", tr("by a ram")),
        ("ST4", tr("own Tread units lost by a ram")),
        ("F", tr("missile fired")),
        ("CB2T30, P8, N8", tr("by hand: 30 left, 8 points more, fewer")),
    )
