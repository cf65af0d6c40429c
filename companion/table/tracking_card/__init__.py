"""The Ogre's tracking card by itself: what is marked on it, kept in a journal, without a match or a camera."""

from companion.table.tracking_card.kept import TrackingCard
from companion.table.tracking_card.marks import FULL_ARMOUR, Marks, Row, after_tap, fresh_marks
from companion.table.tracking_card.words import came_of_mark, row_name

__all__ = [
    "FULL_ARMOUR",
    "Marks",
    "Row",
    "TrackingCard",
    "after_tap",
    "came_of_mark",
    "fresh_marks",
    "row_name",
]
