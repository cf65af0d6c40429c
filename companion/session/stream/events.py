"""The events of the stream, one frozen class each."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

from companion.session.inference import Discrepancy, PieceByTrack, Proposal
from companion.session.live import TableState, Track
from companion.session.match import LogLine
from companion.vision import CameraCheck, UnknownObject


@dataclass(frozen=True, slots=True)
class TableChanged:
    """The table's state, its sentence or the number of the table at rest is another."""

    state: TableState
    text: str
    rest: int


@dataclass(frozen=True, slots=True)
class LayoutRead:
    """A table at rest whose dice are sure. pieces: track -> piece, as far as the match knows; ``None`` without one.
    unknown: what else lies there that is not recognised as a die."""

    rest: int
    tracks: tuple[Track, ...]
    camera: CameraCheck
    pieces: PieceByTrack | None = None
    unknown: tuple[UnknownObject, ...] = ()


@dataclass(frozen=True, slots=True)
class ProposalsFound:
    """What has probably been done, the likeliest first; empty where nothing was."""

    rest: int
    proposals: tuple[Proposal, ...]


@dataclass(frozen=True, slots=True)
class DiscrepanciesFound:
    """Where table and match disagree, and nothing that the rules allow explains it."""

    rest: int
    discrepancies: tuple[Discrepancy, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """How a match stands."""

    score: Mapping[str, float]
    to_move: str


@dataclass(frozen=True, slots=True)
class ActionTaken:
    """Acts that were taken into the match as one gesture, or brought back into it."""

    lines: tuple[LogLine, ...]
    standing: Standing


@dataclass(frozen=True, slots=True)
class CorrectionMade:
    """The match was corrected by hand; likelihood: or what was done was replaced by a likelier story, whose lines
    these are."""

    lines: tuple[LogLine, ...]
    standing: Standing
    likelihood: float | None = None


@dataclass(frozen=True, slots=True)
class UndoneActions:
    """Lines of the log that no longer count; likelihood: of the story that replaced them, None where people took them
    back."""

    lines: tuple[LogLine, ...]
    standing: Standing
    likelihood: float | None = None


@dataclass(frozen=True, slots=True)
class MatchStatus:
    """The match as a whole, at its start and its end."""

    players: tuple[str, ...]
    standing: Standing
    winner: str | None = None


StreamEvent = (
    TableChanged
    | LayoutRead
    | ProposalsFound
    | DiscrepanciesFound
    | ActionTaken
    | CorrectionMade
    | UndoneActions
    | MatchStatus
)


@dataclass(frozen=True, slots=True)
class StreamedEvent:
    """An event with its place in the stream: its number from 0, when it was reported (s, from the first frame), and by
    which frame, from 0."""

    seq: int
    at_s: float
    frame: int
    event: StreamEvent


class StreamFollower(Protocol):
    """Whoever gets every event of a stream. reported: the lines of the match's log that it got before, where it
    was; left_over: after the end, a sentence about what has not reached anybody yet."""

    @property
    def reported(self) -> Collection[int] | None: ...
    @property
    def left_over(self) -> str: ...
    def report(self, streamed: StreamedEvent, /) -> None: ...
    def close(self) -> None: ...
