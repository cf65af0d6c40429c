"""What lies on the table and cannot be identified: dice that cannot be read, and things that are not recognised as
dice.

Where they lie, and whether what a weapon must hit hangs on one of them. Of what is not recognised nothing is decided:
it is more often a cup than a die.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.catalogue import Range
from companion.geometry import Outline, Pose, contains_point, silhouette
from companion.rules import Position, Refused, Ruling, Verdict, Zone, arrow_of, targets
from companion.rules.actions import Action, Shoot
from companion.session.inference import PieceByTrack, SeenDie, match_pieces
from companion.session.overlay import Mark, MarkKind, Scene, Stamp, Tone, on_top_px
from companion.session.overlay.views import View
from companion.text import gettext
from companion.vision import UnknownObject


@dataclass(frozen=True, slots=True)
class UnreadDie:
    """A die whose side cannot be read, and that is no piece lying as the match says. piece: the one in play that it
    probably is; ``None``: it may be any that is not in play."""

    pose: Pose
    sigma_mm: float
    piece: str | None


def unread_dice(position: Position, seen: Iterable[SeenDie], followed: PieceByTrack) -> tuple[UnreadDie, ...]:
    """The dice that are seen and cannot be read."""
    found = match_pieces(position, tuple(seen), followed)
    moved = [(die, name) for name, die in found.pairs.items() if name not in found.still]
    strange = [(die, None) for die in found.strangers]
    return tuple(UnreadDie(die.pose, die.sigma_mm, name) for die, name in [*moved, *strange] if die.name is None)


def unread_scene(dice: Sequence[UnreadDie], view: View) -> Scene:
    """Each with an outline and a question mark."""
    outlines = [on_top_px(die.pose, die.pose.top_corners_mm(), view) for die in dice]
    marks = tuple(Mark(MarkKind.UNREAD_OUTLINE, outline, closed=True) for outline in outlines)
    middles = [on_top_px(die.pose, np.array([die.pose.centre_mm]), view)[0] for die in dice]
    return Scene(view.size_wh, marks, (), tuple(Stamp("", middle, "?", Tone.UNSURE) for middle in middles))


def unread_in_the_way(position: Position, by: str, effect: int, dice: Sequence[UnreadDie]) -> Ruling | None:
    """What the rules say of a shot that may have to hit an unread die: a Short-Range weapon hits the closest, an
    All-Range weapon everything; the players decide (AMB-02). ``None`` where no unread die matters."""
    shown = position.piece(by).showing
    if arrow_of(shown, shown.effects[effect])[1] is Range.LONG:  # its target is chosen, whatever else lies there
        return None
    if not any(_may_be_hit(position, by, effect, die) for die in dice):
        return None
    text = gettext(
        "A die on the table cannot be read, and may be what {piece} has to hit.", piece=position.piece(by).label
    )
    return Ruling(Verdict.ASK, ("AMB-02",), text)


def unsettled_shot(position: Position, act: Action, dice: Sequence[UnreadDie]) -> Ruling | None:
    """The same of an act; ``None`` where it is no shot, or the players have decided."""
    if not isinstance(act, Shoot) or act.settled or not dice or act.by not in position.pieces:
        return None
    return unread_in_the_way(position, act.by, act.effect, dice)


def _may_be_hit(position: Position, by: str, effect: int, die: UnreadDie) -> bool:
    """Whether the effect may hit what the die may be: a piece of others, one of each kind."""
    pieces = [piece for piece in position.pieces.values() if not piece.in_play]
    pieces = pieces if die.piece is None else [position.piece(die.piece)]
    owner = position.piece(by).owner
    for piece in {piece.die.id: piece for piece in pieces if piece.owner != owner}.values():
        face = piece.face or piece.die.faces[0]
        there = replace(piece, zone=Zone.PLAY, face=face, pose=die.pose, sigma_mm=die.sigma_mm)
        supposed = replace(position, pieces={**position.pieces, piece.id: there})
        try:
            answer = targets(supposed, by, effect)
        except Refused:
            continue
        if piece.id in answer.hits or piece.id in answer.doubtful:
            return True
    return False


def unknown_to_match(position: Position, seen: Iterable[UnknownObject]) -> tuple[UnknownObject, ...]:
    """Those that are no terrain, no card and no piece in play that the camera has lost."""
    known: list[Outline] = [terrain.outline_mm for terrain in position.table.terrain]
    known += [post.outline for post in position.posts.values()]
    known += [silhouette(piece.placed) for piece in position.in_play]
    return tuple(one for one in seen if not any(contains_point(outline, one.centre_mm) for outline in known))


def unknown_in_the_way(position: Position, by: str, effect: int, unknown: Sequence[UnknownObject]) -> str | None:
    """What to say beside a shot that may have to hit such a thing, if it is a die; ``None`` where none matters."""
    edge_mm = position.piece(by).die.edge_mm
    supposed = [UnreadDie(Pose(*one.centre_mm, 0.0, edge_mm), one.radius_mm / 2, None) for one in unknown]
    if unread_in_the_way(position, by, effect, supposed) is None:
        return None
    return gettext(
        "Something on the table is not recognised as a die; if it is one, it may be what {piece} has to hit.",
        piece=position.piece(by).label,
    )
