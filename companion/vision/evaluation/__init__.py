"""Holding the reading against pictures whose truth is known: what belongs together, the figures, what they must reach.

Measures and counts; what people see of it is painted elsewhere.
"""

from companion.vision.evaluation.comparison import (
    ClosestCall,
    DieComparison,
    FailureKind,
    PictureComparison,
    compare_with_truth,
)
from companion.vision.evaluation.evaluation_run import (
    WHOLE,
    Evaluation,
    PreparedReader,
    evaluate,
    evaluate_misread,
    prepare_reader,
    with_confirmed_views,
)
from companion.vision.evaluation.figures import (
    WITHIN_SIGMAS,
    Better,
    ErrorSample,
    Figures,
    MetricTarget,
    Proportion,
    Reliability,
    confusions,
    figures,
    metric_targets,
)
from companion.vision.evaluation.rigs import MisreadTable, MisreadTables, Rig, RigScene, TrueDie
