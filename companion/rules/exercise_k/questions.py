"""Questions of Exercise K: from what the engine says to the keys of an answer (docs/formats, Exercise K)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from companion.rules.exercise_k import points
from companion.rules.exercise_k.board import Hex, hex_range, judge_placement
from companion.rules.exercise_k.final_scoring import points_now
from companion.rules.exercise_k.position import DeskPosition
from companion.rules.exercise_k.roster import COMMAND_POST, division, roster_for
from companion.rules.exercise_k.terms import IN_FORCE, terms_ruling
from companion.rules.exercise_k.turn_clock import turn_order
from companion.rules.ruling import Ruling, Verdict, most_telling
from companion.text import phrase

DeskAnswer = tuple[dict[str, Any], Ruling]


def _roster(position: DeskPosition, keys: Mapping[str, Any]) -> DeskAnswer:
    asked = keys["players"]
    roster = position.roster if asked is None else roster_for(asked, position.roster.teams)
    destroyed = position.destroyed if asked is None else frozenset()
    row = division(sum(roster.sizes))
    posts = [name for name in roster.buildings if name.endswith(COMMAND_POST)]
    answer = {
        "sizes": list(roster.sizes),
        "setup": roster.setup,
        "runs": {ogre: list(roster.runners(ogre, destroyed)) for ogre in roster.ogres},
        "counts": {
            "ogres": len(roster.ogres),
            "command_posts": len(posts),
            "radars": len(roster.buildings) - len(posts),
        },
    }
    third = ("EK-CNT-02", "EK-CNT-03") if roster.third_ogres else ()
    rules = most_telling((row.rule,), third, ("EK-CNT-01", "EK-TEAM-01", "EK-TEAM-08", "EK-TEAM-03", "EK-TEAM-06"))
    sizes = " + ".join(map(str, roster.sizes))
    text = phrase(
        "{players} players: {sizes}, {setup} setup, {ogres} Ogres.",
        players=sum(roster.sizes),
        sizes=sizes,
        setup=roster.setup,
        ogres=len(roster.ogres),
    )
    return answer, Ruling(Verdict.YES, rules, text)


def _turn_order(position: DeskPosition, keys: Mapping[str, Any]) -> DeskAnswer:
    found = turn_order(position)
    return {
        "turns": list(found.turns),
        "corners": list(found.corners),
        "round": found.round,
        "to_move": found.to_move,
        "final_round": found.final_round,
        "over": found.over,
    }, found.ruling


def _placement(position: DeskPosition, keys: Mapping[str, Any]) -> DeskAnswer:
    found = judge_placement(position.board, keys["cp"], keys["radars"], keys["ogres"])
    return {
        "legal": found.legal,
        "problems": list(found.problems),
        "distances": {
            "radars": list(found.radars),
            "ogres": list(found.ogres),
            "between_radars": found.between_radars,
        },
    }, found.ruling


def _range(position: DeskPosition, keys: Mapping[str, Any]) -> DeskAnswer:
    one: Hex = keys["from"]
    found = hex_range(position.board, one, keys["to"])
    return {"hexes": found.hexes}, found.ruling


def _sheet(position: DeskPosition, keys: Mapping[str, Any]) -> DeskAnswer:
    ogre = keys["ogre"]
    sheet = position.sheets[ogre]
    left = {system.value: count for system, count in sheet.left.items()}
    shown = ", ".join(f"{name} {count}" for name, count in left.items())
    text = (
        phrase("{ogre} is destroyed.", ogre=ogre)
        if sheet.destroyed
        else phrase("{ogre} has left: {left}; it moves {movement}.", ogre=ogre, left=shown, movement=sheet.movement)
    )
    rules = ("EK-TEAM-12", "EK-SPEC-10", "AMB-53", "EK-TEAM-01", "EK-TEAM-02", "CON-26", "CON-24")
    return left | {"destroyed": sheet.destroyed, "movement": sheet.movement}, Ruling(Verdict.YES, rules, text)


def _vp(position: DeskPosition, keys: Mapping[str, Any]) -> DeskAnswer:
    found = points_now(position)
    answer = {
        "players": dict(found.players),
        "third": dict(found.third),
        "teams": dict(found.teams),
        "leader": {"player": list(found.leading_players), "team": list(found.leading_teams)},
    }
    final = ("EK-VP-12", "EK-VP-13", "EK-VP-14", "AMB-51", "AMB-55") if position.scored else ()
    third = ("EK-CNT-04", "EK-CNT-05") if found.third else ()
    tied = ("AMB-59",) if max(len(found.leading_players), len(found.leading_teams)) > 1 else ()
    rules = most_telling(("EK-VP-01", "EK-VP-02"), final, third, tied, ("EK-END-03", "CON-27"))
    shown = ", ".join(f"{team} {total}" for team, total in found.teams.items())
    return answer, Ruling(Verdict.YES, rules, phrase("Teams: {teams}.", teams=shown))


def _multiplier(position: DeskPosition, keys: Mapping[str, Any]) -> DeskAnswer:
    factor, rule = points.multiplier(keys["round"])
    text = phrase(
        "Points of round {round} count times {factor}.",
        round=keys["round"],
        factor=points.trim_decimals(factor),
    )
    return {"factor": points.trim_decimals(factor)}, Ruling(Verdict.YES, (rule,), text)


def _in_force(position: DeskPosition, keys: Mapping[str, Any]) -> DeskAnswer:
    return dict(IN_FORCE), terms_ruling()


#: How each question is answered; a question that cannot be put raises `Refused`.
ANSWERS: Final[Mapping[str, Callable[[DeskPosition, Mapping[str, Any]], DeskAnswer]]] = MappingProxyType(
    {
        "roster": _roster,
        "turn-order": _turn_order,
        "placement": _placement,
        "range": _range,
        "sheet": _sheet,
        "vp": _vp,
        "multiplier": _multiplier,
        "in-force": _in_force,
    }
)
