"""The small match of two tanks, and a broker in memory."""

from __future__ import annotations

import pytest

from tests.memory_broker import MemoryBroker
from tests.session.match.conftest import match, opening, path

__all__ = ["broker", "match", "opening", "path"]


@pytest.fixture
def broker() -> MemoryBroker:
    return MemoryBroker()
