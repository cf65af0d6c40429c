"""Holding the reading against pictures whose truth is known: what belongs together, the figures, what they must reach.

Measures and counts; what people see of it is painted elsewhere.
"""

from companion.vision.evaluation.calls import Call
from companion.vision.evaluation.figures import WITHIN_SIGMAS, Better, Figures, Target, confusions, figures, targets
from companion.vision.evaluation.matching import Failure, Seen, Sighting, match
from companion.vision.evaluation.rigs import Rig, Scene, TrueDie
from companion.vision.evaluation.running import WHOLE, Evaluation, evaluate
from companion.vision.evaluation.shares import Errors, Share

__all__ = [
    "WHOLE",
    "WITHIN_SIGMAS",
    "Better",
    "Call",
    "Errors",
    "Evaluation",
    "Failure",
    "Figures",
    "Rig",
    "Scene",
    "Seen",
    "Share",
    "Sighting",
    "Target",
    "TrueDie",
    "confusions",
    "evaluate",
    "figures",
    "match",
    "targets",
]
