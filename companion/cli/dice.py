"""``companion dice``: check die files, and start a die file of one's own."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.catalogue import Die

_EPILOG = """\
examples:
  companion dice check                   the bundled dice, and your own
  companion dice check my-dice/          the die files of a folder, all their problems
  companion dice edit ogre/gev           start your own G.E.V. from ours: a file, and pictures of its faces

A die file of your own replaces the bundled die with the same id everywhere in the program."""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``dice check`` and ``dice edit``."""
    parser = commands.add_parser("dice", help="check die files, or start one of your own", epilog=_EPILOG)
    verbs = parser.add_subparsers(dest="verb", metavar="check|edit", required=True)
    check = verbs.add_parser("check", help="list every problem of the die files", epilog=_EPILOG)
    check.add_argument("folder", metavar="DIR", nargs="?", type=Path, help="default: the bundled dice and your own")
    edit = verbs.add_parser("edit", help="copy a die into your own folder to enter what is printed", epilog=_EPILOG)
    edit.add_argument("die", metavar="DIE", nargs="?", help="id of the die to start from, such as ogre/gev")


def run(options: argparse.Namespace) -> int:
    """Check or edit."""
    return _check(options.folder) if options.verb == "check" else _edit(options.die)


def _check(folder: Path | None) -> int:
    """All problems of all files in one go; a table of sets where there are none."""
    from companion.vision import known_dice

    dice = known_dice(folder)
    for name in sorted({die.set for die in dice.values()}):
        print(_line([die for die in dice.values() if die.set == name], name))
    print(f"{len(dice)} dice, no problem")
    return 0


def _line(dice: list[Die], name: str) -> str:
    teams = ", ".join(f"{team} {n}" for team, n in sorted(Counter(die.team for die in dice).items()))
    sources = ", ".join(f"{n} {source}" for source, n in sorted(Counter(die.provenance for die in dice).items()))
    return f"{name}: {len(dice)} dice ({teams}); values: {sources}"


def _edit(die_id: str | None) -> int:
    """A copy in the user's own folder with pictures of the faces beside it; one that is there already is left alone."""
    from companion.resources import data_folder
    from companion.vision import known_dice

    die = _known(die_id, known_dice())
    target = data_folder() / "dice_faces" / f"{die.id}.toml"
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        _copy(die, target)
        _draw_faces(die, target.parent)
    print(f"{target}: enter what is printed on yours, then run `companion dice check`")
    return 0


def _known(die_id: str | None, dice: dict[str, Die]) -> Die:
    from companion.errors import WrongInput

    if die_id not in dice:
        what = "which die?" if die_id is None else f"there is no die {die_id!r};"
        raise WrongInput(f"{what} the known ones are {', '.join(sorted(dice))}")
    return dice[die_id]


def _copy(die: Die, target: Path) -> None:
    """The bundled file under the user's name: its values count as the user's from now on."""
    from companion.resources import Bundled, bundled

    text = bundled(Bundled.DICE_FACES, f"{die.id}.toml").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    own = ["# Your own values: change what differs from your die. `companion dice check` finds what cannot be.", *lines]
    part = target.with_name(f".{target.name}.part")
    words = "\n".join(own).replace('provenance = "stand-in"', 'provenance = "user"', 1)
    part.write_text(f"{words}\n", encoding="utf-8")
    part.replace(target)


def _draw_faces(die: Die, folder: Path) -> None:
    """The eight faces as pictures beside the file, to see which face a key means."""
    from companion.opencv import cv2
    from companion.paper import face_image

    for face in die.faces:
        name = folder / f"{die.id.rpartition('/')[2]}-{face.key}.png"
        cv2.imwrite(str(name), face_image(die, face, 480)[..., ::-1])
