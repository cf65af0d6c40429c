"""What the window of the guided roll says: one sentence for each thing that people are to do now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from companion.session.guided_enrolment.guide import Guide, Need
from companion.session.live import TableState
from companion.text import translate


def enrolment_sentence(guide: Guide) -> str:
    """What to do now."""
    return _SAID[guide.need](guide)


def _put_down(guide: Guide) -> str:
    said = translate("enrol", "Put {die} on the table, any side up, and take your hands away.")
    return said.format(die=guide.die.label)


def _alone(guide: Guide) -> str:
    said = translate("enrol", "Leave only {die} on the table: {count} dice are in view.")
    return said.format(count=guide.look.dice, die=guide.die.label)


def _sharper(_guide: Guide) -> str:
    return translate(
        "enrol", "This side is blurred and was not recorded: focus the camera, or move the die closer to it."
    )


def _less_glare(_guide: Guide) -> str:
    return translate("enrol", "Glare hides this side, so it was not recorded: turn the die, or move the lamp.")


def _side(guide: Guide) -> str:
    if guide.asked > 1:
        return translate("enrol", "I lost track of it. Which side is up? Turn it as printed, then press Enter.")
    return translate("enrol", "Which side is up? Turn it as printed, then press Enter.")


def _roll(guide: Guide) -> str:
    said = translate("enrol", "Side {face} is recorded. Roll the die over an edge; still missing: {missing}.")
    face = guide.tracked_roll.face if guide.tracked_roll else (guide.last.face if guide.last else "?")
    told = said.format(face=face, missing=", ".join(guide.missing))
    twin = guide.look.duplicate_face
    if twin is None:
        return told
    alike = translate("enrol", "It looks nearly the same as {twin}: if this is not {die}, retake it.")
    return told + " " + alike.format(twin=f"{twin.die} {twin.face}", die=guide.die.label)


def _done(_guide: Guide) -> str:
    return translate("enrol", "All eight sides are recorded and saved: the die will be recognised from now on.")


_SAID: Final[Mapping[Need, Callable[[Guide], str]]] = MappingProxyType(
    {
        Need.PUT_DOWN: _put_down,
        Need.ALONE: _alone,
        Need.SHARPER: _sharper,
        Need.LESS_GLARE: _less_glare,
        Need.SIDE: _side,
        Need.ROLL: _roll,
        Need.DONE: _done,
    }
)
assert set(_SAID) == set(Need)


def table_state_words(state: TableState) -> str:
    """The table's state in a word, with its shape."""
    return _STATES[state]()


_STATES: Final[Mapping[TableState, Callable[[], str]]] = MappingProxyType(
    {
        TableState.SETTLED: lambda: "● " + translate("enrol", "settled"),
        TableState.MOVING: lambda: "◐ " + translate("enrol", "moving"),
        TableState.HAND: lambda: "◐ " + translate("enrol", "hand"),
        TableState.CAMERA_MOVED: lambda: "■ " + translate("enrol", "camera moved"),
        TableState.MARKERS_HIDDEN: lambda: "■ " + translate("enrol", "markers hidden"),
        TableState.TOO_DARK: lambda: "■ " + translate("enrol", "too dark"),
        TableState.NO_PICTURE: lambda: "■ " + translate("enrol", "no picture"),
    }
)
assert set(_STATES) == set(TableState)
