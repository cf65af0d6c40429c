"""Commands speak the language that was asked for, else the one chosen in the windows, else the system's."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from companion.cli import main
from companion.text import language_in_force
from companion.ui import for_windows
from companion.ui.settings import load_settings, save_settings

_REFUSED = {"en": "no rule has", "de": "keine Regel hat"}


def _spoken(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main([*words, "rules", "no such word"]) == 2
    message = capsys.readouterr().err
    return next(code for code, begin in _REFUSED.items() if message.startswith(f"companion: {begin}"))


@pytest.mark.parametrize(
    ("asked", "chosen", "system", "spoken"),
    [
        ("", "system", "en", "en"),
        ("", "system", "de_AT:en", "de"),
        ("", "de", "en", "de"),
        ("", "en", "de", "en"),
        ("de", "en", "en", "de"),
        ("en", "de", "de", "en"),
    ],
)
def test_the_one_asked_for_comes_first_then_the_chosen_then_the_systems(
    asked: str,
    chosen: str,
    system: str,
    spoken: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("LANGUAGE", system)
    save_settings(replace(load_settings(), language=chosen))
    assert _spoken(["--lang", asked] if asked else [], capsys) == spoken
    assert _spoken([f"--lang={asked}"] if asked else [], capsys) == spoken
    monkeypatch.setenv("LANGUAGE", "en")
    assert main(["--version"]) == 0  # asked for once is not asked for ever


@pytest.mark.parametrize("system", ["LC_ALL", "LC_MESSAGES", "LANG"])
def test_the_locale_says_the_systems(
    system: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert _spoken([], capsys) == "en"
    monkeypatch.setenv(system, "de_DE.UTF-8")
    assert _spoken([], capsys) == "de"


def test_a_language_that_is_not_here_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "tlh", "rules"]) == 2
    assert "de (Deutsch), en (English)" in capsys.readouterr().err


def test_windows_speak_what_the_command_asked_for(qtbot: QtBot, capsys: pytest.CaptureFixture[str]) -> None:
    save_settings(replace(load_settings(), language="en"))
    _spoken(["--lang", "de"], capsys)
    for_windows()
    assert language_in_force() == "de"
    main(["--version"])
    for_windows()
    assert language_in_force() == "en"
