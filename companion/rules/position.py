"""The state of a match: frozen values that say where everything is and what is pending, and nothing of how it came
about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, Protocol, TypeVar

from companion.catalogue import Die, Effect, Face
from companion.geometry import HalfPlane, Outline, Point, Pose, above_baseline, baseline_of, silhouette, top_outline
from companion.limits import Level, Means, NonEmptyStr, NonNegative, OutlineMm, PointMm, SizeMm, Strength
from companion.rules.agreements import Agreement
from companion.rules.ogre_card import OgreCard
from companion.rules.paper import PaperEdge
from companion.rules.turn_state import Pending, TurnState
from companion.text import gettext

_V = TypeVar("_V")


class _HasId(Protocol):
    @property
    def id(self) -> str: ...


_Named = TypeVar("_Named", bound=_HasId)


class Zone(StrEnum):
    """The three places of a die (OG-ZONE-01); reserve by the precise wording of OG-ZONE-05, not OG-ZONE-06."""

    PLAY = "play"
    HAND = "hand"
    RESERVE = "reserve"


class Edge(StrEnum):
    """The four edges of a table by name."""

    NEAR = "near"
    FAR = "far"
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Player:
    """A player (two or more, OG-SET-03, AD-MULTI-01) and the straight line that is his edge of the table, from left
    to right as he looks at it (OG-THROW-03, DW-THROW-02, CY-THROW-02, AMB-46)."""

    id: str
    edge_mm: tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Terrain:
    """A piece of terrain; a wall is higher than all (AD-TERR-*)."""

    id: NonEmptyStr
    outline_mm: OutlineMm
    level: Annotated[Level | None, Means("Of a die standing on it; left out, a wall.")] = None
    height_mm: Annotated[NonNegative, Means("Of its top above the table's, as measured; 0: not given.")] = 0.0


@dataclass(frozen=True, slots=True)
class Table:
    """The playing surface: its outline in the table frame and what stands on it (AD-TERR-01). Flat counters and Command
    Posts are part of it, no obstacles (OG-SET-07, OG-SET-08, OG-CP-10, CON-36)."""

    outline_mm: Outline = ((0.0, 0.0), (1200.0, 0.0), (1200.0, 900.0), (0.0, 900.0))
    terrain: tuple[Terrain, ...] = ()
    shape: str = "rect"


@dataclass(frozen=True, slots=True)
class Piece:
    """A die of a player in this match. Pose and face are None off the table.

    ``sigma_mm`` is the standard deviation of the centre's error along one axis, ``sigma_deg`` that of the heading;
    ``measured_top`` the corners of its top face where the camera has measured them, for folded paper is no perfect
    triangle, None where the pose has them; ``paper`` how long its edges were measured so far, which tells copies apart;
    ``copied`` the face that a Clone shows instead of its own (CY-CLONE-02); ``entered_turn`` the turn in which it was
    last thrown (CY-ENTRY-01); ``cloned_turn`` that of its last Clone (CY-CLONE-08); ``back_turn`` the turn at whose
    start it returns from reserve (OG-ZONE-05).
    """

    id: str
    die: Die
    owner: str
    zone: Zone = Zone.PLAY
    face: Face | None = None
    pose: Pose | None = None
    level: int = 0
    sigma_mm: float = 0.0
    sigma_deg: float = 0.0
    measured_top: Outline | None = None
    copied: Face | None = None
    entered_turn: int | None = None
    cloned_turn: int | None = None
    back_turn: int | None = None
    paper: tuple[PaperEdge, ...] = field(default=(), compare=False)

    @property
    def in_play(self) -> bool:
        """Whether the die lies on the table."""
        return self.zone is Zone.PLAY

    @property
    def is_ogre(self) -> bool:
        """Whether this is the giant die (OG-FACE-15)."""
        return "Ogre" in self.die.classes

    @property
    def showing(self) -> Face:
        """The face that counts: the printed one, or what a Clone has copied."""
        found = self.copied or self.face
        if found is None:
            raise LookupError(f"{self.id} shows no face")
        return found

    @property
    def placed(self) -> Pose:
        """The pose of a die in play."""
        if self.pose is None:
            raise LookupError(f"{self.id} has no pose")
        return self.pose

    @property
    def top(self) -> Outline:
        """Top face on the plan."""
        return self.measured_top or top_outline(self.placed)

    @property
    def outline(self) -> Outline:
        """Outline from straight above (GEO-04)."""
        around = silhouette(self.placed)
        if self.measured_top is None:
            return around
        return tuple(p for pair in zip(self.measured_top, around[1::2], strict=True) for p in pair)

    def baseline(self, corner: int) -> HalfPlane:
        """What an arrow in a corner of its top face sees (GEO-05)."""
        top = self.measured_top
        return above_baseline(self.placed, corner) if top is None else baseline_of(top, corner)

    @property
    def label(self) -> str:
        """Name for people: the die's name with the piece's id, which may be a name itself (``Scout Tank b``)."""
        speaks = self.die.label == self.die.id or self.id.startswith(self.die.label)
        return self.id if speaks else f"{self.die.label} ({self.id})"


@dataclass(frozen=True, slots=True)
class CommandPost:
    """A Command Post, a card on the table; its size runs along x and y, and without Armor it is destroyed (OG-CP-08).

    It is no die: worth nothing, without Block, so Protection does nothing for it (OG-CP-12, CON-25).
    """

    id: NonEmptyStr
    owner: NonEmptyStr
    centre_mm: PointMm
    size_mm: SizeMm
    armour: Strength = 60

    @property
    def outline(self) -> Outline:
        """The card's rectangle on the plan."""
        (x, y), (w, h) = self.centre_mm, self.size_mm
        return (x - w / 2, y - h / 2), (x + w / 2, y - h / 2), (x + w / 2, y + h / 2), (x - w / 2, y + h / 2)

    @property
    def destroyed(self) -> bool:
        """Whether its last Armor point is gone."""
        return self.armour <= 0

    @property
    def label(self) -> str:
        """Name for people."""
        if self.id.startswith("Post"):  # as a new match names it: "Post of Anna"
            return gettext("Command {id}", id=self.id)
        return gettext("Command Post ({id})", id=self.id)


Target = Piece | CommandPost


@dataclass(frozen=True, slots=True)
class PoisonCounter:
    """A Poison Counter: on a piece or Command Post, made by a player (DW-POISON-02)."""

    on: str
    by: str


@dataclass(frozen=True, slots=True)
class Influence:
    """A continuous effect as last checked: which effect of which source acts on which piece (DW-CONT-05); ``named``:
    its owner has named it (AMB-09)."""

    source: str
    effect: Effect
    on: str
    named: bool = False


def frozen(table: Mapping[str, _V]) -> Mapping[str, _V]:
    """A read-only copy of a table."""
    return MappingProxyType(dict(table))


def by_id(things: Iterable[_Named]) -> Mapping[str, _Named]:
    """Id -> thing, read-only."""
    return MappingProxyType({thing.id: thing for thing in things})


@dataclass(frozen=True, slots=True)
class Position:
    """Everything the rules know of a match at one moment. ``just_checked``: the sources whose continuous effects were
    checked since the last act, so that their owners may name targets (AMB-09)."""

    agreement: Agreement
    players: tuple[Player, ...]
    pieces: Mapping[str, Piece]
    table: Table = field(default_factory=Table)
    posts: Mapping[str, CommandPost] = field(default_factory=lambda: MappingProxyType({}))
    cards: Mapping[str, OgreCard] = field(default_factory=lambda: MappingProxyType({}))
    counters: tuple[PoisonCounter, ...] = ()
    flat_counters_mm: tuple[Point, ...] = ()
    score: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    to_move: str = ""
    turn: TurnState = field(default_factory=TurnState)
    pending: tuple[Pending, ...] = ()
    influences: tuple[Influence, ...] = ()
    just_checked: tuple[str, ...] = ()
    winner: str | None = None

    def piece(self, name: str) -> Piece:
        """The piece of that id."""
        return self.pieces[name]

    def target(self, name: str) -> Target:
        """The piece or Command Post of that id."""
        return self.pieces[name] if name in self.pieces else self.posts[name]

    @property
    def in_play(self) -> tuple[Piece, ...]:
        """The pieces on the table, in the order given."""
        return tuple(piece for piece in self.pieces.values() if piece.in_play)

    def player(self, name: str) -> Player:
        """The player of that id."""
        return next(player for player in self.players if player.id == name)

    def others(self, name: str) -> tuple[str, ...]:
        """The other players' ids, clockwise from that player's left (AD-FOUL-02)."""
        ids = [player.id for player in self.players]
        at = ids.index(name)
        return tuple(ids[at + 1 :] + ids[:at])

    def with_piece(self, piece: Piece) -> Position:
        """The same position but for one piece."""
        return replace(self, pieces=frozen({**self.pieces, piece.id: piece}))

    def with_post(self, post: CommandPost) -> Position:
        """The same position but for one Command Post."""
        return replace(self, posts=frozen({**self.posts, post.id: post}))

    def with_card(self, name: str, card: OgreCard) -> Position:
        """The same position but for one Ogre's tracking card."""
        return replace(self, cards=frozen({**self.cards, name: card}))
