"""Every kind of mark and every badge, drawn beside one another without words, which look as the system's type does.

python -m tests.ui.golden_marks       draw the golden picture anew (look at what has changed in it)
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from companion.arrays import Image
from companion.session.badges import BADGES, NO_BADGE
from companion.session.overlay import Mark, MarkKind, Px, Scene
from companion.ui import for_windows
from companion.ui.badges import paint_badge
from companion.ui.overlay import paint_image
from companion.ui.painting import bgr_picture, qimage_of
from tests.golden_pictures import write_picture

GOLDEN: Final = Path(__file__).parent / "golden_marks.png"
_CELL_WH: Final = (100, 80)
_COLUMNS: Final = 6
_AREAS: Final = frozenset({MarkKind.SHADE, MarkKind.FADED})


def marks() -> list[Mark]:
    """One of each kind in a cell of its own, and an outline in every player's colour."""
    parts = [(part, None) for part in MarkKind] + [(MarkKind.OUTLINE, badge.colour) for badge in BADGES]
    return [
        Mark(part, _path(number, closed=_is_closed(part)), closed=_is_closed(part), colour=colour)
        for number, (part, colour) in enumerate(parts)
    ]


def drawn(shown: list[Mark]) -> Image:
    """Marks on grey, and below them the badges."""
    rows = -(-len(marks()) // _COLUMNS) + 1
    size_wh = (_COLUMNS * _CELL_WH[0], rows * _CELL_WH[1])
    ground = qimage_of(np.full((size_wh[1], size_wh[0], 3), 128, np.uint8))
    result = paint_image(ground, Scene(size_wh, tuple(shown), ()), point_px=1.5)
    painter = QPainter(result)
    for number, badge in enumerate((*BADGES, NO_BADGE)):
        paint_badge(painter, badge, QRectF(10 + 40 * number, size_wh[1] - 50, 30, 30))
    painter.end()
    return bgr_picture(result)


def _is_closed(part: MarkKind) -> bool:
    return (
        part in _AREAS or part.value.endswith(("outline", "ring", "ghost")) or part in {MarkKind.POST, MarkKind.DIFFERS}
    )


def _path(number: int, *, closed: bool) -> tuple[Px, ...]:
    """A triangle or a bent line within a cell."""
    left, top = (number % _COLUMNS) * _CELL_WH[0], (number // _COLUMNS) * _CELL_WH[1]
    points = ((15, 62), (50, 14), (84, 60)) if closed else ((15, 60), (45, 30), (84, 18))
    return tuple((float(left + x), float(top + y)) for x, y in points)


def main() -> None:
    """Draw the golden picture anew."""
    for_windows()
    write_picture(GOLDEN, drawn(marks()))


if __name__ == "__main__":
    main()
