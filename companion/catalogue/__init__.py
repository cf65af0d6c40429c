"""What is printed on the dice: frozen `Die`, `Face` and `Effect`; their files are the codec's."""

from companion.catalogue.die import (
    CORNERS,
    NORMAL_EDGE_MM,
    UNIQUE_SETS,
    Colour,
    Die,
    Effect,
    EffectKind,
    Face,
    Range,
    System,
    die_problems,
    repeated_faces,
)

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
    "die_problems",
    "repeated_faces",
]
