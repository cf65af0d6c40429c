"""A running match of the dice game, and the grade of the camera that it is played by: every export carries that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from companion.codec.camera import Grade
from companion.codec.notes import GradeNote, Note, decode_note
from companion.codec.script import MatchOpening, decode_match_opening
from companion.documents import JsonTable
from companion.errors import OperationError
from companion.journal import PICTURE_MOST_BYTES, EntryKind, Game, JournalEntry
from companion.opencv import cv2
from companion.rules import Outcome, Position
from companion.rules.actions import Action
from companion.rules.corrections import Correction
from companion.session.match.game_session import GameSession
from companion.session.match.statistics import Holding, holdings
from companion.session.match.timeline import DiceRules, MatchAct
from companion.text import gettext, pgettext

#: Width that still shows a die's print, and qualities to try until the picture is small enough.
_WIDTH_PX: Final = 1280
_QUALITIES: Final = (80, 60, 40, 20)


class Match(GameSession[Position, MatchAct, MatchOpening]):
    """A match of the dice game under way: what is done in it, and what the window shows of it."""

    game = Game.DICE

    @classmethod
    def rules_for(cls, opening: MatchOpening) -> DiceRules:
        """The rules of the dice game."""
        return DiceRules(opening)

    @classmethod
    def decode_opening(cls, keys: JsonTable) -> MatchOpening:
        """The opening that was written down."""
        return decode_match_opening(keys)

    @property
    def holdings(self) -> tuple[Holding, ...]:
        """What each player has in play, in hand and in reserve, with points, cards and Command Posts."""
        return holdings(self.position)

    def do(self, step: Action, *, source: str, picture: str | None = None) -> Outcome:
        """Do an act. One that the rules refuse is not written down; the outcome says why.

        Raises:
            InputError: it names what is not in this match.
            OperationError: it could not be written.
        """
        return self.do_all([step], source=source, picture=picture)[-1]

    def do_all(self, steps: Sequence[Action], *, source: str, picture: str | None = None) -> tuple[Outcome, ...]:
        """Do several acts as one gesture, which is undone as one: all of them, or none where one is refused (then the
        last outcome says why). Raises as `do`."""
        took = self._gesture(steps, source=source, picture=picture)
        return tuple(cast(Outcome, one.outcome) for one in took)

    def correct(self, correction: Correction, *, source: str, picture: str | None = None) -> Position:
        """Set the match right by hand, over the rules' head; the position after it.

        Raises:
            InputError: naming the place of what is wrong.
            OperationError: it could not be written.
        """
        self._gesture([correction], source=source, picture=picture)
        return self.position


def note_camera_grade(match: Match, grade: Grade | None) -> None:
    """Note the grade of the camera from here on, where it is another than was noted last; ``None``: of one that was
    not certified. Raises OperationError where it could not be written."""
    if grade is camera_grade(note for _, note in match.notes):
        return
    words = gettext("Camera: not certified.")
    if grade is not None:
        words = gettext("Camera: certified, {grade}.", grade=pgettext("certificate", grade))
    match.note(GradeNote("" if grade is None else grade.value, words), source="camera")


def camera_grade(notes: Iterable[Note]) -> Grade | None:
    """The grade that was noted last."""
    noted = [note.grade for note in notes if isinstance(note, GradeNote)]
    return next((grade for grade in Grade if noted and grade.value == noted[-1]), None)


def recorded_grade(entries: Iterable[JournalEntry]) -> Grade | None:
    """The same of the entries of a match's file."""
    return camera_grade(decode_note(entry.content) for entry in entries if entry.kind is EntryKind.NOTE)


def small_jpeg(frame: NDArray[np.uint8], width_px: int = _WIDTH_PX) -> bytes:
    """A BGR frame (height x width x 3) of a settled table as a JPEG that `Match.save_picture` takes. Raises
    OperationError: it cannot be made small enough."""
    shrink = min(1.0, width_px / frame.shape[1])
    small: cv2.typing.MatLike = frame
    if shrink < 1:
        small = cv2.resize(frame, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    for quality in _QUALITIES:
        jpeg = bytes(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])[1])
        if len(jpeg) <= PICTURE_MOST_BYTES:
            return jpeg
    raise OperationError(gettext("The picture of the table is too large to be saved beside the match."))
