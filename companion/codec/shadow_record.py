"""Shadow records: ``*.shadow.json``, what people decided in a match and what the program would have ruled."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

from pydantic import Field

from companion.codec.document import LenientDocument, encode_json, read_json_document, write_text
from companion.codec.fields import FormatNumber, FromZero, Name, Number, Text
from companion.rules import Verdict, Why
from companion.text import mark, phrase

__all__ = [
    "SHADOW_ENDING",
    "RulingAgreement",
    "ShadowRecordDocument",
    "ShadowRulingDocument",
    "read_shadow_record",
    "write_shadow_record",
]

#: How the files are called.
SHADOW_ENDING: Final = ".shadow.json"
#: More rulings than this no match has.
_MOST_RULINGS: Final = 5000


class RulingAgreement(StrEnum):
    """Whether people and program said the same; of what is too close to call the program says nothing."""

    AGREED = "agreed"
    DIFFERED = "differed"
    LEFT_OPEN = "left-open"


class ShadowRulingDocument(LenientDocument):
    """One question that people decided, and what the program would have said."""

    turn: int
    deed: Text = Field(description="What was asked, in words.")
    allowed: bool = Field(description="What people decided.")
    verdict: Verdict
    why: Why | None = None
    text: Text = Field(description="The program's ruling in one sentence.")
    rules: tuple[str, ...]
    numbers: dict[str, tuple[Number, Number]] = Field(
        default_factory=dict, description="What was measured -> value, standard deviation."
    )
    people_s: FromZero | None = Field(default=None, description="How long people took; left out where nobody knows.")
    program_ms: FromZero = Field(description="How long the program took.")
    picture_jpeg: str | None = Field(
        default=None, description="The table, a JPEG file in base64; of what differed or was left open."
    )

    @property
    def agreement(self) -> RulingAgreement:
        """Whether people and program said the same."""
        if self.verdict in {Verdict.TOO_CLOSE, Verdict.ASK}:
            return RulingAgreement.LEFT_OPEN
        return RulingAgreement.AGREED if self.allowed == (self.verdict is Verdict.YES) else RulingAgreement.DIFFERED


class ShadowRecordDocument(LenientDocument):
    """All questions of one match."""

    format: FormatNumber
    title: Text = Field(description="What the match is called.")
    program: Name = Field(description="The program's version.")
    rulings: Annotated[tuple[ShadowRulingDocument, ...], Field(max_length=_MOST_RULINGS)] = ()


def read_shadow_record(path: Path) -> ShadowRecordDocument:
    """The record in a file. Raises InputError with every problem."""
    cure = phrase("name a file that F8 in a match wrote")
    return read_json_document(ShadowRecordDocument, path, mark("files", "shadow record"), cure=cure)


def write_shadow_record(record: ShadowRecordDocument, path: Path) -> None:
    """Write it whole or not at all. Raises OperationError where the place cannot be written."""
    write_text(path, encode_json(record, indent=1) + "\n", phrase("make room for it"))
