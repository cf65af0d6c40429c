"""Makes the default mats and the sheets to print that lie in this folder: ``python calibration/make.py``.

What a mat says and how a sheet is drawn is settled in `companion.paper`, as for ``companion print``; owned here is only
for which tables there are mats, and on which paper the sheets are.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.paper import MatShape, Paper, board_page, marker_pages, mat_table, write_mat, write_pages

FOLDER = Path(__file__).parent
PAPER = Paper.A4
RECT_MM = ((900, 600), (1000, 620), (1000, 700), (1200, 800), (1200, 900), (1500, 900), (1800, 900))
ROUND_MM = (900, 1000, 1200)


def main() -> None:
    """Write every file of the folder that is made."""
    for name, mat in mats():
        write_mat(mat, FOLDER / name)
    _, some_mat = next(mats())  # the same four markers serve every table
    write_pages(marker_pages(some_mat, PAPER), FOLDER / "markers.pdf")
    write_pages([board_page(PAPER)], FOLDER / "lens-board.pdf")


def mats() -> Iterator[tuple[str, dict[str, Any]]]:
    """Name and content of each mat."""
    for width, depth in RECT_MM:
        yield f"mat-{width}x{depth}.json", mat_table(MatShape.RECT, (width, depth), PAPER)
    for across in ROUND_MM:
        yield f"mat-round-{across}.json", mat_table(MatShape.ROUND, (across, across), PAPER)


if __name__ == "__main__":
    main()
