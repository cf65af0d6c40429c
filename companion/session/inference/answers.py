"""The acts of a proposal as an answer makes them. Which of them an answer is about is told by what the act is and of
which piece, never by its place among the others: between two looks at the table more than one may have been done.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from companion.errors import InputError
from companion.session.inference.steps import Step

Steps = tuple[Step, ...]
#: Acts by which a die comes onto the table; keys of a placement that do not say how the die lies.
_ENTERS: Final = frozenset({"throw", "place"})
_NO_LANDING: Final = frozenset({"do", "piece", "player"})


# Which of the acts


def entrance(steps: Sequence[Step], piece: str) -> int | None:
    """Where among the acts a die comes onto the table, for the last time; None where it does not."""
    return _last(n for n, step in enumerate(steps) if step["do"] in _ENTERS and step["piece"] == piece)


def last_throw(steps: Sequence[Step]) -> int | None:
    """Where among the acts the last throw is, of which people say where it was let go; None without one."""
    return _last(n for n, step in enumerate(steps) if step["do"] == "throw")


def shot_at(steps: Sequence[Step], ogre: str) -> int | None:
    """Where among the acts an Ogre is shot at, for the last time; None where it is not."""
    return _last(n for n, step in enumerate(steps) if step["do"] == "shoot" and step.get("target") == ogre)


def up_to(steps: Steps, piece: str) -> Steps:
    """The acts up to the one by which a die comes onto the table: what follows hangs on the answer."""
    return steps[: _entrance(steps, piece) + 1]


# What an answer makes of them


def landing(steps: Sequence[Step], piece: str) -> Any:
    """How a die lies that comes onto the table: its pose, what it leans on, or that it is off.

    Raises:
        InputError: it does not come onto the table.
    """
    step = steps[_entrance(steps, piece)]
    if step["do"] == "throw":
        return step["lands"]
    return {key: value for key, value in step.items() if key not in _NO_LANDING}


def landing_as(steps: Sequence[Step], piece: str, lies: Any) -> Steps:
    """The acts with a die landing otherwise; a pose may be told in part. Raises as `landing`."""
    at, now = _entrance(steps, piece), landing(steps, piece)
    told = {**now, **lies} if is_pose(now) and is_pose(lies) else lies
    step = {**steps[at], "lands": told} if steps[at]["do"] == "throw" else {**steps[at], **told}
    return (*steps[:at], step, *steps[at + 1 :])


def is_pose(lies: object) -> bool:
    """Whether a landing is told by a pose."""
    return isinstance(lies, Mapping) and "leaning_on" not in lies


def with_foul(steps: Sequence[Step], piece: str | None) -> Steps:
    """The acts with the throw of that die a foul (OG-THROW-02), after which the opponent is waited for; with no throw a
    foul where it is not thrown by them, or None."""
    fair = tuple(_unjudged(step) for step in steps)
    at = None if piece is None else entrance(steps, piece)
    if at is None or steps[at]["do"] != "throw":
        return fair
    return (*fair[:at], {**fair[at], "foul": True})


def with_release(steps: Sequence[Step], *, behind_mm: float, above_mm: float) -> Steps:
    """The acts with where the die of the last throw was let go, for the rules to judge whether that is a foul
    (OG-THROW-02)."""
    at = last_throw(steps)
    if at is None:
        return tuple(steps)
    release = {"behind_mm": behind_mm, "above_mm": above_mm}
    return (*steps[:at], {**_unjudged(steps[at]), "release": release}, *steps[at + 1 :])


def with_system(steps: Steps, ogre: str, system: str) -> Steps:
    """The acts with what of an Ogre the last shot at it was aimed at."""
    at = shot_at(steps, ogre)
    return steps if at is None else (*steps[:at], {**steps[at], "system": system}, *steps[at + 1 :])


def _unjudged(step: Step) -> Step:
    return {key: value for key, value in step.items() if key not in {"foul", "release"}}


def _entrance(steps: Sequence[Step], piece: str) -> int:
    at = entrance(steps, piece)
    if at is None:
        raise InputError(f"{piece} does not come onto the table by these acts")
    return at


def _last(places: Iterable[int]) -> int | None:
    return max(places, default=None)
