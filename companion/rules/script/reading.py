"""A referee script from JSON: its situation and its steps, every word of it checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from companion.catalogue import System, checks, read_script_die
from companion.catalogue.checks import Key
from companion.errors import InputError
from companion.plain_text import shown
from companion.rules import actions as act
from companion.rules.agreements import Profile
from companion.rules.position import Position
from companion.rules.scenarios import Scenario
from companion.rules.script.keys import point, read, tables
from companion.rules.script.situation import face_named, situation

FORMAT: Final = 1
_PLAYER: Final = {"player": Key(checks.text, None)}
_SETTLED: Final = {"settled": Key(checks.flag, False)}
_BY: Final = {"by": Key(checks.text)}
_PIECE: Final = {"piece": Key(checks.text)}
_TARGET: Final = {"target": Key(checks.text)}
_EFFECT: Final = {"effect": Key(checks.count)}
_CORNER: Final = {"corner": Key(checks.corner)}


def _choice(*words: str) -> Key:
    def check(value: object) -> str:
        if value not in words or not isinstance(value, str):
            raise ValueError(f"expected one of {', '.join(words)}")
        return value

    return Key(check)


def _corner_or_none(value: object) -> int | None:
    return None if value is None else checks.corner(value)


def _army_list(value: object) -> Mapping[str, tuple[str, ...]]:
    if not isinstance(value, Mapping) or not value:
        raise ValueError("expected player -> list of dice")
    return {name: checks.list_of(checks.text)(dice) for name, dice in value.items()}


_SCENARIO: Final = {"scenario": Key(checks.one_of(Scenario))}
#: How well a pose that the camera sees is known.
_SIGMAS: Final = {"sigma_mm": Key(checks.from_zero, None), "sigma_deg": Key(checks.from_zero, None)}
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
        "table": {"players": Key(checks.count), "shape": _choice("square", "oblong", "round", "triangle", "hexagon")},
        "actions": {"piece": Key(checks.text, None)},
        "state": {},
    }
)
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
        "foul-choice": _BY | _SETTLED | {"choice": _choice("allow", "prohibit", "remove")},
        "maneuver": _PIECE | _CORNER | _SETTLED,
        "shoot": _BY
        | _EFFECT
        | _SETTLED
        | {
            "target": Key(checks.text, None),
            "targets": Key(checks.list_of(checks.text), None),
            "system": Key(_choice(*_SYSTEMS).check, None),
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
#: Actions that take the players' word on what was too close to call.
SETTLEABLE: Final = frozenset(name for name, keys in DOES.items() if "settled" in keys)
_POSE: Final = {
    "face": Key(checks.text),
    "centre_mm": Key(point),
    "heading_deg": Key(checks.number),
    "level": Key(checks.level, None),
} | _SIGMAS
_RELEASE: Final = {"behind_mm": Key(checks.number), "above_mm": Key(checks.number)}


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
    verb, table = ("ask", ASKS) if "ask" in row else ("do", DOES)
    name = row[verb]
    if not isinstance(name, str) or name not in table:
        raise InputError(f"{place}: {verb!r}: {shown(name)} is not known; expected one of {', '.join(table)}")
    place = f"{place} ({verb} {name})"
    rest = {key: value for key, value in row.items() if key != verb}
    keys = read(rest, dict(table[name]) | _PLAYER, place)
    _check_names(name, keys, place, start, dice)
    return ScriptStep(name, keys, _ACTIONS[name](keys, place, start) if verb == "do" else None)


def _check_names(name: str, keys: Mapping[str, Any], place: str, start: Position, dice: Mapping[str, Any]) -> None:
    players = {player.id for player in start.players}
    posts = set(start.posts) if name in {"command", "command-order"} else set()
    targets = set(start.pieces) | set(start.posts)
    known = {
        "player": players,
        "piece": set(start.pieces),
        "from": targets,
        "to": targets,
        "target": targets,
        "targets": targets,
        "knocked_off": set(start.pieces),
        "previous": players,
        "dice": set(dice),
        "by": players if name == "foul-choice" else set(start.pieces) | posts,
    }
    if name == "shoot":
        known["double"] = targets
    for key, allowed in known.items():
        given = keys.get(key)
        for value in (given,) if isinstance(given, str) else given or ():
            if value not in allowed:
                raise InputError(f"{place}: {key!r}: {shown(value)} is not known")
    for player, army in keys.get("armies", {}).items():
        unknown = [*({player} - players), *(set(army) - set(dice))]
        if unknown:
            raise InputError(f"{place}: 'armies': {shown(unknown[0])} is not known")


def _lying(row: object, place: str, start: Position, piece: str) -> act.RestingPose:
    keys = read(row, _POSE, place)
    face_named(start.piece(piece).die, keys["face"], f"{place}: face")
    return act.RestingPose(**keys)


def _leaning(row: Mapping[str, Any], place: str, start: Position, piece: str) -> act.LeaningPose:
    keys = read(row, {"leaning_on": Key(checks.text), "roll_off": Key(checks.anything, None)}, place)
    things = {*start.pieces, *(terrain.id for terrain in start.table.terrain)}
    if keys["leaning_on"] not in things:
        raise InputError(f"{place}: 'leaning_on': {shown(keys['leaning_on'])} is neither a piece nor terrain")
    if keys["leaning_on"] == piece:
        raise InputError(f"{place}: 'leaning_on': {shown(piece)} cannot lean on itself")
    roll = keys["roll_off"]
    return act.LeaningPose(
        keys["leaning_on"], None if roll is None else _lying(roll, f"{place}: roll_off", start, piece)
    )


def _landing(row: object, place: str, start: Position, piece: str) -> act.RestingPose | act.LeaningPose | act.OffTable:
    if row == "off":
        return act.OffTable()
    if isinstance(row, Mapping) and "leaning_on" in row:
        return _leaning(row, place, start, piece)
    return _lying(row, place, start, piece)


def _seen(rows: tuple[Any, ...], place: str, start: Position) -> tuple[act.ObservedPiece, ...]:
    found: dict[str, act.ObservedPiece] = {}
    for index, row in enumerate(rows):
        here = f"{place}[{index}]"
        piece = row.get("piece") if isinstance(row, Mapping) else None
        if not isinstance(piece, str) or piece not in start.pieces:
            raise InputError(f"{here}: expected a table with a known 'piece'")
        if piece in found:
            raise InputError(f"{here}: {shown(piece)} appears twice; a die lies in one place")
        how = _landing({key: value for key, value in row.items() if key != "piece"}, here, start, piece)
        found[piece] = act.ObservedPiece(piece, how)  # type: ignore[arg-type]  # a mapping is never "off"
    return tuple(found.values())


def _throw(keys: Mapping[str, Any], place: str, start: Position) -> act.Throw:
    disturbed = _seen(keys["disturbed"], f"{place}: disturbed", start)
    _check_told_once(keys["piece"], keys["knocked_off"], [seen.piece for seen in disturbed], place)
    release = None if keys["release"] is None else act.Release(**read(keys["release"], _RELEASE, f"{place}: release"))
    return act.Throw(
        player=keys["player"],
        piece=keys["piece"],
        foul=keys["foul"],
        release=release,
        knocked_off=keys["knocked_off"],
        lands=_landing(keys["lands"], f"{place}: lands", start, keys["piece"]),
        disturbed=disturbed,
    )


def _check_told_once(thrown: str, knocked_off: Sequence[str], disturbed: Sequence[str], place: str) -> None:
    """What became of a die in a throw is told in one place: it landed, it was knocked off, or it was disturbed."""
    for key, pieces, others in (
        ("disturbed", disturbed, {thrown: "the die thrown"} | dict.fromkeys(knocked_off, "knocked off")),
        ("knocked_off", knocked_off, {thrown: "the die thrown"}),
    ):
        for piece in pieces:
            if piece in others:
                raise InputError(f"{place}: {key!r}: {shown(piece)} is {others[piece]}")


def _place(keys: Mapping[str, Any], place: str, start: Position) -> act.Place:
    pose = {key: keys[key] for key in _POSE if keys.get(key) is not None}
    return act.Place(player=keys["player"], piece=keys["piece"], how=_lying(pose, place, start, keys["piece"]))


def _observe(keys: Mapping[str, Any], place: str, start: Position) -> act.Observe:
    return act.Observe(player=keys["player"], pieces=_seen(keys["pieces"], f"{place}: pieces", start))


def _plain(kind: type[act.Action]) -> Callable[[Mapping[str, Any], str, Position], act.Action]:
    return lambda keys, place, start: kind(**keys)


_ACTIONS: Final[Mapping[str, Callable[[Mapping[str, Any], str, Position], act.Action]]] = MappingProxyType(
    {
        "place": _place,
        "throw": _throw,
        "foul-choice": _plain(act.FoulChoice),
        "maneuver": _plain(act.Maneuver),
        "shoot": _plain(act.Shoot),
        "call": _plain(act.Call),
        "jump": _plain(act.Jump),
        "command": _plain(act.Command),
        "repair": _plain(act.Repair),
        "confuse": _plain(act.Confuse),
        "clone": _plain(act.Clone),
        "name-target": _plain(act.NameTarget),
        "skip": _plain(act.Skip),
        "pass": _plain(act.Pass),
        "end-turn": _plain(act.EndTurn),
        "observe": _observe,
    }
)
assert set(_ACTIONS) == set(DOES)
