"""Die files on disk: one TOML per die, in folders by set."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from companion.catalogue.die import Die
from companion.catalogue.reading import read_die_file
from companion.documents import read_toml
from companion.errors import InputError, OperationError


def load_die(path: Path) -> Die:
    """The die of one file.

    Raises:
        InputError: with every problem of the file, one a line, each naming file, face and key.
    """
    die, problems = read_path(path)
    if die is None:
        raise InputError(*problems)
    return die


def load_dice(*folders: Path) -> dict[str, Die]:
    """Die id -> die of all ``*.toml`` below the folders; a die in a later folder replaces one of the same id.

    Raises:
        OperationError: a folder is not there or holds no die file.
        InputError: with the problems of all files.
    """
    dice: dict[str, Die] = {}
    problems: list[str] = []
    for folder in folders:
        problems += _load_folder(folder, dice)
    if problems:
        raise InputError(*problems)
    return dice


def read_path(path: Path) -> tuple[Die | None, list[str]]:
    """The die of one file and its problems (for showing them all); None where there are any."""
    try:
        table = read_toml(path)
    except InputError as error:
        return None, [str(error)]
    return read_die_file(table, str(path))


def _load_folder(folder: Path, dice: dict[str, Die]) -> list[str]:
    if not folder.is_dir():
        raise OperationError(f"{folder} is not a folder of die files; name one with --dice")
    files = sorted(folder.rglob("*.toml"))
    if not files:
        raise OperationError(f"{folder} holds no die file (*.toml)")
    return _take(files, dice)


def _take(files: Iterable[Path], dice: dict[str, Die]) -> list[str]:
    problems: list[str] = []
    here: dict[str, Path] = {}
    for path in files:
        die, found = read_path(path)
        problems += found
        if die is None:
            continue
        if die.id in here:
            problems.append(f"{path}: key 'id': {die.id!r} is also the id of {here[die.id]}")
        here[die.id] = path
        dice[die.id] = die
    return problems
