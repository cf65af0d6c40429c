"""Several pictures of one layout by a camera in the hand: each die from all of them, where it lies and which it is.

Each picture is read for itself; what lies at one place in several is one die. Its name is decided by the sum of what
they say, its place by one adjustment of all cameras and dice (``joint_adjustment``), so that a die that one picture
hides is read from another. A die that lies elsewhere in another picture is said to have moved, and is not averaged.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.camera import (
    CAMERA_FREEDOMS,
    LocatedPicture,
    SensorPicture,
    check_all_differ,
)
from companion.errors import InputError
from companion.geometry import RigidPose
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
from companion.vision.matched_views import (
    DieView,
    MatchedDie,
    MovedDie,
    ViewCameras,
    check_one_layout,
    match_views,
    own_freedoms,
    without_moved,
    without_phantoms,
    without_prints,
)
from companion.vision.reading import (
    CameraCheck,
    DieReading,
    Reading,
    Remark,
    UnknownObject,
)
from companion.vision.whole_dice import (
    FINE,
    JointDice,
    JointDie,
    JointPicture,
    OutlineMeasurement,
    RefinedCorners,
    Silhouettes,
    VisibleFace,
    adjust_jointly,
)

_THIRD_DEG = 120.0


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
        DieView(number, die, die.pose) for number, one in enumerate(sighted) for die in one.reader.tied(one.dice)
    ]
    cameras = start = ViewCameras.by_markers(sighted)
    for _ in range(tuning.MATCH_ROUNDS):
        dice = match_views(cameras, members)
        known = [die for die in dice if die.name is not None and not die.leans and len(die.members) > 1]
        if known:
            cameras = cameras.after(_adjusted(start, cameras, known, by_faces=False))
    dice = match_views(cameras, members)
    check_one_layout(cameras, dice)
    dice, moved = without_moved(cameras, without_prints(cameras, dice))
    dice = without_phantoms(cameras, dice)
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
        one.located.moved(lens, cameras.covariance[np.ix_(own_freedoms(n), own_freedoms(n))])
        for n, (one, lens) in enumerate(zip(sighted, cameras.lenses, strict=True))
    ]
    remarks = [
        replace(remark, text=f"{one.name}: {remark.text}")
        for one, there, misfit, unknown in zip(
            sighted, located, misfits, _unknown_objects(sighted, reported), strict=True
        )
        for remark in remarks_about(one, there, reported, misfit, unknown)
    ]
    names = tuple(one.name for one in sighted)
    checks = tuple(map(camera_check, located))
    lists = tuple(seen_in), checks, tuple(located), tuple(moved), tuple(remarks)
    return MultiViewReading(names, tuple(reported), *lists)


def _unknown_objects(sighted: Sequence[SightedPicture], dice: Sequence[DieReading]) -> list[list[UnknownObject]]:
    """For each picture what lies beside all dice and two pictures at least show: a shade or glare is in one alone. What
    an earlier picture is said to show is not said again."""
    shown = [one.unknown_beside(dice) for one in sighted]
    reported: list[list[UnknownObject]] = []
    for number, things in enumerate(shown):
        before = [thing for some in reported for thing in some]
        others = [thing for some in shown[:number] + shown[number + 1 :] for thing in some]
        reported.append([one for one in things if _is_among(one, others) and not _is_among(one, before)])
    return reported


def _is_among(thing: UnknownObject, others: Sequence[UnknownObject]) -> bool:
    """Whether a thing lies where one of these does."""
    return any(math.dist(thing.centre_mm, one.centre_mm) < max(thing.radius_mm, one.radius_mm) for one in others)


def _adjusted(start: ViewCameras, cameras: ViewCameras, dice: Sequence[MatchedDie], *, by_faces: bool) -> JointDice:
    """Cameras and flat dice together, by the outlines of the dice alone or by all their faces."""
    joint = [_joint_die(cameras, die) for die in dice]
    pictures = []
    for number, one in enumerate(start.sighted):
        rows = np.zeros((CAMERA_FREEDOMS, len(start.step)))
        rows[:, own_freedoms(number)] = np.eye(CAMERA_FREEDOMS)
        sights = list(_faces(one, number, dice, joint)) if by_faces else []
        pictures.append(JointPicture(one.photograph, rows, sights))
    held = np.repeat([is_held(one.located, tuning.HELD_TOGETHER_MM) for one in start.sighted], CAMERA_FREEDOMS)
    return adjust_jointly(pictures, joint, start.step, start.covariance, held)


def _joint_die(cameras: ViewCameras, die: MatchedDie) -> JointDie:
    """A flat die as those pictures show it that have it flat; it starts where they see it on the average."""
    best, flat = die.speaker, [member for member in die.members if member.flat]
    hypothesis = best.die.hypothesis
    assert hypothesis is not None
    x, y = np.mean([cameras.place(member) for member in flat], axis=0).tolist()
    pose = replace(best.pose, x_mm=x, y_mm=y)
    outlined = {}
    for member in flat:
        placed = member.die.place.placed
        own = member.die.hypothesis
        there = own.rigid_pose if own is not None and member in die.spokesmen else None
        if there is None:
            turns = round((pose.heading_deg - placed.pose.heading_deg) / _THIRD_DEG)
            there = RigidPose.flat(placed.pose.turned(turns), hypothesis.vertices)
        outlined[member.picture] = OutlineMeasurement(placed.pose, placed.sigma_mm, placed.sigma_deg), there
    return JointDie(RigidPose.flat(pose, hypothesis.vertices), hypothesis.vertices, outlined)


def _faces(
    sighted: SightedPicture, number: int, dice: Sequence[MatchedDie], joint: Sequence[JointDie]
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


def _reported(cameras: ViewCameras, die: MatchedDie, corners: RefinedCorners | None) -> DieReading:
    """What is reported of a die: by its measured corners, or by the mean of all pictures, each by what it knows."""
    best = die.speaker
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
        lens, own = cameras.lenses[member.picture], own_freedoms(member.picture)
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
