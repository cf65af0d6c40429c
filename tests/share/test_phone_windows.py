"""A phone in the hand as the camera of a match, and for one ruling: from the commands to the picture in the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from companion import web
from companion.cli import main
from companion.codec.die import known_dice
from companion.codec.script import decode_match_opening
from companion.opencv import cv2
from companion.rules import Scenario
from companion.session.launch import LaunchOptions, ReaderPreload, begin_match, open_photograph_desk, resume_match
from companion.session.match import Match
from companion.session.match_setup import PHONE_SOURCE, MatchPlan, Surface, TableChoice
from companion.session.photographs import PhotographDesk
from companion.session.play import Proposed
from companion.share import sharing as sharing_module
from companion.share.ruling_window import RulingWindow
from companion.share.window_part import END_KEY, SHARE_KEY, ShareWish
from companion.ui.match import MatchWindow
from companion.ui.start import StartWindow
from companion.web import OWN_COMPUTER
from tests.hand import FIRST, HAND, phone, phone_file, phone_reader, spoilt
from tests.share.test_photographs import opening_of, sent
from tests.share.test_window import PORT, Phone, invitation_of, open_window, press, shared

STAND = HAND.parent / "film" / "camera.json"


@pytest.fixture(autouse=True)
def _this_computer_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing_module, "own_interfaces", lambda: (OWN_COMPUTER,))
    monkeypatch.setattr(web, "DEFAULT_PORT", PORT)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A phone.json."""
    return phone_file(tmp_path)


@pytest.fixture
def ruling(qtbot: QtBot, tmp_path: Path) -> Iterator[RulingWindow]:
    reader = phone_reader(tmp_path)
    window = RulingWindow(PhotographDesk(lambda: reader))
    qtbot.addWidget(window)
    window.begin(ShareWish(0, lambda _: None))
    window.show()
    yield window
    window.close()


def a_phone(window: RulingWindow, qtbot: QtBot) -> Phone:
    sharing, panel = window.control.sharing, window.control.panel
    assert sharing is not None
    assert panel is not None
    assert panel.invitation is not None
    found = Phone(sharing, qtbot)
    code = panel.invitation.code
    assert found.meanwhile(lambda: found.join(code)) == 303
    return found


def test_one_ruling_shows_its_code_and_then_what_the_phone_shows(ruling: RulingWindow, qtbot: QtBot) -> None:
    seen = [ruling.control.lies_over]
    assert ruling.control.sharing is not None
    assert ruling.control.sharing.kinds == ("referee",)
    found = a_phone(ruling, qtbot)
    assert found.meanwhile(lambda: sent(found, FIRST.read_bytes()))[0] == 200
    qtbot.waitUntil(lambda: ruling.picture_size.width() > 0)
    assert [*seen, ruling.control.lies_over] == [True, False]
    assert found.meanwhile(lambda: found.want({"do": "look", "piece": "G.E.V."})) == (200, "")
    status, headers, png = found.meanwhile(lambda: found.ask("/photo/ruling.png"))
    assert (status, headers["content-type"]) == (200, "image/png")
    painted = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    assert painted is not None
    assert painted.shape[0] > painted.shape[1] / 2
    found.meanwhile(lambda: sent(found, spoilt("mirrored")))
    qtbot.waitUntil(lambda: "mirrored" in ruling.sentence)
    found.meanwhile(lambda: found.want({"do": "forget"}))
    qtbot.waitUntil(lambda: ruling.picture_size.width() == 0)


def test_a_phone_takes_the_pictures_of_a_match_and_the_window_thinks_about_them(qtbot: QtBot, tmp_path: Path) -> None:
    reader = phone_reader(tmp_path)
    desk = PhotographDesk(lambda: reader)
    before = PhotographDesk(lambda: reader)
    before.hand_in(FIRST.read_bytes(), add=False).result()
    match = Match.begin(tmp_path / "match.diceland", decode_match_opening(opening_of(before, hand="ogre/infantry")))
    before.stop()
    with open_window(MatchWindow(match, desk), qtbot) as window:
        press(window, SHARE_KEY)
        assert invitation_of(window).kind == "referee"  # whoever has the phone comes first
        found = Phone(shared(window), qtbot)
        code = invitation_of(window).code
        found.meanwhile(lambda: found.join(code))
        assert found.meanwhile(lambda: sent(found, FIRST.read_bytes()))[0] == 200
        qtbot.waitUntil(lambda: isinstance(window.presenter.mode, Proposed))
        title = window.presenter.choices[0].title
        asked = {
            "do": "choose",
            "choice": window.presenter.choices[0].id,
            "title": title,
            "revision": window.presenter.match.revision,
        }
        assert found.meanwhile(lambda: found.want(asked)) == (200, "")
        assert window.presenter.position.piece("Infantry").in_play
        assert window.presenter.match.log[-1].source == "camera"
        pictured = [desk.state.table is not None]
        press(window, END_KEY)
        assert [*pictured, desk.state.table is not None] == [True, False]  # the window goes on with the last picture
        assert window.presenter.view.snapshot is not None


# How it begins


def planned() -> MatchPlan:
    """A plan that is full."""
    plan = MatchPlan.fresh(known_dice(None)).in_scenario(Scenario.TOURNAMENT)
    for name in plan.names:
        plan = plan.with_army(name, ["ogre/heavy-tank", "ogre/light-tank"])
    return plan.tossed(3)


def test_a_match_begins_by_a_phone_without_a_table_page_and_goes_on_by_it(
    qtbot: QtBot, tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[PhotographDesk | None] = []
    monkeypatch.setattr(
        "companion.ui.start.window.open_match_window", lambda launched, _: begun.append(launched.watcher)
    )
    monkeypatch.setattr("companion.session.launch.begin_match", _begun_with(tmp_path))
    window = StartWindow(LaunchOptions((PHONE_SOURCE,), file), lambda: (), {})
    qtbot.addWidget(window)
    window._to_table(MatchPlan.fresh(known_dice(None)))
    assert len(begun) == 1
    assert isinstance(begun[0], PhotographDesk)
    begun[0].stop()


def _begun_with(folder: Path) -> Callable[..., object]:
    """`begin_match` for a plan that is full."""

    def begun(_: MatchPlan, choice: TableChoice, _file: Path | None, ahead: ReaderPreload, **more: object) -> object:
        assert choice.surface == Surface.of_camera(phone().table)
        launched = begin_match(planned(), choice, folder / "evening.diceland", ahead, **more)  # type: ignore[arg-type]
        launched.match.close()
        return launched

    return begun


def test_a_match_that_was_begun_by_a_phone_is_resumed_by_it(tmp_path: Path, file: Path) -> None:
    choice = TableChoice(Surface.of_camera(phone().table), PHONE_SOURCE)
    desk = open_photograph_desk(file, LaunchOptions())
    evening = tmp_path / "evening.diceland"
    begin_match(planned(), choice, evening, ReaderPreload(lambda _: None), desk=desk).match.close()  # type: ignore[arg-type, return-value]
    launched = resume_match(evening, LaunchOptions(), "", ())
    assert isinstance(launched.watcher, PhotographDesk)
    launched.match.close()
    file.unlink()
    launched = resume_match(evening, LaunchOptions(), "", ())
    assert (launched.watcher, launched.caution) == (None, "Without a camera: name the phone.json with --camera.")
    launched.match.close()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["play", "--source", "phone", "--camera", "PHONE"], "add --share"),
        (["play", "--camera", "PHONE"], "add --share"),
        (["play", "--source", "phone", "--share", "0"], "needs its phone.json: name it with --camera"),
        (["play", "--source", "phone", "--share", "0", "--camera", str(STAND)], "needs its phone.json"),
        (["play", "--source", "0", "--camera", "PHONE"], "is a camera in the hand"),
        (["referee", "--camera", "PHONE"], "add --share"),
        (["referee", "--share", "0"], "needs its phone.json"),
        (["referee", "--share", "0", "--camera", str(STAND)], "needs its phone.json"),
        (["referee", "--share", "0", "--camera", "PHONE", "a.json"], "is ruled on without pictures"),
        (["referee", "--share", "http", "--camera", "PHONE"], "expected a port"),
        (["referee"], "name a script"),
    ],
)
def test_what_does_not_go_together_is_one_sentence(
    file: Path, words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(file) if word == "PHONE" else word for word in words]) == 2
    message = capsys.readouterr()
    assert message.out == ""
    assert sentence in message.err
    assert message.err.count("\n") == 1
