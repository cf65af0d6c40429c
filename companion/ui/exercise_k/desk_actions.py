"""What the referee can do at the desk besides keying in acts, as one table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.ui.actions import WindowAction

if TYPE_CHECKING:
    from companion.ui.exercise_k.desk_window import DeskWindow


def desk_actions(window: DeskWindow) -> tuple[WindowAction, ...]:
    """Every action, in the order of the menus and of the page of keys."""
    tr, desk = window.tr, window.desk
    game, log, show, paper = tr("Game"), tr("Log"), tr("Show"), tr("Paper")
    return (
        WindowAction("enter", tr("Do what is keyed in"), ("Return", "Enter"), game, window.enter),
        WindowAction("key.back", tr("Take the last key back"), ("Backspace",), game, window.key_back),
        WindowAction("escape", tr("Put everything down"), ("Esc",), game, window.put_down),
        WindowAction("turn.end", tr("End of turn"), ("Space",), game, window.end_turn, lambda: not desk.position.over),
        WindowAction("final", tr("Final round, or score the game"), ("E",), game, window.finish),
        WindowAction("clock", tr("Start or stop the clock"), ("P",), game, window.toggle_clock),
        WindowAction("undo", tr("Undo"), ("Z", "Ctrl+Z"), log, window.undo, lambda: desk.can_undo),
        WindowAction("redo", tr("Bring back"), ("Y", "Ctrl+Y"), log, window.redo, lambda: desk.can_redo),
        WindowAction("log.previous", tr("Line before"), ("Up",), log, lambda: window.side.step(-1)),
        WindowAction("log.next", tr("Next line"), ("Down",), log, lambda: window.side.step(1)),
        WindowAction("log.back", tr("Undo to this line"), ("U",), log, window.back_to_here),
        WindowAction("log.whole", tr("Whole log, or standings"), ("L",), log, window.side.toggle_whole_log),
        WindowAction("players", tr("Second screen for the players"), ("V",), show, window.toggle_players),
        WindowAction("ruler", tr("Hex ruler"), ("H",), show, window.open_ruler),
        WindowAction("ledger", tr("Why: the rules and the arithmetic"), ("?",), show, window.explain),
        WindowAction("keys", tr("All keys"), ("F1",), show, window.toggle_keys),
        WindowAction("print", tr("Result sheet (PDF)"), ("Ctrl+P",), paper, window.print_results),
        WindowAction("print.sheets", tr("Record sheets (PDF)"), ("Ctrl+R",), paper, window.print_sheets),
        WindowAction("export", tr("Results as JSON and CSV"), ("Ctrl+E",), paper, window.export),
        WindowAction("quit", tr("Close"), ("Ctrl+Q",), game, lambda: _close(window)),
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
