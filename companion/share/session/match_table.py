"""A match as it is shared, and what its readers' taps become: gestures in the journal like any other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from companion.errors import InputError, OperationError
from companion.journal import EntryKind
from companion.rules import Zone
from companion.rules.corrections import CardCorrection, Correction, PieceCorrection
from companion.session.play import (
    Choice,
    Confirming,
    MatchPresenter,
    Proposed,
    Reconciling,
    Settling,
    likeliest_faces,
)
from companion.session.tracking_card import Marks, Row, left_after_tap
from companion.share.documents import (
    BackToRequest,
    BoardDocument,
    ChooseRequest,
    DeskChoiceDocument,
    DeskDocument,
    DeskLineDocument,
    DeskPieceDocument,
    FaceRequest,
    MarkRequest,
    PageRequest,
    RedoRequest,
    UndoRequest,
    UnmarkRequest,
    ZoneRequest,
)
from companion.share.server.codes import ReaderPass, ReaderRole
from companion.share.server.tuning import LOG_LINES
from companion.share.session.board import PHONE, last_counting, marked_by, match_board
from companion.text import phrase

#: Who did what a referee's page asked for, in the journal.
TABLET = "tablet"


class MatchTable:
    """presenter: of the match; watched: whether there is a camera."""

    has_desk = True

    def __init__(self, presenter: MatchPresenter, *, watched: bool) -> None:
        self._presenter, self._watched = presenter, watched

    @property
    def card_owners(self) -> tuple[str, ...]:
        """The owners of Ogres, in the order of the seats."""
        position = self._presenter.position
        owners = {position.piece(name).owner for name in position.cards}
        return tuple(player.id for player in position.players if player.id in owners)

    @property
    def in_dispute(self) -> bool:
        """Whether the word is with the players."""
        return self._presenter.prompt.doubt or isinstance(self._presenter.mode, Settling)

    def board(self, picture: int) -> BoardDocument:
        """What every page shows."""
        return match_board(self._presenter, watched=self._watched, picture=picture)

    def desk(self) -> DeskDocument | None:
        """What can be decided now, what every die in play may show, and the log."""
        presenter = self._presenter
        match = presenter.match
        return DeskDocument(
            prompt=presenter.prompt.sentence,
            choices=tuple(_choice_document(choice) for choice in self._choices()),
            pieces=tuple(
                DeskPieceDocument(piece=piece.id, faces=likeliest_faces(piece, piece.showing.key))
                for piece in presenter.position.in_play
            ),
            log=tuple(self._log())[-LOG_LINES:],
            can_undo=match.can_undo,
            can_redo=match.can_redo,
        )

    def obey(self, asked: PageRequest, reader: ReaderPass) -> str:
        """Do what a reader asks for; why not, "" where it was done."""
        try:
            return self._obeyed(asked, reader)
        except (InputError, OperationError) as failure:
            return str(failure)

    def _obeyed(self, asked: PageRequest, reader: ReaderPass) -> str:  # noqa: PLR0911  (a case a request)
        match asked:
            case MarkRequest():
                return self._mark(asked, reader)
            case UnmarkRequest():
                return self._unmark(reader)
            case ChooseRequest(choice=wanted, title=title):
                return self._choose(wanted, title)
            case FaceRequest(piece=piece, face=face):
                return self._correct(PieceCorrection(id=piece, face=face))
            case ZoneRequest(piece=piece, zone=zone):
                return self._correct(PieceCorrection(id=piece, zone=Zone(zone)))
            case UndoRequest():
                return "" if self._presenter.undo() else phrase("There is nothing to undo.")
            case RedoRequest():
                return "" if self._presenter.redo() else phrase("There is nothing to bring back.")
            case BackToRequest(number=number):
                return "" if self._presenter.back_to(number) else phrase("There is nothing to undo after that line.")
            case _:
                assert_never(asked)

    def _mark(self, asked: MarkRequest, reader: ReaderPass) -> str:
        position = self._presenter.position
        card, row = position.cards.get(asked.piece), Row(asked.row)
        if card is None or row is Row.ARMOUR:
            return phrase("There is no such card.")
        owner = position.piece(asked.piece).owner
        if reader.role is not ReaderRole.REFEREE and owner != reader.player:
            return phrase("That card belongs to {player}.", player=owner)
        left = left_after_tap(Marks(card), row, asked.place)
        text = phrase("{player} marked the card of {ogre}", player=owner, ogre=position.piece(asked.piece).label)
        marks = CardCorrection(piece=asked.piece, card={row.value: left})
        source = f"{PHONE}: {owner}" if reader.role is not ReaderRole.REFEREE else TABLET
        return self._presenter.correct_beside(Correction(text=text, ogres=(marks,)), source=source)

    def _unmark(self, reader: ReaderPass) -> str:
        last = last_counting(self._presenter.match)
        if last is None or marked_by(last) != reader.player or not reader.player:
            return phrase("Something else was done since your mark; undo it at the table.")
        return self._presenter.undo_beside(source=f"{PHONE}: {reader.player}")

    def _choose(self, wanted: str, title: str) -> str:
        found = next((one for one in self._choices() if (one.id, one.title) == (wanted, title)), None)
        if found is None:
            return phrase("The table has gone on; look again.")
        self._presenter.take(found, source=TABLET)
        return ""

    def _correct(self, piece: PieceCorrection) -> str:
        correction = Correction(pieces=(piece,))
        return "" if self._presenter.do(correction, source=TABLET) else self._presenter.prompt.sentence

    def _choices(self) -> Iterator[Choice]:
        """What people are asked for now; the keys of a match that simply goes on are the table's own."""
        presenter = self._presenter
        asked = isinstance(presenter.mode, Settling | Confirming | Proposed | Reconciling)
        for choice in presenter.choices:
            settles = presenter.prompt.doubt and choice.id.startswith("settle.")
            if settles or (asked and not choice.quiet):
                yield choice

    def _log(self) -> Iterator[DeskLineDocument]:
        for line in self._presenter.match.log:
            if not line.joined and line.kind is not EntryKind.NOTE:
                yield DeskLineDocument(number=line.number, text=f"{line.turn} · {line.story}", undone=line.undone)


def _choice_document(choice: Choice) -> DeskChoiceDocument:
    why = choice.why_not.text if choice.why_not is not None and not choice.open else ""
    return DeskChoiceDocument(id=choice.id, title=choice.title, why=why)
