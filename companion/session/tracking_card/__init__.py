"""The Ogre's tracking card by itself: what is marked on it, kept in a journal, without a match or a camera."""

from companion.session.tracking_card.card_journal import (
    FULL_ARMOUR,
    Marks,
    Row,
    TrackingCard,
    describe_mark,
    left_after_tap,
    row_name,
    unmarked_card,
)

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
