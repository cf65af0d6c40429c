"""``companion hall`` and ``--publish`` on the command line: how they end, and what is loaded only when asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from tests.film import FILM


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--broker", "hall.local"], "mqtt://HOST"),
        (["--broker", "mqtt://hall.local/4"], "without a table"),
        (["--broker", "mqtt://hall.local", "--since", "yesterday"], "expected a date such as 2026-05-01"),
        (["--broker", "mqtt://hall.local", "--export", "event.doc"], ".csv, .json or .pdf"),
    ],
)
def test_wrong_words_are_refused_with_the_way_to_say_it(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hall", *words]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--json"], ["--export", "event.json"]])
def test_where_no_broker_answers_that_is_reported(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["hall", "--broker", "mqtt://127.0.0.1:1", *words]) == 1
    assert "No broker answers at mqtt://127.0.0.1:1" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["play", "watch"])
def test_an_address_without_a_table_is_refused_before_anything_is_opened(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--source", str(FILM / "film.json"), "--camera", str(FILM / "camera.json")]
    assert main([command, *words, "--publish", "mqtt://hall.local"]) == 2
    assert "mqtt://hall.local/4" in capsys.readouterr().err


def test_without_publish_the_client_of_brokers_is_not_even_loaded() -> None:
    rooms = "companion.ui.match, companion.ui.start, companion.cli.play, companion.cli.watch"
    code = f"import sys, {rooms}; print('paho' in sys.modules)"
    reported = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert reported.stdout.strip() == "False"
