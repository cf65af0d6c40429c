"""A die as a die file: the other way round of `reading`, and nothing is written that could not be read again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import MISSING, fields
from enum import StrEnum
from pathlib import Path
from typing import Final

from companion.atomic_write import write_atomic
from companion.catalogue.die import Die, Effect, Face
from companion.catalogue.reading import FORMAT, read_die_file
from companion.documents import DocumentError, parse_toml
from companion.errors import InputError, OperationError

#: What a person looks for in a file, written even where it is the same as if left out.
_ALWAYS: Final = frozenset({"id", "name", "set", "team", "classes", "points", "unique", "edge_mm", "provenance"}) | {
    "key", "vertices", "shield", "maneuver", "damage", "kind"
}  # fmt: skip


def die_file_text(die: Die, heading: str = "") -> str:
    """The die file of a die; ``heading`` becomes its first lines, as a comment."""
    head = [*(f"# {line}" for line in heading.splitlines()), f"format = {FORMAT}", *_lines(die, "faces", "sources")]
    sources = [f"{json.dumps(key)} = {_written(value)}" for key, value in sorted(die.sources.items())]
    parts = [head, *([["[sources]", *sources]] if sources else [])]
    for face in die.faces:
        parts.append(["[[face]]", *_lines(face, "effects")])
        parts += [["[[face.effect]]", *_lines(effect)] for effect in face.effects]
    return "\n\n".join("\n".join(lines) for lines in parts) + "\n"


def problems_of(die: Die) -> list[str]:
    """What keeps a die from being a whole one, as its file would be told off; each with face and key."""
    try:
        return read_die_file(parse_toml(die_file_text(die)), "")[1]
    except DocumentError as error:  # a name of a million letters, a number that is none
        return [str(error)]


def write_die(die: Die, file: Path, heading: str = "") -> None:
    """Write a die file, whole or not at all; its folder is made.

    Raises:
        InputError: with every problem of the die; nothing was written.
        OperationError: the place cannot be written.
    """
    if problems := problems_of(die):
        raise InputError(*(f"{file}: {problem}" for problem in problems))
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(file, die_file_text(die, heading).encode())
    except OSError as error:
        raise OperationError(
            f"{file} cannot be written ({error.strerror}); make room, or allow writing there"
        ) from error


def _lines(what: Die | Face | Effect, *without: str) -> Iterator[str]:
    """``key = value`` for what is set."""
    for field in fields(what):
        value = getattr(what, field.name)
        default = field.default if field.default is not MISSING else None
        if field.name not in without and value is not None and (field.name in _ALWAYS or value != default):
            yield f"{field.name} = {_written(value)}"


def _written(value: object) -> str:
    """A value as TOML writes it."""
    match value:
        case bool():
            return "true" if value else "false"
        case StrEnum():
            return json.dumps(value.value)
        case str():  # as JSON, but for the one letter that only TOML forbids
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case tuple():
            return f"[{', '.join(map(_written, value))}]"
    return repr(value)
