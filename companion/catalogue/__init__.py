"""What is printed on the dice: frozen `Die`, `Face` and `Effect`; their files are the codec's."""

from companion.catalogue.die import (
    CORNERS,
    NORMAL_EDGE_MM,
    UNIQUE_SETS,
    Die,
    Face,
    die_problems,
    repeated,
    repeated_faces,
)
from companion.catalogue.effects import EFFECTS, Affiliation, Colour, Effect, EffectKind, Range, System
