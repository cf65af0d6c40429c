"""What a person has chosen of the windows is saved, and a file that says nonsense says nothing."""

from __future__ import annotations

import json
from dataclasses import fields

import pytest

from companion.text import known_languages, preferred_language
from companion.ui.settings import FarSide, Settings, load_settings, save_settings, settings_file
from companion.ui.themes import Theme, TypeSize

_OTHER = Settings(
    Theme.LIGHT,
    TypeSize.LARGE,
    "de",
    spoken=True,
    far_side=FarSide.OVER,
    explained=True,
    learning=False,
    sounds=False,
    clock=True,
    match_min=90,
    turn_min=3,
)


def test_what_is_chosen_is_there_the_next_time() -> None:
    assert load_settings() == Settings()
    save_settings(_OTHER)
    assert load_settings() == _OTHER


def test_the_file_keeps_only_what_differs() -> None:
    save_settings(Settings(theme=Theme.LIGHT))
    assert json.loads(settings_file().read_text()) == {"format": 1, "theme": "light"}


def test_every_setting_has_another_value_in_these_tests() -> None:
    names = [field.name for field in fields(Settings)]
    assert [name for name in names if getattr(_OTHER, name) != getattr(Settings(), name)] == names


@pytest.mark.parametrize(
    "message",
    ["", "{", "[]", '{"format": 2, "theme": "light"}', '{"format": 1, "theme": "pink", "spoken": "yes", "hat": 1}'],
)
def test_nonsense_counts_as_not_given(message: str) -> None:
    settings_file().write_text(message)
    assert load_settings() == Settings()


def test_where_settings_cannot_be_saved_they_hold_until_the_end_and_that_is_reported_once() -> None:
    settings_file().mkdir()
    (settings_file() / "occupied").touch()
    assert "cannot be written" in save_settings(_OTHER)
    assert load_settings() == _OTHER
    assert save_settings(Settings(theme=Theme.LIGHT)) == ""
    assert load_settings() == Settings(theme=Theme.LIGHT)


def test_settings_that_can_be_written_again_are() -> None:
    settings_file().mkdir()
    save_settings(_OTHER)
    settings_file().rmdir()
    assert save_settings(_OTHER) == ""
    assert json.loads(settings_file().read_text())["theme"] == "light"
    settings_file().unlink()
    assert load_settings() == Settings()


@pytest.mark.parametrize(
    ("chosen", "system", "spoken"),
    [("system", ["xx-YY", "en-GB"], "en"), ("system", [], "en"), ("en", ["xx"], "en"), ("tlh", ["en"], "en")],
)
def test_the_language_is_the_first_one_that_there_is(chosen: str, system: list[str], spoken: str) -> None:
    assert preferred_language(chosen, system) == spoken


def test_english_is_always_there() -> None:
    assert "English" in {language.name for language in known_languages()}
