"""Whether a place looks as it did: two pictures of it compared, whatever the light has done between them.

Each picture is freed of its light first: from every place its surroundings' mean is taken away, and the rest is divided
by the surroundings' contrast. Owns the comparison; what is remembered, and what is made of it, is in
``table_memory.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray, Image, Places
from companion.camera import Pinhole
from companion.geometry import Pose, flat_corners_mm
from companion.opencv import cv2
from companion.vision import tuning
from companion.vision.rectify import MapPart, PlaneFrame, PlaneMap, cut_patches

#: A picture freed of its light: (rows, columns), in units of its surroundings' contrast.
Lightless = NDArray[np.float32]


def without_light(picture: Image, surroundings_px: int) -> Lightless:
    """A picture, (rows, columns, 3) BGR, in grey and without its light."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    window = surroundings_px, surroundings_px
    rest = grey - cv2.blur(grey, window)
    contrast = np.sqrt(np.maximum(cv2.blur(rest * rest, window), 0))  # running sums may fall a hair below
    return np.asarray(rest / (contrast + tuning.CHANGE_NOISE), np.float32)


def difference(then: Lightless, now: Lightless) -> Lightless:
    """By how much two pictures of one place differ around each pixel, in squares of its contrast."""
    return np.asarray(cv2.blur(np.square(now - then), (tuning.CHANGE_WINDOW_PX,) * 2), np.float32)


def changed_places(then: Lightless, now: Lightless) -> Places:
    """Where two pictures of one place differ by more than light and noise."""
    return np.asarray(difference(then, now) > tuning.CHANGED_BY)


def renewed_without_light(
    picture: Image, surroundings_px: int, before: Lightless, parts: Sequence[MapPart]
) -> Lightless:
    """As ``without_light``, of a picture that is an earlier one but in these parts."""
    out, reach = before.copy() if parts else before, _reach_px(surroundings_px)
    for part in parts:
        inner = part.grown(reach, before.shape)
        outer = inner.grown(reach, before.shape)
        whole = without_light(picture[outer.slices], surroundings_px)
        out[inner.slices] = whole[inner.seen_from(outer.top, outer.left).slices]
    return out


def changed_in(then: Lightless, now: Lightless, parts: Sequence[MapPart]) -> Places:
    """As ``changed_places``, of maps that differ by light removed anew in these parts only."""
    changed, window = np.zeros(then.shape, np.bool_), tuning.CHANGE_WINDOW_PX // 2
    for part in parts:
        inner = part.grown(_reach_px(tuning.CHANGE_SURROUNDINGS_PX) + window, then.shape)
        outer = inner.grown(window, then.shape)
        whole = changed_places(then[outer.slices], now[outer.slices])
        changed[inner.slices] |= whole[inner.seen_from(outer.top, outer.left).slices]
    return changed


def _reach_px(surroundings_px: int) -> int:
    """How far away a pixel tells in a picture without light: it counts in a mean, and that in a contrast."""
    return 2 * (surroundings_px // 2)


def without_specks(places: Places) -> Places:
    """The places without what is too small to be a part of a die, and without gaps."""
    out = np.zeros_like(places)
    if cv2.countNonZero(places.view(np.uint8)) < tuning.LEAST_CHANGED_PX / 2:
        return out
    left, top, wide, tall = cv2.boundingRect(places.view(np.uint8))
    part = MapPart(top, left, top + tall, left + wide).grown(tuning.CHANGE_GAP_PX, places.shape).slices
    square = np.ones((tuning.CHANGE_GAP_PX,) * 2, np.uint8)
    whole = cv2.morphologyEx(places[part].astype(np.uint8), cv2.MORPH_CLOSE, square)
    count, labels = cv2.connectedComponents(whole, connectivity=8)
    sizes = np.bincount(labels[whole > 0], minlength=count)  # OpenCV's own statistics take three times as long
    out[part] = np.take(sizes >= tuning.LEAST_CHANGED_PX, np.asarray(labels, np.int32))
    return out


def places_behind(poses: Sequence[Pose], lens: Pinhole, plan: PlaneMap) -> Places:
    """Where on a map of the table, (rows, columns), dice hide what is behind them, with a rim of a pixel."""
    places = np.zeros(plan.mapping.shape[1:], np.uint8)
    for corners in _corners_px(poses, lens, plan):
        _fill(places, corners)
    return places.view(np.bool_)


def place_behind(pose: Pose, lens: Pinhole, plan: PlaneMap) -> tuple[MapPart, Places]:
    """The part of a map of the table in which a die hides what is behind it, and where in that part."""
    (corners,) = _corners_px([pose], lens, plan)
    (part,) = _parts_around(corners[None], plan.mapping.shape[1:])
    return part, _inside(part, corners)


def hide_any(poses: Sequence[Pose], lens: Pinhole, plan: PlaneMap, places: Places) -> list[bool]:
    """For each die whether it hides any of these places of a map."""
    if not places.any():
        return [False] * len(poses)
    corners = _corners_px(poses, lens, plan)
    parts = _parts_around(corners, places.shape)
    return [_hides_any(six, part, places[part.slices]) for six, part in zip(corners, parts, strict=True)]


def _hides_any(corners: NDArray[np.int32], part: MapPart, places: Places) -> bool:
    """The same for one die, by the part of the map around it."""
    return bool(places.any() and places[_inside(part, corners)].any())


def hidden_shares(poses: Sequence[Pose], lens: Pinhole, plan: PlaneMap, places: Places) -> list[float]:
    """Of what each die hides on a map, the share that these places take; all where it hides nothing of it."""
    if not poses:
        return []
    corners = _corners_px(poses, lens, plan)
    parts = _parts_around(corners, places.shape)
    return [_hidden_share(six, part, places[part.slices]) for six, part in zip(corners, parts, strict=True)]


def _hidden_share(corners: NDArray[np.int32], part: MapPart, places: Places) -> float:
    """The same for one die, by the part of the map around it."""
    inside = _inside(part, corners)
    hidden = np.count_nonzero(inside)
    return np.count_nonzero(places & inside) / hidden if hidden else 1.0


def _parts_around(corners: NDArray[np.int32], shape: tuple[int, ...]) -> list[MapPart]:
    """For each die the part of a map, (rows, columns), that holds its corners, (n, 6, 2)."""
    wide_high = np.array(shape[::-1])
    low, high = np.clip(corners.min(axis=1), 0, wide_high), np.clip(corners.max(axis=1) + 1, 0, wide_high)
    return [MapPart(top, left, bottom, right) for left, top, right, bottom in np.hstack([low, high]).tolist()]


def _inside(part: MapPart, corners: NDArray[np.int32]) -> Places:
    """Where in a part of a map the outline of these corners and what lies in it are."""
    inside = np.zeros((part.bottom - part.top, part.right - part.left), np.uint8)
    if inside.size:
        _fill(inside, corners - np.array([part.left, part.top], np.int32))
    return inside.view(np.bool_)


def _corners_px(poses: Sequence[Pose], lens: Pinhole, plan: PlaneMap) -> NDArray[np.int32]:
    """For each die where on a map its corners are seen, (n, 6, 2)."""
    shown = _shown_mm(poses, lens, np.full(len(poses), plan.height_mm))
    return np.round(plan.to_map(shown.reshape(-1, 2))).astype(np.int32).reshape(shown.shape)


def _fill(places: NDArray[np.uint8], corners: NDArray[np.int32]) -> None:
    """Set what lies in the outline of these corners, and its rim."""
    hull = cv2.convexHull(corners)
    cv2.fillConvexPoly(places, hull, 1)
    cv2.polylines(places, [hull], True, 1)


@dataclass(frozen=True, slots=True)
class DieLook:
    """What the picture showed of a die that lay at ``pose``: (size, size) in grey and without light, seen in the plane
    of its top face; ``whole``: where in it the die itself is seen."""

    pose: Pose
    look: Lightless
    whole: Places


@dataclass(frozen=True, slots=True)
class LookComparison:
    """How alike a die's place looks: correlation, -1 to 1; the worst misfit of any part of it; how far what is seen
    seems to have been pushed (mm) and turned (degrees)."""

    correlation: float
    worst: float
    moved_mm: float
    turned_deg: float

    @property
    def is_same(self) -> bool:
        """Whether what lay there lies there untouched."""
        return (
            self.correlation > tuning.SAME_LOOK
            and self.worst < tuning.SAME_LOOK_WORST
            and self.moved_mm < tuning.SAME_LOOK_MM
            and self.turned_deg < tuning.SAME_LOOK_DEG
        )

    @property
    def is_alike(self) -> bool:
        """Whether it is that die that lies there, though light or something beside it have changed its look."""
        return self.correlation > tuning.ALIKE_LOOK


#: Of a place where nothing has changed at all.
UNTOUCHED: Final = LookComparison(1.0, 0.0, 0.0, 0.0)


def die_looks(picture: Image, lens: Pinhole, poses: Sequence[Pose]) -> list[DieLook]:
    """What a picture (BGR) shows of dice at these poses."""
    if not poses:
        return []
    frames = [_frame(pose) for pose in poses]
    # For each die the outline, (n, 2), within which it hides the plane of its own top face.
    shown = _shown_mm(poses, lens, np.array([pose.top_mm for pose in poses])).astype(np.float32)
    outlines_mm = [np.asarray(cv2.convexHull(six), np.float64).reshape(-1, 2) for six in shown]
    looks, outlines = _cut(picture, lens, frames), outlines_mm
    return [
        DieLook(pose, look, _whole(frame, outline))
        for pose, frame, look, outline in zip(poses, frames, looks, outlines, strict=True)
    ]


def compare_looks(picture: Image, lens: Pinhole, then: Sequence[DieLook]) -> list[LookComparison]:
    """How a picture (BGR) shows the places of dice, each beside how it looked then."""
    if not then:
        return []
    now = _cut(picture, lens, [_frame(look.pose) for look in then])
    # What squares, (n, size, size), show beside how dice looked in them then.
    before, inside = np.stack([one.look for one in then]), np.stack([one.whole for one in then])
    old, new = (np.where(inside, look, np.float32(0)).reshape(len(then), -1) for look in (before, now))
    lengths = np.linalg.norm(old, axis=1) * np.linalg.norm(new, axis=1)
    correlations = np.einsum("np,np->n", old, new) / np.maximum(lengths, 1e-6)
    apart = np.square(new - old).reshape(now.shape)
    worst = [float(cv2.blur(one, (tuning.LOOK_PART_PX,) * 2).max()) for one in apart]
    steps, px_mm = _motions(before, now, inside), [_frame(one.pose).mm_per_px for one in then]
    moved_mm, turned_deg = np.hypot(steps[:, 0], steps[:, 1]) * px_mm, np.abs(np.degrees(steps[:, 2]))
    comparisons = zip(correlations.tolist(), worst, moved_mm.tolist(), turned_deg.tolist(), strict=True)
    return [LookComparison(*one) for one in comparisons]


def _frame(pose: Pose) -> PlaneFrame:
    return PlaneFrame(
        pose.x_mm, pose.y_mm, 0.0, pose.top_mm, tuning.LOOK_SPAN_EDGES * pose.edge_mm / tuning.LOOK_PX, tuning.LOOK_PX
    )


def _cut(picture: Image, lens: Pinhole, frames: Sequence[PlaneFrame]) -> NDArray[np.float32]:
    """What the picture shows in these squares, without light, (n, size, size)."""
    cut = cut_patches(picture, lens, frames)
    below = cut.reshape(-1, *cut.shape[2:])  # one below the other: where they meet no die is seen
    return without_light(below, tuning.LOOK_SURROUNDINGS_PX).reshape(cut.shape[:3])


def _whole(frame: PlaneFrame, outline_mm: FloatArray) -> Places:
    """Where a die is seen in its square."""
    whole = np.zeros((frame.size_px, frame.size_px), np.uint8)
    cv2.fillConvexPoly(whole, np.round(frame.to_patch(outline_mm)).astype(np.int32), 1)
    return whole > 0


def _shown_mm(poses: Sequence[Pose], lens: Pinhole, heights_mm: FloatArray) -> FloatArray:
    """Where dice's corners are seen on planes at these heights, one for each, (n, corners, 2)."""
    return lens.onto_plane(flat_corners_mm(poses), heights_mm[:, None])


def _motions(then: NDArray[np.float32], now: NDArray[np.float32], inside: Places) -> FloatArray:
    """The small pushes (px, rightward and down) and turns (rad) that bring looks, each (n, size, size), nearest to what
    is seen now, (n, 3) (Lucas and Kanade, 1981)."""
    both, slopes = (then + now) / 4, np.zeros((len(then), 3, *then.shape[1:]), np.float32)
    slopes[:, 0, :, 1:-1] = both[..., 2:] - both[..., :-2]
    slopes[:, 1, 1:-1] = both[:, 2:] - both[:, :-2]
    share = (inside / np.maximum(inside.sum(axis=(1, 2), keepdims=True), 1)).astype(np.float32)
    y, x = (place - (share * place).sum(axis=(1, 2), keepdims=True) for place in np.indices(then.shape[1:], np.float32))
    slopes[:, 2] = slopes[:, 1] * x - slopes[:, 0] * y
    gradients = (slopes * inside[:, None]).reshape(len(then), 3, -1)
    pushed = gradients @ (now - then).reshape(len(then), -1, 1)
    return np.asarray(
        (np.linalg.pinv(gradients @ gradients.transpose(0, 2, 1), hermitian=True) @ pushed)[..., 0], np.float64
    )
