"""A measured number with the standard deviation of its error, and when two of them can be told apart."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

#: Below this a difference is a tie even where poses are exact (docs/formats, Script).
TIE_MM: Final = 0.05
#: A comparison counts as settled beyond this many standard deviations of its own error.
SIGMAS: Final = 2.0


@dataclass(frozen=True, slots=True)
class Measurement:
    """A value and the standard deviation of its error, both in the same unit."""

    value: float
    sigma: float = 0.0

    @property
    def margin(self) -> float:
        """How near to zero (or to its rival) the value may come and still be in doubt."""
        return max(TIE_MM, SIGMAS * self.sigma)

    @property
    def sign(self) -> int:
        """1 or -1 where the value is surely above or below zero, 0 where that is too close to call."""
        return 0 if abs(self.value) <= self.margin else (1 if self.value > 0 else -1)

    def __str__(self) -> str:
        """The value in millimetres, with its uncertainty where there is one."""
        return f"{self.value:.1f} mm" if self.sigma == 0 else f"{self.value:.1f} ± {self.sigma:.1f} mm"


def combined_sigma(*parts: float) -> float:
    """Standard deviation of a sum of independent errors."""
    return math.hypot(*parts)
