"""What the referee calls out after an act: what fell, a new multiplier, the final round, the end, the victors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.exercise_k.rules.actions import CallFinalRound, CorrectGame, End, EndDeskTurn
from companion.exercise_k.rules.corrections import BY_HAND
from companion.exercise_k.rules.engine import DeskOutcome
from companion.exercise_k.rules.points import multiplier
from companion.exercise_k.rules.position import DeskPosition
from companion.exercise_k.rules.record_sheet import SheetSystem
from companion.exercise_k.rules.roster import team_label, team_of
from companion.exercise_k.rules.turn_clock import FINAL_AWARDS
from companion.rules.events import Event, Removed, Scored, TurnBegan
from companion.session.match import LogLine
from companion.text import N_, gettext, pgettext

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
    if len(accounts) != 1 or {event.why for event in scored} <= _TOLD:
        return outcome.ruling.text
    points = sum(event.points for event in scored)
    return gettext("{ruling} {points} VP.", ruling=outcome.ruling.text, points=f"{points:+g}")


#: Reasons of points that the ruling itself states.
_TOLD = {BY_HAND, *FINAL_AWARDS}


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
    yield from _of_the_clock(before, after)
    yield from _of_the_end(before, outcome)


def _of_the_clock(before: DeskPosition, after: DeskPosition) -> Iterator[str]:
    if after.round == before.round or after.over:
        return
    then, now = multiplier(before.round)[0], multiplier(after.round)[0]
    yield (
        gettext("Round {round}.", round=after.round)
        if then == now
        else gettext(
            "Round {round}: points now count {factor}.", round=after.round, factor=pgettext("session", _FACTORS[now])
        )
    )


def _of_the_end(before: DeskPosition, outcome: DeskOutcome) -> Iterator[str]:
    after = outcome.position
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
