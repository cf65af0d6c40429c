"""What distinguishes the players wherever their dice, scores and names are shown: a shape with a colour, never a colour
alone. The colours are those of Okabe and Ito (2008), safe for the common kinds of colour blindness; some are a little
lighter than printed there, for a dark ground.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from companion.text import N_, pgettext


class BadgeShape(StrEnum):
    """The shape that stands for an owner wherever their colour does."""

    TRIANGLE = "▲"
    SQUARE = "■"
    CIRCLE = "●"
    DIAMOND = "◆"
    STAR = "★"
    CROSS = "✚"
    NOBODY = "?"


@dataclass(frozen=True, slots=True)
class PlayerBadge:
    """How a player is shown: its shape, its colour as ``#rrggbb``, and the colour's word, as files keep it."""

    shape: BadgeShape
    colour: str
    word: str

    @property
    def label(self) -> str:
        """Shape and word, as a list of badges to choose from shows them."""
        return f"{self.shape} {self.shown_word}"

    @property
    def shown_word(self) -> str:
        """The colour's word in the language in force."""
        return pgettext("session", self.word)


#: In the order in which players get them.
BADGES: Final = (
    PlayerBadge(BadgeShape.TRIANGLE, "#56b4e9", N_("session", "blue")),
    PlayerBadge(BadgeShape.SQUARE, "#d55e00", N_("session", "orange")),
    PlayerBadge(BadgeShape.CIRCLE, "#00b58a", N_("session", "green")),
    PlayerBadge(BadgeShape.DIAMOND, "#d78bb6", N_("session", "purple")),
    PlayerBadge(BadgeShape.STAR, "#f0e442", N_("session", "yellow")),
    PlayerBadge(BadgeShape.CROSS, "#f4f0e6", N_("session", "white")),
)
NO_BADGE: Final = PlayerBadge(BadgeShape.NOBODY, "#a9adb5", N_("session", "nobody"))


def badge_called(word: str) -> PlayerBadge:
    """The badge of a colour's word. Raises KeyError: there is no such badge."""
    return {badge.word: badge for badge in BADGES}[word]
