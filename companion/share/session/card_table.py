"""A tracking card without a match, as it is shared: one phone is the card, others look on."""

from __future__ import annotations

from collections.abc import Callable

from companion.errors import OperationError
from companion.rules import ledger
from companion.session.tracking_card import Row, TrackingCard, left_after_tap
from companion.share.documents import (
    BadgeDocument,
    BoardDocument,
    BoardRulingDocument,
    CitedRuleDocument,
    DeskDocument,
    MarkRequest,
    PageRequest,
    UnmarkRequest,
)
from companion.share.server.codes import ReaderPass
from companion.share.session.shared_cards import shared_card
from companion.text import language_in_force, phrase

#: How the one card is called among requests, and who marks it. It is nobody's in particular.
_CARD = "card"
_PHONE = "phone"
_NOBODY = ""
_NO_SIGN = BadgeDocument(shape="", word="nobody")


class CardTable:
    """card: the one that is open now; changed: called after each change, to show it in the window too."""

    in_dispute = False
    has_desk = False

    def __init__(self, card: Callable[[], TrackingCard], changed: Callable[[], object]) -> None:
        self._card, self._changed = card, changed

    @property
    def card_owners(self) -> tuple[str, ...]:
        """One phone may be the card."""
        return (_NOBODY,)

    def board(self, picture: int) -> BoardDocument:
        """The card, and nothing of a table."""
        card = self._card()
        title = phrase("Ogre Mark {mark}", mark=card.marks.card.mark)
        last = card.last
        shown = shared_card(
            _CARD,
            title,
            card.marks,
            owner=_NOBODY,
            badge=_NO_SIGN,
            last=last.text if last else "",
            can_undo=card.can_undo,
        )
        ids = last.rules if last else ()
        rules = tuple(CitedRuleDocument(id=rule, text=ledger()[rule].shown.text) for rule in ids)
        return BoardDocument(
            language=language_in_force(),
            title=title,
            turn="",
            turn_badge=_NO_SIGN,
            table="",
            trouble="",
            hands="",
            outline_mm=(),
            terrain=(),
            posts=(),
            dice=(),
            players=(),
            ruling=BoardRulingDocument(
                sentence=last.text if last else "", rules=rules, numbers=(), doubt=False, picture=picture
            ),
            cards=(shown,),
        )

    def desk(self) -> DeskDocument | None:
        """There is none."""
        return None

    def obey(self, asked: PageRequest, reader: ReaderPass) -> str:
        """Mark the card, or undo the last mark."""
        card = self._card()
        try:
            if isinstance(asked, MarkRequest) and Row(asked.row) in card.marks.rows:
                row = Row(asked.row)
                card.mark(row, left_after_tap(card.marks, row, asked.place), source=_PHONE)
            elif isinstance(asked, UnmarkRequest):
                card.undo(source=_PHONE)
        except OperationError as failure:
            return str(failure)
        self._changed()
        return ""
