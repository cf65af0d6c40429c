"""Notes as journals have them: worth keeping, and counting for nothing (docs/formats, Match).

A note is a remark, or the event's clock being started or stopped, or what people know of a die better than the camera,
or which dice people agreed to call leaning, or what the camera was certified for, that later tables have shown
another story to be likelier, or how sure it was what was accepted.
What this program cannot read, as from a newer one, is the remark that its text makes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, assert_never

from pydantic import ConfigDict, Field

from companion.codec.document import AsRow, LenientDocument, decode, encode_given
from companion.codec.outcomes import DoubtNote
from companion.documents import JsonTable
from companion.errors import InputError
from companion.geometry import Pose
from companion.vision import FaceName

#: A pose as notes have it: x and y, mm, heading, degrees, edge, mm.
NotedPose = Annotated[Pose, AsRow(float, float, float, float)]


@dataclass(frozen=True, slots=True)
class MisreadDie:
    """A die that the camera reads so at a place, and which piece it is in truth (``None``: there is no such die)."""

    read_as: Annotated[Annotated[FaceName, AsRow(str, str)] | None, Field(alias="read")]
    pose: NotedPose
    piece: str | None


@dataclass(frozen=True, slots=True)
class HiddenDie:
    """A piece that is there, though it is not seen."""

    __pydantic_config__ = ConfigDict(extra="forbid")  # a `MisreadDie` that is malformed is none of these

    piece: str | None


Belief = MisreadDie | HiddenDie


@dataclass(frozen=True, slots=True)
class CalledLeaning:
    """A piece that people agreed to call leaning. entry: the number of an entry of the gesture that says so; places:
    where leaning dice that may be this one were seen then."""

    piece: str
    entry: int
    places: tuple[NotedPose, ...]


@dataclass(frozen=True, slots=True)
class TextNote:
    """Words for the log."""

    text: str


@dataclass(frozen=True, slots=True)
class ClockNote:
    """The event's clock was started, or stopped."""

    running: bool
    text: str


@dataclass(frozen=True, slots=True)
class BeliefNote:
    """What people know of a die; ``text`` is for the log, "" for nothing there."""

    belief: Belief
    text: str = ""


@dataclass(frozen=True, slots=True)
class LeaningNote:
    """What was called leaning: the next table at rest may show that it lies flat. ``text`` as in `BeliefNote`."""

    called: CalledLeaning
    text: str = ""


@dataclass(frozen=True, slots=True)
class GradeNote:
    """What the camera in use was certified for, in the words of a certificate; "" where it was not."""

    grade: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class MendNote:
    """What was done was replaced by what later tables have shown to be likelier, with how likely that is, 0 to 1."""

    likelihood: float
    text: str = ""


Note = TextNote | ClockNote | BeliefNote | LeaningNote | GradeNote | MendNote | DoubtNote


class _NoteDocument(LenientDocument):
    text: str = ""
    clock: Literal["run", "stop"] | None = None
    belief: Annotated[Belief, Field(union_mode="left_to_right")] | None = None
    leaning: CalledLeaning | None = None
    grade: str | None = None
    mended: float | None = None
    doubt: DoubtNote | None = None


def encode_note(note: Note) -> JsonTable:
    """The keys of a note."""
    keys: dict[str, Any] = {}
    match note:
        case TextNote():
            pass
        case ClockNote(running):
            keys["clock"] = "run" if running else "stop"
        case BeliefNote(belief):
            keys["belief"] = belief
        case LeaningNote(called):
            keys["leaning"] = called
        case GradeNote(grade):
            keys["grade"] = grade
        case MendNote(likelihood):
            keys["mended"] = likelihood
        case DoubtNote():
            keys["doubt"] = note
        case _:
            assert_never(note)
    if note.text or isinstance(note, TextNote | ClockNote):
        keys["text"] = note.text
    return encode_given(_NoteDocument(**keys))


def decode_note(row: JsonTable) -> Note:  # noqa: PLR0911  (a case a kind)
    """The note that was written down."""
    try:
        found = decode(_NoteDocument, row)
    except InputError:
        return TextNote(str(row.get("text", "")))
    if found.clock is not None:
        return ClockNote(found.clock == "run", found.text)
    if found.grade is not None:
        return GradeNote(found.grade, found.text)
    if found.mended is not None:
        return MendNote(found.mended, found.text)
    if found.doubt is not None:
        return found.doubt
    if found.leaning is not None:
        return LeaningNote(found.leaning, found.text)
    return TextNote(found.text) if found.belief is None else BeliefNote(found.belief, found.text)
