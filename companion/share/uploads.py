"""Pictures on their way in: each comes in pieces, in order, and goes on where it broke off. Of the server's thread.

What has not come whole is kept in memory only, no longer than a break of the line lasts, and of each viewer one.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

from companion.web.tuning import LIMITS, Limits

_TOKEN_BYTES: Final = 12


@dataclass(slots=True)
class Upload:
    """A picture of which so much has come. owner: who sends it; add: whether it shows the table that was read last."""

    id: str
    owner: str
    size: int
    add: bool
    at_s: float
    content: bytearray = field(default_factory=bytearray)

    @property
    def is_whole(self) -> bool:
        """Whether nothing is missing."""
        return len(self.content) == self.size


class Uploads:
    """The pictures that are coming now. owner: the secret of a viewer."""

    def __init__(self, limits: Limits = LIMITS, clock: Callable[[], float] = monotonic) -> None:
        self._limits, self._clock = limits, clock
        self._coming: dict[str, Upload] = {}

    def begin(self, owner: str, size: int, *, add: bool) -> Upload | None:
        """A place for a picture of that size, instead of the one that the same viewer sent before; ``None`` where too
        many are coming."""
        self._clear()
        for before in [one for one in self._coming.values() if one.owner == owner]:
            del self._coming[before.id]
        if len(self._coming) >= self._limits.uploads:
            return None
        upload = Upload(secrets.token_urlsafe(_TOKEN_BYTES), owner, size, add, self._clock())
        self._coming[upload.id] = upload
        return upload

    def find(self, owner: str, wanted: str) -> Upload | None:
        """What a viewer is sending; ``None`` where it is not theirs, or was given up."""
        self._clear()
        upload = self._coming.get(wanted)
        return upload if upload is not None and secrets.compare_digest(upload.owner, owner) else None

    def take(self, upload: Upload, at: int, piece: bytes) -> bool:
        """Add a piece; whether it went on where the picture broke off and was no more than is missing."""
        upload.at_s = self._clock()
        if at != len(upload.content) or len(piece) > upload.size - at:
            return False
        upload.content += piece
        return True

    def end(self, upload: Upload) -> bytes:
        """What has come of it; it is kept no longer."""
        self._coming.pop(upload.id, None)
        return bytes(upload.content)

    def _clear(self) -> None:
        until = self._clock() - self._limits.upload_s
        for old in [one.id for one in self._coming.values() if one.at_s < until]:
            del self._coming[old]
