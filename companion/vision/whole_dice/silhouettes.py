"""What dice that are explained hide from a further search: their outlines in the picture.

In the picture and not only on the plan, for at 45 degrees a die's sides are seen farther from its top face than another
die may lie.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.camera import Pinhole
from companion.geometry import DIRECTIONS, VERTICES, Points, Pose, RigidPose, circumradius_mm, reach_mm
from companion.opencv import cv2
from companion.vision import tuning

_CORNERS: Final = np.array([DIRECTIONS[v] for v in VERTICES], float)


class Silhouettes:
    """The outlines of dice in one picture."""

    def __init__(self, lens: Pinhole, rigid_poses: Sequence[RigidPose]) -> None:
        self._lens, self._bodies = lens, rigid_poses
        self._outlines = [self._outline(rigid_pose) for rigid_pose in rigid_poses]

    def cover(self, pose: Pose) -> int | None:
        """The die whose side is seen where a top face seems to lie at this pose: that whose outline hides most of
        it, or beside which none can lie flat."""
        corners = np.column_stack([pose.top_corners_mm(), np.full(3, pose.top_mm)])
        face = cv2.convexHull(self._lens.project(corners).astype(np.float32))
        least, covering = tuning.COVERED_SHARE * cv2.contourArea(face), self._crowded(pose)
        for number, outline in enumerate(self._outlines):
            shared = cv2.intersectConvexConvex(face, outline)[0]
            if shared > least:
                least, covering = shared, number
        return covering

    def stand_before(self, corners_mm: Points) -> bool:
        """Whether one of the dice hides too much of a face in space, (3, 3), to ask what it shows."""
        middle, eye_mm = corners_mm.mean(axis=0), self._lens.eye_mm
        far_mm = np.linalg.norm(middle - eye_mm)
        before = [
            outline
            for body, outline in zip(self._bodies, self._outlines, strict=True)
            if np.linalg.norm(body.centre_mm - eye_mm) < far_mm
            and np.linalg.norm(body.centre_mm - middle) < tuning.HIDING_EDGES * body.edge_mm
        ]
        if not before:
            return False
        face = cv2.convexHull(self._lens.project(corners_mm).astype(np.float32))
        most = tuning.HIDDEN_SHARE * cv2.contourArea(face)
        return any(cv2.intersectConvexConvex(face, outline)[0] > most for outline in before)

    def _crowded(self, pose: Pose) -> int | None:
        """The die that leaves no room for another that lies flat at this pose."""
        for number, body in enumerate(self._bodies):
            apart_mm = tuning.MIN_DICE_DISTANCE * (circumradius_mm(pose.edge_mm) + circumradius_mm(body.edge_mm))
            if math.dist(pose.centre_mm, body.centre_mm[:2]) < apart_mm:
                return number
        return None

    def _outline(self, rigid_pose: RigidPose) -> NDArray[np.float32]:
        corners = _CORNERS @ rigid_pose.rotation.T * reach_mm(rigid_pose.edge_mm) + rigid_pose.centre_mm
        return np.asarray(cv2.convexHull(self._lens.project(corners).astype(np.float32)), np.float32)
