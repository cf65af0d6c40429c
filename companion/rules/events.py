"""What happened, in order: one frozen class for each thing that a table notices (docs/formats, Events).

How an event is written down is a matter of `companion.codec.outcomes`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self, get_args

from companion.geometry import Point
from companion.rules.position import Piece, Zone
from companion.rules.ruling import Why


class Change(StrEnum):
    """Whether a counter or flag came or went."""

    ADDED = "added"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Killed:
    """A die went to reserve; ``to`` scores its points."""

    piece: str
    by: str | None = None
    points: int | float
    to: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Crushed:
    """An Ogre rolled over a die; ``to`` scores its points."""

    piece: str
    by: str
    points: int | float
    to: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceEvent:
    """How a die lies now: its face, the centre of its top face, its heading."""

    piece: str
    face: str
    centre_mm: Point
    heading_deg: int | float

    @classmethod
    def of(cls, piece: Piece) -> Self:
        """The event of a piece in play that lies so now."""
        pose = piece.placed
        face = piece.face.key if piece.face else ""
        return cls(piece=piece.id, face=face, centre_mm=pose.centre_mm, heading_deg=pose.heading_deg)


@dataclass(frozen=True, slots=True, kw_only=True)
class Damaged(PieceEvent):
    """A die was damaged and rolled over its red dot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(PieceEvent):
    """A die lies elsewhere, or shows another face."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered(PieceEvent):
    """A die came onto the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unharmed:
    """A hit did nothing; ``why`` is a reason code."""

    piece: str
    why: Why


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A player was paid. ``round``, ``base`` and ``factor`` are given in Exercise K: points are base times factor."""

    player: str
    points: int | float
    why: str
    round: int | None = None
    base: int | float | None = None
    factor: int | float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed:
    """A die, an Ogre or a building was taken off; ``zone``: where a die went."""

    piece: str
    zone: Zone | None = None
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """Exercise K: a building stands again, by the referee's word."""

    piece: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CircleLost:
    """A circle of an Ogre's weapon system was scratched; ``left`` of them are not."""

    piece: str
    system: str
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TreadsLost:
    """Treads of an Ogre were scratched; ``lost`` is not given where the referee set them."""

    piece: str
    lost: int | None = None
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmourChanged:
    """Armor of a Command Post was lost (below 0: repaired); 0 left is destroyed."""

    id: str
    lost: int | float
    left: int | float


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterChanged:
    """A Poison Counter came or went."""

    piece: str
    kind: str
    change: Change


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagChanged:
    """A Command Flag came or went."""

    piece: str
    number: int
    change: Change


@dataclass(frozen=True, slots=True, kw_only=True)
class FoulCalled:
    """A throw was a foul (OG-THROW-02)."""

    piece: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Returned:
    """A die came back from reserve into hand."""

    piece: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan:
    """A player's turn began; ``round`` is given in Exercise K."""

    player: str
    round: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Won:
    """A player won the match."""

    player: str


Event = (
    Killed
    | Crushed
    | Damaged
    | Moved
    | Entered
    | Unharmed
    | Scored
    | Removed
    | Restored
    | CircleLost
    | TreadsLost
    | ArmourChanged
    | CounterChanged
    | FlagChanged
    | FoulCalled
    | Returned
    | TurnBegan
    | Won
)
#: The name of each event in scripts, journals and streams -> its class.
EVENT_CLASSES: Final = {
    "killed": Killed,
    "crushed": Crushed,
    "damaged": Damaged,
    "moved": Moved,
    "entered": Entered,
    "unharmed": Unharmed,
    "scored": Scored,
    "removed": Removed,
    "restored": Restored,
    "circle": CircleLost,
    "treads": TreadsLost,
    "armour": ArmourChanged,
    "counter": CounterChanged,
    "flag": FlagChanged,
    "foul": FoulCalled,
    "returned": Returned,
    "turn": TurnBegan,
    "won": Won,
}
assert set(EVENT_CLASSES.values()) == set(get_args(Event))
