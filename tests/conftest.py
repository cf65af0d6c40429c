"""For every test: no screen, a home of its own instead of the user's folders, and no clock."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from pytestqt.qtbot import QtBot

from companion.text import ask_for_language, choose_language
from tests.patience import PATIENCE_MS

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["LANGUAGE"] = "en"  # the windows speak the system's language; tests read English

settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")


class PatientBot(QtBot):
    """Waits as long as it takes: five seconds, as it is by default, may pass on a busy machine."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE_MS) -> None:
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal: Any, *, timeout: int = PATIENCE_MS, **more: Any) -> Any:
        return super().waitSignal(signal, timeout=timeout, **more)


@pytest.fixture
def qtbot(qapp: object, request: pytest.FixtureRequest) -> QtBot:
    return PatientBot(request)


@pytest.fixture(autouse=True)
def _own_home(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("COMPANION_HOME", str(home))
    return home


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    """Whatever a test speaks, the next one reads English."""
    yield
    ask_for_language("")
    choose_language("en")
