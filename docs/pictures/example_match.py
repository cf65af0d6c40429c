"""The matches that the pictures show: Anna's army with a Command Post against Ben's Ogre; and the one of the film."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from companion.catalogue import Die
from companion.codec.actions import decode_action
from companion.codec.script import decode_match_opening, encode_match_opening
from companion.rules import Scenario
from companion.session.match import Match
from companion.session.match_setup import MatchPlan, Surface, build_opening, choose_first_player

#: Die and how it lies: side, centre in mm, heading. The others are in hand.
_LIES: Final = {
    "ogre/heavy-tank": ("8", (420.0, 250.0), 62.0),
    "ogre/gev": ("7", (690.0, 320.0), 118.0),
    "ogre/missile-tank": ("6", (250.0, 170.0), 75.0),
    "ogre/infantry": ("4a", (560.0, 200.0), 95.0),
    "ogre/ogre": ("7", (520.0, 560.0), -75.0),
}
#: What has been done since.
_GESTURES: Final[tuple[dict[str, Any], ...]] = (
    {"do": "maneuver", "piece": "G.E.V.", "corner": 0},
    {"do": "end-turn"},
    {"do": "pass"},
)
FILM: Final = Path(__file__).parents[2] / "fixtures" / "images" / "film"
_SCORE: Final = {"Anna": 0, "Ben": 22}
_CARD: Final = {"main": 1, "secondary": 3, "missile": 1, "ap": 6, "treads": 31}


def planned(dice: dict[str, Die]) -> MatchPlan:
    """The plan of it, as the new-match page has it."""
    plan = MatchPlan.fresh(dice).in_scenario(Scenario.VS_MARK_III)
    blue, orange = plan.names
    plan = plan.renamed(blue, "Anna").renamed(orange, "Ben").giving_ogre_to("Ben")
    army = [name for name in _LIES if name != "ogre/ogre"]
    plan = replace(plan.with_army("Anna", [*army, "ogre/infantry"]), title="Anna against Ben's Ogre")
    plan = plan.on(Surface("rect", (1000.0, 800.0)))
    return plan.letting_begin("Ben") if choose_first_player(plan).decides else plan.tossed(3)


def opening(dice: dict[str, Die]) -> dict[str, Any]:
    """The situation some turns later."""
    begun: dict[str, Any] = dict(encode_match_opening(build_opening(planned(dice))))
    lies = dict(_LIES)
    pieces = [_lying(piece, lies.pop(piece["die"], None)) for piece in begun["pieces"]]
    ogres = [ogre | {"card": _CARD} for ogre in begun["ogres"]]
    posts = [post | {"armour": 46} for post in begun["command_posts"]]
    later: dict[str, Any] = {"pieces": pieces, "ogres": ogres, "command_posts": posts, "score": _SCORE, "turn": 7}
    return begun | later | {"to_move": "Anna"}


def example_match(file: Path, dice: dict[str, Die]) -> Match:
    """Begin it in a file, and play a few gestures."""
    match = Match.begin(file, decode_match_opening(opening(dice)))
    for step in _GESTURES:
        match.do(decode_action(step, "act", match.start), source="keyboard")
    return match


def dispute(dice: dict[str, Die]) -> dict[str, Any]:
    """A Heavy Tank between two Light Tanks, seen to a few millimetres: which of them is the closest?"""
    plan = MatchPlan.fresh(dice).in_scenario(Scenario.TWO_ARMY)
    blue, orange = plan.names
    plan = plan.renamed(blue, "Anna").renamed(orange, "Ben").on(Surface("rect", (1000.0, 800.0)))
    plan = plan.with_army("Anna", ["ogre/heavy-tank"] * 3).with_army("Ben", ["ogre/light-tank"] * 5)
    planned = build_opening(replace(plan.letting_begin("Ben"), title="Anna against Ben"))
    begun: dict[str, Any] = dict(encode_match_opening(planned))
    lies = {
        "Heavy Tank a": ("7", (520.0, 300.0), 90.0),
        "Light Tank a": ("8", (330.0, 520.0), -50.0),
        "Light Tank b": ("6", (712.0, 517.0), -130.0),
    }
    seen = {"sigma_mm": 2.0}
    pieces = [_lying(piece, lies.get(piece["id"])) | seen for piece in begun["pieces"]]
    return begun | {"pieces": pieces, "turn": 5, "to_move": "Anna"}


def film_match(file: Path) -> Match:
    """The whole match of the film, played to its end."""
    script = json.loads((FILM / "match.json").read_text(encoding="utf-8"))
    match = Match.begin(file, decode_match_opening({key: value for key, value in script.items() if key != "steps"}))
    for step in script["steps"]:
        match.do(decode_action(step, "act", match.start), source="camera")
    return match


def _lying(piece: dict[str, Any], lies: tuple[str, tuple[float, float], float] | None) -> dict[str, Any]:
    if lies is None:
        return piece
    face, centre, heading = lies
    return piece | {"zone": "play", "face": face, "centre_mm": list(centre), "heading_deg": heading}
