"""An event of the stream as the keys of its line of JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, assert_never

from companion.codec.actions import encode_action
from companion.codec.document import LenientDocument
from companion.codec.events import encode_event
from companion.codec.layout import camera_check_document, die_reading_document
from companion.session.inference import Discrepancy, Explanation, PieceByTrack, Proposal, Question
from companion.session.live import Track
from companion.session.match import LogLine
from companion.session.stream import events

FORMAT: Final = 1


def encode_stream_event(streamed: events.StreamedEvent) -> dict[str, Any]:
    """The keys of an event's line, ready for ``json.dumps``."""
    name, keys = _named(streamed.event)
    place = {"format": FORMAT, "seq": streamed.seq, "at_s": round(streamed.at_s, 3), "frame": streamed.frame}
    return {**place, "event": name, **keys}


def _named(event: events.StreamEvent) -> tuple[str, dict[str, Any]]:
    keys: dict[str, Any]
    match event:
        case events.TableChanged(state, text, rest):
            name, keys = "table", {"state": state.value, "text": text, "rest": rest}
        case events.LayoutRead(rest, tracks, camera, pieces):
            dice = [_track(track, pieces) for track in tracks]
            name, keys = "layout", {"rest": rest, "dice": dice, "camera": _plain(camera_check_document(camera))}
        case events.ProposalsFound(rest, proposals):
            name, keys = "proposals", {"rest": rest, "proposals": [_proposal(one) for one in proposals]}
        case events.DiscrepanciesFound(rest, discrepancies):
            name, keys = "discrepancies", {"rest": rest, "discrepancies": [_discrepancy(one) for one in discrepancies]}
        case events.ActionTaken(lines, standing):
            name, keys = "action", _lines(lines) | _standing(standing)
        case events.CorrectionMade(lines, standing):
            name, keys = "corrected", _lines(lines) | _standing(standing)
        case events.UndoneActions(lines, standing):
            name, keys = "undone", _lines(lines) | _standing(standing)
        case events.MatchStatus(players, standing, winner):
            name, keys = "match", {"players": list(players), **_standing(standing), "winner": winner}
        case _:
            assert_never(event)
    return name, keys


def _track(track: Track, pieces: PieceByTrack | None) -> dict[str, Any]:
    piece = {} if pieces is None else {"piece": pieces.get(track.id)}
    return {"track": track.id, **piece, **_plain(die_reading_document(track.reading))}


def _proposal(proposal: Proposal) -> dict[str, Any]:
    return {
        "text": proposal.text,
        "steps": [encode_action(step) for step in proposal.steps],
        "likelihood": round(proposal.likeliness, 4),
        "asks": [_question(ask) for ask in proposal.asks],
        "quiet": proposal.quiet,
    }


def _question(ask: Question) -> dict[str, Any]:
    choices = [choice.text for choice in ask.choices]
    return {"kind": _code(ask.kind.name), "text": ask.text, "must": ask.must, "choices": choices}


def _discrepancy(discrepancy: Discrepancy) -> dict[str, Any]:
    return {
        "kind": _code(discrepancy.differs.name),
        "piece": discrepancy.piece,
        "text": discrepancy.text,
        "remedies": [_explanation(one) for one in discrepancy.explanations],
    }


def _explanation(explanation: Explanation) -> dict[str, Any]:
    kind = _code(explanation.remedy.name)
    return {"kind": kind, "text": explanation.text, "likelihood": round(explanation.likeliness, 4)}


def _lines(lines: Sequence[LogLine]) -> dict[str, Any]:
    """What was done in these lines of the log, all together."""
    return {
        "steps": [dict(line.row) for line in lines],
        "source": lines[0].source,
        "events": [encode_event(event) for line in lines for event in line.events],
        "rules": list(dict.fromkeys(rule for line in lines for rule in line.rules)),
        "text": " ".join(line.story for line in lines if line.story),
    }


def _standing(standing: events.Standing) -> dict[str, Any]:
    return {"score": dict(standing.score), "to_move": standing.to_move}


def _plain(document: LenientDocument) -> dict[str, Any]:
    return document.model_dump(mode="json", exclude_unset=True)


def _code(name: str) -> str:
    """A name of an enumeration as the stream spells it."""
    return name.lower().replace("_", "-")
