"""Words of the desk that come from below it, where nothing is translated: corners, and what keys mean."""

from __future__ import annotations

from typing import Final

from companion.session.exercise_k.table_talk import MapCorner
from companion.text import mark, translate

_CORNERS: Final = {
    MapCorner.TOP_LEFT: mark("exercise_k", "top left"),
    MapCorner.TOP_RIGHT: mark("exercise_k", "top right"),
    MapCorner.BOTTOM_LEFT: mark("exercise_k", "bottom left"),
    MapCorner.BOTTOM_RIGHT: mark("exercise_k", "bottom right"),
}
assert set(_CORNERS) == set(MapCorner)
#: What keys mean (see `companion.session.exercise_k.key_parser`); names of teams, Ogres and systems stay what they are.
_KEYED: Final = (
    mark("exercise_k", "by ramming"),
    mark("exercise_k", "own loss by its ram"),
    mark("exercise_k", "fires a missile"),
    mark("exercise_k", "corrected by hand"),
    mark("exercise_k", "with another Ogre"),
    mark("exercise_k", "Command Post"),
    mark("exercise_k", "radar"),
    mark("exercise_k", "a D result: no effect"),
    mark("exercise_k", "more points"),
    mark("exercise_k", "fewer points"),
)


def corner_words(corner: MapCorner) -> str:
    """A corner in the language in force."""
    return translate("exercise_k", _CORNERS[corner])


def key_words(words: str) -> str:
    """What a key means in the language in force; a name is what it is."""
    return translate("exercise_k", words) if words in _KEYED else words
