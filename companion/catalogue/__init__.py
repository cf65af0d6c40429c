"""What is printed on the dice: die files in, frozen `Die`, `Face` and `Effect` out, every problem of a file at once."""

from companion.catalogue import checks
from companion.catalogue.die import CORNERS, NORMAL_EDGE_MM, Colour, Die, Effect, EffectKind, Face, Range, System
from companion.catalogue.files import load_dice, load_die, read_path
from companion.catalogue.reading import FORMAT, read_die_file, read_script_die
from companion.catalogue.writing import die_file_text, problems_of, write_die

__all__ = [
    "CORNERS",
    "FORMAT",
    "NORMAL_EDGE_MM",
    "Colour",
    "Die",
    "Effect",
    "Face",
    "EffectKind",
    "Range",
    "System",
    "checks",
    "die_file_text",
    "load_dice",
    "load_die",
    "problems_of",
    "read_die_file",
    "read_path",
    "read_script_die",
    "write_die",
]
