"""Many long random matches by a command, each with a seed of its own; which failed is reported, and the rest go on."""

from __future__ import annotations

import argparse
import random
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.ui.match.random_openings import KINDS

#: A match in a folder: kind of match, seed, a number for each thing that happens in it -> what was done how often.
Run = Callable[[Path, str, int, Sequence[int]], "Counter[str]"]


def run_many(run: Run, description: str | None, what: str, at_first: int) -> None:
    """Read the command line and run so many matches; ``what``: what there are so many of in each (the option)."""
    words = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--matches", type=int, default=100)
    words.add_argument(f"--{what}", dest="count", type=int, default=at_first)
    words.add_argument("--seed", type=int, default=0)
    asked = words.parse_args()
    done: Counter[str] = Counter()
    failed = 0
    for seed in range(asked.seed, asked.seed + asked.matches):
        kind = list(KINDS)[seed % len(KINDS)]
        numbers = random.Random(seed).sample(range(10**6), asked.count)
        with tempfile.TemporaryDirectory() as folder:
            try:
                done += run(Path(folder), kind, seed, numbers)
            except Exception:  # noqa: BLE001  (whatever it is, it is reported, and the next match is played)
                failed += 1
                print(f"--- {kind}, seed {seed}\n{traceback.format_exc()}", flush=True)
        if (seed - asked.seed) % 10 == 9:
            print(f"{seed - asked.seed + 1} matches, {failed} failed", flush=True)
    print(f"{asked.matches} matches, {failed} failed; {dict(done.most_common())}")
