"""What an overlay consists of, before anything is painted: marks on the table and tags beside the dice, in pixels.

A scene knows no window and no paint, so tests can ask it what is drawn where.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum, auto

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
