"""A table that was read wrongly: kept by one key, without names of people, shown as a page and read again."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.certify.misread_tables import MisreadRecorder
from companion.cli import main
from companion.codec.rig import read_misread_table, read_misread_tables
from companion.errors import InputError, OperationError
from companion.rules.corrections import Correction, PieceCorrection
from companion.session.live import TableSnapshot
from companion.session.match import Match
from companion.session.play import MatchPresenter, Settling, infer
from companion.session.play.modes import Proposed
from companion.session.stream import begin_passing_match
from companion.vision import FaceName
from tests.film import FILM, film_snapshots, tables

MOMENT = datetime(2026, 11, 22, 20, 15, 30, tzinfo=UTC)


@pytest.fixture(scope="module")
def snapshots() -> list[TableSnapshot]:
    """The film up to its second table at rest, read without a mistake."""
    end = tables()[1].end
    return [snapshot for snapshot in film_snapshots() if snapshot.number <= end]


@pytest.fixture
def match() -> Iterator[Match]:
    with begin_passing_match(FILM / "match.json") as opened:
        yield opened


def _misread(snapshot: TableSnapshot) -> TableSnapshot:
    """The same with the first die read as another side."""
    if not snapshot.tracks:
        return snapshot
    first, *rest = snapshot.tracks
    assert first.name is not None
    wrong = replace(first.reading, name=FaceName(first.name.die, "1" if first.name.face != "1" else "2"))
    return replace(snapshot, tracks=(replace(first, reading=wrong), *rest))


def _play(presenter: MatchPresenter, snapshots: list[TableSnapshot]) -> None:
    for snapshot in snapshots:
        while (request := presenter.questions.on_snapshot(snapshot)) is not None:
            presenter.questions.on_inference(infer(request))
            while isinstance(presenter.mode, Proposed | Settling) and any(map(presenter.press, ("1", "Return"))):
                pass


@pytest.fixture
def kept(match: Match, snapshots: list[TableSnapshot], tmp_path: Path) -> Path:
    """A table of which a die was read as another side, as F9 keeps it."""
    presenter = MatchPresenter(match)
    recorder = MisreadRecorder(lambda: presenter.position, folder=tmp_path / "misread", moment=lambda: MOMENT)
    presenter.observers.append(recorder)
    _play(presenter, snapshots)
    recorder.on_snapshot(_misread(next(snapshot for snapshot in reversed(snapshots) if snapshot.sure)))
    return recorder.save()


def test_a_table_is_kept_with_what_was_read_and_what_is_so(
    kept: Path, match: Match, snapshots: list[TableSnapshot]
) -> None:
    table = read_misread_table(kept)
    assert kept.name == "20261122-201530.misread.json"
    pieces = [FaceName(piece.die.id, piece.face.key) for piece in match.position.in_play if piece.face]
    assert [die.name for die in table.right] == pieces
    read = [die.name for die in table.read]
    wrong = [name for name, track in zip(read, snapshots[-1].tracks, strict=True) if name != track.name]
    assert len(wrong) == 1
    assert set(table.networks) == {"finder", "placer", "reader"}
    assert table.camera.lens.size_wh == snapshots[-1].camera.lens.size_wh


def test_no_name_of_a_person_is_kept(kept: Path, match: Match) -> None:
    text = kept.read_text(encoding="utf-8")
    assert [player.id for player in match.position.players] == ["Anna", "Ben"]
    assert not any(f'"{word}' in text for word in ("Anna", "Ben", "owner", "piece"))


def test_what_is_put_right_afterwards_on_the_same_table_is_kept_too(
    match: Match, snapshots: list[TableSnapshot], tmp_path: Path
) -> None:
    presenter = MatchPresenter(match)
    recorder = MisreadRecorder(lambda: presenter.position, folder=tmp_path)
    presenter.observers.append(recorder)
    _play(presenter, snapshots)
    path = recorder.save()
    piece = presenter.position.in_play[0]
    assert piece.face is not None
    other = "1" if piece.face.key != "1" else "2"
    presenter.acts.do(Correction(pieces=(PieceCorrection(id=piece.id, face=other),)), source="keyboard")
    names = [die.name for die in read_misread_table(path).right]
    assert FaceName(piece.die.id, other) in names
    assert recorder.save() == path
    assert len(list(tmp_path.iterdir())) == 1


def test_before_a_table_was_read_there_is_nothing_to_keep(tmp_path: Path) -> None:
    recorder = MisreadRecorder(lambda: pytest.fail("asked"), folder=tmp_path)
    with pytest.raises(OperationError, match="nothing to keep"):
        recorder.save()
    assert not list(tmp_path.iterdir())


def test_the_page_shows_what_was_wrong_and_what_todays_program_reads(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(kept)]) == 0
    message = capsys.readouterr().out
    page = kept.with_suffix(".html")
    assert "1 of" in message
    assert "Today's program reads 0 wrongly." in message
    assert str(page) in message
    text = page.read_text(encoding="utf-8")
    assert text.count("✗ read as another") == 2  # beside its picture, and in the table of all dice
    assert "✓ right" in text


def test_a_folder_of_them_is_measured(kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(kept, kept.with_name("20261123-190000.misread.json"))
    assert main(["evaluate", str(kept.parent), "-o", str(tmp_path / "report")]) == 0
    assert "The report is" in capsys.readouterr().out
    assert "misread" in (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    assert main(["evaluate", str(kept.parent), "--leave-out", "1", "-o", str(tmp_path / "report")]) == 2


def test_what_is_no_misread_table_is_reported(tmp_path: Path) -> None:
    torn = tmp_path / "a.misread.json"
    torn.write_text('{"format": 1, "program": "0.1.0", "picture_jpeg": "AAAA", "read": [], "right": []}')
    with pytest.raises(InputError, match=r"camera: this key is missing(.|\n)*picture_jpeg: this is no JPEG"):
        read_misread_table(torn)
    with pytest.raises(OperationError, match="no misread tables"):
        read_misread_tables(tmp_path / "empty")
