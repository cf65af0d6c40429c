"""Makes the default mats and the sheets to print that lie in this folder: ``python calibration/make.py``.

What a mat says and how a sheet is drawn is settled in `companion.paper`, as for ``companion print``; owned here is only
for which tables there are mats, and on which paper the sheets are.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.codec.mat import encode_mat
from companion.paper import CornerMarkers, MatShape, Paper, board_page, corner_markers, marker_pages, write_pages
from companion.ui.printed_mats import printed_mat

FOLDER = Path(__file__).parent
PAPER = Paper.A4
RECT_MM = ((900, 600), (1000, 620), (1000, 700), (1200, 800), (1200, 900), (1500, 900), (1800, 900))
ROUND_MM = (900, 1000, 1200)


def main() -> None:
    """Write every file of the folder that is made."""
    for name, printed in mats():
        (FOLDER / name).write_bytes(encode_mat(printed_mat(printed)).encode())
    _, some = next(mats())  # the same four markers serve every table
    write_pages(marker_pages(some.markers, PAPER), FOLDER / "markers.pdf")
    write_pages([board_page(PAPER)], FOLDER / "lens-board.pdf")


def mats() -> Iterator[tuple[str, CornerMarkers]]:
    """The name of each mat, and what is printed for it."""
    for width, depth in RECT_MM:
        yield f"mat-{width}x{depth}.json", corner_markers(MatShape.RECT, (width, depth), PAPER)
    for across in ROUND_MM:
        yield f"mat-round-{across}.json", corner_markers(MatShape.ROUND, (across, across), PAPER)


if __name__ == "__main__":
    main()
