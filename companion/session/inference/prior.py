"""What the match leads one to expect of a picture: it weighs names that the picture leaves open, and nothing else.

The dice that can lie on the table are those of the match; a die that lay somewhere lies there still with the same side,
or has rolled over one corner. What speaks against that is still believed when the picture is clear enough.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.catalogue import CORNERS
from companion.geometry import Point, Pose, rolled_pose
from companion.rules import Piece, Position
from companion.session.inference import tuning
from companion.vision import DieReading, FaceGuess, FaceName


@dataclass(frozen=True, slots=True)
class ExpectedFace:
    """A face that is expected about a place: how much it weighs there, and how far from there it still may be found."""

    name: FaceName
    pose: Pose
    weight: float
    reach_mm: float

    def at(self, centre_mm: Point) -> float:
        """What it weighs at a place."""
        apart = math.dist(self.pose.centre_mm, centre_mm) / self.reach_mm
        return self.weight * math.exp(-apart * apart / 2)


@dataclass(frozen=True, slots=True)
class Prior:
    """The dice of a match (id -> how many there are), and the faces that are expected where."""

    dice: Mapping[str, int]
    faces: Mapping[FaceName, float]
    places: tuple[ExpectedFace, ...]

    @classmethod
    def of(cls, position: Position) -> Prior:
        """What a match leads one to expect."""
        roster = Counter(piece.die.id for piece in position.pieces.values())
        kinds = {piece.die.id: piece.die for piece in position.pieces.values()}
        names = [FaceName(die.id, face.key) for die in kinds.values() for face in die.faces]
        faces = {name: tuning.ANYWHERE_WEIGHT * roster[name.die] / max(1, len(names)) for name in names}
        places = tuple(expected for piece in position.in_play for expected in _expected(piece))
        return cls(MappingProxyType(dict(roster)), MappingProxyType(faces), places)

    def weight(self, name: FaceName, centre_mm: Point) -> float:
        """How much speaks for a face at a place before anybody has looked; never 0."""
        here = sum(expected.at(centre_mm) for expected in self.places if expected.name == name)
        return here + self.faces.get(name, tuning.FOREIGN_WEIGHT)

    def weighed(self, reading: DieReading) -> tuple[FaceGuess, ...]:
        """What was read, with its runners-up, weighed by what is expected; the likeliest first, together 1 at most."""
        read = [FaceGuess(reading.name, reading.confidence)] if reading.name else []
        guesses = {guess.name: guess.confidence for guess in (*reading.alternatives, *read)}
        weights = {name: c * self.weight(name, reading.pose.centre_mm) for name, c in guesses.items()}
        total = sum(weights.values()) or 1.0
        ranked = sorted(weights.items(), key=lambda item: -item[1])
        return tuple(FaceGuess(name, weight / total) for name, weight in ranked)

    def decide(self, reading: DieReading) -> FaceName | None:
        """Another face than was read, or the face of an unread die, where the picture leaves it open and what is
        expected leaves no doubt; None: the reading stands."""
        if reading.confidence >= tuning.CLEAR_PICTURE:
            return None
        place = reading.pose.centre_mm
        guesses = {guess.name: guess.confidence for guess in reading.alternatives}
        unknown = 0.0 if reading.name else reading.confidence * tuning.FOREIGN_WEIGHT
        guesses |= {reading.name: reading.confidence} if reading.name else {}
        weights = {name: confidence * self.weight(name, place) for name, confidence in guesses.items()}
        best = max(weights, key=lambda name: weights[name], default=None)
        if best is None or best == reading.name:
            return None
        return best if weights[best] > tuning.DECIDED_SHARE * (sum(weights.values()) + unknown) else None


def _expected(piece: Piece) -> Iterator[ExpectedFace]:
    face = piece.face
    if face is None:
        return
    yield ExpectedFace(FaceName(piece.die.id, face.key), piece.placed, tuning.STAYS_WEIGHT, tuning.STAYS_MM)
    for corner in CORNERS:
        after = piece.die.face_over(face, corner)
        if after is not None and after.vertices and face.vertices:
            end = rolled_pose(piece.placed, face.vertices, corner, after.vertices)
            yield ExpectedFace(FaceName(piece.die.id, after.key), end, tuning.ROLLS_WEIGHT, tuning.ROLLS_MM)
