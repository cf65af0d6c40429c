"""What must be said beside the figures of a certificate: what was not measured, what to look into, and what no such
sheet can prove."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.documents import list_names
from companion.text import mark, phrase, plural

#: A scale that is off by more is told: a printer that fits to page is off by three hundredths, a good ruler reads half
#: a thousandth of 200 mm.
_SCALE_OFF: Final = 0.002
#: Turned by less, the sheet carries the shifts of hands hardly round. By eye.
_TURNED_DEG: Final = 30.0
_MOVED_MM: Final = 80.0
#: Hands lay a die this well; what is off by more has another cause. By eye: three times what is usual.
_PLACING_MM: Final = 1.0

#: What the sheet cannot prove, whatever the figures; said on every page.
CANNOT_PROVE: Final = (
    mark(
        "certificate",
        "Only distances up to the size of the sheet and headings against it are measured, in the parts of the table "
        "where it lay; not distances across the whole table, and not places on it.",
    ),
    mark(
        "certificate",
        "An error that goes with a die and is the same in all pictures (its folding, its print, a bias of the program "
        "for that side) cannot be told from the hand that laid it. It stands under “same in all pictures”.",
    ),
    mark(
        "certificate",
        "Dice are held against themselves: a side that is read wrongly in every picture passes for right.",
    ),
    mark(
        "certificate",
        "The ruler is the print: a sheet that was not printed at 100 % shifts all distances by as much.",
    ),
    mark(
        "certificate",
        "The grade holds for this camera where it stands, these dice, this light and these versions. After a new "
        "calibration the camera has no grade.",
    ),
)


@dataclass(frozen=True, slots=True)
class CertificateFacts:
    """What the remarks are made from. planes: heights on which dice stood and could be told; stand: whether dice lay on
    it; empty: outlines without a die; calibration: what must be said of how the camera was calibrated, if anything."""

    scale: float
    moved_mm: float
    turned_deg: float
    planes: int
    stand: bool
    empty: tuple[int, ...]
    refused: int
    placing_mm: float | None
    calibration: str = ""


def list_remarks(facts: CertificateFacts) -> tuple[str, ...]:
    """The sentences, the weightiest first."""
    return tuple(_remarks(facts))


def _remarks(facts: CertificateFacts) -> Iterator[str]:
    if facts.calibration:
        yield facts.calibration
    if abs(facts.scale - 1) > _SCALE_OFF:
        yield _about_scale(facts.scale)
    if facts.moved_mm < _MOVED_MM:
        yield phrase(
            "The sheet was moved by {mm:.0f} mm at most: errors that belong to a place of the table pass for those of "
            "hands. Move it farther.",
            mm=facts.moved_mm,
        )
    if facts.turned_deg < _TURNED_DEG:
        yield phrase(
            "The sheet was turned by {deg:.0f}° at most: errors along the camera's line of sight pass for those of "
            "hands. Turn it, too.",
            deg=facts.turned_deg,
        )
    yield from _about_height(facts)
    if facts.placing_mm is not None and facts.placing_mm > _PLACING_MM:
        yield phrase(
            "What is the same in all pictures comes to {mm:.1f} mm, more than hands usually miss by: were all dice "
            "laid with care, and is the right paper named?",
            mm=facts.placing_mm,
        )
    if facts.empty:
        yield plural(
            "Outline {numbers} was taken for empty.",
            "Outlines {numbers} were taken for empty.",
            len(facts.empty),
            numbers=list_names([str(number) for number in facts.empty]),
        )
    if facts.refused:
        yield plural("{count} picture could not be used.", "{count} pictures could not be used.", facts.refused)


def _about_scale(scale: float) -> str:
    percent = 100 * (scale - 1)
    return phrase(
        "The marks are measured {percent:+.2f} % larger than they are printed. Hold a ruler against the line at the "
        "foot of the sheet: either it was not printed at 100 %, or the camera's scale is off (thick card under the "
        "sheet: --thickness).",
        percent=percent,
    )


def _about_height(facts: CertificateFacts) -> Iterator[str]:
    if not facts.planes:
        yield phrase("The camera looks down so steeply that heights cannot be told from this sheet.")
    elif not facts.stand:
        yield phrase("No dice were read on the stand: heights were measured on one plane only.")
