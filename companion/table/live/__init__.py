"""The live table: frames in; the table's state, what to do about it, and the dice followed from rest to rest out.

``Watcher`` runs it in threads on a source of pictures; ``played`` runs it on one without threads, for tests and films.
"""

from companion.table.live.playing import FRAME_S, played
from companion.table.live.sight import VOTES_ALIKE, VOTES_WANTED, Sight, TableState, Track
from companion.table.live.watch import Wanted, Watch
from companion.table.live.watcher import Watcher

__all__ = [
    "FRAME_S",
    "VOTES_ALIKE",
    "VOTES_WANTED",
    "Sight",
    "TableState",
    "Track",
    "Wanted",
    "Watch",
    "Watcher",
    "played",
]
