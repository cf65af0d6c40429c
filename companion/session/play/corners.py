"""Over which corner a die rolls: by the number that is printed in its green dot, by click, or by an arrow toward it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from operator import itemgetter
from types import MappingProxyType
from typing import Final

from companion.catalogue import CORNERS, Face
from companion.geometry import wrap_deg
from companion.rules import CornerAnswer, Piece, Position, actions, describe_corner, maneuvers
from companion.session.play.choice import ENTER, Choice, action_choice
from companion.session.play.modes import Rolling
from companion.text import translate

#: Where an arrow key points on the table, degrees.
_ARROWS_DEG: Final = MappingProxyType({"Right": 0.0, "Up": 90.0, "Left": 180.0, "Down": -90.0})
#: A corner this far from where an arrow points is not meant by it, degrees.
_MEANT_DEG: Final = 75.0


def corner_keys(face: Face) -> Mapping[int, str]:
    """The key of each corner of a face: the number in its green dot; without one its own, where no dot has that."""
    printed = {corner: str(dot) for corner, dot in zip(face.maneuver, face.treads, strict=False)}
    if len(set(printed.values())) < len(printed):
        printed = {}
    free = iter(str(number) for number in range(10) if str(number) not in printed.values())
    return MappingProxyType({corner: printed.get(corner) or next(free) for corner in CORNERS})


def over_corner(face: Face, corner: int) -> str:
    """Over which corner, as people say it."""
    return translate("match", "over {corner}").format(corner=describe_corner(face, corner))


def corner_in_focus(position: Position, mode: Rolling) -> int | None:
    """The corner that Enter rolls over: the one chosen, else the only one that is open."""
    open_ = [corner for corner, answer in maneuvers(position, mode.piece).items() if answer.legal is not False]
    if mode.corner is not None:
        return mode.corner
    return open_[0] if len(open_) == 1 else None


def rolling_choices(position: Position, mode: Rolling) -> Iterator[Choice]:
    """A key for each corner, arrows toward them, and Enter for the one in focus."""
    piece = position.piece(mode.piece)
    answers = maneuvers(position, mode.piece)
    focus = corner_in_focus(position, mode)
    if focus is not None:
        title = translate("match", "roll {corner}").format(corner=over_corner(piece.showing, focus))
        yield _roll(position, mode, "do", ENTER, title, focus)
    for corner, key in sorted(corner_keys(piece.showing).items(), key=itemgetter(1)):
        yield _roll(position, mode, f"corner.{corner}", key, over_corner(piece.showing, corner), corner)
    for key, corner in _toward(piece, answers).items():
        words = translate("match", "look at a corner")
        yield Choice(f"toward.{key}", (key,), words, replace(mode, corner=corner), quiet=True)


def _roll(position: Position, mode: Rolling, name: str, key: str, title: str, corner: int) -> Choice:
    action = actions.Maneuver(piece=mode.piece, corner=corner)
    return action_choice(position, mode, name, (key,), title, action)


def _toward(piece: Piece, answers: Mapping[int, CornerAnswer]) -> Mapping[str, int]:
    """Arrow key -> the corner that lies nearest to where it points, of those that it can roll over at all."""
    x, y = piece.placed.centre_mm
    ways = {
        corner: math.degrees(math.atan2(answer.step.pose.y_mm - y, answer.step.pose.x_mm - x))
        for corner, answer in answers.items()
        if answer.step is not None
    }
    found = {}
    for key, arrow_deg in _ARROWS_DEG.items():
        apart = {corner: abs(wrap_deg(way_deg - arrow_deg)) for corner, way_deg in ways.items()}
        nearest = min(apart, key=lambda corner: apart[corner], default=None)
        if nearest is not None and apart[nearest] <= _MEANT_DEG:
            found[key] = nearest
    return found
