"""Learning faces from a user's own photographs: from rough clicks to faces that agree; which are refused, and why."""

from companion.vision.enrolment.clicks import Click, Enrolment, enrol, load_clicks
from companion.vision.enrolment.refusing import (
    Fault,
    Refusal,
    fault_of,
    likenesses_to,
    told_with_pictures,
    twin_of,
    without_faults,
)

__all__ = [
    "Click",
    "Enrolment",
    "Fault",
    "Refusal",
    "enrol",
    "fault_of",
    "likenesses_to",
    "load_clicks",
    "told_with_pictures",
    "twin_of",
    "without_faults",
]
