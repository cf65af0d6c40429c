"""Keeps what decoders of pictures write to standard error from people, who get one sentence of ours instead.

OpenCV's own log is switched off in ``companion.opencv``; but libpng and, in some builds, libjpeg write straight to the
process's standard error, where only its descriptor can be turned away.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

_STDERR: Final = 2
_one_at_a_time: Final = threading.Lock()  # or one thread would put the other's silence back for good


@contextmanager
def quiet_decoders() -> Iterator[None]:
    """A block in which nothing written to descriptor 2 is seen; meant for the moment that decoding takes."""
    with _one_at_a_time:
        try:
            kept = os.dup(_STDERR)
        except OSError:  # there is no standard error, as in a windowed program: nobody to disturb
            yield
            return
        try:
            with Path(os.devnull).open("wb") as nowhere:
                os.dup2(nowhere.fileno(), _STDERR)
            yield
        finally:
            os.dup2(kept, _STDERR)
            os.close(kept)
