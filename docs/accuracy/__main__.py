"""Makes ``docs/accuracy.md`` from held-out tables; from the top of a checkout, with their folders:

    python -m models.training.rigs held-out --group held-out      renders them (some minutes each)
    python -m docs.accuracy held-out/*

A rig is a folder as ``companion evaluate`` takes it. Its kind is the family of the rendered rig of that name; that of
another rig is given after an equals sign, ``my-table=photographs``.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from companion.opencv import cv2
from docs.accuracy.measurements import RigMeasurement, measure_rig
from docs.accuracy.page import write_page
from models.training.invented_rigs import RIGS

DOCS = Path(__file__).parents[1]


def main() -> None:
    """Measure every rig, and write the page."""
    parser = argparse.ArgumentParser(prog="python -m docs.accuracy", description=__doc__)
    parser.add_argument("rigs", nargs="+", metavar="RIG", help="a folder with a rig, or FOLDER=KIND")
    parser.add_argument("-o", "--output", type=Path, default=DOCS / "accuracy.md")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    with ProcessPoolExecutor(options.workers) as crew:
        measured = list(crew.map(_measured, options.rigs))
    write_page(measured, options.output, options.output.with_suffix(""))


def _measured(word: str) -> RigMeasurement:
    cv2.setNumThreads(1)
    folder, _, kind = word.partition("=")
    families = {rig.name: rig.family for rig in RIGS}
    name = Path(folder).resolve().name
    return measure_rig(Path(folder), kind or families.get(name, "other tables"))


if __name__ == "__main__":
    main()
