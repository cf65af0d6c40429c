"""The four grades: what is held against limits, the limits, and what must be said beside the figures.

All limits are a stand-in: no document grades a camera. They were set from what a dispute at the table turns on. Two
people with a ruler differ by about a millimetre: a tournament asks for half of that in the mean, a club for as much as
a ruler gives, and casual play for what still settles most disputes, with the rest left open. A mean is held against its
limit by the upper end of where it may lie (95 %), so that few pictures earn no grade that more might take away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.certify.documents import CertificateDocument, CriterionDocument
from companion.codec.camera import Grade
from companion.documents import list_names
from companion.text import N_, gettext, ngettext, pgettext

_FIT: Final = (Grade.TOURNAMENT, Grade.CLUB, Grade.CASUAL)


#: What is held against limits, by the key of its criterion; ``None`` where it was not measured.
GradedFigures = Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class Criterion:
    """One line of the verdict. limits: for tournament, club and casual; unit: "%" for a share."""

    key: str
    title: str
    unit: str
    limits: tuple[float, float, float]
    at_least: bool = False

    @property
    def shown(self) -> str:
        """The title in the language in force."""
        return pgettext("certificate", self.title)

    def grade(self, figures: GradedFigures) -> Grade:
        """The best grade that this line allows; a club's where it was not measured."""
        value = figures[self.key]
        if value is None:
            return Grade.CLUB
        met = (grade for grade, limit in self.by_grade.items() if (value >= limit if self.at_least else value <= limit))
        return next(met, Grade.NOT_FIT)

    @property
    def by_grade(self) -> Mapping[Grade, float]:
        """The limits by grade, the strictest first."""
        return dict(zip(_FIT, self.limits, strict=True))

    def document(self, figures: GradedFigures) -> CriterionDocument:
        """The line as a certificate has it."""
        return CriterionDocument(
            key=self.key,
            value=figures[self.key],
            better="at least" if self.at_least else "at most",
            limits=dict(self.by_grade),
            grade=self.grade(figures),
        )


CRITERIA: Final = (
    Criterion("pictures", N_("certificate", "pictures"), "", (5, 3, 3), at_least=True),
    Criterion("moved", N_("certificate", "sheet moved"), "mm", (150, 80, 0), at_least=True),
    Criterion("read", N_("certificate", "dice read"), "%", (0.97, 0.92, 0.8), at_least=True),
    Criterion("wrong", N_("certificate", "read differently"), "%", (0, 0.01, 0.03)),
    Criterion("distance_mean", N_("certificate", "distances, mean error at most"), "mm", (0.5, 1, 2)),
    Criterion("distance_greatest", N_("certificate", "distances, greatest error"), "mm", (2, 4, 8)),
    Criterion("heading_mean", N_("certificate", "headings, mean error at most"), "°", (0.5, 1, 2)),
    Criterion("heading_greatest", N_("certificate", "headings, greatest error"), "°", (2, 4, 8)),
    Criterion("repeatability", N_("certificate", "repeatability at most"), "mm", (0.4, 0.8, 1.6)),
    Criterion(
        "within_two_sigmas",
        N_("certificate", "errors within two sigma, as reported"),
        "%",
        (0.9, 0.8, 0.6),
        at_least=True,
    ),
    Criterion("marks", N_("certificate", "printed marks, mean error"), "mm", (0.3, 0.6, 1.2)),
    Criterion("height", N_("certificate", "height"), "mm", (1, 2, 4)),
)


def verdict(figures: GradedFigures) -> Grade:
    """The best grade that every line allows."""
    grades = list(Grade)
    return max((criterion.grade(figures) for criterion in CRITERIA), key=grades.index)


#: A scale that is off by more is reported: a printer that fits to page is off by three hundredths, a good ruler reads
#: half a thousandth of 200 mm.
_SCALE_OFF: Final = 0.002
#: Turned by less, the sheet carries the shifts of hands hardly round. By eye.
_TURNED_DEG: Final = 30.0
_MOVED_MM: Final = 80.0
#: Hands lay a die this well; what is off by more has another cause. By eye: three times what is usual.
_PLACING_MM: Final = 1.0

#: What the sheet cannot prove, whatever the figures; printed on every page.
CANNOT_PROVE: Final = (
    N_(
        "certificate",
        "Only distances up to the size of the sheet and headings against it are measured, in the parts of the table "
        "where it lay; not distances across the whole table, and not places on it.",
    ),
    N_(
        "certificate",
        "An error that goes with a die and is the same in all pictures (its folding, its print, a bias of the program "
        "for that side) cannot be distinguished from the hand that laid it. It stands under “same in all pictures”.",
    ),
    N_(
        "certificate",
        "Dice are held against themselves: a side that is read wrongly in every picture passes for right.",
    ),
    N_("certificate", "The ruler is the print: a sheet that was not printed at 100 % shifts all distances by as much."),
    N_(
        "certificate",
        "The grade holds for this camera where it stands, these dice, this light and these versions. After a new "
        "calibration the camera has no grade.",
    ),
)


def remarks_on(found: CertificateDocument, *, stand: bool, empty: Sequence[int], calibration: str) -> Iterator[str]:
    """The sentences, the weightiest first. stand: whether dice lay on it; empty: outlines without a die; calibration:
    what must be said of how the camera was calibrated, if anything."""
    if calibration:
        yield calibration
    if abs(found.marks.scale - 1) > _SCALE_OFF:
        yield gettext(
            "The marks are measured {percent:+.2f} % larger than they are printed. Hold a ruler against the line at "
            "the foot of the sheet: either it was not printed at 100 %, or the camera's scale is off (thick card under "
            "the sheet: --thickness).",
            percent=100 * (found.marks.scale - 1),
        )
    if found.moved_mm < _MOVED_MM:
        yield gettext(
            "The sheet was moved by {mm:.0f} mm at most: errors that belong to a place of the table pass for those of "
            "hands. Move it farther.",
            mm=found.moved_mm,
        )
    if found.turned_deg < _TURNED_DEG:
        yield gettext(
            "The sheet was turned by {deg:.0f}° at most: errors along the camera's line of sight pass for those of "
            "hands. Turn it, too.",
            deg=found.turned_deg,
        )
    if not found.heights:
        yield gettext("The camera looks down so steeply that heights cannot be measured from this sheet.")
    elif not stand:
        yield gettext("No dice were read on the stand: heights were measured on one plane only.")
    if found.placing_mm is not None and found.placing_mm > _PLACING_MM:
        yield gettext(
            "What is the same in all pictures comes to {mm:.1f} mm, more than hands usually miss by: were all dice "
            "laid with care, and is the right paper named?",
            mm=found.placing_mm,
        )
    if empty:
        yield ngettext(
            "Outline {numbers} was taken for empty.",
            "Outlines {numbers} were taken for empty.",
            len(empty),
            numbers=list_names([str(number) for number in empty]),
        )
    if found.refused:
        yield ngettext("{count} picture could not be used.", "{count} pictures could not be used.", len(found.refused))
