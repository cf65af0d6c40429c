"""What a shared match shows, and what taps of its viewers become: gestures in the journal that are undone like any."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from companion.codec.board import BoardDocument
from companion.codec.camera import read_camera
from companion.errors import InputError
from companion.rules import Zone, apply
from companion.rules.actions import Maneuver
from companion.rules.corrections import Correction
from companion.session.live import TableSnapshot, TableState, Track
from companion.session.play import Browsing, MatchPresenter, Settling
from companion.session.play.placement import begin_throw
from companion.session.result import result_of
from companion.session.tracking_card import TrackingCard
from companion.share.documents import (
    BackToRequest,
    CallRequest,
    ChooseRequest,
    FaceRequest,
    MarkRequest,
    PageRequest,
    RedoRequest,
    UndoRequest,
    UnmarkRequest,
    ZoneRequest,
    decode_page_request,
    encode_page_state,
)
from companion.share.tables import CardTable, MatchTable, result_page
from companion.vision import DieReading, DieState, FaceName
from companion.web import ViewerPass, ViewerRole
from tests.film import FILM
from tests.share.conftest import BEN, REFEREE, SPECTATOR

ANNA = ViewerPass(ViewerRole.CARD, "Anna")


@pytest.fixture
def table(presenter: MatchPresenter) -> MatchTable:
    return MatchTable(presenter, watched=False)


#: Treads of an Ogre Mark III; revision: of a match in which nothing was done.
FULL = 45


def mark(piece: str = "Ogre", row: str = "treads", left: int = FULL - 3, revision: int = 0) -> PageRequest:
    asked = {"do": "mark", "piece": piece, "row": row, "left": left, "revision": revision}
    return decode_page_request(json.dumps(asked).encode())


def now(table: MatchTable | CardTable, request: PageRequest) -> PageRequest:
    """A request of somebody who sees how it stands."""
    return request.model_copy(update={"revision": table.revision})


def test_the_board_shows_dice_turn_scores_and_cards(table: MatchTable) -> None:
    board = table.board(0)
    assert board.title == "Anna against Ben"
    assert board.turn == "Anna, turn 2"
    assert [(die.piece, die.owner, die.side) for die in board.dice] == [
        ("Tank", "Anna", "8"),
        ("Fencer", "Anna", "8"),
        ("Ogre", "Ben", "7"),
    ]
    assert all(len(die.top_mm) == 3 and len(die.body_mm) == 6 for die in board.dice)
    assert [(player.player, player.score, player.to_move) for player in board.players] == [
        ("Anna", 4, True),
        ("Ben", 0, False),
    ]
    assert board.players[0].hand == "Tank"
    assert [(card.piece, card.owner) for card in board.cards] == [("Ogre", "Ben"), ("Fencer", "Anna")]
    assert BoardDocument.model_validate_json(encode_page_state(board)) == board


def test_the_last_ruling_comes_with_its_numbers_and_the_rules_restated(
    table: MatchTable, presenter: MatchPresenter
) -> None:
    presenter.acts.do(Correction(score={"Ben": 2}), source="mouse")
    assert table.board(0).ruling.sentence == presenter.match.log[-1].story
    presenter.press("P")
    ruling = table.board(0).ruling
    assert ruling.sentence == presenter.match.log[-1].story
    assert [rule.id for rule in ruling.rules] == list(presenter.match.log[-1].rules)
    assert all(rule.text for rule in ruling.rules)


def test_a_card_marks_itself_as_the_match_goes_on(table: MatchTable, presenter: MatchPresenter) -> None:
    before = presenter.position.cards["Ogre"].treads
    assert table.board(0).cards[0].rows[-1].left == before
    presenter.acts.do(_treads(presenter, before - 5), source="mouse")
    row = table.board(0).cards[0].rows[-1]
    assert (row.left, row.words) == (before - 5, f"{before - 5} of {before} left")
    assert sum(line.left for line in row.lines) == before - 5


def _treads(presenter: MatchPresenter, left: int) -> Correction:
    from companion.rules.corrections import CardCorrection

    return Correction(ogres=(CardCorrection(piece="Ogre", card={"treads": left}),))


def test_a_tap_of_a_card_s_owner_is_a_gesture_of_theirs_in_the_journal(
    table: MatchTable, presenter: MatchPresenter
) -> None:
    full = presenter.position.cards["Ogre"].treads
    assert table.obey(mark(), BEN) == ""
    assert presenter.position.cards["Ogre"].treads == full - 3
    line = presenter.match.log[-1]
    assert line.source == "phone: Ben"
    assert "Ben marked the card of Ogre" in line.text
    presenter.acts.undo()
    assert presenter.position.cards["Ogre"].treads == full


def test_a_request_that_was_made_of_an_earlier_state_is_refused_and_changes_nothing(
    table: MatchTable, presenter: MatchPresenter
) -> None:
    seen = mark(row="secondary", left=3)
    assert table.obey(seen, BEN) == ""
    assert "gone on" in table.obey(seen, BEN)  # the second tap of a double one, or a second phone
    assert table.board(0).cards[0].rows[1].left == 3
    assert len(presenter.match.entries) == 1


def test_an_owner_undoes_their_own_last_mark_and_nothing_else(table: MatchTable, presenter: MatchPresenter) -> None:
    full = presenter.position.cards["Ogre"].treads
    unmark = UnmarkRequest(do="unmark", piece="Ogre", revision=0)
    table.obey(mark(), BEN)
    assert [card.can_undo for card in table.board(0).cards] == [True, False]
    assert "undo it at the table" in table.obey(now(table, unmark), ANNA)
    assert "gone on" in table.obey(unmark, BEN)
    assert table.obey(now(table, unmark), BEN) == ""
    assert presenter.position.cards["Ogre"].treads == full
    table.obey(now(table, mark()), BEN)
    presenter.acts.do(Correction(score={"Anna": 5}), source="mouse")
    assert "undo it at the table" in table.obey(now(table, unmark), BEN)
    assert presenter.position.score["Anna"] == 5
    assert presenter.position.cards["Ogre"].treads == full - 3


@pytest.mark.parametrize(
    ("request_", "viewer", "why"),
    [
        (mark(), ANNA, "That card belongs to Ben."),
        (mark("Tank"), BEN, "There is no such card."),
        (mark("nobody"), BEN, "There is no such card."),
        (mark(row="armour"), BEN, "There is no such card."),
        (UnmarkRequest(do="unmark", piece="Ogre", revision=0), BEN, "undo it at the table"),
        (UnmarkRequest(do="unmark", piece="Ogre", revision=0), REFEREE, "undo it at the table"),
        (FaceRequest(do="face", piece="nobody", face="8", revision=0), REFEREE, "nobody"),
        (FaceRequest(do="face", piece="Tank", face="99", revision=0), REFEREE, "a face that it has"),
        (UndoRequest(do="undo", number=0, revision=0), REFEREE, "There is nothing to undo."),
        (RedoRequest(do="redo", number=0, revision=0), REFEREE, "There is nothing to bring back."),
        (BackToRequest(do="back", number=0, revision=0), REFEREE, "There is nothing to undo after that line."),
        (BackToRequest(do="back", number=77, revision=0), REFEREE, "There is nothing to undo after that line."),
        (ChooseRequest(do="choose", choice="do", title="win", revision=0), REFEREE, "The match has gone on"),
    ],
)
def test_what_cannot_be_done_changes_nothing_and_says_why(
    table: MatchTable, presenter: MatchPresenter, request_: PageRequest, viewer: ViewerPass, why: str
) -> None:
    assert why in table.obey(request_, viewer)
    assert presenter.match.entries == ()


def test_a_mark_leaves_alone_what_the_people_at_the_table_are_in_the_middle_of(
    table: MatchTable, presenter: MatchPresenter
) -> None:
    presenter.go(begin_throw(presenter.position, "Spare"))
    mode = presenter.mode
    assert table.obey(mark(), BEN) == ""
    assert presenter.mode is mode
    assert table.obey(now(table, UnmarkRequest(do="unmark", piece="Ogre", revision=0)), BEN) == ""
    assert presenter.mode is mode


def test_the_referee_puts_a_die_right_by_two_taps(table: MatchTable, presenter: MatchPresenter) -> None:
    desk = table.desk()
    assert desk is not None
    (tank,) = [piece for piece in desk.pieces if piece.piece == "Tank"]
    assert tank.faces[0] == "8"
    assert 1 < len(tank.faces) <= 4
    assert table.obey(FaceRequest(do="face", piece="Tank", face=tank.faces[1], revision=0), REFEREE) == ""
    assert presenter.position.piece("Tank").showing.key == tank.faces[1]
    assert presenter.match.log[-1].source == "tablet"
    assert table.obey(now(table, ZoneRequest(do="zone", piece="Tank", zone="hand", revision=0)), REFEREE) == ""
    assert presenter.position.piece("Tank").zone is Zone.HAND


def test_the_referee_undoes_brings_back_and_goes_back_to_a_line(table: MatchTable, presenter: MatchPresenter) -> None:
    for points in (1, 2, 3):
        presenter.acts.do(Correction(score={"Ben": points}), source="mouse")
    desk = table.desk()
    assert desk is not None
    assert desk.undo == desk.log[-1]
    assert desk.redo is None
    last = desk.log[-1].number
    undo = now(table, UndoRequest(do="undo", number=last, revision=0))
    assert "gone on" in table.obey(undo.model_copy(update={"number": last - 1}), REFEREE)
    assert table.obey(undo, REFEREE) == ""
    assert presenter.position.score["Ben"] == 2
    desk = table.desk()
    assert desk is not None
    assert desk.redo is not None
    assert desk.redo.number == last
    assert table.obey(now(table, RedoRequest(do="redo", number=last, revision=0)), REFEREE) == ""
    assert presenter.position.score["Ben"] == 3
    back = BackToRequest(do="back", number=desk.log[0].number, revision=0)
    assert table.obey(now(table, back), REFEREE) == ""
    assert presenter.position.score["Ben"] == 1
    desk = table.desk()
    assert desk is not None
    assert [line.undone for line in desk.log] == [False, True, True]
    assert [entry.source for entry in presenter.match.entries[3:]] == ["tablet"] * 3


def test_a_player_calls_the_referee_and_whoever_called_or_the_referee_takes_it_back(
    table: MatchTable, presenter: MatchPresenter
) -> None:
    call, settle = CallRequest(do="call", on=True), CallRequest(do="call", on=False)
    assert table.obey(call, BEN) == ""
    summons = table.board(0).summons
    assert summons is not None
    assert summons.by == "Ben"
    assert "Ben has called" in table.obey(settle, ANNA)
    assert table.obey(settle, REFEREE) == ""
    assert table.board(0).summons is None
    assert presenter.match.entries == ()


def test_what_is_seen_and_not_yet_confirmed_is_shown_apart_from_what_the_match_has(
    table: MatchTable, presenter: MatchPresenter
) -> None:
    assert table.board(0).seen == ()
    tank = presenter.position.piece("Tank")
    name = FaceName(tank.die.id, tank.showing.key)
    tracks = tuple(
        Track(number, DieReading(pose, 0.2, 0.2, DieState.FLAT, name, 0.99), 3)
        for number, pose in ((1, tank.placed), (2, replace(tank.placed, x_mm=900.0, y_mm=100.0)))
    )
    presenter.view.snapshot = TableSnapshot(
        1,
        1.0,
        None,
        TableState.SETTLED,
        "",
        tracks,
        1,
        3,
        read_camera(FILM / "camera.json"),
        dice={tank.die.id: tank.die},
    )
    board = table.board(0)
    assert [(die.name, die.side, die.centre_mm) for die in board.seen] == [("Tank", "8", (900.0, 100.0))]
    assert "Tank" in {die.piece for die in board.dice}


def test_the_history_names_what_counts_the_newest_first(table: MatchTable, presenter: MatchPresenter) -> None:
    for points in (1, 2, 3):
        presenter.acts.do(Correction(score={"Ben": points}), source="mouse")
    presenter.acts.undo()
    stories = [line.story for line in presenter.match.log if not line.undone]
    assert [line.text for line in table.board(0).history] == stories[::-1]


def test_the_result_is_a_page_that_needs_nothing_else(table: MatchTable, presenter: MatchPresenter) -> None:
    assert table.result_page() == ""  # nobody has won yet
    presenter.press("P")
    page = result_page(result_of(presenter.match))
    assert "Anna" in page
    assert presenter.match.log[-1].text in page
    assert "<script" not in page
    assert "src=" not in page


def test_the_referee_decides_what_is_too_close_to_call(table: MatchTable, presenter: MatchPresenter) -> None:
    act = Maneuver(piece="Tank", corner=0)
    ruling = apply(presenter.position, act).ruling
    presenter.go(Settling(act, ruling, Browsing("Tank")))
    assert table.in_dispute
    desk = table.desk()
    assert desk is not None
    ids = [choice.id for choice in desk.choices]
    assert "settle.1" in ids
    back = next(choice for choice in desk.choices if choice.id == "settle.2")
    assert table.obey(ChooseRequest(do="choose", choice=back.id, title=back.title, revision=0), REFEREE) == ""
    assert presenter.mode == Browsing("Tank")
    assert "gone on" in table.obey(ChooseRequest(do="choose", choice=back.id, title=back.title, revision=0), REFEREE)


def test_every_player_may_have_a_page_of_their_own(table: MatchTable) -> None:
    assert table.players == ("Anna", "Ben")


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"null",
        b"[]",
        b'{"do": "win"}',
        b'{"do": "undo", "number": 0, "revision": 0, "more": 1}',
        b'{"do": "undo", "number": 0}',
        b'{"do": "mark", "piece": "Ogre", "row": "treads"}',
        b'{"do": "mark", "piece": "Ogre", "row": "treads", "left": -1}',
        b'{"do": "mark", "piece": "Ogre", "row": "treads", "left": 1e9}',
        b'{"do": "mark", "piece": "Ogre", "row": "points", "left": 1}',
        b'{"do": "mark", "piece": ["Ogre"], "row": "treads", "left": 1}',
        b'{"do": "face", "piece": "' + b"x" * 301 + b'", "face": "8"}',
        b'{"do": "back", "number": true}',
        b'{"do": "zone", "piece": "Ogre", "zone": "play"}',
        b"[" * 2000,
        b"\xff\xfe",
    ],
)
def test_what_no_page_asks_is_nothing_that_is_understood(text: bytes) -> None:
    with pytest.raises(InputError):
        decode_page_request(text)


def test_a_card_without_a_match_is_marked_and_undone_by_the_phone(tmp_path) -> None:  # type: ignore[no-untyped-def]
    with TrackingCard.begin(tmp_path / "card.diceland", "III", post=True) as card:
        shown: list[int] = []
        table = CardTable(lambda: card, lambda: shown.append(card.marks.card.treads))
        (holder,) = table.players
        full = card.marks.card.treads
        phone = ViewerPass(ViewerRole.CARD, holder)
        assert table.obey(mark("card", left=full - 5), phone) == ""
        assert "gone on" in table.obey(mark("card", left=full - 6), phone)
        board = table.board(0)
        assert (board.cards[0].rows[-2].left, board.ruling.sentence) == (full - 5, card.last.text if card.last else "")
        assert board.cards[0].can_undo
        assert table.obey(now(table, mark("card", "armour", 59)), phone) == ""
        assert card.marks.armour == 59
        assert table.obey(now(table, UnmarkRequest(do="unmark", piece="card", revision=0)), phone) == ""
        assert card.marks.armour == 60
        assert len(shown) == 3
        assert BoardDocument.model_validate_json(encode_page_state(board)) == board


def test_a_spectator_s_pass_marks_nothing_even_if_it_came_so_far(table: MatchTable, presenter: MatchPresenter) -> None:
    assert table.obey(mark(), SPECTATOR) == "That card belongs to Ben."
    assert isinstance(mark(), MarkRequest)
    assert presenter.match.entries == ()
