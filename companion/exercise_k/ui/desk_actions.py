"""What the referee can do at the desk besides keying in acts, as one table."""

from __future__ import annotations

from typing import Protocol

from companion.exercise_k.session.desk_presenter import DeskPresenter
from companion.text import pgettext
from companion.ui.actions import REDO_KEYS, UNDO_KEYS, ActionMenu, WindowAction, unless
from companion.ui.keys_page import KeyHint


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
    def toggle_players(self) -> None: ...
    def open_ruler(self) -> None: ...
    def explain(self) -> None: ...
    def print_results(self) -> None: ...
    def print_sheets(self) -> None: ...
    def export(self) -> None: ...


def desk_actions(window: DeskControls) -> tuple[WindowAction, ...]:
    """Every action, in the order of the menus and of the page of keys."""
    presenter, desk, side = window.presenter, window.presenter.desk, window.side
    game = ActionMenu(pgettext("DeskWindow", "Game")).action
    log = ActionMenu(pgettext("DeskWindow", "Log")).action
    show = ActionMenu(pgettext("DeskWindow", "Show")).action
    paper = ActionMenu(pgettext("DeskWindow", "Paper")).action

    going_on = unless(
        lambda: not desk.position.over, pgettext("DeskWindow", "The game is over: E scores it, Z undoes.")
    )
    complete = unless(
        lambda: presenter.can_enter,
        pgettext("DeskWindow", "Nothing complete is typed that could be carried out; B2T5, for instance, is."),
    )
    typed = unless(lambda: bool(presenter.keys), pgettext("DeskWindow", "Nothing is typed that could be undone."))
    done = unless(lambda: desk.can_undo, pgettext("DeskWindow", "Nothing has been done yet that could be undone."))
    undone = unless(
        lambda: desk.can_redo, pgettext("DeskWindow", "Nothing has been undone that could be brought back.")
    )
    logged = unless(lambda: bool(desk.log), pgettext("DeskWindow", "The log is empty."))
    ruled = unless(
        lambda: bool(presenter.arithmetic),
        pgettext("DeskWindow", "Nothing has been ruled yet that could be explained."),
    )

    return (
        game("enter", pgettext("DeskWindow", "Carry out what is typed"), "Return Enter", presenter.enter, complete),
        game("key.back", pgettext("DeskWindow", "Undo the last key"), "Backspace", presenter.key_back, typed),
        game("turn.end", pgettext("DeskWindow", "End of turn"), "Space", presenter.end_turn, going_on),
        game("final", pgettext("DeskWindow", "Final round, or score the game"), "E", presenter.finish),
        game("clock", pgettext("DeskWindow", "Start or stop the clock"), "P", presenter.toggle_clock),
        log("undo", pgettext("DeskWindow", "Undo"), UNDO_KEYS, presenter.undo, done),
        log("redo", pgettext("DeskWindow", "Redo"), REDO_KEYS, presenter.redo, undone),
        log("log.previous", pgettext("DeskWindow", "Previous line"), "Up", lambda: side.step(-1), logged),
        log("log.next", pgettext("DeskWindow", "Next line"), "Down", lambda: side.step(1), logged),
        log("log.back", pgettext("DeskWindow", "Undo to this line"), "U", lambda: presenter.back_to(side.chosen)),
        log("log.whole", pgettext("DeskWindow", "Whole log, or standings"), "L", side.toggle_whole_log),
        show("players", pgettext("DeskWindow", "Second screen for the players"), "V", window.toggle_players),
        show("ruler", pgettext("DeskWindow", "Hex ruler"), "H", window.open_ruler),
        show("ledger", pgettext("DeskWindow", "Why: the rules and the arithmetic"), "?", window.explain, ruled),
        paper("print", pgettext("DeskWindow", "Result sheet (PDF)"), "Ctrl+P", window.print_results),
        paper("print.sheets", pgettext("DeskWindow", "Record sheets (PDF)"), "Ctrl+R", window.print_sheets),
        paper("export", pgettext("DeskWindow", "Results as JSON and CSV"), "Ctrl+E", window.export),
    )


def keyed_acts() -> tuple[KeyHint, ...]:
    """Acts as they are keyed in, with what they mean: the rest of the page of keys."""
    group = pgettext("DeskWindow", "Typed")
    acts = (
        ("B2T5", pgettext("DeskWindow", "5 Tread units of Blue 2; K is blacK")),
        ("B2M, S, I, A", pgettext("DeskWindow", "Main, Secondary, mIssile, AP gun")),
        ("GC, GR1, GR1D", pgettext("DeskWindow", "Command Post, radar; D: a D result")),
        ("X…", pgettext("DeskWindow", "by a ram")),
        ("ST4", pgettext("DeskWindow", "own Tread units lost by a ram")),
        ("F", pgettext("DeskWindow", "missile fired")),
        ("CB2T30, P8, N8", pgettext("DeskWindow", "by hand: 30 left, 8 points more, fewer")),
    )
    return tuple(KeyHint(group, keys, meaning) for keys, meaning in acts)
