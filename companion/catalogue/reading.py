"""From the keys of a die in a referee script to a `Die`, with every problem found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count as count_from
from types import MappingProxyType
from typing import Any, Final

from companion.catalogue import checks as c
from companion.catalogue.checks import Key, Notes, read_table
from companion.catalogue.die import NORMAL_EDGE_MM, Colour, Die, Effect, EffectKind, Face, Range, System
from companion.catalogue.die_problems import UNIQUE_SETS, repeated
from companion.geometry import is_face

_FACES_OF_A_DIE: Final = 8
#: More than this no face has room for.
_MOST_EFFECTS: Final = 16
#: The smallest and the largest die that can be folded and thrown.
_EDGES_MM: Final = (5, 500)
_corners: Final = c.list_of(c.corner, distinct=True, at_most=3)


def _vertices(value: object) -> str:
    if not isinstance(value, str) or not is_face(value):
        raise ValueError("expected three vertices in corner order, such as 'aBC'")
    return value


_EFFECT: Final = {
    "kind": Key(c.one_of(EffectKind)),
    "name": Key(c.any_text, ""),
    "colour": Key(c.one_of(Colour, without=["white"]), Colour.BLACK),
    "range": Key(c.one_of(Range), None),
    "corners": Key(_corners, ()),
    "attack": Key(c.strength, None),
    "amount": Key(c.strength, None),
    "system": Key(c.one_of(System), None),
    "restriction": Key(c.text, None),
    "double": Key(c.flag, False),
    "continuous": Key(c.flag, False),
}
_FACE: Final = {
    "key": Key(c.text),
    "side": Key(c.count_in(1, _FACES_OF_A_DIE), None),
    "vertices": Key(_vertices, None),
    "block": Key(c.strength, None),
    "shield": Key(c.one_of(Colour), Colour.WHITE),
    "maneuver": Key(_corners, ()),
    "entry": Key(_corners, ()),
    "damage": Key(c.list_of(c.corner, at_most=1), ()),  # one red dot: a face leads to one lower side
    "treads": Key(c.list_of(c.printed, at_most=3), ()),
    "effect": Key(c.list_of(c.anything, at_most=_MOST_EFFECTS), ()),
}
_DIE: Final = {
    "id": Key(c.text),
    "name": Key(c.any_text, ""),
    "set": Key(c.any_text, ""),
    "team": Key(c.any_text, ""),
    "classes": Key(c.list_of(c.text), ()),
    "points": Key(c.points, 0),
    "unique": Key(c.flag, None),
    "edge_mm": Key(c.number_in(*_EDGES_MM), NORMAL_EDGE_MM),
    "provenance": Key(c.any_text, "stand-in"),
    "sources": Key(c.texts, MappingProxyType({})),
    "face": Key(c.list_of(c.anything, at_most=_FACES_OF_A_DIE)),
}


def read_script_die(table: object, source: str) -> tuple[Die | None, list[str]]:
    """The die of a referee script, which may list only the faces that it uses, and its problems; None where there are
    any."""
    notes = Notes(source)
    die = _die(read_table(table, _DIE, "", notes), notes)
    return (None if notes.problems else die), notes.problems


def _die(keys: dict[str, Any], notes: Notes) -> Die | None:
    faces = [_face(table, index, notes) for index, table in enumerate(keys.pop("face") or ())]
    _check_repeated([face.key for face in faces if face.key], "key", notes)
    _check_repeated(["".join(sorted(face.vertices)) for face in faces if face.vertices], "vertices", notes)
    if not faces:
        notes.add("", "key 'face': expected at least one face")
    if keys["unique"] is None:
        keys["unique"] = _set_of(keys) in UNIQUE_SETS
    keys["sources"] = MappingProxyType(dict(keys["sources"]))
    return Die(faces=tuple(faces), **keys) if keys["id"] else None


def _set_of(keys: Mapping[str, Any]) -> str:
    """The set that a die says, or that its id names."""
    return str(keys["set"] or (keys["id"] or "").partition("/")[0])


def _face(table: object, index: int, notes: Notes) -> Face:
    named = table.get("key") if isinstance(table, Mapping) else None
    place = f"face {named!r}" if isinstance(named, str) else f"face number {index + 1}"
    keys = read_table(table, _FACE, place, notes)
    effects = [
        _effect(effect, f"{place}, effect {number}", notes)
        for number, effect in zip(count_from(), keys.pop("effect"), strict=False)
    ]
    return Face(effects=tuple(effect for effect in effects if effect), **(keys | {"key": keys["key"] or ""}))


def _effect(table: object, place: str, notes: Notes) -> Effect | None:
    keys = read_table(table, _EFFECT, place, notes)
    return Effect(**keys) if keys["kind"] else None


def _check_repeated(values: Sequence[str], key: str, notes: Notes) -> None:
    for value in repeated(values):
        notes.add(f"face {value!r}" if key == "key" else "", f"key {key!r}: {value!r} is given to more than one face")
