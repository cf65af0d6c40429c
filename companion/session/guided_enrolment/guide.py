"""What the guided roll asks for next, and what it has filed: a value that every look and every answer makes anew.

A die is followed as it is rolled over its edges: which side is up now, by where it lies and by what it looks like. A
step over corner k moves the top face by one circumradius toward that corner and brings up the side that the die's net
says (GEO-08). Up to two steps are followed at once. A side that was filed is known by its looks wherever it lies; looks
that speak against a step win.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from companion import vision
from companion.arrays import Image
from companion.camera import Camera
from companion.catalogue import CORNERS, Die
from companion.geometry import Pose, circumradius_mm, rolled_pose, wrap_deg
from companion.vision import EnrolledView, FaceFault, FaceName, FaceSample, FaceSimilarity


@dataclass(frozen=True, slots=True, eq=False)
class DieObservation:
    """What was seen of a table at rest.

    dice: how many lie there. photograph: what shows the one, where it is one. pose: of that one; its heading points to
    any corner. faces: its top face cut out with corner 0, 1 or 2 up, counted from that heading. fault: why the face
    could not be enrolled. similarities: to the sides that are filed, likeliest first. duplicate_face: a face of another
    die that looks the same.
    """

    dice: int
    photograph: vision.Photograph | None = None
    pose: Pose | None = None
    faces: tuple[Image, ...] = ()
    fault: vision.FaceFault | None = None
    similarities: tuple[vision.FaceSimilarity, ...] = ()
    duplicate_face: vision.FaceName | None = None


class DieLocator:
    """Looks for one die; ``known``: the gallery of everybody else's, in which no face may look the same."""

    def __init__(self, camera: Camera, die: Die, known: vision.Gallery, networks: vision.Networks) -> None:
        self._die, self._networks = die, networks
        others = [name for name in {v.name.die for v in known.views} if name != die.id]
        self._known = known.only(others)
        self._reader = vision.Reader(camera, {die.id: die}, vision.Gallery.of((), networks.classifier), networks)

    @property
    def reader(self) -> vision.Reader:
        """Reads where the die lies, without knowing any of its faces."""
        return self._reader

    def locate(self, pixels: Image, camera: Camera, filed: Sequence[vision.EnrolledView]) -> DieObservation:
        """What a picture by the camera in force shows; ``filed``: the sides that are known by now."""
        if camera is not self._reader.camera:
            self._reader = self._reader.over(camera)
        poses = [die.pose for die in self._reader.read(pixels).dice]
        if len(poses) != 1:
            return DieObservation(len(poses))
        pose = poses[0]
        nobody = vision.FaceName(self._die.id, "")
        turned = [pose.turned(turn) for turn in range(3)]
        faces = tuple(vision.cut_view(pixels, camera.lens, one, nobody).picture for one in turned)
        shown = vision.EnrolledView(nobody, pose.edge_mm, faces[0])
        return DieObservation(
            1,
            vision.Photograph(pixels, camera.lens),
            pose,
            faces,
            vision.find_fault(faces[0]),
            tuple(vision.similarities_to(filed, shown, self._networks.classifier)),
            vision.find_duplicate_face(shown, self._known, self._networks.classifier),
        )


#: A die slips a little as it is rolled: so far, in circumradii, and so much may a step end from where it should.
_SLIP: Final = 0.45
_SLIP_DEG: Final = 25.0
#: A filed side is recognised from this similarity (-2..2) on, where no other side is nearly as like.
_RECOGNISED: Final = 1.8
_MARGIN: Final = 0.05
#: Different sides reach 1.83: beyond this it is the filed one, whatever the step says.
_SURELY: Final = 1.87
#: A side that is filed and that the step says is up cannot look less like itself than this.
_LEAST: Final = 1.4


_NOTHING = DieObservation(0)


@dataclass(frozen=True, slots=True)
class TrackedRoll:
    """How the die lies: its pose, the heading pointing to corner 0 of the side that is up."""

    face: str
    pose: Pose


def track_roll(
    die: Die, before: TrackedRoll | None, pose: Pose, similarities: Sequence[FaceSimilarity]
) -> TrackedRoll | None:
    """The tracked roll of a die that now lies at ``pose`` (heading to any corner); ``None`` where nobody can read."""
    known = _recognised(pose, similarities)
    stepped = _nearest(_hypotheses(die, before), pose) if before else None
    return known if stepped is None or _spoken_against(stepped.face, similarities) else stepped


def _recognised(pose: Pose, similarities: Sequence[FaceSimilarity]) -> TrackedRoll | None:
    """The filed side that is up, by its looks alone."""
    if not similarities or similarities[0].value < _RECOGNISED:
        return None
    first = similarities[0]
    rivals = [one.value for one in similarities if (one.name, one.turn) != (first.name, first.turn)]
    if rivals and first.value - max(rivals) < _MARGIN:
        return None
    return TrackedRoll(first.name.face, pose.turned(-first.turn))


def _spoken_against(face: str, similarities: Sequence[FaceSimilarity]) -> bool:
    """Whether looks contradict that this side is up.

    Sides of one die share their painting: of one that is filed another may look more like what is up by a little only,
    and one that is not filed may look much like a filed one.
    """
    own = max((one.value for one in similarities if one.name.face == face), default=None)
    best = max((one.value for one in similarities if one.name.face != face), default=-2.0)
    if own is None:
        return best > _SURELY
    return own < _LEAST or best > own + 2 * _MARGIN


def _hypotheses(die: Die, before: TrackedRoll) -> Iterator[TrackedRoll]:
    """Where the die would lie had it stayed, or been rolled once or twice."""
    yield before
    for once in _steps(die, before):
        yield once
        yield from (twice for twice in _steps(die, once) if twice.face != before.face)


def _steps(die: Die, tracked_roll: TrackedRoll) -> Iterator[TrackedRoll]:
    face = die.face(tracked_roll.face)
    if face is None or face.vertices is None:
        return
    for corner in CORNERS:
        up = die.face_over(face, corner)
        if up is not None and up.vertices is not None:
            yield TrackedRoll(up.key, rolled_pose(tracked_roll.pose, face.vertices, corner, up.vertices))


def _nearest(hypotheses: Iterator[TrackedRoll], pose: Pose) -> TrackedRoll | None:
    """The hypothesis that fits best, lying exactly where the die was seen; ``None`` where none fits."""
    reach_mm = _SLIP * circumradius_mm(pose.edge_mm)
    fitting = [
        (math.dist(one.pose.centre_mm, pose.centre_mm), one)
        for one in hypotheses
        if math.dist(one.pose.centre_mm, pose.centre_mm) < reach_mm
        and abs(_off_deg(one.pose.heading_deg, pose.heading_deg)) < _SLIP_DEG
    ]
    if not fitting:
        return None
    best = min(fitting, key=lambda pair: pair[0])[1]
    return TrackedRoll(
        best.face, replace(pose, heading_deg=best.pose.heading_deg + _off_deg(best.pose.heading_deg, pose.heading_deg))
    )


def _off_deg(expected_deg: float, seen_deg: float) -> float:
    """How far a heading to any corner is off, -60..60."""
    return wrap_deg(seen_deg - expected_deg, 120.0)


class Need(StrEnum):
    """What people are to do now."""

    PUT_DOWN = "put-down"
    ALONE = "alone"
    SHARPER = "sharper"
    LESS_GLARE = "less-glare"
    SIDE = "side"
    ROLL = "roll"
    DONE = "done"


_OF_FAULT = {FaceFault.BLURRED: Need.SHARPER, FaceFault.GLARED: Need.LESS_GLARE}
assert set(_OF_FAULT) == set(FaceFault)


@dataclass(frozen=True, slots=True, eq=False)
class FiledSide:
    """A side that is known: how it looks, and where it lay in which photograph, for all sides together to be placed
    more exactly than each of them (``companion.vision.agreed_views``)."""

    view: EnrolledView
    sample: FaceSample

    @property
    def face(self) -> str:
        """Which side it is."""
        return self.view.name.face


@dataclass(frozen=True, slots=True, eq=False)
class Guide:
    """One die's enrolment so far.

    filed: the sides that are known, in the order in which they came up. tracked_roll: how the die lies, where that is
    known. observation: the last one. need: what to do now. asked: how often the side had to be asked for.
    """

    die: Die
    filed: tuple[FiledSide, ...] = ()
    tracked_roll: TrackedRoll | None = None
    observation: DieObservation = field(default=_NOTHING)
    need: Need = Need.PUT_DOWN
    asked: int = 0

    @property
    def views(self) -> tuple[EnrolledView, ...]:
        """How the sides look that are known."""
        return tuple(side.view for side in self.filed)

    @property
    def missing(self) -> tuple[str, ...]:
        """The sides that have not been filed."""
        have = {side.face for side in self.filed}
        return tuple(face.key for face in self.die.faces if face.key not in have)

    @property
    def last(self) -> FiledSide | None:
        """The side filed last."""
        return self.filed[-1] if self.filed else None

    def seen(self, observation: DieObservation) -> Guide:
        """After another look at the table at rest."""
        now = replace(self, observation=observation)
        if observation.pose is None:
            return replace(now, need=Need.PUT_DOWN if observation.dice == 0 else Need.ALONE)
        tracked_roll = track_roll(self.die, self.tracked_roll, observation.pose, observation.similarities)
        if tracked_roll is None:
            return now._lost()
        return replace(now, tracked_roll=tracked_roll)._with_what_is_up()

    def answered(self, face: str, turn: int) -> Guide:
        """A person has said which side is up, and which of the three corners (see ``Look``) is its corner 0. Raises
        ValueError: nothing was asked, the die has no such side, or there is no such corner."""
        pose = self.observation.pose
        if self.need is not Need.SIDE or pose is None:
            raise ValueError("nobody asked which side is up")
        if self.die.face(face) is None or turn not in range(3):
            raise ValueError(f"{self.die.id} has no face {face!r} with a corner {turn} up")
        tracked_roll = TrackedRoll(face, pose.turned(turn))
        return replace(self._without(face), tracked_roll=tracked_roll)._with_what_is_up()

    def ask_again(self) -> Guide:
        """A person says that the side followed is wrong: what is up now is asked for, and its picture given up."""
        if self.observation.pose is None:
            return self
        reported = self._without(self.tracked_roll.face) if self.tracked_roll else self
        return replace(reported, tracked_roll=None)._lost()

    def take_back(self) -> Guide:
        """Without the side filed last; it is filed again when it comes up."""
        return replace(self, filed=self.filed[:-1], need=Need.PUT_DOWN, observation=_NOTHING)

    def _without(self, face: str) -> Guide:
        return replace(self, filed=tuple(side for side in self.filed if side.face != face))

    def _lost(self) -> Guide:
        if self.observation.fault is not None:
            return replace(self, tracked_roll=None, need=_OF_FAULT[self.observation.fault])
        return replace(self, tracked_roll=None, need=Need.SIDE, asked=self.asked + (self.need is not Need.SIDE))

    def _with_what_is_up(self) -> Guide:
        """File the side that is up, unless it is filed or something speaks against it."""
        if self.tracked_roll is None or self.tracked_roll.face not in self.missing:
            return self._going_on()
        if self.observation.fault is not None:
            return replace(self, need=_OF_FAULT[self.observation.fault])
        # The side that is up, corner 0 up.
        photograph, pose = self.observation.photograph, self.observation.pose
        if photograph is None or pose is None:
            raise ValueError("no die was seen")
        turn = round((self.tracked_roll.pose.heading_deg - pose.heading_deg) / 120) % 3
        name = FaceName(self.die.id, self.tracked_roll.face)
        view = EnrolledView(name, pose.edge_mm, self.observation.faces[turn])
        cut = FiledSide(view, FaceSample.at(photograph, name, pose.turned(turn)))
        return replace(self, filed=(*self.filed, cut))._going_on()

    def _going_on(self) -> Guide:
        return replace(self, need=Need.ROLL if self.missing else Need.DONE)
