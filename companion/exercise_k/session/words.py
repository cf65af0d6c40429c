"""What the corners of the map are called."""

from __future__ import annotations

from typing import Final

from companion.exercise_k.session.table_talk import MapCorner
from companion.text import mark, translate

_CORNERS: Final = {
    MapCorner.TOP_LEFT: mark("exercise_k", "top left"),
    MapCorner.TOP_RIGHT: mark("exercise_k", "top right"),
    MapCorner.BOTTOM_LEFT: mark("exercise_k", "bottom left"),
    MapCorner.BOTTOM_RIGHT: mark("exercise_k", "bottom right"),
}
assert set(_CORNERS) == set(MapCorner)


def corner_words(corner: MapCorner) -> str:
    """A corner in the language in force."""
    return translate("exercise_k", _CORNERS[corner])
