"""Seeing dice: top faces found, placed to a fraction of a millimetre, and named by what was enrolled."""

from companion.vision.embedding_cache import load_embeddings, picture_hash, save_embeddings
from companion.vision.enrolment import (
    Enrolment,
    EnrolmentRefusal,
    FaceClick,
    FaceFault,
    TwinWarning,
    describe_notices,
    enrol,
    find_duplicate_face,
    find_fault,
    find_twins,
    reject_faulty,
    similarities_to,
)
from companion.vision.gallery import VIEW_SIZE_PX, EnrolledView, Gallery, cut_view, embed_views, pack_picture
from companion.vision.golden import GoldenAnswer
from companion.vision.models import Network, NetworkCard, open_network, open_session
from companion.vision.plateaus import Plateau
from companion.vision.reader import Networks, Reader, Stages
from companion.vision.reading import (
    CameraCheck,
    DieReading,
    DieState,
    FaceGuess,
    FaceName,
    PictureRefusedError,
    Problem,
    Reading,
    Remark,
    is_foreign,
)
from companion.vision.table_memory import TableMemory
from companion.vision.top_faces import FaceSimilarity

__all__ = [
    "GoldenAnswer",
    "VIEW_SIZE_PX",
    "Network",
    "NetworkCard",
    "open_network",
    "embed_views",
    "load_embeddings",
    "pack_picture",
    "picture_hash",
    "save_embeddings",
    "CameraCheck",
    "FaceClick",
    "DieReading",
    "Enrolment",
    "FaceFault",
    "TwinWarning",
    "FaceGuess",
    "FaceName",
    "Gallery",
    "FaceSimilarity",
    "Networks",
    "PictureRefusedError",
    "Plateau",
    "Problem",
    "Reader",
    "Reading",
    "EnrolmentRefusal",
    "Remark",
    "Stages",
    "TableMemory",
    "DieState",
    "EnrolledView",
    "enrol",
    "find_fault",
    "is_foreign",
    "find_twins",
    "similarities_to",
    "open_session",
    "describe_notices",
    "find_duplicate_face",
    "cut_view",
    "reject_faulty",
]
