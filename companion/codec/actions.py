"""Actions as scripts and journals have them: ``{"do": "maneuver", "piece": ..., "corner": 1}`` (docs/formats, Script).

`decode_action` reads one, `encode_action` writes one; `check_action` holds the names of one to a match.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import fields
from enum import Enum
from types import MappingProxyType
from typing import Any, Final

from companion.catalogue import System, checks
from companion.catalogue.checks import Key
from companion.codec.keys import face_named, point, read, tables
from companion.errors import InputError
from companion.plain_text import shown
from companion.rules import Position
from companion.rules import actions as act

__all__ = ["DOES", "check_action", "choice", "decode_action", "encode_action", "may_be_settled"]

_PLAYER: Final = {"player": Key(checks.text, None)}
_SETTLED: Final = {"settled": Key(checks.flag, False)}
_BY: Final = {"by": Key(checks.text)}
_PIECE: Final = {"piece": Key(checks.text)}
_TARGET: Final = {"target": Key(checks.text)}
_EFFECT: Final = {"effect": Key(checks.count)}
_CORNER: Final = {"corner": Key(checks.corner)}
#: How well a pose that the camera sees is known.
_SIGMAS: Final = {"sigma_mm": Key(checks.from_zero, None), "sigma_deg": Key(checks.from_zero, None)}


def choice(*words: str) -> Key:
    """A key that is one of some words."""

    def check(value: object) -> str:
        if value not in words or not isinstance(value, str):
            raise ValueError(f"expected one of {', '.join(words)}")
        return value

    return Key(check)


def _corner_or_none(value: object) -> int | None:
    return None if value is None else checks.corner(value)


_SYSTEMS: Final = (*(system.value for system in System), "treads")
#: Actions and the keys that each takes.
DOES: Final[Mapping[str, Mapping[str, Key]]] = MappingProxyType(
    {
        "place": _PIECE
        | _SIGMAS
        | {"centre_mm": Key(point), "heading_deg": Key(checks.number), "face": Key(checks.text)},
        "throw": _PIECE
        | {
            "lands": Key(checks.anything),
            "knocked_off": Key(checks.list_of(checks.text, distinct=True), ()),
            "disturbed": Key(tables, ()),
            "foul": Key(checks.flag, False),
            "release": Key(checks.anything, None),
        },
        "foul-choice": _BY | _SETTLED | {"choice": choice("allow", "prohibit", "remove")},
        "maneuver": _PIECE | _CORNER | _SETTLED,
        "shoot": _BY
        | _EFFECT
        | _SETTLED
        | {
            "target": Key(checks.text, None),
            "targets": Key(checks.list_of(checks.text), None),
            "system": Key(choice(*_SYSTEMS).check, None),
            "double": Key(checks.text, None),
        },
        "call": _BY | _PIECE,
        "jump": _BY,
        "command": _BY | _SETTLED | {"double": Key(checks.flag, False)},
        "repair": _BY | _TARGET | _SETTLED | {"corner": Key(_corner_or_none)},
        "confuse": _BY | _TARGET | _CORNER | _SETTLED,
        "clone": _BY | _TARGET | _SETTLED,
        "name-target": _BY | _EFFECT | _TARGET | _SETTLED,
        "skip": {},
        "pass": _SETTLED,
        "end-turn": _SETTLED,
        "observe": {"pieces": Key(tables)},
    }
)
_POSE: Final = {
    "face": Key(checks.text),
    "centre_mm": Key(point),
    "heading_deg": Key(checks.number),
    "level": Key(checks.level, None),
} | _SIGMAS
_RELEASE: Final = {"behind_mm": Key(checks.number), "above_mm": Key(checks.number)}


def decode_action(row: Mapping[str, Any], place: str, start: Position) -> act.Action:
    """The action of a row, whose names are those of a match that starts from ``start``.

    Raises:
        InputError: naming the place within the row.
    """
    name = row.get("do")
    if not isinstance(name, str) or name not in DOES:
        raise InputError(f"{place}: 'do': {shown(name)} is not known; known are {', '.join(DOES)}")
    place = f"{place} (do {name})"
    keys = read({key: value for key, value in row.items() if key != "do"}, dict(DOES[name]) | _PLAYER, place)
    action = _DECODERS[name](keys, place)
    check_action(action, place, start)
    return action


def encode_action(action: act.Action) -> dict[str, Any]:
    """The row of an action; what is as it is where nothing is told is left out."""
    row: dict[str, Any] = {"do": _NAMES[type(action)]}
    for field in fields(action):
        value = getattr(action, field.name)
        if value != field.default:
            row |= _encoded(field.name, value)
    return row


def may_be_settled(action: act.Action) -> bool:
    """Whether an action takes the players' word on what is too close to call, and has not got it yet."""
    return not action.settled and "settled" in DOES[_NAMES[type(action)]]


# What an action tells, from a row


def _lying(row: object, place: str) -> act.RestingPose:
    return act.RestingPose(**read(row, _POSE, place))


def _leaning(row: Mapping[str, Any], place: str) -> act.LeaningPose:
    keys = read(row, {"leaning_on": Key(checks.text), "roll_off": Key(checks.anything, None)}, place)
    roll = keys["roll_off"]
    return act.LeaningPose(keys["leaning_on"], None if roll is None else _lying(roll, f"{place}: roll_off"))


def _how(row: object, place: str) -> act.RestingPose | act.LeaningPose:
    return _leaning(row, place) if isinstance(row, Mapping) and "leaning_on" in row else _lying(row, place)


def _seen(rows: tuple[Any, ...], place: str) -> tuple[act.ObservedPiece, ...]:
    return tuple(_observed(row, f"{place}[{index}]") for index, row in enumerate(rows))


def _observed(row: object, place: str) -> act.ObservedPiece:
    if not isinstance(row, Mapping) or not isinstance(row.get("piece"), str):
        raise InputError(f"{place}: expected a table with a known 'piece'")
    return act.ObservedPiece(row["piece"], _how({key: row[key] for key in row if key != "piece"}, place))


def _throw(keys: Mapping[str, Any], place: str) -> act.Throw:
    release = None if keys["release"] is None else act.Release(**read(keys["release"], _RELEASE, f"{place}: release"))
    return act.Throw(
        player=keys["player"],
        piece=keys["piece"],
        foul=keys["foul"],
        release=release,
        knocked_off=keys["knocked_off"],
        lands=act.OffTable() if keys["lands"] == "off" else _how(keys["lands"], f"{place}: lands"),
        disturbed=_seen(keys["disturbed"], f"{place}: disturbed"),
    )


def _place(keys: Mapping[str, Any], place: str) -> act.Place:
    pose = {key: keys[key] for key in _POSE if keys.get(key) is not None}
    return act.Place(player=keys["player"], piece=keys["piece"], how=_lying(pose, place))


def _observe(keys: Mapping[str, Any], place: str) -> act.Observe:
    return act.Observe(player=keys["player"], pieces=_seen(keys["pieces"], f"{place}: pieces"))


def _plain(kind: type[act.Action]) -> Callable[[Mapping[str, Any], str], act.Action]:
    return lambda keys, place: kind(**keys)


_KINDS: Final[Mapping[str, type[act.Action]]] = MappingProxyType(
    {
        "place": act.Place,
        "throw": act.Throw,
        "observe": act.Observe,
        "foul-choice": act.FoulChoice,
        "maneuver": act.Maneuver,
        "shoot": act.Shoot,
        "call": act.Call,
        "jump": act.Jump,
        "command": act.Command,
        "repair": act.Repair,
        "confuse": act.Confuse,
        "clone": act.Clone,
        "name-target": act.NameTarget,
        "skip": act.Skip,
        "pass": act.Pass,
        "end-turn": act.EndTurn,
    }
)
assert set(_KINDS) == set(DOES)
_NAMES: Final = {kind: name for name, kind in _KINDS.items()}
_DECODERS: Final[Mapping[str, Callable[[Mapping[str, Any], str], act.Action]]] = MappingProxyType(
    {name: _plain(kind) for name, kind in _KINDS.items()} | {"place": _place, "throw": _throw, "observe": _observe}
)


# What an action tells, as a row


def _encoded(name: str, value: object) -> dict[str, Any]:
    if isinstance(value, act.OffTable):
        return {name: "off"}
    if isinstance(value, act.RestingPose | act.LeaningPose):
        lies = _encoded_pose(value)
        return lies if name == "how" else {name: lies}
    if isinstance(value, act.Release):
        return {name: {"behind_mm": value.behind_mm, "above_mm": value.above_mm}}
    if isinstance(value, tuple):
        return {name: [_encoded_row(one) for one in value]}
    return {name: value.value if isinstance(value, Enum) else value}


def _encoded_row(value: object) -> object:
    return {"piece": value.piece, **_encoded_pose(value.how)} if isinstance(value, act.ObservedPiece) else value


def _encoded_pose(how: act.RestingPose | act.LeaningPose) -> dict[str, Any]:
    if isinstance(how, act.LeaningPose):
        rolled = {} if how.roll_off is None else {"roll_off": _encoded_pose(how.roll_off)}
        return {"leaning_on": how.on, **rolled}
    told = {"level": how.level, "sigma_mm": how.sigma_mm, "sigma_deg": how.sigma_deg}
    lies = {"face": how.face, "centre_mm": list(how.centre_mm), "heading_deg": how.heading_deg}
    return lies | {key: value for key, value in told.items() if value is not None}


# Names


def check_action(action: act.Action, place: str, start: Position) -> None:
    """Hold every name of an action to a match: players, pieces, sides, what a die leans on.

    Raises:
        InputError: a name that is not in the match, or a die that is told of twice.
    """
    for key, allowed in _known(action, start).items():
        given = getattr(action, key, None)
        for value in (given,) if isinstance(given, str) else given or ():
            if value not in allowed:
                raise InputError(f"{place}: {key!r}: {shown(value)} is not known")
    for where, (piece, how) in _told(action):
        if piece not in start.pieces:
            raise InputError(f"{place}{where}: expected a table with a known 'piece'")
        _check_pose(how, f"{place}{where}", start, piece)
    _check_told_once(action, place)


def _known(action: act.Action, start: Position) -> Mapping[str, Collection[str]]:
    players = {player.id for player in start.players}
    pieces, targets = set(start.pieces), set(start.pieces) | set(start.posts)
    by = players if isinstance(action, act.FoulChoice) else targets if isinstance(action, act.Command) else pieces
    known = {"player": players, "piece": pieces, "by": by, "target": targets, "targets": targets, "knocked_off": pieces}
    return known | ({"double": targets} if isinstance(action, act.Shoot) else {})


def _told(action: act.Action) -> Iterator[tuple[str, tuple[str, act.RestingPose | act.LeaningPose]]]:
    """Where an action tells of a die -> the die, and how it lies."""
    if isinstance(action, act.Place):
        yield "", (action.piece, action.how)
    if isinstance(action, act.Throw) and not isinstance(action.lands, act.OffTable):
        yield ": lands", (action.piece, action.lands)
    name, rows = _observations(action)
    for index, seen in enumerate(rows):
        yield f": {name}[{index}]", (seen.piece, seen.how)


def _observations(action: act.Action) -> tuple[str, tuple[act.ObservedPiece, ...]]:
    if isinstance(action, act.Throw):
        return "disturbed", action.disturbed
    return ("pieces", action.pieces) if isinstance(action, act.Observe) else ("", ())


def _check_pose(how: act.RestingPose | act.LeaningPose, place: str, start: Position, piece: str) -> None:
    if isinstance(how, act.RestingPose):
        face_named(start.piece(piece).die, how.face, f"{place}: face")
        return
    if how.on not in {*start.pieces, *(terrain.id for terrain in start.table.terrain)}:
        raise InputError(f"{place}: 'leaning_on': {shown(how.on)} is neither a piece nor terrain")
    if how.on == piece:
        raise InputError(f"{place}: 'leaning_on': {shown(piece)} cannot lean on itself")
    if how.roll_off is not None:
        _check_pose(how.roll_off, f"{place}: roll_off", start, piece)


def _check_told_once(action: act.Action, place: str) -> None:
    """What became of a die is told in one place: it landed, it was knocked off, or it was disturbed."""
    name, rows = _observations(action)
    told = {action.piece: "the die thrown"} if isinstance(action, act.Throw) else {}
    for piece in action.knocked_off if isinstance(action, act.Throw) else ():
        if piece in told:
            raise InputError(f"{place}: 'knocked_off': {shown(piece)} is {told[piece]}")
        told[piece] = "knocked off"
    before: set[str] = set()
    for index, seen in enumerate(rows):
        if seen.piece in told:
            raise InputError(f"{place}: {name!r}: {shown(seen.piece)} is {told[seen.piece]}")
        if seen.piece in before:
            raise InputError(f"{place}: {name}[{index}]: {shown(seen.piece)} appears twice; a die lies in one place")
        before.add(seen.piece)
