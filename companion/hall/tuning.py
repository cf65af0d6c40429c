"""The numbers by which a hall judges its tables."""

from __future__ import annotations

from typing import Final

#: A table that is there gives a sign of life every 30 s (`HEARTBEAT_S` of the publication). Two may be late on a busy
#: network before it is called silent; with less a table is called silent that is not, with more a dead one is noticed
#: late where the broker died with it and cannot send its last will.
SILENT_AFTER_S: Final = 75.0
#: Lines overtake each other only when a line to the broker has come back: they are waited for so long before they are
#: asked for. On a local network they follow within 0.1 s; asking too early costs a table's answer to everybody.
GAP_PATIENCE_S: Final = 3.0
#: So often lines are asked for at a table that is there, before they are given up and counted as lost: half a minute,
#: after which the table's outbox does not have them.
MOST_REQUESTS: Final = 10
#: So many lines wait in memory behind a gap, and none that is larger: a table sends twenty a minute, of 40 kB at most.
MOST_HELD: Final = 500
MOST_LINE_BYTES: Final = 256_000
#: So many sentences of what was done last are shown of a table.
STORIES: Final = 6
#: A table that is started anew begins another stream; so many of the newest are followed.
MOST_STREAMS: Final = 20
#: More tables than any hall has; what claims to be one more is not listed.
MOST_TABLES: Final = 2000
#: And no more results.
MOST_RESULTS: Final = 20_000
