"""A match as spectators see it, one document that pages draw: the table, whose turn, scores, the last ruling with its
numbers and rules, and the tracking cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from companion.codec import board as doc
from companion.geometry import Measurement, Point, silhouette
from companion.journal import EntryKind
from companion.rules import CommandPost, Piece, Position, Term, ledger
from companion.session import Layout, LayoutPiece, PlayerBadge, layout_in
from companion.session.live import TableSnapshot, Track
from companion.session.match import Holding, LogLine, Match, count_names
from companion.session.overlay import owner_badge
from companion.session.play import (
    MatchPresenter,
    TableMood,
    hands_in_words,
    loupe_spots,
    table_state_of,
    table_trouble,
    table_without_camera,
)
from companion.session.tracking_card import Marks, Row, row_name
from companion.text import gettext, language_in_force


def badge_document(badge: PlayerBadge) -> doc.BadgeDocument:
    """A player's badge."""
    return doc.BadgeDocument(shape=badge.shape.value, word=badge.word)


def shared_card(
    piece: str, title: str, marks: Marks, *, owner: str, badge: doc.BadgeDocument, last: str, can_undo: bool
) -> doc.SharedCardDocument:
    """The document of a card; last: what was marked last, in words."""
    rows = tuple(_row(marks, row) for row in marks.rows)
    return doc.SharedCardDocument(
        piece=piece, title=title, owner=owner, badge=badge, rows=rows, last=last, can_undo=can_undo
    )


def _row(marks: Marks, row: Row) -> doc.CardRowDocument:
    left, full = marks.left(row), marks.full(row)
    return doc.CardRowDocument(
        row=row.value,
        title=row_name(row),
        full=full,
        left=left,
        block=None if row.system is None else marks.card.layout.systems[row.system].block,
        words=gettext("{left} of {full} left", left=left, full=full),
        lines=_lines(marks) if row is Row.TREADS else (),
    )


def _lines(marks: Marks) -> tuple[doc.TreadLineDocument, ...]:
    card = marks.card
    pairs = zip(card.layout.lines, card.lines_left, strict=True)
    return tuple(doc.TreadLineDocument(dot=line.dot, treads=line.treads, left=left) for line, left in pairs)


#: Lines of what happened that everybody sees.
HISTORY_LINES: Final = 20
#: A die that is seen within this of a piece of the match is that piece, mm.
_THERE_MM: Final = 10.0
#: Who a mark of a card comes from, in the journal: this, and the player's name.
PHONE = "phone"


def match_board(presenter: MatchPresenter, *, watched: bool, picture: int) -> doc.BoardDocument:
    """What every page shows. watched: whether there is a camera; picture: the number of the dispute's picture, or 0."""
    match, position, snapshot = presenter.match, presenter.position, presenter.view.snapshot
    layout = layout_in(position, match.opening.table_talk.badges)
    state = table_state_of(snapshot) if watched else table_without_camera()
    reconciler = presenter.reconciler
    looked_at = str(getattr(presenter.mode, "piece", "") or getattr(presenter.mode, "by", ""))
    return doc.BoardDocument(
        revision=match.revision,
        language=language_in_force(),
        title=match.opening.name,
        turn=_turn(position),
        turn_badge=badge_document(owner_badge(layout, position.winner or position.to_move)),
        table="" if state.mood is TableMood.BY_HAND else f"{state.mood.value} {state.words}",
        trouble="" if snapshot is None else table_trouble(snapshot),
        hands=hands_in_words(reconciler.given, reconciler.todo, reconciler.astray),
        outline_mm=_points(position.table.outline_mm),
        terrain=tuple(
            doc.BoardTerrainDocument(name=one.id, outline_mm=_points(one.outline_mm), level=one.level)
            for one in position.table.terrain
        ),
        posts=tuple(_post(post, layout) for post in position.posts.values()),
        dice=tuple(_die(piece, layout, looked_at) for piece in layout.pieces),
        seen=() if snapshot is None else tuple(_seen(snapshot, position)),
        players=tuple(_player(holding, owner_badge(layout, holding.player)) for holding in match.holdings),
        ruling=_ruling(presenter, picture),
        history=tuple(_history(match))[:HISTORY_LINES],
        winner=position.winner,
        summons=presenter.view.summons,
        cards=tuple(_cards(match, layout)),
    )


def marked_by(line: LogLine) -> str:
    """The player whose phone made a gesture; "" where none did."""
    kind, _, player = line.source.partition(": ")
    return player if kind == PHONE else ""


def last_counting(match: Match) -> LogLine | None:
    """The line of the log made last of those that count."""
    counting = (line for line in reversed(match.log) if not line.undone and line.kind is not EntryKind.NOTE)
    return next(counting, None)


def _turn(position: Position) -> str:
    if position.winner is not None:
        return gettext("{player} has won", player=position.winner)
    return gettext("{player}, turn {number}", player=position.to_move, number=position.turn.number)


def _points(points_mm: Iterable[Point]) -> tuple[Point, ...]:
    """To a tenth of a millimetre, which is finer than any page draws."""
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in points_mm)


def _die(piece: LayoutPiece, layout: Layout, looked_at: str) -> doc.BoardDieDocument:
    top = piece.pose.top_corners_mm()
    return doc.BoardDieDocument(
        piece=piece.id,
        owner=piece.owner,
        badge=badge_document(owner_badge(layout, piece.owner)),
        side=piece.name.face if piece.name else "",
        body_mm=_points(silhouette(piece.pose)),
        top_mm=_points((x, y) for x, y in top),
        centre_mm=_points([piece.pose.centre_mm])[0],
        chosen=piece.id == looked_at,
    )


def lies_there(piece: Piece, track: Track) -> bool:
    """Whether a die that is seen is that piece of the match."""
    if track.name is None or piece.die.id != track.name.die:
        return False
    (x, y), (u, v) = piece.placed.centre_mm, track.pose.centre_mm
    return bool((x - u) ** 2 + (y - v) ** 2 < _THERE_MM**2)


def _seen(snapshot: TableSnapshot, position: Position) -> Iterator[doc.SeenDieDocument]:
    """The dice of the last table at rest that are no pieces of the match as it stands."""
    for track in snapshot.tracks:
        if any(lies_there(piece, track) and piece.showing.key == _face(track) for piece in position.in_play):
            continue
        top = track.pose.top_corners_mm()
        known = snapshot.dice.get(track.name.die) if track.name else None
        yield doc.SeenDieDocument(
            name="" if known is None else known.label,
            side=_face(track),
            body_mm=_points(silhouette(track.pose)),
            top_mm=_points((x, y) for x, y in top),
            centre_mm=_points([track.pose.centre_mm])[0],
        )


def _face(track: Track) -> str:
    return track.name.face if track.name else ""


def _history(match: Match) -> Iterator[doc.HistoryLineDocument]:
    for line in reversed(match.log):
        if not line.undone and not line.joined and line.kind is not EntryKind.NOTE and line.story:
            yield doc.HistoryLineDocument(number=line.number, text=line.story)


def _post(post: CommandPost, layout: Layout) -> doc.BoardPostDocument:
    return doc.BoardPostDocument(
        name=post.id,
        badge=badge_document(owner_badge(layout, post.owner)),
        outline_mm=_points(post.outline),
        words=gettext("Command Post, {armour} Armor left", armour=f"{post.armour:g}"),
    )


def _player(holding: Holding, badge: PlayerBadge) -> doc.BoardPlayerDocument:
    return doc.BoardPlayerDocument(
        player=holding.player,
        badge=badge_document(badge),
        score=holding.points,
        winning_score=holding.winning_score,
        to_move=holding.to_move,
        winner=holding.winner,
        hand=_listed(count_names(holding.hand)),
        reserve=_listed(count_names(away.piece for away in holding.reserve)),
    )


def _listed(names: Iterable[tuple[str, int]]) -> str:
    return " · ".join(f"{name} ×{count}" if count > 1 else name for name, count in names)


def _ruling(presenter: MatchPresenter, picture: int) -> doc.BoardRulingDocument:
    """What is too close to call now; else what was done last; else what the window says."""
    stated, last = presenter.prompt, last_counting(presenter.match)
    if stated.doubt and stated.ruling is not None:
        spots = loupe_spots(presenter.position, presenter.mode)
        numbers = (
            *(f"{spot.title}: {spot.number}" for spot in spots),
            *_numbers(stated.ruling.numbers, stated.ruling.terms),
        )
        return _reported(stated.sentence, stated.ruling.rules, numbers, picture, doubt=True)
    if last is not None:
        return _reported(last.story, last.rules, _numbers(last.numbers, last.terms), picture)
    return _reported(stated.sentence, (), (), picture)


def _reported(
    sentence: str, rules: Iterable[str], numbers: tuple[str, ...], picture: int, *, doubt: bool = False
) -> doc.BoardRulingDocument:
    cited = tuple(doc.CitedRuleDocument(id=rule, text=ledger()[rule].shown.text) for rule in rules if rule in ledger())
    return doc.BoardRulingDocument(sentence=sentence, rules=cited, numbers=numbers, doubt=doubt, picture=picture)


def _numbers(numbers: Mapping[str, Measurement], terms: Iterable[Term]) -> tuple[str, ...]:
    sums = [f"{term.value:+g} {term.label} ({term.rule})" for term in terms]
    return (*sums, *(f"{name.removesuffix('_mm').replace('_', ' ')}: {value}" for name, value in numbers.items()))


def _cards(match: Match, layout: Layout) -> Iterator[doc.SharedCardDocument]:
    last = last_counting(match)
    by = marked_by(last) if last else ""
    for name, card in match.position.cards.items():
        piece = match.position.piece(name)
        yield shared_card(
            name,
            f"{piece.label}, Mark {card.mark}",
            Marks(card),
            owner=piece.owner,
            badge=badge_document(owner_badge(layout, piece.owner)),
            last=last.story if last is not None and by == piece.owner else "",
            can_undo=by == piece.owner,
        )
