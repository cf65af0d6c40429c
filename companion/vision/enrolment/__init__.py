"""Learning faces from a user's own photographs: from rough clicks to faces that agree, from confirmed readings to more
views of them; which are refused, and why."""

from companion.vision.enrolment.bundle_adjustment import FaceSample
from companion.vision.enrolment.camera_transfer import CameraTransfer
from companion.vision.enrolment.confirmed_views import (
    Confirmation,
    ConfirmedDie,
    ConfirmedPicture,
    ConfirmedView,
    ViewConfirmer,
    most_different,
)
from companion.vision.enrolment.face_clicks import Enrolment, FaceClick, agreed_views, enrol
from companion.vision.enrolment.quality_gate import (
    EnrolmentNotice,
    EnrolmentRefusal,
    FaceFault,
    FaultWarning,
    TwinWarning,
    WashedOutWarning,
    describe_notices,
    find_duplicate_face,
    find_fault,
    find_twins,
    find_washed_out,
    reject_faulty,
    similarities_to,
)
