"""Learning faces from a user's own photographs: rough clicks in, a gallery out.

The clicks, two a face, are good to a few pixels, so the refiner settles where the face really lies.

Faces that were enrolled in a bad light, as other pictures show them on the sides of their dice.

Where the sun falls on a table, a face may be enrolled half in a shade, or so bright that its print is lost, and is not
known again in the shade. But the pictures of the other faces of its die show it as well, slanting, and in another
light; before a low camera even more squarely than from above.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from companion.arrays import Image
from companion.camera import (
    Camera,
    Flaw,
    HandheldCamera,
    Picture,
    Pinhole,
    SensorPicture,
    assess_picture,
    fit_picture,
    fit_points,
    locate_picture,
    locate_together,
    measure_displacement,
    read_picture,
    read_sensor_picture,
)
from companion.catalogue import Die
from companion.errors import InputError
from companion.geometry import Pose, height_mm, wrap_deg
from companion.text import N_, gettext, pgettext
from companion.vision.enrolment.bundle_adjustment import AdjustedFace, FaceSample, adjust_faces
from companion.vision.enrolment.quality_gate import find_fault
from companion.vision.enrolment.side_agreement import find_contradicted, goes_with_others
from companion.vision.enrolment.tuning import (
    CLICK_PASSES,
    CLICK_SIGMA_DEG,
    CLICK_SIGMA_EDGES,
    MAX_CLICK_MISS_EDGES,
    MAX_SURE_CLICK_MISS_EDGES,
    MOST_ELSEWHERE,
    MOST_SIDES,
    OTHER_LIGHT_LIKENESS,
    SAME_FACE_LIKENESS,
    SURE_DIE_SCORE,
)
from companion.vision.gallery import EnrolledView, Gallery
from companion.vision.reader import Networks
from companion.vision.reading import FaceName
from companion.vision.top_faces import PoseRefiner, RefinedPose
from companion.vision.whole_dice import FINE, Photograph, sample_poses, unit_faces


@dataclass(frozen=True, slots=True)
class FaceClick:
    """One face to enrol: its picture's file, its name, and the clicks on its centre and its corner 0 (px)."""

    image: str
    name: FaceName
    centre_px: tuple[float, float]
    corner0_px: tuple[float, float]


#: What is said of a whole picture that faces are enrolled from.
_FLAWED: Final = {
    Flaw.TOO_DARK: N_("vision", "{image} is dark: its faces may not be known again in good light. Turn a lamp on."),
    Flaw.OVEREXPOSED: N_(
        "vision", "{image} is overexposed: its faces may be washed out. Shorten the exposure, or use less light."
    ),
    Flaw.BLURRED: N_(
        "vision",
        "{image} is blurred: its faces may not be known again. Focus the camera, and take it again.",
    ),
}


@dataclass(frozen=True, slots=True)
class Enrolment:
    """A gallery, and the faces that deserve a second look, each with the reason in words."""

    gallery: Gallery
    doubts: tuple[str, ...]


def enrol(
    camera: Camera | HandheldCamera,
    dice: Mapping[str, Die],
    clicks: Sequence[FaceClick],
    folder: Path,
    networks: Networks,
) -> Enrolment:
    """Cut out and embedding every clicked face; pictures lie in ``folder``. Those by a camera in the hand have a pose
    each.

    Raises InputError or OperationError where a picture cannot be read, is of another size than the camera's, or was
    taken from where a camera on a stand does not stand.
    """
    by_image: dict[str, list[FaceClick]] = defaultdict(list)
    for click in clicks:
        by_image[click.image].append(click)
    cuts: list[_Cut] = []
    doubts: list[str] = []
    if isinstance(camera, HandheldCamera):
        opened = _opened_by_hand(camera, by_image, folder)
    else:
        opened = _opened_on_stand(camera, by_image, folder)
    for image, (picture, fitted, there) in opened.items():
        doubts += [pgettext("vision", _FLAWED[flaw], image=image) for flaw in _flaws(there, picture)]
        here = _cuts(there, dice, fitted, picture, networks)
        cuts += here
        doubts += [doubt for cut in here for doubt in cut.doubts]
    have = {cut.click.name for cut in cuts}
    seen = {name.die for name in have}
    missing = [
        gettext("{die}: no picture of face {lost}", die=die.id, lost=", ".join(lost))
        for die in dice.values()
        if die.id in seen and (lost := [f.key for f in die.faces if FaceName(die.id, f.key) not in have])
    ]
    doubts.extend(missing)
    adjusted, at_odds = _agreed(dice, cuts, PoseRefiner(networks.refiner))
    doubts += [_contradiction(cut.click) for cut in at_odds]
    return Enrolment(Gallery.of(_views(adjusted), networks.classifier), tuple(doubts))


def _agreed(
    dice: Mapping[str, Die], cuts: Sequence[_Cut], refiner: PoseRefiner
) -> tuple[list[AdjustedFace], list[_Cut]]:
    """The faces as all sights of their dice place them, and the cuts of which they do not go with those beside them;
    one of these that does elsewhere, where the refiner saw a die as well, is cut out there."""
    samples = [cut.sample for cut in cuts]
    adjusted = adjust_faces(dice, samples)
    at_odds = find_contradicted(adjusted)
    mended = False
    for number in at_odds:
        cut = cuts[number]
        others = _from_around(refiner, cut.sample.photograph, cut.clicked, cut.settled)
        elsewhere = cut_elsewhere(dice, samples, number, [one.pose for one in others])
        if elsewhere is not None:
            samples[number], mended = elsewhere, True
    if mended:
        adjusted = adjust_faces(dice, samples)
        at_odds = find_contradicted(adjusted)
    return adjusted, [cuts[number] for number in at_odds]


def cut_elsewhere(
    dice: Mapping[str, Die], samples: Sequence[FaceSample], number: int, others: Sequence[Pose]
) -> FaceSample | None:
    """A face cut out at the first of other poses at which it goes with those beside it; ``None`` where it does at
    none."""
    own = [one for one in samples if one.name.die == samples[number].name.die]
    place = next(n for n, one in enumerate(own) if one is samples[number])
    for pose in others[:MOST_ELSEWHERE]:
        own[place] = FaceSample.at(samples[number].photograph, samples[number].name, pose)
        if goes_with_others(adjust_faces(dice, own), place):
            return own[place]
    return None


def _contradiction(click: FaceClick) -> str:
    return gettext(
        "{die} face {face} in {image} does not go with the faces beside it: is it, or one of those, another face than "
        "it is named, or its corner 0 another corner? Put that right, or click it once more.",
        die=click.name.die,
        face=click.name.face,
        image=click.image,
    )


def _fit_clicks(clicks: Sequence[FaceClick], taken: Picture, camera: Camera) -> list[FaceClick]:
    """The clicks as they lie once their picture is scaled to the camera's size."""
    fitted = []
    for click in clicks:
        points = np.array([click.centre_px, click.corner0_px])
        (x, y), (right, down) = fit_points(points, taken.size_wh, camera.lens.size_wh).tolist()
        fitted.append(replace(click, centre_px=(x, y), corner0_px=(right, down)))
    return fitted


def _flaws(camera: Camera, picture: Image) -> list[Flaw]:
    """What is wrong with a picture that faces are enrolled from."""
    return [flaw for flaw in assess_picture(camera, picture).flaws if flaw in _FLAWED]


#: A picture with its clicks, and the camera that took it from where it was.
_Opened = tuple[Image, list[FaceClick], Camera]


def _opened_by_hand(camera: HandheldCamera, clicks: Mapping[str, list[FaceClick]], folder: Path) -> dict[str, _Opened]:
    """The pictures with these clicks, each taken from where the markers of all say."""
    located, _ = locate_together([locate_picture(camera, read_sensor_picture(folder / image)) for image in clicks])
    return {
        image: (one.picture.pixels, [_in_sensor(click, one.picture) for click in here], one.camera)
        for one, (image, here) in zip(located, clicks.items(), strict=True)
    }


def _opened_on_stand(camera: Camera, clicks: Mapping[str, list[FaceClick]], folder: Path) -> dict[str, _Opened]:
    """The pictures with these clicks, all by a camera that stands there."""
    opened = {}
    for image, here in clicks.items():
        picture, fitted = _fitted(camera, here, folder / image)
        if measure_displacement(camera, picture).has_moved:
            raise InputError(
                gettext(
                    "{file} was not taken from where the camera stood when it was calibrated: all pictures must come "
                    "from there. For pictures from several places calibrate with `companion calibrate --handheld`.",
                    file=folder / image,
                )
            )
        opened[image] = picture, fitted, camera
    return opened


def _in_sensor(click: FaceClick, picture: SensorPicture) -> FaceClick:
    """A click on the upright picture as the sensor's frame has it."""
    (x, y), (right, down) = picture.from_upright(np.array([click.centre_px, click.corner0_px])).tolist()
    return replace(click, centre_px=(x, y), corner0_px=(right, down))


def _fitted(camera: Camera, clicks: Sequence[FaceClick], path: Path) -> tuple[Image, list[FaceClick]]:
    """A picture and its clicks in the camera's size."""
    taken = read_picture(path)
    picture, fitted = fit_picture(taken.pixels, camera.lens.size_wh), _fit_clicks(clicks, taken, camera)
    if picture.shape[1::-1] != tuple(camera.lens.size_wh):
        raise InputError(
            gettext(
                "{file} is not of the size {size_wh} that the camera was calibrated with.",
                file=path,
                size_wh=camera.lens.size_wh,
            )
        )
    return picture, fitted


@dataclass(frozen=True, slots=True, eq=False)
class _Cut:
    """A clicked face cut out; where it was clicked, where the refiner saw it from there, and what is doubtful."""

    click: FaceClick
    sample: FaceSample
    clicked: Pose
    settled: RefinedPose
    doubts: tuple[str, ...]


def _cuts(
    camera: Camera, dice: Mapping[str, Die], clicks: Sequence[FaceClick], picture: Image, networks: Networks
) -> list[_Cut]:
    rough = [_pose(camera.lens, click, dice[click.name.die].edge_mm) for click in clicks]
    refiner = PoseRefiner(networks.refiner)
    settled = refiner.settle(picture, camera.lens, rough, passes=CLICK_PASSES)
    photograph, out = Photograph(picture, camera.lens), []
    for click, before, after in zip(clicks, rough, settled, strict=True):
        is_there = after.settled and _is_sure(before, after)
        die = after if is_there else _from_around(refiner, photograph, before, after)[0]
        doubts = _doubts(click, before, die)
        sample = FaceSample.at(photograph, click.name, before if doubts else die.pose)
        out.append(_Cut(click, sample, before, after, tuple(doubts)))
    return out


def _from_around(
    refiner: PoseRefiner, photograph: Photograph, clicked: Pose, settled: RefinedPose
) -> list[RefinedPose]:
    """The dice that the refiner is sure of from poses all around a click: first those that it places most exactly, and
    that lie as it was clicked; the corner 0 of each the one next to the click's. What it saw from the click itself is
    the last."""
    around = refiner.settle(photograph.picture, photograph.lens, sample_poses(clicked), passes=CLICK_PASSES)
    sure = [p for p in around if _is_sure(clicked, p)]
    # the surest of all may still be on its way: one of 80 faces of a table seen at 40 degrees was cut out 8 mm off
    found = [*sorted(sure, key=lambda p: (not p.settled, _misfit(clicked, p))), settled]
    turns = [round((clicked.heading_deg - one.pose.heading_deg) / 120) for one in found]
    return [replace(one, pose=one.pose.turned(turn)) for one, turn in zip(found, turns, strict=True)]


def _is_sure(clicked: Pose, settled: RefinedPose) -> bool:
    """Whether the refiner is so sure of a die that it is believed against a bad click."""
    return settled.die > SURE_DIE_SCORE and _apart_edges(clicked, settled) < MAX_SURE_CLICK_MISS_EDGES


def _misfit(clicked: Pose, settled: RefinedPose) -> float:
    """How little a die that the refiner sees is that of a click: minus the logarithm of a likelihood. Clicks that miss
    by far are not so rare."""
    turn_deg = wrap_deg(settled.pose.heading_deg - clicked.heading_deg, 120.0)
    off = math.hypot(_apart_edges(clicked, settled) / CLICK_SIGMA_EDGES, turn_deg / CLICK_SIGMA_DEG)
    return math.log(settled.sigma_mm) + math.log1p(off**2)


def _apart_edges(clicked: Pose, settled: RefinedPose) -> float:
    return math.dist(clicked.centre_mm, settled.pose.centre_mm) / clicked.edge_mm


def _pose(lens: Pinhole, click: FaceClick, edge_mm: float) -> Pose:
    """The pose that two clicks give, on the plane at the height of the top face."""
    centre, corner = lens.to_table(np.array([click.centre_px, click.corner0_px]), height_mm=height_mm(edge_mm))
    heading = math.degrees(math.atan2(corner[1] - centre[1], corner[0] - centre[0]))
    return Pose(float(centre[0]), float(centre[1]), heading, edge_mm)


def _doubts(click: FaceClick, before: Pose, after: RefinedPose) -> list[str]:
    who = gettext("{die} face {face} in {image}", die=click.name.die, face=click.name.face, image=click.image)
    if after.die < 0.5:
        return [gettext("{who}: no die is seen where it was clicked; the click is believed", who=who)]
    if _apart_edges(before, after) > MAX_CLICK_MISS_EDGES and not _is_sure(before, after):
        return [gettext("{who}: the click is far from the die that is seen; the click is believed", who=who)]
    return []


def agreed_views(dice: Mapping[str, Die], samples: Sequence[FaceSample]) -> list[EnrolledView]:
    """The faces of some dice as a gallery is to keep them: cut out where all sights of their dice say that they are
    (``adjust_faces``), and as their sides show them, where they need it."""
    return _views(adjust_faces(dice, samples))


def _views(faces: Iterable[AdjustedFace]) -> list[EnrolledView]:
    return [view for face in faces for view in views_of(face)]


def views_of(face: AdjustedFace) -> list[EnrolledView]:
    """The face as it was enrolled, and then such sides as show it in another light, or where that picture has a
    fault."""
    enrolled, sides = face.top.view(), [one.view for one in face.on_sides]
    most_alike = 1.0 if find_fault(enrolled.picture) else OTHER_LIGHT_LIKENESS
    further = [
        side
        for side, alike in zip(sides, _likeness(enrolled, sides), strict=True)
        if SAME_FACE_LIKENESS < alike < most_alike and find_fault(side.picture) is None
    ]
    return [enrolled, *further[:MOST_SIDES]]


def _likeness(enrolled: EnrolledView, sides: Sequence[EnrolledView]) -> Iterator[float]:
    """How alike each side is to the face as it was enrolled (correlation)."""
    first, *others = unit_faces(np.stack([FINE.art_of(view.picture) for view in (enrolled, *sides)]))
    return (float(first @ other) for other in others)
