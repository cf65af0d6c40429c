"""Sheets of paper: their sizes, what stands on every one of them, and how they become a PDF, SVG or PNG file.

Page frame: millimetres from the sheet's top-left corner, x right, y down. Owns Qt as paper needs it: a guard against
one broken release, and the application that embedded fonts ask for.
"""

from __future__ import annotations

import ctypes
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Final

import PySide6
from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QCoreApplication,
    QIODevice,
    QMarginsF,
    QPointF,
    QRectF,
    QSize,
    QSizeF,
    Qt,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QGuiApplication,
    QImage,
    QPageLayout,
    QPageSize,
    QPaintEngine,
    QPainter,
    QPainterPath,
    QPdfWriter,
    QPen,
)
from PySide6.QtSvg import QSvgGenerator

from companion.atomic_write import write_all_atomic
from companion.errors import InputError, OperationError
from companion.paper.colours import INK
from companion.text import gettext, pgettext

GREY: Final = QColor("#5b6068")
MARGIN_MM: Final = 10.0
RULER_MM: Final = 100.0
_MM_PER_INCH: Final = 25.4
_PDF_DPI: Final = 1200
_PNG_DPI: Final = 300
#: Size at which type is measured; text is drawn under a scaled painter.
_TYPE_PX: Final = 100
#: How much of a page's head a remark may take, and how far it stays from the title.
_ASIDE: Final = 0.5
_APART_MM: Final = 5.0
_NOTHING: Final[Mapping[Path, bytes]] = MappingProxyType({})

#: PySide6 6.12.0 takes None for immortal, which it is only from Python 3.12 on: on 3.11 every call without a result
#: gives one reference to None back too many, and the process dies after a few thousand of them.
_BROKEN: Final = PySide6.__version_info__[:2] == (6, 12) and sys.version_info < (3, 12)
_PLENTY: Final = 1 << 40


class Paper(StrEnum):
    """A sheet that home printers take."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height, upright."""
        return (210.0, 297.0) if self is Paper.A4 else (215.9, 279.4)


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its size and what draws it, with the painter in millimetres."""

    size_mm: tuple[float, float]
    draw: Callable[[QPainter], None]
    title: str = ""


def write_pages(pages: Sequence[Page], target: Path, *, beside: Mapping[Path, bytes] = _NOTHING) -> list[Path]:
    """Write pages into one PDF, or into one SVG or PNG file for each (numbered where there are several), and
    ``beside`` them what belongs to them; the files of the pages. All are written or none.

    Raises InputError for another kind of file and OperationError where it cannot be written.
    """
    contents = encode_pages(pages, target)
    try:
        write_all_atomic(contents | dict(beside))
    except OSError as error:
        raise OperationError(
            gettext(
                "{target} cannot be written ({why}); choose another place with -o", target=target, why=error.strerror
            )
        ) from error
    return list(contents)


def encode_pages(pages: Sequence[Page], target: Path) -> dict[Path, bytes]:
    """What `write_pages` writes into which file. Raises InputError for another kind of file."""
    family()  # the application has to be there before the first page
    if target.suffix.lower() == ".pdf":
        return {target: _pdf(pages)}
    encode = _ENCODERS.get(target.suffix.lower())
    if encode is None:
        raise InputError(
            gettext(
                "{target}: only .pdf, .svg and .png files are written; give the file one of these endings",
                target=target,
            )
        )
    if len(pages) == 1:
        return {target: encode(pages[0])}
    return {target.with_stem(f"{target.stem}-{n}"): encode(page) for n, page in enumerate(pages, start=1)}


def _pdf(pages: Sequence[Page]) -> bytes:
    content, way = _opened_buffer(), QPageLayout.Orientation
    writer = QPdfWriter(content)
    writer.setResolution(_PDF_DPI)
    writer.setCreator("Diceland table companion")
    writer.setTitle(pages[0].title)
    painter = QPainter()
    for number, page in enumerate(pages):
        size = QPageSize(QSizeF(*sorted(page.size_mm)), QPageSize.Unit.Millimeter)
        upright = page.size_mm[0] <= page.size_mm[1]
        writer.setPageLayout(QPageLayout(size, way.Portrait if upright else way.Landscape, QMarginsF(0, 0, 0, 0)))
        _check_done(writer.newPage() if number else painter.begin(writer))
        _draw(page, painter, _PDF_DPI)
    _check_done(painter.end())
    return bytes(content.data().data())


def _svg(page: Page) -> bytes:
    content = _opened_buffer()
    drawing = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)  # 1.2 Tiny knows no clipping
    drawing.setOutputDevice(content)
    drawing.setResolution(_PNG_DPI)
    drawing.setSize(_pixels(page))
    drawing.setViewBox(QRectF(0, 0, _pixels(page).width(), _pixels(page).height()))
    drawing.setTitle(page.title)
    painter = QPainter()
    _check_done(painter.begin(drawing))
    _draw(page, painter, _PNG_DPI)
    _check_done(painter.end())
    return bytes(content.data().data())


def _png(page: Page) -> bytes:
    content = _opened_buffer()
    _check_done(page_image(page, _PNG_DPI).save(content, "PNG"))  # type: ignore[call-overload]
    return bytes(content.data().data())


_ENCODERS: Final = {".svg": _svg, ".png": _png}


def _opened_buffer() -> QBuffer:
    """Qt draws into memory, for of a file it would not say what went wrong, and mostly not even that it did."""
    content = QBuffer()
    content.open(QIODevice.OpenModeFlag.WriteOnly)
    return content


def _check_done(done: bool) -> None:
    if not done:
        raise OperationError(gettext("The sheet cannot be drawn: there is not enough memory. Close other programs."))


def page_image(page: Page, dpi: int) -> QImage:
    """A page as pixels, on white paper."""
    family()
    image = QImage(_pixels(page, dpi), QImage.Format.Format_RGB888)
    image.setDotsPerMeterX(round(dpi / _MM_PER_INCH * 1000))
    image.setDotsPerMeterY(round(dpi / _MM_PER_INCH * 1000))
    image.fill(Qt.GlobalColor.white)
    painter = QPainter()
    _check_done(painter.begin(image))  # an image that there was no room for cannot be drawn on
    _draw(page, painter, dpi)
    _check_done(painter.end())
    return image


def _pixels(page: Page, dpi: int = _PNG_DPI) -> QSize:
    width, height = (round(mm / _MM_PER_INCH * dpi) for mm in page.size_mm)
    return QSize(width, height)


def _draw(page: Page, painter: QPainter, dpi: int) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(dpi / _MM_PER_INCH, dpi / _MM_PER_INCH)
    page.draw(painter)
    painter.restore()


# --- what stands on a page ----------------------------------------------------------------------------------------


def write_line(
    painter: QPainter,
    text: str,
    at_mm: tuple[float, float],
    size_mm: float,
    *,
    bold: bool = False,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    colour: QColor = INK,
    most_mm: float = math.inf,
) -> None:
    """A line of real text (searchable, font embedded); ``at_mm`` is its baseline's left end, middle or right end. It is
    set smaller where it would be wider than ``most_mm``.

    An SVG file cannot carry a font, so it gets outlines.
    """
    font = typeface(_TYPE_PX, bold=bold)
    width = QFontMetricsF(font).horizontalAdvance(text)
    size_mm = min(size_mm, most_mm * _TYPE_PX / max(width, 1.0))
    left = {Qt.AlignmentFlag.AlignHCenter: -width / 2, Qt.AlignmentFlag.AlignRight: -width}.get(align, 0.0)
    painter.save()
    painter.translate(*at_mm)
    painter.scale(size_mm / _TYPE_PX, size_mm / _TYPE_PX)
    if painter.paintEngine().type() is QPaintEngine.Type.SVG:
        outline = QPainterPath()
        outline.addText(left, 0, font, text)
        painter.fillPath(outline, colour)
    else:
        painter.setFont(font)
        painter.setPen(colour)
        painter.drawText(QPointF(left, 0), text)
    painter.restore()


def write_block(
    painter: QPainter, text: str, box_mm: QRectF, size_mm: float, *, bold: bool = False, colour: QColor = INK
) -> float:
    """Text wrapped into a box from its top; returns the height that it takes, in mm."""
    metrics = QFontMetricsF(typeface(_TYPE_PX, bold=bold))
    scale = size_mm / _TYPE_PX
    lines = _wrapped(text, metrics, box_mm.width() / scale)
    for n, line in enumerate(lines):
        baseline = box_mm.top() + (metrics.ascent() + n * metrics.lineSpacing()) * scale
        write_line(painter, line, (box_mm.left(), baseline), size_mm, bold=bold, colour=colour)
    return len(lines) * metrics.lineSpacing() * scale


def _wrapped(text: str, metrics: QFontMetricsF, width: float) -> list[str]:
    """The text in lines that are not wider than ``width``, broken between words."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and metrics.horizontalAdvance(longer) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def framed_page(paper: Paper, title: str, draw: Callable[[QPainter], None], *, aside: str = "", how: str = "") -> Page:
    """A page with its head, what it is, a remark and below it how it is used, and the ruler at its foot; ``draw``: what
    stands between them."""

    def draw_all(painter: QPainter) -> None:
        draw_title(painter, paper.size_mm, title, aside)
        room = QRectF(MARGIN_MM, MARGIN_MM + 7, paper.size_mm[0] - 2 * MARGIN_MM, 12)
        write_block(painter, how, room, 2.9, colour=GREY)
        draw(painter)
        draw_ruler(painter, paper.size_mm)

    return Page(paper.size_mm, draw_all, title)


def draw_title(painter: QPainter, page_mm: tuple[float, float], title: str, aside: str = "") -> None:
    """The head of a page: what it is, and a remark at the right; both in smaller type where they would meet."""
    room_mm, base_mm = page_mm[0] - 2 * MARGIN_MM, MARGIN_MM + 5.0
    wide_px = QFontMetricsF(typeface(_TYPE_PX, bold=False)).horizontalAdvance(aside)
    aside_mm = min(wide_px * 3.2 / _TYPE_PX, _ASIDE * room_mm)
    title_mm = room_mm - aside_mm - (_APART_MM if aside else 0.0)
    write_line(painter, title, (MARGIN_MM, base_mm), 5.2, bold=True, most_mm=title_mm)
    right = (page_mm[0] - MARGIN_MM, base_mm)
    write_line(painter, aside, right, 3.2, align=Qt.AlignmentFlag.AlignRight, colour=GREY, most_mm=aside_mm)


def draw_ruler(painter: QPainter, page_mm: tuple[float, float]) -> None:
    """The foot of every page: a line of 100 mm to hold a ruler against, because printers like to shrink."""
    left, y = MARGIN_MM + 2.0, page_mm[1] - MARGIN_MM
    painter.setPen(QPen(INK, 0.25, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    painter.drawLine(QPointF(left, y), QPointF(left + RULER_MM, y))
    for mm in range(0, int(RULER_MM) + 1, 5):
        painter.drawLine(QPointF(left + mm, y), QPointF(left + mm, y - (3.0 if mm % 10 == 0 else 1.8)))
    write_line(painter, "0", (left, y - 3.6), 2.6, align=Qt.AlignmentFlag.AlignHCenter)
    write_line(painter, "100 mm", (left + RULER_MM, y - 3.6), 2.6, align=Qt.AlignmentFlag.AlignHCenter)
    words = pgettext("paper", "Print at 100 % (no “fit to page”), then measure.")
    right = page_mm[0] - MARGIN_MM
    place = (left + RULER_MM + 10, y - 0.4)
    write_line(painter, words, place, 3.0, colour=GREY, most_mm=right - place[0])


def keep_none_alive() -> None:
    """Give None more references than a process can lose, where the installed PySide6 loses them; nothing elsewhere."""
    if _BROKEN:
        ctypes.c_ssize_t.from_address(id(None)).value += _PLENTY


@cache
def family() -> str:
    """The bundled typeface, ready for use; starts an application without a screen where none runs yet."""
    _application()
    names: list[str] = []
    for file in ("DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf"):
        content = resources.files(__package__).joinpath("fonts", file).read_bytes()
        number = QFontDatabase.addApplicationFontFromData(QByteArray(content))
        names += QFontDatabase.applicationFontFamilies(number)
    if not names:
        raise OperationError(
            gettext("The bundled fonts cannot be read: the program is not installed whole. Install it again.")
        )
    return names[0]


@cache
def typeface(size_px: int, *, bold: bool) -> QFont:
    """The bundled typeface at a size, for text that stays text in a PDF."""
    font = QFontDatabase.font(family(), "Condensed Bold" if bold else "Condensed", size_px)
    font.setPixelSize(size_px)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


@cache
def _application() -> QCoreApplication:
    """The running application, or one of our own that needs no screen."""
    running = QCoreApplication.instance()
    return running or QGuiApplication([*sys.argv[:1], "-platform", "offscreen"])
