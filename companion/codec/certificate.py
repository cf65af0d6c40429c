"""Certificates: what pictures of a certify sheet prove of a camera (docs/formats, Certificate)."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

from pydantic import Field

from companion.codec.document import LenientDocument, read_json_document, write_text
from companion.codec.fields import Count, FormatNumber, Name, Text
from companion.codec.mat import Figure
from companion.text import mark, phrase

__all__ = [
    "CertificateDocument",
    "CertifiedCameraDocument",
    "CertifiedPictureDocument",
    "CriterionDocument",
    "ErrorSummaryDocument",
    "Grade",
    "HeightErrorDocument",
    "LightDocument",
    "MarkErrorDocument",
    "RefusedPictureDocument",
    "ShareDocument",
    "TablePartDocument",
    "encode_certificate",
    "read_certificate",
    "write_certificate",
]

_Amount = Annotated[float, Field(ge=0, le=1e6)]
_MOST: Final = 1000


class Grade(StrEnum):
    """What a camera over its table is fit for, the best first."""

    TOURNAMENT = mark("certificate", "tournament")
    CLUB = mark("certificate", "club")
    CASUAL = mark("certificate", "casual")
    NOT_FIT = mark("certificate", "not fit")


class ErrorSummaryDocument(LenientDocument):
    """Absolute errors of one kind."""

    count: Count
    mean: _Amount
    median: _Amount
    greatest: _Amount
    mean_at_most: _Amount = Field(description="Upper end of where the mean lies, to 95 %, errors being normal.")
    as_laid_mean: _Amount = Field(description="The mean with all that hands, folding and print did.")


class ShareDocument(LenientDocument):
    """So many of so many."""

    good: Count
    of: Count
    interval: tuple[_Amount, _Amount] = Field(description="Where the share lies, to 95 % (Wilson).")


class HeightErrorDocument(LenientDocument):
    """How much higher the top faces on one plane seem to lie than they do."""

    top_mm: Figure
    off_mm: Figure
    sigma_mm: _Amount


class MarkErrorDocument(LenientDocument):
    """The printed marks against their print: no hand has to do with these."""

    mean_mm: _Amount
    greatest_mm: _Amount
    scale: _Amount = Field(description="How many times larger than printed they are measured.")


class TablePartDocument(LenientDocument):
    """A ninth of the table: 0, 1, 2 from left to right and from near to far."""

    across: Annotated[int, Field(ge=0, le=2)]
    along: Annotated[int, Field(ge=0, le=2)]
    dice: Count = Field(description="How often a die was read there.")
    distance_mm: _Amount | None = Field(description="Mean error of distances whose middle lies there.")
    heading_deg: _Amount | None
    marks_mm: _Amount | None = Field(description="Mean error of printed marks there.")


class CriterionDocument(LenientDocument):
    """One line of the verdict: what was measured, beside the limits of the grades."""

    key: Name
    value: Figure | None = Field(description="What is held against the limits; null where nothing tells it.")
    better: Annotated[str, Field(pattern="^(at least|at most)$")]
    limits: dict[Grade, Figure]
    grade: Grade


class LightDocument(LenientDocument):
    """The pictures as pictures, over all of them."""

    brightest: _Amount = Field(description="Grey of the brightest hundredth of the table, of 255; the median.")
    darkest_picture: _Amount = Field(description="The same of the darkest picture.")
    overexposed: _Amount = Field(description="Largest share of the table too bright to tell.")
    blur_px: _Amount | None = Field(description="The median.")


class CertifiedCameraDocument(LenientDocument):
    """Which camera it was. key: of its calibration; calibrated anew it is another."""

    name: Name
    key: Name
    size_px: tuple[Count, Count]
    calibration: Text


class CertifiedPictureDocument(LenientDocument):
    """One picture that counts."""

    image: Text
    dice: Count = Field(description="Dice read in it.")
    sheet_mm: tuple[Figure, Figure] = Field(description="Where the middle of the sheet lay on the table.")
    sheet_deg: Figure
    marks: Count


class RefusedPictureDocument(LenientDocument):
    """One that does not, and why."""

    image: Text
    why: Text


class CertificateDocument(LenientDocument):
    """What a certify run found: ``certificate.json``, and the line of ``certify --json``."""

    format: FormatNumber
    verdict: Grade
    made_at: Text = Field(description="ISO 8601.")
    program: Text
    networks: dict[str, str] = Field(description="Name -> beginning of its SHA-256.")
    camera: CertifiedCameraDocument
    sheet: Name
    pictures: Count
    dice: Count = Field(description="Outlines that hold a die.")
    share_read: _Amount
    read: ShareDocument
    wrong: Count = Field(description="Readings that differ from what most pictures read in the same outline.")
    distance_mm: ErrorSummaryDocument
    heading_deg: ErrorSummaryDocument
    repeatability_mm: _Amount = Field(description="Standard deviation over pictures, along one axis.")
    repeatability_deg: _Amount
    within_two_sigmas: _Amount = Field(description="Share of distance errors within two of the sigmas told.")
    headings_within_two_sigmas: _Amount
    height_error_mm: Figure | None = Field(description="Of the highest plane; null where the view tells none.")
    heights: tuple[HeightErrorDocument, ...]
    placing_mm: _Amount | None = Field(description="What is the same in all pictures, along one axis: hands, folding.")
    placing_deg: _Amount | None
    marks: MarkErrorDocument
    moved_mm: _Amount = Field(description="The greatest distance between two places of the sheet.")
    turned_deg: _Amount = Field(description="The greatest angle between two.")
    light: LightDocument
    parts: Annotated[tuple[TablePartDocument, ...], Field(max_length=9)]
    criteria: Annotated[tuple[CriterionDocument, ...], Field(max_length=_MOST)]
    shots: Annotated[tuple[CertifiedPictureDocument, ...], Field(max_length=_MOST)]
    refused: Annotated[tuple[RefusedPictureDocument, ...], Field(max_length=_MOST)]
    remarks: tuple[Text, ...]


def encode_certificate(certificate: CertificateDocument) -> str:
    """The line of a certificate; what nothing tells is null."""
    return certificate.model_dump_json()


def read_certificate(path: Path) -> CertificateDocument:
    """The certificate of a file; ``InputError`` lists every problem of it."""
    return read_json_document(CertificateDocument, path, mark("files", "certificate"))


def write_certificate(certificate: CertificateDocument, path: Path) -> None:
    """Write a certificate whole or not at all. Raises OperationError where the place cannot be written."""
    text = certificate.model_dump_json(indent=1)
    write_text(path, text + "\n", phrase("choose another place with -o"))
