"""What another camera and its light make of enrolled faces, learned from faces that people confirmed under it.

A confirmed view and the enrolled one of the same face show one print twice. What lies between them is nearly the same
for every face: another balance of colours, blur, sharpening and tone curve, which a linear filter of the enrolled
picture's light follows. So every enrolled face can be shown as that camera would take it, those included that nobody
has confirmed. Owns no noise: what that takes from a likeness is measured while reading (``attenuation``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from companion.arrays import FloatArray, Image
from companion.opencv import cv2
from companion.vision.enrolment.tuning import (
    FEWEST_TRANSFER_FACES,
    LEAST_TRANSFER_GAIN,
    TRANSFER_BLURS_PX,
    TRANSFER_FOLDS,
    TRANSFER_GAMMA,
    TRANSFER_RIDGE,
    TRANSFER_ROUNDS,
)
from companion.vision.gallery import FACE_RADIUS_PX, FACE_SIZE_PX, VIEW_SIZE_PX, EnrolledView, turned_face
from companion.vision.reading import FaceName
from companion.vision.rectify import depths_px
from companion.vision.top_faces import contrast_normalised, correlate_faces

#: An enrolled picture of a face, and what another camera made of the same face; both corner 0 up.
_Pair = tuple[Image, Image]
_BRIGHTEST: Final = 255.0
#: The pixels of a view that show its face.
_INSIDE: Final = depths_px(VIEW_SIZE_PX, FACE_RADIUS_PX * VIEW_SIZE_PX / FACE_SIZE_PX).min(axis=0) > 0


@dataclass(frozen=True, slots=True, eq=False)
class CameraTransfer:
    """A linear filter from the light of an enrolled view, as it is and blurred, to the colours that another camera
    shows; weights: (features, 3)."""

    weights: FloatArray

    @classmethod
    def learn(cls, enrolled: Iterable[EnrolledView], confirmed: Sequence[EnrolledView]) -> CameraTransfer | None:
        """From confirmed views and the first enrolled one of each face. ``None`` where too few faces are confirmed, or
        where faces that it was not learned from come to look no more alike by it: it is the same camera."""
        first = _first_views(enrolled)
        pairs: dict[FaceName, list[_Pair]] = {}
        for view in confirmed:
            if view.name in first:
                pairs.setdefault(view.name, []).append((first[view.name].picture, view.picture))
        if len(pairs) < FEWEST_TRANSFER_FACES or _gain(pairs) < LEAST_TRANSFER_GAIN:
            return None
        return cls._fitted([pair for some in pairs.values() for pair in some])

    @classmethod
    def _fitted(cls, pairs: Sequence[_Pair]) -> CameraTransfer:
        """Ridge regression towards an unchanged picture; each confirmed face in its own light."""
        seen = [_features(enrolled)[_INSIDE] for enrolled, _ in pairs]
        shown = [confirmed[_INSIDE] / _BRIGHTEST for _, confirmed in pairs]
        features = np.concatenate(seen)
        products = features.T @ features
        firmness = TRANSFER_RIDGE * np.trace(products) / len(products)
        unchanged = firmness * np.eye(len(products), shown[0].shape[1])
        weights = np.asarray(unchanged, np.float64)
        lit = shown
        for _ in range(TRANSFER_ROUNDS):
            right = features.T @ np.concatenate(lit) + unchanged
            weights = np.linalg.solve(products + firmness * np.eye(len(products)), right)
            expected = [one @ weights for one in seen]
            lit = [one * (like * one).sum() / (one * one).sum() for one, like in zip(shown, expected, strict=True)]
        return cls(weights)

    def render(self, picture: Image) -> Image:
        """An enrolled picture as the other camera would show it."""
        colours = _features(picture) @ self.weights * _BRIGHTEST
        return np.asarray(np.clip(np.rint(colours), 0, _BRIGHTEST), np.uint8)

    def views(self, enrolled: Iterable[EnrolledView]) -> tuple[EnrolledView, ...]:
        """The first view of every face as the other camera would show it."""
        firsts = _first_views(enrolled).values()
        return tuple(replace(view, picture=self.render(view.picture)) for view in firsts)


def _first_views(enrolled: Iterable[EnrolledView]) -> dict[FaceName, EnrolledView]:
    """Of each face the view that it was enrolled by."""
    first: dict[FaceName, EnrolledView] = {}
    for view in enrolled:
        first.setdefault(view.name, view)
    return first


def _features(picture: Image) -> FloatArray:
    """The light of each pixel, as it is and blurred, and 1, (rows, columns, features)."""
    light = np.asarray((picture / _BRIGHTEST) ** TRANSFER_GAMMA, np.float64)
    blurred = [cv2.GaussianBlur(light, (0, 0), sigma) for sigma in TRANSFER_BLURS_PX]
    return np.concatenate([light, *blurred, np.ones_like(light[..., :1])], axis=-1)


def _gain(pairs: Mapping[FaceName, Sequence[_Pair]]) -> float:
    """By how much more alike a confirmed face and its enrolled view are for a transfer learned from other faces: the
    mean gain in the correlation of their strokes."""
    faces, gains = list(pairs), list[float]()
    for fold in range(TRANSFER_FOLDS):
        left_out = faces[fold::TRANSFER_FOLDS]
        transfer = CameraTransfer._fitted([one for name in faces if name not in left_out for one in pairs[name]])
        for enrolled, confirmed in (one for name in left_out for one in pairs[name]):
            gains.append(_likeness(transfer.render(enrolled), confirmed) - _likeness(enrolled, confirmed))
    return float(np.mean(gains))


def _likeness(one: Image, other: Image) -> float:
    faces = [contrast_normalised(turned_face(picture, 0)) for picture in (one, other)]
    return float(correlate_faces(faces[0], faces[1][None])[0])
