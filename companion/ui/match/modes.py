"""What the people at the table are in the middle of: frozen values, from looking at a die to settling a close call.

A mode holds only what has been chosen so far; what it means is asked of the rules each time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum, auto
from typing import Any

from companion.geometry import Point, Pose
from companion.rules import Piece, Ruling, Zone
from companion.table.watching import Difference, Proposal

#: An act as a referee script has it, ``{"do": "shoot", "by": ...}``, or a correction (`table.match.corrected`).
Step = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Lies:
    """How a die is put on the drawn table: face, centre of its top face (table, mm), heading."""

    face: str
    centre_mm: Point
    heading_deg: float

    def pose(self, piece: Piece) -> Pose:
        """The pose of that piece, lying so."""
        return Pose(*self.centre_mm, self.heading_deg, piece.die.edge_mm)

    def moved_to(self, centre_mm: Point) -> Lies:
        """The same elsewhere."""
        return replace(self, centre_mm=centre_mm)

    def moved_by(self, x_mm: float, y_mm: float) -> Lies:
        """The same a step away."""
        return replace(self, centre_mm=(self.centre_mm[0] + x_mm, self.centre_mm[1] + y_mm))

    def turned_by(self, turn_deg: float) -> Lies:
        """The same, turned counter-clockwise."""
        return replace(self, heading_deg=(self.heading_deg + turn_deg + 180) % 360 - 180)

    def as_keys(self) -> dict[str, Any]:
        """The keys of a pose in a step."""
        x, y = self.centre_mm
        return {"face": self.face, "centre_mm": [round(x, 2), round(y, 2)], "heading_deg": round(self.heading_deg, 2)}


@dataclass(frozen=True, slots=True)
class Looking:
    """Nothing is begun; perhaps a die or Command Post is looked at (``""``: none)."""

    piece: str = ""


@dataclass(frozen=True, slots=True)
class Aiming:
    """An effect with an arrow is looked through.

    target: the one in focus, ``None`` the closest legal one; system: of an Ogre that is hit; second: the target of a
    Double Shot's second shot.
    """

    by: str
    effect: int
    target: str | None = None
    system: str | None = None
    second: str | None = None


@dataclass(frozen=True, slots=True)
class Rolling:
    """A maneuver: over which corner?"""

    piece: str


@dataclass(frozen=True, slots=True)
class Calling:
    """A Call: which die of the hand?"""

    by: str


@dataclass(frozen=True, slots=True)
class Commanding:
    """A Command of a die or a Command Post; ``double``: as a Double Shot."""

    by: str
    double: bool = False


class Clicks(StrEnum):
    """What a click on the table means while a throw is put down."""

    PLACE = auto()
    LEANS = auto()
    KNOCKED = auto()
    MOVED = auto()


@dataclass(frozen=True, slots=True)
class Throwing:
    """A throw as it came to lie, put down by hand; or the first placement in the centre (``placing``, OG-START-06).

    down: whether it has been put down, so that it no longer follows the mouse; on: what it leans on; rolls_off: it
    leans on terrain and is rolled off it, so that it lies as ``lies`` says (AD-TERR-06); moved: other dice
    that lie otherwise now; held: the one of them in hand; first: what is done before it, such as ending a turn.
    """

    piece: str
    lies: Lies
    placing: bool = False
    down: bool = False
    foul: bool = False
    off: bool = False
    on: str | None = None
    rolls_off: bool = False
    knocked_off: tuple[str, ...] = ()
    moved: tuple[tuple[str, Lies], ...] = ()
    held: str | None = None
    clicks: Clicks = Clicks.PLACE
    first: tuple[Step, ...] = ()

    def with_moved(self, piece: str, lies: Lies) -> Throwing:
        """The same with another die lying otherwise."""
        return replace(self, moved=tuple({**dict(self.moved), piece: lies}.items()))

    def with_knocked(self, piece: str) -> Throwing:
        """The same with a die knocked off, or no longer so."""
        names = self.knocked_off
        kept = tuple(name for name in names if name != piece)
        return replace(self, knocked_off=kept if piece in names else (*names, piece))


@dataclass(frozen=True, slots=True)
class Correcting:
    """A die is put right: whose it is, where, and on the table how it lies; ``held``: it follows the mouse."""

    piece: str
    lies: Lies
    owner: str
    zone: Zone = Zone.PLAY
    held: bool = False


@dataclass(frozen=True, slots=True)
class Settling:
    """The players decide what the program cannot: do they take the step? back: where it was asked; words: what yes and
    no are called, where they are not "it may" and "it may not"."""

    step: Step
    ruling: Ruling
    back: Mode
    words: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Proposed:
    """The camera has seen something done: proposals, the likeliest first, and the one that is looked at."""

    proposals: tuple[Proposal, ...]
    at: int = 0

    @property
    def now(self) -> Proposal:
        """The one that is looked at."""
        return self.proposals[self.at]

    def with_now(self, proposal: Proposal) -> Proposed:
        """The same with that one answered otherwise."""
        proposals = tuple(proposal if place == self.at else other for place, other in enumerate(self.proposals))
        return replace(self, proposals=proposals)


@dataclass(frozen=True, slots=True)
class Differing:
    """Table and match say different things: all differences, and the one that is asked about."""

    differences: tuple[Difference, ...]

    @property
    def now(self) -> Difference:
        """The one that is asked about."""
        return self.differences[0]


Mode = Proposed | Differing | Looking | Aiming | Rolling | Calling | Commanding | Throwing | Correcting | Settling
