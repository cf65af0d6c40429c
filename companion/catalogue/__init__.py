"""What is printed on the dice: frozen `Die`, `Face` and `Effect`; their files are the codec's."""

from companion.catalogue import checks
from companion.catalogue.die import CORNERS, NORMAL_EDGE_MM, Colour, Die, Effect, EffectKind, Face, Range, System
from companion.catalogue.die_problems import UNIQUE_SETS, die_problems
from companion.catalogue.reading import read_script_die

__all__ = [
    "CORNERS",
    "NORMAL_EDGE_MM",
    "UNIQUE_SETS",
    "Colour",
    "Die",
    "Effect",
    "Face",
    "EffectKind",
    "Range",
    "System",
    "checks",
    "die_problems",
    "read_script_die",
]
