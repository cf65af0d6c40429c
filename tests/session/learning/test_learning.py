"""A match learns from what people confirm, and from nothing else."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.camera import Camera
from companion.cli import main
from companion.codec.camera import read_camera
from companion.codec.reader import open_reader
from companion.codec.saved_cameras import save_camera
from companion.rules.corrections import Correction, PieceCorrection
from companion.session.learning import ConfirmedRests, TableLearner, learned_views_folder, with_learned_views
from companion.session.live import TableSnapshot
from companion.session.match import Match
from companion.session.play import MatchPresenter, Settling, infer
from companion.session.play.modes import Proposed
from companion.session.stream import begin_passing_match
from companion.vision import ConfirmedPicture, FaceName, Reader
from tests.film import FILM, film_snapshots, tables

MOMENT = datetime(2026, 11, 22, 20, 15, 30, tzinfo=UTC)


@pytest.fixture(scope="module")
def snapshots() -> list[TableSnapshot]:
    """The film up to its third table at rest, read without a mistake."""
    end = tables()[2].end
    return [snapshot for snapshot in film_snapshots() if snapshot.number <= end]


@pytest.fixture
def match() -> Iterator[Match]:
    with begin_passing_match(FILM / "match.json") as opened:
        yield opened


class Heard:
    """Notes what would be learned."""

    def __init__(self) -> None:
        self.pictures: list[ConfirmedPicture] = []

    def learn(self, picture: ConfirmedPicture, camera: Camera) -> None:
        self.pictures.append(picture)

    @property
    def names(self) -> list[list[FaceName]]:
        return [[die.name for die in picture.dice] for picture in self.pictures]


def _watched(match: Match) -> tuple[MatchPresenter, ConfirmedRests, Heard]:
    presenter, heard = MatchPresenter(match), Heard()
    rests = ConfirmedRests(match, heard, moment=lambda: MOMENT)
    presenter.observers.append(rests)
    return presenter, rests, heard


def _see(presenter: MatchPresenter, snapshots: list[TableSnapshot], *, accept: bool) -> None:
    for snapshot in snapshots:
        while (request := presenter.questions.on_snapshot(snapshot)) is not None:
            presenter.questions.on_inference(infer(request))
            while (
                accept
                and isinstance(presenter.mode, Proposed | Settling)
                and any(map(presenter.press, ("1", "Return")))
            ):
                pass


def _faces(match: Match) -> set[FaceName]:
    return {FaceName(piece.die.id, piece.face.key) for piece in match.position.in_play if piece.face}


def test_what_people_accept_is_recorded_once_the_next_thing_is_done(
    match: Match, snapshots: list[TableSnapshot]
) -> None:
    presenter, rests, heard = _watched(match)
    _see(presenter, snapshots[: tables()[1].end], accept=True)
    assert match.log
    assert not heard.pictures  # it may still be undone
    first = _faces(match)
    _see(presenter, snapshots[tables()[1].end :], accept=True)
    rests.end()
    assert len(heard.pictures) == 2
    assert set(heard.names[0]) == first
    assert heard.pictures[0].image == "2026-11-22 20:15:30, rest 2"
    assert set().union(*map(set, heard.names)) == _faces(match)


def test_nothing_is_reported_of_what_nobody_confirmed(match: Match, snapshots: list[TableSnapshot]) -> None:
    presenter, rests, heard = _watched(match)
    _see(presenter, snapshots, accept=False)
    presenter.acts.do(Correction(score={"Anna": 3}), source="keyboard")
    rests.end()
    assert not heard.pictures


def test_what_is_undone_at_once_teaches_nothing(match: Match, snapshots: list[TableSnapshot]) -> None:
    presenter, rests, heard = _watched(match)
    _see(presenter, snapshots[: tables()[1].end], accept=True)
    assert presenter.acts.undo()
    rests.end()
    assert not heard.pictures


def test_a_die_that_people_put_right_is_named_as_they_say(match: Match, snapshots: list[TableSnapshot]) -> None:
    presenter, rests, heard = _watched(match)
    _see(presenter, snapshots[: tables()[1].end], accept=True)
    piece = presenter.position.in_play[0]
    assert piece.face is not None
    other = "1" if piece.face.key != "1" else "2"
    presenter.acts.do(Correction(pieces=(PieceCorrection(id=piece.id, face=other),)), source="keyboard")
    rests.end()
    assert heard.names[-1] == [FaceName(piece.die.id, other)]


@pytest.fixture(scope="module")
def reader() -> Reader:
    return open_reader(read_camera(FILM / "camera.json"))


def _learn(match: Match, snapshots: list[TableSnapshot], learner: TableLearner) -> None:
    presenter = MatchPresenter(match)
    rests = ConfirmedRests(match, learner, moment=lambda: MOMENT)
    presenter.observers.append(rests)
    _see(presenter, snapshots, accept=True)
    rests.end()
    learner.close()


def test_views_are_kept_beside_the_camera_and_known_next_time_until_they_are_removed(
    match: Match, snapshots: list[TableSnapshot], reader: Reader, capsys: pytest.CaptureFixture[str]
) -> None:
    save_camera(reader.camera, "table-camera")
    folder = learned_views_folder("table-camera")
    assert with_learned_views(reader, "table-camera") is reader
    reported: list[Reader] = []
    dice = {piece.die.id for piece in match.position.pieces.values()}
    learner = TableLearner(reader, dice, folder, grown=reported.append)
    _learn(match, snapshots, learner)
    assert learner.trouble == ""
    rows = json.loads((folder / "gallery.json").read_text(encoding="utf-8"))["faces"]
    assert {FaceName(row["die"], row["face"]) for row in rows} == _faces(match)
    assert {row["confirmed_in"] for row in rows} == {f"2026-11-22 20:15:30, rest {n}" for n in (2, 3)}
    grown = with_learned_views(reader, "table-camera")
    assert len(grown.gallery.views) == len(reader.gallery.views) + len(rows)
    assert learner.learned == len(rows)
    last = next(snapshot.frame for snapshot in reversed(snapshots) if snapshot.sure)
    assert last is not None
    at_once, next_time = (Counter(die.name for die in by.read(last).dice) for by in (reported[-1], grown))
    assert at_once == next_time
    assert [view.name for view in reported[-1].gallery.views] == [view.name for view in grown.gallery.views]
    assert main(["enrol", "--learned"]) == 0
    assert f"table-camera: {len(rows)} views in {folder}" in capsys.readouterr().out
    assert main(["enrol", "--forget", "table-camera"]) == 0
    assert not folder.exists()
    assert main(["enrol", "--forget", "table-camera"]) == 2
    assert with_learned_views(reader, "table-camera") is reader


def test_nothing_is_kept_where_learning_is_off(
    match: Match, snapshots: list[TableSnapshot], reader: Reader, tmp_path: Path
) -> None:
    _learn(match, snapshots, TableLearner(reader, [], tmp_path / "learned", enabled=False))
    assert not (tmp_path / "learned").exists()


def test_a_wrong_word_of_people_is_refused_by_name(
    match: Match, snapshots: list[TableSnapshot], reader: Reader, tmp_path: Path
) -> None:
    presenter, rests, heard = _watched(match)
    _see(presenter, snapshots[: tables()[1].end], accept=True)
    piece = presenter.position.in_play[0]
    presenter.acts.do(Correction(pieces=(PieceCorrection(id=piece.id, face="3"),)), source="keyboard")
    rests.end()
    learner = TableLearner(reader, {piece.die.id}, tmp_path / "learned")
    learner.learn(heard.pictures[-1], reader.camera)
    learner.close()
    assert f"{piece.die.id} side 3 is refused" in learner.trouble
    assert not (tmp_path / "learned").exists()


def test_a_folder_that_cannot_be_written_stops_no_match(
    match: Match, snapshots: list[TableSnapshot], reader: Reader, tmp_path: Path
) -> None:
    (tmp_path / "learned").write_text("a file where the folder should be")
    learner = TableLearner(reader, {piece.die.id for piece in match.position.pieces.values()}, tmp_path / "learned")
    _learn(match, snapshots, learner)
    assert learner.learned == 0
    assert "cannot be written" in learner.trouble
