"""``companion certify``: prove at one's own table how well a camera measures (docs/formats, Certificate); ``companion
report``: tables that were read wrongly, shown as pages and read again (docs/formats, Misread tables); and ``companion
shadow``: what people decided in matches beside what the program would have ruled.
"""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli._options import ReadingFiles, add_reading_folders, reading_files
from companion.errors import InputError, OperationError
from companion.terminal import say, say_progress, warn
from companion.text import N_, gettext, ngettext, pgettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.certify.certificate.certificate import CertifiedSetup
    from companion.certify.certificate.sheet_picture import SheetPicture, SheetReader
    from companion.certify.documents import CertificateDocument


_CERTIFY_EPILOG = N_(
    "cli",
    """examples:
  companion print certify -o sheet.pdf
  companion certify --camera camera.json shot-*.jpg -o report
  companion certify --camera camera.json --sheet sheet.json --json shot-*.jpg
  companion certify --live
  companion certify --camera phone.json IMG_*.jpg -o report    a phone in the hand, each picture from elsewhere

Print the sheet, glue it on card, lay dice into its outlines (any side up; a dot of putty holds them), and take five to
ten pictures. Between them move the sheet to other parts of the table and turn it, and leave the dice on it as they
lie. REPORT_DIR gets certificate.pdf, .png and .json. The grade is shown in matches with this camera until it is
calibrated anew; it is saved in your own folder, under certificates.

The verdict is tournament, club, casual or not fit; the limits stand on the page. --live opens a window that takes the
pictures itself and says when to move the sheet.""",
)


def add_certify(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the program's."""
    parser = commands.add_parser(
        "certify",
        help=gettext("prove at your own table how well the camera measures"),
        description=gettext("Measure dice on a printed sheet in several pictures, and give the camera a grade."),
        epilog=pgettext("cli", _CERTIFY_EPILOG),
    )
    add = parser.add_argument
    add("images", nargs="*", type=Path, metavar="IMG", help=gettext("a picture of the sheet, by the calibrated camera"))
    add("--camera", type=Path, metavar="CAMERA", help=gettext("camera.json (default: the one measured last)"))
    add_reading_folders(parser)
    add(
        "--sheet",
        type=Path,
        metavar="SHEET",
        help=gettext("its JSON (default: detected from its marks: a4, letter or a3)"),
    )
    add(
        "--thickness",
        type=float,
        metavar="MM",
        default=0.2,
        help=gettext("of the sheet with the card below it (default: 0.2)"),
    )
    add("--name", help=gettext("what the camera is called on the page (default: its file)"))
    add(
        "-o",
        "--output",
        type=Path,
        metavar="REPORT_DIR",
        help=gettext("where to write the page (with --live: default is certificate)"),
    )
    add("--json", action="store_true", help=gettext("one line of JSON instead of words"))
    add("--live", action="store_true", help=gettext("take the pictures in a window"))
    add(
        "--source",
        nargs="+",
        default=["0"],
        metavar="SOURCE",
        help=gettext("with --live: camera, video or pictures (default: 0)"),
    )


def run_certify(options: argparse.Namespace) -> int:
    """Read every picture, give the grade, keep it, and write the page."""
    if options.live == bool(options.images):
        raise InputError(gettext("certify: give pictures of the sheet, or --live; one of the two."))
    if not 0 <= options.thickness <= 50:
        raise InputError(
            gettext("--thickness must be from 0 to 50 mm, not {thickness:g}.", thickness=options.thickness)
        )
    if options.live:
        return _run_live(options)
    from companion.certify.certificate.certificate import certify

    files = reading_files(options.camera, options.dice, options.gallery, with_saved_dice=True)
    _show_progress(0, len(options.images))
    sheets = _sheet_reader(options, files)
    pictures, refused = _read_all(sheets, options.images)
    certificate = certify(pictures, refused, _setup(options, files, sheets))
    _report(certificate, options)
    return 0


def _sheet_reader(options: argparse.Namespace, files: ReadingFiles) -> SheetReader:
    from companion.certify.certificate.sheet_picture import SheetReader
    from companion.certify.documents import read_certify_sheet
    from companion.certify.sheet import CertifyPaper, certify_sheet
    from companion.codec.reader import open_any_reader

    printed = [read_certify_sheet(options.sheet)] if options.sheet else [certify_sheet(p) for p in CertifyPaper]
    reader = open_any_reader(files.camera, files.dice, files.gallery)
    return SheetReader(reader, printed, thickness_mm=options.thickness)


def _setup(options: argparse.Namespace, files: ReadingFiles, sheets: SheetReader) -> CertifiedSetup:
    from companion.certify.certificate.certificate import CertifiedSetup
    from companion.codec.reader import network_versions

    return CertifiedSetup(
        sheets.camera, options.name or files.camera.name, network_versions(), datetime.now(UTC).astimezone()
    )


def _read_all(sheets: SheetReader, images: Sequence[Path]) -> tuple[list[SheetPicture], list[tuple[str, str]]]:
    """What every picture shows; of those that cannot be used, why."""
    from companion.camera import read_sensor_picture

    pictures, refused = [], list[tuple[str, str]]()
    for done, path in enumerate(images, start=1):
        try:
            pictures.append(sheets.read_located(read_sensor_picture(path)))
        except InputError:
            raise
        except OperationError as error:
            refused.append((path.name, str(error)))
            warn(f"companion certify: {error}")
        _show_progress(done, len(images))
    return pictures, refused


def _show_progress(done: int, of: int) -> None:
    say_progress(gettext("{done} of {of} pictures ", done=done, of=of), ends=done == of)


def _report(certificate: CertificateDocument, options: argparse.Namespace) -> None:
    from companion.certify.certificate.page import write_certificate_report
    from companion.certify.documents import save_certificate

    if options.output:
        write_certificate_report(certificate, options.output)
    try:
        save_certificate(certificate)
    except OperationError as failure:
        warn(gettext("companion certify: the grade is not saved: {why}", why=failure))
    say(*([certificate.model_dump_json()] if options.json else _in_words(certificate)))
    if options.output and not options.json:
        say(gettext("The page is {place}.", place=options.output / "certificate.pdf"))


def _in_words(certificate: CertificateDocument) -> list[str]:
    far, turned = certificate.distance_mm, certificate.heading_deg
    by_hands = gettext(
        "not the camera's: {mm:.2f} mm along one axis by hands, folding and print", mm=certificate.placing_mm or 0.0
    )
    return [
        gettext("Grade: {grade}", grade=pgettext("certificate", certificate.verdict)),
        gettext(
            "{good} of {of} dice read in {pictures}",
            good=certificate.read.good,
            of=certificate.read.of,
            pictures=ngettext("{count} picture", "{count} pictures", certificate.pictures),
        ),
        gettext(
            "distances: mean error {mean:.2f} mm, greatest {greatest:.2f} mm", mean=far.mean, greatest=far.greatest
        ),
        gettext(
            "headings: mean error {mean:.2f}°, greatest {greatest:.2f}°", mean=turned.mean, greatest=turned.greatest
        ),
        gettext("repeatability: {mm:.2f} mm along one axis", mm=certificate.repeatability_mm),
        *([] if certificate.placing_mm is None else [by_hands]),
        *certificate.remarks,
    ]


def _run_live(options: argparse.Namespace) -> int:
    """The window, until it is closed."""
    from companion.certify.certificate.window import open_certifying
    from companion.codec.sources import open_source
    from companion.ui import for_windows

    files = reading_files(options.camera, options.dice, options.gallery, with_saved_dice=True)
    sheets = _sheet_reader(options, files)
    _ = sheets.on_stand  # refused before a window opens
    setup = _setup(options, files, sheets)
    source = open_source(options.source)
    application = for_windows()
    window = open_certifying(sheets, setup, source, options.output or Path("certificate"))
    window.show()
    return application.exec()


_REPORT_EPILOG = N_(
    "cli",
    """examples:
  companion report 20261122-201530.misread.json
  companion report 20261122-201530.misread.json -o page.html

F9 in a match keeps the table at rest, what was read of it and what you put right, the camera and the versions in one
file, without names of people; nothing is sent anywhere. The page shows each die that was wrong, then and by today's
program. A whole folder of such files is measured by `companion evaluate FOLDER -o REPORT_DIR`.""",
)


def add_report(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the program's."""
    parser = commands.add_parser(
        "report",
        help=gettext("show a table that was read wrongly, and read it again"),
        description=gettext("Make a page of a table that was read wrongly in a match, and read it by today's program."),
        epilog=pgettext("cli", _REPORT_EPILOG),
    )
    parser.add_argument("file", type=Path, metavar="FILE", help=gettext("what F9 saved in a match"))
    add_reading_folders(parser)
    parser.add_argument(
        "-o", "--output", type=Path, metavar="PAGE", help=gettext("where to write the page (default: beside the file)")
    )


def run_report(options: argparse.Namespace) -> int:
    """Read the table again, write the page, and say what was wrong then and now."""
    from companion.certify.misread_tables import describe_reread, misread_page, reread
    from companion.codec.document import write_text
    from companion.codec.reader import open_reader
    from companion.codec.rig import read_misread_table

    table = read_misread_table(options.file)
    reported = reread(table, options.file, open_reader(table.camera, options.dice, options.gallery))
    page = options.output or options.file.with_suffix(".html")
    if page.resolve() == options.file.resolve():
        raise OperationError(
            gettext("{file} would take the place of what it shows; choose another with -o.", file=page)
        )
    write_text(page, misread_page(options.file.name, reported), gettext("choose another place with -o"))
    say(describe_reread(reported), gettext("The page is {place}.", place=page))
    return 0


_SHADOW_EPILOG = N_(
    "cli",
    """examples:
  companion shadow                                       all matches so far
  companion shadow 20261122-201530.shadow.json -o page.html

In a match F8 (or `companion play --shadow`) lets people rule as they always did: they key what they decided, and the
program says nothing. What it would have said is written down beside it, and how long both took. The page shows where
they differ, with picture, numbers and rules.""",
)


def add_shadow(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the program's."""
    parser = commands.add_parser(
        "shadow",
        help=gettext("compare what people decided with what the program would have ruled"),
        description=gettext("Show where people and program agreed in matches that people ruled, and where not."),
        epilog=pgettext("cli", _SHADOW_EPILOG),
    )
    parser.add_argument(
        "files", nargs="*", type=Path, metavar="FILE", help=gettext("what F8 in a match wrote (default: all of them)")
    )
    parser.add_argument(
        "-o", "--output", type=Path, metavar="PAGE", help=gettext("where to write the page (default: none)")
    )


def run_shadow(options: argparse.Namespace) -> int:
    """Say the totals, and write the page."""
    from companion.certify.documents import SHADOW_ENDING, read_shadow_record
    from companion.certify.shadow import describe_totals, shadow_folder, shadow_page
    from companion.codec.document import write_text

    files = options.files or sorted(shadow_folder().glob(f"*{SHADOW_ENDING}"))
    if not files:
        raise OperationError(gettext("shadow: no match was ruled by people yet; F8 in a match begins it."))
    records = [read_shadow_record(file) for file in files]
    say(describe_totals(records))
    if options.output is not None:
        write_text(options.output, shadow_page(records), gettext("choose another place with -o"))
        say(gettext("The page is {place}.", place=options.output))
    return 0
