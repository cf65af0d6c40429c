"""Learning in a match: what people confirm at a table becomes more views of the dice, in the light of that table.

``ConfirmedRests`` observes a presenter and reports which dice people have confirmed; ``TableLearner`` keeps views of
them beside the camera, in a thread of its own; ``with_learned_views`` is the reader that knows them. Only a person's
word counts, never a guess that nobody confirmed.
"""

from __future__ import annotations

import math
import shutil
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Final, Protocol

import numpy as np

from companion.camera import Camera
from companion.codec.gallery import grow_gallery, read_gallery, read_gallery_rows, write_gallery
from companion.codec.saved_cameras import camera_folder, recall_cameras
from companion.errors import InputError, OperationError
from companion.failures import describe_failure
from companion.journal import EntryKind
from companion.rules import Piece, Position
from companion.session.live import TableSnapshot
from companion.session.match import Match
from companion.session.play import CAMERA
from companion.text import gettext
from companion.vision import (
    MAX_VIEWS,
    CameraTransfer,
    ConfirmedDie,
    ConfirmedPicture,
    DieState,
    FaceName,
    Gallery,
    Reader,
    ViewConfirmer,
    most_different,
)

#: A piece is the die that was read where their centres are no farther apart than this, in edges: dice lie 0.87 edges
#: apart at least (GEO-10).
SAME_DIE_EDGES: Final = 0.2
#: So many rests wait to be learned from; of more the oldest are passed over. A gesture takes people seconds, a rest of
#: ten dice half a second: more than one hardly ever waits.
MOST_WAITING: Final = 3
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
            if math.dist(track.pose.centre_mm, piece.placed.centre_mm) < SAME_DIE_EDGES * piece.placed.edge_mm
        ]
        track = near[0] if len(near) == 1 and near[0].state is DieState.FLAT else None
        if track is not None:
            pose = replace(track.pose, heading_deg=piece.placed.heading_deg, edge_mm=piece.placed.edge_mm)
            name, corners_mm = FaceName(piece.die.id, piece.face.key), track.reading.top_corners_mm
            yield ConfirmedDie(name, pose, corners_mm, track.sigma_mm, track.sigma_deg)


def learned_views_folder(camera: str) -> Path:
    """Where the views that were learned by a camera of that name are saved."""
    return camera_folder(camera) / "learned"


def list_learned_views() -> Mapping[str, int]:
    """Camera -> how many views were learned by it, of those that have any."""
    known = {name: learned_views_folder(name) for name in recall_cameras().cameras}
    counted = {name: _count(folder) for name, folder in known.items()}
    return {name: count for name, count in counted.items() if count}


def forget_learned_views(camera: str) -> None:
    """Remove what was learned by a camera. Raises OperationError where that cannot be done."""
    folder = learned_views_folder(camera)
    try:
        if folder.is_dir():
            shutil.rmtree(folder)
    except OSError as error:
        raise OperationError(
            gettext("{folder} cannot be removed ({why}); remove it by hand.", folder=folder, why=error.strerror)
        ) from None


def with_learned_views(reader: Reader, camera: str) -> Reader:
    """A reader that also knows what was learned by a camera of that name; the same one where that is nothing, or
    cannot be read: it is there to help, and no match has to wait for it."""
    folder = learned_views_folder(camera)
    if not (folder / "gallery.json").is_file():
        return reader
    try:
        learned = read_gallery(folder, reader.networks.classifier)
    except (InputError, OperationError):
        return reader
    if not learned.views:
        return reader
    # Where they show that another camera enrolled the dice, all faces as this one shows them, before what some have.
    transfer = CameraTransfer.learn(reader.gallery.views, learned.views)
    rendered = Gallery.of(() if transfer is None else transfer.views(reader.gallery.views), reader.networks.classifier)
    each = [reader.gallery, rendered, learned]
    both = Gallery(tuple(view for some in each for view in some.views), np.concatenate([some.prints for some in each]))
    return Reader(reader.camera, reader.dice, both.at(most_different(both)), reader.networks)


def _count(folder: Path) -> int:
    try:
        return len(read_gallery_rows(folder))
    except InputError:
        return 0


class TableLearner:
    """Keeps views of confirmed dice in a folder; what they are held against is what the reader knows of these dice.

    grown: called in the learner's thread with the reader that knows the new views, too; enabled: whether anything is
    learned; dice: ids of the dice of the match; learned, trouble: how many views were
    kept, and why the last picture taught nothing.
    """

    def __init__(
        self,
        reader: Reader,
        dice: Iterable[str],
        folder: Path,
        *,
        grown: Callable[[Reader], object] = lambda _reader: None,
        enabled: bool = True,
    ) -> None:
        self.enabled, self._grown = enabled, grown
        self.learned, self.trouble = 0, ""
        self._reader, self._folder, self._dice = reader, folder, frozenset(dice)
        self._confirmer: ViewConfirmer | None = None
        self._room = threading.BoundedSemaphore(MOST_WAITING)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="table-learn")

    def learn(self, picture: ConfirmedPicture, camera: Camera) -> None:
        """People confirmed these dice; passed over where learning is off, or too much waits already."""
        if self.enabled and self._room.acquire(blocking=False):
            self._thread.submit(self._learn, picture, camera)

    def close(self) -> None:
        """Wait for what has begun, and end the thread."""
        self._thread.shutdown(wait=True)

    def _learn(self, picture: ConfirmedPicture, camera: Camera) -> None:
        try:
            self._keep(picture, camera)
        except OSError as failure:
            self.trouble = str(failure)
        except Exception as failure:  # noqa: BLE001  (nobody asks the thread how it ended)
            self.trouble = describe_failure(failure)
        finally:
            self._room.release()

    def _keep(self, picture: ConfirmedPicture, camera: Camera) -> None:
        if self._confirmer is None:  # made of many pictures: not before it is needed, and not where people wait
            held = self._reader.gallery.only(self._dice)
            self._confirmer = ViewConfirmer(camera, self._reader.dice, held, self._reader.networks)
        found = self._confirmer.over(camera).confirm([picture])
        self.trouble = " ".join(found.refusals)
        if not found.views:
            return
        network = self._reader.networks.classifier
        if not (self._folder / "gallery.json").is_file():
            write_gallery(Gallery.of((), network), self._folder, network)
        self.learned += grow_gallery(found.views, self._folder, network)
        # Let the match read by the new views at once, as long as a face has not as many as a gallery keeps.
        views = [one.view for one in found.views]
        known = Counter(view.name for view in self._reader.gallery.views)
        new = [view for view in views if known[view.name] < MAX_VIEWS]
        if new:
            self._reader = self._reader.with_views(new)
            self._grown(self._reader)
