"""How long a test waits for something before it gives up: never what it proves, for no test depends on the clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

#: Far more than anything takes, even on a machine that is busy with other things.
PATIENCE_S: Final = 120.0
PATIENCE_MS: Final = round(PATIENCE_S * 1000)


def wait_until(so: Callable[[], object]) -> None:
    """Wait until something is so; AssertionError where it never is."""
    until = time.monotonic() + PATIENCE_S
    while not so():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.01)
