"""Looking at top faces alone: where they may be, exactly where they are, and which enrolled face they are likest to."""

from companion.vision.top_faces.comparing import INSIDE, correlations, evened
from companion.vision.top_faces.finding import Candidate, Finder
from companion.vision.top_faces.naming import Likeness, Named, Namer
from companion.vision.top_faces.placing import RIVALS, Placed, Placer, each_once, leading, rivals

__all__ = [
    "INSIDE",
    "RIVALS",
    "Candidate",
    "Finder",
    "Likeness",
    "Named",
    "Namer",
    "Placed",
    "Placer",
    "correlations",
    "each_once",
    "evened",
    "leading",
    "rivals",
]
