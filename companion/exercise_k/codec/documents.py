"""The keys of a game of Exercise K, as a script or journal begins with (docs/formats, Exercise K), and its record
sheet: ``mark_iii.toml``, and the ``mark_iii`` that a game carries along (EK-TEAM-02).

The rules give the two AP guns alone; all other numbers of a sheet are stand-ins. A user may have a file of that name in
their data folder; a game that is begun by it carries its numbers along, so that it stays what it is on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, JsonValue, PlainSerializer, Tag, model_validator

from companion.codec.actions import STEP_KIND
from companion.codec.document import (
    Document,
    LenientDocument,
    ValueDocument,
    decode,
    encode_given,
    lenient,
    read_toml_document,
)
from companion.codec.fields import FORMAT, FormatNumber
from companion.documents import JsonTable
from companion.errors import InputError
from companion.exercise_k.codec.actions import DeskActionRow, RoundNumber
from companion.exercise_k.codec.answers import DeskQuestion
from companion.exercise_k.rules.actions import VictoryPoints
from companion.exercise_k.rules.board import HexBoard, MapCorner, Placement, parse_placement
from companion.exercise_k.rules.position import DeskPosition
from companion.exercise_k.rules.record_sheet import SheetLayout, SheetSystem, SystemRow
from companion.exercise_k.rules.roster import COLOURS, DIVISIONS
from companion.limits import Count, DistinctStrs, NonEmptyStr, distinct
from companion.resources import data_folder
from companion.text import gettext

_FILE = "mark_iii.toml"


class SheetRowDocument(ValueDocument[SystemRow]):
    """A printed row of the sheet; Tread units have no strengths."""

    source: NonEmptyStr | None = Field(
        default=None, description="Where its numbers are from; left out, as the sheet says."
    )

    def to_row(self, source: str) -> SystemRow:
        """The row as the rules see it; ``source``: of the whole sheet."""
        return SystemRow(**dict(self) | {"source": self.source or source})


class SheetRowsDocument(Document):
    """The rows of a sheet."""

    main: SheetRowDocument
    secondary: SheetRowDocument
    missile: SheetRowDocument
    ap: SheetRowDocument
    tread: SheetRowDocument


class SheetDocument(Document):
    """A sheet file: ``mark_iii.toml``, the record sheet of an Ogre Mark III."""

    format: FormatNumber
    name: NonEmptyStr
    source: NonEmptyStr = Field(description="Where its numbers are from.")
    movement_steps: tuple[Count, ...] = Field(description="Tread units in each step of movement.")
    system: SheetRowsDocument

    @model_validator(mode="after")
    def _steps_add_up(self) -> Self:
        steps, treads = sum(self.movement_steps), self.system.tread.to_row(self.source).count
        if steps != treads:
            problem = gettext(
                "movement_steps have {steps} Tread units, [system.tread] has {treads}", steps=steps, treads=treads
            )
            raise ValueError(problem)
        return self

    def to_layout(self) -> SheetLayout:
        """The sheet as the rules see it."""
        rows = {SheetSystem(name): row.to_row(self.source) for name, row in self.system}
        return SheetLayout(self.name, self.source, MappingProxyType(rows), self.movement_steps)

    @classmethod
    def of(cls, layout: SheetLayout) -> Self:
        """The document of a sheet."""
        rows = {system.value: SheetRowDocument.of(row) for system, row in layout.rows.items()}
        return cls(
            format=FORMAT,
            name=layout.name,
            source=layout.source,
            movement_steps=layout.movement_steps,
            system=SheetRowsDocument(**rows),
        )


assert set(SheetRowsDocument.model_fields) == set(SheetSystem)


@cache
def mark_iii() -> SheetLayout:
    """The bundled Mark III sheet."""
    return load_sheet(bundled_sheet_file())


def own_sheet() -> SheetLayout | None:
    """The user's own sheet; None where they have none.

    Raises:
        InputError: with every problem of their file.
    """
    own = own_sheet_file()
    return load_sheet(own) if own.is_file() else None


def bundled_sheet_file() -> Path:
    """Where the sheet lies that comes with the program."""
    return Path(str(resources.files("companion.exercise_k.rules"))) / _FILE


def own_sheet_file() -> Path:
    """Where a user's own sheet lies, or would lie."""
    return data_folder() / _FILE


def load_sheet(file: Path) -> SheetLayout:
    """The sheet of a file.

    Raises:
        InputError: with every problem of the file, one a line, each naming the file and the key.
    """
    return read_toml_document(SheetDocument, file).to_layout()


def _players(number: int) -> int:
    if number not in DIVISIONS:
        raise ValueError(gettext("expected {fewest} to {most} players", fewest=min(DIVISIONS), most=max(DIVISIONS)))
    return number


def _colour(name: str) -> str:
    if name not in COLOURS:
        raise ValueError(gettext("expected team colours: {colours}", colours=", ".join(COLOURS)))  # EK-TEAM-03
    return name


class SheetLeftDocument(Document):
    """What is left on a record sheet; left out, all of it."""

    main: Count | None = None
    secondary: Count | None = None
    missile: Count | None = None
    ap: Count | None = None
    tread: Count | None = None


class DeskGameDocument(Document):
    """Where a game of Exercise K stands."""

    format: FormatNumber
    name: str = ""
    profile: Literal["exercise-k"]
    agreements: dict[str, str] = Field(default_factory=dict, description="Id of an ambiguity -> what was agreed.")
    players: Annotated[int, AfterValidator(_players)] = max(DIVISIONS)
    order: Annotated[tuple[Annotated[str, AfterValidator(_colour)], ...], AfterValidator(distinct)] | None = Field(
        default=None, description="The teams in team order."
    )
    sizes: tuple[Count, ...] | None = Field(
        default=None, description="Players of each team, where the shorthanded ones are not the last."
    )
    round: RoundNumber = 1
    to_move: NonEmptyStr | None = Field(default=None, description="Left out, the first slot.")
    board: ValueDocument[HexBoard] = ValueDocument[HexBoard]()
    mark_iii: SheetDocument | None = Field(
        default=None, description="A Mark III by other numbers than the bundled ones."
    )
    sheets: dict[str, SheetLeftDocument] = Field(default_factory=dict, description="Ogre -> what is left of it.")
    vp: dict[str, VictoryPoints] = Field(default_factory=dict, description="Account -> points brought forward.")
    lost: DistinctStrs = Field(default=(), description="Buildings destroyed.")
    # For the judge of a script and for the people at a table, not for the engine:
    says: JsonValue = None
    rests_on: JsonValue = None
    expect: JsonValue = None
    log: JsonValue = None


class DeskScriptDocument(DeskGameDocument):
    """A referee script of Exercise K: a game, then questions and actions."""

    steps: tuple[
        Annotated[
            Annotated[Annotated[DeskQuestion, Field(discriminator="ask")], Tag("question")]
            | Annotated[Annotated[DeskActionRow, Field(discriminator="do")], Tag("action")],
            STEP_KIND,
        ],
        ...,
    ] = ()
    table_talk: JsonValue = None


_Points = int | float


class RankingDocument(LenientDocument):
    """A line of a ranking."""

    place: Count = Field(description="Equal points share a place; 0 is none.")
    name: str
    points: _Points
    leads: bool = Field(description="It has won, or would now.")
    out: bool = Field(description="Nothing of it is left.")
    player: str | None = Field(default=None, description="Who played it.")


class AwardDocument(LenientDocument):
    """Points that somebody got."""

    number: Count
    round: Count | None
    account: str
    player: str
    team: str
    base: _Points
    factor: _Points
    points: _Points
    why: str


class DeskResultsDocument(LenientDocument):
    """What a game of Exercise K came to, or stands at."""

    format: FormatNumber
    game: Literal["exercise-k"]
    name: str
    state: str = Field(description="In a sentence.")
    over: bool
    scored: bool
    rounds: Count
    order: tuple[str, ...] = Field(description="Of the teams.")
    setup: str
    agreements: dict[str, str]
    teams: tuple[RankingDocument, ...]
    players: tuple[RankingDocument, ...]
    third_ogres: tuple[RankingDocument, ...] = Field(description="Of teams of two; they count for their team alone.")
    points_by_round: dict[str, tuple[_Points, ...]]
    awards: tuple[AwardDocument, ...]
    sheets: dict[str, dict[str, int | bool]] = Field(description="What each record sheet has left.")
    buildings_lost: tuple[str, ...]


def _understood(read: Callable[[str], object]) -> BeforeValidator:
    """Of rows by name those that make sense to ``read``; the others count as not given."""

    def read_rows(rows: object) -> object:
        found: dict[str, object] = {}
        for name, given in rows.items() if isinstance(rows, Mapping) else ():
            with suppress(ValueError, InputError):
                found[name] = read(given) if isinstance(given, str) else given
        return found

    return BeforeValidator(read_rows)


class DeskTalk(LenientDocument):
    """What no rule rests on. What was written by hand and makes no sense counts as not given."""

    names: dict[str, str] = Field(default_factory=dict, description="Account -> the person who plays it.")
    allotted_min: int | None = None
    corners: Annotated[dict[str, MapCorner], _understood(MapCorner)] = Field(
        default_factory=dict, description="Team -> the corner where it began."
    )
    placements: Annotated[dict[str, Annotated[Placement, PlainSerializer(str)]], _understood(parse_placement)] = Field(
        default_factory=dict, description="Team -> its first six hexes."
    )
    waiting: tuple[str, ...] = Field(default=(), description="Who came when the table was full.")
    seed: int | None = Field(default=None, description="Of the draw of the team order.")

    def runners(self, position: DeskPosition, ogre: str) -> str:
        """Who runs an Ogre now: "Ann", or "Ann and Ben" for a third Ogre; "" where nobody was named."""
        runs = position.roster.runners(ogre, position.destroyed)
        return gettext(" and ").join(self.names[name] for name in runs if self.names.get(name))


class DeskOpening(DeskGameDocument):
    """The opening of a game of Exercise K."""

    table_talk: Annotated[DeskTalk, lenient(DeskTalk)] = DeskTalk()


def decode_desk_opening(keys: JsonTable) -> DeskOpening:
    """The opening that was written down.

    Raises:
        InputError: with every problem, each with its place.
    """
    return decode(DeskOpening, keys)


def encode_desk_opening(opening: DeskOpening) -> JsonTable:
    """The keys of an opening, as a journal keeps it; what is not given is left out."""
    return encode_given(opening)


def empty_desk_opening(name: str) -> JsonTable:
    """What stands for the opening of a game whose own is lost."""
    return encode_desk_opening(DeskOpening(format=FORMAT, name=name, profile="exercise-k", players=12))
