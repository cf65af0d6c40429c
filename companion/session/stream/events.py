"""The events of the stream, one frozen class each, and the line of each: a document of the codec."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar, assert_never

from companion.codec import stream as doc
from companion.codec.actions import encode_action
from companion.codec.layout import camera_check_document, die_reading_document, unknown_object_document
from companion.codec.outcomes import encode_event
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


_LogLine = TypeVar("_LogLine", doc.ActionLine, doc.CorrectedLine, doc.UndoneLine)
_ChangedLine = TypeVar("_ChangedLine", doc.CorrectedLine, doc.UndoneLine)


def encode_stream_event(streamed: StreamedEvent) -> doc.StreamLine:  # noqa: PLR0911  (a case a kind)
    """The line of an event."""
    seq, at_s, frame, event = streamed.seq, round(streamed.at_s, 3), streamed.frame, streamed.event
    match event:
        case TableChanged(state, text, rest):
            return doc.TableLine(seq=seq, at_s=at_s, frame=frame, state=state.value, text=text, rest=rest)
        case LayoutRead(rest, tracks, check, pieces, unknown):
            dice = tuple(_track(track, pieces) for track in tracks)
            camera = camera_check_document(check)
            things = tuple(map(unknown_object_document, unknown))
            return doc.LayoutLine(seq=seq, at_s=at_s, frame=frame, rest=rest, dice=dice, camera=camera, unknown=things)
        case ProposalsFound(rest, found):
            proposals = tuple(map(_proposal, found))
            return doc.ProposalsLine(seq=seq, at_s=at_s, frame=frame, rest=rest, proposals=proposals)
        case DiscrepanciesFound(rest, differing):
            discrepancies = tuple(map(_discrepancy, differing))
            return doc.DiscrepanciesLine(seq=seq, at_s=at_s, frame=frame, rest=rest, discrepancies=discrepancies)
        case ActionTaken(lines, standing):
            return _reported(doc.ActionLine, streamed, lines, standing)
        case CorrectionMade(lines, standing, likelihood):
            return _because(_reported(doc.CorrectedLine, streamed, lines, standing), likelihood)
        case UndoneActions(lines, standing, likelihood):
            return _because(_reported(doc.UndoneLine, streamed, lines, standing), likelihood)
        case MatchStatus(players, standing, winner):
            return doc.MatchLine(
                seq=seq,
                at_s=at_s,
                frame=frame,
                players=players,
                score=dict(standing.score),
                to_move=standing.to_move,
                winner=winner,
            )
        case _:
            assert_never(event)


def _track(track: Track, pieces: PieceByTrack | None) -> doc.TrackDocument:
    followed = doc.TrackDocument(**dict(die_reading_document(track.reading)), track=track.id)
    return followed if pieces is None else followed.model_copy(update={"piece": pieces.get(track.id)})


def _proposal(proposal: Proposal) -> doc.ProposalDocument:
    return doc.ProposalDocument(
        text=proposal.text,
        steps=tuple(map(encode_action, proposal.steps)),
        likelihood=round(proposal.likeliness, 4),
        asks=tuple(
            doc.QuestionDocument(
                kind=_code(ask.kind.name), text=ask.text, must=ask.must, choices=tuple(one.text for one in ask.choices)
            )
            for ask in proposal.asks
        ),
        quiet=proposal.quiet,
        score=dict(proposal.after.score),
    )


def _discrepancy(discrepancy: Discrepancy) -> doc.DiscrepancyDocument:
    return doc.DiscrepancyDocument(
        kind=_code(discrepancy.differs.name),
        piece=discrepancy.piece,
        text=discrepancy.text,
        remedies=tuple(
            doc.ExplanationDocument(kind=_code(one.remedy.name), text=one.text, likelihood=round(one.likeliness, 4))
            for one in discrepancy.explanations
        ),
    )


def _reported(kind: type[_LogLine], streamed: StreamedEvent, lines: Sequence[LogLine], standing: Standing) -> _LogLine:
    """What was done in these lines of the log, all together."""
    return kind(
        seq=streamed.seq,
        at_s=round(streamed.at_s, 3),
        frame=streamed.frame,
        steps=tuple(dict(line.row) for line in lines),
        source=lines[0].source,
        events=tuple(encode_event(event) for line in lines for event in line.events),
        rules=tuple(dict.fromkeys(rule for line in lines for rule in line.rules)),
        text=" ".join(line.story for line in lines if line.story),
        score=dict(standing.score),
        to_move=standing.to_move,
    )


def _because(line: _ChangedLine, likelihood: float | None) -> _ChangedLine:
    """The line with why it was written: a person's word, or a likelier story."""
    if likelihood is None:
        return line.model_copy(update={"why": "person"})
    return line.model_copy(update={"why": "evidence", "likelihood": round(likelihood, 4)})


def _code(name: str) -> str:
    """A name of an enumeration as the stream spells it."""
    return name.lower().replace("_", "-")
