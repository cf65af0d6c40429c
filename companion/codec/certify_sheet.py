"""Certify sheets: the JSON beside a printed sheet, where its marks, outlines and stand lie (docs/formats, Certify)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
from pydantic import AfterValidator, Field

from companion.codec.document import LenientDocument, encode_json, read_json_document
from companion.codec.fields import FORMAT, Count, FormatNumber, Length, Name, OutlineMm, PointMm, SizeMm
from companion.codec.mat import MarkerDocument, distinct_ids
from companion.geometry import MARK_DICTIONARY, CertifySheet, SheetMark, SheetPlace, SheetStand
from companion.text import mark, phrase

__all__ = [
    "CertifySheetDocument",
    "SheetPlaceDocument",
    "SheetStandDocument",
    "encode_certify_sheet",
    "read_certify_sheet",
]

_FEWEST_MARKS = 3
_FEWEST_PLACES = 2
_MOST = 99
#: A turn cannot be told from marks that lie nearer.
_LEAST_SPREAD_MM = 20.0


class SheetPlaceDocument(LenientDocument):
    """An outline to lay a die into."""

    number: Annotated[Count, Field(ge=1)]
    centre_mm: PointMm
    heading_deg: float = Field(
        description="In which a corner of the top face points; any of the three, 120 degrees apart."
    )
    edge_mm: Length
    height_mm: Annotated[float, Field(ge=0, le=1000)] = Field(0.0, description="Of what the die stands on.")


class SheetStandDocument(LenientDocument):
    """The folded stand on the sheet."""

    outline_mm: OutlineMm
    height_mm: Length


def _all_of_one_dictionary(marks: tuple[MarkerDocument, ...]) -> tuple[MarkerDocument, ...]:
    if {one.dictionary for one in marks} != {MARK_DICTIONARY}:
        raise ValueError(phrase("expected marks of {dictionary} only", dictionary=MARK_DICTIONARY))
    return marks


def _spread(marks: tuple[MarkerDocument, ...]) -> tuple[MarkerDocument, ...]:
    middles = np.mean([one.corners_mm for one in marks], axis=1)
    if np.ptp(middles, axis=0).max() < _LEAST_SPREAD_MM:
        raise ValueError(phrase("expected marks that lie at least {mm:g} mm apart", mm=_LEAST_SPREAD_MM))
    return marks


def _distinct_numbers(places: tuple[SheetPlaceDocument, ...]) -> tuple[SheetPlaceDocument, ...]:
    numbers = [place.number for place in places]
    if twice := sorted({number for number in numbers if numbers.count(number) > 1}):
        raise ValueError(phrase("number {numbers} is given more than once", numbers=", ".join(map(str, twice))))
    return places


class CertifySheetDocument(LenientDocument):
    """``SHEET.json``: what is printed on a certify sheet, mm in the sheet's frame: x right, y up from its near edge."""

    format: FormatNumber
    paper: Name
    size_mm: SizeMm
    markers: Annotated[
        tuple[MarkerDocument, ...],
        Field(min_length=_FEWEST_MARKS, max_length=_MOST),
        AfterValidator(distinct_ids),
        AfterValidator(_all_of_one_dictionary),
        AfterValidator(_spread),
    ]
    places: Annotated[
        tuple[SheetPlaceDocument, ...],
        Field(min_length=_FEWEST_PLACES, max_length=_MOST),
        AfterValidator(_distinct_numbers),
    ]
    stand: SheetStandDocument | None = None

    def to_sheet(self) -> CertifySheet:
        """The sheet."""
        marks = tuple(SheetMark(one.id, one.size_mm, one.corners_mm) for one in self.markers)
        places = tuple(
            SheetPlace(one.number, one.centre_mm, one.heading_deg, one.edge_mm, one.height_mm) for one in self.places
        )
        stand = None if self.stand is None else SheetStand(self.stand.outline_mm, self.stand.height_mm)
        return CertifySheet(self.paper, self.size_mm, marks, places, stand)


def read_certify_sheet(path: Path) -> CertifySheet:
    """The sheet of a file; ``InputError`` lists every problem of it."""
    cure = phrase("print the sheet again: `companion print certify -o sheet.pdf` writes its JSON beside it")
    return read_json_document(CertifySheetDocument, path, mark("files", "certify sheet"), cure=cure).to_sheet()


def encode_certify_sheet(sheet: CertifySheet) -> str:
    """The text of a sheet's JSON."""
    markers = tuple(
        MarkerDocument(id=one.id, dict=MARK_DICTIONARY, size_mm=one.size_mm, corners_mm=one.corners_mm)
        for one in sheet.marks
    )
    places = tuple(
        SheetPlaceDocument(
            number=one.number,
            centre_mm=one.centre_mm,
            heading_deg=one.heading_deg,
            edge_mm=one.edge_mm,
            height_mm=one.height_mm,
        )
        for one in sheet.places
    )
    stand = sheet.stand
    folded = None if stand is None else SheetStandDocument(outline_mm=stand.outline_mm, height_mm=stand.height_mm)
    document = CertifySheetDocument(
        format=FORMAT, paper=sheet.paper, size_mm=sheet.size_mm, markers=markers, places=places, stand=folded
    )
    return encode_json(document, indent=1) + "\n"
