"""The grade of a camera goes with the match that is played by it: into its window, its log and all that is exported."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from companion.certify.certificate.certificate import CertifiedSetup, certify
from companion.certify.documents import save_certificate
from companion.cli import main
from companion.codec.camera import Grade, certificates_folder, find_grade
from companion.codec.script import decode_match_opening
from companion.errors import OperationError
from companion.session.live import TableSnapshot, TableState
from companion.session.match import Match, camera_grade, narrate_match, note_camera_grade
from companion.session.play import table_state_of
from companion.session.result import summarize_result
from companion.ui.results import about_match
from tests.session.certificate.invented_sheets import Errors, camera, invent_pictures
from tests.ui.match.conftest import opening as _opening

OPENING = _opening.__wrapped__()  # type: ignore[attr-defined]


def test_a_poor_camera_is_reported_first_in_its_certificate() -> None:
    good = camera()
    poor = replace(good, quality=replace(good.quality, rms_px=9.0, rms_mm=9.0))
    for by in (good, poor):
        setup = CertifiedSetup(by, "my camera", {}, datetime(2026, 1, 1, tzinfo=UTC))
        remarks = certify(invent_pictures(np.random.default_rng(1), Errors(camera_mm=0.1)), (), setup).remarks
        reported = [remark for remark in remarks if remark.startswith("The camera is calibrated poorly")]
        assert reported == ([remarks[0]] if by is poor else [])


@pytest.fixture
def match(tmp_path: Path) -> Iterator[Match]:
    with Match.begin(tmp_path / "night.diceland", decode_match_opening(OPENING)) as begun:
        yield begun


def test_the_window_tells_the_grade_beside_the_cameras_quality() -> None:
    table = TableSnapshot(1, 0.0, None, TableState.MOVING, "", (), 1, 3, camera())
    assert table_state_of(table, Grade.CLUB).detail.endswith(" · club")
    assert "·" not in table_state_of(table).detail


def test_a_match_notes_the_grade_once_and_again_where_it_changes(match: Match) -> None:
    note_camera_grade(match, None)
    assert not match.log
    note_camera_grade(match, Grade.TOURNAMENT)
    note_camera_grade(match, Grade.TOURNAMENT)
    note_camera_grade(match, None)
    assert [line.text for line in match.log] == ["Camera: certified, tournament.", "Camera: not certified."]
    assert camera_grade(note for _, note in match.notes) is None


def test_every_export_carries_it(match: Match, tmp_path: Path) -> None:
    note_camera_grade(match, Grade.CLUB)
    match.close()
    reported = narrate_match(match.path).as_json()
    assert isinstance(reported["table_talk"], dict)
    assert reported["table_talk"]["camera_grade"] == "club"
    result = summarize_result(match.path)
    assert result.as_json()["camera_grade"] == "club"
    assert about_match(result).endswith("camera: club")
    out = tmp_path / "night.json"
    assert main(["export", str(match.path), "-o", str(out)]) == 0
    assert json.loads(out.read_text())["log"][0]["text"] == "Camera: certified, club."
    assert json.loads(out.read_text())["table_talk"]["camera_grade"] == "club"


def test_an_export_of_a_match_without_it_says_nothing(match: Match) -> None:
    match.close()
    assert "camera_grade" not in json.dumps(narrate_match(match.path).as_json())
    assert about_match(summarize_result(match.path)).count("camera") == 0


def test_a_newer_certificate_replaces_the_older_and_another_calibration_has_none() -> None:
    seen = camera()
    for errors, grade in ((Errors(camera_mm=0.1), Grade.TOURNAMENT), (Errors(camera_mm=3.0), Grade.NOT_FIT)):
        setup = CertifiedSetup(seen, "desk", {}, datetime(2026, 11, 22, tzinfo=UTC))
        save_certificate(certify(invent_pictures(np.random.default_rng(1), errors), (), setup))
        assert find_grade(seen) is grade
    assert len(list(certificates_folder().iterdir())) == 1
    moved = replace(seen, lens=replace(seen.lens, translation=seen.lens.translation + 0.1))
    assert find_grade(moved) is None


def test_a_home_that_cannot_be_written_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "file"))
    setup = CertifiedSetup(camera(), "desk", {}, datetime(2026, 11, 22, tzinfo=UTC))
    made = certify(invent_pictures(np.random.default_rng(1), Errors(camera_mm=0.1)), (), setup)
    with pytest.raises(OperationError):
        save_certificate(made)
    assert find_grade(camera()) is None
