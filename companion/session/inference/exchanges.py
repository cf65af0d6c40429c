"""Equal dice of two owners at both of which hands have been: each may lie where the other lay, and nothing but their
paper tells. People are asked."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import combinations

from companion.rules import Piece, Position
from companion.rules.actions import Observe
from companion.session.inference import tuning
from companion.session.inference.descriptions import join_names, piece_label
from companion.session.inference.identity import unmoved_pieces
from companion.session.inference.observed_dice import Observation, SeenDie, seen_dice
from companion.session.inference.paper import are_equal_of_two, exchange_gain
from companion.session.inference.proposals import Proposal
from companion.session.inference.residuals import PoseSlack, pose_residual
from companion.session.inference.steps import observe_pieces, play_actions
from companion.text import gettext


def doubt_exchange(position: Position, seen: Observation, drift: Observe | None) -> tuple[Proposal, ...]:
    """What two equal dice that lie a little off their places may be, the likelier first: themselves, or each the other;
    empty where that is no question. drift: the act that takes the dice as they lie that are clearly off; of more than
    two dice somebody has pushed the table."""
    touched = frozenset(one.piece for one in drift.pieces) if drift is not None else frozenset()
    if not 0 < len(touched) <= 2:
        return ()
    lying = unmoved_pieces(position, seen_dice(seen))
    pairs = [
        (one, other)
        for one, other in combinations([position.piece(name) for name in lying], 2)
        if are_equal_of_two(one, other) and touched & {one.id, other.id}
        if all(piece.id in touched or _may_be_touched(piece, lying[piece.id]) for piece in (one, other))
    ]
    if not pairs:
        return ()
    one, other = max(pairs, key=lambda pair: exchange_gain(pair[0], pair[1], lying))
    exchanged = _exchanged_share(one, other, lying)
    return _both_ways(position, one, other, lying, exchanged) if exchanged >= tuning.ASKED_EXCHANGE_SHARE else ()


def _exchanged_share(one: Piece, other: Piece, lying: Mapping[str, SeenDie]) -> float:
    return 1.0 / (1.0 + math.exp(tuning.EXCHANGED_COST - exchange_gain(one, other, lying)))


def _may_be_touched(piece: Piece, die: SeenDie) -> bool:
    """Whether a die lies otherwise than measuring alone explains."""
    measuring = PoseSlack(piece.sigma_mm, piece.sigma_deg)
    return pose_residual(piece.placed, die, measuring) > tuning.TOUCHED_COST


def _both_ways(
    position: Position, one: Piece, other: Piece, lying: Mapping[str, SeenDie], exchanged: float
) -> tuple[Proposal, ...]:
    names = join_names([piece_label(position, piece.id) for piece in (one, other)])
    as_they_lay = observe_pieces(position, {piece.id: lying[piece.id] for piece in (one, other)})
    crossed = observe_pieces(position, {one.id: lying[other.id], other.id: lying[one.id]})
    themselves = gettext("{pieces} taken as seen.", pieces=names)
    each_other = f"{gettext('{names} have changed places', names=names)}."
    found = (
        _proposal(position, themselves, as_they_lay, 1.0 - exchanged),
        _proposal(position, each_other, crossed, exchanged),
    )
    return tuple(sorted(found, key=lambda proposal: -proposal.likeliness))


def _proposal(position: Position, text: str, step: Observe, likeliness: float) -> Proposal:
    return Proposal(text, (step,), play_actions(position, (step,)), likeliness)
