"""The pseudo-language, for the tests that ask for it."""

from __future__ import annotations

import pytest

from companion.text import translation
from tests.text.pseudo import PseudoLanguage


@pytest.fixture
def pseudo_language(monkeypatch: pytest.MonkeyPatch, qapp: object) -> None:
    """Everything that goes through the catalogue comes out in brackets; ``qapp``: windows come after printing."""
    monkeypatch.setattr(translation, "messages", PseudoLanguage)
