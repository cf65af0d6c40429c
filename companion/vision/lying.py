"""How a die lies that is thought to show a certain face: flat with it up, leaning, or with quite another face up.

First the die is taken to lie flat and held against its enrolled faces, top and sides (``matching``). Where the sides
do not show what the die file says they must, something is wrong: the die leans, a slanting side was taken for the top,
or it is another die. Then many stances that show the same face at the same place are tried, and the best are moved
until they fit.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.camera import Pinhole
from companion.catalogue import Die
from companion.geometry import Pose, Stance, reach_mm
from companion.opencv import cv2
from companion.vision.gallery import Gallery, View
from companion.vision.matching import Match, Matcher, Sight, art_of, cosines
from companion.vision.reading import FaceName

#: Faces seen at a smaller cosine than this are too slanting to tell anything.
_SLANTING: Final = 0.3
_FLAT_STEPS: Final = 3
_FREE_STEPS: Final = 5
#: Stances that go on to the next round, and the steps that each round takes.
_ROUNDS: Final = ((None, 1), (10, 2), (3, 5))
_TILTS_DEG: Final = (8.0, 16.0, 26.0, 40.0, 55.0, 70.5)
_TOWARD_DEG: Final = tuple(range(0, 360, 45))


@dataclass(frozen=True, slots=True, eq=False)
class Lie:
    """A die held against one picture.

    stance: where it is; name: the face that is up; top: correlation of the face that was asked about; sides: mean
    correlation of the other faces in sight, weighed by how squarely they are seen (``None``: none is); fit: the same
    mean over all faces; sigma_mm, sigma_deg: of centre (one axis) and heading, by the misfit alone.
    """

    stance: Stance
    name: FaceName
    vertices: str
    top: float
    sides: float | None
    fit: float
    sigma_mm: float
    sigma_deg: float

    @property
    def pose(self) -> Pose:
        """Where its upper face is seen from straight above."""
        return self.stance.pose(self.vertices)

    @property
    def tilt_deg(self) -> float:
        """Angle between its upper face and the table."""
        return self.stance.tilt_deg(self.vertices)


class Attitudes:
    """Judges how the dice of a gallery lie."""

    def __init__(self, dice: Mapping[str, Die], gallery: Gallery) -> None:
        self._faces = {die.id: tuple((f.key, f.vertices) for f in die.faces if f.vertices) for die in dice.values()}
        self._art = {v.name: art_of(v.picture) for v in gallery.views}

    @classmethod
    def of(cls, dice: Mapping[str, Die], views: Sequence[View]) -> Attitudes:
        """By views alone; nothing here needs fingerprints."""
        return cls(dice, Gallery(tuple(views), np.empty((len(views), 0), np.float32)))

    def flat(self, matcher: Matcher, lens: Pinhole, dice: Sequence[tuple[Pose, FaceName]]) -> list[Lie]:
        """Each die taken to lie flat at about this pose with this face up; the heading points to its corner 0."""
        return self._flat(matcher, lens, dice, by_top=True)

    def by_sides(self, matcher: Matcher, lens: Pinhole, dice: Sequence[tuple[Pose, FaceName]]) -> list[Lie]:
        """Each die taken to lie flat, and moved to where its sides alone say that it lies."""
        return self._flat(matcher, lens, dice, by_top=False)

    def _flat(
        self, matcher: Matcher, lens: Pinhole, dice: Sequence[tuple[Pose, FaceName]], *, by_top: bool
    ) -> list[Lie]:
        names = [name for _, name in dice]
        stances = [Stance.flat(pose, self._vertices(name)) for pose, name in dice]
        sights = self._sights(lens, stances, names)
        if not by_top:
            sights = [s for s in sights if s.vertices != self._vertices(names[s.stance])]
        moved, match = matcher.flat(stances, sights, steps=_FLAT_STEPS)
        return self._lies(moved, sights, match, names)

    def freed(self, matcher: Matcher, lens: Pinhole, lie: Lie) -> Lie:
        """The same die, moved and turned any way from where it lies until it fits."""
        sights = self._sights(lens, [lie.stance], [lie.name])
        moved, match = matcher.free([lie.stance], sights, steps=_FREE_STEPS)
        return self._lies(moved, sights, match, [lie.name])[0]

    def any_way(self, matcher: Matcher, lens: Pinhole, pose: Pose, name: FaceName) -> Lie:
        """The best of all stances that show this face where a flat die would show it at this pose."""
        stances = tilted_stances(lens, Stance.flat(pose, self._vertices(name)), self._vertices(name))
        lies: list[Lie] = []
        for most, steps in _ROUNDS:
            names = [name] * len(stances[:most])
            sights = self._sights(lens, stances[:most], names)
            moved, match = matcher.free(stances[:most], sights, steps=steps)
            lies = sorted(self._lies(moved, sights, match, names), key=lambda lie: -lie.fit)
            stances = [lie.stance for lie in lies]
        return lies[0]

    def _vertices(self, name: FaceName) -> str:
        return dict(self._faces[name.die])[name.face]

    def _sights(self, lens: Pinhole, stances: Sequence[Stance], names: Sequence[FaceName]) -> list[Sight]:
        sights = []
        for number, (stance, name) in enumerate(zip(stances, names, strict=True)):
            faces = self._faces[name.die]
            seen = cosines(lens, stance, [vertices for _, vertices in faces])
            for (key, vertices), cosine in zip(faces, seen, strict=True):
                art = self._art.get(FaceName(name.die, key))
                if art is not None and cosine > _SLANTING:
                    sights.append(Sight(number, vertices, art))
        return sights

    def _lies(
        self, stances: Sequence[Stance], sights: Sequence[Sight], match: Match, names: Sequence[FaceName]
    ) -> list[Lie]:
        tops: list[list[int]] = [[] for _ in stances]
        sides: list[list[int]] = [[] for _ in stances]
        for place, sight in enumerate(sights):
            is_top = sight.vertices == self._vertices(names[sight.stance])
            (tops if is_top else sides)[sight.stance].append(place)
        return [
            self._lie(stance, name, match, knowledge, *own)
            for stance, name, knowledge, *own in zip(stances, names, match.knowledge, tops, sides, strict=True)
        ]

    def _lie(
        self,
        stance: Stance,
        asked: FaceName,
        match: Match,
        knowledge: NDArray[np.float64],
        tops: Sequence[int],
        sides: Sequence[int],
    ) -> Lie:
        own = [*tops, *sides]
        faces = self._faces[asked.die]
        key, vertices = faces[stance.uppermost([v for _, v in faces])]
        spread = np.linalg.pinv(knowledge[2:5, 2:5], rcond=1e-9)
        reach_deg = math.degrees(1 / reach_mm(stance.edge_mm))
        return Lie(
            stance,
            FaceName(asked.die, key),
            vertices,
            _mean(match, tops) if tops else 0.0,
            _mean(match, sides) if sides else None,
            _mean(match, own) if own else 0.0,
            math.sqrt(max(0.0, (spread[1, 1] + spread[2, 2]) / 2)),
            math.sqrt(max(0.0, spread[0, 0])) * reach_deg,
        )


def _mean(match: Match, which: Sequence[int]) -> float:
    cosine = match.cosine[list(which)]
    return float((match.correlation[list(which)] * cosine).sum() / max(float(cosine.sum()), 1e-6))


def tilted_stances(
    lens: Pinhole, flat: Stance, vertices: str, *, tilts_deg: Sequence[float] = _TILTS_DEG
) -> list[Stance]:
    """The flat stance, then stances on the table tilted every way, the face seen at the same place in all of them."""
    out, place = [flat], flat.corners_mm(vertices).mean(axis=0)
    for tilt in tilts_deg:
        for toward in _TOWARD_DEG:
            angle = math.radians(toward)
            turn, _ = cv2.Rodrigues(math.radians(tilt) * np.array([math.cos(angle), math.sin(angle), 0.0]))
            out.append(_shown_at(lens, flat.turned(np.asarray(turn, np.float64)).put_down(), vertices, place))
    return out


def _shown_at(lens: Pinhole, stance: Stance, vertices: str, place_mm: NDArray[np.float64]) -> Stance:
    """Moved along the table until the face's centre is on the ray from the camera through a place."""
    centre, eye = stance.corners_mm(vertices).mean(axis=0), lens.eye_mm
    share = (eye[2] - centre[2]) / (eye[2] - place_mm[2])
    on_ray = eye + (place_mm - eye) * share
    return stance.moved([*(on_ray - centre)[:2], 0.0])
