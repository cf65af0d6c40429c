"""``companion exercise-k``: the referee's desk for Exercise K, its result sheet and its record sheets."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.errors import InputError
from companion.terminal import say
from companion.text import N_, gettext, pgettext

if TYPE_CHECKING:
    from companion.exercise_k.session.results import Results

_EPILOG: Final = N_(
    "cli",
    """\
examples:
  companion exercise-k                                  sign up players, draw the order, begin
  companion exercise-k --match saturday.diceland        continue a game, or begin one in that file
  companion exercise-k --match saturday.diceland --export results.csv --print results.pdf
  companion exercise-k --print-sheets sheets.pdf        blank record sheets, for a table without this screen
  companion exercise-k --ruler map.jpg                  the hex ruler on a picture; 0 is the first camera
  companion exercise-k --own-sheet                      the Mark III's numbers as a file for you to edit

At the desk everything is typed: B2T5 and Enter is five Tread units of Blue 2, GC Green's Command Post, XR1M a Main
Battery by a ram, F a missile fired; Space ends the turn, Z undoes, F1 lists all keys. What the scenario does not give
(weapons, Tread units, strengths of a Mark III) comes from outside the document and is marked as such.""",
)


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the program's."""
    parser = commands.add_parser(
        "exercise-k",
        help=gettext("referee Exercise K: turn clock, record sheets, victory points"),
        description=gettext("The referee's desk for Exercise K, for 2 to 12 players."),
        epilog=pgettext("cli", _EPILOG),
    )
    add = parser.add_argument
    add("--match", type=Path, metavar="FILE", help=gettext("the game's file; begun if there is none"))
    add(
        "--export",
        type=Path,
        action="append",
        default=[],
        metavar="OUT",
        help=gettext("write the results and stop: .json, or .csv with every award; may be repeated"),
    )
    add("--print", type=Path, metavar="OUT.pdf", help=gettext("write the result sheet and stop"))
    add(
        "--print-sheets",
        type=Path,
        metavar="OUT.pdf",
        help=gettext("write the record sheets and stop: as they stand with --match, else blank"),
    )
    add("--paper", choices=["a4", "letter"], default="a4", help=gettext("size of the sheets (default: a4)"))
    add(
        "--ruler",
        metavar="PICTURE",
        help=gettext("open the hex ruler alone, on a picture or a camera; with --match on that game's board"),
    )
    add(
        "--camera",
        type=Path,
        metavar="CAMERA",
        help=gettext("camera.json or phone.json, for a ruler on an oblique picture"),
    )
    add("--own-sheet", action="store_true", help=gettext("start a file of your own with a Mark III's numbers"))


def run(options: argparse.Namespace) -> int:
    """Write what is asked for, or open the window that is."""
    if options.own_sheet:
        return _start_own_sheet()
    if options.export or options.print or options.print_sheets:
        return _write(options)
    return _measure(options) if options.ruler is not None else _referee(options.match)


def _referee(match: Path | None) -> int:
    """The desk over a game that there is, or the opening page of a new one."""
    from companion.exercise_k.ui import open_desk
    from companion.ui import for_windows

    application = for_windows()
    window = open_desk(match)  # held, or Qt would close it
    window.show()
    return application.exec()


def _measure(options: argparse.Namespace) -> int:
    from companion.exercise_k.session.results import results_in
    from companion.exercise_k.ui import open_ruler
    from companion.ui import for_windows

    application = for_windows()
    board = results_in(options.match).position.board if options.match else None
    window = open_ruler(options.ruler, options.camera, board)
    window.show()
    return application.exec()


def _write(options: argparse.Namespace) -> int:
    from companion.exercise_k.paper.record_sheets import blank_sheet_pages, sheet_pages
    from companion.exercise_k.paper.result_sheet import desk_result_pages
    from companion.exercise_k.session.results import results_in
    from companion.paper import Paper, write_pages

    results = results_in(options.match) if options.match else None
    if results is None and (options.export or options.print):
        raise InputError(gettext("--export and --print: name the game with --match FILE"))
    paper = Paper(options.paper)
    if results is not None:
        for target in options.export:
            _export(results, target)
        if options.print:
            say(*write_pages(desk_result_pages(results, paper), options.print))
    if options.print_sheets:
        pages = blank_sheet_pages(paper) if results is None else sheet_pages(results, paper)
        say(*write_pages(pages, options.print_sheets))
    return 0


def _export(results: Results, target: Path) -> None:
    from companion.codec.document import write_text
    from companion.exercise_k.session.results import results_csv, results_json

    writers = {".json": results_json, ".csv": results_csv}
    writer = writers.get(target.suffix.lower())
    if writer is None:
        endings = ", ".join(writers)
        raise InputError(
            gettext("--export {target}: give the file one of the endings {writers}", target=target, writers=endings)
        )
    write_text(target, writer(results), gettext("choose another place"))
    say(target)


def _start_own_sheet() -> int:
    """A copy of the bundled sheet to edit; one that is there already is checked and left alone."""
    from companion.codec.document import write_text
    from companion.exercise_k.codec.documents import bundled_sheet_file, load_sheet, own_sheet_file

    own = own_sheet_file()
    if not own.exists():
        write_text(own, bundled_sheet_file().read_text("utf-8"), gettext("make room, or allow writing there"))
    load_sheet(own)
    say(gettext("{own}: edit the numbers there; every game begun from now on uses them", own=own))
    return 0
