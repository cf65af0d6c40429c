"""What can be done in the match window whatever is going on, as one table; what the match offers is in ``choices``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from companion.errors import OperationError
from companion.session.play import Correcting, MatchPresenter, PickingDie, may_score
from companion.text import N_, pgettext
from companion.ui.actions import REDO_KEYS, UNDO_KEYS, ActionMenu, WhyNot, WindowAction, first_reason, unless
from companion.ui.keys_page import KeyGroup, KeyHint, action_hints, key_groups, mouse_hints
from companion.ui.match.frame import key_rows
from companion.ui.match.match_timer import MatchTimer
from companion.ui.match.over_table import OverTable
from companion.ui.match.table_canvas import TableCanvas
from companion.ui.match.table_watch import LearningSwitch, TableWatch
from companion.ui.ruling_line import RulingLine
from companion.ui.sounds import toggle_sounds
from companion.ui.window_parts import WindowPart
from companion.ui.zoomed_picture import ZOOM_STEP

#: So many of what is listed have a number as their key.
_NUMBERS: Final = 9


@dataclass(frozen=True, slots=True)
class MatchTools:
    """What the actions of a match window work on, and what the window itself does."""

    presenter: MatchPresenter
    canvas: TableCanvas
    over: OverTable
    ruling: RulingLine
    timer: MatchTimer
    watch: TableWatch | None
    learner: LearningSwitch
    show_all: Callable[[], None]
    open_result: Callable[[], None]
    open_second: Callable[[], None]
    turn_second: Callable[[], None]

    def next_view(self) -> None:
        """From the picture to the top view to the drawn table; without a camera there is only this one."""
        self.canvas.pictures.next_way()
        self.show_all()

    def look_again(self) -> None:
        """Ask the camera once more what has been done on this table."""
        self.presenter.reconciler.look_again()
        if self.watch is not None:
            self.watch.look_again()

    def keep_picture(self) -> None:
        """Keep the table with what is drawn over it."""
        try:
            path = self.canvas.keep_dispute()
        except OperationError as failure:
            self.ruling.say(str(failure))
            return
        if path is not None:
            self.over.log.show_log(self.presenter.match.log)
            self.ruling.say(pgettext("match", "Saved: {path}").format(path=path))


def match_actions(tools: MatchTools, parts: Iterable[WindowPart]) -> tuple[WindowAction, ...]:
    """Every action of its own, in the order of the menus and of the page of keys, with those of its parts."""
    of_parts = (action for part in parts for action in part.actions())
    return (*_table(tools), *_match(tools), *of_parts, *_windows(tools))


def _table(tools: MatchTools) -> tuple[WindowAction, ...]:
    act, canvas, learner = ActionMenu(pgettext("match", "Table")).action, tools.canvas, tools.learner
    watched = unless(lambda: tools.watch is not None, pgettext("match", "No camera watches this table."))
    pictured = unless(
        lambda: canvas.shown is not None, pgettext("match", "No picture of the table has come yet: look again soon.")
    )
    learning = unless(
        lambda: learner.there, pgettext("match", "Nothing can be learned here: no camera watches this table.")
    )

    def zoom(factor: float) -> Callable[[], None]:
        return lambda: canvas.zoom_by(factor)

    def learn() -> None:
        tools.ruling.say(learner.toggle())

    return (
        act("view.next", pgettext("match", "Picture, top view, drawn table"), "Tab", tools.next_view, watched),
        act("view.larger", pgettext("match", "Larger"), "+ =", zoom(ZOOM_STEP), canvas.why_not_larger),
        act("view.smaller", pgettext("match", "Smaller"), "-", zoom(1 / ZOOM_STEP), canvas.why_not_smaller),
        act("view.fit", pgettext("match", "Whole table"), "Home", canvas.fit, canvas.why_not_smaller),
        act("again", pgettext("match", "Look again"), "F4", tools.look_again, watched),
        act("learn", pgettext("match", "Learn confirmed dice (on/off)"), "Ctrl+L", learn, learning),
        act("keep", pgettext("match", "Save as a picture"), "Ctrl+K", tools.keep_picture, pictured),
    )


def _match(tools: MatchTools) -> tuple[WindowAction, ...]:
    act, presenter, over = ActionMenu(pgettext("match", "Match")).action, tools.presenter, tools.over
    match, acts, ruling, log, timer = presenter.match, presenter.acts, tools.ruling, over.log, tools.timer
    free = unless(
        lambda: not isinstance(presenter.mode, Correcting | PickingDie),  # letters are typed, or may begin a line
        pgettext("match", "Finish what is being typed first: Enter takes it, Esc leaves it."),
    )
    done = unless(lambda: match.can_undo, pgettext("match", "Nothing has been done yet that could be undone."))
    undone = unless(lambda: match.can_redo, pgettext("match", "Nothing has been undone that could be brought back."))
    has_card = unless(
        lambda: bool(presenter.position.cards), pgettext("match", "No Ogre with a card takes part in this match.")
    )
    scoring = unless(
        lambda: may_score(presenter.mode),
        pgettext("match", "Points are set between two actions: finish this one, or leave it with Esc."),
    )
    asked = unless_asked(presenter, "F5")
    ruled = unless(lambda: ruling.rests_on_something, pgettext("match", "This message rests on no rule."))
    redoable = first_reason(free, unless_asked(presenter, "Y"), undone)
    doubts = first_reason(free, log.why_no_doubts)
    open_log = unless(log.isVisible, pgettext("match", "Open the log first, with H, and choose a line of it."))
    back = log.go_back, first_reason(open_log, log.why_not_back)

    def in_log(do: Callable[[], None]) -> Callable[[], None]:
        return lambda: over.in_log(do)

    return (
        act("undo", pgettext("match", "Undo"), UNDO_KEYS, acts.undo, first_reason(free, done)),
        act("redo", pgettext("match", "Redo"), REDO_KEYS, acts.redo, redoable),
        act("why", pgettext("match", "What the ruling is based on"), "?", ruling.unfold, ruled),
        act("log", pgettext("match", "Log"), "H", over.toggle_log, free),
        act("log.back", pgettext("match", "Back to here"), "B", *back),
        act("log.search", pgettext("match", "Search in the log"), "Ctrl+F", in_log(log.search)),
        act("log.doubts", pgettext("match", "Only doubts and corrections"), "Ctrl+D", in_log(log.only_doubts), doubts),
        act("log.next", pgettext("match", "Next doubt"), "Ctrl+Down", in_log(partial(log.step_doubt, 1)), doubts),
        act("log.previous", pgettext("match", "Doubt before"), "Ctrl+Up", in_log(partial(log.step_doubt, -1)), doubts),
        act("card", pgettext("match", "Ogre's card"), "F3", over.toggle_card, first_reason(free, has_card)),
        act("points", pgettext("match", "Correct the score"), "F7", presenter.mouse.set_points, scoring),
        act("clock", pgettext("match", "Clock: set it, show it"), "F5", timer.open, asked),
        act("clock.pause", pgettext("match", "Pause the clock, or go on"), "Shift+F5", timer.pause),
        act("result", pgettext("match", "Result sheet"), "Ctrl+R", tools.open_result),
    )


def _windows(tools: MatchTools) -> tuple[WindowAction, ...]:
    act = ActionMenu(pgettext("keys", "Window")).action
    asked = unless_asked(tools.presenter, "F6")

    def toggle() -> None:
        tools.ruling.say(toggle_sounds())

    return (
        act("second", pgettext("match", "Second window"), "F2", tools.open_second),
        act("turned", pgettext("match", "Turn the second window"), "Shift+F2", tools.turn_second),
        act("sounds", pgettext("match", "Sounds (on/off)"), "F6", toggle, asked),
    )


def unless_asked(presenter: MatchPresenter, key: str) -> WhyNot:
    """Not where a key means something to the match."""
    return unless(
        lambda: not any(key in choice.keys for choice in presenter.choices),
        pgettext("match", "This key answers what is asked now."),
    )


def choice_actions(presenter: MatchPresenter) -> tuple[WindowAction, ...]:
    """The keys of what the match offers, and why they can do nothing where it does not offer them."""
    choose = pgettext("match", "Choose a die first, with N or the mouse; then this key counts.")
    throw = pgettext("match", "This key says more about a throw: throw a die first, with T.")
    nothing = pgettext("match", "There is nothing to accept now: N chooses a die, T throws one.")
    to_aim = pgettext("match", "Aim at an Ogre first: choose a die and one of its weapons.")
    twice = pgettext("match", "Nothing here can be fired twice: choose a weapon with a Double Shot first.")
    waits = pgettext("match", "No die waits for its activation, so there is none to skip.")
    end = pgettext("match", "The turn cannot end now: nothing has been done in it yet, or something is under way.")
    no_pass = pgettext("match", "You cannot pass now: something has been done in this turn; E ends it.")
    number, next_die = (
        pgettext("match", "A die in hand; an effect; an answer"),
        pgettext("match", "Next die, target, or die to throw"),
    )
    over = pgettext("match", "{player} has won: Ctrl+R opens the result sheet, Z undoes the last action.")

    def described(name: str, key: str, title: str, sentence: str) -> WindowAction:
        def why_not() -> str:
            if any(key in choice.keys for choice in presenter.choices):
                return ""
            winner = presenter.position.winner
            return sentence if winner is None else over.format(player=winner)

        return WindowAction(f"choice.{name}", title, (key,), "", lambda: None, why_not)

    rows = (
        ("do", "Return", pgettext("match", "Do it, accept it, end the turn"), nothing),
        *((f"number.{n}", str(n), number, choose) for n in range(1, _NUMBERS + 1)),
        (
            "throw",
            "T",
            pgettext("match", "Throw a die from hand; T again: which one"),
            pgettext("match", "No die can be thrown now."),
        ),
        ("next", "N", next_die, pgettext("match", "There is no other die to go to.")),
        ("maneuver", "M", pgettext("match", "Maneuver, over the dot with that number"), choose),
        ("system", "S", pgettext("match", "The systems of the Ogre, as a list"), to_aim),
        ("second", "D", pgettext("match", "Double Shot"), twice),
        ("off", "O", pgettext("match", "Off the table; whose die it is (asks first)"), choose),
        ("leans", "L", pgettext("match", "A thrown die leans on …"), throw),
        ("knocked", "K", pgettext("match", "A thrown die knocked off …"), throw),
        ("moved", "V", pgettext("match", "A thrown die moved …"), throw),
        ("foul", "F", pgettext("match", "A throw was a foul"), throw),
        ("release", "G", pgettext("match", "Where a thrown die was released"), throw),
        ("correct", "C", pgettext("match", "Correct a die"), choose),
        ("skip", "X", pgettext("match", "Skip an activation"), waits),
        ("end", "E", pgettext("match", "End the turn"), end),
        ("pass", "P", pgettext("match", "Pass"), no_pass),
    )
    return tuple(described(*row) for row in rows)


def match_key_groups(presenter: MatchPresenter, actions: Sequence[WindowAction]) -> tuple[KeyGroup, ...]:
    """The page of keys: what can be done now in the words of the row of keys, then table, match and windows, and at the
    end what counts at other times."""
    now, later = pgettext("keys", "Now"), pgettext("keys", "At other times")
    offered = [KeyHint(now, keys, title, not choice.open) for keys, title, choice in key_rows(presenter.choices)]
    table = pgettext("match", "Table")
    mouse = (*mouse_hints(table), *(KeyHint(table, pgettext("keys", k), pgettext("keys", w)) for k, w in _MOUSE))
    rest = [action for action in choice_actions(presenter) if action.why_not()]
    others = action_hints([replace(action, menu=later) for action in rest])
    return key_groups((*(hint for hint in offered if hint.keys), *mouse, *action_hints(actions), *others))


#: What else the mouse does over the table of a match.
_MOUSE: Final = (
    (N_("keys", "Double click"), N_("keys", "A thrown die lies there")),
    (N_("keys", "Drag a die"), N_("keys", "Throw it, or move a drawn one")),
)


def constant_keys() -> str:
    """The few keys that are named at any time."""
    words = (
        ("Z", pgettext("match", "undo")),
        ("?", pgettext("match", "why")),
        ("H", pgettext("match", "log")),
        ("F1", pgettext("match", "keys")),
    )
    return "   ".join(f"[{key}] {what}" for key, what in words)
