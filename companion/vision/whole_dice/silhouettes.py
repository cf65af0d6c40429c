"""What dice that are explained hide from a further search: their outlines in the picture.

In the picture and not only on the plan, for at 45 degrees a die's sides are seen farther from its top face than another
die may lie.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray
from companion.camera import Pinhole
from companion.geometry import (
    LEAST_NESTED,
    Points,
    Pose,
    RigidPose,
    RigidPoses,
    flat_corners_mm,
    nesting_distance_mm,
)
from companion.opencv import cv2
from companion.vision import tuning
from companion.vision.top_faces.pose_refiner import are_of_one_size

#: For each face and each die whether something holds.
_Pairs = NDArray[np.bool_]


class Silhouettes:
    """The outlines of dice in one picture."""

    def __init__(self, lens: Pinhole, rigid_poses: Sequence[RigidPose]) -> None:
        self.lens = lens
        self._bodies = RigidPoses.of(rigid_poses)
        self._centres_mm, self._edges_mm = self._bodies.centre_mm, self._bodies.edge_mm

    @cached_property
    def _corners_px(self) -> NDArray[np.float32]:
        """Where the corners of the dice are seen, (dice, 6, 2)."""
        return _project(self.lens, self._bodies.vertices_mm())

    @cached_property
    def _outlines(self) -> list[cv2.typing.MatLike]:
        return [cv2.convexHull(one) for one in self._corners_px]

    def cover(self, poses: Sequence[Pose]) -> list[int | None]:
        """For each pose at which a top face seems to lie the die whose side it is: that whose outline hides most of
        it, or beside which none can lie flat."""
        if not poses:
            return []
        return [int(row.argmax()) if row.any() else None for row in self._claims(poses)]

    def leave_in_sight(self, poses: Sequence[Pose]) -> list[bool]:
        """Whether a die that lies flat at a pose would be seen: there is room for it beside the dice, and none stands
        before its top face."""
        if not poses:
            return []
        hidden = self.stand_before(flat_corners_mm(poses)[:, :3])
        return [not (covered or row.any()) for covered, row in zip(hidden, self._crowded(poses), strict=True)]

    def covered_by_each(self, poses: Sequence[Pose]) -> _Pairs:
        """The same for each die alone, (poses, dice)."""
        return self._claims(poses) > 0

    def stand_before(self, corners_mm: Points) -> list[bool]:
        """For each of some faces in space, (n, 3, 3), whether one of the dice hides too much of it to ask what it
        shows."""
        return [bool(most > tuning.HIDDEN_SHARE) for most in self._most_hidden(corners_mm).tolist()]

    def hide_a_part(self, corners_mm: Points) -> NDArray[np.bool_]:
        """For each of some faces in space, (n, 3, 3), whether one of the dice hides any of it that matters, (n,)."""
        return np.asarray(self._most_hidden(corners_mm) > tuning.PARTLY_HIDDEN_SHARE, np.bool_)

    def _most_hidden(self, corners_mm: Points) -> FloatArray:
        """How much of each of some faces the die hides that hides the most of it, (n,)."""
        shares = self._hidden_shares(corners_mm, self._may_hide(corners_mm))
        return np.asarray(shares.max(axis=1, initial=0.0), np.float64)

    def parts_in_sight(self, corners_mm: Points, shares: NDArray[np.float32]) -> _Pairs:
        """Of each of some faces in space, (n, 3, 3), what lies in the picture and none of the dice hides, (n, places):
        places of a face are given by what its corners weigh there, (places, 3)."""
        in_sight, corners_px = np.ones((len(corners_mm), len(shares)), np.bool_), _project(self.lens, corners_mm)
        cut_off = ~self._holds(corners_px).all(axis=1)
        in_sight[cut_off] = self._holds(shares @ corners_px[cut_off])
        may_hide = self._may_hide(corners_mm)
        hides = self._hidden_shares(corners_mm, may_hide) > 0
        if hides.any():
            places = shares @ corners_px
            for outline in np.flatnonzero(hides.any(axis=0)).tolist():
                in_sight[hides[:, outline]] &= _beside_outline(self._outlines[outline], places[hides[:, outline]])
        return in_sight

    def _holds(self, places_px: NDArray[np.float32]) -> NDArray[np.bool_]:
        """Which places, (..., 2) px, lie in the picture."""
        last = np.array(self.lens.size_wh, np.float32) - 1
        return np.asarray(((places_px >= 0) & (places_px <= last)).all(axis=-1), np.bool_)

    def _may_hide(self, corners_mm: Points) -> _Pairs:
        """Which dice are near some faces and before them as the camera sees it, (faces, dice)."""
        middles, eye_mm = corners_mm.mean(axis=1), self.lens.eye_mm
        near = _apart(middles, self._centres_mm) < tuning.HIDING_EDGES * self._edges_mm
        before = np.linalg.norm(self._centres_mm - eye_mm, axis=1) < np.linalg.norm(middles - eye_mm, axis=1)[:, None]
        return np.asarray(near & before, np.bool_)

    def _claims(self, poses: Sequence[Pose]) -> FloatArray:
        """How strongly each die claims each pose, (poses, dice): by its outline, or, which is less, by its place.

        What seems the top face of a die of another size is none of its sides, and may lie before it."""
        if not poses or not len(self._bodies):
            return np.zeros((len(poses), len(self._bodies)))
        corners_mm = flat_corners_mm(poses)[:, :3]
        may_be_side = are_of_one_size(np.array([[pose.edge_mm] for pose in poses]), self._edges_mm)
        shares = self._hidden_shares(corners_mm, may_be_side | self._may_hide(corners_mm))
        return np.where(shares > tuning.COVERED_SHARE, 1 + shares, self._crowded(poses))

    def _crowded(self, poses: Sequence[Pose]) -> _Pairs:
        """Where a die leaves no room for another that lies flat at a pose, (poses, dice)."""
        centres_mm = np.array([pose.centre_mm for pose in poses])
        edges_mm = np.array([[pose.edge_mm] for pose in poses])
        least_mm = LEAST_NESTED * nesting_distance_mm(edges_mm, self._edges_mm)
        return np.asarray(_apart(centres_mm, self._centres_mm[:, :2]) < least_mm)

    def _hidden_shares(self, corners_mm: Points, asked: _Pairs) -> FloatArray:
        """How much of each face the outline of each die hides, (faces, dice), of the pairs that are asked about."""
        shares = np.zeros(asked.shape)
        if not asked.any():
            return shares
        faces = _project(self.lens, corners_mm)
        meet = (faces.min(axis=1)[:, None] < self._corners_px.max(axis=1)) & (
            faces.max(axis=1)[:, None] > self._corners_px.min(axis=1)
        )
        # Triangles, (n, 3, 2), with their corners in the order of ``convexHull``, and their areas, (n,).
        sides = faces[:, 1:].astype(np.float64) - faces[:, :1]
        twice = sides[:, 0, 0] * sides[:, 1, 1] - sides[:, 0, 1] * sides[:, 1, 0]
        triangles, areas = np.where((twice < 0)[:, None, None], faces[:, ::-1], faces), np.abs(twice) / 2
        for face, outline in np.argwhere(asked & meet.all(axis=2)).tolist():
            shares[face, outline] = cv2.intersectConvexConvex(triangles[face], self._outlines[outline])[0]
        return shares / np.maximum(areas, 1e-9)[:, None]


def _beside_outline(outline: cv2.typing.MatLike, places: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which places of a picture, (..., 2), lie outside of a convex outline as ``convexHull`` gives it."""
    corners, edges = outline.reshape(-1, 2), (np.roll(outline, -1, axis=0) - outline).reshape(-1, 2)
    (x, y), (along_x, along_y) = corners.T[..., None], edges.T[..., None]
    across, down = places.reshape(-1, 2).T
    turns = along_x * (down - y) - along_y * (across - x)  # (edges, places): ten times as fast so
    return np.asarray((turns.min(axis=0) < 0) & (turns.max(axis=0) > 0), np.bool_).reshape(places.shape[:-1])


def _apart(places: FloatArray, others: FloatArray) -> FloatArray:
    """Distances of places from others, (places, others)."""
    return np.asarray(np.linalg.norm(places[:, None] - others, axis=2), np.float64)


def _project(lens: Pinhole, corners_mm: Points) -> NDArray[np.float32]:
    """Pixels of corners in space, (n, k, 2)."""
    return lens.project(corners_mm.reshape(-1, 3)).reshape(*corners_mm.shape[:2], 2).astype(np.float32)
