"""From the keys of a die file, or of a die in a referee script, to a `Die`, with every problem found."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import count as count_from
from types import MappingProxyType
from typing import Any, Final

from companion.catalogue import checks as c
from companion.catalogue.checks import Key, Notes, read_table
from companion.catalogue.die import NORMAL_EDGE_MM, Colour, Die, Effect, EffectKind, Face, Range, System
from companion.geometry import is_face

FORMAT: Final = 1
_FACES_OF_A_DIE: Final = 8
#: More than this no face has room for.
_MOST_EFFECTS: Final = 16
#: The smallest and the largest die that can be folded and thrown.
_EDGES_MM: Final = (5, 500)
_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*/[a-z0-9]+(-[a-z0-9]+)*")
_corners: Final = c.list_of(c.corner, distinct=True, at_most=3)


def _die_id(value: object) -> str:
    if not isinstance(value, str) or not _ID.fullmatch(value):
        raise ValueError("expected set/die in lower case with hyphens")
    return value


def _format(value: object) -> int:
    if value != FORMAT or isinstance(value, bool):
        raise ValueError(f"this program reads format {FORMAT}")
    return FORMAT


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
_DIE_FILE: Final = _DIE | {"format": Key(_format), "id": Key(_die_id)}
#: Sets whose dice are unique by their document (AD-UNIQ-02, CY-ARMY-04); no other is (CON-07).
_UNIQUE_SETS: Final = frozenset({"deep-white-sea", "cyburg"})
#: Kinds whose arrow must bear a number (OG-SIGHT-01, CY-WEAPON-01).
_NEEDS_ATTACK: Final = frozenset({EffectKind.WEAPON, EffectKind.BACKSTAB, EffectKind.POISON})
_NEEDS_AMOUNT: Final = frozenset({EffectKind.PROTECTION, EffectKind.POWER_UP})


def read_die_file(table: Mapping[str, object], source: str) -> tuple[Die | None, list[str]]:
    """The die of a parsed die file and its problems; None where there are any. All eight faces must be there."""
    notes = Notes(source)
    keys = read_table(table, _DIE_FILE, "", notes)
    die = _die(keys, notes)
    if die is not None:
        _check_whole(die, notes)
        _check_steps(die, notes)
        _check_numbers(die, notes)
    return (None if notes.problems else die), notes.problems


def read_script_die(table: object, source: str) -> tuple[Die | None, list[str]]:
    """The same for a die of a referee script, which may list only the faces that it uses."""
    notes = Notes(source)
    die = _die(read_table(table, _DIE, "", notes), notes)
    if die is not None and len(die.faces) == _FACES_OF_A_DIE and all(face.vertices for face in die.faces):
        _check_whole(die, notes)
    return (None if notes.problems else die), notes.problems


def _die(keys: dict[str, Any], notes: Notes) -> Die | None:
    faces = [_face(table, index, notes) for index, table in enumerate(keys.pop("face") or ())]
    _check_repeated([face.key for face in faces if face.key], "key", notes)
    _check_repeated(["".join(sorted(face.vertices)) for face in faces if face.vertices], "vertices", notes)
    if not faces:
        notes.add("", "key 'face': expected at least one face")
    keys.pop("format", None)
    if keys["unique"] is None:
        keys["unique"] = _set_of(keys) in _UNIQUE_SETS
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
    for value in sorted({v for v in values if values.count(v) > 1}):
        notes.add(f"face {value!r}" if key == "key" else "", f"key {key!r}: {value!r} is given to more than one face")


def _check_whole(die: Die, notes: Notes) -> None:
    if len(die.faces) != _FACES_OF_A_DIE:
        notes.add("", f"key 'face': expected eight faces, got {len(die.faces)}")
    for face in die.faces:
        if face.vertices is None:
            notes.add(f"face {face.key!r}", "key 'vertices' is missing")


def _check_steps(die: Die, notes: Notes) -> None:
    for face in die.faces:
        for corner in face.damage:
            below = die.face_over(face, corner)
            if below is not None and None not in (face.side, below.side) and face.side != (below.side or 0) + 1:
                notes.add(
                    f"face {face.key!r}",
                    f"key 'damage': corner {corner} leads to side {below.side}, "
                    f"not to the next lower side {(face.side or 0) - 1}",
                )


def _check_numbers(die: Die, notes: Notes) -> None:
    for face in die.faces:
        if face.treads and len(face.treads) != len(face.maneuver):
            notes.add(f"face {face.key!r}", "key 'treads': expected one number for each corner of 'maneuver'")
        for index, effect in enumerate(face.effects):
            place = f"face {face.key!r}, effect {index}"
            if effect.corners and effect.range is None:
                notes.add(place, "key 'range': an effect with an arrow needs short, long or all")
            if effect.kind in _NEEDS_ATTACK and effect.attack is None:
                notes.add(place, "key 'attack' is missing")
            if effect.kind in _NEEDS_AMOUNT and effect.amount is None:
                notes.add(place, "key 'amount' is missing")
