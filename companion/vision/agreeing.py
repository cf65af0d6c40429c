"""Makes the enrolled faces of a die agree with each other before they are kept.

Each face is cut out where the placer puts it, and the placer errs by a few tenths of a millimetre; whoever is held
against that face later inherits the error. But every picture of a die also shows two or three of its sides, and those
were enrolled as top faces elsewhere. So each sight is held against the die's other faces, and the pose is moved part
of the way to what they say; after two rounds the errors of many sights have averaged out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.camera import Pinhole
from companion.catalogue import Die
from companion.geometry import Pose
from companion.opencv import cv2
from companion.vision.gallery import View, view
from companion.vision.lying import Attitudes
from companion.vision.matching import Matcher
from companion.vision.reading import FaceName

_ROUNDS: Final = 2
#: How much the other faces' word counts beside the placer's.
_SHARE: Final = 0.4
#: Sides that fit worse than this say nothing.
_FITS: Final = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """A face to enrol: the picture that shows it, whose face it is, and where it lies."""

    picture: NDArray[np.uint8]
    name: FaceName
    pose: Pose

    def view(self, lens: Pinhole) -> View:
        """The face as the gallery keeps it."""
        return view(self.picture, lens, self.pose, self.name)


def agreed(lens: Pinhole, dice: Mapping[str, Die], cuts: Sequence[Cut]) -> list[Cut]:
    """The same cuts, in the same order, each where placer and the die's other faces agree that it lies."""
    pictures = {id(cut.picture): cut.picture for cut in cuts}
    matchers = {key: Matcher(np.asarray(cv2.cvtColor(p, cv2.COLOR_BGR2GRAY), np.uint8), lens)
                for key, p in pictures.items()}  # fmt: skip
    now = list(cuts)
    for _ in range(_ROUNDS):
        attitudes = Attitudes.of(dice, [cut.view(lens) for cut in now])
        moved: dict[int, Pose] = {}
        for key, matcher in matchers.items():
            here = [k for k, cut in enumerate(now) if id(cut.picture) == key]
            lies = attitudes.by_sides(matcher, lens, [(now[k].pose, now[k].name) for k in here])
            moved |= {k: lie.pose for k, lie in zip(here, lies, strict=True) if (lie.sides or 0.0) > _FITS}
        now = [replace(cut, pose=_between(cut.pose, moved.get(k, cut.pose))) for k, cut in enumerate(cuts)]
    return now


def _between(placed: Pose, by_sides: Pose) -> Pose:
    turn = (by_sides.heading_deg - placed.heading_deg + 180) % 360 - 180
    return replace(
        placed,
        x_mm=placed.x_mm + _SHARE * (by_sides.x_mm - placed.x_mm),
        y_mm=placed.y_mm + _SHARE * (by_sides.y_mm - placed.y_mm),
        heading_deg=placed.heading_deg + _SHARE * turn,
    )
