"""How long things take here, for programs: ``companion bench --json``."""

from __future__ import annotations

from pydantic import Field

from companion.codec.document import LenientDocument
from companion.codec.fields import FormatNumber
from companion.limits import Count
from companion.stopwatch import Spread


class YardstickRatiosDocument(LenientDocument):
    """How many runs of a yardstick one reading is worth, by medians."""

    aruco: float


class ReadingTimesDocument(LenientDocument):
    """The readings of one picture."""

    format: FormatNumber
    image: str
    size_px: tuple[int, int]
    dice: Count = Field(description="That were read.")
    runs: Count
    stages: dict[str, Spread]
    all: Spread = Field(description="The whole reading.")
    aruco: Spread = Field(description="ArUco detection on the same picture.")
    ratios: YardstickRatiosDocument


class RulesTimesDocument(LenientDocument):
    """The rules on a crowded table and in a random match (``--rules``)."""

    format: FormatNumber
    dice: Count
    turns: Count
    actions: Count
    runs: Count
    targets_a_die: Spread
    replay: Spread = Field(description="Of the whole match.")


class LiveRatiosDocument(LenientDocument):
    """How many ArUco detections these are worth, by medians."""

    quiet_frame: float
    nothing_changed: float
    one_moved: float


class LiveTimesDocument(LenientDocument):
    """A table that is watched (``--live``)."""

    format: FormatNumber
    size_px: tuple[int, int]
    dice: Count
    runs: Count
    quiet_frame: Spread = Field(description="A frame in which nothing stirs; it is not read.")
    nothing_changed: Spread = Field(description="Reading the table once more.")
    one_moved: Spread = Field(description="Reading it after one die has moved.")
    all: Spread = Field(description="Reading all of it, nothing remembered.")
    aruco: Spread = Field(description="ArUco detection on the same picture.")
    ratios: LiveRatiosDocument


class SoakDocument(LenientDocument):
    """The live path for minutes (``--soak``)."""

    format: FormatNumber
    minutes: float
    frames: Count
    readings: Count
    states: dict[str, int] = Field(description="State of the table -> frames seen in it.")
    start_mb: float = Field(description="Memory after warming up.")
    end_mb: float
    growth_mb: float
    watching: Spread = Field(description="One frame, readings left out.")
    grows: bool | None = Field(description="null: too short a run to tell.")
