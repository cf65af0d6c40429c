"""Plays a match until it is killed, saying each act that it was promised; see `tests.journal.killed_writer`.

python -m tests.session.match.killed_player MATCH SEED     kills a child at a random moment for each line heard
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Never

from companion.session.match import Match
from tests.acts import do
from tests.journal.killed_writer import nursery, say
from tests.rules.random_play import random_action
from tests.rules.record_matches import _step


def play(path: Path) -> Never:
    """Play at random without end, undoing now and then."""
    while True:
        with Match.resume(path) as match:
            rng = random.Random(len(match.entries))
            for _ in range(12):
                before = len(match.entries)
                if match.position.winner is not None or rng.random() < 0.25:
                    match.undo()
                else:
                    do(match, json.loads(json.dumps(_step(random_action(rng, match.position)))), source="keyboard")
                if len(match.entries) > before:
                    say(len(match.entries))


if __name__ == "__main__":
    nursery(Path(sys.argv[1]), int(sys.argv[2]), play)
