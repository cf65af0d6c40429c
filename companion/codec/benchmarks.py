"""How long things take here, for programs: ``companion bench --json``."""

from __future__ import annotations

from pydantic import Field

from companion.codec.document import LenientDocument
from companion.codec.fields import Count, FormatNumber

__all__ = [
    "LiveRatiosDocument",
    "LiveTimesDocument",
    "ReadingTimesDocument",
    "RulesTimesDocument",
    "SoakDocument",
    "SpreadDocument",
    "YardstickRatiosDocument",
]


class SpreadDocument(LenientDocument):
    """Milliseconds: half of the runs took at most the median, nine in ten at most p90."""

    median_ms: float
    p90_ms: float


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
    stages: dict[str, SpreadDocument]
    all: SpreadDocument = Field(description="The whole reading.")
    aruco: SpreadDocument = Field(description="ArUco detection on the same picture.")
    ratios: YardstickRatiosDocument


class RulesTimesDocument(LenientDocument):
    """The rules on a crowded table and in a random match (``--rules``)."""

    format: FormatNumber
    dice: Count
    turns: Count
    actions: Count
    runs: Count
    targets_a_die: SpreadDocument
    replay: SpreadDocument = Field(description="Of the whole match.")


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
    quiet_frame: SpreadDocument = Field(description="A frame in which nothing stirs; it is not read.")
    nothing_changed: SpreadDocument = Field(description="Reading the table once more.")
    one_moved: SpreadDocument = Field(description="Reading it after one die has moved.")
    all: SpreadDocument = Field(description="Reading all of it, nothing remembered.")
    aruco: SpreadDocument = Field(description="ArUco detection on the same picture.")
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
    watching: SpreadDocument = Field(description="One frame, readings left out.")
    grows: bool | None = Field(description="null: too short a run to tell.")
