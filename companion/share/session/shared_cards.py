"""An Ogre's tracking card as pages show it."""

from __future__ import annotations

from companion.session import PlayerBadge
from companion.session.tracking_card import Marks, Row, row_name
from companion.share.documents import BadgeDocument, CardRowDocument, SharedCardDocument, TreadLineDocument
from companion.text import phrase


def badge_document(badge: PlayerBadge) -> BadgeDocument:
    """A player's badge."""
    return BadgeDocument(shape=badge.shape.value, word=badge.word)


def shared_card(
    piece: str, title: str, marks: Marks, *, owner: str, badge: BadgeDocument, last: str, can_undo: bool
) -> SharedCardDocument:
    """The document of a card; last: what was marked last, in words."""
    rows = tuple(_row(marks, row) for row in marks.rows)
    return SharedCardDocument(
        piece=piece,
        title=title,
        owner=owner,
        badge=badge,
        rows=rows,
        last=last,
        can_undo=can_undo,
    )


def _row(marks: Marks, row: Row) -> CardRowDocument:
    left, full = marks.left(row), marks.full(row)
    return CardRowDocument(
        row=row.value,
        title=row_name(row),
        full=full,
        left=left,
        block=None if row.system is None else marks.card.layout.systems[row.system].block,
        words=phrase("{left} of {full} left", left=left, full=full),
        lines=_lines(marks) if row is Row.TREADS else (),
    )


def _lines(marks: Marks) -> tuple[TreadLineDocument, ...]:
    card = marks.card
    pairs = zip(card.layout.lines, card.lines_left, strict=True)
    return tuple(TreadLineDocument(dot=line.dot, treads=line.treads, left=left) for line, left in pairs)
