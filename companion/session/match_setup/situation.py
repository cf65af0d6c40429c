"""From a plan to the opening of a match: a situation as referee scripts have it (docs/formats, Script)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import MISSING, fields
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from shapely.geometry import Point, Polygon, box

from companion.catalogue import Die, Effect, Face
from companion.errors import OperationError
from companion.geometry import Pose
from companion.rules import TERMS, Scenario, bundled_layout, known_layout, setup_notes
from companion.rules.script import script_from
from companion.session.match_setup.scenarios import OgreRole
from companion.session.match_setup.surface import SeatPlace
from companion.session.match_setup.terrain import terrain_keys

if TYPE_CHECKING:
    from companion.session.match_setup.plan import MatchPlan

#: The Command Post's card as it is printed.
COMMAND_POST_MM: Final = (120.0, 60.0)
#: Half of "about twelve inches" between two Ogres (OG-START-08).
_FROM_MIDDLE_MM: Final = 152.4
#: An Ogre that stands on the table while a die opens the match in the exact centre keeps clear of it.
_CLEAR_OF_MIDDLE_MM: Final = 304.8
#: Room for the die that opens the match in the exact centre (OG-START-06).
_FIRST_DIE_MM: Final = 40.0
#: The keys of a die that a script calls otherwise than the catalogue.
_KEYS: Final = {"faces": "face", "effects": "effect"}


def opening_of(plan: MatchPlan) -> dict[str, Any]:
    """The opening of a plan.

    Raises:
        OperationError: the plan has problems; the message is the first of them.
    """
    if plan.problems:
        raise OperationError(plan.problems[0].text)
    return _situation(plan)


def notes_of(plan: MatchPlan) -> tuple[str, ...]:
    """The distances of the set-up that are not about what the documents say."""
    start = script_from(_situation(plan) | {"steps": []}, "opening").start
    return tuple(note.ruling.text for note in setup_notes(start) if not note.fits)


def die_keys(die: Die) -> dict[str, Any]:
    """A die as a script lists it; what is as if left out is left out, but for what goes by its set (CON-07)."""
    return _keys_of(die) | {"unique": die.unique}


def _situation(plan: MatchPlan) -> dict[str, Any]:
    pieces, ogres = _pieces(plan), {}
    for piece in pieces:
        mark = plan.mark_of(piece["owner"]) if "Ogre" in plan.dice[piece["die"]].classes else None
        if mark is not None:
            ogres[piece["id"]] = mark
    first = plan.beginning.first or plan.names[0]
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
        "command_posts": _posts(plan),
        "counters": [],
        "score": dict.fromkeys(plan.names, 0),
        "to_move": first,
        "turn": 1,
        "table_talk": _table_talk(plan),
    }


def _ogre(piece: str, mark: str) -> dict[str, Any]:
    """An Ogre with the tracking card that this user plays with: told where it is not the bundled one (OG-OGRE-02)."""
    card = known_layout(mark)
    row: dict[str, Any] = {"piece": piece, "mark": mark}
    if card == bundled_layout(mark):
        return row
    systems = {system.value: {"circles": c.circles, "block": c.block} for system, c in card.systems.items()}
    return row | {"layout": systems | {"lines": [[line.dot, line.treads] for line in card.lines]}}


def _called(plan: MatchPlan) -> str:
    return f"{' against '.join(plan.names)}, {plan.card.name}"


def _table_talk(plan: MatchPlan) -> dict[str, Any]:
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
            "player": plan.beginning.first,
            "text": plan.beginning.text,
            "seed": plan.seed if plan.beginning.by_coin else None,
            "chosen": plan.chosen if plan.beginning.decider else None,
            "previous": plan.previous,
        },
    }


def _terrain(plan: MatchPlan) -> dict[str, Any]:
    return {"terrain": terrain_keys(plan.terrain_in_play)} if plan.terrain_in_play else {}


def standing_at_start(plan: MatchPlan) -> dict[str, Polygon]:
    """What is on the table from the start, or comes to a place of its own first: its name for people -> its area."""
    taken = {}
    for row in _pieces(plan):
        if row["zone"] == "play":
            x, y = row["centre_mm"]
            pose = Pose(x, y, row["heading_deg"], plan.dice[row["die"]].edge_mm)
            taken[row["id"]] = Polygon(pose.silhouette_mm())
    for row in _posts(plan):
        (x, y), (wide, deep) = row["centre_mm"], row["size_mm"]
        taken[f"the Command Post of {row['owner']}"] = box(x - wide / 2, y - deep / 2, x + wide / 2, y + deep / 2)
    if TERMS[plan.scenario].places:
        taken["the first die, in the exact centre,"] = Point(plan.surface.middle_mm).buffer(_FIRST_DIE_MM)
    return taken


def _pieces(plan: MatchPlan) -> list[dict[str, Any]]:
    """All dice in hand but for the Ogres, which stand on the table from the start (OG-ZONE-02, OG-START-10)."""
    owned = [(name, die) for name in plan.names for die in _dice_of(plan, name)]
    called = [plan.dice[die].label for _, die in owned]
    pieces = []
    for number, (name, die) in enumerate(owned):
        piece = {"id": _lettered(called, number), "die": die, "owner": name, "zone": "hand"}
        on_table = "Ogre" in plan.dice[die].classes and not _opens_with_ogre(plan, name)
        pieces.append(piece | (_ogre_stands(plan, name, plan.dice[die]) if on_table else {}))
    return pieces


def _dice_of(plan: MatchPlan, name: str) -> tuple[str, ...]:
    army = plan.entrant(name).army if plan.has_army(name) else ()
    given = plan.card.ogre is not OgreRole.NOBODY and plan.mark_of(name) is not None
    return (*((plan.ogre_die,) if given else ()), *army)


def _lettered(called: list[str], place: int) -> str:
    """The name of a piece: its die's, with a letter where the match has several of that die."""
    name = called[place]
    if called.count(name) == 1:
        return name
    number = called[:place].count(name)
    rounds, letter = divmod(number, 26)
    return f"{name} {chr(ord('a') + letter) * (rounds + 1)}"


def _opens_with_ogre(plan: MatchPlan, name: str) -> bool:
    """Whether a player opens the match with the Ogre: it is placed in the exact centre, for want of another die
    (OG-START-06)."""
    alone = all("Ogre" in plan.dice[die].classes for die in _dice_of(plan, name))
    return alone and TERMS[plan.scenario].places and plan.beginning.first == name


def _ogre_stands(plan: MatchPlan, name: str, die: Die) -> dict[str, Any]:
    """An Ogre on the table: in the middle, or a little toward its owner, looking at the others (OG-START-01, -08)."""
    place, (x, y) = plan.places[name], plan.surface.middle_mm
    back = _back_mm(plan)
    dx, dy = place.inward
    centre = [round(x - dx * back, 1), round(y - dy * back, 1)]
    heading = round(math.degrees(math.atan2(dy, dx)), 1)
    return {"zone": "play", "face": die.faces[0].key, "centre_mm": centre, "heading_deg": heading}


def _back_mm(plan: MatchPlan) -> float:
    if plan.card.ogre is OgreRole.ONE:
        return 0.0
    return _FROM_MIDDLE_MM if plan.scenario is Scenario.OGRE_EACH else _CLEAR_OF_MIDDLE_MM


def _posts(plan: MatchPlan) -> list[dict[str, Any]]:
    """The Command Posts: free for who faces the Ogre, else for everybody or for nobody (OG-CP-01, OG-ARMY-06)."""
    free, agreed = plan.card.terms.command_post == "free", plan.card.asks_for_posts and plan.posts
    owners = [name for name in plan.names if agreed or (free and plan.has_army(name))]
    alone = len(owners) == 1
    return [_post(plan.places[name], name, "Post" if alone else f"Post of {name}") for name in owners]


def _post(place: SeatPlace, owner: str, called: str) -> dict[str, Any]:
    """A Command Post at the middle of its owner's edge (OG-START-02)."""
    dx, dy = place.inward
    across, down = COMMAND_POST_MM if abs(dy) >= abs(dx) else COMMAND_POST_MM[::-1]
    reach = (abs(dx) * across + abs(dy) * down) / 2
    x, y = place.middle_mm
    centre = [round(x + dx * reach, 1), round(y + dy * reach, 1)]
    return {"id": called, "owner": owner, "centre_mm": centre, "size_mm": [across, down], "armour": 60}


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
