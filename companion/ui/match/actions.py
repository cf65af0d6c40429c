"""What can be done in the match window whatever is going on, as one table; what the match offers is in ``choices``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol

from companion.session.play import MatchPresenter, may_score
from companion.text import mark, translate
from companion.ui.actions import REDO_KEYS, UNDO_KEYS, ActionMenu, WindowAction
from companion.ui.keys_page import MOUSE_WORDS
from companion.ui.match.match_timer import MatchTimer
from companion.ui.match.table_canvas import TableCanvas
from companion.ui.match.table_watch import TableWatch
from companion.ui.share.share_control import END_KEY, SHARE_KEY, ShareControl
from companion.ui.zoomed_picture import ZOOM_STEP

if TYPE_CHECKING:
    from companion.ui.match.hall_line import HallLine


class MatchControls(Protocol):
    """What the match window shows and can be asked to do, whatever is going on."""

    @property
    def presenter(self) -> MatchPresenter: ...
    @property
    def canvas(self) -> TableCanvas: ...
    @property
    def watch(self) -> TableWatch | None: ...
    @property
    def share(self) -> ShareControl: ...
    @property
    def typing(self) -> bool: ...
    def undo(self) -> None: ...
    def redo(self) -> None: ...
    def back_to_here(self) -> None: ...
    def toggle_log(self) -> None: ...
    def search_log(self) -> None: ...
    def log_is_open(self) -> bool: ...
    def look_again(self) -> None: ...
    @property
    def timer(self) -> MatchTimer: ...
    def toggle_sounds(self) -> None: ...
    def keep_picture(self) -> None: ...
    def keep_misread(self) -> None: ...
    def toggle_shadow(self) -> None: ...
    def learns(self) -> bool: ...
    def toggle_learning(self) -> None: ...
    def has_card(self) -> bool: ...
    def toggle_card(self) -> None: ...
    def set_points(self) -> None: ...
    def open_result(self) -> None: ...
    def close(self) -> object: ...
    def next_view(self) -> None: ...
    def open_second(self) -> None: ...
    def turn_second(self) -> None: ...
    def toggle_full_screen(self) -> None: ...
    def unfold_ruling(self) -> None: ...
    def toggle_keys(self) -> None: ...
    @property
    def hall(self) -> HallLine | None: ...
    def call_referee(self) -> None: ...
    def end_publishing(self) -> None: ...


def match_actions(window: MatchControls) -> tuple[WindowAction, ...]:
    """Every action, in the order of the menus and of the page of keys."""
    return (*_match(window), *_hall(window), *_views(window), *_help(window))


def _match(window: MatchControls) -> tuple[WindowAction, ...]:
    act, presenter = ActionMenu(translate("match", "Match")).action, window.presenter

    def free() -> bool:
        return not window.typing

    def redoing() -> bool:
        """Not where its key answers a question."""
        asked = any("Y" in choice.keys for choice in presenter.choices)
        return free() and not asked and presenter.match.can_redo

    def scoring() -> bool:
        return may_score(presenter.mode)

    def watched() -> bool:
        return window.watch is not None

    learning = window.learns

    def shared() -> bool:
        return window.share.is_on

    return (
        act("undo", translate("match", "Undo"), UNDO_KEYS, window.undo, lambda: free() and presenter.match.can_undo),
        act("redo", translate("match", "Redo"), REDO_KEYS, window.redo, redoing),
        act("log", translate("match", "Log"), "H", window.toggle_log, free),
        act("log.back", translate("match", "Back to here"), "B", window.back_to_here, window.log_is_open),
        act("log.search", translate("match", "Search in the log"), "Ctrl+F", window.search_log),
        act("again", translate("match", "Look again"), "F4", window.look_again, watched),
        act("keep", translate("match", "Save as a picture"), "Ctrl+K", window.keep_picture),
        act("misread", translate("match", "That was read wrongly: keep it"), "F9", window.keep_misread, watched),
        act("shadow", translate("match", "You rule, the program is silent (on/off)"), "F8", window.toggle_shadow),
        act("learn", translate("match", "Learn confirmed dice (on/off)"), "Ctrl+L", window.toggle_learning, learning),
        act("card", translate("match", "Ogre's card"), "F3", window.toggle_card, window.has_card),
        act("points", translate("match", "Correct the score"), "F7", window.set_points, scoring),
        act("result", translate("match", "Result sheet"), "Ctrl+R", window.open_result),
        act("share", translate("match", "Share: codes to join"), SHARE_KEY, window.share.show_codes),
        act("share.end", translate("match", "End sharing"), END_KEY, window.share.end, shared),
        act("quit", translate("match", "Leave the match"), "Ctrl+Q", window.close),
    )


def _hall(window: MatchControls) -> tuple[WindowAction, ...]:
    act = ActionMenu(translate("match", "Hall")).action

    def published() -> bool:
        return window.hall is not None

    return (
        act("referee", translate("match", "Call a referee, or cancel the call"), "F12", window.call_referee, published),
        act("publish.end", translate("match", "Stop publishing"), "Shift+F12", window.end_publishing, published),
    )


def _views(window: MatchControls) -> tuple[WindowAction, ...]:
    act, canvas = ActionMenu(translate("match", "View")).action, window.canvas

    def unless_asked(key: str) -> Callable[[], bool]:
        """Not where a key means something to the match."""
        return lambda: not any(key in choice.keys for choice in window.presenter.choices)

    return (
        act("view.next", translate("match", "Picture, top view, drawn table"), "Tab", window.next_view),
        act("view.larger", translate("match", "Larger"), "+ =", lambda: canvas.zoom_by(ZOOM_STEP)),
        act("view.smaller", translate("match", "Smaller"), "-", lambda: canvas.zoom_by(1 / ZOOM_STEP)),
        act("view.fit", translate("match", "Whole table"), "Home", canvas.fit),
        act("second", translate("match", "Second window"), "F2", window.open_second),
        act("turned", translate("match", "Turn the second window"), "Shift+F2", window.turn_second),
        act("clock", translate("match", "Clock: set it, show it"), "F5", window.timer.open, unless_asked("F5")),
        act("clock.pause", translate("match", "Pause the clock, or go on"), "Shift+F5", window.timer.pause),
        act("sounds", translate("match", "Sounds (on/off)"), "F6", window.toggle_sounds, unless_asked("F6")),
        act("full", translate("match", "Full screen"), "F11", window.toggle_full_screen),
    )


def _help(window: MatchControls) -> tuple[WindowAction, ...]:
    act = ActionMenu(translate("match", "Help")).action
    return (
        act("why", translate("match", "What the ruling is based on"), "?", window.unfold_ruling),
        act("keys", translate("match", "All keys"), "F1", window.toggle_keys),
    )


def described_actions() -> tuple[WindowAction, ...]:
    """The keys of what the match offers, for the page of keys; which of them count is shown below the ruling."""
    words: tuple[tuple[str, tuple[str, ...], str], ...] = (
        ("do", ("Return",), translate("match", "Do it, accept it, end the turn")),
        ("number.1", ("1",), translate("match", "A die of the hand; an effect; an answer")),
        ("number.9", ("9",), translate("match", "A die of the hand; an effect; an answer")),
        ("throw", ("T",), translate("match", "Throw a die from hand; T again: which one")),
        ("next", ("N",), translate("match", "Next die (own ones first), target, die to throw")),
        ("maneuver", ("M",), translate("match", "Maneuver: the dot's number, or arrow and Enter")),
        ("system", ("S",), translate("match", "The systems of the Ogre, as a list")),
        ("second", ("D",), translate("match", "Double Shot")),
        ("off", ("O",), translate("match", "Off the table; whose die it is (asks first)")),
        ("leans", ("L",), translate("match", "A thrown die leans on …")),
        ("knocked", ("K",), translate("match", "A thrown die knocked off …")),
        ("moved", ("V",), translate("match", "A thrown die moved …")),
        ("foul", ("F",), translate("match", "A throw was a foul")),
        ("release", ("G",), translate("match", "Where a thrown die was released")),
        ("correct", ("C",), translate("match", "Correct a die")),
        ("skip", ("X",), translate("match", "Skip an activation")),
        ("end", ("E",), translate("match", "End the turn")),
        ("pass", ("P",), translate("match", "Pass")),
        ("back", ("Esc",), translate("match", "Back; close what is open")),
    )
    return tuple(WindowAction(f"choice.{name}", title, keys, "", lambda: None) for name, keys, title in words)


#: What the mouse does over the table of a match.
MATCH_MOUSE: Final = (
    *MOUSE_WORDS,
    (mark("keys", "Double click"), mark("keys", "A thrown die lies there")),
    (mark("keys", "Drag a die"), mark("keys", "Throw it from the hand; move a drawn one")),
)


def constant_keys() -> str:
    """The few keys that are named at any time."""
    words = (
        ("Z", translate("match", "undo")),
        ("?", translate("match", "why")),
        ("H", translate("match", "log")),
        ("F1", translate("match", "keys")),
    )
    return "   ".join(f"[{key}] {what}" for key, what in words)
