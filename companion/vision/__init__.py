"""Seeing dice: top faces found, placed to a fraction of a millimetre, and named by what was enrolled."""

from companion.vision.enrolment import (
    Click,
    Enrolment,
    Fault,
    Refusal,
    enrol,
    fault_of,
    likenesses_to,
    load_clicks,
    told_with_pictures,
    twin_of,
    without_faults,
)
from companion.vision.files import as_json, refused_as_json
from companion.vision.gallery import Gallery, View, add_to_gallery, load_gallery, save_gallery, view
from companion.vision.models import open_session
from companion.vision.opening import known_dice, open_reader
from companion.vision.reader import Networks, Reader, Stages
from companion.vision.reading import (
    CameraCheck,
    DieReading,
    FaceGuess,
    FaceName,
    PictureRefused,
    Problem,
    Reading,
    Remark,
    State,
)
from companion.vision.top_faces import Likeness

__all__ = [
    "CameraCheck",
    "Click",
    "DieReading",
    "Enrolment",
    "Fault",
    "FaceGuess",
    "FaceName",
    "Gallery",
    "Likeness",
    "Networks",
    "PictureRefused",
    "Problem",
    "Reader",
    "Reading",
    "Refusal",
    "Remark",
    "Stages",
    "State",
    "View",
    "add_to_gallery",
    "as_json",
    "enrol",
    "fault_of",
    "known_dice",
    "likenesses_to",
    "load_clicks",
    "load_gallery",
    "open_reader",
    "open_session",
    "refused_as_json",
    "save_gallery",
    "told_with_pictures",
    "twin_of",
    "view",
    "without_faults",
]
