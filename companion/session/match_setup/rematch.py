"""The next game of a series: a plan like the one that an opening came from, with who began remembered (DW-START-01)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from companion.catalogue import Die
from companion.errors import InputError
from companion.rules import Profile, Scenario
from companion.session.badges import badge_called
from companion.session.match_setup.plan import Entrant, MatchPlan
from companion.session.match_setup.surface import Surface
from companion.session.match_setup.terrain import TerrainPiece
from companion.text import phrase


def plan_rematch(opening: Mapping[str, Any], dice: Mapping[str, Die]) -> MatchPlan:
    """The plan of a match that was opened before, with the dice of today's catalogue.

    Raises:
        InputError: the opening does not come from a plan.
    """
    try:
        return _planned(opening, opening["table_talk"], dice)
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(phrase("that match was not set up on the new-match page; set up a new one")) from error


def _planned(opening: Mapping[str, Any], talk: Mapping[str, Any], dice: Mapping[str, Die]) -> MatchPlan:
    return MatchPlan(
        dice,
        tuple(_entrant(row["id"], talk, dice) for row in opening["players"]),
        Profile(opening["profile"]),
        Scenario(opening["scenario"]),
        opening["advanced"],
        MappingProxyType(dict(opening["agreements"])),
        talk["base"],
        talk["ogre_with"],
        talk["posts"],
        _surface(opening["table"], measured=talk["measured"]),
        tuple(map(TerrainPiece.of_talk, talk.get("terrain", ()))),
        talk["turned"],
        previous=talk["first"]["player"],
    )


def _entrant(name: str, talk: Mapping[str, Any], dice: Mapping[str, Die]) -> Entrant:
    army = tuple(die for die in talk["armies"][name] if die in dice)
    return Entrant(name, badge_called(talk["badges"][name]), army, talk["marks"][name])


def _surface(keys: Mapping[str, Any], *, measured: bool) -> Surface:
    width, depth = keys["size_mm"]
    return Surface(keys["shape"], (width, depth), tuple((x, y) for x, y in keys.get("outline_mm", ())), measured)
