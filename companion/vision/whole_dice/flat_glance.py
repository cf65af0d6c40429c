"""A glance at a flat die: of all enrolled dice, with any face up, those that all faces in sight fit best together.

Nothing is moved for it. A flat die shows the same few triangles whichever it is; they are cut out once and held against
every enrolled face, so that a die whose top face is lost in glare is thought of by its sides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from companion.arrays import FloatArray
from companion.geometry import FACE_CORNERS, Pose, RigidPose, face_corners_mm, is_face
from companion.vision import tuning
from companion.vision.reading import FaceName
from companion.vision.whole_dice.patch_grid import ROUGH, Faces
from companion.vision.whole_dice.photograph import Photograph
from companion.vision.whole_dice.photometric_alignment import SIDES, viewing_cosines
from companion.vision.whole_dice.silhouettes import Silhouettes

_UP: Final = "abc"
#: The faces of a die that lies with ``_UP`` up, by their corners: each of its sides, with each of its corners first.
_LABELS: Final = tuple(face for face in FACE_CORNERS if is_face(face))
_SIDE_OF: Final = np.array([SIDES.index(frozenset(label)) for label in _LABELS])
_MOST_SIDES: Final = len(SIDES)


class FlatGlance:
    """Thinks of flat dice by all that is seen of them.

    vertices: of the faces of each die that are enrolled; arts: of each, of every view, in ``ROUGH`` squares; edges_mm:
    of each die.
    """

    def __init__(
        self, vertices: Mapping[FaceName, str], arts: Mapping[FaceName, Sequence[Faces]], edges_mm: Mapping[str, float]
    ) -> None:
        names = [name for name in arts if name in vertices]
        self._poses = [(name, turn) for name in names for turn in range(3)]
        self._edges_mm = np.array([edges_mm[name.die] for name, _ in self._poses])
        views = [art for name in names for art in arts[name]]
        table = np.stack(views) if views else np.zeros((0, len(ROUGH.at)), np.float32)
        self._arts = np.pad(_unit(table).T, ((0, 0), (0, 1)))
        # the first view of each face in the table; and of the column of nothing at its end
        self._first_views = np.cumsum([0, *(len(arts[name]) for name in names)])
        # where on the lying die each enrolled face is: the label of its side, and the art; the last of each means none
        self._labels = np.full((len(self._poses), _MOST_SIDES), len(_LABELS))
        self._shown = np.full((len(self._poses), _MOST_SIDES), len(names))
        own: dict[str, list[int]] = {}
        for number, name in enumerate(names):
            own.setdefault(name.die, []).append(number)
        for row, (up, turn) in enumerate(self._poses):
            letters = _renamed(vertices[up], turn)
            for place, number in enumerate(own[up.die]):
                label = "".join(letters[vertex] for vertex in vertices[names[number]])
                self._labels[row, place], self._shown[row, place] = _LABELS.index(label), number

    def likeliest(
        self, photograph: Photograph, poses: Sequence[Pose], hidden: Silhouettes
    ) -> list[list[tuple[Pose, FaceName]]]:
        """The dice that fit best at each pose, each with the pose whose heading points to its corner 0.

        hidden: dice that may stand in front of sides.
        """
        bodies = [RigidPose.flat(pose, _UP) for pose in poses]
        cosines = viewing_cosines(photograph.lens, bodies)[:, _SIDE_OF]
        owner, label = np.nonzero(cosines > tuning.MIN_VIEWING_COSINE)
        corners = face_corners_mm([bodies[n] for n in owner.tolist()], [_LABELS[n] for n in label.tolist()])
        in_sight = ~np.array(hidden.stand_before(corners), np.bool_)
        owner, label, corners = owner[in_sight], label[in_sight], corners[in_sight]
        alike = np.zeros((len(poses), len(_LABELS) + 1, len(self._first_views)))
        if len(owner):
            by_view = _unit(photograph.faces(corners, ROUGH)) @ self._arts
            weight = cosines[owner, label][:, None]
            alike[owner, label] = np.maximum.reduceat(by_view, self._first_views, axis=1) * weight
        return [self._best(pose, some) for pose, some in zip(poses, alike, strict=True)]

    def _best(self, pose: Pose, alike: FloatArray) -> list[tuple[Pose, FaceName]]:
        """The dice of a pose's size whose faces are most alike, (labels, faces), all together."""
        fitting = np.flatnonzero(np.abs(self._edges_mm / pose.edge_mm - 1) < tuning.MAX_SIZE_DIFFERENCE)
        if not alike.any():
            return []
        fits = alike[self._labels[fitting], self._shown[fitting]].sum(axis=1)
        best = [self._poses[n] for n in fitting[np.argsort(-fits)[: tuning.MAX_SIDED_FACES]].tolist()]
        return [(replace(pose, heading_deg=pose.heading_deg - 120 * turn), name) for name, turn in best]


def _unit(faces: Faces) -> Faces:
    """Faces of length 1."""
    return np.asarray(faces / np.maximum(np.linalg.norm(faces, axis=1, keepdims=True), 1e-6), np.float32)


def _renamed(up: str, turn: int) -> dict[str, str]:
    """The vertices of a die as those of one that lies with ``_UP`` up, its heading at corner ``turn`` of its own."""
    letters = {vertex: _UP[(corner - turn) % 3] for corner, vertex in enumerate(up)}
    return letters | {vertex.swapcase(): letter.swapcase() for vertex, letter in letters.items()}
