"""What the guided roll asks for next, and what it has filed: a value that every look and every answer makes anew."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.catalogue import Die
from companion.session.guided_enrolment.die_locator import EnrolmentLook
from companion.session.guided_enrolment.roll_tracking import TrackedRoll, track_roll
from companion.vision import EnrolledView, FaceFault, FaceName, FaceSample

_NOTHING = EnrolmentLook(0)


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
    known. look: the last one. need: what to do now. asked: how often the side had to be asked for.
    """

    die: Die
    filed: tuple[FiledSide, ...] = ()
    tracked_roll: TrackedRoll | None = None
    look: EnrolmentLook = field(default=_NOTHING)
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

    def seen(self, look: EnrolmentLook) -> Guide:
        """After another look at the table at rest."""
        now = replace(self, look=look)
        if look.pose is None:
            return replace(now, need=Need.PUT_DOWN if look.dice == 0 else Need.ALONE)
        tracked_roll = track_roll(self.die, self.tracked_roll, look.pose, look.similarities)
        if tracked_roll is None:
            return now._lost()
        return replace(now, tracked_roll=tracked_roll)._with_what_is_up()

    def answered(self, face: str, turn: int) -> Guide:
        """A person has said which side is up, and which of the three corners (see ``Look``) is its corner 0.

        Raises:
            ValueError: nothing was asked, the die has no such side, or there is no such corner.
        """
        pose = self.look.pose
        if self.need is not Need.SIDE or pose is None:
            raise ValueError("nobody asked which side is up")
        if self.die.face(face) is None or turn not in range(3):
            raise ValueError(f"{self.die.id} has no face {face!r} with a corner {turn} up")
        tracked_roll = TrackedRoll(face, pose.turned(turn))
        return replace(self._without(face), tracked_roll=tracked_roll)._with_what_is_up()

    def ask_again(self) -> Guide:
        """A person says that the side followed is wrong: what is up now is asked for, and its picture given up."""
        if self.look.pose is None:
            return self
        told = self._without(self.tracked_roll.face) if self.tracked_roll else self
        return replace(told, tracked_roll=None)._lost()

    def take_back(self) -> Guide:
        """Without the side filed last; it is filed again when it comes up."""
        return replace(self, filed=self.filed[:-1], need=Need.PUT_DOWN, look=_NOTHING)

    def _without(self, face: str) -> Guide:
        return replace(self, filed=tuple(side for side in self.filed if side.face != face))

    def _lost(self) -> Guide:
        if self.look.fault is not None:
            return replace(self, tracked_roll=None, need=_OF_FAULT[self.look.fault])
        return replace(self, tracked_roll=None, need=Need.SIDE, asked=self.asked + (self.need is not Need.SIDE))

    def _with_what_is_up(self) -> Guide:
        """File the side that is up, unless it is filed or something speaks against it."""
        if self.tracked_roll is None or self.tracked_roll.face not in self.missing:
            return self._going_on()
        if self.look.fault is not None:
            return replace(self, need=_OF_FAULT[self.look.fault])
        return replace(self, filed=(*self.filed, self._cut(self.tracked_roll)))._going_on()

    def _going_on(self) -> Guide:
        return replace(self, need=Need.ROLL if self.missing else Need.DONE)

    def _cut(self, tracked_roll: TrackedRoll) -> FiledSide:
        """The side that is up, corner 0 up."""
        photograph, pose = self.look.photograph, self.look.pose
        if photograph is None or pose is None:
            raise ValueError("no die was seen")
        turn = round((tracked_roll.pose.heading_deg - pose.heading_deg) / 120) % 3
        name = FaceName(self.die.id, tracked_roll.face)
        view = EnrolledView(name, pose.edge_mm, self.look.faces[turn])
        return FiledSide(view, FaceSample.at(photograph, name, pose.turned(turn)))
