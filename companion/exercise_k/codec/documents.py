"""The keys of a game of Exercise K, as a script or journal begins with (docs/formats, Exercise K)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, JsonValue, PlainSerializer, Tag

from companion.codec.actions import STEP_KIND
from companion.codec.document import Document, LenientDocument, ValueDocument, decode, encode_given, lenient
from companion.codec.fields import FORMAT, FormatNumber
from companion.documents import JsonTable
from companion.errors import InputError
from companion.exercise_k.codec.actions import DeskActionRow, RoundNumber
from companion.exercise_k.codec.answers import DeskQuestion
from companion.exercise_k.codec.record_sheet import SheetDocument
from companion.exercise_k.rules.actions import VictoryPoints
from companion.exercise_k.rules.board import HexBoard, MapCorner, Placement, parse_placement
from companion.exercise_k.rules.position import DeskPosition
from companion.exercise_k.rules.roster import COLOURS, DIVISIONS
from companion.limits import Count, DistinctStrs, NonEmptyStr, distinct
from companion.text import gettext


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
    leads: bool
    player: str | None = Field(default=None, description="Who played it.")


class ThirdOgreDocument(LenientDocument):
    """The third Ogre of a team of two, which counts for its team alone."""

    name: str
    points: _Points


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
    third_ogres: tuple[ThirdOgreDocument, ...]
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
