"""The card as it is marked, as a page for the printer."""

from __future__ import annotations

from typing import Final

from companion.codec.card_layout import own_card_file
from companion.paper import CardLine, CardSystem, Page, Paper, ogre_card_page
from companion.session.tracking_card import Marks, Row, row_name
from companion.text import N_, pgettext

#: Whose values are on a card.
YOURS: Final = N_("card", "your values")
STAND_INS: Final = N_("card", "stand-in values, but for the Main Battery's Block of 9")


def marked_page(marks: Marks, paper: Paper) -> Page:
    """The page of one card in play, with what is scratched crossed out."""
    layout = marks.card.layout
    systems = [
        CardSystem(
            row_name(row), layout.systems[row.system].block, marks.full(row), 0, marks.full(row) - marks.left(row)
        )
        for row in Row
        if row.system is not None
    ]
    lines = [
        CardLine(line.dot, line.treads, 0, line.treads - left)
        for line, left in zip(layout.lines, marks.card.lines_left, strict=True)
    ]
    note = (
        ""
        if marks.armour is None
        else pgettext("card", "Command Post: {left} of {of} armour left", left=marks.armour, of=marks.full(Row.ARMOUR))
    )
    owner = pgettext("card", card_provenance(marks.card.mark))
    return ogre_card_page(systems, lines, paper, owner, mark=marks.card.mark, note=note)


def card_provenance(ogre: str) -> str:
    """Whose values a fresh card of that mark has."""
    return YOURS if own_card_file(ogre).is_file() else STAND_INS
