"""The journal: a match is the list of what was done, and nothing else.

One SQLite file (``.diceland``) for each match: its opening in one row, then every act, correction and note with time,
source and the picture that was seen. Nothing is ever changed or taken away: undo, redo and back-to are entries too,
and `in_force` says what counts after them. What is told to be written is on disk, whatever happens next. It serves the
dice game, Exercise K and a lone tracking card alike; what acts mean is for their rules to say.
"""

from companion.journal.came_of import Differs, Divergence, came_of, how_it_differs
from companion.journal.entry import Entry, Game, Jotting, Kind
from companion.journal.folding import Folded, Gesture, fold, folded, in_force
from companion.journal.glance import Glance, glance, glances, newest_match
from companion.journal.journal import Journal, now, picture_of
from companion.journal.mending import mend
from companion.journal.pictures import PICTURE_MOST_BYTES
from companion.journal.places import ENDING, known_matches, matches_folder, new_match_file
from companion.journal.reading import read_record, tail_lost
from companion.journal.salvage import Salvage
from companion.journal.storage import FORMAT, Record

__all__ = [
    "ENDING",
    "FORMAT",
    "PICTURE_MOST_BYTES",
    "Differs",
    "Divergence",
    "Entry",
    "Folded",
    "Game",
    "Gesture",
    "Glance",
    "Journal",
    "Jotting",
    "Kind",
    "Record",
    "Salvage",
    "came_of",
    "fold",
    "folded",
    "glance",
    "glances",
    "how_it_differs",
    "in_force",
    "known_matches",
    "matches_folder",
    "mend",
    "new_match_file",
    "newest_match",
    "now",
    "picture_of",
    "read_record",
    "tail_lost",
]
