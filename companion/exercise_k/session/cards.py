"""What the desk shows: twelve small record sheets, four teams with their buildings and points, whose turn it is, in
which round, what it counts and what the clock says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from companion.exercise_k.codec.documents import DeskTalk
from companion.exercise_k.rules.board import MapCorner
from companion.exercise_k.rules.points import multiplier
from companion.exercise_k.rules.position import DeskPosition
from companion.exercise_k.rules.record_sheet import RecordSheet, SheetSystem
from companion.exercise_k.rules.roster import team_label
from companion.exercise_k.rules.turn_clock import FINAL_CALL_MIN, next_turn, points_now
from companion.exercise_k.session.desk_game import Alarm, GameClock, as_clock
from companion.text import N_, gettext, pgettext


@dataclass(frozen=True, slots=True)
class SheetCard:
    """An Ogre's record sheet as it stands. ``person``: who runs it, "" where nobody was named; ``third``: the shared
    Ogre of a team of two; ``to_move``: it is its turn."""

    ogre: str
    person: str
    third: bool
    sheet: RecordSheet
    to_move: bool

    @property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """Tread units (full, left) of each step of movement; the last step is crossed off first."""
        steps, left = self.sheet.layout.movement_steps, self.sheet.left[SheetSystem.TREAD]
        before = [sum(steps[:step]) for step in range(len(steps))]
        return tuple((full, min(full, max(0, left - start))) for full, start in zip(steps, before, strict=True))

    @property
    def sentence(self) -> str:
        """The card in words."""
        if self.sheet.destroyed:
            return gettext("{ogre}: destroyed", ogre=team_label(self.ogre))
        left = ", ".join(
            gettext("{name} {left} of {full}", name=row.shown, left=self.sheet.left[system], full=row.count)
            for system, row in self.sheet.layout.rows.items()
        )
        return gettext(
            "{ogre}: {left}; moves {movement} ({source})",
            ogre=team_label(self.ogre),
            left=left,
            movement=self.sheet.movement,
            source=self.sheet.layout.shown_source,
        )

    @property
    def movement_words(self) -> str:
        """How far it moves, for the card itself."""
        if self.sheet.movement:
            return pgettext("SheetView", "moves {0}").format(self.sheet.movement)
        return pgettext("SheetView", "cannot move")

    @property
    def runner_words(self) -> str:
        """Who runs it, for the card itself."""
        shared = pgettext("SheetView", "(shared)")
        return f"{shared} {self.person}" if self.third else self.person or "—"


@dataclass(frozen=True, slots=True)
class TeamCard:
    """A team: its points, whether it leads, its corner, its buildings by name and whether they stand."""

    team: str
    points: float
    leads: bool
    corner: MapCorner | None
    buildings: Mapping[str, bool]
    out: bool

    @property
    def sentence(self) -> str:
        """The team in words."""
        stands, lost = pgettext("TeamView", "stands"), pgettext("TeamView", "lost")
        buildings = ", ".join(
            f"{team_label(name)} {stands if there else lost}" for name, there in self.buildings.items()
        )
        words = pgettext("TeamView", "{team}: {points:g} points; {buildings}")
        return words.format(team=team_label(self.team), points=self.points, buildings=buildings)


def sheet_cards(position: DeskPosition, talk: DeskTalk) -> tuple[SheetCard, ...]:
    """Every Ogre's sheet in turn order: the leaders of the teams, then Players 2, then Players 3."""
    return tuple(
        SheetCard(
            ogre=ogre,
            person=talk.runners(position, ogre),
            third=ogre in position.roster.third_ogres,
            sheet=position.sheets[ogre],
            to_move=ogre == position.to_move and not position.over,
        )
        for ogre in position.roster.ogres
    )


def team_cards(position: DeskPosition, talk: DeskTalk) -> tuple[TeamCard, ...]:
    """Every team in team order."""
    found = points_now(position)
    return tuple(
        TeamCard(
            team=team,
            points=found.teams[team],
            leads=team in found.leading_teams and any(found.teams.values()),
            corner=talk.corners.get(team),
            buildings={
                name: name not in position.lost for name in position.roster.buildings if name.startswith(f"{team} ")
            },
            out=team not in position.teams_left,
        )
        for team in position.roster.teams
    )


_ALARMS: Final = {
    Alarm.NONE: N_("TurnBar", "time left"),
    Alarm.SOON: N_("TurnBar", "final round in {0}"),
    Alarm.CALL: N_("TurnBar", "call the final round: E"),
    Alarm.OVER: N_("TurnBar", "time is up: call it, E"),
}
assert set(_ALARMS) == set(Alarm)


@dataclass(frozen=True, slots=True)
class TurnWords:
    """What is said of a turn; "" where there is nothing to say. ``runners``: who runs the Ogre; ``ending``: what is
    left to do once the game is over; ``final``: that this is the final round; ``until``: how long the multiplier
    stays; ``following``: whose turn comes next."""

    round: str
    turn: str
    runners: str = ""
    ending: str = ""
    final: str = ""
    until: str = ""
    following: str = ""


@dataclass(frozen=True, slots=True)
class ClockWords:
    """What the clock shows and says, and what it asks of the referee."""

    shown: str
    words: str
    alarm: Alarm


def turn_words(position: DeskPosition, talk: DeskTalk) -> TurnWords:
    """What there is to say of the turn under way, or of a game that is over."""
    factor = multiplier(position.round)[0]
    now = pgettext("TurnBar", "Round {0}   × {1:g}").format(position.closing_round, factor)
    if position.over:
        ending = pgettext("TurnBar", "scored") if position.scored else pgettext("TurnBar", "press E to score it")
        return TurnWords(now, pgettext("TurnBar", "Game over"), ending=ending)
    last = position.final is not None and position.final.round == position.round
    rounds = range(position.round, position.round + 9)
    lower = next((later for later in rounds if multiplier(later)[0] != factor), None)  # when points will count less
    following = next_turn(position).to_move
    then = ", ".join(filter(None, (team_label(following), talk.runners(position, following))))
    return TurnWords(
        now,
        team_label(position.to_move),
        talk.runners(position, position.to_move),
        final=pgettext("TurnBar", "FINAL ROUND") if last else "",
        until="" if last or lower is None or factor == 1 else pgettext("TurnBar", "until round {0}").format(lower - 1),
        following=pgettext("PlayersWindow", "then {0}").format(then),
    )


def clock_words(clock: GameClock, now: datetime, *, called: bool, over: bool) -> ClockWords:
    """The clock for the referee; ``called``: the final round has been called, so nothing is asked any more."""
    left, alarm = clock.left(now), Alarm.NONE if called else clock.alarm(now)
    shown = ("" if clock.running else "❚❚ ") + as_clock(clock.elapsed(now) if left is None else left)
    return ClockWords(shown, "" if over else _alarm_words(alarm, clock, now), alarm)


def players_time(clock: GameClock, now: datetime) -> str:
    """The time left, for the players; played where the event has no end."""
    left = clock.left(now)
    if left is None:
        return pgettext("PlayersWindow", "played {0}").format(as_clock(clock.elapsed(now)))
    return pgettext("PlayersWindow", "time left {0}").format(as_clock(left))


def _alarm_words(alarm: Alarm, clock: GameClock, now: datetime) -> str:
    if not clock.running and alarm is Alarm.NONE:
        return pgettext("TurnBar", "P starts the clock")
    if clock.allotted_min is None:
        return pgettext("TurnBar", "time played")
    left = clock.left(now)
    until = "" if left is None else as_clock(left - timedelta(minutes=FINAL_CALL_MIN))
    return pgettext("TurnBar", _ALARMS[alarm]).format(until)
