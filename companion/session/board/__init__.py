"""What a match shows to pages that only draw: the board as one document."""

from companion.session.board.match_board import (
    PHONE,
    badge_document,
    last_counting,
    lies_there,
    marked_by,
    match_board,
    shared_card,
)
