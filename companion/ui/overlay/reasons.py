"""The few words beside a die that say how it stands to the chosen weapon."""

from __future__ import annotations

from typing import Final

from companion.rules import Why
from companion.table import Candidate, Piece, Standing
from companion.vision import State

#: Reason code -> what stands beside the die. A code that is not here is shown as it is, in words.
_REASONS: Final = {
    Why.ALLY: "own side",
    Why.ENEMY: "an enemy",
    Why.NOT_SEEN: "behind the baseline",
    Why.NOT_CLOSEST: "not the closest",
    Why.DODGE: "dodges",
    Why.IMMUNE: "immune to this colour",
    Why.LOWER_LEVEL: "on a lower level",
    Why.TERRAIN: "terrain in between",
    Why.RESTRICTION: "not of the kind named",
    Why.TOO_CLOSE_TO_CALL: "too close to call",
}

_STATES: Final = {State.FLAT: "", State.LEANING: "leaning, not flat", State.OVERHANGING: "hangs over the edge"}
assert set(_STATES) == set(State)

_FACE_UNKNOWN: Final = "face cannot be told"
_CONTESTED: Final = "top face and whole die differ"
_ORDINALS: Final = {1: "1st", 2: "2nd", 3: "3rd"}


def words_about(piece: Piece, candidate: Candidate | None, *, in_focus: bool) -> tuple[str, ...]:
    """Lines to stand below a die's name: how it lies where that is unusual, and how the weapon takes it.

    A target in focus has its distance written along the line to it, and not here again.
    """
    unusual = _FACE_UNKNOWN if piece.name is None else ""
    contested = _CONTESTED if candidate is not None and candidate.contested else ""
    said = "" if candidate is None else _sentence(candidate, in_focus=in_focus)
    lines = (unusual, _STATES[piece.state], said, contested)
    return tuple(line for line in lines if line)


def words_about_card(candidate: Candidate | None, *, in_focus: bool) -> tuple[str, ...]:
    """The same for a Command Post's card."""
    said = "" if candidate is None else _sentence(candidate, in_focus=in_focus)
    return (said,) if said else ()


def _sentence(candidate: Candidate, *, in_focus: bool) -> str:
    if candidate.standing is Standing.UNSURE:
        return _doubt(candidate)
    if candidate.standing is Standing.LEGAL:
        distance = "" if in_focus or candidate.gap is None else str(candidate.gap.distance)
        return ", ".join(words for words in (_turn(candidate.order), distance) if words)
    return _reason(candidate)


def _turn(order: int | None) -> str:
    return "" if order is None else f"hit {_ORDINALS.get(order, f'{order}th')}"


def _doubt(candidate: Candidate) -> str:
    doubt = _REASONS[Why.TOO_CLOSE_TO_CALL]
    at_the_baseline = candidate.margin is not None and candidate.margin.sign == 0
    return f"{doubt}: {candidate.margin} past the baseline" if at_the_baseline else doubt


def _reason(candidate: Candidate) -> str:
    why = candidate.why
    if why is None:
        return candidate.reason
    reason = _REASONS.get(why, why.value.replace("-", " "))
    if why is Why.NOT_SEEN and candidate.margin is not None:
        return f"{-candidate.margin.value:.0f} mm {reason}"
    if why is Why.NOT_CLOSEST and candidate.gap is not None:
        return f"{reason}, {candidate.gap.distance.value:.1f} mm"
    return reason
