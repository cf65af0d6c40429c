"""The keys of a referee script's situation (docs/formats, Script); a match opens with the same, and with what the
people at the table agreed on beside the rules."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Discriminator, Field, JsonValue, Tag, model_validator

from companion import limits
from companion.codec.card_layout import CardLayoutDocument
from companion.codec.die import DieDocument
from companion.codec.document import Document, LenientDocument, ValueDocument, decode, encode_given, lenient
from companion.codec.fields import FormatNumber
from companion.documents import JsonTable
from companion.rules import CommandPost, Edge, Profile, Scenario, Terrain, Zone
from companion.text import gettext


class PlayingTableDocument(Document):
    """The table and what stands on it."""

    shape: Literal["rect", "round", "polygon"] = "rect"
    size_mm: limits.SizeMm = (1200.0, 900.0)
    outline_mm: limits.OutlineMm | None = Field(default=None, description="Of a polygon.")
    terrain: Annotated[tuple[ValueDocument[Terrain], ...], Field(max_length=limits.MAX_ROWS)] = ()

    @model_validator(mode="after")
    def _polygon_has_outline(self) -> Self:
        if self.shape == "polygon" and self.outline_mm is None:
            raise ValueError(gettext("a polygon needs 'outline_mm'"))
        return self


class EdgeLineDocument(Document):
    """An edge that is no side of the table's bounding rectangle."""

    from_mm: limits.PointMm
    to_mm: limits.PointMm

    @model_validator(mode="after")
    def _has_length(self) -> Self:
        if self.from_mm == self.to_mm:
            raise ValueError(gettext("expected two different points"))
        return self


def _edge_kind(edge: object) -> str:
    return "side" if isinstance(edge, str) else "line"


class PlayerDocument(Document):
    """A player; they are listed clockwise."""

    id: limits.NonEmptyStr
    edge: Annotated[Annotated[Edge, Tag("side")] | Annotated[EdgeLineDocument, Tag("line")], Discriminator(_edge_kind)]


class PieceDocument(Document):
    """A die of a player."""

    id: limits.NonEmptyStr
    die: limits.NonEmptyStr
    owner: limits.NonEmptyStr
    zone: Zone = Zone.PLAY
    face: limits.NonEmptyStr | None = None
    centre_mm: limits.PointMm | None = None
    heading_deg: limits.Number = 0.0
    level: limits.Level = 0
    sigma_mm: limits.NonNegative = Field(default=0.0, description="Standard deviation of its centre along one axis.")
    sigma_deg: limits.NonNegative = Field(default=0.0, description="Standard deviation of its heading.")
    corners_mm: limits.TopCorners | None = None


class CardLeftDocument(Document):
    """What is left on a tracking card; left out, all of it."""

    main: limits.Count | None = None
    secondary: limits.Count | None = None
    missile: limits.Count | None = None
    ap: limits.Count | None = None
    treads: limits.Count | None = None


class OgreDocument(Document):
    """The tracking card of an Ogre."""

    piece: limits.NonEmptyStr
    mark: Literal["III", "V"]
    card: CardLeftDocument | None = None
    layout: CardLayoutDocument | None = Field(
        default=None, description="As printed; left out, the bundled card of that mark."
    )


class PoisonCounterDocument(Document):
    """A Poison Counter."""

    kind: Literal["poison"]
    on: limits.NonEmptyStr
    by: limits.NonEmptyStr


class FlatCounterDocument(Document):
    """A counter that just lies on the table."""

    kind: Literal["flat"]
    centre_mm: limits.PointMm


class SituationDocument(Document):
    """A situation on the table."""

    format: FormatNumber
    name: str = ""
    profile: Profile
    advanced: bool = False
    agreements: dict[str, str] = Field(default_factory=dict, description="Id of an ambiguity -> what was agreed.")
    table: PlayingTableDocument = PlayingTableDocument()
    players: Annotated[tuple[PlayerDocument, ...], Field(min_length=2, max_length=limits.MAX_ROWS)] = (
        PlayerDocument(id="A", edge=Edge.NEAR),
        PlayerDocument(id="B", edge=Edge.FAR),
    )
    dice: Annotated[tuple[DieDocument, ...], Field(max_length=limits.MAX_ROWS)]
    pieces: Annotated[tuple[PieceDocument, ...], Field(max_length=limits.MAX_ROWS)]
    ogres: Annotated[tuple[OgreDocument, ...], Field(max_length=limits.MAX_ROWS)] = ()
    command_posts: Annotated[tuple[ValueDocument[CommandPost], ...], Field(max_length=limits.MAX_ROWS)] = ()
    counters: Annotated[
        tuple[Annotated[PoisonCounterDocument | FlatCounterDocument, Field(discriminator="kind")], ...],
        Field(max_length=limits.MAX_ROWS),
    ] = ()
    score: dict[str, limits.PointCost] = Field(default_factory=dict, description="Player -> points.")
    to_move: limits.NonEmptyStr | None = Field(default=None, description="Left out, the first player.")
    turn: Annotated[int, Field(ge=1, le=1e9)] | None = None
    scenario: Scenario | None = None
    # For the judge of a script and for the people at a table, not for the engine:
    says: JsonValue = None
    rests_on: JsonValue = None
    expect: JsonValue = None
    log: JsonValue = None


class TerrainTalk(LenientDocument):
    """A piece of terrain as it was planned."""

    form: str
    centre_mm: limits.PointMm
    size_mm: tuple[limits.Length, limits.Length]
    turn_deg: limits.Number
    level: int | None
    height_mm: limits.NonNegative = 0.0


class FirstPlayerTalk(LenientDocument):
    """Who went first, and why: by a coin that fell by ``seed``, or by choice."""

    player: str | None = None
    text: str = ""
    seed: int | None = None
    chosen: str | None = None
    previous: str | None = None


class MatchTalk(LenientDocument):
    """What no rule rests on. What was written by hand and makes no sense counts as not given."""

    badges: dict[str, str] = Field(default_factory=dict, description="Player -> badge.")
    armies: dict[str, tuple[str, ...]] = Field(default_factory=dict, description="Player -> dice, with repeats.")
    marks: dict[str, str] = Field(default_factory=dict, description="Player -> mark of an Ogre in the army.")
    ogre_with: str = ""
    posts: bool = False
    base: limits.Number | None = None
    turned: int = Field(default=0, description="Places that everybody sits further round the table.")
    measured: bool = False
    terrain: tuple[TerrainTalk, ...] = ()
    first: FirstPlayerTalk = FirstPlayerTalk()
    source: str = Field(default="", description="Where the pictures come from, in the words of --source.")
    camera_grade: str = Field(default="", description="In an export: what the camera was certified for.")


class MatchOpening(SituationDocument):
    """The opening of a match."""

    table_talk: Annotated[MatchTalk, lenient(MatchTalk)] = MatchTalk()


def decode_match_opening(keys: JsonTable) -> MatchOpening:
    """The opening that was written down.

    Raises:
        InputError: with every problem, each with its place.
    """
    return decode(MatchOpening, keys)


def encode_match_opening(opening: MatchOpening) -> JsonTable:
    """The keys of an opening, as a journal keeps it; what is not given is left out."""
    return encode_given(opening)
