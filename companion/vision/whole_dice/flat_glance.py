"""A glance at a flat die: of all enrolled dice, with any face up, those that all faces in sight fit best together.

Nothing is moved for it. A flat die shows the same few triangles whichever it is; they are cut out once and held against
every enrolled face, so that a die whose top face is lost in glare is thought of by its sides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

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
        table = np.stack(views, axis=-1) if views else np.zeros((len(ROUGH.at), 0), np.float32)
        self._arts = np.pad(table / np.maximum(np.linalg.norm(table, axis=0), 1e-6), ((0, 0), (0, 1)))
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

    def likeliest(self, photograph: Photograph, pose: Pose, hidden: Silhouettes) -> list[tuple[Pose, FaceName]]:
        """The dice that fit best at a pose, each with the pose whose heading points to its corner 0.

        hidden: dice that may stand in front of sides.
        """
        body = RigidPose.flat(pose, _UP)
        cosines = viewing_cosines(photograph.lens, [body])[0][_SIDE_OF]
        at = [
            n
            for n in np.flatnonzero(cosines > tuning.MIN_VIEWING_COSINE).tolist()
            if not hidden.stand_before(body.corners_mm(_LABELS[n]))
        ]
        fitting = np.flatnonzero(np.abs(self._edges_mm / pose.edge_mm - 1) < tuning.MAX_SIZE_DIFFERENCE)
        if not at or not len(fitting):
            return []
        seen = photograph.faces(face_corners_mm([body] * len(at), [_LABELS[n] for n in at]), ROUGH)
        alike, weight = np.zeros((len(_LABELS) + 1, len(self._first_views))), np.zeros(len(_LABELS) + 1)
        by_view = (seen / np.maximum(np.linalg.norm(seen, axis=0), 1e-6)).T @ self._arts
        alike[at], weight[at] = np.maximum.reduceat(by_view, self._first_views, axis=1), cosines[at]
        labels = self._labels[fitting]
        fits = (alike[labels, self._shown[fitting]] * weight[labels]).sum(axis=1)
        best = [self._poses[n] for n in fitting[np.argsort(-fits)[: tuning.MAX_SIDED_FACES]].tolist()]
        return [(replace(pose, heading_deg=pose.heading_deg - 120 * turn), name) for name, turn in best]


def _renamed(up: str, turn: int) -> dict[str, str]:
    """The vertices of a die as those of one that lies with ``_UP`` up, its heading at corner ``turn`` of its own."""
    letters = {vertex: _UP[(corner - turn) % 3] for corner, vertex in enumerate(up)}
    return letters | {vertex.swapcase(): letter.swapcase() for vertex, letter in letters.items()}
