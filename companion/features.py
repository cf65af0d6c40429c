"""The features beside the core, each a room of its own. A line here names a game of one; the core imports none of them.

What such a game offers is asked for by its name and loaded when it is wanted, from three floors of its room: ``codec``
has `FORMATS` (`companion.codec.script.GameFormats`), ``session`` has `read_rules` (the name and the rules of a game, by
its opening), ``ui`` has `open_desk` (the window that its tile on the start page opens). Its command is a line of
the table in `companion.cli`.

What else a feature offers stands in ``offers`` of its room, under these names; each may be left out:

- ``schemas()``: a format's name -> its title and its document, for `companion.codec.schemas`;
- ``PRINTS``: a word of ``companion print`` -> what is printed by it (`companion.cli.print.Printed`);
- ``add_play_options(parser)``: options of ``companion play``; what they append to ``begin`` are ids of actions that a
  match window performs when it opens;
- ``join_match(window)``: what is added to the window of a match (`companion.ui.match.feature_places`).
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType, ModuleType
from typing import Final

__all__ = ["ABSENT_GAMES", "FEATURE_GAMES", "floor_of", "offering"]

_ROOMS: Final = {"exercise-k": "companion.exercise_k"}
#: Game, as scripts, journals and tiles call it -> its room. One whose folder was taken away is not there.
FEATURE_GAMES: Final[Mapping[str, str]] = MappingProxyType(
    {game: room for game, room in _ROOMS.items() if find_spec(room) is not None}
)
#: The games whose folder was taken away: nothing offers them.
ABSENT_GAMES: Final = frozenset(_ROOMS.keys() - FEATURE_GAMES.keys())
#: The rooms of features that offer something to the core.
_OFFERING: Final = ("companion.certify",)


def offering(what: str) -> tuple[ModuleType, ...]:
    """``offers`` of every room that is there and offers this."""
    there = (import_module(f"{room}.offers") for room in _OFFERING if find_spec(room) is not None)
    return tuple(offers for offers in there if hasattr(offers, what))


def floor_of(game: str, floor: str) -> ModuleType:
    """A floor of the room of a feature's game, such as its ``codec``."""
    return import_module(f"{FEATURE_GAMES[game]}.{floor}")
