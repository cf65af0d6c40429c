"""Golden pictures: what was drawn where, held so that nothing which people can see of it changes unnoticed."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np

from companion.arrays import Image
from companion.opencv import cv2

#: A pixel has changed where a channel is further off: processors blend colours a little otherwise.
OFF: Final = 12
#: So many may have: fewer than a letter that has become another.
CHANGED_PX: Final = 8


def write_picture(file: Path, picture: Image) -> None:
    """Write a golden picture anew, without loss."""
    file.write_bytes(cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 9])[1].tobytes())


def assert_as_drawn(picture: Image, file: Path) -> None:
    """Everything lies where it lay and has the colour that it had."""
    before = cv2.imdecode(np.frombuffer(file.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    assert before is not None
    assert picture.shape == before.shape
    changed = np.abs(picture.astype(int) - before.astype(int)).max(axis=2) > OFF
    rows, columns = np.nonzero(changed)
    assert len(rows) <= CHANGED_PX, (
        f"{file.name}: {len(rows)} pixels changed, in rows {rows.min()} to {rows.max()} "
        f"and columns {columns.min()} to {columns.max()}"
    )
