"""Answers of a referee script, each a frozen value (docs/formats, Asking); what does not apply is left out."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from companion.codec.document import Document
from companion.codec.script.documents import FlatCounterDocument, PoisonCounterDocument
from companion.rules import Condition, Why, Zone

_Number = int | float
_Point = Annotated[tuple[_Number, _Number], Field(description="[x, y] in millimetres, table frame.")]


class DistanceAnswerDocument(Document):
    """How far two dice are apart."""

    mm: _Number
    between: tuple[_Point, ...] = Field(description="The two points that are closest.")
    sigma_mm: _Number | None = None
    sigma_deg: _Number | None = None
    corners_mm: tuple[_Point, ...] | None = None


class SeesAnswerDocument(Document):
    """Whether an arrow sees a target."""

    sees: bool | None = Field(description="Null where it is too close to call.")
    margin_mm: _Number = Field(description="How far in front of the baseline the target lies.")
    contested: bool = Field(description="Whether the readings by top face and by silhouette differ.")
    why: Why | None = None
    sigma_mm: _Number | None = None
    sigma_deg: _Number | None = None
    corners_mm: tuple[_Point, ...] | None = None


class TargetsAnswerDocument(Document):
    """Whom an effect may act on."""

    legal: tuple[str, ...] = Field(description="Closest first.")
    choice: bool = Field(description="Whether the player picks one.")
    hits: tuple[str, ...]
    distances_mm: dict[str, _Number]
    excluded: dict[str, Why]
    sigma_mm: dict[str, _Number] | None = None


class CommandOrderAnswerDocument(Document):
    """Whom a Command reaches, in order."""

    order: tuple[str, ...]
    excluded: dict[str, Why]


class CornerAnswerDocument(Document):
    """A roll over one corner, and how the die would lie."""

    legal: bool | None = Field(description="Null where the players decide.")
    why: Why | None = None
    face: str | None = None
    centre_mm: _Point | None = None
    heading_deg: _Number | None = None
    crushes: tuple[str, ...] | None = None


class ManeuverAnswerDocument(Document):
    """Where a die may roll."""

    corners: dict[str, CornerAnswerDocument]


class DamageStepAnswerDocument(Document):
    """What damage would do, and how the die would lie."""

    result: str = Field(description="roll, killed or asked.")
    why: Why | None = None
    face: str | None = None
    centre_mm: _Point | None = None
    heading_deg: _Number | None = None
    crushes: tuple[str, ...] | None = None


class ArmyAnswerDocument(Document):
    """Whether an army is a legal one."""

    legal: bool | None
    points: _Number
    limit: _Number | None
    problems: tuple[str, ...]
    command_post: str | None


class FirstPlayerAnswerDocument(Document):
    """Who begins."""

    decides: str | None
    first: str | None
    random: str | None


class OgreCardAnswerDocument(Document):
    """What is left on a tracking card."""

    main: int
    secondary: int
    missile: int
    ap: int
    treads: int
    lines: tuple[int, ...] = Field(description="Treads left in each line.")
    dots: tuple[int, ...] = Field(description="Numbers of the green dots that still work.")


class TableAnswerDocument(Document):
    """Whether a table suits so many players."""

    legal: bool


class ActionsAnswerDocument(Document):
    """What may be done now."""

    do: tuple[str, ...]


class PieceStateDocument(Document):
    """A piece as it is now."""

    id: str
    die: str
    owner: str
    zone: Zone
    face: str | None = None
    centre_mm: _Point | None = None
    heading_deg: _Number | None = None
    level: int | None = None
    block: _Number | None = None
    conditions: tuple[Condition, ...]
    sigma_mm: _Number | None = None
    sigma_deg: _Number | None = None
    corners_mm: tuple[_Point, ...] | None = None


class OgreStateDocument(OgreCardAnswerDocument):
    """A tracking card as it is now."""

    mark: str


class PostStateDocument(Document):
    """A Command Post as it is now."""

    id: str
    owner: str
    centre_mm: _Point
    size_mm: _Point
    armour: _Number


class StateAnswerDocument(Document):
    """Everything."""

    score: dict[str, _Number]
    to_move: str
    winner: str | None
    pieces: dict[str, PieceStateDocument]
    ogres: dict[str, OgreStateDocument]
    command_posts: dict[str, PostStateDocument]
    counters: tuple[PoisonCounterDocument | FlatCounterDocument, ...]
    flags: tuple[str, ...]


ScriptAnswer = (
    DistanceAnswerDocument
    | SeesAnswerDocument
    | TargetsAnswerDocument
    | CommandOrderAnswerDocument
    | ManeuverAnswerDocument
    | DamageStepAnswerDocument
    | ArmyAnswerDocument
    | FirstPlayerAnswerDocument
    | OgreCardAnswerDocument
    | TableAnswerDocument
    | ActionsAnswerDocument
    | StateAnswerDocument
)
