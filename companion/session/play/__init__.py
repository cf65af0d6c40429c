"""A match as people play it, without a window: what a screen shows and what a key or a click does, as values."""

from companion.codec.board import RefereeSummons
from companion.session.play.acts import CAMERA
from companion.session.play.choice import ENTER, Choice
from companion.session.play.choices import may_score
from companion.session.play.clock_and_cues import Cue, CueCaller, LimitState, MatchClock, TimeLimits, played_s
from companion.session.play.modes import (
    Aiming,
    Browsing,
    Commanding,
    Confirming,
    Correcting,
    Mode,
    PickingDie,
    Proposed,
    Reconciling,
    Rolling,
    Settling,
    Throwing,
)
from companion.session.play.placement import HandDie, ShownFaces, dice_in_hand, likeliest_faces, shown_faces
from companion.session.play.presenter import MatchPresenter
from companion.session.play.prompts import (
    TABLE_STATES,
    Prompt,
    TableMood,
    TableStateWords,
    hands_in_words,
    table_state_of,
    table_trouble,
    table_without_camera,
)
from companion.session.play.scenes import LoupeSpot, loupe_spots, survey_in
from companion.session.play.state_reconciler import Inference, InferenceRequest, infer
from companion.session.play.view import PresenterObserver
