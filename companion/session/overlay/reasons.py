"""The few words beside a die that say how it stands to the chosen weapon."""

from __future__ import annotations

from typing import Final

from companion.rules import Why
from companion.session import LayoutPiece, SurveyedPiece, TargetStanding
from companion.text import mark, translate
from companion.vision import DieState

#: Reason code -> what stands beside the die. Of a code that is not here the ruling speaks.
_REASONS: Final = {
    Why.ALLY: mark("overlay", "own side"),
    Why.ENEMY: mark("overlay", "an enemy"),
    Why.NOT_SEEN: mark("overlay", "behind the baseline"),
    Why.NOT_CLOSEST: mark("overlay", "not the closest"),
    Why.DODGE: mark("overlay", "dodges"),
    Why.IMMUNE: mark("overlay", "immune to this colour"),
    Why.LOWER_LEVEL: mark("overlay", "on a higher level"),
    Why.TERRAIN: mark("overlay", "terrain in between"),
    Why.RESTRICTION: mark("overlay", "not the named kind"),
    Why.TOO_CLOSE_TO_CALL: mark("overlay", "too close to call"),
}

_STATES: Final = {
    DieState.FLAT: "",
    DieState.LEANING: mark("overlay", "leaning, not flat"),
    DieState.OVERHANGING: mark("overlay", "hangs over the edge"),
}
assert set(_STATES) == set(DieState)

#: Which of several targets is hit when; from the fourth on by number.
_TURNS: Final = {
    1: mark("overlay", "hit 1st"),
    2: mark("overlay", "hit 2nd"),
    3: mark("overlay", "hit 3rd"),
}


def piece_words(piece: LayoutPiece, candidate: SurveyedPiece | None, *, in_focus: bool) -> tuple[str, ...]:
    """Lines to stand below a die's name: how it lies where that is unusual, and how the weapon takes it.

    A target in focus has its distance written along the line to it, and not here again.
    """
    unusual = translate("overlay", "side cannot be read") if piece.name is None else ""
    differ = candidate is not None and candidate.contested
    contested = translate("overlay", "top face and whole die disagree") if differ else ""
    said = "" if candidate is None else _sentence(candidate, in_focus=in_focus)
    state = translate("overlay", _STATES[piece.state]) if _STATES[piece.state] else ""
    lines = (unusual, state, said, contested)
    return tuple(line for line in lines if line)


def post_words(candidate: SurveyedPiece | None, *, in_focus: bool) -> tuple[str, ...]:
    """The same for a Command Post's card."""
    said = "" if candidate is None else _sentence(candidate, in_focus=in_focus)
    return (said,) if said else ()


def _sentence(candidate: SurveyedPiece, *, in_focus: bool) -> str:
    if candidate.standing is TargetStanding.UNSURE:
        doubt = translate("overlay", _REASONS[Why.TOO_CLOSE_TO_CALL])
        at_the_baseline = candidate.margin is not None and candidate.margin.sign == 0
        if not at_the_baseline:
            return doubt
        return translate("overlay", "{doubt}: {margin} in front of the baseline").format(
            doubt=doubt, margin=candidate.margin
        )
    if candidate.standing is TargetStanding.LEGAL:
        distance = "" if in_focus or candidate.gap is None else str(candidate.gap.distance)
        last = translate("overlay", "a Command Post counts last") if candidate.last_by_rule else ""
        return ", ".join(words for words in (_turn(candidate.order), distance, last) if words)
    return _reason(candidate)


def _turn(order: int | None) -> str:
    if order is None:
        return ""
    if order in _TURNS:
        return translate("overlay", _TURNS[order])
    return translate("overlay", "hit {order}th").format(order=order)


def _reason(candidate: SurveyedPiece) -> str:
    why = candidate.why
    if why is None:
        return candidate.reason
    reason = translate("overlay", _REASONS[why]) if why in _REASONS else candidate.reason
    if why is Why.NOT_SEEN and candidate.margin is not None:
        return f"{-candidate.margin.value:.0f} mm {reason}"
    if why is Why.NOT_CLOSEST and candidate.gap is not None:
        return f"{reason}, {candidate.gap.distance.value:.1f} mm"
    return reason
