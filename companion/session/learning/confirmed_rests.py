"""Which dice of a table at rest people have confirmed: by taking what the camera proposed, or by putting them right."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Protocol

from companion.camera import Camera
from companion.journal import EntryKind
from companion.rules import Piece, Position
from companion.session.learning import tuning
from companion.session.live import TableSnapshot
from companion.session.match import Match
from companion.session.play import CAMERA
from companion.vision import ConfirmedDie, ConfirmedPicture, DieState, FaceName

#: What a learned view is called after: when, and which rest of that match.
_NAME: Final = "{moment:%Y-%m-%d %H:%M:%S}, rest {rest}"


class Learns(Protocol):
    """Who learns from what was confirmed; returns at once."""

    def learn(self, picture: ConfirmedPicture, camera: Camera) -> None:
        """People confirmed these dice in a picture by this camera."""


@dataclass(frozen=True, slots=True)
class _Confirmed:
    """A gesture by its last line of the log, and what it confirmed; held back while it may be undone at once."""

    line: int
    picture: ConfirmedPicture
    camera: Camera


class ConfirmedRests:
    """Observes a match and reports the dice that people confirmed, once the next thing is done without undoing them.

    Call `end` when the match is left.
    """

    def __init__(
        self, match: Match, learner: Learns, *, moment: Callable[[], datetime] = lambda: datetime.now().astimezone()
    ) -> None:
        self._match, self._learner, self._moment = match, learner, moment
        self._sure: TableSnapshot | None = None
        self._line = _last_line(match)
        self._pieces: Mapping[str, Piece] = match.position.pieces
        self._held: _Confirmed | None = None

    def on_snapshot(self, snapshot: TableSnapshot) -> None:
        """Another snapshot: the last sure one is what people speak of."""
        if snapshot.sure and snapshot.frame is not None:
            self._sure = snapshot

    def on_inference(self, inference: object) -> None:
        """What the camera thinks is nobody's word."""

    def on_change(self) -> None:
        """Something was done or undone, or people only look elsewhere."""
        if self._held is not None and any(line.undone for line in self._match.log if line.number == self._held.line):
            self._held = None
        line, before = _last_line(self._match), self._pieces
        self._pieces = self._match.position.pieces
        if line <= self._line:
            return
        self._line = line
        self.end()
        # The last gesture took what the camera proposed, or put a die right: that is people's word; an act by key says
        # what is to be done, not what lies there.
        counting = [line for line in self._match.log if not line.undone and line.kind is not EntryKind.NOTE]
        spoken = counting and (counting[-1].source == CAMERA or counting[-1].kind is EntryKind.CORRECTION)
        if self._sure is None or self._sure.frame is None or not spoken:
            return
        dice = tuple(_dice(self._sure, self._match.position, before))
        if dice:
            name = _NAME.format(moment=self._moment(), rest=self._sure.rest)
            self._held = _Confirmed(line, ConfirmedPicture(name, self._sure.frame, dice), self._sure.camera)

    def end(self) -> None:
        """Report what is held back."""
        held, self._held = self._held, None
        if held is not None:
            self._learner.learn(held.picture, held.camera)


def _last_line(match: Match) -> int:
    return max((line.number for line in match.log), default=0)


def _dice(sure: TableSnapshot, position: Position, before: Mapping[str, Piece]) -> Iterator[ConfirmedDie]:
    """The pieces that lie otherwise now, each with the outline that was read of it."""
    for piece in position.in_play:
        earlier = before.get(piece.id)
        if piece.face is None or (
            earlier is not None and earlier.in_play and (earlier.face, earlier.placed) == (piece.face, piece.placed)
        ):
            continue
        # The die that was read where a piece lies, flat.
        near = [
            track
            for track in sure.tracks
            if math.dist(track.pose.centre_mm, piece.placed.centre_mm) < tuning.SAME_DIE_EDGES * piece.placed.edge_mm
        ]
        track = near[0] if len(near) == 1 and near[0].state is DieState.FLAT else None
        if track is not None:
            pose = replace(track.pose, heading_deg=piece.placed.heading_deg, edge_mm=piece.placed.edge_mm)
            name, corners_mm = FaceName(piece.die.id, piece.face.key), track.reading.top_corners_mm
            yield ConfirmedDie(name, pose, corners_mm, track.sigma_mm, track.sigma_deg)
