"""Effects: what may stand on a face and act, and the one record of each kind of it.

A new kind is a word in `EffectKind` and its row in `EFFECTS`. Where it is used as an action, its rule is a function of
`companion.rules`, and its `Use` stands beside that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from types import MappingProxyType
from typing import Annotated, Final

from companion.limits import Checked, Corners, Means, Name, Strength, Text
from companion.text import N_, gettext


class EffectKind(StrEnum):
    """What an effect does."""

    WEAPON = "weapon"
    BACKSTAB = "backstab"
    CALL = "call"
    COMMAND = "command"
    REPAIR = "repair"
    CONFUSE = "confuse"
    JUMP = "jump"
    DODGE = "dodge"
    HOLD = "hold"
    FREEZE = "freeze"
    PROTECTION = "protection"
    POWER_UP = "power-up"
    CLONE = "clone"
    SHOOT_AND_MOVE = "shoot-and-move"
    POISON = "poison"

    @property
    def record(self) -> EffectRecord:
        """What holds for every effect of this kind."""
        return EFFECTS[self]


class Colour(StrEnum):
    """Colour of an arrow or a shield; only immunity asks for it. Black is no colour, white is no immunity (
    DW-COLOR-03)."""

    YELLOW = "yellow"
    RED = "red"
    GREEN = "green"
    ICE = "ice"
    BLUE = "blue"
    PURPLE = "purple"
    BLACK = "black"
    WHITE = "white"


class Range(StrEnum):
    """Reach given by an arrow's shape (OG-RANGE-01)."""

    SHORT = "short"
    LONG = "long"
    ALL = "all"


class System(StrEnum):
    """A weapon system of an Ogre's tracking card."""

    MAIN = "main"
    SECONDARY = "secondary"
    MISSILE = "missile"
    AP = "ap"


class Affiliation(Enum):
    """Whom an effect acts on (OG-CORE-03)."""

    ENEMIES = "enemies"
    ALLIES = "allies"
    BOTH = "both"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class EffectRecord:
    """What holds for every effect of a kind, wherever the dice lie.

    ``needs``: keys of a die file that it cannot do without. ``shot``: it is fired with an Attack value (OG-SIGHT-01,
    CY-WEAPON-02). ``continuous``: it influences others of itself, while its side shows (DW-CONT-01). ``borrows``: where
    it has no arrow, it looks along the main one of its face. ``reach``: that of an arrow whose shape is not given.
    ``takes_one``: of those that an All-Range arrow sees, one is chosen. ``at_posts``: it may act on a Command Post.
    ``heeds_shields``: whoever is immune to its colour is spared. ``orders``: it goes to whom it may order about, all
    Allies by an agreement, and to none that is immune or outside its restriction (AMB-63, CY-CMD-02). ``spares_ogres``:
    it does nothing to an Ogre, whatever its colour (OG-OGRE-29). ``icon``: the letter in a
    disc that stands for it (CY-CLONE-01); ``verb``: what it does to its target, where it is no shot, as a key has it;
    ``rules``: what the ledger has on it.
    """

    acts_on: Affiliation
    needs: tuple[str, ...] = ()
    shot: bool = False
    continuous: bool = False
    borrows: bool = False
    reach: Range = Range.SHORT
    takes_one: bool = False
    at_posts: bool = True
    heeds_shields: bool = True
    orders: bool = False
    spares_ogres: bool = False
    icon: str = ""
    verb: str = ""
    rules: tuple[str, ...] = ()


EFFECTS: Final[Mapping[EffectKind, EffectRecord]] = MappingProxyType(
    {
        EffectKind.WEAPON: EffectRecord(Affiliation.ENEMIES, needs=("attack",), shot=True),
        EffectKind.BACKSTAB: EffectRecord(
            Affiliation.ENEMIES,
            needs=("attack",),
            shot=True,
            borrows=True,
            spares_ogres=True,
            rules=("DW-BACKSTAB-01",),
        ),
        EffectKind.POISON: EffectRecord(Affiliation.ENEMIES, needs=("attack",), shot=True),
        EffectKind.CALL: EffectRecord(Affiliation.NOBODY),
        EffectKind.COMMAND: EffectRecord(
            Affiliation.ALLIES, reach=Range.ALL, orders=True, rules=("CY-CMD-03", "AMB-63")
        ),
        EffectKind.REPAIR: EffectRecord(Affiliation.ALLIES, borrows=True, rules=("DW-REPAIR-01", "DW-OPT-03")),
        EffectKind.CONFUSE: EffectRecord(Affiliation.ENEMIES, borrows=True, rules=("DW-CONFUSE-01",)),
        EffectKind.JUMP: EffectRecord(Affiliation.NOBODY),
        EffectKind.DODGE: EffectRecord(Affiliation.NOBODY),
        EffectKind.HOLD: EffectRecord(
            Affiliation.ENEMIES, continuous=True, spares_ogres=True, rules=("DW-HOLD-01", "DW-CONT-01")
        ),
        EffectKind.FREEZE: EffectRecord(
            Affiliation.ENEMIES, continuous=True, spares_ogres=True, rules=("DW-FREEZE-01", "DW-CONT-01")
        ),
        EffectKind.PROTECTION: EffectRecord(
            Affiliation.ALLIES, needs=("amount",), continuous=True, rules=("DW-PROT-01", "DW-CONT-01")
        ),
        EffectKind.POWER_UP: EffectRecord(
            Affiliation.ALLIES, needs=("amount",), continuous=True, rules=("DW-POWER-01", "DW-CONT-01")
        ),
        EffectKind.CLONE: EffectRecord(
            Affiliation.BOTH,
            borrows=True,
            takes_one=True,
            at_posts=False,
            heeds_shields=False,
            icon="C",
            verb=N_("match", "copy it"),
            rules=("CY-CLONE-02", "CY-CLONE-03", "AMB-42"),
        ),
        EffectKind.SHOOT_AND_MOVE: EffectRecord(Affiliation.NOBODY),
    }
)


def _arrow_colour(colour: Colour) -> Colour:
    if colour is Colour.WHITE:
        raise ValueError(gettext("an arrow is never white; expected another colour, or black for none"))
    return colour


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of a face: ``[[face.effect]]``.

    The colour matters for immunity only (OG-COLOR-03). What a printed letter or a text of the arrow's colour means is
    settled here: the catalogue holds the effect, never the letter (DW-OPT-01, CON-17).
    """

    kind: EffectKind
    name: Annotated[Text, Means("The printed name; left out, the kind in plain words.")] = ""
    colour: Annotated[Colour, Checked(_arrow_colour), Means("Of its arrow; only immunity asks for it.")] = Colour.BLACK
    range: Annotated[Range | None, Means("The arrow's shape; needed where it has corners.")] = None
    corners: Annotated[Corners, Means("The corners that bear its arrow.")] = ()
    attack: Annotated[Strength | None, Means("The number in the arrow of a weapon, backstab or poison.")] = None
    amount: Annotated[Strength | None, Means("The X of protection and power-up.")] = None
    system: Annotated[System | None, Means("Of an Ogre: the weapon system of its tracking card.")] = None
    restriction: Annotated[Name | None, Means("Of call and command: a class, team or die; left out, any.")] = None
    double: Annotated[bool, Means("A Double Shot.")] = False
    continuous: Annotated[bool, Means("A C in the arrow.")] = False

    @property
    def record(self) -> EffectRecord:
        """What holds for every effect of its kind."""
        return EFFECTS[self.kind]

    @property
    def label(self) -> str:
        """Name for people: the printed one, or the kind in plain words."""
        return self.name or self.kind.value.replace("-", " ").capitalize()

    def is_one_shot_with(self, other: Effect) -> bool:
        """Whether two effects are two arrows of one and the same shot: alike but for corners and name (OG-SIGHT-08)."""
        arrows = bool(self.corners and other.corners)
        return arrows and replace(self, name="", corners=()) == replace(other, name="", corners=())
