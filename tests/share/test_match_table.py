"""What a shared match shows, and what taps of its viewers become: gestures in the journal that are undone like any."""

from __future__ import annotations

import json

import pytest

from companion.errors import InputError
from companion.rules import Zone, apply
from companion.rules.actions import Maneuver
from companion.rules.corrections import Correction
from companion.session.play import Browsing, MatchPresenter, Settling
from companion.session.play.placement import begin_throw
from companion.session.tracking_card import TrackingCard
from companion.share.documents import (
    BackToRequest,
    BoardDocument,
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
from companion.share.server import ViewerPass, ViewerRole
from companion.share.tables import CardTable, MatchTable
from tests.share.conftest import BEN, REFEREE, SPECTATOR

ANNA = ViewerPass(ViewerRole.CARD, "Anna")


@pytest.fixture
def table(presenter: MatchPresenter) -> MatchTable:
    return MatchTable(presenter, watched=False)


def mark(piece: str = "Ogre", row: str = "treads", place: int = 2) -> PageRequest:
    return decode_page_request(json.dumps({"do": "mark", "piece": piece, "row": row, "place": place}).encode())


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


def test_circles_come_and_go_one_by_one_wherever_they_are_tapped(table: MatchTable, presenter: MatchPresenter) -> None:
    left = [len("0123")]
    for place in (3, 0, 0):
        assert table.obey(mark(row="secondary", place=place), BEN) == ""
        left.append(table.board(0).cards[0].rows[1].left)
    assert left[1:] == [3, 4, 3]


def test_an_owner_undoes_their_own_last_mark_and_nothing_else(table: MatchTable, presenter: MatchPresenter) -> None:
    full = presenter.position.cards["Ogre"].treads
    unmark = UnmarkRequest(do="unmark", piece="Ogre")
    table.obey(mark(), BEN)
    assert [card.can_undo for card in table.board(0).cards] == [True, False]
    assert "undo it at the table" in table.obey(unmark, ANNA)
    assert table.obey(unmark, BEN) == ""
    assert presenter.position.cards["Ogre"].treads == full
    table.obey(mark(), BEN)
    presenter.acts.do(Correction(score={"Anna": 5}), source="mouse")
    assert "undo it at the table" in table.obey(unmark, BEN)
    assert presenter.position.score["Anna"] == 5
    assert presenter.position.cards["Ogre"].treads == full - 3


@pytest.mark.parametrize(
    ("request_", "viewer", "why"),
    [
        (mark(), ANNA, "That card belongs to Ben."),
        (mark("Tank"), BEN, "There is no such card."),
        (mark("nobody"), BEN, "There is no such card."),
        (mark(row="armour"), BEN, "There is no such card."),
        (UnmarkRequest(do="unmark", piece="Ogre"), BEN, "undo it at the table"),
        (UnmarkRequest(do="unmark", piece="Ogre"), REFEREE, "undo it at the table"),
        (FaceRequest(do="face", piece="nobody", face="8"), REFEREE, "nobody"),
        (FaceRequest(do="face", piece="Tank", face="99"), REFEREE, "a face that it has"),
        (UndoRequest(do="undo"), REFEREE, "There is nothing to undo."),
        (RedoRequest(do="redo"), REFEREE, "There is nothing to bring back."),
        (BackToRequest(do="back", number=0), REFEREE, "There is nothing to undo after that line."),
        (BackToRequest(do="back", number=77), REFEREE, "There is nothing to undo after that line."),
        (ChooseRequest(do="choose", choice="do", title="win"), REFEREE, "The table has gone on"),
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
    assert table.obey(UnmarkRequest(do="unmark", piece="Ogre"), BEN) == ""
    assert presenter.mode is mode


def test_the_referee_puts_a_die_right_by_two_taps(table: MatchTable, presenter: MatchPresenter) -> None:
    desk = table.desk()
    assert desk is not None
    (tank,) = [piece for piece in desk.pieces if piece.piece == "Tank"]
    assert tank.faces[0] == "8"
    assert 1 < len(tank.faces) <= 4
    assert table.obey(FaceRequest(do="face", piece="Tank", face=tank.faces[1]), REFEREE) == ""
    assert presenter.position.piece("Tank").showing.key == tank.faces[1]
    assert presenter.match.log[-1].source == "tablet"
    assert table.obey(ZoneRequest(do="zone", piece="Tank", zone="hand"), REFEREE) == ""
    assert presenter.position.piece("Tank").zone is Zone.HAND


def test_the_referee_undoes_brings_back_and_goes_back_to_a_line(table: MatchTable, presenter: MatchPresenter) -> None:
    for points in (1, 2, 3):
        presenter.acts.do(Correction(score={"Ben": points}), source="mouse")
    assert table.obey(UndoRequest(do="undo"), REFEREE) == ""
    assert presenter.position.score["Ben"] == 2
    assert table.obey(RedoRequest(do="redo"), REFEREE) == ""
    assert presenter.position.score["Ben"] == 3
    desk = table.desk()
    assert desk is not None
    assert table.obey(BackToRequest(do="back", number=desk.log[0].number), REFEREE) == ""
    assert presenter.position.score["Ben"] == 1
    desk = table.desk()
    assert desk is not None
    assert [line.undone for line in desk.log] == [False, True, True]


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
    assert table.obey(ChooseRequest(do="choose", choice=back.id, title=back.title), REFEREE) == ""
    assert presenter.mode == Browsing("Tank")
    assert "gone on" in table.obey(ChooseRequest(do="choose", choice=back.id, title=back.title), REFEREE)


def test_those_who_own_an_ogre_may_hold_its_card(table: MatchTable) -> None:
    assert table.card_owners == ("Anna", "Ben")


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"null",
        b"[]",
        b'{"do": "win"}',
        b'{"do": "undo", "more": 1}',
        b'{"do": "mark", "piece": "Ogre", "row": "treads"}',
        b'{"do": "mark", "piece": "Ogre", "row": "treads", "place": -1}',
        b'{"do": "mark", "piece": "Ogre", "row": "treads", "place": 1e9}',
        b'{"do": "mark", "piece": "Ogre", "row": "points", "place": 1}',
        b'{"do": "mark", "piece": ["Ogre"], "row": "treads", "place": 1}',
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
        (holder,) = table.card_owners
        full = card.marks.card.treads
        phone = ViewerPass(ViewerRole.CARD, holder)
        assert table.obey(mark("card", place=4), phone) == ""
        board = table.board(0)
        assert (board.cards[0].rows[-2].left, board.ruling.sentence) == (full - 5, card.last.text if card.last else "")
        assert board.cards[0].can_undo
        assert table.obey(mark("card", "armour", 0), phone) == ""
        assert card.marks.armour == 59
        assert table.obey(UnmarkRequest(do="unmark", piece="card"), phone) == ""
        assert card.marks.armour == 60
        assert len(shown) == 3
        assert BoardDocument.model_validate_json(encode_page_state(board)) == board


def test_a_spectator_s_pass_marks_nothing_even_if_it_came_so_far(table: MatchTable, presenter: MatchPresenter) -> None:
    assert table.obey(mark(), SPECTATOR) == "That card belongs to Ben."
    assert isinstance(mark(), MarkRequest)
    assert presenter.match.entries == ()
