"""Views of faces from readings that people confirmed or put right: the same dice in the light of another table.

A person says which die lies where, and may err. So each view is held against what is enrolled already: where another
face, or the same one turned, explains the whole die better, the view is refused by name. Nothing is learned from what
nobody confirmed; whether somebody did, those who call this know.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray, Image
from companion.camera import Camera
from companion.catalogue import Die
from companion.geometry import Points, Pose, RigidPose, at_height, circumradius_mm, turn_between_deg
from companion.text import gettext
from companion.vision.enrolment.camera_transfer import CameraTransfer
from companion.vision.enrolment.quality_gate import EnrolmentRefusal, find_duplicate_face, find_fault
from companion.vision.enrolment.tuning import CLICK_PASSES, LEAST_CONFIRMED_FIT, MAX_CONFIRMED_TURN_DEG
from companion.vision.gallery import MAX_VIEWS, EnrolledView, Gallery, cut_view_between
from companion.vision.grain import without_grain
from companion.vision.picture_check import check_picture
from companion.vision.reader import Networks
from companion.vision.reading import FaceName
from companion.vision.top_faces import FaceClassifier, PoseRefiner
from companion.vision.whole_dice import (
    HypothesisEvaluator,
    Photograph,
    PhotometricAligner,
    PoseHypothesis,
    Silhouettes,
)

#: The face that is up, where it makes no difference.
_ANY_FACE: Final = "abc"

#: A die and the pose whose heading points to corner 0 of its upper face.
_Claimed = tuple[Pose, FaceName]


@dataclass(frozen=True, slots=True, eq=False)
class ConfirmedDie:
    """A flat die of which a person says what it is.

    pose: its top face, the heading as it was confirmed; corners_mm: the outline as it was read, (3, 2) on the plan,
    whichever corner was taken for the first; ``None``: it was not. sigma_mm, sigma_deg: how exactly that was read.
    """

    name: FaceName
    pose: Pose
    corners_mm: Points | None = None
    sigma_mm: float | None = None
    sigma_deg: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class ConfirmedPicture:
    """A picture, (rows, columns, 3) BGR, what it is called, and the flat dice that a person confirmed in it.

    camera: that took it, where each picture has its own.
    """

    image: str
    pixels: Image
    dice: tuple[ConfirmedDie, ...]
    camera: Camera | None = None


@dataclass(frozen=True, slots=True)
class ConfirmationRefusal:
    """A confirmed view that is not saved, and the face that fits it better: its own, where that is so turned;
    ``None``: no die is seen there."""

    image: str
    name: FaceName
    likelier: FaceName | None

    @property
    def sentence(self) -> str:
        """For people."""
        if self.likelier is None:
            return gettext(
                "{image}: {die} side {side} is refused: no such die is seen there. Put centre_mm right, or take the "
                "die out.",
                image=self.image,
                die=self.name.die,
                side=self.name.face,
            )
        if self.likelier == self.name:
            return gettext(
                "{image}: {die} side {side} is refused: another of its corners fits better as corner 0. Put "
                "heading_deg right.",
                image=self.image,
                die=self.name.die,
                side=self.name.face,
            )
        return gettext(
            "{image}: {die} side {side} is refused: it fits {other} side {other_side} better. If that is wrong, "
            "photograph the side again and enrol it with --faces.",
            image=self.image,
            die=self.name.die,
            side=self.name.face,
            other=self.likelier.die,
            other_side=self.likelier.face,
        )


@dataclass(frozen=True, slots=True, eq=False)
class ConfirmedView:
    """A view that may be saved, and the picture that it is from."""

    image: str
    view: EnrolledView


@dataclass(frozen=True, slots=True, eq=False)
class Confirmation:
    """The views that confirmed pictures give, a sentence for each that was refused, and where they show that another
    camera enrolled the gallery, each of its faces as theirs would show it (rendered)."""

    views: tuple[ConfirmedView, ...]
    refusals: tuple[str, ...]
    rendered: tuple[EnrolledView, ...] = ()


class ViewConfirmer:
    """Takes views from confirmed pictures of one camera, held against one gallery."""

    def __init__(self, camera: Camera, dice: Mapping[str, Die], gallery: Gallery, networks: Networks) -> None:
        known = gallery.only_faces({FaceName(die.id, face.key) for die in dice.values() for face in die.faces})
        self._camera, self._gallery, self._network = camera, known, networks.classifier
        self._names = {view.name for view in known.views}
        self._refiner = PoseRefiner(networks.refiner)
        self._classifier = FaceClassifier(networks.classifier, known)
        self._evaluator = HypothesisEvaluator(dice, known.views)

    def confirm(self, pictures: Sequence[ConfirmedPicture]) -> Confirmation:
        """The views of all these pictures.

        Raises PictureRefusedError for a picture that this camera, as it was calibrated, did not take.
        """
        views: list[ConfirmedView] = []
        refusals: list[str] = []
        for one in pictures:
            if one.camera is None:
                check_picture(self._camera, one.pixels, one.image)
            there = self if one.camera is None else self.over(one.camera)
            for view in there._views(replace(one, pixels=without_grain(one.pixels))):  # as the reading sees it
                if isinstance(view, EnrolledView):
                    views.append(ConfirmedView(one.image, view))
                else:
                    refusals.append(view)
        transfer = CameraTransfer.learn(self._gallery.views, [one.view for one in views])
        rendered = () if transfer is None else transfer.views(self._gallery.views)
        return Confirmation(tuple(views), tuple(refusals), rendered)

    def over(self, camera: Camera) -> ViewConfirmer:
        """The same for pictures by another camera, or by the same one in a new place."""
        moved = copy(self)
        moved._camera = camera
        return moved

    def _views(self, picture: ConfirmedPicture) -> list[EnrolledView | str]:
        """A view for each die, or why it is refused."""
        dice = [self._placed(picture.pixels, die) for die in picture.dice]
        fits = self._fits(picture.pixels, dice)
        return [self._view(picture, die, fit) for die, fit in zip(dice, fits, strict=True)]

    def _view(self, picture: ConfirmedPicture, die: ConfirmedDie, fits: Sequence[PoseHypothesis]) -> EnrolledView | str:
        corners = _corners_in_space(die)
        cut = cut_view_between(picture.pixels, self._camera.lens, corners, die.name, die.pose.edge_mm)
        view = replace(cut, shift_covariance_mm2=_shift_covariance_mm2(die))
        best = max(range(len(fits)), key=lambda n: fits[n].fit, default=0)
        if fits and fits[best].fit < LEAST_CONFIRMED_FIT:
            return ConfirmationRefusal(picture.image, die.name, None).sentence
        rival = fits[best].name if best else None
        if not fits:
            rival = find_duplicate_face(view, self._gallery, self._network)
        if rival:
            return ConfirmationRefusal(picture.image, die.name, rival).sentence
        fault = find_fault(view.picture)
        return EnrolmentRefusal(view.name, fault).sentence(picture.image) if fault else view

    def _placed(self, picture: Image, die: ConfirmedDie) -> ConfirmedDie:
        """The die just where its top face is seen: by the outline that was read, else where the refiner settles."""
        turned = None if die.corners_mm is None else _turned_to(die.corners_mm, die.pose)
        if turned is not None:
            return replace(die, pose=_pose_by(turned, die.pose), corners_mm=turned)
        (settled,) = self._refiner.settle(picture, self._camera.lens, [die.pose], passes=CLICK_PASSES)
        turns = round((die.pose.heading_deg - settled.pose.heading_deg) / 120)
        pose = settled.pose.turned(turns)
        return replace(die, pose=pose, corners_mm=None, sigma_mm=settled.sigma_mm, sigma_deg=settled.sigma_deg)

    def _fits(self, picture: Image, dice: Sequence[ConfirmedDie]) -> list[list[PoseHypothesis]]:
        """For each die how well it fits as what it was confirmed as, and as what it might be instead."""
        photograph = Photograph(picture, self._camera.lens)
        hidden = Silhouettes(self._camera.lens, [RigidPose.flat(die.pose, _ANY_FACE) for die in dice])
        claims = [self._claims(photograph, die, hidden) for die in dice]
        asked = [claim for some in claims for claim in some]
        fits = iter(self._evaluator.flat(PhotometricAligner(photograph), asked, hidden))
        return [[next(fits) for _ in some] for some in claims]

    def _claims(self, photograph: Photograph, die: ConfirmedDie, hidden: Silhouettes) -> list[_Claimed]:
        """What the die may show: first what was confirmed, then the likeliest besides; nothing for a new face."""
        if die.name not in self._names:
            return []
        (named,) = self._classifier.name(photograph.picture, photograph.lens, [die.pose])
        seen = [(die.pose.turned(-one.turn), one.name) for one in named.ranked]
        seen += self._evaluator.likeliest(photograph, [die.pose], hidden)[0]
        return [(die.pose, die.name), *(one for one in seen if not _is_same(one, (die.pose, die.name)))]


def _is_same(one: _Claimed, other: _Claimed) -> bool:
    return one[1] == other[1] and turn_between_deg(one[0].heading_deg, other[0].heading_deg) < MAX_CONFIRMED_TURN_DEG


def _turned_to(corners_mm: Points, pose: Pose) -> Points | None:
    """An outline that was read, from the corner on to which the confirmed heading points; ``None``: to none of them."""
    turned = [np.roll(corners_mm, -first, axis=0) for first in range(len(corners_mm))]
    missed = [turn_between_deg(_pose_by(one, pose).heading_deg, pose.heading_deg) for one in turned]
    nearest = int(np.argmin(missed))
    return turned[nearest] if missed[nearest] <= MAX_CONFIRMED_TURN_DEG else None


def _pose_by(corners_mm: Points, pose: Pose) -> Pose:
    """The pose with its top face where these corners are, (3, 2)."""
    middle = corners_mm.mean(axis=0)
    right, away = (corners_mm[0] - middle).tolist()
    heading_deg = math.degrees(math.atan2(away, right))
    return replace(pose, x_mm=float(middle[0]), y_mm=float(middle[1]), heading_deg=heading_deg)


def _corners_in_space(die: ConfirmedDie) -> Points:
    """The corners of its upper face, (3, 3): as they were read, for paper is folded, else as they should be."""
    corners = die.pose.top_corners_mm() if die.corners_mm is None else die.corners_mm
    return at_height(corners, die.pose.top_mm)


def _shift_covariance_mm2(die: ConfirmedDie) -> FloatArray | None:
    """How exactly the view is cut out (``EnrolledView``)."""
    if die.sigma_mm is None or die.sigma_deg is None:
        return None
    turned_mm = math.radians(die.sigma_deg) * circumradius_mm(die.pose.edge_mm)
    return np.diag([die.sigma_mm**2, die.sigma_mm**2, turned_mm**2])


def most_different(gallery: Gallery, most: int = MAX_VIEWS) -> list[int]:
    """The places, in order, of the views to keep where a gallery holds more than ``most`` of a face.

    The first view of a face stays; then ever the one least like all that stay (Gonzalez 1985), by their embeddings.
    """
    by_name: dict[FaceName, list[int]] = {}
    for place, view in enumerate(gallery.views):
        by_name.setdefault(view.name, []).append(place)
    kept = (_farthest_first(gallery.prints[places, 0], most) for places in by_name.values())
    return sorted(places[n] for places, some in zip(by_name.values(), kept, strict=True) for n in some)


def _farthest_first(prints: NDArray[np.float32], most: int) -> list[int]:
    """The first of some embeddings, (n, width), and then ever the one least like those before it."""
    kept, alike = [0], prints @ prints[0]
    while len(kept) < min(most, len(prints)):
        alike[kept] = np.inf
        kept.append(int(alike.argmin()))
        alike = np.maximum(alike, prints @ prints[kept[-1]])
    return kept
