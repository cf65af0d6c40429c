"""Of all that looks like a top face, the dice: which each is, how it lies, and how exactly that is known.

What is named is held against the picture as a whole die; where top and sides agree, that settles it. The rest is
searched (``searching``). What no enrolled die explains stays without a name.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.camera import Pinhole
from companion.geometry import Pose, circumradius_mm, height_mm
from companion.opencv import cv2
from companion.vision.frames import FACE_RADIUS_PX, FACE_SIZE_PX
from companion.vision.lying import Attitudes, Lie
from companion.vision.matching import Matcher
from companion.vision.naming import Named, Namer
from companion.vision.placing import Placed, Placer
from companion.vision.reading import FaceName
from companion.vision.rectify import face_patches
from companion.vision.searching import Search

#: Correlations below these make a flat die doubtful; of 480 flat dice in full view one in a hundred is.
_TOP_AGREES: Final = 0.65
_SIDES_AGREE: Final = 0.72
#: What fits worse than this on the whole explains nothing; a glare, or something in front, is not in the gallery.
_EXPLAINS: Final = 0.45
#: What fits better than this near where it was thought to lie is not searched for elsewhere.
_WILL_DO: Final = 0.62
_SIDES_WILL_DO: Final = 0.5
#: What the finder hardly saw, or the placer did not take for a die, is not searched: nearly all of it is no die.
_PRESENT: Final = 0.2
_MOST_PRESENT: Final = 0.4
_DIE: Final = 0.5
#: Tilted, a die has more freedom to fit: it must fit better than flat by this much to be taken for leaning.
_CLEARLY: Final = 0.05
#: A whole die that fits so well tells how a die lies even if not which it is.
_SURELY_LIES: Final = 0.7
#: Faces this much less like the crop than the likeliest are held against the picture too, so many at the most.
_CLOSE: Final = 0.35
_POSSIBLE: Final = 3
#: Less like the crop than this (of 2), a face is not thought of.
_HARDLY: Final = 1.0
#: Tilted by more than this a die leans; folded by hand, one that lies flat is off by up to 3 degrees.
_LEANS_DEG: Final = 5.0
#: Two dice cannot share a place: their centres are at least this share of the sum of their inner radii apart.
_ONE_BODY: Final = 0.75
#: Nearer than this, in sums of circumradii, an unexplained sight is a side of the die that was explained (GEO-10).
_ITS_SIDE: Final = 0.72
#: What the misfit of single pixels says of the whole: neighbours err together, and faces are folded by hand.
_MISFIT: Final = 6.0
_MISFIT_TURN: Final = 4.0
_FOLD_MM: Final = 0.13
_FOLD_DEG: Final = 0.38
#: The placer's word counts where it is not farther from the whole die's pose than this many standard deviations.
_AGREES: Final = 3.0


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """A die: what the placer and the namer say of it, and the whole die that explains it (``None``: none does)."""

    placed: Placed
    named: Named
    lie: Lie | None

    @property
    def name(self) -> FaceName | None:
        """The face that is up, where what it looks like and how the whole die fits say the same."""
        return self.lie.name if self.lie is not None and self.lie.name == self.named.name else None

    @property
    def leans(self) -> bool | None:
        """Whether it leans; ``None`` where no whole die explains it."""
        return None if self.lie is None else self.lie.tilt_deg > _LEANS_DEG

    @property
    def pose(self) -> Pose:
        """Where it lies: the mean of what the whole die and the placer say, by how exactly each knows."""
        if self.lie is None:
            return replace(self.placed.pose, heading_deg=self.placed.pose.heading_deg - 120 * self.named.turn)
        whole = self.lie.pose
        share, turn_share = self._shares()
        step = np.subtract(self.placed.pose.centre_mm, whole.centre_mm) * share
        turn = _least_turn(self.placed.pose.heading_deg - whole.heading_deg) * turn_share
        return replace(
            whole, x_mm=whole.x_mm + step[0], y_mm=whole.y_mm + step[1], heading_deg=whole.heading_deg + turn
        )

    @property
    def sigmas(self) -> tuple[float, float]:
        """Standard deviations of the centre along one axis (mm) and of the heading (degrees)."""
        if self.lie is None:
            return self.placed.sigma_mm, self.placed.sigma_deg
        share, turn_share = self._shares()
        mm, deg = self._whole_sigmas()
        return mm * math.sqrt(1 - share), deg * math.sqrt(1 - turn_share)

    def _whole_sigmas(self) -> tuple[float, float]:
        assert self.lie is not None
        return math.hypot(_FOLD_MM, _MISFIT * self.lie.sigma_mm), math.hypot(
            _FOLD_DEG, _MISFIT_TURN * self.lie.sigma_deg
        )

    def _shares(self) -> tuple[float, float]:
        """How much of the placer's word counts, from 0 to 1/2, for the centre and for the heading."""
        if self.lie is None or self.leans:
            return 0.0, 0.0
        mm, deg = self._whole_sigmas()
        apart = math.dist(self.placed.pose.centre_mm, self.lie.pose.centre_mm)
        turned = abs(_least_turn(self.placed.pose.heading_deg - self.lie.pose.heading_deg))
        return _share(mm, self.placed.sigma_mm, apart), _share(deg, self.placed.sigma_deg, turned)


def _share(own: float, other: float, apart: float) -> float:
    """Weight of a second measurement beside a first, by inverse variance; none where they contradict each other."""
    return own**2 / (own**2 + other**2) if apart < _AGREES * math.hypot(own, other) else 0.0


def _least_turn(degrees: float) -> float:
    """The difference of two headings that may be told from different corners."""
    return (degrees + 60) % 120 - 60


@dataclass(frozen=True, slots=True, eq=False)
class Judge:
    """Turns sights into dice."""

    placer: Placer
    namer: Namer
    attitudes: Attitudes

    def dice(self, picture: NDArray[np.uint8], lens: Pinhole, sights: Sequence[tuple[Placed, Named]]) -> list[Judged]:
        """Each die once; sights come surest first."""
        matcher = Matcher(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8), lens)
        flat = self._flat(matcher, lens, sights)
        sure = [judged for judged in flat if judged.name is not None and _agrees(judged.lie)]
        unexplained: list[Judged] = []
        for judged in flat:
            if (
                judged in sure
                or not _worth_it(judged.placed)
                or any(_is_side_of(judged.placed, other) for other in sure)
            ):
                continue
            found = self._explained(picture, matcher, lens, judged)
            (unexplained if found.lie is None else sure).append(found)
        told = _each_body_once(sure)
        return told + [u for u in unexplained if not any(_is_side_of(u.placed, other) for other in told)]

    def _flat(self, matcher: Matcher, lens: Pinhole, sights: Sequence[tuple[Placed, Named]]) -> list[Judged]:
        """Each sight with the whole die, lying flat, that fits it best, of those whose top face it may be."""
        asked = [(number, one) for number, sight in enumerate(sights) for one in _possible(*sight)]
        best: dict[int, Lie] = {}
        for (number, _), lie in zip(asked, self.attitudes.flat(matcher, lens, [one for _, one in asked]), strict=True):
            if number not in best or lie.fit > best[number].fit:
                best[number] = lie
        return [Judged(placed, named, best.get(number)) for number, (placed, named) in enumerate(sights)]

    def _explained(self, picture: NDArray[np.uint8], matcher: Matcher, lens: Pinhole, judged: Judged) -> Judged:
        """With the whole die that fits best: near the flat one if that will do, else what a search finds."""
        if judged.lie is not None:
            near = self._named_anew(picture, lens, judged, self._near(matcher, lens, judged.lie))
            if near.name is not None and _will_do(near.lie):
                return near
        search = Search(self.placer, self.namer, self.attitudes)
        searched = search.best(picture, matcher, lens, judged.placed.pose, judged.named.ranked[:2])
        best = max((lie for lie in (judged.lie, searched) if lie is not None), key=lambda lie: lie.fit, default=None)
        if best is None or best.fit < _EXPLAINS:
            return replace(judged, lie=None)
        if best.tilt_deg <= _LEANS_DEG:
            best = self.attitudes.flat(matcher, lens, [(best.pose, best.name)])[0]
        found = self._named_anew(picture, lens, judged, best)
        return found if found.name is not None or best.fit > _SURELY_LIES else replace(found, lie=None)

    def _near(self, matcher: Matcher, lens: Pinhole, flat: Lie) -> Lie:
        """The flat die, or the same die tilted a little where that fits clearly better."""
        freed = self.attitudes.freed(matcher, lens, flat)
        return freed if freed.tilt_deg > _LEANS_DEG and freed.fit > flat.fit + _CLEARLY else flat

    def _named_anew(self, picture: NDArray[np.uint8], lens: Pinhole, judged: Judged, lie: Lie) -> Judged:
        """Explained by a whole die, and named by what its upper face looks like when cut out just there."""
        corners = lie.stance.corners_mm(lie.vertices)
        crops = face_patches(picture, lens, corners[None], radius_px=FACE_RADIUS_PX, size_px=FACE_SIZE_PX)
        return replace(judged, named=self.namer.name_crops(crops, [lie.stance.edge_mm])[0], lie=lie)


def _worth_it(sight: Placed) -> bool:
    return sight.presence > _PRESENT and (sight.die > _DIE or sight.presence > _MOST_PRESENT)


def _possible(placed: Placed, named: Named) -> list[tuple[Pose, FaceName]]:
    """The faces that a sight may show, each with the pose whose heading points to its corner 0."""
    near = [one for one in named.ranked if one.value > max(_HARDLY, named.likeness - _CLOSE)]
    turned = [replace(placed.pose, heading_deg=placed.pose.heading_deg - 120 * one.turn) for one in near]
    return [(pose, one.name) for pose, one in zip(turned[:_POSSIBLE], near, strict=False)]


def _agrees(lie: Lie | None) -> bool:
    return lie is not None and lie.top > _TOP_AGREES and (lie.sides is None or lie.sides > _SIDES_AGREE)


def _will_do(lie: Lie | None) -> bool:
    return lie is not None and lie.fit > _WILL_DO and (lie.sides is None or lie.sides > _SIDES_WILL_DO)


def _is_side_of(sight: Placed, die: Judged) -> bool:
    """Whether an unexplained sight is the side of a die that is already explained."""
    reach = circumradius_mm(sight.pose.edge_mm) + circumradius_mm(die.pose.edge_mm)
    return math.dist(sight.pose.centre_mm, die.pose.centre_mm) < _ITS_SIDE * reach


def _each_body_once(dice: Sequence[Judged]) -> list[Judged]:
    kept: list[Judged] = []
    for die in sorted(dice, key=lambda d: -(d.lie.fit if d.lie is not None else 0.0)):
        if all(_apart(die, other) for other in kept):
            kept.append(die)
    return kept


def _apart(a: Judged, b: Judged) -> bool:
    assert a.lie is not None
    assert b.lie is not None
    bodies = (height_mm(a.lie.stance.edge_mm) + height_mm(b.lie.stance.edge_mm)) / 2
    return float(np.linalg.norm(a.lie.stance.centre_mm - b.lie.stance.centre_mm)) > _ONE_BODY * bodies
