"""Several pictures of one layout by a camera in the hand: each die from all of them, where it lies and which it is.

Each picture is read for itself; what lies at one place in several is one die. Its name is decided by the sum of what
they say, its place by one adjustment of all cameras and dice (``joint_adjustment``), so that a die that one picture
hides is read from another. A die that lies elsewhere in another picture is said to have moved, and is not averaged.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray
from companion.camera import (
    CAMERA_FREEDOMS,
    LocatedPicture,
    Pinhole,
    SensorPicture,
    camera_step,
    check_all_differ,
    locate_together,
    place_slopes,
)
from companion.errors import InputError
from companion.geometry import Pose, RigidPose, at_height, wrap_deg
from companion.text import gettext
from companion.vision import tuning
from companion.vision.handheld_reader import (
    HandheldReader,
    SightedPicture,
    camera_check,
    camera_doubt,
    is_held,
    read_sighted,
    remarks_about,
)
from companion.vision.reading import (
    CameraCheck,
    DieReading,
    FaceGuess,
    FaceName,
    PictureRefusedError,
    Problem,
    Reading,
    Remark,
)
from companion.vision.whole_dice import (
    FINE,
    JointDice,
    JointDie,
    JointPicture,
    OutlineMeasurement,
    RefinedCorners,
    Silhouettes,
    VerifiedDie,
    VisibleFace,
    adjust_jointly,
)

_THIRD_DEG = 120.0


@dataclass(frozen=True, slots=True)
class MovedDie:
    """A die that lies elsewhere in another picture: its face, the two pictures, and how far it went."""

    name: FaceName
    between: tuple[str, str]
    by_mm: float


@dataclass(frozen=True, slots=True)
class MultiViewReading:
    """All that several pictures of one layout say.

    images: their names; seen_in: for each die those in which it was seen; cameras, located: where each was taken from;
    moved: what lay elsewhere in another picture; remarks: what must be said beside the dice.
    """

    images: tuple[str, ...]
    dice: tuple[DieReading, ...]
    seen_in: tuple[tuple[str, ...], ...]
    cameras: tuple[CameraCheck, ...]
    located: tuple[LocatedPicture, ...]
    moved: tuple[MovedDie, ...] = ()
    remarks: tuple[Remark, ...] = ()

    @property
    def reading(self) -> Reading:
        """The same as of one picture, by the name of the first."""
        return Reading(self.images[0], self.dice, self.cameras[0], self.remarks)


@dataclass(frozen=True, slots=True, eq=False)
class _Member:
    """A die as one picture shows it: the picture's number, and its pose by the camera as the markers tell it."""

    picture: int
    die: VerifiedDie
    pose: Pose

    @property
    def name(self) -> FaceName | None:
        return self.die.name

    @property
    def flat(self) -> bool:
        return not self.die.leans


@dataclass(frozen=True, slots=True, eq=False)
class _Die:
    """What is one die in several pictures, at most once in each."""

    members: tuple[_Member, ...]

    @property
    def pictures(self) -> frozenset[int]:
        return frozenset(member.picture for member in self.members)

    @property
    def guesses(self) -> tuple[FaceGuess, ...]:
        """Which face is up by the sum of what all pictures say, likeliest first; what no picture can read is left."""
        if len(self.members) == 1:
            (member,) = self.members
            named = () if member.name is None else (FaceGuess(member.name, member.die.confidence),)
            return (*named, *member.die.alternatives)
        likely = [_likely_faces(member.die) for member in self.members]
        names: dict[FaceName | None, float] = dict.fromkeys({None, *(name for one in likely for name in one)}, 0.0)
        for name in names:
            names[name] = sum(math.log(max(one.get(name, 0.0), tuning.LEAST_NAMED_SHARE)) for one in likely)
        most = max(names.values())
        weights = {name: math.exp(score - most) for name, score in names.items()}
        total = sum(weights.values())
        reported = [FaceGuess(name, weight / total) for name, weight in weights.items() if name is not None]
        return tuple(sorted(reported, key=lambda guess: -guess.confidence))

    @property
    def name(self) -> FaceName | None:
        """The face that is up; ``None`` where that is unknown."""
        if len(self.members) == 1:
            return self.members[0].name
        guesses = self.guesses
        sure = guesses and guesses[0].confidence >= tuning.NAMED_TOGETHER
        return guesses[0].name if sure and any(one.name == guesses[0].name for one in self.members) else None

    @property
    def spokesmen(self) -> tuple[_Member, ...]:
        """The members that read it as what it is, or all where nobody knows."""
        own = tuple(member for member in self.members if member.name == self.name)
        return own or self.members

    @property
    def leans(self) -> bool:
        """Whether more speaks for a die that leans."""
        return sum(member.die.confidence * (-1 if member.flat else 1) for member in self.spokesmen) > 0


def _likely_faces(die: VerifiedDie) -> dict[FaceName | None, float]:
    """How likely each face is by one picture, and that it cannot be read."""
    verdict = die.place.verdict
    reported: dict[FaceName | None, float] = {guess.name: guess.confidence for guess in verdict.faces}
    reported[None] = verdict.unread
    return reported


@dataclass(frozen=True, slots=True, eq=False)
class _Cameras:
    """All cameras as they are thought to stand: the pictures, the step that each took from where its own markers put
    it, and the covariance of all freedoms, (14 n, 14 n)."""

    sighted: Sequence[SightedPicture]
    lenses: tuple[Pinhole, ...]
    step: FloatArray
    covariance: FloatArray = field(repr=False)

    @classmethod
    def by_markers(cls, sighted: Sequence[SightedPicture]) -> _Cameras:
        """As the markers of all pictures together put them: one lens took them, of one mat."""
        located, covariance = locate_together([one.located for one in sighted])
        lenses = tuple(one.lens for one in located)
        steps = [camera_step(one.located.lens, lens) for one, lens in zip(sighted, lenses, strict=True)]
        return cls(sighted, lenses, np.concatenate(steps), covariance)

    def after(self, joint: JointDice) -> _Cameras:
        return _Cameras(self.sighted, joint.lenses, joint.step, joint.covariance)

    def place(self, member: _Member) -> FloatArray:
        """Where a member lies by these cameras, (2,) mm."""
        lens = self.sighted[member.picture].located.lens
        slopes = place_slopes(lens, np.array([member.pose.centre_mm]), member.pose.top_mm)[0]
        return np.asarray(np.array(member.pose.centre_mm) + slopes @ self.step[_own(member.picture)], np.float64)

    def apart(self, one: _Member, other: _Member) -> tuple[float, float]:
        """How far two members lie from each other, mm, and in sigmas of what is known of that."""
        away = self.place(one) - self.place(other)
        slopes = np.zeros((2, len(self.step)))
        for member, sign in ((one, 1.0), (other, -1.0)):
            places = np.array([member.pose.centre_mm])
            slopes[:, _own(member.picture)] += (
                sign * place_slopes(self.lenses[member.picture], places, member.pose.top_mm)[0]
            )
        spread = slopes @ self.covariance @ slopes.T
        spread += sum((tuning.TOGETHER_SIGMA_EDGES * m.pose.edge_mm) ** 2 for m in (one, other)) * np.eye(2)
        return float(np.linalg.norm(away)), math.sqrt(float(away @ np.linalg.solve(spread, away)))


def _own(number: int) -> NDArray[np.intp]:
    """Where the freedoms of a picture's camera stand among all."""
    return CAMERA_FREEDOMS * number + np.arange(CAMERA_FREEDOMS)


def read_together(reader: HandheldReader, pictures: Sequence[SensorPicture]) -> MultiViewReading:
    """All dice of several pictures of one layout.

    Raises:
        InputError: there are fewer than two, or one is given twice.
        PictureRefusedError: one of them cannot be located or read, or they do not show one layout; it is named.
    """
    if len(pictures) < 2:
        raise InputError(gettext("--together needs two or more pictures of one layout, each from another place."))
    return read_sighted_together([reader.sight(picture) for picture in pictures])


def read_sighted_together(sighted: Sequence[SightedPicture]) -> MultiViewReading:
    """The same of pictures that were sighted, so that one more of a table costs no more than itself.

    Raises:
        InputError: one of them is given twice.
        PictureRefusedError: they do not show one layout.
    """
    if len(sighted) == 1:
        reading, located_one = read_sighted(sighted[0])
        seen_in_one = tuple((reading.image,) for _ in reading.dice)
        lists_of_one = seen_in_one, (reading.camera,), (located_one,), (), reading.remarks
        return MultiViewReading((reading.image,), reading.dice, *lists_of_one)
    check_all_differ([one.located.picture for one in sighted])
    members = [
        _Member(number, die, die.pose) for number, one in enumerate(sighted) for die in one.reader.tied(one.dice)
    ]
    cameras = start = _Cameras.by_markers(sighted)
    for _ in range(tuning.MATCH_ROUNDS):
        dice = _matched(cameras, members)
        known = [die for die in dice if die.name is not None and not die.leans and len(die.members) > 1]
        if known:
            cameras = cameras.after(_adjusted(start, cameras, known, by_faces=False))
    dice = _matched(cameras, members)
    _check_one_layout(cameras, dice)
    dice, moved = _without_moved(cameras, dice)
    dice = [die for die in dice if die.name is not None or not _is_outvoted(cameras, die)]
    flat = [die for die in dice if die.name is not None and not die.leans]
    corners, misfits = {}, (0.0,) * len(sighted)
    if flat:
        joint = _adjusted(start, cameras, flat, by_faces=True)
        cameras, corners = cameras.after(joint), dict(zip(map(id, flat), joint.corners, strict=True))
        misfits = joint.misfits
    reported, seen_in = [], []
    for die in dice:
        reported.append(_reported(cameras, die, corners.get(id(die))))
        seen_in.append(tuple(sighted[number].name for number in sorted(die.pictures)))
    located = [
        one.located.moved(lens, cameras.covariance[np.ix_(_own(n), _own(n))])
        for n, (one, lens) in enumerate(zip(sighted, cameras.lenses, strict=True))
    ]
    remarks = [
        replace(remark, text=f"{one.name}: {remark.text}")
        for one, there, misfit in zip(sighted, located, misfits, strict=True)
        for remark in remarks_about(one, there, reported, misfit)
    ]
    names = tuple(one.name for one in sighted)
    checks = tuple(map(camera_check, located))
    lists = tuple(seen_in), checks, tuple(located), tuple(moved), tuple(remarks)
    return MultiViewReading(names, tuple(reported), *lists)


def _matched(cameras: _Cameras, members: Sequence[_Member]) -> list[_Die]:
    """What is one die in several pictures: members that lie so near to each other, the likest pairs first."""
    pairs, places = [], [cameras.place(member) for member in members]
    for one, other in combinations(range(len(members)), 2):
        a, b = members[one], members[other]
        near_mm = tuning.MATCHED_EDGES * a.pose.edge_mm
        if a.picture == b.picture or float(np.linalg.norm(places[one] - places[other])) > near_mm:
            continue
        if not math.isclose(a.pose.edge_mm, b.pose.edge_mm, rel_tol=tuning.MAX_SIZE_DIFFERENCE):
            continue
        sigmas = cameras.apart(a, b)[1]
        if sigmas < tuning.MATCHED_SIGMAS:
            pairs.append((sigmas**2 + _unlike(a, b), one, other))
    group = {number: {number} for number in range(len(members))}
    for _, one, other in sorted(pairs):
        both = group[one] | group[other]
        if group[one] is not group[other] and len({members[n].picture for n in both}) == len(both):
            for n in both:
                group[n] = both
    unique = {id(one): one for one in group.values()}
    return [_Die(tuple(members[n] for n in sorted(one))) for one in unique.values()]


def _unlike(one: _Member, other: _Member) -> float:
    """What speaks against two members being one die by what they were read as, in squares of sigmas."""
    if one.name is None or other.name is None:
        return tuning.UNREAD_UNLIKE
    turned = abs(wrap_deg(one.pose.heading_deg - other.pose.heading_deg))
    return 0.0 if one.name == other.name and turned < tuning.SAME_HEADING_DEG else tuning.OTHER_UNLIKE


def _adjusted(start: _Cameras, cameras: _Cameras, dice: Sequence[_Die], *, by_faces: bool) -> JointDice:
    """Cameras and flat dice together, by the outlines of the dice alone or by all their faces."""
    joint = [_joint_die(cameras, die) for die in dice]
    pictures = []
    for number, one in enumerate(start.sighted):
        rows = np.zeros((CAMERA_FREEDOMS, len(start.step)))
        rows[:, _own(number)] = np.eye(CAMERA_FREEDOMS)
        sights = list(_faces(one, number, dice, joint)) if by_faces else []
        pictures.append(JointPicture(one.photograph, rows, sights))
    held = np.repeat([is_held(one.located, tuning.HELD_TOGETHER_MM) for one in start.sighted], CAMERA_FREEDOMS)
    return adjust_jointly(pictures, joint, start.step, start.covariance, held)


def _joint_die(cameras: _Cameras, die: _Die) -> JointDie:
    """A flat die as all pictures show it; it starts where they see it on the average."""
    best = max(die.spokesmen, key=lambda member: member.die.confidence)
    hypothesis = best.die.hypothesis
    assert hypothesis is not None
    x, y = np.mean([cameras.place(member) for member in die.members], axis=0).tolist()
    pose = replace(best.pose, x_mm=x, y_mm=y)
    outlined = {}
    for member in die.members:
        placed = member.die.place.placed
        own = member.die.hypothesis
        there = own.rigid_pose if own is not None and member in die.spokesmen and member.flat else None
        if there is None:
            turns = round((pose.heading_deg - placed.pose.heading_deg) / _THIRD_DEG)
            there = RigidPose.flat(placed.pose.turned(turns), hypothesis.vertices)
        outlined[member.picture] = OutlineMeasurement(placed.pose, placed.sigma_mm, placed.sigma_deg), there
    return JointDie(RigidPose.flat(pose, hypothesis.vertices), hypothesis.vertices, outlined)


def _faces(
    sighted: SightedPicture, number: int, dice: Sequence[_Die], joint: Sequence[JointDie]
) -> Iterator[VisibleFace]:
    """The faces that a picture shows of these dice, where it shows them."""
    shown = [k for k, die in enumerate(joint) if number in die.outlined]
    if not shown:
        return
    bodies = [joint[k].outlined[number][1] for k in shown]
    names = [name for k in shown if (name := dice[k].name) is not None]
    all_bodies = [die.hypothesis.rigid_pose for die in sighted.dice if die.hypothesis is not None]
    hidden = Silhouettes(sighted.photograph.lens, all_bodies)
    photograph, evaluator = sighted.photograph, sighted.reader.evaluator
    for face in evaluator.visible_faces(photograph.lens, bodies, names, FINE, hidden=hidden, photograph=photograph):
        yield replace(face, pose_index=shown[face.pose_index])


def _check_one_layout(cameras: _Cameras, dice: Sequence[_Die]) -> None:
    """Raises PictureRefusedError where two pictures have hardly a die in common that both should show."""
    for one, other in combinations(range(len(cameras.sighted)), 2):
        both = sum({one, other} <= die.pictures for die in dice)
        alone = [_only_in(cameras, dice, *pair) for pair in ((one, other), (other, one))]
        count = both + max(alone)
        if count >= tuning.FEWEST_IN_COMMON and both < tuning.LEAST_IN_COMMON * count:
            text = gettext(
                "{picture} and {other} do not show one layout: of {count} dice that both should show, {both} lie at "
                "the same place. Give pictures of one table at rest.",
                picture=cameras.sighted[one].name,
                other=cameras.sighted[other].name,
                count=count,
                both=both,
            )
            raise PictureRefusedError(text, Remark(Problem.OTHER_LAYOUT, text), CameraCheck(None, 0))


def _only_in(cameras: _Cameras, dice: Sequence[_Die], number: int, away: int) -> int:
    """How many dice a picture shows that another should show, and does not."""
    only = (die for die in dice if number in die.pictures and away not in die.pictures)
    return sum(_should_show(cameras, die, away) for die in only)


def _should_show(cameras: _Cameras, die: _Die, number: int) -> bool:
    """Whether a picture should show a die, too: nothing that it shows stands before it."""
    member = die.spokesmen[0]
    x, y = cameras.place(member).tolist()
    pose = replace(member.pose, x_mm=x, y_mm=y)
    lens = cameras.lenses[number]
    px = lens.project(at_height(pose.top_corners_mm(), pose.top_mm))
    if (px < 0).any() or (px > np.array(lens.size_wh) - 1).any():
        return False
    bodies = [one.place.body for one in cameras.sighted[number].dice]
    return Silhouettes(lens, bodies).cover([pose])[0] is None


def _is_outvoted(cameras: _Cameras, die: _Die) -> bool:
    """Whether more pictures should show a die and do not than do: what looks like one from one place only is none."""
    others = set(range(len(cameras.sighted))) - die.pictures
    return sum(_should_show(cameras, die, number) for number in others) > len(die.pictures)


def _without_moved(cameras: _Cameras, dice: Sequence[_Die]) -> tuple[list[_Die], list[MovedDie]]:
    """The dice, each where most pictures have it, or the last; and what lay elsewhere in another."""
    kept, moved = list(dice), list[MovedDie]()
    for one, other in combinations(dice, 2):
        if one not in kept or other not in kept or one.name is None or one.name != other.name:
            continue
        if one.pictures & other.pictures or not _shown_apart(cameras, one, other):
            continue
        first, last = sorted((one, other), key=lambda die: (len(die.pictures), max(die.pictures)))
        a, b = first.spokesmen[0], last.spokesmen[0]
        pictures = sorted((a.picture, b.picture))
        by_mm = float(np.linalg.norm(cameras.place(a) - cameras.place(b)))
        between = cameras.sighted[pictures[0]].name, cameras.sighted[pictures[1]].name
        moved.append(MovedDie(one.name, between, by_mm))
        kept.remove(first)
    return kept, moved


def _shown_apart(cameras: _Cameras, one: _Die, other: _Die) -> bool:
    """Whether it is one die: each picture that shows it at the one place should show it at the other as well, had it
    been there, too."""
    return any(_should_show(cameras, one, number) for number in other.pictures) and any(
        _should_show(cameras, other, number) for number in one.pictures
    )


def _reported(cameras: _Cameras, die: _Die, corners: RefinedCorners | None) -> DieReading:
    """What is reported of a die: by its measured corners, or by the mean of all pictures, each by what it knows."""
    best = max(die.spokesmen, key=lambda member: member.die.confidence)
    sighted = cameras.sighted[best.picture]
    if corners is not None:
        reported = sighted.reader.report_die(replace(best.die, corners=corners), sighted.check)
        guesses = die.guesses
        return replace(
            reported,
            sigma_mm=corners.sigma_mm,
            sigma_deg=corners.sigma_deg,
            confidence=guesses[0].confidence,
            alternatives=guesses[1 : tuning.MAX_NAMED_FACES],
            covariance_mm2=corners.centre_covariance_mm2,
        )
    matrix, vector = np.zeros((2, 2)), np.zeros(2)
    for member in die.spokesmen:
        there = cameras.sighted[member.picture]
        sigma_mm, _ = there.check.sigmas(*member.die.sigmas)
        lens, own = cameras.lenses[member.picture], _own(member.picture)
        spread, _ = camera_doubt(lens, cameras.covariance[np.ix_(own, own)], member.pose)
        information = np.linalg.inv(spread + sigma_mm**2 * np.eye(2))
        matrix, vector = matrix + information, vector + information @ cameras.place(member)
    covariance = np.asarray(np.linalg.inv(matrix), np.float64)
    x, y = (covariance @ vector).tolist()
    reported = sighted.reader.report_die(best.die, sighted.check)
    name, guesses = die.name, die.guesses
    sure = guesses[0].confidence if name is not None else reported.confidence
    return replace(
        reported,
        pose=replace(reported.pose, x_mm=x, y_mm=y),
        sigma_mm=math.sqrt(float(np.trace(covariance)) / 2),
        name=name,
        confidence=sure,
        alternatives=guesses[1 if name is not None else 0 : tuning.MAX_NAMED_FACES],
        covariance_mm2=covariance,
    )
