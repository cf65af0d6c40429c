"""For every test: no screen, a home of its own instead of the user's folders, and no clock."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from pytestqt.qtbot import QtBot

from companion.text import ask_for_language, choose_language
from tests.patience import PATIENCE_MS

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["LANGUAGE"] = "en"  # the windows speak the system's language; tests read English

#: Every variable by which a program finds the folders of the user. They are set before any fixture, so that those of a
#: module or the whole run, and every process that a test starts, stay out of the home of who runs the tests.
_USER_FOLDERS = (
    *("COMPANION_HOME", "HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"),
    *("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"),
)
_HOME = TemporaryDirectory(prefix="companion-tests-")
os.environ |= dict.fromkeys(_USER_FOLDERS, _HOME.name)

#: Half as many examples as is usual: windows and matches are slow, and every run of the tests draws others.
settings.register_profile("house", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")


def pytest_unconfigure() -> None:
    _HOME.cleanup()


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
