"""``companion matches``: every match with the file in which it lies."""

from __future__ import annotations

import json
import os
from datetime import datetime
from pathlib import Path

import pytest

from companion.cli import main
from companion.errors import OperationError
from companion.journal import (
    Game,
    Journal,
    known_matches,
    matches_folder,
    new_match_file,
    newest_match,
    note_match,
    storage,
)


def test_without_matches_it_says_where_they_will_lie(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["matches"]) == 0
    assert str(matches_folder()) in capsys.readouterr().out


def test_a_new_match_gets_a_name_that_is_free_in_the_folder_that_people_chose(tmp_path: Path) -> None:
    first = new_match_file("Anna and Ben", tmp_path)
    assert first.parent == tmp_path
    first.touch()
    assert new_match_file("Anna and Ben", tmp_path) == first.with_stem(f"{first.stem}-2")


def test_matches_are_listed_with_name_game_and_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    own = new_match_file("Anna and Ben")
    Journal.begin(own, game=Game.DICE, opening={"name": "The long road"}).close()
    elsewhere = tmp_path / "evening.diceland"
    Journal.begin(elsewhere, game=Game.EXERCISE_K, opening={}).close()
    note_match(elsewhere)
    note_match(own)
    (matches_folder() / "torn.diceland").write_bytes(b"torn")
    assert main(["matches"]) == 0
    message = capsys.readouterr().out
    assert "The long road  (dice game, played " in message
    assert "evening  (Exercise K, played " in message
    assert "torn  (cannot be read" in message
    assert all(f"    {file}" in message for file in known_matches())
    assert message.rstrip().splitlines()[-1].startswith("3 matches; new ones lie in ")
    assert main(["matches", "--json"]) == 0
    rows = {row["name"]: row for row in map(json.loads, capsys.readouterr().out.splitlines())}
    assert rows["evening"]["match"] == str(elsewhere)
    assert rows["The long road"]["game"] == "dice"
    assert set(rows) == {"evening", "The long road"}


def test_a_match_elsewhere_that_is_gone_is_not_listed(tmp_path: Path) -> None:
    elsewhere = tmp_path / "evening.diceland"
    Journal.begin(elsewhere, game=Game.DICE, opening={}).close()
    note_match(elsewhere)
    note_match(elsewhere)
    assert known_matches() == (elsewhere,)
    elsewhere.unlink()
    assert known_matches() == ()


def test_of_another_folder_only_its_own_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["matches", str(tmp_path)]) == 0
    assert str(tmp_path) in capsys.readouterr().out


@pytest.mark.parametrize("began", ["9999-12-31T23:59:59+00:00", "0001-01-01T00:00:00+00:00", "2026-05-01T18:00:00"])
def test_a_match_that_began_at_no_time_of_ours_is_listed_as_unreadable_and_stops_no_other(
    began: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    storage.create(tmp_path / "odd.diceland", Game.DICE, datetime.fromisoformat(began), {})
    Journal.begin(tmp_path / "even.diceland", game=Game.DICE, opening={}).close()
    assert main(["matches", str(tmp_path)]) == 0
    message = capsys.readouterr().out
    assert "odd  (cannot be read" in message
    assert "even  (dice game, played " in message
    with pytest.raises(OperationError, match="damaged"):
        Journal.resume(tmp_path / "odd.diceland")


@pytest.mark.parametrize(
    "line", ["/" + "x" * 5000, "/x\0y", "/" + "x/" * 4000, "\udcff" * 300], ids=["long", "NUL", "deep", "no letters"]
)
def test_a_line_that_no_file_can_be_called_stops_neither_the_list_nor_the_last_match(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    elsewhere = tmp_path / "evening.diceland"
    Journal.begin(elsewhere, game=Game.EXERCISE_K, opening={}).close()
    note_match(elsewhere)
    file = matches_folder().parent / "matches-elsewhere.txt"
    file.write_bytes(f"{line}\n".encode(errors="surrogateescape") + file.read_bytes())
    assert main(["matches"]) == 0
    assert str(elsewhere) in capsys.readouterr().out
    assert newest_match() == elsewhere
    note_match(elsewhere)
    other = tmp_path / "other.diceland"
    Journal.begin(other, game=Game.EXERCISE_K, opening={}).close()
    note_match(other)
    assert set(known_matches()) == {elsewhere, other}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes among the files here")
@pytest.mark.parametrize("name", ["data/matches-elsewhere.txt", "state/settings.json", "data/cameras.json"])
@pytest.mark.parametrize("what", ["pipe", "3 GB", "long line"])
def test_a_list_of_the_programs_own_that_is_none_stops_no_command(
    what: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    file = tmp_path / name
    file.parent.mkdir()
    if what == "pipe":
        os.mkfifo(file)
    elif what == "3 GB":
        file.touch()
        os.truncate(file, 3 * 2**30)
    else:
        file.write_text(json.dumps({"format": 1, "language": "x" * 9000, "last": "y" * 9000}))
    match = new_match_file("Anna and Ben")
    Journal.begin(match, game=Game.EXERCISE_K, opening={}).close()
    assert main(["matches"]) == 0
    assert str(match) in capsys.readouterr().out
