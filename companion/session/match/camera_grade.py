"""The grade of the camera that a match is played by, noted in the match: every export of a ruling carries it."""

from __future__ import annotations

from collections.abc import Iterable

from companion.codec.certificate import Grade
from companion.codec.notes import GradeNote, Note, decode_note
from companion.journal import EntryKind, JournalEntry
from companion.session.match.match import Match
from companion.text import phrase, translate


def note_camera_grade(match: Match, grade: Grade | None) -> None:
    """Note the grade of the camera from here on, where it is another than was noted last; ``None``: of one that was
    not certified. Raises OperationError where it could not be written."""
    if grade is camera_grade(note for _, note in match.notes):
        return
    words = phrase("Camera: not certified.")
    if grade is not None:
        words = phrase("Camera: certified, {grade}.", grade=translate("certificate", grade))
    match.note(GradeNote("" if grade is None else grade.value, words), source="camera")


def camera_grade(notes: Iterable[Note]) -> Grade | None:
    """The grade that was noted last."""
    noted = [note.grade for note in notes if isinstance(note, GradeNote)]
    return next((grade for grade in Grade if noted and grade.value == noted[-1]), None)


def recorded_grade(entries: Iterable[JournalEntry]) -> Grade | None:
    """The same of the entries of a match's file."""
    return camera_grade(decode_note(entry.content) for entry in entries if entry.kind is EntryKind.NOTE)
