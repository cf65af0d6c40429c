"""The acts of a proposal as an answer makes them. Which of them an answer is about follows from what the act is and of
which piece, never by its place among the others: between two looks at the table more than one may have been done.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.catalogue import System
from companion.errors import InputError
from companion.rules import Position, targets
from companion.rules.actions import Action, Place, Release, RestingPose, Shoot, Throw
from companion.session.inference.steps import Landing, play_actions
from companion.text import gettext

Steps = tuple[Action, ...]


# Which of the acts


def entrance(steps: Sequence[Action], piece: str) -> int | None:
    """Where among the acts a die comes onto the table, for the last time; None where it does not."""
    return _last(n for n, step in enumerate(steps) if isinstance(step, Throw | Place) and step.piece == piece)


def last_throw(steps: Sequence[Action]) -> int | None:
    """Where among the acts the last throw is, of which people say where it was let go; None without one."""
    return _last(n for n, step in enumerate(steps) if isinstance(step, Throw))


def shot_at(steps: Sequence[Action], ogre: str) -> int | None:
    """Where among the acts an Ogre is shot at, for the last time; None where it is not. A shot that names no target may
    be at it, where no other names it (`hits` says whether it is)."""
    named = _last(n for n, step in enumerate(steps) if isinstance(step, Shoot) and step.target == ogre)
    if named is not None:
        return named
    return _last(n for n, step in enumerate(steps) if isinstance(step, Shoot) and step.target is None)


def hits(position: Position, steps: Steps, ogre: str) -> bool:
    """Whether an Ogre is shot at by the acts, begun from the match's position: by name, or as one of all that an
    All-Range shot hits (AMB-20)."""
    at = shot_at(steps, ogre)
    shot = None if at is None else steps[at]
    if at is None or not isinstance(shot, Shoot) or shot.target == ogre:
        return at is not None
    before = play_actions(position, steps[:at]).position if at else position
    return ogre in targets(before, shot.by, shot.effect).hits


def up_to(steps: Steps, piece: str) -> Steps:
    """The acts up to the one by which a die comes onto the table: what follows hangs on the answer."""
    return steps[: _entrance(steps, piece)[0] + 1]


# What an answer makes of them


def landing(steps: Sequence[Action], piece: str) -> Landing:
    """How a die lies that comes onto the table: its pose, what it leans on, or that it is off.

    Raises:
        InputError: it does not come onto the table.
    """
    step = _entrance(steps, piece)[1]
    return step.lands if isinstance(step, Throw) else step.how


def landing_as(steps: Sequence[Action], piece: str, lies: Landing) -> Steps:
    """The acts with a die landing otherwise; one that is placed stays on the table. Raises as `landing`."""
    at, step = _entrance(steps, piece)
    if isinstance(step, Throw):
        return _with(steps, at, replace(step, lands=lies))
    if not isinstance(lies, RestingPose):
        return tuple(steps)
    return _with(steps, at, replace(step, how=replace(lies, level=None)))  # the first one lies in the middle


def pose_of(steps: Sequence[Action], piece: str) -> RestingPose:
    """The pose that a die has which comes onto the table and lies flat. Raises as `landing`."""
    lies = landing(steps, piece)
    if not isinstance(lies, RestingPose):
        raise InputError(gettext("{piece} does not lie flat on the table by these acts", piece=piece))
    return lies


def with_foul(steps: Sequence[Action], piece: str | None) -> Steps:
    """The acts with the throw of that die a foul (OG-THROW-02), after which the opponent is waited for; with no throw a
    foul where it is not thrown by them, or None."""
    fair = tuple(replace(step, foul=False, release=None) if isinstance(step, Throw) else step for step in steps)
    at = None if piece is None else entrance(steps, piece)
    thrown = None if at is None else fair[at]
    return (*fair[:at], replace(thrown, foul=True)) if isinstance(thrown, Throw) else fair


def with_release(steps: Sequence[Action], release: Release) -> Steps:
    """The acts with where the die of the last throw was let go, for the rules to judge whether that is a foul
    (OG-THROW-02)."""
    at = last_throw(steps)
    thrown = None if at is None else steps[at]
    if at is None or not isinstance(thrown, Throw):
        return tuple(steps)
    return _with(steps, at, replace(thrown, foul=False, release=release))


def with_system(steps: Steps, ogre: str, system: System | str) -> Steps:
    """The acts with what of an Ogre the last shot at it was aimed at."""
    at = shot_at(steps, ogre)
    shot = None if at is None else steps[at]
    return _with(steps, at, replace(shot, system=system)) if at is not None and isinstance(shot, Shoot) else steps


def knocked_off(steps: Sequence[Action]) -> tuple[str, ...]:
    """What the last throw among the acts knocked off the table."""
    at = last_throw(steps)
    thrown = None if at is None else steps[at]
    return thrown.knocked_off if isinstance(thrown, Throw) else ()


def with_knocked_off(steps: Sequence[Action], pieces: Iterable[str]) -> Steps:
    """The acts with what the last throw knocked off; as they are without a throw."""
    at = last_throw(steps)
    thrown = None if at is None else steps[at]
    if at is None or not isinstance(thrown, Throw):
        return tuple(steps)
    return _with(steps, at, replace(thrown, knocked_off=tuple(sorted(pieces))))


def _with(steps: Sequence[Action], at: int, step: Action) -> Steps:
    return (*steps[:at], step, *steps[at + 1 :])


def _entrance(steps: Sequence[Action], piece: str) -> tuple[int, Throw | Place]:
    at = entrance(steps, piece)
    step = None if at is None else steps[at]
    if at is None or not isinstance(step, Throw | Place):
        raise InputError(gettext("{piece} does not come onto the table by these acts", piece=piece))
    return at, step


def _last(places: Iterable[int]) -> int | None:
    return max(places, default=None)
