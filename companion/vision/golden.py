"""The golden self-test: a network has to answer a known picture here as it did where it was made.

The picture is computed from whole numbers, so that it is the same on every machine; a few of the answer's numbers stand
in the network's card. Processors differ in the last digits; a broken build, a damaged runtime or arithmetic that was
cut short differs in the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

#: So many numbers of an answer are kept.
_KEPT: Final = 24
#: Answers may differ by this share of the largest number kept: far more than optimising changes.
SAME: Final = 2e-3


def golden_picture(size_px: int) -> NDArray[np.uint8]:
    """The known picture, (1, size, size, 3): slopes, chequers and a ring of strokes, for all networks the same."""
    rows, columns = np.mgrid[:size_px, :size_px]
    slopes = rows * 3 + columns * 2
    chequers = 90 * ((rows // 12 + columns // 10) % 2)
    strokes = 60 * ((rows * rows + columns * columns) // 97 % 3 == 0)
    channels = [(slopes * (1 + k) + chequers * (3 - k) + strokes * k) % 256 for k in range(3)]
    return np.asarray(np.stack(channels, -1)[None], np.uint8)


def kept_numbers(answer: NDArray[np.float32]) -> list[float]:
    """A few numbers from all over an answer."""
    flat = answer.reshape(-1)
    places = np.linspace(0, len(flat) - 1, min(_KEPT, len(flat))).round().astype(int)
    return [float(v) for v in flat[places]]


@dataclass(frozen=True, slots=True)
class GoldenAnswer:
    """What a network answered to the known picture of this size where it was made."""

    size_px: int
    answer: tuple[float, ...]

    def apart(self, numbers: Sequence[float]) -> float:
        """How far numbers are from the golden ones, as a share of its largest; infinite where they are none."""
        if len(numbers) != len(self.answer) or not np.isfinite(numbers).all():
            return float("inf")
        scale = max(map(abs, self.answer), default=1.0)
        return float(np.abs(np.subtract(numbers, self.answer)).max(initial=0.0) / max(scale, 1e-6))
