"""Equal dice of two owners at both of which hands have been: each may lie where the other lay, and nothing but their
paper tells. Where that is not clear, people are asked."""

from __future__ import annotations

import math

from companion.rules import Position
from companion.rules.actions import Observe
from companion.session.inference import tuning
from companion.session.inference.descriptions import join_names, piece_label
from companion.session.inference.identity import unmoved_pieces
from companion.session.inference.observed_dice import Observation, seen_dice
from companion.session.inference.paper import are_equal_of_two, exchange_gain
from companion.session.inference.proposals import Proposal
from companion.session.inference.steps import observe_pieces, play_actions
from companion.text import gettext


def doubt_exchange(position: Position, seen: Observation, drift: Observe | None) -> tuple[Proposal, ...]:
    """What two equal dice that lie a little off their places may be, the likelier first: themselves, or each the other;
    empty where that is no question. drift: the act that takes the dice as they lie."""
    touched = () if drift is None else tuple(position.piece(one.piece) for one in drift.pieces)
    if len(touched) != 2 or not are_equal_of_two(*touched):
        return ()
    one, other = touched
    lying = unmoved_pieces(position, seen_dice(seen))
    exchanged = 1.0 / (1.0 + math.exp(tuning.EXCHANGED_COST - exchange_gain(one, other, lying)))
    if exchanged < tuning.ASKED_EXCHANGE_SHARE:
        return ()
    names = join_names([piece_label(position, piece.id) for piece in touched])
    crossed = observe_pieces(position, {one.id: lying[other.id], other.id: lying[one.id]})
    as_they_lay = observe_pieces(position, {piece.id: lying[piece.id] for piece in touched})
    found = (
        _proposal(position, gettext("{pieces} taken as seen.", pieces=names), as_they_lay, 1.0 - exchanged),
        _proposal(position, gettext("{names} have changed places.", names=names), crossed, exchanged),
    )
    return tuple(sorted(found, key=lambda proposal: -proposal.likeliness))


def _proposal(position: Position, text: str, step: Observe, likeliness: float) -> Proposal:
    return Proposal(text, (step,), play_actions(position, (step,)), likeliness)
