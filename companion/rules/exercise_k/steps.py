"""The steps of a script of Exercise K: which keys each question and action takes, and the action that they make."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any, Final

from companion.catalogue import checks
from companion.catalogue.checks import Key
from companion.errors import InputError
from companion.plain_text import shown
from companion.rules.exercise_k import actions as act
from companion.rules.exercise_k.board import Hex, hex_named
from companion.rules.exercise_k.questions import ANSWERS
from companion.rules.exercise_k.record_sheet import SheetSystem
from companion.rules.exercise_k.roster import RADARS, Roster


def hex_from_name(value: object) -> Hex:
    """A hex by its name, CCRR."""
    return hex_named(checks.text(value))


def from_one(value: object) -> int:
    """A whole number from 1."""
    found = checks.count(value)
    if found < 1:
        raise ValueError("expected a whole number from 1")
    return found


def _names(value: object) -> tuple[str, ...]:
    found: tuple[str, ...] = (value,) if isinstance(value, str) else checks.list_of(checks.text, distinct=True)(value)
    if not found:
        raise ValueError("expected a name, or several")
    return found


def _radars(value: object) -> tuple[Hex, ...]:
    found: tuple[Hex, ...] = checks.list_of(hex_from_name)(value)
    if len(found) != len(RADARS):
        raise ValueError("expected two hexes")
    return found


#: What an account may hold, or be given or taken by hand.
VICTORY_POINTS: Final = checks.number_in(-99_999, 99_999)
_TEXTS: Final = checks.list_of(checks.text, distinct=True)
_SYSTEM: Final = {"system": Key(checks.one_of(SheetSystem)), "count": Key(checks.count)}
#: Questions and the keys that each takes.
ASKS: Final[Mapping[str, Mapping[str, Key]]] = MappingProxyType(
    {
        "roster": {"players": Key(checks.count, None)},
        "turn-order": {},
        "placement": {
            "team": Key(checks.text),
            "cp": Key(hex_from_name),
            "radars": Key(_radars),
            "ogres": Key(checks.list_of(hex_from_name)),
        },
        "range": {"from": Key(hex_from_name), "to": Key(hex_from_name)},
        "sheet": {"ogre": Key(checks.text)},
        "vp": {},
        "multiplier": {"round": Key(from_one)},
        "in-force": {},
    }
)
assert set(ASKS) == set(ANSWERS)
#: Actions and the keys that each takes.
DOES: Final[Mapping[str, Mapping[str, Key]]] = MappingProxyType(
    {
        "damage": {"by": Key(_names), "target": Key(checks.text), "ram": Key(checks.flag, False)} | _SYSTEM,
        "fire-missile": {"by": Key(checks.text)},
        "destroy": {
            "by": Key(checks.text),
            "building": Key(checks.text),
            "ram": Key(checks.flag, False),
            "result": Key(checks.one_of(act.BuildingResult), act.BuildingResult.DESTROYED),
        },
        "self-damage": {"ogre": Key(checks.text)} | _SYSTEM,
        "end-turn": {"round": Key(from_one, None)},
        "final-round": {
            "why": Key(checks.one_of(act.FinalRoundReason)),
            "by": Key(_TEXTS, ()),
            "in_range": Key(_TEXTS, ()),
        },
        "end": {},
        "set-right": {
            "ogre": Key(checks.text, None),
            "system": Key(checks.one_of(SheetSystem), None),
            "left": Key(checks.count, None),
            "building": Key(checks.text, None),
            "stands": Key(checks.flag, None),
            "account": Key(checks.text, None),
            "points": Key(VICTORY_POINTS, None),
        },
    }
)
#: What belongs together in a `set-right`.
_SET_RIGHT: Final = (("ogre", "system", "left"), ("building", "stands"), ("account", "points"))
#: Words of an action -> its kind.
_KINDS: Final[Mapping[str, type[act.DeskAction]]] = MappingProxyType(
    {
        "damage": act.Damage,
        "fire-missile": act.FireMissile,
        "destroy": act.Destroy,
        "self-damage": act.SelfDamage,
        "final-round": act.CallFinalRound,
        "end": act.End,
        "set-right": act.CorrectGame,
    }
)
assert set(_KINDS) | {"end-turn"} == set(DOES)
_NAMES: Final[Mapping[type[act.DeskAction], str]] = MappingProxyType(
    {kind: name for name, kind in _KINDS.items()} | {act.EndDeskTurn: "end-turn"}
)
assert set(_NAMES) == set(act.KINDS)


def action_from(name: str, keys: Mapping[str, Any], place: str) -> act.DeskAction:
    """The action of a step whose keys have been read.

    Raises:
        InputError: an `end-turn` with a round but no player, a `set-right` of nothing, of half of something, or of two
            things.
    """
    if name == "set-right":
        _check_set_right(keys, place)
    if name != "end-turn":
        return _KINDS[name](**keys)
    if keys["round"] is None:
        return act.EndDeskTurn(player=keys["player"])
    if keys["player"] is None:
        raise InputError(f"{place}: 'round' needs 'player' beside it")
    return act.EndDeskTurn(until=(keys["round"], keys["player"]))


def _check_set_right(keys: Mapping[str, Any], place: str) -> None:
    told = [[keys[key] is not None for key in group] for group in _SET_RIGHT]
    if [all(group) for group in told].count(True) != 1 or [any(group) for group in told].count(True) != 1:
        wanted = "; or ".join(", ".join(group) for group in _SET_RIGHT)
        raise InputError(f"{place}: expected exactly one of these, complete: {wanted}")


def as_row(action: act.DeskAction) -> dict[str, Any]:
    """The step that makes an action, with the keys of a script: what a journal keeps of it."""
    given = {field.name: getattr(action, field.name) for field in fields(action)}
    until = given.pop("until", None)
    if until is not None:
        return {"do": "end-turn", "round": until[0], "player": until[1]}
    row = {key: list(value) if isinstance(value, tuple) else value for key, value in given.items()}
    return {"do": _NAMES[type(action)], **{key: value for key, value in row.items() if value not in (None, [])}}


def check_names(keys: Mapping[str, Any], place: str, roster: Roster) -> None:
    """Hold every name of a step to the roster.

    Raises:
        InputError: a name that is not in this game.
    """
    ogres = set(roster.ogres)
    known = {
        "by": ogres,
        "target": ogres,
        "ogre": ogres,
        "account": ogres,
        "in_range": ogres,
        "player": ogres,
        "building": set(roster.buildings),
        "team": set(roster.teams),
    }
    for key, allowed in known.items():
        given = keys.get(key)
        for name in (given,) if isinstance(given, str) else given or ():
            if name not in allowed:
                raise InputError(f"{place}: {key!r}: {shown(name)} is not known")
