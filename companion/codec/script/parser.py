"""A referee script from JSON: its situation and its steps, every word of it checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from companion.catalogue import checks, read_script_die
from companion.catalogue.checks import Key
from companion.codec.actions import choice, decode_action
from companion.codec.keys import read, tables
from companion.codec.script.situation import situation
from companion.errors import InputError
from companion.plain_text import shown
from companion.rules import Position, Profile, Scenario
from companion.rules import actions as act

FORMAT: Final = 1
_PLAYER: Final = {"player": Key(checks.text, None)}
_BY: Final = {"by": Key(checks.text)}
_PIECE: Final = {"piece": Key(checks.text)}
_TARGET: Final = {"target": Key(checks.text)}
_EFFECT: Final = {"effect": Key(checks.count)}


def _army_list(value: object) -> Mapping[str, tuple[str, ...]]:
    if not isinstance(value, Mapping) or not value:
        raise ValueError("expected player -> list of dice")
    return {name: checks.list_of(checks.text)(dice) for name, dice in value.items()}


_SCENARIO: Final = {"scenario": Key(checks.one_of(Scenario))}
#: Questions and the keys that each takes.
ASKS: Final[Mapping[str, Mapping[str, Key]]] = MappingProxyType(
    {
        "distance": {"from": Key(checks.text), "to": Key(checks.text)},
        "sees": _BY | _EFFECT | _TARGET,
        "targets": _BY | _EFFECT,
        "command-order": _BY,
        "maneuver": _PIECE,
        "damage-step": _PIECE,
        "army": {"dice": Key(checks.list_of(checks.text)), "base": Key(checks.points, None)} | _SCENARIO,
        "first-player": {"armies": Key(_army_list), "previous": Key(checks.text, None)} | _SCENARIO,
        "ogre-card": _PIECE,
        "table": {"players": Key(checks.count), "shape": choice("square", "oblong", "round", "triangle", "hexagon")},
        "actions": {"piece": Key(checks.text, None)},
        "state": {},
    }
)


def _format(value: object) -> int:
    if value != FORMAT or isinstance(value, bool):
        raise ValueError(f"this program reads format {FORMAT}")
    return FORMAT


_SCRIPT: Final = {
    "format": Key(_format),
    "name": Key(checks.any_text, ""),
    "profile": Key(checks.one_of(Profile)),
    "advanced": Key(checks.flag, False),
    "agreements": Key(checks.anything, MappingProxyType({})),
    "table": Key(checks.anything, MappingProxyType({})),
    "players": Key(tables, None),
    "dice": Key(tables),
    "pieces": Key(tables),
    "ogres": Key(tables, ()),
    "command_posts": Key(tables, ()),
    "counters": Key(tables, ()),
    "score": Key(checks.anything, MappingProxyType({})),
    "to_move": Key(checks.text, None),
    "turn": Key(checks.count, None),
    "scenario": Key(checks.one_of(Scenario), None),
    "steps": Key(checks.list_of(checks.anything)),
}
#: Keys for the judge of a script, or for the people at a table, not for the engine.
_JUDGE_ONLY: Final = frozenset({"says", "rests_on", "expect", "table_talk", "log"})


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """One step: a question with its keys, or an action."""

    name: str
    keys: Mapping[str, Any]
    action: act.Action | None = None


@dataclass(frozen=True, slots=True)
class Script:
    """A whole script: the file's name, what it is called, where it starts, its steps, and the dice it lists."""

    file: str
    name: str
    start: Position
    steps: tuple[ScriptStep, ...]
    dice: Mapping[str, Any]


def script_from(table: object, file: str) -> Script:
    """The script of parsed JSON.

    Raises:
        InputError: naming the place within the script.
    """
    if isinstance(table, Mapping):
        table = {key: value for key, value in table.items() if key not in _JUDGE_ONLY}
    keys = read(table, _SCRIPT, "")
    start = situation(keys)
    dice = {die.id: die for die in keys_dice(keys)}
    steps = tuple(step_from(row, f"steps[{index}]", start, dice) for index, row in enumerate(keys["steps"]))
    return Script(file, keys["name"], start, steps, MappingProxyType(dice))


def keys_dice(keys: Mapping[str, Any]) -> list[Any]:
    """The dice that a script lists, pieces or not."""
    return [die for row in keys["dice"] if (die := read_script_die(row, "")[0]) is not None]


def step_from(row: object, place: str, start: Position, dice: Mapping[str, Any]) -> ScriptStep:
    """One step of a script, whose names are those of the position that it starts from.

    Raises:
        InputError: naming the place within the step.
    """
    if not isinstance(row, Mapping) or ("ask" in row) == ("do" in row):
        raise InputError(f"{place}: expected a step with either 'ask' or 'do'")
    if "do" in row:
        return ScriptStep(row["do"], row, decode_action(row, place, start))
    name = row["ask"]
    if not isinstance(name, str) or name not in ASKS:
        raise InputError(f"{place}: 'ask': {shown(name)} is not known; known are {', '.join(ASKS)}")
    place = f"{place} (ask {name})"
    keys = read({key: value for key, value in row.items() if key != "ask"}, dict(ASKS[name]) | _PLAYER, place)
    _check_names(name, keys, place, start, dice)
    return ScriptStep(name, keys)


def _check_names(name: str, keys: Mapping[str, Any], place: str, start: Position, dice: Mapping[str, Any]) -> None:
    players = {player.id for player in start.players}
    posts = set(start.posts) if name == "command-order" else set()
    targets = set(start.pieces) | set(start.posts)
    known = {
        "player": players,
        "piece": set(start.pieces),
        "from": targets,
        "to": targets,
        "target": targets,
        "previous": players,
        "dice": set(dice),
        "by": set(start.pieces) | posts,
    }
    for key, allowed in known.items():
        given = keys.get(key)
        for value in (given,) if isinstance(given, str) else given or ():
            if value not in allowed:
                raise InputError(f"{place}: {key!r}: {shown(value)} is not known")
    for player, army in keys.get("armies", {}).items():
        unknown = [*({player} - players), *(set(army) - set(dice))]
        if unknown:
            raise InputError(f"{place}: 'armies': {shown(unknown[0])} is not known")
