"""The files of this room: certificates, certify sheets, shadow records (docs/formats); and free places for new ones."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

import numpy as np
from pydantic import AfterValidator, Field

from companion.certify.sheet import MARK_DICTIONARY, CertifySheet, SheetPlace, SheetStand
from companion.codec.camera import Grade, certificates_folder
from companion.codec.document import LenientDocument, decode, encode_json, read_json_document, write_text
from companion.codec.fields import FORMAT, FormatNumber
from companion.codec.mat import Figure, MarkerDocument, distinct_ids, marker_keys
from companion.limits import Count, Name, NonNegative, Number, SizeMm, Text
from companion.resources import made_folder
from companion.rules import Verdict, Why
from companion.text import N_, gettext

# Certificates: what pictures of a certify sheet prove of a camera

_Amount = Annotated[float, Field(ge=0, le=1e6)]
_MOST: Final = 1000


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
    value: Figure | None = Field(description="What is held against the limits; null where it was not measured.")
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
    within_two_sigmas: _Amount = Field(description="Share of distance errors within two reported sigmas.")
    headings_within_two_sigmas: _Amount
    height_error_mm: Figure | None = Field(description="Of the highest plane; null where the view shows none.")
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


def save_certificate(certificate: CertificateDocument) -> Path:
    """Keep it as the newest of its camera. Raises OperationError where that cannot be done."""
    file = made_folder(certificates_folder()) / f"{certificate.camera.key}.json"
    write_text(file, certificate.model_dump_json(indent=1) + "\n", gettext("choose another place with -o"))
    return file


# Certify sheets: the JSON beside a printed sheet, where its marks, outlines and stand lie

_FEWEST_MARKS = 3
_FEWEST_PLACES = 2
_MOST_MARKS = 99
#: A turn cannot be measured from marks that lie nearer.
_LEAST_SPREAD_MM = 20.0


def _fit_to_measure(marks: tuple[MarkerDocument, ...]) -> tuple[MarkerDocument, ...]:
    if {one.dictionary for one in marks} != {MARK_DICTIONARY}:
        raise ValueError(gettext("expected marks of {dictionary} only", dictionary=MARK_DICTIONARY))
    middles = np.mean([one.corners_mm for one in marks], axis=1)
    if np.ptp(middles, axis=0).max() < _LEAST_SPREAD_MM:
        raise ValueError(gettext("expected marks that lie at least {mm:g} mm apart", mm=_LEAST_SPREAD_MM))
    return marks


def _distinct_numbers(places: tuple[SheetPlace, ...]) -> tuple[SheetPlace, ...]:
    numbers = [place.number for place in places]
    if twice := sorted({number for number in numbers if numbers.count(number) > 1}):
        raise ValueError(gettext("number {numbers} is given more than once", numbers=", ".join(map(str, twice))))
    return places


class CertifySheetDocument(LenientDocument):
    """``SHEET.json``: what is printed on a certify sheet, mm in the sheet's frame: x right, y up from its near edge."""

    format: FormatNumber
    paper: Name
    size_mm: SizeMm
    markers: Annotated[
        tuple[MarkerDocument, ...],
        Field(min_length=_FEWEST_MARKS, max_length=_MOST_MARKS),
        AfterValidator(distinct_ids),
        AfterValidator(_fit_to_measure),
    ]
    places: Annotated[
        tuple[SheetPlace, ...],
        Field(min_length=_FEWEST_PLACES, max_length=_MOST_MARKS),
        AfterValidator(_distinct_numbers),
    ]
    stand: SheetStand | None = None

    def to_sheet(self) -> CertifySheet:
        """The sheet."""
        marks = tuple(one.to_marker() for one in self.markers)
        return CertifySheet(self.paper, self.size_mm, marks, self.places, self.stand)


def read_certify_sheet(path: Path) -> CertifySheet:
    """The sheet of a file; ``InputError`` lists every problem of it."""
    cure = gettext("print the sheet again: `companion print certify -o sheet.pdf` writes its JSON beside it")
    return read_json_document(CertifySheetDocument, path, N_("files", "certify sheet"), cure=cure).to_sheet()


def encode_certify_sheet(sheet: CertifySheet) -> str:
    """The text of a sheet's JSON."""
    markers = tuple(decode(MarkerDocument, marker_keys(mark)) for mark in sheet.marks)
    document = CertifySheetDocument(
        format=FORMAT, paper=sheet.paper, size_mm=sheet.size_mm, markers=markers, places=sheet.places, stand=sheet.stand
    )
    return encode_json(document, indent=1) + "\n"


# Shadow records: ``*.shadow.json``, what people decided in a match and what the program would have ruled

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
    people_s: NonNegative | None = Field(default=None, description="How long people took; left out where nobody knows.")
    program_ms: NonNegative = Field(description="How long the program took.")
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
    cure = gettext("name a file that F8 in a match wrote")
    return read_json_document(ShadowRecordDocument, path, N_("files", "shadow record"), cure=cure)


def write_shadow_record(record: ShadowRecordDocument, path: Path) -> None:
    """Write it whole or not at all. Raises OperationError where the place cannot be written."""
    write_text(path, encode_json(record, indent=1) + "\n", gettext("make room for it"))
