"""The features beside the core, each a room of its own. A line here names one; the core imports none of them.

What a feature offers stands in ``offers`` of its room, is asked for by name and loaded when it is wanted. Each of these
may be left out:

- ``schemas()``: a format's name -> its title and its document, for `companion.codec.schemas`;
- ``PRINTS``: a word of ``companion print`` -> what is printed by it (`companion.cli.print.Printed`);
- ``TAKES_PICTURES``: that its option opens a page on which a phone in the hand hands in pictures, and
  ``open_ruling(wish, desk)``: the window for one ruling by such pictures;
- ``OPTION``: an option of commands of the core (`companion.cli._options`);
- ``join_match(window)``, ``join_card(window)``: the feature's part of that window (`companion.ui.keyed_window`).

A game is asked for by three floors of its room: ``codec`` has `FORMATS` (`companion.codec.script.GameFormats`),
``session`` has `read_rules` (the name and the rules of a game, by its opening), ``ui`` has `open_desk` (the window that
its tile on the start page opens). Commands of features are lines of the table in `companion.cli`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType, ModuleType
from typing import Final

_GAMES: Final = {"exercise-k": "companion.exercise_k"}
#: Game, as scripts, journals and tiles call it -> its room. One whose folder was taken away is not there.
FEATURE_GAMES: Final[Mapping[str, str]] = MappingProxyType(
    {game: room for game, room in _GAMES.items() if find_spec(room) is not None}
)
#: The games whose folder was taken away: nothing offers them.
ABSENT_GAMES: Final = frozenset(_GAMES.keys() - FEATURE_GAMES.keys())
#: Feature -> its room, of those that offer something to the core, in the order in which menus and help have them.
_OFFERING: Final = {"certify": "companion.certify", "share": "companion.share", "hall": "companion.hall"}


def offering(what: str) -> dict[str, ModuleType]:
    """Feature -> ``offers`` of its room, of every one that is there and offers this."""
    there = {name: import_module(f"{room}.offers") for name, room in _OFFERING.items() if find_spec(room) is not None}
    return {name: offers for name, offers in there.items() if hasattr(offers, what)}


def floor_of(game: str, floor: str) -> ModuleType:
    """A floor of the room of a feature's game, such as its ``codec``."""
    return import_module(f"{FEATURE_GAMES[game]}.{floor}")
