"""What the people at the table are in the middle of: frozen values, from looking at a die to settling a close call.

A mode holds only what has been chosen so far; what it means is asked of the rules each time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum, auto
from typing import Final

from companion.geometry import Point, Pose, wrap_deg
from companion.rules import Piece, Ruling, Zone
from companion.rules.actions import Action, Release, RestingPose
from companion.rules.corrections import Correction
from companion.session.inference import Discrepancy, Proposal
from companion.session.match import MatchAct
from companion.session.play.tuning import EQUAL_SHARE

#: So many characters a typed number may have.
_LONGEST: Final = 7


@dataclass(frozen=True, slots=True)
class PlacedPose:
    """How a die is put on the drawn table: face, centre of its top face (table, mm), heading."""

    face: str
    centre_mm: Point
    heading_deg: float

    def pose(self, piece: Piece) -> Pose:
        """The pose of that piece, lying so."""
        return Pose(*self.centre_mm, self.heading_deg, piece.die.edge_mm)

    def moved_to(self, centre_mm: Point) -> PlacedPose:
        """The same elsewhere."""
        return replace(self, centre_mm=centre_mm)

    def moved_by(self, x_mm: float, y_mm: float) -> PlacedPose:
        """The same a step away."""
        return replace(self, centre_mm=(self.centre_mm[0] + x_mm, self.centre_mm[1] + y_mm))

    def turned_by(self, turn_deg: float) -> PlacedPose:
        """The same, turned counter-clockwise."""
        return replace(self, heading_deg=wrap_deg(self.heading_deg + turn_deg))

    def resting(self, level: int | None = None) -> RestingPose:
        """The same as in an act, rounded to what a journal keeps."""
        x, y = self.centre_mm
        return RestingPose(self.face, (round(x, 2), round(y, 2)), round(self.heading_deg, 2), level)


@dataclass(frozen=True, slots=True)
class Browsing:
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
class NamingSystem:
    """The systems of an Ogre that is shot at, as a list to choose from. aim: the shot."""

    aim: Aiming


@dataclass(frozen=True, slots=True)
class Rolling:
    """A maneuver: over which corner? corner: the one in focus, which Enter rolls over."""

    piece: str
    corner: int | None = None


@dataclass(frozen=True, slots=True)
class PickingDie:
    """Which die in hand is thrown? typed: what has been typed of its name."""

    typed: str = ""


@dataclass(frozen=True, slots=True)
class Calling:
    """A Call: which die in hand?"""

    by: str


@dataclass(frozen=True, slots=True)
class Commanding:
    """A Command of a die or a Command Post; ``double``: as a Double Shot."""

    by: str
    double: bool = False


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers that are typed one after the other, as they are written; at: the one that the keys go to; fresh: nothing
    of it has been typed yet, so that the first digit begins it anew."""

    texts: tuple[str, ...]
    at: int = 0
    fresh: bool = True

    @classmethod
    def of(cls, *values: float, at: int = 0) -> Numbers:
        """Numbers to begin with."""
        return cls(tuple(f"{value:.10g}" for value in values), at)

    @property
    def values(self) -> tuple[float, ...]:
        """What they are; one that is not written yet is 0."""
        return tuple(float(text) if text.strip("-.") else 0.0 for text in self.texts)

    def typed(self, character: str) -> Numbers:
        """With a digit or a point more; what would be no number any more, or too long for one, stays as it is."""
        now = "" if self.fresh else self.texts[self.at]
        if len(now) >= _LONGEST or (character == "." and "." in now):
            return self
        return self._with(character if now == "0" and character != "." else now + character)

    def shortened(self) -> Numbers:
        """Without the last character."""
        return self._with(self.texts[self.at][:-1])

    def negated(self) -> Numbers:
        """With the other sign."""
        now = self.texts[self.at]
        return replace(self._with(now[1:] if now.startswith("-") else f"-{now}"), fresh=self.fresh)

    def moved_by(self, step: float) -> Numbers:
        """So much more."""
        return self._with(f"{self.values[self.at] + step:.10g}", fresh=True)

    def stepped(self, step: int) -> Numbers:
        """With the keys going to another number."""
        return replace(self, at=(self.at + step) % len(self.texts), fresh=True)

    def _with(self, text: str, *, fresh: bool = False) -> Numbers:
        texts = tuple(text if place == self.at else other for place, other in enumerate(self.texts))
        return replace(self, texts=texts, fresh=fresh)


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
    that lie otherwise now; held: the one of them in hand; first: what is done before it, such as ending a turn;
    release: how far behind the thrower's edge and above the table it was let go, which the rules judge instead of
    ``foul`` (OG-THROW-02).
    """

    piece: str
    lies: PlacedPose
    placing: bool = False
    down: bool = False
    foul: bool = False
    off: bool = False
    on: str | None = None
    rolls_off: bool = False
    knocked_off: tuple[str, ...] = ()
    moved: tuple[tuple[str, PlacedPose], ...] = ()
    held: str | None = None
    clicks: Clicks = Clicks.PLACE
    first: tuple[Action, ...] = ()
    release: Release | None = None

    def with_moved(self, piece: str, lies: PlacedPose) -> Throwing:
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
    lies: PlacedPose
    owner: str
    zone: Zone = Zone.PLAY
    held: bool = False


@dataclass(frozen=True, slots=True)
class Settling:
    """The players decide what the program cannot: do they do that, or set it right so? back: where it was
    asked; words: what yes and no are called, where they are not "it may" and "it may not"; ruling: why they are asked
    (``None``: nobody entered them)."""

    act: MatchAct
    ruling: Ruling | None
    back: Mode
    words: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Confirming:
    """Something that is easily done by mistake is asked about first. steps: what is done then; question: what is asked;
    yes: what doing it is called; back: where it was asked."""

    steps: tuple[Action, ...] | Correction
    question: str
    yes: str
    back: Mode


@dataclass(frozen=True, slots=True)
class Proposed:
    """The camera has seen something done: proposals, the likeliest first, and the one that is looked at; differences:
    what table and match disagree in, if the proposals are wrong about dice that were misread; chosen: people have
    looked at one of several that are equally likely."""

    proposals: tuple[Proposal, ...]
    at: int = 0
    differences: tuple[Discrepancy, ...] = ()
    chosen: bool = False

    @property
    def equals(self) -> tuple[Proposal, ...]:
        """The proposals that are about equally likely, as long as people have chosen none; empty where the first is
        clearly the likeliest, or something must be asked of one of them first."""
        first = self.proposals[0].likeliness
        near = tuple(one for one in self.proposals if one.likeliness >= EQUAL_SHARE * first)
        undecided = len(near) > 1 and not self.chosen and not any(one.must_ask or one.base for one in near)
        return near if undecided else ()

    @property
    def now(self) -> Proposal:
        """The one that is looked at."""
        return self.proposals[self.at]

    def with_now(self, proposal: Proposal) -> Proposed:
        """The same with that one answered otherwise."""
        proposals = tuple(proposal if place == self.at else other for place, other in enumerate(self.proposals))
        return replace(self, proposals=proposals)


@dataclass(frozen=True, slots=True)
class Releasing:
    """Where a die was let go is typed: millimetres behind the thrower's edge, and above the table. back: the throw."""

    back: Throwing | Proposed
    numbers: Numbers


@dataclass(frozen=True, slots=True)
class Scoring:
    """Points are set by hand: the players' in their order. back: where they were asked for."""

    numbers: Numbers
    back: Mode


@dataclass(frozen=True, slots=True)
class Reconciling:
    """Table and match say different things: all differences, and the one that is asked about."""

    differences: tuple[Discrepancy, ...]

    @property
    def now(self) -> Discrepancy:
        """The one that is asked about."""
        return self.differences[0]


Mode = (
    Proposed
    | Reconciling
    | Browsing
    | Aiming
    | NamingSystem
    | Rolling
    | PickingDie
    | Calling
    | Commanding
    | Throwing
    | Releasing
    | Correcting
    | Scoring
    | Settling
    | Confirming
)


def drawn_mode(mode: Mode) -> Mode:
    """The mode that a question or a typing was begun in, whose picture stays meanwhile."""
    match mode:
        case Releasing() | Confirming():
            return drawn_mode(mode.back)
        case NamingSystem():
            return mode.aim
        case _:
            return mode
