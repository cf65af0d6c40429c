"""Random hands at a match, by key and by mouse; after each gesture its presenter is held to what must always be so.

A match is a kind of opening, a seed for its dice, and a number for each gesture, so that a failure can be repeated
and made shorter. For longer than the test plays:

    python -m tests.ui.match.random_hands --matches 200 --gestures 150
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from companion.codec.script import decode_match_opening
from companion.codec.script.answers import flags_in_order
from companion.geometry import Point
from companion.journal import EntryKind
from companion.rules import Position
from companion.rules.actions import BaseAction
from companion.rules.corrections import CardCorrection, Correction
from companion.session import layout_in
from companion.session.match import Match
from companion.session.overlay.views import plan_view
from companion.session.play import MatchPresenter
from companion.session.play.choice import Choice
from companion.session.play.choices import begin_scoring, may_score
from companion.session.play.modes import Browsing, Correcting, Mode, Throwing
from companion.ui.ruling_line import explain_ruling
from tests.ui.match.long_run import run_many
from tests.ui.match.random_openings import random_opening

#: Esc leads out of whatever was begun, pressed so often.
_DEEPEST: Final = 6
#: Where clicks go: on the table and a little beside it.
_BESIDE_MM: Final = 30.0


class Screen:
    """What the window shows when it is asked to: all of it asked of the presenter, as `MatchWindow.show_all` does."""

    def __init__(self, match: Match) -> None:
        self.presenter = MatchPresenter(match, self.show)
        self._view = plan_view(match.position.table.outline_mm, width_px=400)
        self.show()

    def show(self) -> None:
        """Everything anew."""
        presenter = self.presenter
        self.position, self.mode, self.layout = presenter.position, presenter.mode, presenter.view.layout
        self.prompt, self.choices = presenter.prompt, presenter.choices
        presenter.view.scene(self._view)
        if self.prompt.ruling is not None:
            explain_ruling(self.prompt.ruling, self.prompt.sighting)
        _ = (presenter.match.holdings, presenter.reconciler.todo, presenter.mouse.carries)

    def check(self) -> None:
        """Nothing that is shown is stale."""
        presenter = self.presenter
        assert self.position is presenter.match.position, "the table shown is not where the match stands"
        assert (self.mode, self.prompt) == (presenter.mode, presenter.prompt)
        assert _listed(self.choices) == _listed(presenter.choices)
        if isinstance(self.mode, Browsing):
            assert self.layout == layout_in(presenter.match.position, {})
        for key, held in Counter(key for choice in self.choices for key in choice.keys).items():
            assert held == 1, f"{key} means {held} things at once"


def _listed(choices: Iterable[Choice]) -> list[tuple[str, tuple[str, ...], str, bool]]:
    return [(choice.id, choice.keys, choice.title, choice.open) for choice in choices]


def mode_of(presenter: MatchPresenter) -> Mode:
    """What the people are in the middle of, asked anew."""
    return presenter.mode


class Hands:
    """Somebody at the presenter of a match who does anything."""

    def __init__(self, match: Match) -> None:
        self.screen = Screen(match)
        self.done: Counter[str] = Counter()

    @property
    def presenter(self) -> MatchPresenter:
        """The presenter."""
        return self.screen.presenter

    @property
    def match(self) -> Match:
        """The match."""
        return self.presenter.match

    def gesture(self, number: int) -> None:
        """The gesture of a number, whatever it means here, and what must hold after it."""
        rng = random.Random(number)
        before, entries = self.match.position, len(self.match.entries)
        self.done[type(self.presenter.mode).__name__] += 1
        _GESTURES[rng.choices(range(len(_GESTURES)), _WEIGHTS)[0]][1](self, rng)
        self.screen.check()
        self._in_play_only()
        if len(self.match.entries) > entries:
            self._there_and_back(before)
            self.alive()

    def play_on(self) -> None:
        """The match closed and opened again: everything is as it was."""
        old, path = self.match, self.match.path
        old.close()
        match = Match.resume(path)
        assert match.position == old.position
        assert match.log == old.log
        assert (match.can_undo, match.can_redo) == (old.can_undo, old.can_redo)
        assert match.divergences == ()
        self.screen = Screen(match)
        self.screen.check()

    # What hands do

    def press(self, rng: random.Random) -> None:
        """A key that stands for something; the keys that only turn and move less often."""
        choices = self.presenter.choices
        if choices:
            weights = [_likely(choice) for choice in choices]
            choice = rng.choices(choices, weights)[0]
            self.done[choice.id.split(".")[0]] += 1
            entries = len(self.match.entries)
            if choice.keys:
                assert self.presenter.press(rng.choice(choice.keys))
            else:
                self.presenter.take(choice)
            if isinstance(choice.leads_to, BaseAction) and choice.why_not is None:
                assert len(self.match.entries) > entries, f"{choice.id} was offered: {self.presenter.prompt.sentence}"

    def pick(self, rng: random.Random) -> None:
        """A click on a piece in play or not, on a Command Post, or on nothing."""
        position = self.match.position
        self.presenter.mouse.pick(
            rng.choice([*(p.id for p in position.in_play), *position.pieces, *position.posts, None])
        )

    def click(self, rng: random.Random) -> None:
        """The mouse moves over the table and its wheel turns; a click."""
        self.presenter.mouse.carry(_spot(rng, self.match.position))
        self.presenter.mouse.turn(rng.uniform(-60, 60))
        self.presenter.mouse.point(rng.choice([*self.match.position.pieces]))
        spot = _spot(rng, self.match.position)
        key = self.presenter.mouse.ghost_at(spot)
        if key is None or not self.presenter.press(key, source="mouse"):
            self.presenter.mouse.put_down(spot)

    def turn_back(self, rng: random.Random) -> None:
        """Undo, redo, or back to a line of the log."""
        numbers = [0, *(line.number for line in self.match.log)]
        turns: list[Callable[[], bool]] = [
            self.presenter.acts.undo,
            self.presenter.acts.redo,
            lambda: self.presenter.acts.back_to(rng.choice(numbers)),
        ]
        rng.choice(turns)()

    def set_right(self, rng: random.Random) -> None:
        """Points typed, a die typed in, a card marked by hand."""
        position, mode = self.match.position, self.presenter.mode
        if may_score(mode) and rng.random() < 0.3:
            self.presenter.go(begin_scoring(position, mode, rng.choice(list(position.score))))
        elif isinstance(mode, Correcting):
            piece = position.piece(rng.choice(list(position.pieces)))
            self.presenter.mouse.correct(piece, rng.choice(piece.die.faces).key)
        elif position.cards and not isinstance(mode, Throwing):
            card = {"treads": rng.randint(0, 45), "main": rng.randint(0, 2)}
            self.presenter.acts.do(
                Correction(ogres=(CardCorrection(piece=next(iter(position.cards)), card=card),)), source="mouse"
            )

    # What must hold

    def _there_and_back(self, before: Position) -> None:
        """What was done is undone and brought back, what was undone is brought back; the screen goes along."""
        after, last = self.match.position, self.match.entries[-1].kind
        if last in {EntryKind.ACT, EntryKind.CORRECTION}:
            assert self.presenter.acts.undo()
            self.screen.check()
            assert self.match.position == before
        if last in {EntryKind.ACT, EntryKind.CORRECTION, EntryKind.UNDO, EntryKind.BACK}:
            assert self.presenter.acts.redo()
            self.screen.check()
            assert self.match.position == (before if last in {EntryKind.UNDO, EntryKind.BACK} else after)

    def _in_play_only(self) -> None:
        """Only dice in play have flags, a turn to act, or a Poison Counter."""
        position = self.match.position
        named = [*flags_in_order(position), *(counter.on for counter in position.counters)]
        assert all(position.piece(name).in_play for name in named if name in position.pieces)

    def alive(self) -> None:
        """Esc leads out of whatever was begun, and there is something that can be done."""
        mode = self.presenter.mode
        for _ in range(_DEEPEST):
            if self.presenter.mode == Browsing():
                break
            assert self.presenter.press("Esc")
        assert self.presenter.mode == Browsing()
        assert self.match.position.winner is not None or self._has_a_deed()
        self.presenter.go(mode)
        self.screen.check()

    def _has_a_deed(self) -> bool:
        """Whether something can be done, at once or with a piece that is looked at."""
        if any(choice.open for choice in self.presenter.choices if choice.id not in _NO_DEED):
            return True
        for name in (*self.match.position.pieces, *self.match.position.posts):
            self.presenter.go(Browsing(name))
            if any(choice.open for choice in self.presenter.choices if choice.id not in _NO_DEED):
                return True
        return False


def _likely(choice: Choice) -> float:
    """What leads on is done more often than what only turns, moves or types."""
    if choice.id in {"do", "throw", "act"}:
        return 6.0
    return 0.1 if choice.quiet else 1.0 if choice.open else 0.4


#: Choices that only look at something else.
_NO_DEED: Final = frozenset({"piece.next", "piece.previous", "correct", "owner", "back"})
_GESTURES: Final[tuple[tuple[float, Callable[[Hands, random.Random], None]], ...]] = (
    (12, Hands.press),
    (3, Hands.pick),
    (2, Hands.click),
    (1, Hands.turn_back),
    (0.4, Hands.set_right),
)
_WEIGHTS: Final = [weight for weight, _ in _GESTURES]


def _spot(rng: random.Random, position: Position) -> Point:
    """A place on the table or beside it; half the time on a die."""
    if position.in_play and rng.random() < 0.5:
        return rng.choice(position.in_play).placed.centre_mm
    xs, ys = zip(*position.table.outline_mm, strict=True)
    low, high = (min(xs) - _BESIDE_MM, min(ys) - _BESIDE_MM), (max(xs) + _BESIDE_MM, max(ys) + _BESIDE_MM)
    return rng.uniform(low[0], high[0]), rng.uniform(low[1], high[1])


@contextmanager
def seated(folder: Path, kind: str, seed: int) -> Iterator[Hands]:
    """Hands at the presenter of a random match in a folder."""
    hands = Hands(Match.begin(folder / f"{kind}-{seed}.diceland", decode_match_opening(random_opening(seed, kind))))
    try:
        yield hands
    finally:
        hands.match.close()


def play(folder: Path, kind: str, seed: int, gestures: Iterable[int], *, reopened: int = 25) -> Hands:
    """A match of so many gestures, opened anew now and then and at its end."""
    with seated(folder, kind, seed) as hands:
        for place, number in enumerate(gestures, start=1):
            hands.gesture(number)
            if place % reopened == 0:
                hands.play_on()
        hands.play_on()
        return hands


def main() -> None:
    """Play many long matches, and say which failed."""
    run_many(lambda folder, kind, seed, numbers: play(folder, kind, seed, numbers).done, __doc__, "gestures", 120)


if __name__ == "__main__":
    main()
