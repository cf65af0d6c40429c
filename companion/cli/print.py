"""``companion print``: what comes out of a printer."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from companion.errors import InputError
from companion.features import offering
from companion.plain_text import shown
from companion.resources import Bundled, bundled
from companion.terminal import say
from companion.text import N_, gettext, ngettext, pgettext

if TYPE_CHECKING:
    from companion.catalogue import Die
    from companion.paper import CornerMarkers, Page, Paper

_EPILOG = N_(
    "cli",
    """\
examples:
  companion print dice --set ogre --paper a4 -o sheets.pdf      folding sheets of a whole set
  companion print dice --die ogre/ogre -o ogre.pdf              one die
  companion print markers --size 1000x620 -o markers.pdf        corner markers and mat-1000x620.json
  companion print lens-board -o board.pdf

Print at 100 %, without "fit to page", on card; then hold a ruler against the line at the foot of the sheet.""",
)


class Beside(NamedTuple):
    """A file for the program that belongs to what is printed, and what is said of it."""

    file: Path
    text: str
    sentence: str


class Printed(NamedTuple):
    """What a feature has printed: what it is, its pages, a file that belongs to them, the papers that there are."""

    what: Callable[[], str]
    pages: Callable[[argparse.Namespace], list[Page]]
    beside: Callable[[argparse.Namespace], Beside] | None = None
    papers: tuple[str, ...] = ("a4", "letter")


def _of_features() -> dict[str, Printed]:
    return {name: printed for room in offering("PRINTS").values() for name, printed in room.PRINTS.items()}


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``print`` with what it can print."""
    parser = commands.add_parser(
        "print", help=gettext("write sheets to print: dice to fold, markers, cards"), epilog=pgettext("cli", _EPILOG)
    )
    things = parser.add_subparsers(dest="thing", metavar="THING", required=True, title=gettext("what to print"))
    dice = _thing(things, "dice", gettext("folding sheets of dice"))
    dice.add_argument("--set", metavar="SET", help=gettext("all dice of a set, such as ogre"))
    dice.add_argument(
        "--die", metavar="ID", action="append", default=[], help=gettext("one die by its id; may be repeated")
    )
    dice.add_argument(
        "--dice", metavar="DIR", type=Path, help=gettext("folder of die files (default: bundled, then your own)")
    )
    _thing(things, "folding-guide", gettext("how to fold a die, in pictures"))
    markers = _thing(things, "markers", gettext("corner markers, and the mat.json that belongs to them"))
    markers.add_argument("--size", metavar="WxD", required=True, help=gettext("the table in mm, such as 1000x620"))
    markers.add_argument("--round", action="store_true", help=gettext("a round table; --size is its width"))
    markers.add_argument(
        "--marker-mm", metavar="MM", type=float, default=80.0, help=gettext("width of a marker (default: 80)")
    )
    markers.add_argument(
        "--mat", metavar="FILE", type=Path, help=gettext("where to write the mat (default: beside OUT)")
    )
    _thing(things, "lens-board", gettext("the board for pictures that measure the lens"))
    _thing(things, "counters", gettext("owner marks, Command Flags and poison counters"))
    _thing(things, "ogre-card", gettext("the Ogre's tracking card, Mark III and Mark V"))
    _thing(things, "command-post", gettext("the Command Post's card"))
    _thing(things, "quick-reference", gettext("one page to keep beside the table"))
    for name, printed in _of_features().items():
        _thing(things, name, printed.what(), printed.papers)


def _thing(
    things: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    what: str,
    papers: Sequence[str] = ("a4", "letter"),
) -> argparse.ArgumentParser:
    parser = things.add_parser(
        name, help=what, description=what[0].upper() + what[1:] + ".", epilog=pgettext("cli", _EPILOG)
    )
    parser.add_argument("--paper", choices=papers, default="a4", help=gettext("size of the sheets (default: a4)"))
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT.pdf",
        type=Path,
        required=True,
        help=gettext("file to write: .pdf, or one .svg or .png for each page"),
    )
    return parser


def run(options: argparse.Namespace) -> int:
    """Draw the pages and write them."""
    from companion.paper import write_pages

    printed, beside = _of_features().get(options.thing), None
    pages = printed.pages(options) if printed else _pages(options)
    if printed and printed.beside:
        beside = printed.beside(options)
    elif options.thing == "markers":
        beside = _mat(options)
    files = write_pages(pages, options.output, beside={beside.file: beside.text.encode()} if beside else {})
    if beside:
        say(beside.sentence)
    for file in files:
        count = ngettext("{count} page", "{count} pages", len(pages))
        say(f"{file}: {count}" if file == options.output else file)
    return 0


def _pages(options: argparse.Namespace) -> list[Page]:
    from companion import paper
    from companion.codec.die import read_die

    sheet, guide_die = paper.Paper(options.paper), bundled(Bundled.DICE_FACES, "ogre", "gev.toml")
    pages: dict[str, Callable[[], list[Page]]] = {
        "dice": lambda: paper.dice_pages(_chosen(options), sheet),
        "folding-guide": lambda: [paper.folding_guide_page(read_die(guide_die), sheet)],
        "markers": lambda: paper.marker_pages(_markers(options).markers, sheet),
        "lens-board": lambda: [paper.board_page(sheet)],
        "counters": lambda: [paper.counter_page(sheet)],
        "ogre-card": lambda: [_ogre_card(sheet)],
        "command-post": lambda: [paper.command_post_page(sheet)],
        "quick-reference": lambda: [paper.quick_reference_page(sheet)],
    }
    return pages[options.thing]()


def _chosen(options: argparse.Namespace) -> list[Die]:
    from companion.codec.die import known_dice

    dice = known_dice(options.dice)
    chosen = [die for die in dice.values() if die.id in options.die or (options.set and die.set == options.set)]
    missing = [name for name in options.die if name not in dice]
    if missing or not chosen:
        what = gettext("there is no set {name!r}", name=options.set) if options.set else gettext("which dice?")
        if missing:
            what = gettext("there is no die {die!r}", die=missing[0])
        sets, die = ", ".join(sorted({die.set for die in dice.values()})), min(dice)
        problem = gettext(
            "{what}; name a set with --set ({sets}) or a die with --die, such as {die}", what=what, sets=sets, die=die
        )
        raise InputError(problem)
    return sorted(chosen, key=lambda die: (die.set, die.team, die.id))  # crews together


def _mat(options: argparse.Namespace) -> Beside:
    from companion.codec.mat import encode_mat
    from companion.ui import printed_mat

    size = _table_size(options.size, is_round=options.round)
    name = f"mat-round-{size[0]:g}.json" if options.round else f"mat-{size[0]:g}x{size[1]:g}.json"
    target = options.mat or options.output.with_name(name)
    message = gettext("{target}: the mat that belongs to these markers", target=target)
    return Beside(target, encode_mat(printed_mat(_markers(options))), message)


def _markers(options: argparse.Namespace) -> CornerMarkers:
    from companion.paper import MatShape, Paper, corner_markers

    shape = MatShape.ROUND if options.round else MatShape.RECT
    size = _table_size(options.size, is_round=options.round)
    return corner_markers(shape, size, Paper(options.paper), options.marker_mm)


def _table_size(words: str, *, is_round: bool) -> tuple[float, float]:
    """``1000x620`` or, of a round table, ``1000`` in mm."""

    try:
        sizes = [float(word) for word in words.lower().replace("×", "x").split("x")]
    except ValueError:
        sizes = []
    if len(sizes) == 1 and not is_round:
        problem = gettext(
            "--size {words}: expected width x depth in mm, such as 1000x620; a single number needs --round",
            words=shown(words),
        )
        raise InputError(problem)
    if len(sizes) not in {1, 2} or not all(0 < mm < 10_000 for mm in sizes):
        raise InputError(gettext("--size {words!r}: expected width x depth in mm, such as 1000x620", words=words))
    return sizes[0], sizes[-1]


def _ogre_card(sheet: Paper) -> Page:
    """Both marks on one card, as this user has them: what the Mark V has more of is printed gray."""
    from companion.catalogue import System
    from companion.codec.card_layout import known_layout, own_card_file
    from companion.paper import CardLine, CardSystem, ogre_card_page

    third, fifth = known_layout("III"), known_layout("V")
    if [line.dot for line in third.lines] != [line.dot for line in fifth.lines]:
        raise InputError(
            gettext("ogre-card-III.toml and ogre-card-V.toml: 'lines' must own the same dots in the same order")
        )
    systems = [
        CardSystem(pgettext("cli", _SYSTEM_NAMES[name.value]), three.block, three.circles, five.circles - three.circles)
        for name, three, five in ((name, third.systems[name], fifth.systems[name]) for name in System)
    ]
    lines = [
        CardLine(three.dot, three.treads, five.treads - three.treads)
        for three, five in zip(third.lines, fifth.lines, strict=True)
    ]
    if min([s.more_for_v for s in systems] + [line.more_for_v for line in lines]) < 0:
        raise InputError(
            gettext("ogre-card-V.toml: a Mark V has everything of a Mark III and more; it has less of something")
        )
    own = [mark for mark in ("III", "V") if own_card_file(mark).is_file()]
    whose = gettext("your values") if own else gettext("stand-in values, but for the Main Battery's Block of 9")
    if len(own) == 1:
        whose = gettext("your values for the Mark {mark}, stand-ins for the other", mark=own[0])
    return ogre_card_page(systems, lines, sheet, whose)


_SYSTEM_NAMES = {
    "main": N_("cli", "Main Battery"),
    "secondary": N_("cli", "Secondary Battery"),
    "missile": N_("cli", "Missiles"),
    "ap": N_("cli", "AP"),
}
