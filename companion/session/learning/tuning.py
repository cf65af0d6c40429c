"""The tuned numbers of learning in a match."""

from __future__ import annotations

from typing import Final

#: A piece is the die that was read where their centres are no farther apart than this, in edges: dice lie 0.87 edges
#: apart at least (GEO-10).
SAME_DIE_EDGES: Final = 0.2
#: So many rests wait to be learned from; of more the oldest are passed over. A gesture takes people seconds, a rest of
#: ten dice half a second: more than one hardly ever waits.
MOST_WAITING: Final = 3
