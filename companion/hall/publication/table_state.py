"""How a table stands, for the hall: who plays, score, turn and since when, and what the camera says."""

from __future__ import annotations

import hashlib
import json
from datetime import datetime

from companion.codec.document import encode_told
from companion.hall.codec.messages import HallPlayerDocument, MatchStateDocument
from companion.rules.events import TurnBegan
from companion.session import BADGES
from companion.session.match import Match


def match_id(match: Match) -> str:
    """What tells a match from every other one, whatever its file is called: when it began, and how."""
    opening = json.dumps(encode_told(match.opening), sort_keys=True, default=str)
    told = hashlib.sha256(f"{match.begun_at.isoformat()} {opening}".encode()).hexdigest()
    return f"{match.begun_at:%Y%m%dT%H%M%S}-{told[:8]}"


def match_state(match: Match) -> MatchStateDocument:
    """How a match stands."""
    position = match.position
    worn = match.opening.table_talk.badges
    players = tuple(
        HallPlayerDocument(
            name=player.id,
            badge=worn.get(player.id, BADGES[place % len(BADGES)].word),
            points=position.score.get(player.id, 0),
        )
        for place, player in enumerate(position.players)
    )
    return MatchStateDocument(
        id=match_id(match),
        name=match.opening.name,
        begun_at=match.begun_at,
        players=players,
        winning_score=position.agreement.winning_score,
        turn=position.turn.number,
        turn_begun_at=_turn_begun_at(match),
        to_move=position.to_move,
        winner=position.winner,
    )


def _turn_begun_at(match: Match) -> datetime:
    """When the turn began: with the last line of the log that says so."""
    begun = (
        line.at
        for line in reversed(match.log)
        if not line.undone and any(isinstance(event, TurnBegan) for event in line.events)
    )
    return next(begun, match.begun_at)
