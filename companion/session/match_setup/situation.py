"""From a plan to the opening of a match: a situation as referee scripts have it (docs/formats, Script)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from enum import StrEnum
from typing import Any, Final

from companion.catalogue import Die, Effect, Face
from companion.codec.card_layout import CardLayoutDocument, bundled_layout, known_layout
from companion.codec.script import script_from
from companion.errors import OperationError
from companion.rules import setup_notes
from companion.session.match_setup.first_player import FirstPlayerChoice, choose_first_player
from companion.session.match_setup.initial_table import initial_pieces, initial_posts
from companion.session.match_setup.plan import MatchPlan
from companion.session.match_setup.problems import find_plan_problems
from companion.session.match_setup.terrain import terrain_keys

#: The keys of a die that a script calls otherwise than the catalogue.
_KEYS: Final = {"faces": "face", "effects": "effect"}


def encode_opening(plan: MatchPlan) -> dict[str, Any]:
    """The situation that a match starts from, for the journal (docs/formats, Script, without steps).

    Raises:
        OperationError: the plan has problems; the message is the first of them.
    """
    problems = find_plan_problems(plan)
    if problems:
        raise OperationError(problems[0].text)
    return _situation(plan)


def list_plan_notes(plan: MatchPlan) -> tuple[str, ...]:
    """What the table should know of the set-up before it begins; nothing is refused for it (AMB-33)."""
    if find_plan_problems(plan):
        return ()
    start = script_from(_situation(plan) | {"steps": []}, "opening").start
    return tuple(note.ruling.text for note in setup_notes(start) if not note.fits)


def die_keys(die: Die) -> dict[str, Any]:
    """A die as a script lists it; what is as if left out is left out, but for what goes by its set (CON-07)."""
    return _keys_of(die) | {"unique": die.unique}


def _situation(plan: MatchPlan) -> dict[str, Any]:
    pieces, ogres = initial_pieces(plan), {}
    for piece in pieces:
        mark = plan.mark_of(piece["owner"]) if "Ogre" in plan.dice[piece["die"]].classes else None
        if mark is not None:
            ogres[piece["id"]] = mark
    beginning = choose_first_player(plan)
    first = beginning.first or plan.names[0]
    return {
        "format": 1,
        "name": plan.title or _called(plan),
        "profile": plan.profile.value,
        "advanced": plan.advanced,
        "agreements": dict(plan.choices),
        "scenario": plan.scenario.value,
        "table": plan.surface.as_keys() | _terrain(plan),
        "players": [{"id": name, "edge": plan.places[name].as_key()} for name in plan.names],
        "dice": [die_keys(plan.dice[name]) for name in dict.fromkeys(piece["die"] for piece in pieces)],
        "pieces": pieces,
        "ogres": [_ogre(piece, mark) for piece, mark in ogres.items()],
        "command_posts": initial_posts(plan),
        "counters": [],
        "score": dict.fromkeys(plan.names, 0),
        "to_move": first,
        "turn": 1,
        "table_talk": _table_talk(plan, beginning),
    }


def _ogre(piece: str, mark: str) -> dict[str, Any]:
    """An Ogre with the tracking card that this user plays with: told where it is not the bundled one (OG-OGRE-02)."""
    card = known_layout(mark)
    row: dict[str, Any] = {"piece": piece, "mark": mark}
    if card == bundled_layout(mark):
        return row
    return row | {"layout": CardLayoutDocument.of(card).model_dump(mode="json")}


def _called(plan: MatchPlan) -> str:
    return f"{' against '.join(plan.names)}, {plan.card.name}"


def _table_talk(plan: MatchPlan, beginning: FirstPlayerChoice) -> dict[str, Any]:
    """What the people at the table agreed on and the rules do not ask: badges, the coin, the base of the armies."""
    return {
        "badges": {entrant.name: entrant.badge.word for entrant in plan.entrants},
        "armies": {entrant.name: list(entrant.army) for entrant in plan.entrants},
        "marks": {entrant.name: entrant.mark for entrant in plan.entrants},
        "ogre_with": plan.ogre_with,
        "posts": plan.posts,
        "base": plan.base,
        "turned": plan.turned,
        "measured": plan.surface.measured,
        "terrain": [piece.as_talk() for piece in plan.terrain],
        "first": {
            "player": beginning.first,
            "text": beginning.text,
            "seed": plan.seed if beginning.by_coin else None,
            "chosen": plan.chosen if beginning.decider else None,
            "previous": plan.previous,
        },
    }


def _terrain(plan: MatchPlan) -> dict[str, Any]:
    return {"terrain": terrain_keys(plan.terrain_in_play)} if plan.terrain_in_play else {}


def _keys_of(what: Die | Face | Effect) -> dict[str, Any]:
    rows: dict[str, Any] = {}
    for field in fields(what):
        value = getattr(what, field.name)
        default = field.default_factory() if field.default_factory is not MISSING else field.default
        if value != default:
            rows[_KEYS.get(field.name, field.name)] = _plain(value)
    return rows


def _plain(value: Any) -> Any:
    match value:
        case StrEnum():
            return value.value
        case Die() | Face() | Effect():
            return _keys_of(value)
        case tuple():
            return [_plain(item) for item in value]
        case Mapping():
            return dict(value)
    return value
