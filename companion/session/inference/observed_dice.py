"""What lies on the table as the camera sees it, whichever value says so: a layout, a reading, or followed tracks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Protocol

from companion.catalogue import Die
from companion.geometry import Outline, Pose, turn_between_deg
from companion.session.inference.prior import Prior
from companion.session.layout import Layout
from companion.vision import DieReading, DieState, FaceGuess, FaceName, Reading


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die that is seen: its face (None: cannot be read), pose with error, how it lies, what else it may show.

    ``track`` is the number under which it is followed from one table at rest to the next; None where nobody follows.
    ``read_as``: what it was read as, where it is taken for something else; ``heading_sure``: whether it is known which
    of its corners is corner 0, as a name that is right says; else the heading is one of three. ``tilt_deg``: by how
    much it seems to lean, ``measured_top``: the corners of its top face, where that was measured. ``by_calibration``:
    how much of the sigmas is the same in every picture by its camera; ``kinds``: all dice that the reader knows, by id,
    for the printed name of one that is no die of the match.
    """

    name: FaceName | None
    pose: Pose
    sigma_mm: float = 0.2
    sigma_deg: float = 0.2
    state: DieState = DieState.FLAT
    alternatives: tuple[FaceGuess, ...] = ()
    track: int | None = None
    read_as: FaceName | None = None
    heading_sure: bool = True
    tilt_deg: float | None = None
    measured_top: Outline | None = None
    by_calibration: tuple[float, float] = (0.0, 0.0)
    kinds: Mapping[str, Die] = field(default_factory=lambda: MappingProxyType({}), compare=False, repr=False)

    @property
    def turn_known(self) -> bool:
        """Whether its heading can be distinguished from those a third of a turn away."""
        return self.name is not None and self.heading_sure

    def may_be(self, die: str) -> bool:
        """Whether it may be a die of that kind: read so, or unread, or among the runners-up."""
        return self.name is None or self.name.die == die or any(guess.name.die == die for guess in self.alternatives)

    def face_of(self, die: str) -> str | None:
        """The face that it shows if it is a die of that kind; None where that is unknown."""
        if self.name is not None and self.name.die == die:
            return self.name.face
        return next((guess.name.face for guess in self.alternatives if guess.name.die == die), None)


class Tracked(Protocol):
    """A die that is followed: its number, and what the readings of it agree on."""

    @property
    def id(self) -> int:
        """Its number."""

    @property
    def reading(self) -> DieReading:
        """How it lies."""


#: What can be looked at.
Observation = Layout | Reading | Iterable[SeenDie]


def seen_dice(looked: Observation) -> tuple[SeenDie, ...]:
    """The dice of a layout, of a reading, or themselves."""
    if isinstance(looked, Layout):
        return tuple(
            SeenDie(p.name, p.pose, p.sigma_mm, p.sigma_deg, p.state, measured_top=p.measured_top)
            for p in looked.pieces
        )
    if isinstance(looked, Reading):
        return tuple(_of_reading(die, None) for die in looked.dice)
    return tuple(looked)


def seen_tracks(
    tracks: Iterable[Tracked], prior: Prior | None = None, kinds: Mapping[str, Die] = MappingProxyType({})
) -> tuple[SeenDie, ...]:
    """The dice that the live table follows. With what the match expects, the runners-up are weighed by it, and a name
    that the picture leaves open may be decided by it; what was read clearly, and where a die lies, stays as it was
    read. kinds: all dice that the reader knows, by id."""
    followed = ((track.reading, replace(_of_reading(track.reading, track.id), kinds=kinds)) for track in tracks)
    return tuple(die if prior is None else _weighed(reading, die, prior) for reading, die in followed)


def _weighed(reading: DieReading, die: SeenDie, prior: Prior) -> SeenDie:
    place = reading.pose.centre_mm
    ranked = sorted(die.alternatives, key=lambda guess: -guess.confidence * prior.weight(guess.name, place))
    decided = prior.decide(reading)
    if decided is None:
        return replace(die, alternatives=tuple(ranked))
    others = tuple(guess for guess in ranked if guess.name != decided)
    return replace(die, name=decided, read_as=reading.name, alternatives=others, heading_sure=False)


def apart_mm(one: Pose, other: Pose) -> float:
    """Distance of two dice, centre to centre of their top faces."""
    return math.dist(one.centre_mm, other.centre_mm)


def turn_deg(one: Pose, other: Pose) -> float:
    """How far apart two headings are, 0 to 180."""
    return turn_between_deg(one.heading_deg, other.heading_deg)


def any_turn_deg(one: Pose, other: Pose) -> float:
    """How far apart two headings are where it is not known which corner is corner 0, 0 to 60."""
    return min(turn_deg(one, turned) for turned in turns(other))


def turns(pose: Pose) -> tuple[Pose, Pose, Pose]:
    """A pose with each of its corners as corner 0."""
    first, second, third = (replace(pose, heading_deg=(pose.heading_deg + turn) % 360) for turn in (0.0, 120.0, 240.0))
    return first, second, third


def turned_to(wanted: Pose, pose: Pose) -> Pose:
    """A pose with that of its corners as corner 0 that agrees best with another pose."""
    return min(turns(pose), key=lambda turned: turn_deg(wanted, turned))


def _of_reading(die: DieReading, track: int | None) -> SeenDie:
    reported = SeenDie(die.name, die.pose, die.sigma_mm, die.sigma_deg, die.state, die.alternatives, track)
    return replace(reported, tilt_deg=die.tilt_deg, measured_top=die.measured_top, by_calibration=die.by_calibration)
