"""The running match: what lies on the table, whose it is, and what the rules say of it."""

from companion.table.blind import baselines, blind_area
from companion.table.clearance import Clearance, clearance
from companion.table.from_position import layout_in, piece_in_play
from companion.table.from_reading import layout_of, outline_of, owners_guessed
from companion.table.inspection import Inspection, most_telling
from companion.table.layout import TWO_PLAYERS, Layout, Piece, Seat
from companion.table.levels import level_there
from companion.table.position import left_out, position_of
from companion.table.sighting import Candidate, Sighting, Standing, sighting, weapon_name, weapons_of

__all__ = [
    "TWO_PLAYERS",
    "Candidate",
    "Clearance",
    "Inspection",
    "Layout",
    "Piece",
    "Seat",
    "Sighting",
    "Standing",
    "baselines",
    "blind_area",
    "clearance",
    "layout_in",
    "layout_of",
    "left_out",
    "level_there",
    "most_telling",
    "outline_of",
    "owners_guessed",
    "piece_in_play",
    "position_of",
    "sighting",
    "weapon_name",
    "weapons_of",
]
