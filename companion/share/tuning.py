"""The numbers of what is shared of a match."""

from __future__ import annotations

from typing import Final

#: A picture of a dispute is scaled to this width, px: what a tablet shows.
PICTURE_WIDTH_PX: Final = 1280
#: Lines of the log that a referee's page lists, and of the history that everybody sees.
LOG_LINES: Final = 60
HISTORY_LINES: Final = 20
