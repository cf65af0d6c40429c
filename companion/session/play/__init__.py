"""A match as people play it, without a window: what a screen shows and what a key or a click does, as values."""

from companion.session.play.aim import aim_of
from companion.session.play.choice import Choice
from companion.session.play.modes import Aiming, Browsing, Correcting, Mode, Reconciling, Rolling, Settling, Throwing
from companion.session.play.placement import lies_in, with_lies
from companion.session.play.presenter import MatchPresenter
from companion.session.play.prompts import Prompt
from companion.session.play.score_entry import may_score, scoring
from companion.session.play.state_reconciler import InferenceRequest, infer

__all__ = [
    "aim_of",
    "Choice",
    "Aiming",
    "Browsing",
    "Correcting",
    "Mode",
    "Reconciling",
    "Rolling",
    "Settling",
    "Throwing",
    "lies_in",
    "with_lies",
    "Prompt",
    "may_score",
    "scoring",
    "InferenceRequest",
    "infer",
    "MatchPresenter",
]
