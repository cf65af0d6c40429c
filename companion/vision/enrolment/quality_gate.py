"""Which pictures of faces are not worth enrolling: blurred or lost in glare; and which look nearly alike.

The limits were set on the photographs of two tables (160 faces) and the 720 bundled faces, of which they refuse none,
and on 2,177 rendered faces held out of training: below the limit of sharpness, and above that of glare, faces are taken
for others far more often. Four tables rendered later, 720p to 1440p (320 faces), had none refused either.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image
from companion.opencv import cv2
from companion.text import N_, gettext, pgettext
from companion.vision.enrolment.tuning import (
    DUPLICATE_SIMILARITY,
    GLARE_LEVEL,
    LEAST_SHARPNESS,
    MIN_COMPARED_SIMILARITY,
    MOST_GLARE,
    SHARPNESS_PERCENTILE,
    SHARPNESS_SMOOTHING_PX,
    WASHED_OUT_CONTRAST,
    WASHED_OUT_LEVEL,
)
from companion.vision.gallery import FACE_SIZE_PX, EnrolledView, Gallery, turned_face
from companion.vision.models import Network
from companion.vision.reading import FaceName
from companion.vision.top_faces import INSIDE, FaceClassifier, FaceSimilarity

_DIRECTIONS_RAD: Final = np.arange(6) * np.pi / 6


class FaceFault(StrEnum):
    """Why a face is refused."""

    BLURRED = "blurred"
    GLARED = "glared"


@dataclass(frozen=True, slots=True)
class EnrolmentRefusal:
    """A face that is not enrolled, why, and what to do."""

    name: FaceName
    fault: FaceFault

    def sentence(self, image: str = "") -> str:
        """For people; ``image``: the picture that it was cut from."""
        return gettext(
            "{side} is refused: {why}", side=_called(self.name, image), why=pgettext("vision", _WHY[self.fault])
        )


@dataclass(frozen=True, slots=True)
class FaultWarning:
    """A face whose own picture is not saved, why, and what to do: it is enrolled as others show it on a side."""

    name: FaceName
    fault: FaceFault

    def sentence(self, image: str = "") -> str:
        """For people; ``image``: the picture that it was clicked in."""
        return gettext(
            "{side} is enrolled only as other pictures show it slantwise: {why}",
            side=_called(self.name, image),
            why=pgettext("vision", _WHY[self.fault]),
        )


@dataclass(frozen=True, slots=True)
class TwinWarning:
    """A face that was enrolled though it looks nearly the same as one before it: a digit or a dot may be all that
    differs, and then the sides around it tell the two apart. Or one of them is named wrongly."""

    name: FaceName
    duplicate_face: FaceName

    def sentence(self, image: str = "") -> str:
        """For people; ``image``: the picture that it was cut from."""
        twin = _called(self.duplicate_face, "")
        if self.duplicate_face.die != self.name.die:
            twin = gettext("{side}, of another die", side=twin)
        return gettext(
            "{side} looks nearly the same as {twin}. If one of the two is named wrongly, put its name right or "
            "photograph it again.",
            side=_called(self.name, image),
            twin=twin,
        )


@dataclass(frozen=True, slots=True)
class WashedOutWarning:
    """A face that was enrolled though so much light fell on it that little of its print is left."""

    name: FaceName

    def sentence(self, image: str = "") -> str:
        """For people; ``image``: the picture that it was cut from."""
        return gettext(
            "{side} is washed out: in other light it may not be known again. Dim the light or shorten the exposure, "
            "and photograph it again.",
            side=_called(self.name, image),
        )


#: What is to be said of faces that were to be enrolled.
EnrolmentNotice = EnrolmentRefusal | FaultWarning | TwinWarning | WashedOutWarning


def _called(name: FaceName, image: str) -> str:
    side = gettext("{die} side {side}", die=name.die, side=name.face)
    return gettext("{side} in {image}", side=side, image=image) if image else side


_WHY: Final[dict[FaceFault, str]] = {
    FaceFault.BLURRED: N_(
        "vision", "it is blurred. Focus, lay the die nearer to the camera, hold both still, and photograph it again."
    ),
    FaceFault.GLARED: N_(
        "vision", "a good part of it is lost in glare. Move the lamp or the die, and photograph it again."
    ),
}
assert set(_WHY) == set(FaceFault)


def sharpness(face: Image) -> float:
    """How crisp the strongest strokes of a face are, 0..1, in the direction in which they are least so.

    Judged by how much of a stroke's steepness is lost when the picture is blurred once more: of what is blurred
    already, little (after Crete et al. 2007). A moved camera blurs along its way only, hence the directions.
    """
    grey = np.asarray(cv2.cvtColor(_small(face), cv2.COLOR_BGR2GRAY), np.float32)
    blurred = np.asarray(cv2.GaussianBlur(grey, (0, 0), SHARPNESS_SMOOTHING_PX), np.float32)
    before, after = _slopes(grey), _slopes(blurred)
    return min(_lost(before, after, angle) for angle in _DIRECTIONS_RAD.tolist())


def _slopes(grey: NDArray[np.float32]) -> NDArray[np.float32]:
    """Steepness to the right and downward inside the face, (2, n)."""
    both = [cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)]
    return np.asarray(np.stack(both)[:, INSIDE > 0], np.float32)


def _lost(before: NDArray[np.float32], after: NDArray[np.float32], angle_rad: float) -> float:
    along = np.array([np.cos(angle_rad), np.sin(angle_rad)], np.float32)
    steep, left = np.abs(along @ before), np.abs(along @ after)
    strong = steep >= np.percentile(steep, SHARPNESS_PERCENTILE)
    return 1 - float(left[strong].sum()) / max(float(steep[strong].sum()), 1e-6)


def glare_share(face: Image) -> float:
    """The share of a face that its largest white spot covers."""
    white = (_small(face).min(axis=2) >= GLARE_LEVEL) & (INSIDE > 0)
    _, _, spots, _ = cv2.connectedComponentsWithStats(white.astype(np.uint8))
    largest = int(spots[1:, cv2.CC_STAT_AREA].max(initial=0))
    return largest / float(INSIDE.sum())


def _small(face: Image) -> Image:
    return np.asarray(cv2.resize(face, (FACE_SIZE_PX, FACE_SIZE_PX), interpolation=cv2.INTER_AREA), np.uint8)


def find_fault(face: Image) -> FaceFault | None:
    """What is wrong with a face's picture by itself; ``None`` where it can be enrolled. One that is washed out is,
    with a warning: little is left of its strokes that could be sharp, and the sides around it tell it, too."""
    if glare_share(face) > MOST_GLARE:
        return FaceFault.GLARED
    return FaceFault.BLURRED if sharpness(face) < LEAST_SHARPNESS and not is_washed_out(face) else None


def find_duplicate_face(shown: EnrolledView, gallery: Gallery, network: Network) -> FaceName | None:
    """The face of a gallery, other than its own, that a picture looks the same as, however that one is turned."""
    (embedding,) = network.run(turned_face(shown.picture, 0)[None])
    return _duplicate_face(shown, embedding, gallery, network)


def _duplicate_face(
    shown: EnrolledView, embedding: NDArray[np.float32], gallery: Gallery, network: Network
) -> FaceName | None:
    near = np.flatnonzero((gallery.prints @ embedding).max(axis=1, initial=-1.0) > MIN_COMPARED_SIMILARITY).tolist()
    others = gallery.at([place for place in near if gallery.views[place].name != shown.name])
    found = FaceClassifier(network, others).similarities(turned_face(shown.picture, 0), embedding, shown.edge_mm)
    return found[0].name if found and found[0].value > DUPLICATE_SIMILARITY else None


def similarities_to(filed: Sequence[EnrolledView], shown: EnrolledView, network: Network) -> list[FaceSimilarity]:
    """How like a picture is to each of a few views and turns, likeliest first."""
    upright = turned_face(shown.picture, 0)
    (embedding,) = network.run(upright[None])
    return FaceClassifier(network, Gallery.of(filed, network)).similarities(upright, embedding, shown.edge_mm)


def reject_faulty(gallery: Gallery) -> tuple[Gallery, tuple[EnrolmentRefusal | FaultWarning, ...]]:
    """A gallery without the views that are not worth keeping, and for each of them why; refused are faces of which none
    is left."""
    faults = [find_fault(shown.picture) for shown in gallery.views]
    kept = gallery.at([place for place, fault in enumerate(faults) if fault is None])
    known = {shown.name for shown in kept.views}
    reported = (
        FaultWarning(shown.name, fault) if shown.name in known else EnrolmentRefusal(shown.name, fault)
        for shown, fault in zip(gallery.views, faults, strict=True)
        if fault
    )
    return kept, tuple(reported)


def is_washed_out(face: Image) -> bool:
    """Whether a face is so bright all over that its print hardly stands out."""
    grey = _small(face).mean(axis=2)[INSIDE > 0]
    darkest, middle, brightest = np.percentile(grey, [5, 50, 95])
    return bool(middle > WASHED_OUT_LEVEL and brightest - darkest < WASHED_OUT_CONTRAST)


def find_washed_out(gallery: Gallery) -> tuple[WashedOutWarning, ...]:
    """The faces of a gallery of which no view is better than washed out."""
    clear = {shown.name for shown in gallery.views if not is_washed_out(shown.picture)}
    names = dict.fromkeys(shown.name for shown in gallery.views)
    return tuple(WashedOutWarning(name) for name in names if name not in clear)


def find_twins(gallery: Gallery, network: Network) -> tuple[TwinWarning, ...]:
    """The faces of a gallery that look nearly the same as one before them."""
    looks = (
        (shown.name, _duplicate_face(shown, gallery.prints[place, 0], gallery.at(range(place)), network))
        for place, shown in enumerate(gallery.views)
    )
    return tuple(dict.fromkeys(TwinWarning(name, twin) for name, twin in looks if twin is not None))


def describe_notices(notices: Iterable[EnrolmentNotice], images: Mapping[FaceName, str]) -> list[str]:
    """A sentence for each refusal and warning, with the picture that the face was clicked in."""
    return [notice.sentence(images.get(notice.name, "")) for notice in notices]
