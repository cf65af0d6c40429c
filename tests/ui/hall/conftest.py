"""The small match of two tanks in a window, and a broker in memory behind every address."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from companion.hall import publication
from companion.hall.client import HallClient
from companion.hall.window import HallWindow
from companion.session.match import Match
from companion.ui.match import MatchWindow
from tests.memory_broker import MemoryBroker
from tests.session.match.conftest import match, opening, path

__all__ = ["match", "opening", "path"]


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> MemoryBroker:
    found = MemoryBroker()
    monkeypatch.setattr(publication, "line_to", lambda address: found.line)
    return found


@pytest.fixture
def window(match: Match, broker: MemoryBroker, qtbot: QtBot) -> Iterator[MatchWindow]:
    shown = MatchWindow(match)
    qtbot.addWidget(shown)
    shown.resize(1280, 800)
    shown.show()
    yield shown
    shown.close()


@pytest.fixture
def open_hall(broker: MemoryBroker, qtbot: QtBot) -> Callable[..., HallWindow]:
    def opened(by: str = "Carla") -> HallWindow:
        hall = HallWindow(HallClient(broker.line, by), "mqtt://hall:1883")
        qtbot.addWidget(hall)
        hall.resize(1280, 800)
        hall.show()
        return hall

    return opened
