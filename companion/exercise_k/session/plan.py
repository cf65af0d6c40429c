"""What the opening page has filled in so far: who signed up, the team order, agreements, corners, first hexes.

A `GamePlan` is frozen; every change gives another one. It says all that is still wrong, and becomes an opening. Until
then it is saved at every change, as ``exercise-k-sign-up.json`` in the user's state folder; what cannot be understood
there counts as not filled in.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Final

from companion.atomic_write import write_atomic
from companion.codec.document import ValueDocument, encode_preferences, read_preferences
from companion.codec.fields import FORMAT
from companion.errors import InputError
from companion.exercise_k.codec.documents import DeskOpening, DeskTalk, SheetDocument, mark_iii, own_sheet
from companion.exercise_k.rules.board import HexBoard, MapCorner, Placement, PlacementAnswer, judge_placement
from companion.exercise_k.rules.position import DeskAgreement
from companion.exercise_k.rules.record_sheet import SheetLayout
from companion.exercise_k.rules.roster import COLOURS, DIVISIONS, Roster, Seating, numbered, seat, team_label, team_of
from companion.exercise_k.rules.turn_clock import corner_order, random_order
from companion.resources import state_folder
from companion.rules import Refused
from companion.text import gettext

#: A convention slot; the document leaves the time open (NG-15).
USUAL_MIN: Final = 240
_LEAST_MIN: Final = 30


class OrderBy(StrEnum):
    """How chance comes in (EK-ORD-01): the order of the teams is drawn, or who gets which colour of a fixed order."""

    TEAMS = "teams"
    COLOURS = "colours"


@dataclass(frozen=True, slots=True)
class GamePlan:
    """``groups`` in order of arrival; ``numbers``: team (by its place in the seating) -> its people as 1, 2, 3, where
    that is not as they came; ``seed``: what the team order was drawn by, None before the draw; ``allotted_min``: None
    for an event without end."""

    groups: tuple[tuple[str, ...], ...] = ()
    numbers: Mapping[int, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    order_by: OrderBy = OrderBy.TEAMS
    seed: int | None = None
    choices: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    board: HexBoard = field(default_factory=HexBoard)
    allotted_min: int | None = USUAL_MIN
    corners: Mapping[str, MapCorner] = field(default_factory=lambda: MappingProxyType({}))
    placements: Mapping[str, Placement] = field(default_factory=lambda: MappingProxyType({}))

    # --- who plays -----------------------------------------------------------------------------------------------

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody who signed up, in order."""
        return tuple(name for group in self.groups for name in group)

    @property
    def seating(self) -> Seating | None:
        """Who sits in which team; None while there are too few for a game."""
        try:
            seating = seat(self.groups)
        except Refused:
            return None
        for place, agreed in self.numbers.items():
            if place < len(seating.teams) and sorted(agreed) == sorted(seating.teams[place]):
                seating = numbered(seating, place, agreed)
        return seating

    @property
    def seats(self) -> Mapping[str, tuple[str, ...]]:
        """Team colour -> its people as 1, 2, 3, in team order once that is drawn, before that as they came."""
        seating = self.seating
        if seating is None:
            return MappingProxyType({})
        colours = COLOURS[: len(seating.teams)]
        drawn = colours if self.seed is None else random_order(colours, random.Random(self.seed))
        given_to, order = (drawn, colours) if self.order_by is OrderBy.COLOURS else (colours, drawn)
        given = dict(zip(given_to, seating.teams, strict=True))
        return MappingProxyType({colour: given[colour] for colour in order})

    @property
    def roster(self) -> Roster | None:
        """The roster in team order; None while there are too few for a game."""
        seating, seats = self.seating, self.seats
        if seating is None:
            return None
        return Roster(tuple(seats), tuple(map(len, seats.values())), seating.division.setup)

    @property
    def names(self) -> Mapping[str, str]:
        """Account -> the person who plays it."""
        return MappingProxyType(
            {f"{team} {number}": name for team, people in self.seats.items() for number, name in enumerate(people, 1)}
        )

    # --- where they begin ----------------------------------------------------------------------------------------

    @property
    def choosing(self) -> tuple[str, ...]:
        """The teams in the order of choosing a corner: the last in team order first (EK-ORD-02)."""
        return tuple(map(team_of, corner_order(self.roster))) if self.roster else ()

    @property
    def chooser(self) -> str | None:
        """The team that chooses its corner next; None before the draw and when all have one."""
        return None if self.seed is None else next((t for t in self.choosing if t not in self.corners), None)

    @property
    def free_corners(self) -> tuple[MapCorner, ...]:
        """The corners that nobody has chosen."""
        taken = {self.corners.get(team) for team in self.choosing}
        return tuple(corner for corner in MapCorner if corner not in taken)

    def judged(self, team: str) -> PlacementAnswer | None:
        """What the rules say of a team's first hexes; None where they were not given."""
        placement = self.placements.get(team)
        if placement is None:
            return None
        return judge_placement(self.board, placement.cp, placement.radars, placement.ogres)

    # --- changes -------------------------------------------------------------------------------------------------

    def with_group(self, names: Sequence[str]) -> GamePlan:
        """Somebody signed up: one person, or a group that wants to play together (EK-TEAM-04).

        Raises:
            InputError: nobody is named, a name is there already, or the group is larger than a team.
        """
        group = tuple(" ".join(name.split()) for name in names if name.strip())
        if not group:
            raise InputError(gettext("Type a name, or several with commas between them"))
        groups = (*self.groups, group)
        with suppress(Refused):  # too few yet
            seat(groups)
        return self._with_groups(groups)

    def without_group(self, place: int) -> GamePlan:
        """A group has left."""
        return self._with_groups((*self.groups[:place], *self.groups[place + 1 :]))

    def with_leader_moved(self, team: str, person: str) -> GamePlan:
        """A team's numbers turned so that a person comes one place earlier; the first goes last (EK-TEAM-07)."""
        seating = self.seating
        people = list(self.seats[team])
        at = people.index(person)
        people.insert(at - 1 if at else len(people), people.pop(at))
        assert seating is not None
        place = next(n for n, one in enumerate(seating.teams) if person in one)
        return replace(self, numbers=MappingProxyType({**self.numbers, place: tuple(people)}))

    def drawn(self, seed: int) -> GamePlan:
        """The team order drawn; what hung on an earlier draw is forgotten."""
        return replace(self._anew(), seed=seed)

    def ordered_by(self, order_by: OrderBy) -> GamePlan:
        """Chance comes in another way; not drawn yet."""
        return replace(self._anew(), order_by=order_by, seed=None)

    def with_corner(self, corner: MapCorner) -> GamePlan:
        """The next team in turn has chosen a corner; what only leaves one corner to the first team is given to it.

        Raises:
            InputError: nobody is to choose, or the corner is taken.
        """
        team = self.chooser
        if team is None:
            raise InputError(gettext("It is too early to choose a corner: draw the team order first"))
        if corner not in self.free_corners:
            problem = gettext(
                "{corner} is taken; still free: {free_corners}",
                corner=corner,
                free_corners=", ".join(self.free_corners),
            )
            raise InputError(problem)
        plan = replace(self, corners=MappingProxyType({**self.corners, team: corner}))
        rest = plan.free_corners
        return plan.with_corner(rest[0]) if plan.chooser is not None and len(rest) == 1 else plan

    def with_placement(self, team: str, placement: Placement | None) -> GamePlan:
        """A team's first hexes given, or taken back."""
        rest = {name: one for name, one in self.placements.items() if name != team}
        return replace(self, placements=MappingProxyType(rest | ({team: placement} if placement else {})))

    def with_choice(self, name: str, value: str) -> GamePlan:
        """An agreement made; its default is saved as nothing."""
        agreement = DeskAgreement(choices={**self.choices, name: value})
        changed = {id_: one for id_, one in agreement.choices.items() if one != agreement.settings[id_].default}
        return replace(self, choices=MappingProxyType(changed))

    def _anew(self) -> GamePlan:
        """Who plays where has changed: what was said about teams of the same colours no longer holds."""
        return replace(self, corners=MappingProxyType({}), placements=MappingProxyType({}))

    def _with_groups(self, groups: tuple[tuple[str, ...], ...]) -> GamePlan:
        return replace(self._anew(), groups=groups, numbers=MappingProxyType({}), seed=None)

    # --- what comes of it ----------------------------------------------------------------------------------------

    @property
    def problems(self) -> tuple[str, ...]:
        """What has to be settled before the game can begin, each with what to do."""
        if self.seating is None:
            few, most = min(DIVISIONS), max(DIVISIONS)
            return (
                gettext(
                    "{count} of at least {few} players have signed up; {most} can play.",
                    count=len(self.people),
                    few=few,
                    most=most,
                ),
            )
        found = [] if self.seed is not None else [gettext("The team order is not drawn yet: draw it.")]
        if self.seed is not None and self.chooser is not None:
            found.append(gettext("{chooser} has not chosen its corner yet.", chooser=team_label(self.chooser)))
        for team in self.seats:
            judged = self.judged(team)
            found += [f"{team_label(team)}: {problem}." for problem in judged.problems] if judged else []
        if self.allotted_min is not None and self.allotted_min < _LEAST_MIN:
            found.append(
                gettext(
                    "The time is {minutes} minutes: give it at least {least}, or none.",
                    minutes=self.allotted_min,
                    least=_LEAST_MIN,
                )
            )
        return tuple(found)

    @property
    def sheet(self) -> SheetLayout:
        """The record sheet to be played by: the user's own, else the bundled Mark III.

        Raises:
            InputError: with every problem of the user's file.
        """
        return own_sheet() or mark_iii()

    def opening(self) -> DeskOpening:
        """The opening of the game.

        Raises:
            InputError: something is not settled; the message is the first problem.
        """
        roster = self.roster
        if self.problems or roster is None:
            raise InputError(self.problems[0])
        talk = DeskTalk(
            names=dict(self.names),
            allotted_min=self.allotted_min,
            corners=dict(self.corners),
            placements=dict(self.placements),
            waiting=self.seating.waiting if self.seating else (),
            seed=self.seed,
        )
        begun = DeskOpening(
            format=FORMAT,
            name=gettext("Exercise K, {count} players", count=len(roster.players)),
            profile="exercise-k",
            agreements=dict(self.choices),
            players=len(roster.players),
            order=roster.teams,
            sizes=roster.sizes,
            round=1,
            board=ValueDocument[HexBoard].of(self.board),
            table_talk=talk,
        )
        own = own_sheet()  # a user's own Mark III goes along with the game
        return begun if own is None else begun.model_copy(update={"mark_iii": SheetDocument.of(own)})


def saved_plan() -> GamePlan:
    """What was filled in when the opening page was left last; an empty plan where its game has begun, or no opening
    page has written this."""
    plan = read_preferences(GamePlan(), _file())
    try:
        DeskAgreement(choices=plan.choices)
        with suppress(Refused):
            seat(plan.groups)
    except InputError:
        return GamePlan()
    return plan


def save_plan(plan: GamePlan) -> str:
    """Keep a plan until its game begins; what to say where that cannot be, else nothing."""
    try:
        write_atomic(_file(), encode_preferences(plan))
    except OSError as error:
        return gettext("The sign-up list cannot be saved ({why}): begin before you close.", why=error.strerror)
    return ""


def forget_plan() -> None:
    """Its game has begun."""
    save_plan(GamePlan())


def _file() -> Path:
    return state_folder() / "exercise-k-sign-up.json"
