"""The keys of a game of Exercise K, as a script or journal begins with (docs/formats, Exercise K)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, JsonValue, Tag

from companion.codec.document import Document, ValueDocument
from companion.codec.fields import FormatNumber
from companion.codec.steps import STEP_KIND
from companion.exercise_k.codec.actions import DeskActionRow, RoundNumber
from companion.exercise_k.codec.questions import DeskQuestion
from companion.exercise_k.codec.record_sheet import SheetDocument
from companion.exercise_k.rules import COLOURS, DIVISIONS, HexBoard
from companion.exercise_k.rules.actions import VictoryPoints
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
