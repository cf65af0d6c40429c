"""Pictures handed in on the page with the camera: who may, in pieces, as far as they go; and what is shown of them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import pytest

from companion.codec.script import decode_match_opening
from companion.session.match import Match
from companion.session.photographs import PhotographDesk, PhotographStep
from companion.session.play import MatchPresenter, Proposed, infer
from companion.share.photographs import match_photos, ruling_photos
from companion.share.shared_pages import Uploads
from companion.share.tables import MatchTable, RulingTable
from companion.vision import HandheldReader
from companion.web import Limits
from tests.hand import FIRST, SECOND, TRUTH, phone_reader, spoilt
from tests.share.conftest import BEN, REFEREE, SPECTATOR, Serve, Served, Viewer, revision

JSON: Final = "application/json"
BYTES: Final = "application/octet-stream"
PICTURE: Final = FIRST.read_bytes()


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> HandheldReader:
    return phone_reader(tmp_path_factory.mktemp("phone"))


@pytest.fixture
def desk(reader: HandheldReader) -> Iterator[PhotographDesk]:
    desk = PhotographDesk(lambda: reader)
    desk.start()
    yield desk
    desk.stop()


@pytest.fixture
def ruling(serve: Serve, desk: PhotographDesk) -> Served:
    """A table without a match."""
    return serve(RulingTable(ruling_photos(desk)))


@pytest.fixture
def phone(ruling: Served) -> Viewer:
    return ruling.viewer(REFEREE)


def begun(phone: Viewer, size: int = len(PICTURE), *, add: bool = False) -> tuple[int, str]:
    """A picture announced: the status, and where its pieces go."""
    asked = json.dumps({"bytes": size, "add": add})
    status, _, answer = phone.ask("/photo/upload", method="POST", body=asked, content_type=JSON)
    return status, f"/photo/upload/{json.loads(answer)['id']}" if status == 201 else ""


def put(phone: Viewer, place: str, at: int, piece: bytes) -> tuple[int, dict[str, Any]]:
    status, _, answer = phone.ask(f"{place}?at={at}", method="PUT", body=piece, content_type=BYTES)
    return status, json.loads(answer) if answer else {}


def sent(phone: Viewer, content: bytes, *, add: bool = False, size: int = 200_000) -> tuple[int, dict[str, Any]]:
    """A whole picture, in pieces; the last answer."""
    _, place = begun(phone, len(content), add=add)
    answer: tuple[int, dict[str, Any]] = (0, {})
    for at in range(0, len(content), size):
        answer = put(phone, place, at, content[at : at + size])
    return answer


def shown(phone: Viewer, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """What the page shows once it is so."""
    return next(state for kind, state in phone.live() if kind == "photo" and wanted(state))


def is_read(state: dict[str, Any]) -> bool:
    return bool(state["step"] == "read")


def on(state: dict[str, Any], piece: str) -> dict[str, Any]:
    return next(one for one in state["dice"] if one["piece"] == piece)


# Handing in


def test_a_picture_comes_in_pieces_and_is_read(phone: Viewer, desk: PhotographDesk) -> None:
    status, answer = sent(phone, PICTURE)
    assert (status, answer) == (200, {"have": len(PICTURE), "whole": True})
    state = shown(phone, is_read)
    assert {die["piece"]: die["side"] for die in state["dice"]} == {
        desk.dice[row["die"]].label: row["face"] for row in TRUTH["dice"]
    }
    (picture,) = state["pictures"]
    status, headers, jpeg = phone.ask(f"/photo/picture/{picture['number']}")
    assert (status, headers["content-type"], jpeg[:3]) == (200, "image/jpeg", b"\xff\xd8\xff")


def test_a_picture_goes_on_where_it_broke_off(phone: Viewer) -> None:
    _, place = begun(phone)
    assert put(phone, place, 0, PICTURE[:1000]) == (200, {"have": 1000, "whole": False})
    assert put(phone, place, 0, PICTURE[:1000]) == (409, {"have": 1000, "whole": False})  # its answer was lost
    assert put(phone, place, 2000, PICTURE[2000:3000]) == (409, {"have": 1000, "whole": False})
    assert json.loads(phone.ask(place)[2]) == {"have": 1000, "whole": False}
    assert put(phone, place, 1000, PICTURE[1000:])[0] == 200
    assert phone.ask(place)[0] == 404
    shown(phone, is_read)


def test_a_picture_that_is_given_up_is_forgotten(phone: Viewer, desk: PhotographDesk) -> None:
    _, place = begun(phone)
    put(phone, place, 0, PICTURE[:1000])
    assert phone.ask(place, method="DELETE")[0] == 204
    assert put(phone, place, 1000, PICTURE[1000:])[0] == 404
    assert desk.state.step is PhotographStep.WAITING


@pytest.mark.parametrize("at", ["", "-1", "x", "1" * 30, "²"])
def test_a_piece_says_where_it_goes(phone: Viewer, at: str) -> None:
    _, place = begun(phone)
    status, _, _ = phone.ask(f"{place}?at={at.encode().hex() if at == '²' else at}", method="PUT", content_type=BYTES)
    assert status in {400, 409}


def test_no_more_comes_than_was_announced(phone: Viewer, ruling: Served) -> None:
    _, place = begun(phone, 10)
    assert put(phone, place, 0, bytes(11)) == (409, {"have": 0, "whole": False})
    most = Limits().picture
    assert begun(phone, most + 1)[0] == 413
    _, place = begun(phone, most)
    assert put(phone, place, 0, bytes(Limits().piece + 1))[0] == 413


def test_a_new_picture_takes_the_place_of_one_that_broke_off(phone: Viewer) -> None:
    _, first = begun(phone)
    _, second = begun(phone)
    assert phone.ask(first)[0] == 404
    assert phone.ask(second)[0] == 200


def test_an_upload_is_its_sender_s_alone_and_is_not_kept_for_ever() -> None:
    now = [0.0]
    uploads = Uploads(Limits(uploads=2, upload_s=10), lambda: now[0])
    one = uploads.begin("a", 5, add=False)
    assert one is not None
    assert uploads.find("b", one.id) is None
    assert uploads.find("a", one.id) is one
    assert uploads.begin("b", 5, add=False) is not None
    assert uploads.begin("c", 5, add=False) is None
    now[0] = 11.0
    assert uploads.find("a", one.id) is None
    assert uploads.begin("c", 5, add=False) is not None


@pytest.mark.parametrize("allowed", [None, SPECTATOR, BEN])
def test_nobody_else_hands_in_or_sees_a_picture(ruling: Served, phone: Viewer, allowed: Any) -> None:
    sent(phone, PICTURE)
    number = shown(phone, is_read)["pictures"][0]["number"]
    _, place = begun(phone)
    stranger = ruling.viewer(allowed)
    assert begun(stranger)[0] == 403
    assert put(stranger, place, 0, PICTURE[:100])[0] == 403
    assert stranger.ask(place)[0] == stranger.ask(place, method="DELETE")[0] == 403
    assert stranger.ask(f"/photo/picture/{number}")[0] == stranger.ask("/photo/ruling.png")[0] == 404
    assert stranger.ask("/photo")[0] == 303
    if allowed is not None:
        assert stranger.want({"do": "look", "piece": "Infantry"})[0] == 403


def test_a_table_that_no_phone_photographs_has_no_such_page(served: Served) -> None:
    referee = served.viewer(REFEREE)
    assert referee.ask("/photo")[0] == 303
    assert begun(referee)[0] == 403
    assert referee.want({"do": "forget"}) == (409, "No phone takes the pictures of this table.")


def test_the_phone_comes_to_the_camera_first_and_to_the_desk_where_there_is_one(ruling: Served) -> None:
    code = ruling.server.codes.draw(REFEREE)
    viewer = ruling.viewer()
    assert viewer.ask(f"/j/{code}")[1]["location"] == "/photo"
    phone = ruling.viewer(REFEREE)
    assert phone.ask("/")[1]["location"] == phone.ask("/referee")[1]["location"] == "/photo"


# What is refused


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"hello", "is no picture that can be read"),
        (b"\0\0\0\x18ftypheic" + bytes(99), "HEIC"),
        (spoilt("mirrored"), "mirrored"),
        (spoilt("no marker"), "no marker"),
    ],
    ids=["text", "heic", "mirrored", "no marker"],
)
def test_a_picture_that_is_refused_leaves_what_was_read(phone: Viewer, content: bytes, words: str) -> None:
    sent(phone, PICTURE)
    before = shown(phone, is_read)
    assert sent(phone, content, add=True)[0] == 200
    after = shown(phone, lambda state: bool(state["step"] == "refused"))
    assert words in after["sentence"]
    assert after["dice"] == before["dice"]
    assert after["pictures"] == before["pictures"]


def test_a_picture_waits_its_turn_or_is_refused(phone: Viewer, desk: PhotographDesk) -> None:
    desk._coming = 2
    status, answer = sent(phone, PICTURE)
    assert (status, list(answer)) == (409, ["refused"])
    desk._coming = 0


# One ruling


@pytest.fixture
def photographed(phone: Viewer) -> Viewer:
    """A phone whose picture was read."""
    sent(phone, PICTURE)
    shown(phone, is_read)
    return phone


def test_a_die_in_hand_says_of_every_other_how_far_it_is_and_why_not(photographed: Viewer) -> None:
    assert photographed.want({"do": "look", "piece": "G.E.V."}) == (200, "")
    state = shown(photographed, lambda one: bool(one["chosen"]))
    chosen = state["chosen"]
    assert "may hit Heavy Tank" in chosen["sentence"]
    assert next(rule["id"] for rule in chosen["rules"]) == "OG-RANGE-02"
    others = {one["piece"]: one for one in chosen["candidates"]}
    assert len(others) == len(TRUTH["dice"]) - 1
    assert others["Heavy Tank"]["standing"] == "legal"
    assert " ± " in others["Heavy Tank"]["distance"]
    assert others["Infantry"]["standing"] == "excluded"
    assert "baseline" in others["Infantry"]["reason"] or "sees" in others["Infantry"]["reason"]
    assert all(one["rules"] for one in others.values())
    assert {"chosen_outline", "baseline", "closest_span"} <= {mark["part"] for mark in state["marks"]}
    assert photographed.want({"do": "look", "piece": "G.E.V.", "focus": "Infantry"})[0] == 200
    state = shown(photographed, lambda one: "Infantry is no target" in one["chosen"]["sentence"])
    assert photographed.want({"do": "look", "piece": ""})[0] == 200
    shown(photographed, lambda one: one["chosen"] is None)


def test_whose_a_die_is_is_said_by_a_tap_and_stays_with_the_next_picture(photographed: Viewer) -> None:
    state = shown(photographed, is_read)
    before = on(state, "Howitzer")["badge"]
    assert photographed.want({"do": "owner", "piece": "Howitzer"})[0] == 200
    after = on(shown(photographed, lambda one: on(one, "Howitzer")["badge"] != before), "Howitzer")["badge"]
    sent(photographed, SECOND.read_bytes(), add=True)
    state = shown(photographed, lambda one: len(one["pictures"]) == 2)
    assert on(state, "Howitzer")["badge"] == after


def test_a_die_that_was_read_wrongly_is_put_right(photographed: Viewer) -> None:
    photographed.want({"do": "look", "piece": "Howitzer"})
    state = shown(photographed, lambda one: bool(one["chosen"]))
    face = next(one for one in state["chosen"]["faces"] if one["die"] == "ogre/howitzer")
    asked = {"do": "read-as", "piece": "Howitzer", "die": face["die"], "face": face["face"]}
    assert photographed.want(asked)[0] == 200
    shown(photographed, lambda one: bool(on(one, "Howitzer")["side"] == face["face"]))
    assert photographed.want({**asked, "face": "99"}) == (409, "There is no such side.")


def test_another_document_gives_another_ruling(photographed: Viewer) -> None:
    photographed.want({"do": "look", "piece": "G.E.V."})
    assert photographed.want({"do": "rules", "profile": "deep-white-sea", "advanced": True})[0] == 200
    state = shown(photographed, lambda one: bool(one["advanced"]) and bool(one["chosen"]))
    assert state["profile"] == "deep-white-sea"
    assert any(rule["id"].startswith("DW-") for rule in state["chosen"]["rules"])


def test_pictures_are_forgotten_when_that_is_asked(photographed: Viewer) -> None:
    number = shown(photographed, is_read)["pictures"][0]["number"]
    assert photographed.want({"do": "forget"})[0] == 200
    shown(photographed, lambda one: not one["pictures"])
    assert photographed.ask(f"/photo/picture/{number}")[0] == 404
    assert photographed.want({"do": "look", "piece": "Howitzer"}) == (409, "There is no picture yet.")


def test_the_ruling_is_a_picture_to_be_kept(ruling: Served, photographed: Viewer) -> None:
    assert photographed.ask("/photo/ruling.png")[0] == 404  # nothing is painted
    ruling.painted = b"\x89PNG"
    status, headers, png = photographed.ask("/photo/ruling.png")
    assert (status, headers["content-type"], png) == (200, "image/png", b"\x89PNG")


# In a match


def _opening(desk: PhotographDesk) -> dict[str, Any]:
    """The table of the pictures as a match knows it, but for the Infantry, which lay elsewhere before."""
    near = {"ogre/infantry", "ogre/light-tank", "ogre/heavy-tank"}
    pieces = []
    for row in TRUTH["dice"]:
        piece = {"id": desk.dice[row["die"]].label, "die": row["die"], "face": row["face"]}
        heading = row["heading_deg"]
        owner = "Anna" if row["die"] in near else "Ben"
        pieces.append(piece | {"owner": owner, "centre_mm": row["centre_mm"], "heading_deg": heading})
    return {
        "format": 1,
        "name": "Anna against Ben",
        "profile": "ogre",
        "table": {"size_mm": [1000, 620]},
        "players": [{"id": "Anna", "edge": "near"}, {"id": "Ben", "edge": "far"}],
        "pieces": pieces,
        "to_move": "Anna",
    }


def opening_of(desk: PhotographDesk, hand: str = "") -> dict[str, Any]:
    """With what the dice are; hand: a die that is still in the hand of its owner."""
    from companion.codec.die import DieDocument

    opening = _opening(desk)
    opening["dice"] = [
        json.loads(DieDocument.of(desk.dice[row["die"]]).model_dump_json(by_alias=True, exclude_none=True))
        for row in TRUTH["dice"]
    ]
    for piece in opening["pieces"]:
        if piece["die"] == hand:
            for key in ("centre_mm", "heading_deg", "face"):
                del piece[key]
            piece["zone"] = "hand"
    return opening


@pytest.fixture
def presenter(desk: PhotographDesk, tmp_path: Path) -> Iterator[MatchPresenter]:
    sent_first = desk.hand_in(PICTURE, add=False)
    sent_first.result()
    opening = decode_match_opening(opening_of(desk, hand="ogre/infantry"))
    desk.forget()
    with Match.begin(tmp_path / "match.diceland", opening) as match:
        yield MatchPresenter(match)


def test_in_a_match_the_picture_is_a_table_at_rest_and_what_was_done_is_confirmed_on_the_phone(
    serve: Serve, desk: PhotographDesk, presenter: MatchPresenter
) -> None:
    served = serve(MatchTable(presenter, watched=True, photos=match_photos(desk, presenter)))
    phone = served.viewer(REFEREE)
    sent(phone, PICTURE)
    state = shown(phone, is_read)
    assert on(state, "G.E.V.")["badge"]["word"] == "orange"
    assert [one["piece"] for one in state["dice"] if ", new (" in one["piece"]] == ["Infantry, new (2)"]
    assert desk.latest is not None
    question = presenter.questions.on_snapshot(desk.latest)
    assert question is not None
    presenter.questions.on_inference(infer(question))
    assert isinstance(presenter.mode, Proposed)
    served.show()
    assert presenter.prompt.sentence == "Anna throws Infantry and it lands on side 4a."
    choice = next(state for kind, state in phone.live() if kind == "desk")["choices"][0]
    served.waits = True
    with ThreadPoolExecutor(1) as pool:  # the match is this thread's
        wish = {"do": "choose", "choice": choice["id"], "title": choice["title"], "revision": revision(presenter)}
        asked = pool.submit(phone.want, wish)
        while not asked.done():
            served.do_asked()
            time.sleep(0.01)
    assert asked.result() == (200, "")
    served.waits = False
    assert presenter.position.piece("Infantry").in_play
    assert presenter.position.piece("Infantry").showing.key == "4a"
    state = shown(phone, lambda one: any(die["piece"] == "Infantry" for die in one["dice"]))
    assert phone.want({"do": "owner", "piece": "Infantry"})[0] == 409
    assert phone.want({"do": "look", "piece": "Infantry"})[0] == 200


def test_what_the_match_knows_and_no_picture_shows_is_asked_for(
    serve: Serve, desk: PhotographDesk, presenter: MatchPresenter
) -> None:
    served = serve(MatchTable(presenter, watched=True, photos=match_photos(desk, presenter)))
    phone = served.viewer(REFEREE)
    sent(phone, (FIRST.parent / "table-0.jpg").read_bytes())
    state = shown(phone, is_read)
    assert any("dice of the match are not seen" in hint for hint in state["hints"])


# What foreign pages try


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_a_form_of_a_foreign_page_hands_in_nothing(phone: Viewer, ruling: Served, kind: str) -> None:
    asked = json.dumps({"bytes": 10, "add": False})
    assert phone.ask("/photo/upload", method="POST", body=asked, content_type=kind)[0] == 403
    _, place = begun(phone, 10)
    assert phone.ask(f"{place}?at=0", method="PUT", body=bytes(10), content_type=kind)[0] == 400


def test_a_foreign_page_hands_in_and_sees_nothing(phone: Viewer) -> None:
    _, place = begun(phone, 10)
    evil = {"origin": "http://evil.example", "content_type": BYTES}
    assert phone.ask(f"{place}?at=0", method="PUT", body=bytes(10), **evil)[0] == 403
    assert phone.ask(place, host="evil.example")[0] == 421
    assert phone.ask("/photo/picture/100", sec_fetch_site="cross-site")[0] == 403


@pytest.mark.parametrize(
    "asked",
    [
        "",
        "[]",
        "{",
        '{"bytes": 10}',
        '{"bytes": 0, "add": false}',
        '{"bytes": -1, "add": false}',
        '{"bytes": 1e9, "add": false}',
        '{"bytes": "10", "add": false}',
        '{"bytes": 10, "add": 1}',
        '{"bytes": 10, "add": false, "name": "../x"}',
    ],
)
def test_an_announcement_that_no_page_makes_is_refused(phone: Viewer, asked: str) -> None:
    assert phone.ask("/photo/upload", method="POST", body=asked, content_type=JSON)[0] == 400
