"""A certificate written into a folder: one page as PDF and PNG, and the JSON for programs."""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

from companion.codec.certificate import (
    CertificateDocument,
    CriterionDocument,
    ErrorSummaryDocument,
    Grade,
    MarkErrorDocument,
    TablePartDocument,
)
from companion.errors import OperationError
from companion.paper import CertificateSheet, LimitRow, Paper, PartCell, certificate_pages, encode_pages, write_pages
from companion.session.certificate import CANNOT_PROVE, CRITERIA, Criterion
from companion.text import percent, phrase, plural, translate

_GRADES: Final = tuple(Grade)
_TITLES: Final = {criterion.key: criterion for criterion in CRITERIA}
_SHORT: Final = 8
#: What stands between a number and its unit, where it is no blank.
_GAPS: Final = {"°": ""}


def write_certificate_report(certificate: CertificateDocument, folder: Path, paper: Paper = Paper.A4) -> list[Path]:
    """Write ``certificate.pdf``, ``.png`` and ``.json``; the files written.

    Raises OperationError where the folder cannot be made or written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OperationError(
            phrase(
                "the certificate cannot be written to {folder} ({why}); choose another with -o.",
                folder=folder,
                why=error.strerror,
            )
        ) from error
    pages = certificate_pages(certificate_sheet(certificate), paper)
    beside = encode_pages(pages, folder / "certificate.png")
    beside[folder / "certificate.json"] = f"{certificate.model_dump_json(indent=1)}\n".encode()
    return [*write_pages(pages, folder / "certificate.pdf", beside=beside), *beside]


def certificate_sheet(certificate: CertificateDocument) -> CertificateSheet:
    """What the page says of a certificate."""
    return CertificateSheet(
        title=phrase("Certificate of a camera over its table"),
        grades=tuple(translate("certificate", grade) for grade in _GRADES),
        grade=_GRADES.index(certificate.verdict),
        about=tuple(_about(certificate)),
        limits=tuple(_limit(one) for one in certificate.criteria if one.key in _TITLES),
        figures=tuple(_figures(certificate)),
        parts=tuple(_part(part) for part in certificate.parts),
        remarks=certificate.remarks,
        cannot_prove=tuple(translate("certificate", sentence) for sentence in CANNOT_PROVE),
    )


def _about(certificate: CertificateDocument) -> Iterator[tuple[str, str]]:
    camera, light = certificate.camera, certificate.light
    wide, tall = camera.size_px
    yield translate("certificate", "Camera"), f"{camera.name}, {wide} × {tall} px ({camera.key}). {camera.calibration}"
    yield translate("certificate", "Pictures"), _pictures(certificate)
    yield (
        translate("certificate", "Light"),
        phrase(
            "brightest paper {brightest:.0f} of 255 ({darkest:.0f} in the darkest picture), {share} overexposed, "
            "blur {blur}",
            brightest=light.brightest,
            darkest=light.darkest_picture,
            share=percent(light.overexposed),
            blur="–" if light.blur_px is None else f"{light.blur_px:.1f} px",
        ),
    )
    networks = ", ".join(f"{name} {digest[:_SHORT]}" for name, digest in certificate.networks.items())
    yield (
        translate("certificate", "Versions"),
        phrase("program {program}; {networks}", program=certificate.program, networks=networks),
    )


def _pictures(certificate: CertificateDocument) -> str:
    when = datetime.fromisoformat(certificate.made_at)
    return phrase(
        "{pictures} of a sheet ({paper}) with {dice}, moved by up to {mm:.0f} mm and turned by up to {deg:.0f}°; "
        "{when:%Y-%m-%d %H:%M}",
        pictures=certificate.pictures,
        paper=certificate.sheet,
        dice=plural("{count} die", "{count} dice", certificate.dice),
        mm=certificate.moved_mm,
        deg=certificate.turned_deg,
        when=when,
    )


def _limit(line: CriterionDocument) -> LimitRow:
    criterion = _TITLES[line.key]
    sign = "≥" if criterion.at_least else "≤"
    limits = tuple(f"{sign} {_limit_words(limit, criterion.unit)}" for limit in line.limits.values())
    measured = translate("certificate", "not measured") if line.value is None else _number(line.value, criterion)
    return LimitRow(criterion.shown, measured, limits, _GRADES.index(line.grade))


def _limit_words(value: float, unit: str) -> str:
    return percent(value) if unit == "%" else f"{value:g}{_GAPS.get(unit, ' ')}{unit}".strip()


def _number(value: float, criterion: Criterion) -> str:
    if criterion.unit == "%":
        return percent(value, 1)
    digits = 0 if value >= 10 or not criterion.unit else 2
    return f"{value:.{digits}f}{_GAPS.get(criterion.unit, ' ')}{criterion.unit}".strip()


def _figures(certificate: CertificateDocument) -> Iterator[tuple[str, str]]:
    yield translate("certificate", "Read"), _reading(certificate)
    yield translate("certificate", "Distances"), _errors(certificate.distance_mm, " mm")
    yield translate("certificate", "Headings"), _errors(certificate.heading_deg, "°")
    yield translate("certificate", "As told"), _told_errors(certificate)
    yield translate("certificate", "Repeatability"), _repeatability(certificate)
    yield translate("certificate", "Height"), _heights(certificate)
    yield translate("certificate", "Printed marks"), _marks(certificate.marks)
    yield translate("certificate", "Not the camera's"), _placing(certificate)


def _reading(certificate: CertificateDocument) -> str:
    low, high = certificate.read.interval
    return phrase(
        "{good} of {of} ({share}; 95 %: {low} to {high}), {wrong} differently",
        good=certificate.read.good,
        of=certificate.read.of,
        share=percent(certificate.share_read, 1),
        low=percent(low),
        high=percent(high),
        wrong=certificate.wrong,
    )


def _errors(errors: ErrorSummaryDocument, unit: str) -> str:
    return phrase(
        "mean {mean:.2f}, median {median:.2f}, greatest {greatest:.2f}{unit}; mean at most {most:.2f} (95 %)",
        mean=errors.mean,
        median=errors.median,
        greatest=errors.greatest,
        unit=unit,
        most=errors.mean_at_most,
    )


def _told_errors(certificate: CertificateDocument) -> str:
    return phrase(
        "{share} of distances, {turned} of headings within two of the sigmas told",
        share=percent(certificate.within_two_sigmas),
        turned=percent(certificate.headings_within_two_sigmas),
    )


def _repeatability(certificate: CertificateDocument) -> str:
    return phrase(
        "{mm:.2f} mm along one axis, {deg:.2f}°, over pictures",
        mm=certificate.repeatability_mm,
        deg=certificate.repeatability_deg,
    )


def _marks(marks: MarkErrorDocument) -> str:
    return phrase(
        "mean {mean:.2f}, greatest {greatest:.2f} mm, {percent:+.2f} % too large; no hand in these",
        mean=marks.mean_mm,
        greatest=marks.greatest_mm,
        percent=100 * (marks.scale - 1),
    )


def _heights(certificate: CertificateDocument) -> str:
    if not certificate.heights:
        return phrase("not told by this view")
    return "; ".join(
        phrase("faces {top:.0f} mm up: {off:+.2f} ± {sigma:.2f} mm", top=one.top_mm, off=one.off_mm, sigma=one.sigma_mm)
        for one in certificate.heights
    )


def _placing(certificate: CertificateDocument) -> str:
    if certificate.placing_mm is None or certificate.placing_deg is None:
        return phrase("too few dice to tell hands from the camera")
    far, turned = certificate.distance_mm.as_laid_mean, certificate.heading_deg.as_laid_mean
    return phrase(
        "same in all pictures: {mm:.2f} mm along one axis, {deg:.2f}° (hands, folding, print); with it the mean errors "
        "would be {far:.2f} mm and {turned:.2f}°",
        mm=certificate.placing_mm,
        deg=certificate.placing_deg,
        far=far,
        turned=turned,
    )


def _part(part: TablePartDocument) -> PartCell:
    lines = [plural("{count} reading", "{count} readings", part.dice)]
    words = (
        (part.distance_mm, phrase("distances {mean:.2f} mm")),
        (part.heading_deg, phrase("headings {mean:.2f}°")),
        (part.marks_mm, phrase("marks {mean:.2f} mm")),
    )
    lines += [said.format(mean=mean) for mean, said in words if mean is not None and math.isfinite(mean)]
    return PartCell(part.across, part.along, tuple(lines))
