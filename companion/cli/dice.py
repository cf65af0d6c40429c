"""``companion dice``: check die files, and enter what is printed on one's own dice."""

from __future__ import annotations

import argparse
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from companion.atomic_write import write_atomic
from companion.errors import InputError, OperationError
from companion.resources import data_folder
from companion.terminal import say
from companion.text import N_, gettext, ngettext, pgettext

if TYPE_CHECKING:
    from companion.catalogue import Die

_EPILOG = N_(
    "cli",
    """\
examples:
  companion dice check                   the bundled dice, and your own
  companion dice check my-dice/          the die files of a folder, all their problems
  companion dice edit ogre/gev           enter what is printed on your G.E.V., in a window
  companion dice edit --by-hand ogre/gev the same in a text editor: a file, and pictures of its sides
  companion dice edit --new my/tank      a die of a set that the program does not know

A die file of your own replaces the bundled die with the same id everywhere in the program. So does a tracking card of
the Ogre: ogre-card-III.toml or ogre-card-V.toml beside the folder dice_faces of your own dice.""",
)


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``dice check`` and ``dice edit``."""
    epilog = pgettext("cli", _EPILOG)
    parser = commands.add_parser(
        "dice", help=gettext("check die files, or enter what is printed on your dice"), epilog=epilog
    )
    verbs = parser.add_subparsers(dest="verb", metavar="check|edit", required=True)
    check = verbs.add_parser("check", help=gettext("list every problem of the die files"), epilog=epilog)
    check.add_argument(
        "folder", metavar="DIR", nargs="?", type=Path, help=gettext("default: the bundled dice and your own")
    )
    edit = verbs.add_parser(
        "edit", help=gettext("enter what is printed on yours, one side after another"), epilog=epilog
    )
    edit.add_argument("die", metavar="DIE", nargs="?", help=gettext("id of the die to begin with, such as ogre/gev"))
    edit.add_argument("--new", action="store_true", help=gettext("begin a die that is not known yet, such as my/tank"))
    edit.add_argument(
        "--by-hand", action="store_true", help=gettext("no window: a file to fill in, and pictures of the sides")
    )


def run(options: argparse.Namespace) -> int:
    """Check or edit."""
    if options.verb == "check":
        return _check(options.folder)
    return _edit(options.die, new=options.new, by_hand=options.by_hand)


def _check(folder: Path | None) -> int:
    """All problems of all files in one go, the user's own tracking cards among them; a table of sets where there are
    none."""
    from companion.codec.card_layout import known_layout, own_card_file
    from companion.codec.die import known_dice

    dice = known_dice(folder)
    for name in sorted({die.set for die in dice.values()}):
        say(_line([die for die in dice.values() if die.set == name], name))
    yours = ""
    for mark in () if folder else ("III", "V"):
        if own_card_file(mark).is_file():
            known_layout(mark)
            yours += gettext(", your {card}", card=own_card_file(mark).name)
    say(ngettext("{count} die{yours}, no problem", "{count} dice{yours}, no problem", len(dice), yours=yours))
    return 0


def _line(dice: list[Die], name: str) -> str:
    teams = ", ".join(f"{team} {n}" for team, n in sorted(Counter(die.team for die in dice).items()))
    counts = sorted(Counter(die.provenance for die in dice).items())
    words = {source: pgettext("cli", known) for source, known in _SOURCES.items()}  # others stay as a file has them
    sources = ", ".join(f"{n} {words.get(source, source)}" for source, n in counts)
    return ngettext(
        "{name}: {count} die ({teams}); values: {sources}",
        "{name}: {count} dice ({teams}); values: {sources}",
        len(dice),
        name=name,
        teams=teams,
        sources=sources,
    )


#: Whose sides a new die has in their places, until its owner says otherwise.
_PATTERN = "ogre/light-tank"
_SOURCES = {
    "printed": N_("cli", "printed"),
    "rules": N_("cli", "from the rules"),
    "stand-in": N_("cli", "stand-in"),
    "user": N_("cli", "your own"),
}


def _edit(die_id: str | None, *, new: bool, by_hand: bool) -> int:
    """The window, or a file for a text editor; either way a file of the user's own: of a die that is new, or in place
    of the bundled one."""
    from companion.codec.die import known_dice
    from companion.session import new_die

    dice = known_dice()
    if new:
        if die_id is None or die_id in dice:
            problem = gettext("dice edit: --new goes with the id of a die that is not known yet, such as my/tank.")
            raise InputError(problem)
        dice[die_id] = new_die(die_id, dice[_PATTERN])
    elif (die_id is not None or by_hand) and die_id not in dice:
        what = gettext("Which die?") if die_id is None else gettext("There is no die {die!r}.", die=die_id)
        known = ", ".join(sorted(dice))
        problem = gettext(
            "{what} The known ones are {dice}. With --new you begin one of your own.", what=what, dice=known
        )
        raise InputError(problem)
    folder = data_folder() / "dice_faces"
    return _start_file(dice[str(die_id)], folder) if by_hand else _show_editor(dice, folder, die_id)


def _show_editor(dice: dict[str, Die], folder: Path, first: str | None) -> int:
    from companion.ui import for_windows, why_no_screen
    from companion.ui.die_editor import DieEditor

    try:
        application = for_windows()
    except OperationError as failure:
        problem = gettext(
            "{why} `companion dice edit --by-hand {die}` starts a file to fill in with a text editor instead.",
            why=why_no_screen() or failure,
            die=first or "DIE",
        )
        raise OperationError(problem) from None
    editor = DieEditor(dice, folder, first)
    editor.show()
    return application.exec()


def _start_file(die: Die, folder: Path) -> int:
    """A file to fill in, with pictures of the sides beside it; one that is there already is left alone."""
    from companion.codec.die import file_of_die, write_die
    from companion.ui.die_editor import HEADING, Draft

    target = file_of_die(folder, die.id)
    if not target.exists():
        write_die(Draft.of(die).to_save(), target, HEADING)
        _draw_faces(die, target.parent)
    say(gettext("{target}: enter what is printed on yours, then run `companion dice check`", target=target))
    return 0


def _draw_faces(die: Die, folder: Path) -> None:
    """The eight faces as pictures beside the file, to see which face a key means."""
    from companion.opencv import cv2
    from companion.paper import face_image

    for face in die.faces:
        name = re.sub(r"[^\w-]+", "-", f"{die.id.rpartition('/')[2]}-{face.key}")[:80]  # a key may be any words
        write_atomic(folder / f"{name}.png", bytes(cv2.imencode(".png", face_image(die, face, 480)[..., ::-1])[1]))
