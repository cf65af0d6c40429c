"""The journal: a match is the list of what was done, and nothing else.

One SQLite file (``.diceland``) for each match: its opening in one row, then every act, correction and note with time,
source and the picture that was seen. Nothing is ever changed or taken away: undo, redo and back-to are entries too,
and `fold_entries` says what counts after them. What is written is on disk, whatever happens next. It
serves the dice game, Exercise K and a lone tracking card alike; what acts mean is for their rules to say.
"""

from companion.journal.entry import (
    Divergence,
    DivergenceKind,
    EntryDraft,
    EntryKind,
    Game,
    Gesture,
    GestureDraft,
    JournalEntry,
    UndoHistory,
    compare_outcomes,
    fold_entries,
    fold_entry,
)
from companion.journal.journal import Closeable, Journal, saved_picture_file, utc_now
from companion.journal.locations import PICTURE_MOST_BYTES, known_matches, matches_folder, new_match_file, note_match
from companion.journal.record_reader import read_record, tail_lost
from companion.journal.repair import Salvage, salvage_match
from companion.journal.storage import MatchSummary, Record, newest_match, summarize_match
