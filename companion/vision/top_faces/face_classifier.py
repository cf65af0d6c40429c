"""Which enrolled face a crop shows and how it is turned, or that it is none of them.

Two looks. The first compares embeddings with every face and turn of the gallery; the second holds the likeliest few
against the crop stroke by stroke (``comparing``). The similarity of a face is the sum of both, from -2 to 2. Each face,
and the die that is in no gallery, then gets its share of ``exp(sharpness * similarity)``, where the stranger's
similarity is a constant measured on dice that were never enrolled. Faces are weighed only against dice of their size.

The second look: how alike two top faces are, stroke by stroke, whatever the light.

Each picture is evened out first: from every place its surroundings' mean colour is taken away and the rest is divided
by the surroundings' contrast, so that lamp, shade and exposure fall out; then the two are correlated over small shifts,
because no face is cut out exactly.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.camera import Pinhole
from companion.geometry import Points, Pose
from companion.opencv import cv2
from companion.vision import tuning
from companion.vision.gallery import FACE_RADIUS_PX, FACE_SIZE_PX, TURNS, Gallery, face_frame, turned_face
from companion.vision.models import Network
from companion.vision.reading import FaceGuess, FaceName
from companion.vision.rectify import cut_patches, depths_px, face_patches
from companion.vision.top_faces.pose_refiner import are_of_one_size

#: Faces' strokes that are kept ready; a table shows the same few dice again and again.
_KEPT_READY: Final = 512


NormalisedImage = NDArray[np.float32]

#: Adds up the channels of a picture.
_ALL_COLOURS: Final = np.ones((1, 3), np.float32)


#: 1 well inside the face, 0 elsewhere, (size, size).
INSIDE: Final = np.asarray(depths_px(FACE_SIZE_PX, FACE_RADIUS_PX).min(axis=0) > tuning.STROKE_RIM_PX, np.float32)
#: The part of the square that holds the inside of the face, and a pixel around it to shift by.
_BOX: Final = np.s_[12:68, 16:80]
_IN_BOX: Final = cv2.merge([INSIDE[_BOX]] * 3)


@dataclass(frozen=True, slots=True)
class FaceMatch:
    """The likeliest face (``None``: a die out of the gallery), how the crop is turned against it, how sure, and the
    runners-up.

    similarity: to the likeliest face, -2..2, whether or not it is likely enough to be named; ranked: the likeliest
    faces.
    """

    name: FaceName | None
    turn: int
    confidence: float
    similarity: float
    alternatives: tuple[FaceGuess, ...]
    ranked: tuple[FaceSimilarity, ...] = ()

    @property
    def guesses(self) -> tuple[FaceGuess, ...]:
        """The faces that it may be, likeliest first."""
        return self.alternatives if self.name is None else (FaceGuess(self.name, self.confidence), *self.alternatives)


@dataclass(frozen=True, slots=True)
class FaceSimilarity:
    """How alike the crop and one enrolled face, turned, are.

    in_common: by as many views of it alone as every face of its die has, what was seen in this light left out.
    """

    name: FaceName
    turn: int
    value: float
    in_common: float


class FaceClassifier:
    """Names top faces by what was enrolled."""

    def __init__(self, network: Network, gallery: Gallery) -> None:
        self._network, self._gallery = network, gallery
        self._sizes_mm = np.array([v.edge_mm for v in gallery.views])
        # Face -> the places of its views.
        places: dict[FaceName, list[int]] = {}
        for place, view in enumerate(gallery.views):
            places.setdefault(view.name, []).append(place)
        self._views_of = places
        # Lists as rows, (n, longest); what shorter ones lack is their first number again.
        lists = list(self._views_of.values())
        longest = max(map(len, lists), default=1)
        rows = [[*one, *[one[0]] * (longest - len(one))] for one in lists]
        self._views_by_face = np.array(rows, np.intp).reshape(-1, longest)
        self._fewest_views: dict[str, int] = {}
        for name, views in self._views_of.items():
            self._fewest_views[name.die] = min(len(views), self._fewest_views.get(name.die, len(views)))
        # whether some face has views that another of its die has not
        self._differently_often = any(
            len(views) > self._fewest_views[name.die] for name, views in self._views_of.items()
        )
        self._strokes = lru_cache(_KEPT_READY)(self._drawn)

    def name(self, picture: NDArray[np.uint8], lens: Pinhole, poses: Sequence[Pose]) -> list[FaceMatch]:
        """What lies at these poses, in the same order; a pose's heading points to any corner of its top face."""
        if not poses:
            return []
        crops = cut_patches(picture, lens, [face_frame(pose) for pose in poses])
        return self.name_crops(crops, [pose.edge_mm for pose in poses])

    def name_faces(
        self,
        picture: NDArray[np.uint8],
        lens: Pinhole,
        corners_mm: Points,
        edges_mm: Sequence[float],
        thought_of: Sequence[Collection[FaceName]] = (),
        in_sight: Sequence[NDArray[np.bool_] | None] = (),
    ) -> list[FaceMatch]:
        """What faces anyhow in space show, by their corners (n, 3, 3), in the same order; each with its die's edge.

        thought_of: what each is thought to show: how like that it is is ranked too, however little; in_sight: which
        pixels of each, (``FACE_SIZE_PX`` squared,), nothing hides, some at the least; ``None``: all.
        """
        if not len(corners_mm):
            return []
        crops = face_patches(picture, lens, corners_mm, radius_px=FACE_RADIUS_PX, size_px=FACE_SIZE_PX)
        return self.name_crops(crops, edges_mm, thought_of, in_sight)

    def name_crops(
        self,
        crops: NDArray[np.uint8],
        edges_mm: Sequence[float],
        thought_of: Sequence[Collection[FaceName]] = (),
        in_sight: Sequence[NDArray[np.bool_] | None] = (),
    ) -> list[FaceMatch]:
        """What crops (n, 96, 96, 3) show, any corner up, in the same order; each with the edge of its die. thought_of,
        in_sight: as in ``name_faces``."""
        if not len(crops):
            return []
        looks = self._first_looks(self._network.run(crops), edges_mm)
        worth = self._likeliest(looks)
        if thought_of:
            more = map(self._places_of, thought_of, looks, worth)
            worth = [places + others for places, others in zip(worth, more, strict=True)]
        parts = in_sight or [None] * len(crops)
        return [self._named(self._second_look(*one)) for one in zip(crops, looks, worth, parts, strict=True)]

    def _places_of(self, names: Collection[FaceName], first: NDArray[np.float32], places: Sequence[int]) -> list[int]:
        """The likest place of each of these faces, among the similarities to all views, turned, but of those that have
        one among these places."""
        there = {self._gallery.views[place // TURNS].name for place in places}
        turned = {
            name: [view * TURNS + turn for view in self._views_of[name] for turn in range(TURNS)]
            for name in names
            if name not in there and name in self._views_of
        }
        return [max(some, key=first.__getitem__) for some in turned.values()]

    def similarities(
        self, crop: NDArray[np.uint8], embedding: NDArray[np.float32], edge_mm: float
    ) -> list[FaceSimilarity]:
        """The few faces and turns that deserved a second look, likeliest first."""
        looks = self._first_looks(embedding[None], [edge_mm])
        return self._second_look(crop, looks[0], self._likeliest(looks)[0])

    def _first_looks(self, prints: NDArray[np.float32], edges_mm: Sequence[float]) -> NDArray[np.float32]:
        """Likeness of embeddings (n, 128) to every view and turn, (n, views * turns); -1 for dice of another size."""
        alike = prints @ self._gallery.prints.reshape(-1, prints.shape[1]).T
        fits = are_of_one_size(self._sizes_mm, np.asarray(edges_mm)[:, None])
        return np.where(np.repeat(fits, TURNS, axis=1), alike, np.float32(-1))

    def _second_look(
        self,
        crop: NDArray[np.uint8],
        first: NDArray[np.float32],
        places: Sequence[int],
        in_sight: NDArray[np.bool_] | None = None,
    ) -> list[FaceSimilarity]:
        """The faces and turns at these places of the similarities, likeliest first; in_sight: the pixels of the crop
        that count, where not all do."""
        if not places:
            return []
        common = [self._in_common(first, place) for place in places] if self._differently_often else places
        asked = list(dict.fromkeys([*places, *common]))
        strokes = np.stack([self._strokes(*divmod(place, TURNS)) for place in asked])
        if in_sight is None:
            alike = first[asked] + correlate_strokes(contrast_normalised(crop), strokes)
        else:
            by_strokes = correlate_strokes_in_sight(contrast_normalised(crop), strokes, in_sight)
            alike = self._first_looks_in_sight(crop, asked, in_sight) + by_strokes
        value = dict(zip(asked, alike.tolist(), strict=True))
        found = [
            self._similarity(place, value[place], value[other]) for place, other in zip(places, common, strict=True)
        ]
        return self._in_fair_light(sorted(found, key=lambda similarity: -similarity.value))

    def _first_looks_in_sight(
        self, crop: NDArray[np.uint8], places: Sequence[int], in_sight: NDArray[np.bool_]
    ) -> NDArray[np.float32]:
        """Likeness of the embeddings of a crop and of the views at some places, turned, (n,), each without what is
        hidden of the crop."""
        turned = (divmod(place, TURNS) for place in places)
        views = [turned_face(self._gallery.views[view].picture, turn) for view, turn in turned]
        own, *others = self._network.run(np.stack([_blanked(one, in_sight) for one in (crop, *views)]))
        return np.asarray(np.stack(others) @ own, np.float32)

    def _likeliest(self, first: NDArray[np.float32]) -> list[list[int]]:
        """For each crop the places of the similarities, (n, views * turns), that deserve a second look, in no order:
        of all views of a face, turned, only the likest."""
        alike = first.reshape(len(first), -1, TURNS)[:, self._views_by_face]  # (n, faces, views of each, turns)
        likest = alike.max(axis=2).reshape(len(first), -1)
        rest = max(0, likest.shape[1] - tuning.STROKE_CANDIDATES)
        chosen = np.argpartition(likest, rest, axis=1)[:, rest:] if likest.size else np.empty((len(first), 0), np.intp)
        crops, (faces, turns) = np.arange(len(first))[:, None], np.divmod(chosen, TURNS)
        views = self._views_by_face[faces, alike[crops, faces, :, turns].argmax(axis=-1)]
        thought_of = likest[crops, chosen] > -1
        return [row[some].tolist() for row, some in zip(views * TURNS + turns, thought_of, strict=True)]

    def _in_common(self, first: NDArray[np.float32], place: int) -> int:
        """The place of the likest view of a face, turned as it is at a place, among as many views of it alone as every
        face of its die has; that place itself where these are all."""
        view, turn = divmod(place, TURNS)
        name = self._gallery.views[view].name
        views, fewest = self._views_of[name], self._fewest_views[name.die]
        if len(views) == fewest:
            return place
        return max((view * TURNS + turn for view in views[:fewest]), key=first.__getitem__)

    def _similarity(self, place: int, value: float, in_common: float) -> FaceSimilarity:
        view, turn = divmod(place, TURNS)
        return FaceSimilarity(self._gallery.views[view].name, turn, value, min(value, in_common))

    def _in_fair_light(self, ranked: Sequence[FaceSimilarity]) -> list[FaceSimilarity]:
        """The same, none the likelier against the first for having been seen in this light when the other was not.

        What the likeliest face gains by views that not all faces of its die have, those that lack them would have
        gained as well; and no face with more views than it gains more.
        """
        lead, views = ranked[0], len(self._views_of[ranked[0].name])
        gain = lead.value - lead.in_common
        fair = [lead]
        for one in ranked[1:]:
            own = len(self._views_of[one.name])
            if own > views:
                fair.append(replace(one, value=min(one.value, one.in_common + gain)))
            else:
                lacks = own < views and one.name.die == lead.name.die
                fair.append(replace(one, value=one.value + gain) if lacks else one)
        return sorted(fair, key=lambda similarity: -similarity.value)

    def _drawn(self, view: int, turn: int) -> NDArray[np.float32]:
        return stroke_vector(contrast_normalised(turned_face(self._gallery.views[view].picture, turn)))

    def _named(self, similarities: Sequence[FaceSimilarity]) -> FaceMatch:
        # Of several views and turns of a face the likeliest.
        best: dict[FaceName, FaceSimilarity] = {}
        for similarity in similarities:
            best.setdefault(similarity.name, similarity)
        ranked = list(best.values())
        values = [similarity.value for similarity in ranked]
        sharpness, level = self._network.constants["sharpness"], self._network.constants["stranger"]
        weights = np.exp(sharpness * (np.array(values) - level))
        total = 1.0 + float(weights.sum())
        shares, out_of_gallery = (weights / total).tolist(), 1.0 / total
        guesses = tuple(FaceGuess(one.name, share) for one, share in zip(ranked, shares, strict=True))
        if not ranked:
            return FaceMatch(None, 0, out_of_gallery, -2.0, ())
        first = ranked[0]
        if out_of_gallery >= shares[0]:
            return FaceMatch(None, 0, out_of_gallery, first.value, guesses[: tuning.MAX_NAMED_FACES - 1], tuple(ranked))
        return FaceMatch(
            first.name, first.turn, shares[0], first.value, guesses[1 : tuning.MAX_NAMED_FACES], tuple(ranked)
        )


def _blanked(face: NDArray[np.uint8], in_sight: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """A face with the mean colour of what is in sight where it is not."""
    pixels = face.reshape(-1, 3).copy()
    pixels[~in_sight] = pixels[in_sight].mean(axis=0)
    return pixels.reshape(face.shape)


def _around(values: cv2.typing.MatLike) -> NDArray[np.float32]:
    """The mean of each place's surroundings, nothing shining in from outside; smooth, so half as fine will do."""
    small = cv2.resize(values, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    wide = cv2.GaussianBlur(small, (0, 0), tuning.STROKE_SURROUNDINGS_PX / 2, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(cv2.resize(wide, values.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.float32)


#: What makes a mean over the face of one over its surroundings; 0 outside.
_SHARE: Final = _IN_BOX / (_around(_IN_BOX) + 1e-3)

#: The side of a square about a pixel in which nothing of the face is hidden, for the pixel to count.
_HIDDEN_RIM_PX: Final = 5

#: Pixels inside the face, and the values of the same ones after each shift, (shifts, values).
_AT: Final = np.flatnonzero(_IN_BOX[..., 0])
_STEPS: Final = range(-tuning.STROKE_SHIFT_PX, tuning.STROKE_SHIFT_PX + 1)
_VALUES_AT: Final = (3 * _AT[:, None] + np.arange(3)).ravel()
_SHIFTED: Final = np.stack([_VALUES_AT + 3 * (row * _IN_BOX.shape[1] + column) for row in _STEPS for column in _STEPS])


def contrast_normalised(face: NDArray[np.uint8]) -> NormalisedImage:
    """The box of a face picture (96, 96, 3) without its light; zero outside the face."""
    shown = face[_BOX] * _IN_BOX
    rest = shown - _around(shown) * _SHARE
    spread = _around(cv2.transform(np.square(rest), _ALL_COLOURS)) * _SHARE[..., 0]
    contrast = np.sqrt(np.maximum(spread, 0)) + tuning.STROKE_NOISE
    return np.asarray(rest / cv2.merge([contrast] * 3), np.float32)


def correlate_faces(face: NormalisedImage, others: NDArray[np.float32]) -> NDArray[np.float64]:
    """Correlation, -1..1, of a face with each of the others (n, ...), at the best shift of up to a pixel."""
    return correlate_strokes(face, np.stack([stroke_vector(other) for other in others]))


def stroke_vector(face: NormalisedImage) -> NDArray[np.float32]:
    """What counts of an evened face, (values,), of length 1: ready to be held against many."""
    values = face.ravel()[_VALUES_AT]
    return np.asarray(values / max(float(np.linalg.norm(values)), 1e-6), np.float32)


def correlate_strokes(face: NormalisedImage, others: NDArray[np.float32]) -> NDArray[np.float64]:
    """As ``correlate_faces``, with the others' strokes, (n, values)."""
    length = max(float(np.linalg.norm(face)), 1e-6)
    return np.asarray((face.ravel().take(_SHIFTED) @ others.T).max(axis=0) / length, np.float64)


def correlate_strokes_in_sight(
    face: NormalisedImage, others: NDArray[np.float32], in_sight: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """As ``correlate_strokes``, by what is in sight of the face and well away from what is not: (size squared,)."""
    whole = np.asarray(in_sight.reshape(FACE_SIZE_PX, FACE_SIZE_PX), np.uint8)
    clear = cv2.erode(whole, np.ones((_HIDDEN_RIM_PX, _HIDDEN_RIM_PX), np.uint8), borderValue=1)
    counts = np.repeat(clear[_BOX].ravel()[_AT] > 0, 3).astype(np.float32)
    shown, known = face.ravel().take(_SHIFTED) * counts, others * counts
    lengths = np.outer(np.linalg.norm(shown, axis=1), np.linalg.norm(known, axis=1))
    return np.asarray((shown @ known.T / np.maximum(lengths, 1e-6)).max(axis=0), np.float64)
