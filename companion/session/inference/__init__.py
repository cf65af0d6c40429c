"""The match's sense: from where a match stands and what the camera sees, to what people have probably done.

`find_proposals` turns a changed table into acts to be accepted with one key, with what must be asked; `instructions`
says what hands must do after a ruling and ticks it off (`assume_done` looks past what they still must do);
`find_discrepancies` says where table and match disagree and what has probably happened; `match_pieces` says which die
is which piece; `observe_drift` takes dice as they really lie; `Prior` is what the match expects of a picture. Pure: a
position and a look in, values out; nothing is done by itself.
"""

from companion.session.inference.called_leaning import (
    find_called_leaning,
    find_flat,
    offer_repair,
    steps_lying_flat,
)
from companion.session.inference.descriptions import describe_deed
from companion.session.inference.discrepancies import (
    Discrepancy,
    DiscrepancyKind,
    Explanation,
    Remedy,
    find_discrepancies,
)
from companion.session.inference.exchanges import doubt_exchange
from companion.session.inference.identity import PieceByTrack, PieceMatching, match_pieces
from companion.session.inference.instructions import (
    UNSEEN,
    HandTask,
    Instruction,
    assume_done,
    instructions,
    still_to_do,
)
from companion.session.inference.observed_dice import (
    Observation,
    SeenDie,
    Tracked,
    apart_mm,
    seen_dice,
    seen_tracks,
)
from companion.session.inference.prior import ExpectedFace, Prior
from companion.session.inference.proposals import Explained, Proposal, find_proposals, observe_drift
from companion.session.inference.questions import AnswerOption, Question, QuestionKind
from companion.session.inference.steps import play_actions
from companion.session.inference.stories import StoryBeam
from companion.session.inference.story import TableEvidence
from companion.session.inference.table_delta import reach_costs
