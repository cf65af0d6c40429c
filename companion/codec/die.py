"""Die files: their keys, and `Die` values from and to them, all problems of all files at once."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import MISSING, fields, replace
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final, Self

from pydantic import AfterValidator, Field

from companion.catalogue import UNIQUE_SETS, Die, Effect, Face, die_problems
from companion.codec.document import ValueDocument, decode, write_text
from companion.codec.fields import FORMAT, FormatNumber
from companion.documents import parse_toml, read_toml
from companion.errors import InputError, OperationError
from companion.limits import Name
from companion.resources import Bundled, bundled, data_folder, made_folder
from companion.text import gettext

_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*/[a-z0-9]+(-[a-z0-9]+)*")


def _die_id(name: str) -> str:
    if not _ID.fullmatch(name):
        raise ValueError(gettext("expected set/die in lower case with hyphens"))
    return name


def _set(what: Die | Face | Effect, *without: str) -> dict[str, Any]:
    """The values that are not as if left out."""
    reported = ((field, getattr(what, field.name)) for field in fields(what) if field.name not in without)
    return {field.name: value for field, value in reported if value != field.default}


class FaceDocument(ValueDocument[Face]):
    """One of a die's faces: ``[[face]]``."""

    effect: Annotated[tuple[ValueDocument[Effect], ...], Field(max_length=16)] = ()

    @classmethod
    def of(cls, face: Face) -> Self:
        """The document of a face; what is as if left out is left out."""
        return cls(
            **_set(face, "effects"), effect=tuple(ValueDocument[Effect](**_set(effect)) for effect in face.effects)
        )

    def to_face(self) -> Face:
        """The face as the rules see it."""
        return self.to_value(effects=tuple(effect.to_value() for effect in self.effect))


class DieDocument(ValueDocument[Die]):
    """A die; within a referee script it may list only the faces that the script uses."""

    id: Name
    unique: bool | None = Field(default=None, description="One copy in an army; left out, as the die's set has it.")
    face: Annotated[tuple[FaceDocument, ...], Field(min_length=1, max_length=8)]

    @classmethod
    def of(cls, die: Die) -> Self:
        """The document of a die; what is as if left out is left out, but for what goes by its set (CON-07)."""
        keys = _set(die, "faces", "sources") | {"unique": die.unique}
        keys |= {"sources": dict(die.sources)} if die.sources else {}
        return cls(**keys, face=tuple(map(FaceDocument.of, die.faces)))

    def to_die(self) -> Die:
        """The die as the rest of the house sees it."""
        die = self.to_value(unique=False, faces=tuple(face.to_face() for face in self.face))
        unique = (die.set or die.id.partition("/")[0]) in UNIQUE_SETS if self.unique is None else self.unique
        return replace(die, unique=unique, sources=MappingProxyType(dict(die.sources)))


class DieFileDocument(DieDocument):
    """A die file: ``dice_faces/<set>/<die>.toml``, all eight faces of one design of die."""

    format: FormatNumber
    id: Annotated[str, AfterValidator(_die_id)] = Field(description="set/die, in lower case with hyphens.")


# Reading


def read_die(path: Path) -> Die:
    """The die of one file.

    Raises:
        InputError: with every problem of the file, each naming file, face and key.
    """
    return decode_die_file(read_toml(path), str(path))


def decode_die_file(table: Mapping[str, object], source: str = "") -> Die:
    """The die of a parsed die file. All eight faces must be there.

    Raises:
        InputError: with every problem of the file; ``source`` names it.
    """
    try:
        die = decode(DieFileDocument, table, source).to_die()
    except InputError as error:
        raise InputError(*error.sentences, *_placed(_wrong_count(table.get("face")), source)) from None
    if problems := die_problems(die):
        raise InputError(*_placed(problems, source))
    return die


def _wrong_count(faces: object) -> list[str]:
    """That faces are missing is reported beside what is wrong with those that are there."""
    return (
        [gettext("face: expected eight faces, got {count}", count=len(faces))]
        if isinstance(faces, list) and 0 < len(faces) < 8
        else []
    )


def _placed(problems: Iterable[str], source: str) -> list[str]:
    return [f"{source}: {problem}" if source else problem for problem in problems]


def read_dice(*folders: Path) -> dict[str, Die]:
    """Die id -> die of all ``*.toml`` below the folders; a die in a later folder replaces one of the same id.

    Raises:
        OperationError: a folder is not there or holds no die file.
        InputError: with the problems of all files.
    """
    dice: dict[str, Die] = {}
    problems: list[str] = []
    for folder in folders:
        if not folder.is_dir():
            raise OperationError(gettext("{folder} is not a folder of die files; name one with --dice", folder=folder))
        files = sorted(folder.rglob("*.toml"))
        if not files:
            raise OperationError(gettext("{folder} holds no die file (*.toml)", folder=folder))
        problems += _read_into(dice, files)
    if problems:
        raise InputError(*problems)
    return dice


def known_dice(folder: Path | None = None) -> dict[str, Die]:
    """Die id -> die of a folder; left out: the bundled dice, each replaced by the user's own of that id.

    Raises:
        OperationError, InputError: as `read_dice`.
    """
    if folder is not None:
        return read_dice(folder)
    own = data_folder() / "dice_faces"
    return {**_installed_dice(bundled(Bundled.DICE_FACES)), **(read_dice(own) if own.is_dir() else {})}


@lru_cache(maxsize=1)
def _installed_dice(folder: Path) -> Mapping[str, Die]:
    """The dice that came with the program, which nobody changes while it runs."""
    return read_dice(folder)


def file_of_die(folder: Path, die_id: str) -> Path:
    """Where a die of that id is written below a folder: into the file that holds it, else into one called after it."""
    for path in sorted(folder.rglob("*.toml")):
        with suppress(InputError):  # another file of the folder may be wrong
            if read_die(path).id == die_id:
                return path
    return folder / f"{die_id}.toml"


def _read_into(dice: dict[str, Die], files: Iterable[Path]) -> list[str]:
    problems: list[str] = []
    here: dict[str, Path] = {}
    for path in files:
        try:
            die = read_die(path)
        except InputError as error:
            problems += error.sentences
            continue
        if die.id in here:
            problems.append(
                gettext("{file}: id: {die!r} is also the id of {other}", file=path, die=die.id, other=here[die.id])
            )
        here[die.id] = path
        dice[die.id] = die
    return problems


# Writing


def write_die(die: Die, file: Path, heading: str = "") -> None:
    """Write a die file, whole or not at all; its folder is made.

    Raises:
        InputError: with every problem of the die; nothing was written.
        OperationError: the place cannot be written.
    """
    if problems := file_problems(die):
        raise InputError(*(f"{file}: {problem}" for problem in problems))
    made_folder(file.parent)
    schema = bundled(Bundled.FORMATS, "die.schema.json").as_uri()
    write_text(file, encode_die_file(die, heading, schema), gettext("make room, or allow writing there"))


def file_problems(die: Die) -> list[str]:
    """What keeps a die from being a whole one, as its file would be refused; each with face and key."""
    try:
        decode_die_file(parse_toml(encode_die_file(die)))
    except InputError as error:  # a name of a million letters, a number that is none
        return list(error.sentences)
    return []


def encode_die_file(die: Die, heading: str = "", schema: str = "") -> str:
    """The die file of a die; ``heading`` becomes its first lines, as a comment.

    schema: where the JSON Schema of die files lies, for editors that complete keys by it.

    Lists stand on one line and tables below each other, for people who go on in a text editor.
    """
    comments = [*([f"#:schema {schema}"] if schema else []), *(f"# {line}" for line in heading.splitlines())]
    head = [*comments, f"format = {FORMAT}", *_lines(die, "faces", "sources")]
    sources = [f"{json.dumps(key)} = {_toml(value)}" for key, value in sorted(die.sources.items())]
    parts = [head, *([["[sources]", *sources]] if sources else [])]
    for face in die.faces:
        parts.append(["[[face]]", *_lines(face, "effects")])
        parts += [["[[face.effect]]", *_lines(effect)] for effect in face.effects]
    return "\n\n".join("\n".join(lines) for lines in parts) + "\n"


#: What a person looks for in a file is written even where it is the same as if left out.
_ALWAYS: Final = frozenset({"id", "name", "set", "team", "classes", "points", "unique", "edge_mm", "provenance"}) | {
    "key", "vertices", "shield", "maneuver", "damage", "kind"
}  # fmt: skip


def _lines(what: Die | Face | Effect, *without: str) -> Iterator[str]:
    """``key = value`` for what is set."""
    for field in fields(what):
        value = getattr(what, field.name)
        default = field.default if field.default is not MISSING else None
        if field.name not in without and value is not None and (field.name in _ALWAYS or value != default):
            yield f"{field.name} = {_toml(value)}"


def _toml(value: object) -> str:
    """A value as TOML writes it."""
    match value:
        case bool():
            return "true" if value else "false"
        case StrEnum():
            return json.dumps(value.value)
        case str():  # as JSON, but for the one letter that only TOML forbids
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case tuple():
            return f"[{', '.join(map(_toml, value))}]"
    return repr(value)
