"""How long a test waits for something before it gives up: never what it proves, for no test depends on the clock."""

from __future__ import annotations

from typing import Final

#: Far more than anything takes, even on a machine that is busy with other things.
PATIENCE_S: Final = 120.0
PATIENCE_MS: Final = round(PATIENCE_S * 1000)
