"""The Ogre's tracking card by itself: what is marked on it, kept in a journal, without a match or a camera."""

from companion.session.tracking_card.card_journal import TrackingCard
from companion.session.tracking_card.marks import FULL_ARMOUR, Marks, Row, left_after_tap, unmarked_card
from companion.session.tracking_card.words import describe_mark, row_name

__all__ = [
    "FULL_ARMOUR",
    "Marks",
    "Row",
    "TrackingCard",
    "left_after_tap",
    "describe_mark",
    "unmarked_card",
    "row_name",
]
