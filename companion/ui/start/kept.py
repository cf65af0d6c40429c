"""The matches that were played before, in a line each; read without opening them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from companion.errors import CannotDo
from companion.journal import Game, Record, known_matches, read_record

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """A match of the dice game: its file, its opening, how much was done in it, and when last."""

    path: Path
    opening: dict[str, Any]
    acts: int
    played: datetime

    @property
    def title(self) -> str:
        """Who played what."""
        return str(self.opening.get("name") or self.path.stem)

    @property
    def about(self) -> str:
        """When, and how far."""
        day = QLocale().toString(
            QDateTime.fromSecsSinceEpoch(round(self.played.timestamp())), QLocale.FormatType.ShortFormat
        )
        return translate("start", "played {day}, {acts} entries").format(day=day, acts=self.acts)


def kept_matches() -> Iterator[KeptMatch]:
    """The matches of the user's own folder, the one played last first; files that cannot be read are left out."""
    for path in known_matches():
        match = _kept(path)
        if match is not None:
            yield match


def _kept(path: Path) -> KeptMatch | None:
    try:
        record: Record = read_record(path)
    except CannotDo:
        return None
    if record.game is not Game.DICE:
        return None
    played = record.entries[-1].at if record.entries else record.begun_at
    return KeptMatch(path, dict(record.opening), len(record.entries), played)
