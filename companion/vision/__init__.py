"""Seeing dice: top faces found, placed to a fraction of a millimetre, and named by what was enrolled."""

from companion.vision.embedding_cache import load_embeddings, picture_hash, save_embeddings
from companion.vision.enrolment import (
    CameraTransfer,
    Confirmation,
    ConfirmedDie,
    ConfirmedPicture,
    ConfirmedView,
    Enrolment,
    EnrolmentNotice,
    EnrolmentRefusal,
    FaceClick,
    FaceFault,
    FaceSample,
    FaultWarning,
    TwinWarning,
    ViewConfirmer,
    WashedOutWarning,
    agreed_views,
    describe_notices,
    enrol,
    find_duplicate_face,
    find_fault,
    find_twins,
    find_washed_out,
    most_different,
    reject_faulty,
    similarities_to,
)
from companion.vision.gallery import MAX_VIEWS, VIEW_SIZE_PX, EnrolledView, Gallery, cut_view, embed_views, pack_picture
from companion.vision.handheld_reader import HandheldReader, SightedPicture
from companion.vision.matched_views import MovedDie
from companion.vision.models import GoldenAnswer, Network, NetworkCard, open_network, open_session
from companion.vision.multi_view import MultiViewReading, read_sighted_together, read_together
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
    UnknownObject,
    is_foreign,
    without_part,
)
from companion.vision.table_memory import TableMemory
from companion.vision.top_faces import FaceSimilarity
from companion.vision.whole_dice import Photograph
