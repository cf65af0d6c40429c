"""The live table: frames in; the table's state, what to do about it, and the dice followed from rest to rest out.

``TableWatcher`` runs it in threads on a source of pictures; ``played`` runs it on one without threads, for tests and
films.
"""

from companion.session.live.handheld_table import HandheldTable
from companion.session.live.live_table import LiveTable, ReadFrame, ReadingRequest
from companion.session.live.motion_detection import Entrance
from companion.session.live.snapshot import TableSnapshot, TableState, Track
from companion.session.live.tuning import VOTES_ALIKE, VOTES_WANTED
from companion.session.live.watcher import FRAME_S, TableWatcher, replay_frames
