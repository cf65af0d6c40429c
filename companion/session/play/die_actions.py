"""What a die in play may do with its action, effect by effect, and over which corner it rolls: by the number that is
printed in its green dot, by click, or by an arrow toward it. The rules say yes, or no with the reason."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from operator import itemgetter
from types import MappingProxyType
from typing import Final

from companion import rules
from companion.catalogue import CORNERS, Effect, EffectKind, Face
from companion.geometry import wrap_deg
from companion.session import weapon_with_attack
from companion.session.play.choice import ENTER, Choice, action_choice, find_refusal
from companion.session.play.modes import Aiming, Calling, Commanding, Mode, Rolling
from companion.text import pgettext

Begin = Callable[[rules.Piece], Mode | rules.actions.Jump]
#: What begins where an effect of these kinds is chosen; of the others that act on somebody, one looks along the arrow.
_BEGIN: Final[Mapping[EffectKind, Begin]] = MappingProxyType(
    {
        EffectKind.COMMAND: lambda piece: Commanding(piece.id),
        EffectKind.CALL: lambda piece: Calling(piece.id),
        EffectKind.JUMP: lambda piece: rules.actions.Jump(by=piece.id),
    }
)


def die_actions(position: rules.Position, piece: rules.Piece) -> Iterator[Choice]:
    """What a die in play could do itself, the players' word on close calls taken: its effects, numbered in the order of
    its face, then its maneuver."""
    legal = tuple(rules.legal_actions(position, piece.id, settled=True))
    for place, effect in enumerate(piece.showing.effects):
        if effect.kind in rules.USES or effect.record.continuous:
            title, number = weapon_with_attack(position, piece.id, place), str(place + 1)
            leads_to = _BEGIN[effect.kind](piece) if effect.kind in _BEGIN else Aiming(piece.id, place)
            yield Choice(
                f"effect.{number}", (number,), title, leads_to, _why_not(position, piece, place, effect, legal)
            )
    why = None
    if not any(isinstance(action, rules.actions.Maneuver) for action in legal):
        # Of the corners with a dot what the rules say of the first; without a dot, that there is none.
        corners = piece.face.maneuver if piece.face and piece.face.maneuver else (0,)
        tried = (rules.actions.Maneuver(piece=piece.id, corner=corner) for corner in corners)
        refusals = (find_refusal(position, action) for action in tried)
        why = next((refusal for refusal in refusals if refusal is not None), None)
    yield Choice("maneuver", ("M",), pgettext("match", "maneuver"), Rolling(piece.id), why)


def callable_dice(position: rules.Position, by: str) -> tuple[rules.Piece, ...]:
    """The dice that a Call may bring in now, the players' word taken where it is theirs to say (OG-CALL-01)."""
    called = (a.piece for a in rules.legal_actions(position, by, settled=True) if isinstance(a, rules.actions.Call))
    return tuple(position.piece(name) for name in dict.fromkeys(called))


def _why_not(
    position: rules.Position, piece: rules.Piece, place: int, effect: Effect, legal: tuple[rules.actions.Action, ...]
) -> rules.Ruling | None:
    use = rules.USES.get(effect.kind)  # a continuous effect works of itself
    if use is None or any(isinstance(a, use.action) and getattr(a, "effect", place) == place for a in legal):
        return None
    if effect.kind is EffectKind.CALL:
        # What the rules say of the first die that its owner has in hand, or in reserve; without one, of the die itself.
        own = [other for other in position.pieces.values() if other.owner == piece.owner]
        waiting = [other for zone in (rules.Zone.HAND, rules.Zone.RESERVE) for other in own if other.zone is zone]
        return find_refusal(position, rules.actions.Call(by=piece.id, piece=(waiting or [piece])[0].id))
    # What it does first; at itself, where it needs a target: the rules say what is amiss before they look at that.
    tried = (*use.once(position, piece), *use.aimed(piece, place, None), *use.aimed(piece, place, piece.id))
    return find_refusal(position, tried[0])


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
    return pgettext("match", "over {corner}").format(corner=rules.describe_corner(face, corner))


def corner_in_focus(position: rules.Position, mode: Rolling) -> int | None:
    """The corner that Enter rolls over: the one chosen, else the only one that is open."""
    open_ = [corner for corner, answer in rules.maneuvers(position, mode.piece).items() if answer.legal is not False]
    if mode.corner is not None:
        return mode.corner
    return open_[0] if len(open_) == 1 else None


def rolling_choices(position: rules.Position, mode: Rolling) -> Iterator[Choice]:
    """A key for each corner, arrows toward them, and Enter for the one in focus."""
    piece = position.piece(mode.piece)
    answers = rules.maneuvers(position, mode.piece)
    focus = corner_in_focus(position, mode)
    if focus is not None:
        title = pgettext("match", "roll {corner}").format(corner=over_corner(piece.showing, focus))
        yield _roll(position, mode, "do", ENTER, title, focus)
    for corner, key in sorted(corner_keys(piece.showing).items(), key=itemgetter(1)):
        yield _roll(position, mode, f"corner.{corner}", key, over_corner(piece.showing, corner), corner)
    for key, corner in _toward(piece, answers).items():
        words = pgettext("match", "look at a corner")
        yield Choice(f"toward.{key}", (key,), words, replace(mode, corner=corner), quiet=True)


def _roll(position: rules.Position, mode: Rolling, name: str, key: str, title: str, corner: int) -> Choice:
    action = rules.actions.Maneuver(piece=mode.piece, corner=corner)
    return action_choice(position, mode, name, (key,), title, action)


def _toward(piece: rules.Piece, answers: Mapping[int, rules.CornerAnswer]) -> Mapping[str, int]:
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
