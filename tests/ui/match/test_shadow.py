"""People rule and the program is silent: what they key, what is shown, and what is written down beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.certify.documents import RulingAgreement, ShadowRecordDocument, read_shadow_record
from companion.certify.shadow import ShadowRecorder, shadow_folder
from companion.cli import main
from companion.errors import InputError
from companion.rules import Verdict, Zone
from companion.session.play import Aiming, Settling
from tests.ui.match.conftest import Player


def _thrown(player: Player) -> None:
    """Anna's tank lies on the table, and people rule from here."""
    player.press("T")
    player.click(520, 300)
    player.press("7", "PgUp", "Shift+Right", "Return")
    player.press("F8")
    player.click_piece("Tank")


def _record() -> ShadowRecordDocument:
    (file,) = shadow_folder().glob("*.shadow.json")
    return read_shadow_record(file)


def test_people_name_the_target_and_say_what_they_decided(player: Player) -> None:
    _thrown(player)
    player.press("1")
    assert isinstance(player.mode(), Aiming)
    assert "do" not in player.offered  # the program would give its target away
    assert player.words("sentence") == "At which target? Click it, or go through them with N."
    player.click_piece("Scout a")
    player.press("Return")
    assert isinstance(player.mode(), Settling)
    assert player.words("sentence") == "Tank shoots at Scout a. What did you decide?"
    player.press("1")
    assert player.presenter.position.piece("Scout a").zone is Zone.RESERVE
    assert player.words("sentence").startswith("Noted.")
    (ruling,) = _record().rulings
    assert (ruling.allowed, ruling.verdict, ruling.agreement) == (True, Verdict.YES, RulingAgreement.AGREED)
    assert ruling.people_s is not None
    assert ruling.rules
    assert ruling.deed == "Tank shoots at Scout a"


def test_what_people_do_not_allow_changes_nothing_and_is_written_down(player: Player) -> None:
    _thrown(player)
    before = player.presenter.position
    player.press("1")
    player.click_piece("Scout a")
    player.press("Return", "2")
    assert player.presenter.position is before
    (ruling,) = _record().rulings
    assert (ruling.allowed, ruling.agreement) == (False, RulingAgreement.DIFFERED)


def test_what_the_rules_refuse_is_written_down_and_not_said(player: Player) -> None:
    _thrown(player)
    player.press("1")
    player.click_piece("Scout b")
    player.press("Return", "1")
    player.click_piece("Tank")
    player.press("1")
    player.click_piece("Scout a")
    player.press("Return", "1")  # a second shot in one turn
    first, second = _record().rulings
    assert first.agreement is RulingAgreement.AGREED
    assert (second.verdict, second.agreement) == (Verdict.NO, RulingAgreement.DIFFERED)
    assert second.text not in player.words("sentence")
    assert player.presenter.position.piece("Scout a").in_play


def test_distances_are_written_down(player: Player) -> None:
    _thrown(player)
    player.press("1")
    player.click_piece("Scout b")
    player.press("Return", "2")
    (ruling,) = _record().rulings
    assert ruling.numbers
    assert all(sigma >= 0 for _, sigma in ruling.numbers.values())


def test_nothing_of_a_ruling_is_shown_or_spoken(player: Player) -> None:
    _thrown(player)
    spoken: list[str] = []
    player.presenter.acts._speak = spoken.append
    player.press("1")
    player.click_piece("Scout a")
    assert player.presenter.prompt.ruling is None
    assert player.presenter.prompt.sighting is None
    player.press("Return", "1")
    assert player.presenter.prompt.ruling is None
    assert not spoken
    assert all(player.offered.values())


def test_the_end_writes_a_page_and_the_program_speaks_again(
    player: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _thrown(player)
    player.press("1")
    player.click_piece("Scout a")
    player.press("Return", "2", "F8")
    assert "1 question: the program answered 1, like the people 0, otherwise 1" in player.words("sentence")
    assert player.presenter.view.people_rule is None
    (page,) = shadow_folder().glob("*.html")
    text = page.read_text(encoding="utf-8")
    assert "Where they differ" in text
    assert "People: not allowed" in text
    assert "OG-" in text
    assert "Anna" not in text.replace("Anna against Ben", "")
    assert main(["shadow", "-o", str(tmp_path / "all.html")]) == 0
    assert "1 question" in capsys.readouterr().out
    assert (tmp_path / "all.html").is_file()
    player.press("1")
    assert player.presenter.prompt.ruling is not None


def test_a_window_that_closes_writes_its_page(player: Player) -> None:
    _thrown(player)
    player.press("1")
    player.click_piece("Scout a")
    player.press("Return", "1")
    player.window.close()
    assert len(list(shadow_folder().glob("*.html"))) == 1


def test_people_are_timed_from_when_they_take_a_question_up(player: Player, tmp_path: Path) -> None:
    seconds = iter([10.0, 17.5, 17.5002, 0, 0, 0])
    _thrown(player)
    player.press("F8")
    recorder = ShadowRecorder(player.presenter, folder=tmp_path, clock=lambda: next(seconds))
    recorder.begin()
    player.press("1")
    player.click_piece("Scout a")
    player.press("Return", "1")
    recorder.end()
    (ruling,) = recorder.record.rulings
    assert (ruling.people_s, ruling.program_ms) == (7.5, 0.2)


def test_totals_of_no_match_and_of_a_file_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["shadow"]) == 1
    assert "F8 in a match begins it" in capsys.readouterr().err
    (tmp_path / "a.shadow.json").write_text('{"format": 1}')
    with pytest.raises(InputError, match="title: this key is missing"):
        read_shadow_record(tmp_path / "a.shadow.json")


def test_a_folder_that_cannot_be_written_stops_no_match(player: Player, tmp_path: Path) -> None:
    (tmp_path / "shadow").write_text("a file where the folder should be")
    _thrown(player)
    player.press("F8")
    recorder = ShadowRecorder(player.presenter, folder=tmp_path / "shadow")
    recorder.begin()
    player.press("1")
    player.click_piece("Scout a")
    player.press("Return", "1")
    assert player.presenter.position.piece("Scout a").zone is Zone.RESERVE
    assert "cannot be written" in recorder.trouble
    recorder.end()
