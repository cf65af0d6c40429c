"""What can be done in the match window whatever is going on, as one table; what the match offers is in ``choices``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final, Protocol

from companion.session.play import MatchPresenter, may_score
from companion.text import mark, translate
from companion.ui.actions import REDO_KEYS, UNDO_KEYS, ActionMenu, WhyNot, WindowAction, first_reason, unless
from companion.ui.keys_page import KeyGroup, KeyHint, action_hints, key_groups, mouse_hints
from companion.ui.match.frame import key_rows
from companion.ui.match.match_timer import MatchTimer
from companion.ui.match.table_canvas import TableCanvas
from companion.ui.match.table_watch import TableWatch
from companion.ui.window_parts import WindowPart
from companion.ui.zoomed_picture import ZOOM_STEP

#: So many of what is listed have a number as their key.
_NUMBERS: Final = 9


class MatchControls(Protocol):
    """What the match window shows and can be asked to do, whatever is going on."""

    @property
    def presenter(self) -> MatchPresenter: ...
    @property
    def canvas(self) -> TableCanvas: ...
    @property
    def watch(self) -> TableWatch | None: ...
    @property
    def typing(self) -> bool: ...
    def undo(self) -> None: ...
    def redo(self) -> None: ...
    def back_to_here(self) -> None: ...
    def toggle_log(self) -> None: ...
    def search_log(self) -> None: ...
    def why_not_back_to_here(self) -> str: ...
    def look_again(self) -> None: ...
    @property
    def timer(self) -> MatchTimer: ...
    def toggle_sounds(self) -> None: ...
    def keep_picture(self) -> None: ...
    def learns(self) -> bool: ...
    def toggle_learning(self) -> None: ...
    def has_card(self) -> bool: ...
    def toggle_card(self) -> None: ...
    def set_points(self) -> None: ...
    def open_result(self) -> None: ...
    def next_view(self) -> None: ...
    def open_second(self) -> None: ...
    def turn_second(self) -> None: ...
    def unfold_ruling(self) -> None: ...
    def rests_on_something(self) -> bool: ...


def match_actions(window: MatchControls, parts: Iterable[WindowPart]) -> tuple[WindowAction, ...]:
    """Every action of its own, in the order of the menus and of the page of keys, with those of its parts."""
    of_parts = (action for part in parts for action in part.actions())
    return (*_table(window), *_match(window), *of_parts, *_windows(window))


def _table(window: MatchControls) -> tuple[WindowAction, ...]:
    act, canvas = ActionMenu(translate("match", "Table")).action, window.canvas
    watched = unless(lambda: window.watch is not None, translate("match", "No camera watches this table."))
    pictured = unless(
        lambda: canvas.shown is not None, translate("match", "No picture of the table has come yet: look again soon.")
    )
    learning = unless(window.learns, translate("match", "Nothing can be learned here: no camera watches this table."))
    return (
        act("view.next", translate("match", "Picture, top view, drawn table"), "Tab", window.next_view, watched),
        act("view.larger", translate("match", "Larger"), "+ =", _zoom(canvas, ZOOM_STEP), canvas.why_not_larger),
        act("view.smaller", translate("match", "Smaller"), "-", _zoom(canvas, 1 / ZOOM_STEP), canvas.why_not_smaller),
        act("view.fit", translate("match", "Whole table"), "Home", canvas.fit, canvas.why_not_smaller),
        act("again", translate("match", "Look again"), "F4", window.look_again, watched),
        act("learn", translate("match", "Learn confirmed dice (on/off)"), "Ctrl+L", window.toggle_learning, learning),
        act("keep", translate("match", "Save as a picture"), "Ctrl+K", window.keep_picture, pictured),
    )


def _zoom(canvas: TableCanvas, factor: float) -> Callable[[], None]:
    return lambda: canvas.zoom_by(factor)


def _match(window: MatchControls) -> tuple[WindowAction, ...]:
    act, presenter = ActionMenu(translate("match", "Match")).action, window.presenter
    free = unless(
        lambda: not window.typing,
        translate("match", "Finish what is being typed first: Enter takes it, Esc leaves it."),
    )
    done = unless(
        lambda: presenter.match.can_undo, translate("match", "Nothing has been done yet that could be undone.")
    )
    undone = unless(
        lambda: presenter.match.can_redo, translate("match", "Nothing has been undone that could be brought back.")
    )
    has_card = unless(window.has_card, translate("match", "No Ogre with a card takes part in this match."))
    scoring = unless(
        lambda: may_score(presenter.mode),
        translate("match", "Points are set between two actions: finish this one, or leave it with Esc."),
    )
    asked = unless_asked(presenter, "F5")
    ruled = unless(window.rests_on_something, translate("match", "What is said now rests on no rule."))
    redoable = first_reason(free, unless_asked(presenter, "Y"), undone)
    return (
        act("undo", translate("match", "Undo"), UNDO_KEYS, window.undo, first_reason(free, done)),
        act("redo", translate("match", "Redo"), REDO_KEYS, window.redo, redoable),
        act("why", translate("match", "What the ruling is based on"), "?", window.unfold_ruling, ruled),
        act("log", translate("match", "Log"), "H", window.toggle_log, free),
        act("log.back", translate("match", "Back to here"), "B", window.back_to_here, window.why_not_back_to_here),
        act("log.search", translate("match", "Search in the log"), "Ctrl+F", window.search_log),
        act("card", translate("match", "Ogre's card"), "F3", window.toggle_card, first_reason(free, has_card)),
        act("points", translate("match", "Correct the score"), "F7", window.set_points, scoring),
        act("clock", translate("match", "Clock: set it, show it"), "F5", window.timer.open, asked),
        act("clock.pause", translate("match", "Pause the clock, or go on"), "Shift+F5", window.timer.pause),
        act("result", translate("match", "Result sheet"), "Ctrl+R", window.open_result),
    )


def _windows(window: MatchControls) -> tuple[WindowAction, ...]:
    act = ActionMenu(translate("keys", "Window")).action
    asked = unless_asked(window.presenter, "F6")
    return (
        act("second", translate("match", "Second window"), "F2", window.open_second),
        act("turned", translate("match", "Turn the second window"), "Shift+F2", window.turn_second),
        act("sounds", translate("match", "Sounds (on/off)"), "F6", window.toggle_sounds, asked),
    )


def unless_asked(presenter: MatchPresenter, key: str) -> WhyNot:
    """Not where a key means something to the match."""
    return unless(
        lambda: not any(key in choice.keys for choice in presenter.choices),
        translate("match", "This key answers what is asked now."),
    )


def choice_actions(presenter: MatchPresenter) -> tuple[WindowAction, ...]:
    """The keys of what the match offers, and why they can do nothing where it does not offer them."""
    choose = translate("match", "Choose a die first, with N or the mouse; then this key counts.")
    throw = translate("match", "This key says more about a throw: throw a die first, with T.")
    words: tuple[tuple[str, tuple[str, ...], str, str], ...] = (
        (
            "do",
            ("Return",),
            translate("match", "Do it, accept it, end the turn"),
            translate("match", "There is nothing to accept now: N chooses a die, T throws one."),
        ),
        *(
            (f"number.{number}", (str(number),), translate("match", "A die of the hand; an effect; an answer"), choose)
            for number in range(1, _NUMBERS + 1)
        ),
        (
            "throw",
            ("T",),
            translate("match", "Throw a die from hand; T again: which one"),
            translate("match", "No die can be thrown now."),
        ),
        (
            "next",
            ("N",),
            translate("match", "Next die, target, or die to throw"),
            translate("match", "There is no other die to go to."),
        ),
        ("maneuver", ("M",), translate("match", "Maneuver, over the dot with that number"), choose),
        (
            "system",
            ("S",),
            translate("match", "The systems of the Ogre, as a list"),
            translate("match", "Aim at an Ogre first: choose a die and one of its weapons."),
        ),
        (
            "second",
            ("D",),
            translate("match", "Double Shot"),
            translate("match", "Nothing here can be fired twice: choose a weapon with a Double Shot first."),
        ),
        ("off", ("O",), translate("match", "Off the table; whose die it is (asks first)"), choose),
        ("leans", ("L",), translate("match", "A thrown die leans on …"), throw),
        ("knocked", ("K",), translate("match", "A thrown die knocked off …"), throw),
        ("moved", ("V",), translate("match", "A thrown die moved …"), throw),
        ("foul", ("F",), translate("match", "A throw was a foul"), throw),
        ("release", ("G",), translate("match", "Where a thrown die was released"), throw),
        ("correct", ("C",), translate("match", "Correct a die"), choose),
        (
            "skip",
            ("X",),
            translate("match", "Skip an activation"),
            translate("match", "No die waits for its activation, so there is none to skip."),
        ),
        (
            "end",
            ("E",),
            translate("match", "End the turn"),
            translate("match", "The turn cannot end now: nothing has been done in it yet, or something is under way."),
        ),
        (
            "pass",
            ("P",),
            translate("match", "Pass"),
            translate("match", "You cannot pass now: something has been done in this turn; E ends it."),
        ),
    )
    return tuple(
        WindowAction(f"choice.{name}", title, keys, "", lambda: None, _unless_offered(presenter, keys[0], sentence))
        for name, keys, title, sentence in words
    )


def _unless_offered(presenter: MatchPresenter, key: str, sentence: str) -> WhyNot:
    def why_not() -> str:
        if any(key in choice.keys for choice in presenter.choices):
            return ""
        winner = presenter.position.winner
        over = translate("match", "{player} has won: Ctrl+R opens the result sheet, Z undoes the last action.")
        return sentence if winner is None else over.format(player=winner)

    return why_not


def match_key_groups(window: MatchControls, actions: Sequence[WindowAction]) -> tuple[KeyGroup, ...]:
    """The page of keys: what can be done now in the words of the row of keys, then table, match and windows, and at the
    end what counts at other times."""
    now, later = translate("keys", "Now"), translate("keys", "At other times")
    offered = [KeyHint(now, keys, title, not choice.open) for keys, title, choice in key_rows(window.presenter.choices)]
    table = translate("match", "Table")
    mouse = (*mouse_hints(table), *(KeyHint(table, translate("keys", k), translate("keys", w)) for k, w in _MOUSE))
    rest = [action for action in choice_actions(window.presenter) if action.why_not()]
    others = action_hints([replace(action, menu=later) for action in rest])
    return key_groups((*(hint for hint in offered if hint.keys), *mouse, *action_hints(actions), *others))


#: What else the mouse does over the table of a match.
_MOUSE: Final = (
    (mark("keys", "Double click"), mark("keys", "A thrown die lies there")),
    (mark("keys", "Drag a die"), mark("keys", "Throw it, or move a drawn one")),
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
