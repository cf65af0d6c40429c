"""What an overlay consists of, before anything is painted: marks on the table and tags beside the dice, in pixels; and
where words go: beside the thing they name, off the dice and lines, never over each other, never out of the picture.

A scene knows no window and no paint, so tests can ask it what is drawn where. Labels are placed greedily, the most
important first; each takes the cheapest of its own places that no label has taken. Where all of them are taken any free
spot of the picture will do, and where there is none the label is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, auto

import numpy as np
from numpy.typing import NDArray

from companion.geometry import Points
from companion.session.badges import PlayerBadge

Px = tuple[float, float]


class MarkKind(StrEnum):
    """What a mark means; its look is in ``looks.py``. In the order in which they are painted."""

    SHADE = auto()
    FADED = auto()
    GHOST = auto()
    REFUSED_GHOST = auto()
    CHOSEN_GHOST = auto()
    BASELINE = auto()
    LEGAL_RING = auto()
    UNSURE_RING = auto()
    SPAN = auto()
    REFUSED_SPAN = auto()
    CLOSEST_SPAN = auto()
    UNSURE_SPAN = auto()
    POST = auto()
    OUTLINE = auto()
    UNSETTLED_OUTLINE = auto()
    UNREAD_OUTLINE = auto()
    UNKNOWN_OUTLINE = auto()
    CHOSEN_OUTLINE = auto()
    DIFFERS = auto()
    ASKED_RING = auto()
    HEADING = auto()
    GHOST_HEADING = auto()
    WAY = auto()


@dataclass(frozen=True, slots=True)
class Mark:
    """One shape: its meaning, its points, the piece it is about, and the colour of its owner where that shows."""

    part: MarkKind
    points_px: tuple[Px, ...]
    piece: str | None = None
    closed: bool = False
    colour: str | None = None


class Tone(StrEnum):
    """How loudly a tag speaks."""

    CHOSEN = auto()
    LEGAL = auto()
    UNSURE = auto()
    PLAIN = auto()
    FADED = auto()
    MEASURE = auto()
    REFUSED = auto()


@dataclass(frozen=True, slots=True)
class Tag:
    """Words that belong to a place: beside a die (``from_px`` = ``to_px``), or along a line.

    title in bold with an aside after it; details one line each below; clear_px: how far from the place the words must
    stay.
    """

    piece: str
    from_px: Px
    to_px: Px
    clear_px: float
    title: str
    details: tuple[str, ...]
    tone: Tone
    aside: str = ""
    badge: PlayerBadge | None = None

    @property
    def along(self) -> bool:
        """Whether it belongs to a line, not to a die."""
        return self.from_px != self.to_px


@dataclass(frozen=True, slots=True)
class Stamp:
    """A short word, such as a number, that stands exactly at a place: on a die, in a ghost."""

    piece: str
    at_px: Px
    word: str
    tone: Tone


@dataclass(frozen=True, slots=True)
class Scene:
    """An overlay ready to be painted: marks from bottom to top, tags from the most important to the least, stamps above
    all."""

    size_wh: tuple[int, int]
    marks: tuple[Mark, ...]
    tags: tuple[Tag, ...]
    stamps: tuple[Stamp, ...] = ()

    def of(self, part: MarkKind, piece: str | None = None) -> tuple[Mark, ...]:
        """The marks of one meaning, of one piece where given."""
        return tuple(m for m in self.marks if m.part == part and piece in {None, m.piece})

    def zoomed(self, scale: float, offset_px: Px, size_wh: tuple[int, int]) -> Scene:
        """The same scene enlarged and moved, as ``Zoomed`` does with a view (pixels count from their centres)."""

        def moved(point: Px) -> Px:
            return (point[0] + 0.5) * scale + offset_px[0] - 0.5, (point[1] + 0.5) * scale + offset_px[1] - 0.5

        marks = tuple(replace(mark, points_px=tuple(map(moved, mark.points_px))) for mark in self.marks)
        tags = tuple(
            replace(tag, from_px=moved(tag.from_px), to_px=moved(tag.to_px), clear_px=scale * tag.clear_px)
            for tag in self.tags
        )
        stamps = tuple(replace(stamp, at_px=moved(stamp.at_px)) for stamp in self.stamps)
        return Scene(size_wh, marks, tags, stamps)

    def with_more(self, other: Scene) -> Scene:
        """Both scenes in one; the other's marks above this one's, its tags the more important."""
        return Scene(self.size_wh, self.marks + other.marks, other.tags + self.tags, self.stamps + other.stamps)

    @property
    def tags_to_show(self) -> tuple[Tag, ...]:
        """The tags without those of dice out of sight, unless these are part of the question."""
        wide, tall = self.size_wh
        quiet = {Tone.PLAIN, Tone.FADED}
        return tuple(
            t for t in self.tags if t.tone not in quiet or (0 <= t.from_px[0] < wide and 0 <= t.from_px[1] < tall)
        )

    def tag(self, piece: str) -> Tag:
        """The tag beside a piece; ``KeyError`` where it has none."""
        for tag in self.tags:
            if tag.piece == piece and not tag.along:
                return tag
        raise KeyError(piece)


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
