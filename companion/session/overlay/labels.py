"""Where words go: beside the thing they name, off the dice and lines, never over each other, never out of the picture.

Greedy, most important first; each label takes the cheapest of its own places that no label has taken. Where all of them
are taken any free spot of the picture will do, and where there is none the label is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.geometry import Points
from companion.session.overlay.scene import Px

#: Gap between labels, and to the picture's rim, px.
GAP_PX = 4.0

_ANGLES = np.radians([0, 180, 90, 270, 45, 135, 225, 315, 22, 158, 202, 338, 68, 112, 248, 292])
#: How much farther off than need be a label may stand, in heights of it.
_EXTRA = np.array([0.0, 0.3, 0.7, 1.3, 2.1, 3.2, 4.6])
_FRACTIONS = np.array([0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82])

#: What a label pays for lying on a die or a line, in px of distance.
_COST_OF_A_DISC = 260.0
_COST_OF_A_LINE = 90.0


@dataclass(frozen=True, slots=True)
class LabelBox:
    """A rectangle in px."""

    left: float
    top: float
    width: float
    height: float

    @property
    def centre_px(self) -> Px:
        """Its middle."""
        return self.left + self.width / 2, self.top + self.height / 2


@dataclass(frozen=True, slots=True)
class LabelRequest:
    """A label to be placed: its size, and the die (``from_px`` = ``to_px``) or line that it belongs to."""

    size_wh: tuple[float, float]
    from_px: Px
    to_px: Px
    clear_px: float


@dataclass(frozen=True, slots=True)
class Clutter:
    """What labels had better not cover: discs (x, y, radius) and lines (x, y, x, y), px."""

    discs_px: tuple[tuple[float, float, float], ...] = ()
    lines_px: tuple[tuple[float, float, float, float], ...] = ()


def place_labels(
    wishes: Sequence[LabelRequest], clutter: Clutter, size_wh: tuple[int, int]
) -> tuple[LabelBox | None, ...]:
    """A box for each wish, in the same order; ``None`` where there was no room."""
    taken: list[LabelBox] = []
    boxes: list[LabelBox | None] = []
    for wish in wishes:
        box = _cheapest(wish, clutter, taken, size_wh)
        boxes.append(box)
        taken += [box] if box else []
    return tuple(boxes)


def _cheapest(
    wish: LabelRequest, clutter: Clutter, taken: Sequence[LabelBox], size_wh: tuple[int, int]
) -> LabelBox | None:
    size = np.array(wish.size_wh)
    if (size + 2 * GAP_PX > size_wh).any():
        return None
    for centres, costs in (_own_places(wish), _any_places(wish, size_wh)):
        inside = np.clip(centres, size / 2 + GAP_PX, np.array(size_wh) - size / 2 - GAP_PX)
        free = _free(inside, size, taken)
        if free.any():
            # What each box pays for the dice and lines under it, shape (N,).
            cost = np.zeros(len(inside))
            for x, y, radius in clutter.discs_px:
                apart = np.maximum(np.abs(inside - (x, y)) - size / 2, 0)
                cost += _COST_OF_A_DISC * np.clip(1 - np.hypot(*apart.T) / radius, 0, 1)
            for line in clutter.lines_px:
                samples = np.linspace(line[:2], line[2:], 24)
                crosses = np.abs(inside[:, None] - samples[None]) < size / 2
                cost += _COST_OF_A_LINE * np.any(np.all(crosses, axis=2), axis=1)
            price = costs + np.hypot(*(inside - centres).T) + cost
            left, top = (inside[free][np.argmin(price[free])] - size / 2).tolist()
            return LabelBox(left, top, *wish.size_wh)
    return None


def _own_places(wish: LabelRequest) -> tuple[Points, Points]:
    """Centres of boxes around a die or along a line, shape (N, 2), with what their distance costs, shape (N,)."""
    start, end = np.array(wish.from_px), np.array(wish.to_px)
    if wish.from_px != wish.to_px:
        return start + _FRACTIONS[:, None] * (end - start), 60 * np.abs(_FRACTIONS - 0.5)
    directions = np.column_stack([np.cos(_ANGLES), -np.sin(_ANGLES)])
    reach = np.abs(directions) @ (np.array(wish.size_wh) / 2)
    extra = _EXTRA[:, None] * wish.size_wh[1]
    centres = start + (wish.clear_px + extra + reach)[..., None] * directions
    costs = 0.8 * extra + 0.8 * np.arange(len(_ANGLES))
    return centres.reshape(-1, 2), costs.reshape(-1)


def _any_places(wish: LabelRequest, size_wh: tuple[int, int]) -> tuple[Points, Points]:
    """A grid over the whole picture; the nearer to the wish the cheaper."""
    width, height = wish.size_wh
    across = np.arange(width / 2 + GAP_PX, size_wh[0], max(width / 3, 8))
    down = np.arange(height / 2 + GAP_PX, size_wh[1], max(height / 2, 8))
    centres = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
    return centres, np.hypot(*(centres - np.array(wish.from_px)).T)


def _free(centres: Points, size: Points, taken: Sequence[LabelBox]) -> NDArray[np.bool_]:
    """Which boxes stay clear of every box taken."""
    if not taken:
        return np.ones(len(centres), bool)
    others = np.array([(*box.centre_px, box.width, box.height) for box in taken])
    apart = np.abs(centres[:, None] - others[None, :, :2])
    near = apart < (size + others[:, 2:]) / 2 + GAP_PX
    return np.asarray(~np.any(np.all(near, axis=2), axis=1))
