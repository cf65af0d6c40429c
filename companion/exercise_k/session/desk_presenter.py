"""The referee's desk as its window shows it: what is keyed in, shown last and asked; the final round in its three
forms, as the referee may call it now: which are open, why not, and whom to ask; and what is called out after an act.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Final

from companion.errors import OperationError
from companion.exercise_k.rules import actions
from companion.exercise_k.rules.actions import CallFinalRound, CorrectGame, End, EndDeskTurn, FinalRoundReason
from companion.exercise_k.rules.corrections import BY_HAND
from companion.exercise_k.rules.engine import DeskOutcome, apply_desk_action
from companion.exercise_k.rules.points import multiplier
from companion.exercise_k.rules.position import DeskPosition
from companion.exercise_k.rules.record_sheet import SheetSystem
from companion.exercise_k.rules.roster import team_label, team_of
from companion.exercise_k.rules.turn_clock import FINAL_AWARDS
from companion.exercise_k.session.desk_game import DeskGame
from companion.exercise_k.session.key_parser import TEAM_KEYS, KeyInput, parse_keys
from companion.rules import Ruling, Why
from companion.rules.events import Event, Removed, Scored, TurnBegan
from companion.session.match import LogLine
from companion.text import N_, gettext, pgettext

_FORMS: Final = {
    FinalRoundReason.TIME: N_("FinalPanel", "Time: the round being played is the last"),
    FinalRoundReason.STALEMATE: N_("FinalPanel", "Stalemate: nobody can do further damage"),
    FinalRoundReason.DECLARED: N_("FinalPanel", "Declared by the only team that can still move"),
}
assert set(_FORMS) == set(FinalRoundReason)


@dataclass(frozen=True, slots=True)
class DeskLines:
    """The foot of the desk: what to call out, or that the rules refused; what is keyed in or what came of it; which
    keys may come next; the rules."""

    called: str
    refused: bool
    typed: str
    choices: str
    rules: str


class DeskPresenter:
    """Owns what is keyed in and asked; ``changed`` is called after all that it does, ``keyed`` after a key alone."""

    def __init__(self, desk: DeskGame, changed: Callable[[], None], keyed: Callable[[], None]) -> None:
        self.desk, self.keys = desk, ""
        self.called: tuple[str, ...] = ()
        self.asked: FinalChoice | None = None
        self._sentence = desk.caution or pgettext("DeskWindow", "Type what happens; F1 lists all keys.")
        self._ruling: Ruling | None = None
        self._not_taken = self._remark = ""
        self._changed, self._keyed = changed, keyed

    # What there is

    @property
    def typed(self) -> KeyInput:
        """What the keys say."""
        return parse_keys(self.keys, self.desk.position)

    @property
    def next_keys(self) -> frozenset[str]:
        """The keys that go on with what is keyed in; none before anything is."""
        return frozenset(choice.key for choice in self.typed.choices) if self.keys else frozenset()

    @property
    def target(self) -> str | None:
        """The Ogre that what is keyed in is aimed at."""
        action = self.typed.action
        if isinstance(action, actions.Damage):
            return action.target
        return action.ogre if isinstance(action, actions.SelfDamage | actions.CorrectGame) else None

    @property
    def action(self) -> actions.DeskAction | None:
        """What is keyed in, or chosen of what is asked; None while it is not complete."""
        return self.asked.action if self.asked is not None else self.typed.action

    @property
    def lines(self) -> DeskLines:
        """What stands at the foot of the desk."""
        typed, ruling = self.typed, self._ruling
        refused = ruling is not None and not ruling.ok
        if refused:
            called = pgettext("KeyLine", "No. {0}").format(self._sentence)
        else:
            called = pgettext("KeyLine", "Call out:  {0}").format("  ".join(self.called)) if self.called else ""
        message = "" if refused else self._sentence
        if typed.keys:
            enter = pgettext("KeyLine", "   [Enter] does it") if typed.action is not None else " …"
            message = f"{team_label(self.desk.position.to_move)}:  {'  '.join(typed.words)}{enter}"
        rules = "  ".join(ruling.rules) if ruling is not None else ""
        shown = "   ".join(filter(None, (message, self._remark, self._words_not_taken(typed))))
        # The keys that may come next; digits are listed together.
        digits = [choice for choice in typed.choices if choice.words.removeprefix("× ").isdigit()]
        named = [f"{choice.key}  {choice.words}" for choice in typed.choices if choice not in digits]
        choice_words = "      ".join([*named, *([pgettext("KeyLine", "0 … 9  how many")] if digits else [])])
        return DeskLines(called, refused, shown, choice_words, rules)

    @property
    def arithmetic(self) -> str:
        """What the last ruling rests on: its terms with the rules that bring them in, or its rules; "" without one."""
        if self._ruling is None:
            return ""
        terms = "    ".join(f"{term.label}: {term.value:g} ({term.rule})" for term in self._ruling.terms)
        return terms or "  ".join(self._ruling.rules)

    # What is keyed in

    def key_in(self, key: str) -> None:
        """One key more of an act, or of the answer to what is asked."""
        self._remark = ""
        if self.asked is None:
            before = self.keys
            self.keys = parse_keys(before + key, self.desk.position).keys
            self._not_taken = key.upper() if self.keys == before else ""
            self._keyed()
        elif self.asked.take_key(key):
            self.enter()
        else:
            self._changed()

    def key_in_ogre(self, ogre: str) -> None:
        """The keys that mean an Ogre; where nothing of that kind may come next, nothing."""
        keys = self.keys + TEAM_KEYS[team_of(ogre)] + ogre[-1]
        if parse_keys(keys, self.desk.position).keys == keys:
            self.keys = keys
            self._keyed()

    def key_back(self) -> None:
        """Undo the last key."""
        self.keys, self._not_taken, self._remark = self.keys[:-1], "", ""
        self._keyed()

    def put_down(self) -> None:
        """Drop what is keyed in and asked."""
        self.keys, self.asked, self._not_taken, self._remark = "", None, "", ""
        self._changed()

    # What is done

    def enter(self) -> None:
        """Carry out what is typed, or call the final round that is asked about."""
        action = self.action
        if action is not None:
            self.asked = None
            self.do(action)

    def do(self, action: actions.DeskAction) -> None:
        """Take an action; what came of it is said, refused or not."""
        before = self.desk.position
        self.keys, self._not_taken = "", ""
        try:
            outcome = self.desk.do(action)
        except OperationError as failure:
            self.report(str(failure))
            return
        message = outcome_sentence(outcome)
        if outcome.ruling.why is Why.MATCH_OVER and before.scored:
            message = pgettext("DeskWindow", "{0} Z undoes.").format(message)
        self.report(message, outcome.ruling, announcements(before, outcome))

    def end_turn(self) -> None:
        """The turn ends; not while an act is half keyed in."""
        if self.keys:
            self.report(pgettext("DeskWindow", "There is unfinished input: Enter carries it out, Esc clears it."))
        else:
            self.do(actions.EndDeskTurn())

    def finish(self) -> None:
        """Offer the forms of the final round; score the game where it is over."""
        if self.desk.position.over:
            self.do(actions.End())
        else:
            self.asked = FinalChoice(final_calls(self.desk.position), self.desk.talk.names)
            self._changed()

    def undo(self) -> None:
        """Take the last act back."""
        line = next((line for line in reversed(self.desk.log) if not line.undone and line.player), None)
        if self._write(self.desk.undo) and line is not None:
            self.report(pgettext("DeskWindow", "Undone: {0}").format(line.text))

    def redo(self) -> None:
        """Bring back what was undone."""
        if self._write(self.desk.redo):
            self.report(pgettext("DeskWindow", "Redone."))

    def back_to(self, line: int | None) -> None:
        """Undo everything after a line of the log; None: none is chosen."""
        if line is None:
            self.report(
                pgettext(
                    "DeskWindow", "First choose a line of the log with Up and Down; then U undoes everything after it."
                )
            )
        elif self._write(lambda: self.desk.back_to(line)):
            self.report(pgettext("DeskWindow", "Everything after line {0} is undone; Y brings it back.").format(line))

    def toggle_clock(self) -> None:
        """Start or stop the clock."""
        self._write(lambda: self.desk.run_clock(not self.desk.clock.running))

    def report(self, sentence: str, ruling: Ruling | None = None, called: tuple[str, ...] = ()) -> None:
        """Say something, with the ruling that it comes from and what to call out."""
        self._sentence, self._ruling, self.called, self._remark = sentence, ruling, called, ""
        self._changed()

    def remark(self, sentence: str) -> None:
        """Say something in passing; what was said and what is keyed in stay."""
        self._remark = sentence
        self._keyed()

    def _write(self, work: Callable[[], bool]) -> bool:
        """Do something to the journal; whether anything was done. What fails is said."""
        try:
            done = work()
        except OperationError as failure:
            self.report(str(failure))
            return False
        self.keys = ""
        self._changed()
        return done

    def _words_not_taken(self, typed: KeyInput) -> str:
        """That the last key was none of those that may come next; of a number what would be too many."""
        if not self._not_taken:
            return ""
        if self._not_taken.isdigit() and typed.most is not None:
            return pgettext("KeyLine", "{0} was not taken: {1} at most.").format(self._not_taken, typed.most)
        return pgettext("KeyLine", "{0} was not taken.").format(self._not_taken)


@dataclass(frozen=True, slots=True)
class FinalCall:
    """One form: what the rules would say if nobody had a target in range and all agreed; the players who have to agree;
    the Ogres that must not have a legal target in weapons range, which the referee sees on the map."""

    why: FinalRoundReason
    ruling: Ruling
    consent: tuple[str, ...] = ()
    must_not_reach: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """The form in the language in force."""
        return pgettext("FinalPanel", _FORMS[self.why])

    def action(self, consenting: tuple[str, ...], in_range: tuple[str, ...]) -> actions.CallFinalRound:
        """The call with what the referee found out."""
        return actions.CallFinalRound(why=self.why, by=consenting, in_range=in_range)


@dataclass(frozen=True, slots=True)
class AskedOgre:
    """A line of a question: the letter that ticks it, whether it is ticked, the Ogre and who runs it."""

    letter: str
    ticked: bool
    ogre: str
    person: str


class FinalChoice:
    """The forms in a position, the one chosen and the letters ticked; ``names``: who runs which Ogre."""

    def __init__(self, calls: tuple[FinalCall, ...], names: Mapping[str, str]) -> None:
        self.calls, self._names = calls, names
        self._chosen: FinalCall | None = None
        self._ticked: frozenset[str] = frozenset()

    @property
    def questions(self) -> tuple[tuple[str, tuple[AskedOgre, ...]], ...]:
        """What is asked of some Ogres in the form that was chosen; none before one is."""
        if self._chosen is None:
            return ()
        letters = iter(ascii_uppercase)
        asked = (
            (pgettext("FinalPanel", "Who agrees? All of them must."), self._chosen.consent),
            (
                pgettext("FinalPanel", "Who has a legal target in weapons range? Nobody may."),
                self._chosen.must_not_reach,
            ),
        )
        return tuple(
            (words, tuple(self._line(next(letters), ogre) for ogre in ogres)) for words, ogres in asked if ogres
        )

    @property
    def action(self) -> CallFinalRound | None:
        """The call as it was made up; None before a form is chosen."""
        call = self._chosen
        if call is None:
            return None
        ticked = {line.ogre for _, lines in self.questions for line in lines if line.ticked}
        consenting = tuple(ogre for ogre in call.consent if ogre in ticked)
        return call.action(consenting, tuple(ogre for ogre in call.must_not_reach if ogre in ticked))

    def take_key(self, key: str) -> bool:
        """A digit chooses a form, a letter ticks or unticks an Ogre; whether nothing is left to ask."""
        if self._chosen is not None:
            self._ticked ^= {key.upper()}
            return False
        open_calls = {str(number): call for number, call in enumerate(self.calls, 1) if call.ruling.ok}
        self._chosen = open_calls.get(key)
        return self._chosen is not None and not self.questions

    def _line(self, letter: str, ogre: str) -> AskedOgre:
        return AskedOgre(letter, letter in self._ticked, ogre, self._names.get(ogre, ""))


def final_calls(position: DeskPosition) -> tuple[FinalCall, ...]:
    """The three forms (EK-END-02, EK-END-04, EK-END-05) in this position."""
    mobile = position.teams_mobile
    team = mobile[0] if len(mobile) == 1 else ""
    agreeing = tuple(player for player in position.survivors if team_of(player) == team)
    others = tuple(ogre for ogre in position.slots if team_of(ogre) != team)
    asked: dict[FinalRoundReason, tuple[tuple[str, ...], tuple[str, ...]]] = {
        FinalRoundReason.TIME: ((), ()),
        FinalRoundReason.STALEMATE: ((), position.slots),
        FinalRoundReason.DECLARED: (agreeing, others),
    }
    return tuple(
        FinalCall(why, apply_desk_action(position, CallFinalRound(why=why, by=consent)).ruling, consent, must_not_reach)
        for why, (consent, must_not_reach) in asked.items()
    )


_FACTORS = {2.0: N_("session", "double"), 1.5: N_("session", "one and a half times"), 1.0: N_("session", "single")}
#: Acts that are not the doing of the Ogre to move.
_OF_NOBODY = (CallFinalRound, End, CorrectGame)


def announcements(before: DeskPosition, outcome: DeskOutcome) -> tuple[str, ...]:
    """Sentences to call out, the weightiest last; none for what only the scorer needs to know."""
    return tuple(_announced(before, outcome)) if outcome.ok else ()


def outcome_sentence(outcome: DeskOutcome) -> str:
    """What the rules said of an act, with the points that came of it."""
    scored = [event for event in outcome.events if isinstance(event, Scored)]
    accounts = {event.player for event in scored}
    if len(accounts) != 1 or {event.why for event in scored} <= _STATED:
        return outcome.ruling.text
    points = sum(event.points for event in scored)
    return gettext("{ruling} {points} VP.", ruling=outcome.ruling.text, points=f"{points:+g}")


#: Reasons of points that the ruling itself states.
_STATED = {BY_HAND, *FINAL_AWARDS}


def points_words(events: Iterable[Event]) -> str:
    """The points that came of an act of the log, such as "+18"; "" where none did."""
    scored = [event.points for event in events if isinstance(event, Scored)]
    return f"{sum(scored):+g}" if scored else ""


def log_sentence(line: LogLine) -> str:
    """A line of the log in few words: the turn begins it, a new turn is given by its name alone."""
    if isinstance(line.act, EndDeskTurn):
        following = next((event for event in line.events if isinstance(event, TurnBegan)), None)
        if following is None:
            return f"— {line.text} —"
        words = pgettext("SidePanel", "— {player}, round {round} —")
        return words.format(player=team_label(following.player), round=following.round)
    if isinstance(line.act, _OF_NOBODY) or not line.player:
        return line.text
    name, text = team_label(line.player), line.text
    for stated in (name, line.player):  # a journal may be in another language
        text = text.removeprefix(f"{stated} ")
    return f"{name}: {text} {points_words(line.events)}".rstrip()


def _announced(before: DeskPosition, outcome: DeskOutcome) -> Iterator[str]:
    after = outcome.position
    for event in outcome.events:
        if isinstance(event, Removed):
            yield gettext("{name} is destroyed!", name=_in_words(event.piece))
    for ogre, sheet in after.sheets.items():
        lost_treads = before.sheets[ogre].mobile and not sheet.mobile
        if lost_treads and not sheet.destroyed:
            yield gettext("{ogre} cannot move any more.", ogre=team_label(ogre))
        if before.sheets[ogre].left[SheetSystem.MAIN] and not sheet.left[SheetSystem.MAIN] and not sheet.destroyed:
            yield gettext("{ogre} has lost its Main Battery.", ogre=team_label(ogre))
    for team in before.teams_left:
        if team not in after.teams_left:
            yield gettext("Team {team} is out of the game.", team=team_label(team))
    yield from _of_the_clock(before, outcome)


def _of_the_clock(before: DeskPosition, outcome: DeskOutcome) -> Iterator[str]:
    """A new round, the final round, the end, the victors."""
    after = outcome.position
    if after.round != before.round and not after.over:
        factor = multiplier(after.round)[0]
        yield (
            gettext("Round {round}.", round=after.round)
            if multiplier(before.round)[0] == factor
            else gettext(
                "Round {round}: points now count {factor}.",
                round=after.round,
                factor=pgettext("session", _FACTORS[factor]),
            )
        )
    if after.final is not None and before.final is None and not after.over:
        yield gettext("Final round! The game ends with round {round}.", round=after.final.round)
    if after.over and not before.over:
        yield gettext("The game is over.")
    if after.scored and after.entries != before.entries:
        yield outcome.ruling.text


def _in_words(piece: str) -> str:
    team, what = team_label(team_of(piece)), piece.rpartition(" ")[2]
    if what == "CP":
        return gettext("{team}'s Command Post", team=team)
    return gettext("{team}'s radar {number}", team=team, number=what[1:]) if what.startswith("R") else team_label(piece)
