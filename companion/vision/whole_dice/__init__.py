"""Holding whole dice against a photograph: which they are, how they lie, and where their corners are.

``squares`` is the arithmetic of faces, ``photograph`` what the picture shows of them, ``matching`` moves dice until
they fit, ``lying`` tells how they lie, ``searching`` looks where that failed, ``judging`` decides; ``folding`` knows
that paper dice are not quite octahedra, ``corners`` measures them.
"""

from companion.vision.whole_dice.fold_model import (
    FREEDOMS,
    common_shift,
    corner_jacobian,
    fold_prior,
    measure_shifts,
    outline_jacobian,
    shift_jacobian,
)
from companion.vision.whole_dice.hypothesis_search import sample_poses
from companion.vision.whole_dice.hypothesis_verifier import HypothesisVerifier, VerifiedDie
from companion.vision.whole_dice.patch_grid import FINE
from companion.vision.whole_dice.photograph import Photograph
from companion.vision.whole_dice.photometric_alignment import VisibleFace
from companion.vision.whole_dice.pose_hypothesis import HypothesisEvaluator

__all__ = [
    "FINE",
    "FREEDOMS",
    "HypothesisEvaluator",
    "HypothesisVerifier",
    "VerifiedDie",
    "Photograph",
    "VisibleFace",
    "common_shift",
    "fold_prior",
    "corner_jacobian",
    "outline_jacobian",
    "sample_poses",
    "shift_jacobian",
    "measure_shifts",
]
