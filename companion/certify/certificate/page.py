"""A certificate written into a folder: one page as PDF and PNG, and the JSON for programs.

The page shows the grade, the figures beside their limits, the table's parts, and what no sheet can prove.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from companion.certify.certificate.grades import CANNOT_PROVE, CRITERIA, Criterion
from companion.certify.documents import CertificateDocument, CriterionDocument, ErrorSummaryDocument, TablePartDocument
from companion.codec.camera import Grade
from companion.paper import Paper, encode_pages, write_pages
from companion.paper.colours import INK
from companion.paper.pages import GREY, MARGIN_MM, Page, write_block, write_line
from companion.resources import made_folder
from companion.text import gettext, ngettext, percent, pgettext

_GRADES: Final = tuple(Grade)
_TITLES: Final = {criterion.key: criterion for criterion in CRITERIA}
_SHORT: Final = 8
#: What stands between a number and its unit, where it is no blank.
_GAPS: Final = {"°": ""}
_LINE: Final = QPen(GREY, 0.15)
_BOX: Final = QPen(QColor("#14171c"), 0.35)
_STAMP: Final = QColor("#14171c")
_MET: Final = QColor("#eef2f6")
_ROW_MM: Final = 4.7
_SMALL_MM: Final = 2.7
_TEXT_MM: Final = 3.0
_GAP_MM: Final = 5.0
#: Where the columns of the limits begin, from the margin; numbers end where the next column begins.
_COLUMNS_MM: Final = (66.0, 96.0, 122.0, 146.0, 170.0)
_LABEL_MM: Final = 27.0
_MAP_MM: Final = (88.0, 45.0)


def write_certificate_report(certificate: CertificateDocument, folder: Path, paper: Paper = Paper.A4) -> list[Path]:
    """Write ``certificate.pdf``, ``.png`` and ``.json``; the files written.

    Raises OperationError where the folder cannot be made or written.
    """
    made_folder(folder)
    title = gettext("Certificate of a camera over its table")
    pages = [Page(paper.size_mm, partial(_draw, certificate, title, paper), title)]
    beside = encode_pages(pages, folder / "certificate.png")
    beside[folder / "certificate.json"] = f"{certificate.model_dump_json(indent=1)}\n".encode()
    return [*write_pages(pages, folder / "certificate.pdf", beside=beside), *beside]


def _draw(certificate: CertificateDocument, title: str, paper: Paper, painter: QPainter) -> None:
    inside = paper.size_mm[0] - 2 * MARGIN_MM
    grades = [pgettext("certificate", grade) for grade in _GRADES]
    write_line(painter, title, (MARGIN_MM, MARGIN_MM + 5.0), 5.6, bold=True)
    # The four grades, with the one that counts stamped; returns where the next may begin.
    given = _GRADES.index(certificate.verdict)
    top, wide = MARGIN_MM + 9.0, inside / len(grades)
    for at, grade in enumerate(grades):
        box, stamped = QRectF(MARGIN_MM + at * wide, top, wide, 11.0), at == given
        painter.setPen(_BOX)
        painter.setBrush(_STAMP if stamped else Qt.BrushStyle.NoBrush)
        painter.drawRect(box)
        colour = QColor("white") if stamped else GREY
        place, middle = (box.center().x(), box.center().y() + 1.9), Qt.AlignmentFlag.AlignHCenter
        words = f"✓ {grade}" if stamped else grade
        write_line(painter, words, place, 5.4 if stamped else 4.2, bold=stamped, align=middle, colour=colour,
                   most_mm=wide - 4)  # fmt: skip
    y = top + 11.0 + 3.0
    y = _draw_pairs(painter, list(_about(certificate)), QRectF(MARGIN_MM, y, inside, 0)) + _GAP_MM - 2
    y = _draw_limits(painter, certificate.criteria, grades, y, inside) + _GAP_MM
    y = _draw_findings(painter, certificate, y, inside) + _GAP_MM - 1
    if certificate.remarks:
        y = _draw_list(painter, pgettext("paper", "Worth a look"), certificate.remarks, y, inside) + 2.0
    unproved = [pgettext("certificate", sentence) for sentence in CANNOT_PROVE]
    _draw_list(painter, pgettext("paper", "What this cannot prove"), unproved, y, inside)
    foot = (MARGIN_MM, paper.size_mm[1] - MARGIN_MM + 3.0)
    write_line(painter, pgettext("paper", "Diceland table companion"), foot, _SMALL_MM, colour=GREY)


def _draw_pairs(painter: QPainter, pairs: Sequence[tuple[str, str]], box: QRectF) -> float:
    """Labels with their words; returns where the next may begin."""
    y = box.top()
    for label, words in pairs:
        write_line(painter, label, (box.left(), y + 2.9), _TEXT_MM, colour=GREY, most_mm=_LABEL_MM - 1)
        room = QRectF(box.left() + _LABEL_MM, y, box.width() - _LABEL_MM, 30)
        y += write_block(painter, words, room, _TEXT_MM) + 0.4
    return y


def _draw_limits(
    painter: QPainter, criteria: Sequence[CriterionDocument], grades: Sequence[str], y: float, inside: float
) -> float:
    """The table of limits; the cell that the measured value reaches is tinted and ticked."""
    write_line(painter, pgettext("paper", "Held against the limits"), (MARGIN_MM, y + 3.6), _TEXT_MM, bold=True)
    heads = (pgettext("paper", "measured"), *grades)
    for left, head in zip(_COLUMNS_MM, heads, strict=False):
        write_line(painter, head, (MARGIN_MM + left, y + 3.6), _TEXT_MM, colour=GREY, most_mm=22.0)
    y += _ROW_MM + 0.8
    for line in (one for one in criteria if one.key in _TITLES):
        painter.setPen(_LINE)
        painter.drawLine(QPointF(MARGIN_MM, y), QPointF(MARGIN_MM + inside, y))
        _draw_limit(painter, line, y, inside)
        y += _ROW_MM
    painter.setPen(_LINE)
    painter.drawLine(QPointF(MARGIN_MM, y), QPointF(MARGIN_MM + inside, y))
    return y


def _draw_limit(painter: QPainter, line: CriterionDocument, y: float, inside: float) -> None:
    criterion, column = _TITLES[line.key], _GRADES.index(line.grade)
    left = _COLUMNS_MM[1 + column]
    right = _COLUMNS_MM[2 + column] if column + 2 < len(_COLUMNS_MM) else inside
    painter.fillRect(QRectF(MARGIN_MM + left - 2, y + 0.2, right - left, _ROW_MM - 0.4), _MET)
    base = y + 3.4
    write_line(painter, criterion.shown, (MARGIN_MM, base), _TEXT_MM, most_mm=_COLUMNS_MM[0] - 2)
    measured = pgettext("certificate", "not measured") if line.value is None else _number(line.value, criterion)
    write_line(painter, measured, (MARGIN_MM + _COLUMNS_MM[0], base), _TEXT_MM, bold=True)
    sign = "≥" if criterion.at_least else "≤"
    unit = f"{_GAPS.get(criterion.unit, ' ')}{criterion.unit}"
    shown = [percent(limit) if criterion.unit == "%" else f"{limit:g}{unit}".strip() for limit in line.limits.values()]
    limits = [f"{sign} {limit}" for limit in shown]
    for at, limit in enumerate((*limits, "")):
        met = at == column
        words = f"✓ {limit}" if met and limit else limit or ("✗" if met else "")
        write_line(painter, words, (MARGIN_MM + _COLUMNS_MM[1 + at], base), _TEXT_MM, bold=met)


def _draw_findings(painter: QPainter, certificate: CertificateDocument, y: float, inside: float) -> float:
    """Figures at the left, the table's parts at the right."""
    wide, _ = _MAP_MM
    figures = QRectF(MARGIN_MM, y + _ROW_MM, inside - wide - _GAP_MM, 0)
    write_line(painter, pgettext("paper", "All figures"), (MARGIN_MM, y + 3.0), _TEXT_MM, bold=True)
    below = _draw_pairs(painter, list(_figures(certificate)), figures)
    left = MARGIN_MM + inside - wide
    write_line(painter, pgettext("paper", "Mean errors by part of the table"), (left, y + 3.0), _TEXT_MM, bold=True)
    return max(below, _draw_map(painter, certificate.parts, left, y + _ROW_MM))


def _draw_map(painter: QPainter, parts: Sequence[TablePartDocument], left: float, top: float) -> float:
    """The nine parts as seen from the near edge, which is at the foot."""
    wide, tall = _MAP_MM[0] / 3, _MAP_MM[1] / 3
    painter.setPen(_LINE)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for n in range(9):
        painter.drawRect(QRectF(left + n % 3 * wide, top + n // 3 * tall, wide, tall))
    for part in parts:
        x, y = left + part.across * wide + 1.5, top + (2 - part.along) * tall + 3.6
        for n, line in enumerate(_part(part)):
            write_line(painter, line, (x, y + 3.4 * n), _SMALL_MM, most_mm=wide - 3, colour=INK if n else GREY)
    near = (left + _MAP_MM[0] / 2, top + _MAP_MM[1] + 3.2)
    words = pgettext("paper", "near edge")
    write_line(painter, words, near, _SMALL_MM, align=Qt.AlignmentFlag.AlignHCenter, colour=GREY)
    return top + _MAP_MM[1] + 4.0


def _draw_list(painter: QPainter, title: str, sentences: Sequence[str], y: float, inside: float) -> float:
    write_line(painter, title, (MARGIN_MM, y + 3.0), _TEXT_MM, bold=True)
    y += _ROW_MM - 0.4
    for sentence in sentences:
        write_line(painter, "–", (MARGIN_MM, y + 2.5), _SMALL_MM)
        y += write_block(painter, sentence, QRectF(MARGIN_MM + 3, y, inside - 3, 30), _SMALL_MM) + 0.3
    return y


def _about(certificate: CertificateDocument) -> Iterator[tuple[str, str]]:
    camera, light = certificate.camera, certificate.light
    wide, tall = camera.size_px
    yield pgettext("certificate", "Camera"), f"{camera.name}, {wide} × {tall} px ({camera.key}). {camera.calibration}"
    yield (
        pgettext("certificate", "Pictures"),
        gettext(
            "{pictures} of a sheet ({paper}) with {dice}, moved by up to {mm:.0f} mm and turned by up to {deg:.0f}°; "
            "{when:%Y-%m-%d %H:%M}",
            pictures=certificate.pictures,
            paper=certificate.sheet,
            dice=ngettext("{count} die", "{count} dice", certificate.dice),
            mm=certificate.moved_mm,
            deg=certificate.turned_deg,
            when=datetime.fromisoformat(certificate.made_at),
        ),
    )
    yield (
        pgettext("certificate", "Light"),
        gettext(
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
        pgettext("certificate", "Versions"),
        gettext("program {program}; {networks}", program=certificate.program, networks=networks),
    )


def _number(value: float, criterion: Criterion) -> str:
    if criterion.unit == "%":
        return percent(value, 1)
    digits = 0 if value >= 10 or not criterion.unit else 2
    return f"{value:.{digits}f}{_GAPS.get(criterion.unit, ' ')}{criterion.unit}".strip()


def _figures(certificate: CertificateDocument) -> Iterator[tuple[str, str]]:
    low, high = certificate.read.interval
    reading = gettext(
        "{good} of {of} ({share}; 95 %: {low} to {high}), {wrong} differently",
        good=certificate.read.good,
        of=certificate.read.of,
        share=percent(certificate.share_read, 1),
        low=percent(low),
        high=percent(high),
        wrong=certificate.wrong,
    )
    yield pgettext("certificate", "Read"), reading
    yield pgettext("certificate", "Distances"), _errors(certificate.distance_mm, " mm")
    yield pgettext("certificate", "Headings"), _errors(certificate.heading_deg, "°")
    sigmas = gettext(
        "{share} of distances, {turned} of headings within two reported sigmas",
        share=percent(certificate.within_two_sigmas),
        turned=percent(certificate.headings_within_two_sigmas),
    )
    yield pgettext("certificate", "As reported"), sigmas
    mm, deg = certificate.repeatability_mm, certificate.repeatability_deg
    scatter = gettext("{mm:.2f} mm along one axis, {deg:.2f}°, over pictures", mm=mm, deg=deg)
    yield pgettext("certificate", "Repeatability"), scatter
    yield pgettext("certificate", "Height"), _heights(certificate)
    marks = gettext(
        "mean {mean:.2f}, greatest {greatest:.2f} mm, {percent:+.2f} % too large; no hand in these",
        mean=certificate.marks.mean_mm,
        greatest=certificate.marks.greatest_mm,
        percent=100 * (certificate.marks.scale - 1),
    )
    yield pgettext("certificate", "Printed marks"), marks
    yield pgettext("certificate", "Not the camera's"), _placing(certificate)


def _errors(errors: ErrorSummaryDocument, unit: str) -> str:
    return gettext(
        "mean {mean:.2f}, median {median:.2f}, greatest {greatest:.2f}{unit}; mean at most {most:.2f} (95 %)",
        mean=errors.mean,
        median=errors.median,
        greatest=errors.greatest,
        unit=unit,
        most=errors.mean_at_most,
    )


def _heights(certificate: CertificateDocument) -> str:
    if not certificate.heights:
        return gettext("cannot be determined from this view")
    return "; ".join(
        gettext(
            "faces {top:.0f} mm up: {off:+.2f} ± {sigma:.2f} mm", top=one.top_mm, off=one.off_mm, sigma=one.sigma_mm
        )
        for one in certificate.heights
    )


def _placing(certificate: CertificateDocument) -> str:
    if certificate.placing_mm is None or certificate.placing_deg is None:
        return gettext("too few dice to tell hands from the camera")
    return gettext(
        "same in all pictures: {mm:.2f} mm along one axis, {deg:.2f}° (hands, folding, print); with it the mean errors "
        "would be {far:.2f} mm and {turned:.2f}°",
        mm=certificate.placing_mm,
        deg=certificate.placing_deg,
        far=certificate.distance_mm.as_laid_mean,
        turned=certificate.heading_deg.as_laid_mean,
    )


def _part(part: TablePartDocument) -> list[str]:
    """What is measured first."""
    lines = [ngettext("{count} reading", "{count} readings", part.dice)]
    words = (
        (part.distance_mm, gettext("distances {mean:.2f} mm")),
        (part.heading_deg, gettext("headings {mean:.2f}°")),
        (part.marks_mm, gettext("marks {mean:.2f} mm")),
    )
    return [*lines, *(line.format(mean=mean) for mean, line in words if mean is not None and math.isfinite(mean))]
