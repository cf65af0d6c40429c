"""Dates as the language in force writes them."""

from __future__ import annotations

from datetime import datetime

import pytest

from companion.text import choose_language, date_words, moment_words

AT = datetime(2026, 11, 2, 9, 5).astimezone()


@pytest.mark.parametrize(
    ("language", "day", "moment"),
    [
        ("en", "2 November 2026", "2 November 2026, 09:05"),
        ("de", "2. November 2026", "2. November 2026, 09:05"),
    ],
)
def test_a_date_is_written_as_the_language_writes_it(language: str, day: str, moment: str) -> None:
    choose_language(language)
    assert date_words(AT) == day
    assert moment_words(AT) == moment


def test_months_have_their_own_names() -> None:
    choose_language("de")
    assert date_words(AT.replace(month=3)) == "2. März 2026"
