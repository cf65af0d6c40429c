"""What the desk shows of teams and Ogres: twelve small record sheets, four teams with their buildings and points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.exercise_k.rules import DeskPosition, SheetLayout, SheetSystem, points_now, team_label
from companion.exercise_k.session.table_talk import MapCorner, TableTalk
from companion.text import gettext, pgettext


@dataclass(frozen=True, slots=True)
class SystemLeft:
    """A row of a sheet: what it is called, how many there were, how many are left."""

    system: SheetSystem
    name: str
    full: int
    left: int


@dataclass(frozen=True, slots=True)
class SheetCard:
    """A record sheet as it stands. ``person``: who runs it, "" where nobody was named; ``third``: the shared Ogre of a
    team of two; ``steps``: Tread units (full, left) of each step of movement, the one crossed off first at the
    end; ``to_move``: it is its turn; ``layout``: the printed sheet, with strengths and where its numbers are from."""

    ogre: str
    team: str
    number: int
    person: str
    third: bool
    systems: tuple[SystemLeft, ...]
    steps: tuple[tuple[int, int], ...]
    movement: int
    destroyed: bool
    to_move: bool
    layout: SheetLayout

    @property
    def treads(self) -> SystemLeft:
        """The row of the Tread units."""
        return next(row for row in self.systems if row.system is SheetSystem.TREAD)

    @property
    def weapons(self) -> tuple[SystemLeft, ...]:
        """The rows of the weapons."""
        return tuple(row for row in self.systems if row.system is not SheetSystem.TREAD)

    @property
    def sentence(self) -> str:
        """The card in words."""
        if self.destroyed:
            return gettext("{ogre}: destroyed", ogre=team_label(self.ogre))
        left = ", ".join(
            gettext("{name} {left} of {full}", name=row.name, left=row.left, full=row.full) for row in self.systems
        )
        return gettext(
            "{ogre}: {left}; moves {movement} ({source})",
            ogre=team_label(self.ogre),
            left=left,
            movement=self.movement,
            source=self.layout.shown_source,
        )

    @property
    def movement_words(self) -> str:
        """How far it moves, for the card itself."""
        if self.movement:
            return pgettext("SheetView", "moves {0}").format(self.movement)
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
        message = ", ".join(f"{team_label(name)} {stands if there else lost}" for name, there in self.buildings.items())
        words = pgettext("TeamView", "{team}: {points:g} points; {buildings}")
        return words.format(team=team_label(self.team), points=self.points, buildings=message)


def sheet_cards(position: DeskPosition, talk: TableTalk) -> tuple[SheetCard, ...]:
    """Every Ogre's sheet in turn order: the leaders of the teams, then Players 2, then Players 3."""
    return tuple(_sheet_card(position, talk, ogre) for ogre in position.roster.ogres)


def team_cards(position: DeskPosition, talk: TableTalk) -> tuple[TeamCard, ...]:
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


def _sheet_card(position: DeskPosition, talk: TableTalk, ogre: str) -> SheetCard:
    sheet = position.sheets[ogre]
    layout = sheet.layout
    rows = tuple(
        SystemLeft(system, row.shown, max(row.count, sheet.left[system]), sheet.left[system])
        for system, row in layout.rows.items()
    )
    team, number = ogre.rsplit(" ", maxsplit=1)
    return SheetCard(
        ogre=ogre,
        team=team,
        number=int(number),
        person=talk.runners(position, ogre),
        third=ogre in position.roster.third_ogres,
        systems=rows,
        steps=_steps(layout.movement_steps, sheet.left[SheetSystem.TREAD]),
        movement=sheet.movement,
        destroyed=sheet.destroyed,
        to_move=ogre == position.to_move and not position.over,
        layout=layout,
    )


def _steps(steps: tuple[int, ...], left: int) -> tuple[tuple[int, int], ...]:
    """Tread units left in each step; the last step is crossed off first."""
    before = [sum(steps[:number]) for number in range(len(steps))]
    return tuple((full, min(full, max(0, left - start))) for full, start in zip(steps, before, strict=True))
