"""From a match to a misread table: the picture of the last sure table at rest, the dice as people put them right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

import numpy as np

from companion import __version__
from companion.certify.documents import free_place
from companion.codec.misread_table import MISREAD_ENDING, write_misread_table
from companion.codec.network_card import network_versions
from companion.errors import OperationError
from companion.geometry import at_height, top_outline
from companion.opencv import cv2
from companion.resources import data_folder
from companion.rules import Position
from companion.session.live import TableSnapshot
from companion.text import gettext
from companion.vision import DieState, FaceName
from companion.vision.evaluation import MisreadTable, TrueDie

#: Fine enough that the picture is read as the camera's own was.
_QUALITY: Final = (cv2.IMWRITE_JPEG_QUALITY, 95)


def misread_folder() -> Path:
    """Where they are saved: a folder of its own, which ``companion evaluate`` takes."""
    return data_folder() / "misread"


class MisreadRecorder:
    """Keeps the table at rest when people say that it was read wrongly, and what they put right on it afterwards.

    position: where the match stands now; moment: the clock, which names the files.
    """

    def __init__(
        self,
        position: Callable[[], Position],
        *,
        folder: Path | None = None,
        moment: Callable[[], datetime] = lambda: datetime.now().astimezone(),
    ) -> None:
        self._position, self._folder, self._moment = position, folder, moment
        self._sure: TableSnapshot | None = None
        self._saved: tuple[int, Path, Position] | None = None

    def on_snapshot(self, snapshot: TableSnapshot) -> None:
        """Another snapshot: the last sure one counts."""
        if snapshot.sure and snapshot.frame is not None:
            self._sure = snapshot

    def on_inference(self, inference: object) -> None:
        """What a table means is of no account here."""

    def on_change(self) -> None:
        """What is put right on a table that was saved belongs to it."""
        if self._sure is None or self._saved is None:
            return
        rest, path, before = self._saved
        if rest == self._sure.rest and self._position().pieces != before.pieces:
            with suppress(OperationError):  # what was saved before stays; the match goes on
                self._write(self._sure, path)

    def save(self) -> Path:
        """Keep the last sure table, once each; its file.

        Raises:
            OperationError: no table was read yet, or it cannot be written.
        """
        if self._sure is None:
            raise OperationError(gettext("No table at rest has been read yet: there is nothing to keep."))
        if self._saved is not None and self._saved[0] == self._sure.rest:
            path = self._saved[1]
        else:
            stem = f"{self._moment():%Y%m%d-%H%M%S}"
            path = free_place(self._folder or misread_folder(), stem, MISREAD_ENDING)
        self._write(self._sure, path)
        return path

    def _write(self, sure: TableSnapshot, path: Path) -> None:
        position = self._position()
        write_misread_table(misread_table(sure, position, network_versions()), path)
        self._saved = sure.rest, path, position


def misread_table(sure: TableSnapshot, position: Position, networks: Mapping[str, str]) -> MisreadTable:
    """A table at rest as it was read, and as the match has it by now."""
    frame = sure.frame
    if frame is None:
        raise OperationError(gettext("No table at rest has been read yet: there is nothing to keep."))
    return MisreadTable(
        sure.camera,
        bytes(cv2.imencode(".jpg", frame, _QUALITY)[1]),
        tuple(track.reading for track in sure.tracks),
        tuple(_true_dice(sure, position)),
        __version__,
        networks,
    )


def _true_dice(sure: TableSnapshot, position: Position) -> Iterator[TrueDie]:
    for piece in position.in_play:
        if piece.face is None:
            continue
        pose = piece.placed
        corners = piece.measured_top or top_outline(pose)
        seen = sure.camera.lens.project(at_height(corners, pose.top_mm))
        visible = 1.0 if bool(((seen >= 0) & (seen < np.array(sure.camera.lens.size_wh))).all()) else 0.0
        name = FaceName(piece.die.id, piece.face.key)
        yield TrueDie(name, pose.edge_mm, pose.centre_mm, pose.heading_deg, corners, DieState.FLAT, visible)
