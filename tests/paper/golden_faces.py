"""Every side of dice that have, between them, all that is drawn on faces: kinds of effects, colours, arrows, shields.

python -m tests.paper.golden_faces       draw the golden picture anew (look at what has changed in it)
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np

from companion.arrays import Image
from companion.catalogue import Die
from companion.codec.die import read_dice
from companion.paper import face_image
from companion.resources import Bundled, bundled
from tests.golden_pictures import write_picture

GOLDEN: Final = Path(__file__).parent / "golden_faces.png"
SIZE_PX: Final = 72
NAMES: Final = (
    *("cyburg/billy", "cyburg/pavia", "cyburg/trojan", "cyburg/virus", "deep-white-sea/professor-barty"),
    *("deep-white-sea/robot-lifter", "deep-white-sea/steam-engineer", "ogre/gev", "ogre/ogre"),
)


def shown_dice() -> list[Die]:
    """The dice in the picture, from top to bottom."""
    dice = read_dice(bundled(Bundled.DICE_FACES))
    return [dice[name] for name in NAMES]


def drawn(dice: list[Die]) -> Image:
    """A row of sides for each die."""
    rows = [np.hstack([face_image(die, face, SIZE_PX) for face in die.faces]) for die in dice]
    return np.ascontiguousarray(np.vstack(rows)[:, :, ::-1])


if __name__ == "__main__":
    write_picture(GOLDEN, drawn(shown_dice()))
