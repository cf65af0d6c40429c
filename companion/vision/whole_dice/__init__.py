"""Holding whole dice against a photograph: which they are, how they lie, and where their corners are.

``patch_grid`` is the arithmetic of faces, ``photograph`` what the picture shows of them, ``photometric_alignment``
moves dice until they fit, ``pose_hypothesis`` tells how they lie, ``glance`` thinks of other dice and ``restarts`` of
other places, ``score`` weighs all that, as ``attenuation`` tells what the camera took from it, ``colour`` tells which
names are to be doubted, ``silhouettes`` and ``body_choice`` what cannot be there too; ``place_explainer`` explains a
place (``sighted_place``) by all that, ``hypothesis_verifier`` goes from place to place until dice are reported
(``verified_die``); ``fold_model`` knows that paper dice are not quite octahedra, ``corner_refinement`` measures them.
"""

from companion.vision.whole_dice.attenuation import Attenuation, KnownSight
from companion.vision.whole_dice.corner_refinement import OutlineMeasurement, RefinedCorners
from companion.vision.whole_dice.fold_model import (
    FREEDOMS,
    bulge_covariance,
    bulge_slants,
    common_shift,
    corner_jacobian,
    fold_prior,
    measure_shifts,
    outline_jacobian,
    shift_jacobian,
)
from companion.vision.whole_dice.hypothesis_verifier import HypothesisVerifier
from companion.vision.whole_dice.joint_adjustment import JointDice, JointDie, JointPicture, adjust_jointly
from companion.vision.whole_dice.patch_grid import COARSE, FINE, Faces, PatchGrid, unit_faces
from companion.vision.whole_dice.photograph import Photograph
from companion.vision.whole_dice.photometric_alignment import PhotometricAligner, VisibleFace
from companion.vision.whole_dice.pose_hypothesis import HypothesisEvaluator, PoseHypothesis
from companion.vision.whole_dice.restarts import sample_poses
from companion.vision.whole_dice.score import (
    DIE_EVIDENCE,
    FACE_EVIDENCE,
    KNOWN_TABLE,
    OF_THE_TABLE,
    SCORE_FILE,
    UNKNOWN_TABLE,
    CalibratedScore,
    DieExplanation,
    Sighting,
    Usual,
    die_evidence,
    face_evidence,
)
from companion.vision.whole_dice.sighted_place import SightedPlace
from companion.vision.whole_dice.silhouettes import Silhouettes
from companion.vision.whole_dice.verified_die import VerifiedDie, share_ties
