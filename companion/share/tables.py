"""What can be shared: a match, or a tracking card without one. Each says what pages show of it, and does what their
viewers ask for: what they tap becomes gestures in the journal like any other.

The result of a match is a page that needs nothing else: to be looked at on a phone, kept and sent on.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import dropwhile, takewhile
from typing import assert_never

from companion.codec.board import (
    BadgeDocument,
    BoardDocument,
    BoardRulingDocument,
    CitedRuleDocument,
    SharedCardDocument,
)
from companion.codec.result import MatchResultDocument
from companion.errors import InputError, OperationError
from companion.journal import EntryKind
from companion.rules import Zone, ledger
from companion.rules.corrections import CardCorrection, Correction, PieceCorrection
from companion.session import play
from companion.session.board import PHONE, last_counting, marked_by, match_board, shared_card
from companion.session.html_page import heading, html_document, paragraph, table
from companion.session.match import LogLine
from companion.session.result import result_of
from companion.session.tracking_card import Row, TrackingCard
from companion.share import documents
from companion.share.photographs import PhotoPage, watched_pictures
from companion.share.tuning import LOG_LINES
from companion.text import gettext, language_in_force, pgettext
from companion.web import ViewerPass, ViewerRole


class SharedTable(ABC):
    """Asked in the window's thread only. players: who may have a page of their own on their phone; revision: of what is
    shared as it stands, another one whenever something was done or taken back; in_dispute: whether something is too
    close to call now, so that its picture is worth a look; summons: who calls the referee, in a sentence, "" where
    nobody does; has_desk: whether there is anything for a referee to decide; photos: the page with the camera, where a
    phone takes the pictures of this table; watched: the same of the camera that stands over it."""

    has_desk = False
    photos: PhotoPage | None = None
    watched: PhotoPage | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """Nobody."""
        return ()

    @property
    def revision(self) -> int:
        """Always the same."""
        return 0

    @property
    def in_dispute(self) -> bool:
        """Nothing is."""
        return False

    @property
    def summons(self) -> str:
        """Nobody calls."""
        return ""

    @abstractmethod
    def board(self, picture: int) -> BoardDocument:
        """What every page shows; picture: the number of the dispute's picture, 0 for none."""

    def desk(self) -> documents.DeskDocument | None:
        """What a referee's page shows besides."""
        return None

    @abstractmethod
    def obey(self, asked: documents.PageRequest, viewer: ViewerPass) -> str:
        """Do what a viewer asks for; why not, "" where it was done. What was asked of a match as it stood before is
        refused, and nothing is changed."""

    def result_page(self) -> str:
        """The result as a page to be kept; "" where there is none."""
        return ""


#: Who did what a referee's page asked for, in the journal.
TABLET = "tablet"


class MatchTable(SharedTable):
    """presenter: of the match; watched: whether there is a camera; photos: the page with the camera, where that is a
    phone in the hand."""

    has_desk = True

    def __init__(self, presenter: play.MatchPresenter, *, watched: bool, photos: PhotoPage | None = None) -> None:
        self._presenter, self._has_camera, self.photos = presenter, watched, photos
        self.watched = watched_pictures(presenter) if watched and photos is None else None

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody at the table, in the order of the seats."""
        return tuple(player.id for player in self._presenter.position.players)

    @property
    def revision(self) -> int:
        """Of the match."""
        return self._presenter.match.revision

    @property
    def in_dispute(self) -> bool:
        """Whether the word is with the players."""
        return self._presenter.prompt.doubt or isinstance(self._presenter.mode, play.Settling)

    def board(self, picture: int) -> BoardDocument:
        """What every page shows."""
        return match_board(self._presenter, watched=self._has_camera, picture=picture)

    def desk(self) -> documents.DeskDocument | None:
        """What can be decided now, what every die in play may show, and the log."""
        presenter = self._presenter
        undoes, redoes = presenter.acts.undoes, presenter.acts.redoes
        return documents.DeskDocument(
            prompt=presenter.prompt.sentence,
            choices=tuple(
                documents.DeskChoiceDocument(
                    id=choice.id,
                    title=choice.title,
                    why=choice.why_not.text if choice.why_not is not None and not choice.open else "",
                )
                for choice in self._choices()
            ),
            pieces=tuple(
                documents.DeskPieceDocument(piece=piece.id, faces=play.likeliest_faces(piece, piece.showing.key))
                for piece in presenter.position.in_play
            ),
            log=tuple(self._log())[-LOG_LINES:],
            undo=None if undoes is None else self._whole_gesture(undoes),
            redo=None if redoes is None else self._whole_gesture(redoes),
        )

    def obey(self, asked: documents.PageRequest, viewer: ViewerPass) -> str:
        """Do what a viewer asks for; why not, "" where it was done."""
        if isinstance(asked, documents.MatchRequest) and asked.revision != self.revision:
            return _gone_on()
        try:
            return self._obeyed(asked, viewer)
        except (InputError, OperationError) as failure:
            return str(failure)

    @property
    def summons(self) -> str:
        """Who calls the referee, and who is coming."""
        summons = self._presenter.view.summons
        if summons is None:
            return ""
        if summons.taken_by:
            return gettext("{name} is coming.", name=summons.taken_by)
        return gettext("{player} calls the referee.", player=summons.by) if summons.by else ""

    def result_page(self) -> str:
        """The result of a match that is won."""
        match = self._presenter.match
        return "" if match.position.winner is None else result_page(result_of(match))

    def _obeyed(self, asked: documents.PageRequest, viewer: ViewerPass) -> str:  # noqa: C901, PLR0911, PLR0912  (a case a request)
        acts = self._presenter.acts
        match asked:
            case documents.MarkRequest():
                return self._mark(asked, viewer)
            case documents.UnmarkRequest():
                return self._unmark(viewer)
            case documents.ChooseRequest(choice=wanted, title=title):
                return self._choose(wanted, title)
            case documents.FaceRequest(piece=piece, face=face):
                return self._correct(PieceCorrection(id=piece, face=face))
            case documents.ZoneRequest(piece=piece, zone=zone):
                return self._correct(PieceCorrection(id=piece, zone=Zone(zone)))
            case documents.UndoRequest(number=number):
                if acts.undoes is not None and acts.undoes.number != number:
                    return _gone_on()
                return "" if acts.undo(source=TABLET) else gettext("There is nothing to undo.")
            case documents.RedoRequest(number=number):
                if acts.redoes is not None and acts.redoes.number != number:
                    return _gone_on()
                return "" if acts.redo(source=TABLET) else gettext("There is nothing to bring back.")
            case documents.BackToRequest(number=number):
                back = acts.back_to(number, source=TABLET)
                return "" if back else gettext("There is nothing to undo after that line.")
            case documents.CallRequest(on=on):
                return self._call(viewer, on=on)
            case (
                documents.LookRequest()
                | documents.TurnToRequest()
                | documents.OwnerRequest()
                | documents.ReadAsRequest()
                | documents.RulesRequest()
                | documents.ForgetRequest()
            ):
                return _of_pictures(self.photos or self.watched, asked)
            case _:
                assert_never(asked)

    def _mark(self, asked: documents.MarkRequest, viewer: ViewerPass) -> str:
        position = self._presenter.position
        card, row = position.cards.get(asked.piece), Row(asked.row)
        if card is None or row is Row.ARMOUR:
            return gettext("There is no such card.")
        owner = position.piece(asked.piece).owner
        if viewer.role is not ViewerRole.REFEREE and owner != viewer.player:
            return gettext("That card belongs to {player}.", player=owner)
        text = gettext("{player} marked the card of {ogre}", player=owner, ogre=position.piece(asked.piece).label)
        marks = CardCorrection(piece=asked.piece, card={row.value: asked.left})
        source = f"{PHONE}: {owner}" if viewer.role is not ViewerRole.REFEREE else TABLET
        return self._presenter.acts.correct_beside(Correction(text=text, ogres=(marks,)), source=source)

    def _call(self, viewer: ViewerPass, *, on: bool) -> str:
        """Call the referee; take one's own call back, or, for the referee, say that it is settled."""
        view, summons = self._presenter.view, self._presenter.view.summons
        if on:
            if summons is None:
                view.summon(play.RefereeSummons(viewer.player, datetime.now(UTC)))
            return ""
        if summons is not None and viewer.role is not ViewerRole.REFEREE and summons.by != viewer.player:
            return gettext("{player} has called; only they or the referee take it back.", player=summons.by)
        view.summon(None)
        return ""

    def _unmark(self, viewer: ViewerPass) -> str:
        last = last_counting(self._presenter.match)
        if last is None or marked_by(last) != viewer.player or not viewer.player:
            return gettext("Something else was done since your mark; undo it at the table.")
        return self._presenter.acts.undo_beside(source=f"{PHONE}: {viewer.player}")

    def _choose(self, wanted: str, title: str) -> str:
        found = next((one for one in self._choices() if (one.id, one.title) == (wanted, title)), None)
        if found is None:
            return _gone_on()
        self._presenter.take(found, source=TABLET)
        return ""

    def _correct(self, piece: PieceCorrection) -> str:
        correction = Correction(pieces=(piece,))
        return "" if self._presenter.acts.do(correction, source=TABLET) else self._presenter.prompt.sentence

    def _choices(self) -> Iterator[play.Choice]:
        """What people are asked for now; the keys of a match that simply goes on are the table's own."""
        presenter = self._presenter
        asked = isinstance(presenter.mode, play.Settling | play.Confirming | play.Proposed | play.Reconciling)
        for choice in presenter.choices:
            settles = presenter.prompt.doubt and choice.id.startswith("settle.")
            if settles or (asked and not choice.quiet):
                yield choice

    def _whole_gesture(self, first: LogLine) -> documents.DeskLineDocument:
        """A gesture by the number of its first line, with what all its lines say."""
        after = dropwhile(lambda line: line.number <= first.number, self._presenter.match.log)
        more = takewhile(lambda line: line.joined, (line for line in after if line.kind is not EntryKind.NOTE))
        return _desk_line(first).model_copy(
            update={"text": " ".join([f"{first.turn} · {first.story}", *(line.story for line in more)])}
        )

    def _log(self) -> Iterator[documents.DeskLineDocument]:
        for line in self._presenter.match.log:
            if not line.joined and line.kind is not EntryKind.NOTE:
                yield _desk_line(line)


def _desk_line(line: LogLine) -> documents.DeskLineDocument:
    return documents.DeskLineDocument(number=line.number, text=f"{line.turn} · {line.story}", undone=line.undone)


def _gone_on() -> str:
    return gettext("The match has gone on since you looked: nothing was changed. Look again.")


#: How the one card is called among requests, and who marks it. It is nobody's in particular.
_CARD = "card"
_PHONE = "phone"
_NOBODY = ""
_NO_SIGN = BadgeDocument(shape="", word="nobody")


class CardTable(SharedTable):
    """card: the one that is open now; changed: called after each change, to show it in the window too."""

    def __init__(self, card: Callable[[], TrackingCard], changed: Callable[[], object]) -> None:
        self._card, self._changed = card, changed

    @property
    def players(self) -> tuple[str, ...]:
        """One phone may be the card."""
        return (_NOBODY,)

    @property
    def revision(self) -> int:
        """Of the card."""
        return self._card().revision

    def board(self, picture: int) -> BoardDocument:
        """The card, and nothing of a table."""
        card = self._card()
        title = gettext("Ogre Mark {mark}", mark=card.marks.card.mark)
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
        ruling = BoardRulingDocument(
            sentence=last.text if last else "", rules=rules, numbers=(), doubt=False, picture=picture
        )
        return _without_table(title, ruling, (shown,), card.revision)

    def obey(self, asked: documents.PageRequest, viewer: ViewerPass) -> str:
        """Mark the card, or undo the last mark."""
        card = self._card()
        if isinstance(asked, documents.MatchRequest) and asked.revision != card.revision:
            return _gone_on()
        try:
            if isinstance(asked, documents.MarkRequest) and Row(asked.row) in card.marks.rows:
                card.mark(Row(asked.row), asked.left, source=_PHONE)
            elif isinstance(asked, documents.UnmarkRequest):
                card.undo(source=_PHONE)
        except OperationError as failure:
            return str(failure)
        self._changed()
        return ""


class RulingTable(SharedTable):
    """A table without a match, photographed for one ruling; all that is shown of it is on the page with the camera."""

    has_desk = True

    def __init__(self, photos: PhotoPage) -> None:
        self.photos = photos

    def board(self, picture: int) -> BoardDocument:
        """Nothing but what this is."""
        ruling = BoardRulingDocument(sentence="", rules=(), numbers=(), doubt=False, picture=picture)
        return _without_table(gettext("One ruling"), ruling, (), 0)

    def obey(self, asked: documents.PageRequest, viewer: ViewerPass) -> str:
        """What is asked of the pictures."""
        return _of_pictures(self.photos, asked)


def _of_pictures(photos: PhotoPage | None, asked: documents.PageRequest) -> str:
    if photos is None or not isinstance(asked, documents.PhotoRequest):
        return gettext("No phone takes the pictures of this table.")
    return photos.obey(asked)


def _without_table(
    title: str, ruling: BoardRulingDocument, cards: tuple[SharedCardDocument, ...], revision: int
) -> BoardDocument:
    """What pages show where there is no match."""
    return BoardDocument(
        revision=revision,
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
        seen=(),
        players=(),
        ruling=ruling,
        history=(),
        winner=None,
        summons=None,
        cards=cards,
    )


def result_page(result: MatchResultDocument) -> str:
    """How it ended, points turn by turn, the armies and the log, as HTML with everything inside."""
    return html_document(result.name, _parts(result))


def _parts(result: MatchResultDocument) -> Iterator[str]:
    yield paragraph(result.ending)
    yield paragraph(f"{result.begun_at.astimezone():%Y-%m-%d %H:%M} – {result.ended_at.astimezone():%H:%M}", small=True)
    heads = (
        pgettext("share", "Player"), pgettext("share", "Points"), pgettext("share", "Hits"),
        pgettext("share", "Dice lost"), pgettext("share", "Army"),
    )  # fmt: skip
    yield table(
        heads,
        (
            (
                f"{player.name} ★" if player.won else player.name,
                f"{player.points:g} / {result.winning_score:g}",
                str(player.hits),
                str(player.lost),
                ", ".join(f"{one.count} × {one.die}" if one.count > 1 else one.die for one in player.army),
            )
            for player in result.players
        ),
    )
    names = [player.name for player in result.players]
    yield heading(pgettext("share", "Points, turn by turn"))
    yield table(
        (pgettext("share", "Turn"), *names),
        ((f"{one.turn} {one.player}", *(f"{one.points.get(name, 0):g}" for name in names)) for one in result.turns),
        numbers=True,
    )
    yield heading(pgettext("share", "Log"))
    yield table(
        (pgettext("share", "Turn"), pgettext("share", "What happened"), pgettext("share", "Rules")),
        ((f"{line.turn} {line.player}".strip(), line.text, " ".join(line.rules)) for line in result.log if line.text),
    )
