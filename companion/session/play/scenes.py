"""What is drawn over the table in each mode: the dice, what a weapon sees, ghosts of what would be, flags, ways; and
what a loupe enlarges.

Pure functions of a position and a mode, drawn through any view of the table.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from companion.geometry import Point, Pose, circumradius_mm
from companion.rules import Flags, Piece, Position, Refused, Zone, apply, command_order, conditions, maneuvers
from companion.rules.actions import Maneuver
from companion.session import Layout, LayoutPiece, SurveyedPiece, TargetStanding, TargetSurvey, clearance, piece_in_play
from companion.session.inference import Instruction
from companion.session.overlay import Mark, MarkKind, Scene, Stamp, Tag, Tone, compose_scene, on_top_px, ring_px
from companion.session.overlay.views import View
from companion.session.play import modes
from companion.session.play.aim import take_aim
from companion.session.play.die_actions import corner_in_focus, corner_keys
from companion.session.play.placement import is_carried
from companion.text import gettext, pgettext
from companion.vision import FaceName

#: How far beyond a ghost its key stands, in circumradii of its top face.
_KEY: Final = 0.85
#: So near to a ghost's middle, in edges, a click means it.
_MIDDLE: Final = 0.45


@dataclass(frozen=True, slots=True)
class Ghost:
    """How a die would lie after a step over a corner. words: what stands beside it; lies: the centre of the die as it
    lies, from which the key keeps away; chosen: whether Enter rolls there."""

    piece: str
    pose: Pose
    title: str
    words: tuple[str, ...]
    legal: bool | None = True
    key: str = ""
    lies: Point | None = None
    chosen: bool = False

    @property
    def key_mm(self) -> Point:
        """Where its key stands: beyond it, so that both can be seen."""
        x, y = self.pose.centre_mm
        if self.lies is None:
            return x, y
        way = math.dist(self.lies, (x, y)) or 1.0
        share = _KEY * circumradius_mm(self.pose.edge_mm) / way
        return x + share * (x - self.lies[0]), y + share * (y - self.lies[1])


def survey_in(position: Position, mode: modes.Mode) -> TargetSurvey | None:
    """What the weapon sees that is looked through; ``None`` where none is, or where the rules refuse to look."""
    mode = modes.drawn_mode(mode)
    try:
        return take_aim(position, mode).sighting if isinstance(mode, modes.Aiming) else None
    except Refused:
        return None


def shown_layout(layout: Layout, position: Position, mode: modes.Mode) -> Layout:
    """The pieces as they are shown: with the die that is being put down, and what it moved."""
    mode = modes.drawn_mode(mode)
    laid: dict[str, modes.PlacedPose] = {}
    if isinstance(mode, modes.Proposed):
        return replace(layout, pieces=tuple(piece_in_play(mode.now.after, piece) for piece in mode.now.after.in_play))
    if isinstance(mode, modes.Correcting) and mode.zone is Zone.PLAY:
        laid = {mode.piece: mode.lies}
    elif isinstance(mode, modes.Throwing):
        laid = dict(mode.moved) | ({} if mode.off else {mode.piece: mode.lies})
    if not laid:
        return layout
    kept = tuple(piece for piece in layout.pieces if piece.id not in laid)
    owners = {mode.piece: mode.owner} if isinstance(mode, modes.Correcting) else {}
    put = []
    for piece, lies in ((position.piece(name), lies) for name, lies in laid.items()):
        face, owner = FaceName(piece.die.id, lies.face), owners.get(piece.id, piece.owner)
        put.append(LayoutPiece(piece.id, owner, face, lies.pose(piece), 0.0, 0.0))
    return replace(layout, pieces=(*kept, *put))


def compose_match_scene(
    layout: Layout, position: Position, mode: modes.Mode, view: View, hands: Sequence[Instruction] = ()
) -> Scene:
    """Everything drawn over the table in a mode, and what hands still have to do."""
    shown = shown_layout(layout, position, mode)
    posts = tuple(post for post in position.posts.values() if not post.destroyed)
    base = compose_scene(shown, survey_in(position, mode), view, chosen=_in_hand(mode), posts=posts)
    more = Scene(view.size_wh, (), ())
    for ghost in list_ghosts(position, mode):
        more = more.with_more(ghost_scene(ghost, view))
    for instruction in hands:
        if instruction.start is not None and instruction.visible:
            more = more.with_more(way_scene(instruction.piece, instruction.start, instruction.end, view))
    if isinstance(mode, modes.Reconciling):
        more = more.with_more(_differing(position, shown.outline_mm, mode, view))
    rings = (Mark(MarkKind.ASKED_RING, ring_px(pose, view), name, closed=True) for name, pose in _asked(shown, mode))
    more = more.with_more(Scene(view.size_wh, tuple(rings), ()))
    stamps = tuple(_stamps(position, mode, shown, view))
    # While a die is carried only its own words, so that it can follow the mouse.
    alone = isinstance(mode, modes.Throwing | modes.Correcting) and is_carried(mode)
    tags = tuple(_with_state(tag, position) for tag in base.tags if not alone or tag.piece == _in_hand(mode))
    return replace(replace(base, tags=tags).with_more(more), stamps=stamps + more.stamps)


def _with_state(tag: Tag, position: Position) -> Tag:
    """A die's words with the green dots of an Ogre that still work (OG-OGRE-10), and with what holds or freezes it
    (DW-HOLD-01, DW-FREEZE-01)."""
    card, piece = position.cards.get(tag.piece), position.pieces.get(tag.piece)
    if tag.along:
        return tag
    more: list[str] = []
    if card is not None:
        dots = " ".join(map(str, card.live_dots)) or pgettext("match", "none")
        more.append(pgettext("match", "moves {dots}").format(dots=dots))
    if piece is not None and piece.in_play:
        more += [condition.words for condition in conditions(position, piece)]
    return replace(tag, details=(*tag.details, *more)) if more else tag


def _differing(position: Position, outline_mm: Sequence[Point], mode: modes.Reconciling, view: View) -> Scene:
    """The pieces concerned, where the match has them and where they are seen, and the table that contradicts it."""
    known = position.pieces
    poses: list[tuple[str | None, Pose | None]] = [
        (d.piece, known[d.piece].pose) for d in mode.differences if d.piece is not None and d.piece in known
    ]
    poses += [(d.piece, d.die.pose) for d in mode.differences if d.die is not None]
    marks = tuple(
        Mark(MarkKind.DIFFERS, on_top_px(pose, pose.top_corners_mm(), view), name, closed=True)
        for name, pose in poses
        if pose is not None
    )
    rim = tuple((float(x), float(y)) for x, y in view.project([[*corner, 0.0] for corner in outline_mm]))
    return Scene(view.size_wh, (Mark(MarkKind.DIFFERS, rim, closed=True), *marks), ())


def _asked(shown: Layout, mode: modes.Mode) -> Iterator[tuple[str | None, Pose]]:
    """The dice that people are asked about, ringed so that each can be distinguished from its equals: where it is seen,
    else where the match has it."""
    poses = {piece.id: piece.pose for piece in shown.pieces}
    if isinstance(mode, modes.Reconciling):
        asked, die = mode.now.piece, mode.now.die
        if die is not None:
            yield asked, die.pose
        elif asked in poses:
            yield asked, poses[asked]
    elif isinstance(mode, modes.Proposed):
        for name in dict.fromkeys(ask.piece for ask in mode.now.asks):
            if name in poses:
                yield name, poses[name]


def _in_hand(mode: modes.Mode) -> str | None:
    mode = modes.drawn_mode(mode)
    if isinstance(mode, modes.Throwing):
        return mode.held or mode.piece
    if isinstance(mode, modes.Proposed):
        last = mode.now.steps[-1]
        return str(getattr(last, "piece", getattr(last, "by", ""))) or None
    if isinstance(mode, modes.Reconciling):
        return mode.now.piece
    if isinstance(mode, modes.Browsing | modes.Rolling | modes.Correcting):
        return mode.piece
    return str(getattr(mode, "by", "")) or None


# Ghosts


def list_ghosts(position: Position, mode: modes.Mode) -> tuple[Ghost, ...]:
    """How dice would lie after what can be chosen now."""
    match mode:
        case modes.Rolling():
            return tuple(_rolling(position, mode))
        case modes.Aiming():
            return tuple(_aiming(position, mode))
        case modes.Correcting():  # where the die is known to lie, while it is put right
            piece = position.piece(mode.piece)
            if not piece.in_play or piece.face is None or piece.placed == mode.lies.pose(piece):
                return ()
            before = pgettext("match", "before: side {number}", number=piece.face.key)
            return (Ghost(piece.id, piece.placed, before, (), legal=False),)
        case _:
            return ()


def find_ghost(point_mm: Point, position: Position, mode: modes.Mode) -> str | None:
    """The key of the ghost whose middle is over a point of the plan, or near it."""
    keyed = [ghost for ghost in list_ghosts(position, mode) if ghost.key]
    nearest = min(keyed, key=lambda ghost: math.dist(ghost.pose.centre_mm, point_mm), default=None)
    if nearest is None or math.dist(nearest.pose.centre_mm, point_mm) > _MIDDLE * nearest.pose.edge_mm:
        return None
    return nearest.key


def _rolling(position: Position, mode: modes.Rolling) -> Iterator[Ghost]:
    keys, focus = corner_keys(position.piece(mode.piece).showing), corner_in_focus(position, mode)
    for corner, answer in maneuvers(position, mode.piece).items():
        if answer.step is None:
            continue
        obstacle = answer.step.obstacle
        crushed = ", ".join(position.piece(name).label for name in answer.step.crushes)
        words = [pgettext("match", "crushes {dice}").format(dice=crushed)]
        words = words if answer.step.crushes else []
        if obstacle is not None:
            apart = "" if obstacle.clearance is None else f" ({obstacle.clearance})"
            words.append(f"{obstacle.what}{apart}")
        else:
            # How far a free roll stays clear of what is nearest.
            found = clearance(position, mode.piece, corner)
            what = position.piece(found.to).label if found.to else pgettext("match", "the table's edge")
            room = pgettext("match", "{room} clear of {what}").format(room=found.room_mm, what=what)
            words.append(room)
        side = pgettext("match", "side {number}").format(number=answer.step.face.key)
        yield Ghost(
            mode.piece,
            answer.step.pose,
            side,
            tuple(words),
            answer.legal,
            keys[corner],
            position.piece(mode.piece).placed.centre_mm,
            chosen=corner == focus,
        )


def _aiming(position: Position, mode: modes.Aiming) -> Iterator[Ghost]:
    """Repair and Confuse: how the target would lie."""
    try:
        aim = take_aim(position, mode)
    except Refused:
        return
    target = position.pieces.get(aim.target or "")
    for corner, action in aim.corners:
        if corner is not None and target is not None:
            outcome = apply(position, action)
            after = outcome.position.piece(target.id)
            if outcome.ok and after.in_play and after.face is not None:
                side = pgettext("match", "side {number}").format(number=after.face.key)
                key, lies = corner_keys(target.showing)[corner], target.placed.centre_mm
                yield Ghost(target.id, after.placed, side, (), key=key, lies=lies)


def ghost_scene(ghost: Ghost, view: View) -> Scene:
    """A ghost with its heading and words, and its key in its middle."""
    pose = ghost.pose
    outline = on_top_px(pose, pose.top_corners_mm(), view)
    centre, corner = on_top_px(pose, np.array([pose.centre_mm, pose.corner_mm(0)]), view)
    part = MarkKind.REFUSED_GHOST if ghost.legal is False else MarkKind.GHOST
    part = MarkKind.CHOSEN_GHOST if ghost.chosen else part
    marks = (Mark(part, outline, ghost.piece, closed=True), Mark(MarkKind.GHOST_HEADING, (centre, corner), ghost.piece))
    tone = Tone.CHOSEN if ghost.chosen else {True: Tone.LEGAL, None: Tone.UNSURE, False: Tone.FADED}[ghost.legal]
    clear = max(abs(corner[0] - centre[0]), abs(corner[1] - centre[1])) * 2.2
    tag = Tag(ghost.piece, centre, centre, clear, ghost.title, ghost.words, tone)
    (at,) = on_top_px(pose, np.array([ghost.key_mm]), view)
    stamps = (Stamp(ghost.piece, at, ghost.key, tone),) if ghost.key else ()
    return Scene(view.size_wh, marks, (tag,), stamps)


def way_scene(piece: str, before: Pose, after: Pose | None, view: View) -> Scene:
    """What hands shall do: from the ghost of how a die lay an arrow to how it shall lie, or to the table's rim."""
    outline = on_top_px(before, before.top_corners_mm(), view)
    marks: tuple[Mark, ...] = (Mark(MarkKind.REFUSED_GHOST, outline, piece, closed=True),)
    if after is not None:
        line = on_top_px(before, np.array([before.centre_mm, after.centre_mm]), view)
        goal = on_top_px(after, after.top_corners_mm(), view)
        marks = (*marks, Mark(MarkKind.GHOST, goal, piece, closed=True), Mark(MarkKind.WAY, line, piece))
    return Scene(view.size_wh, marks, ())


# Stamps: Command Flags, Poison Counters, what a throw knocked off


def _stamps(position: Position, mode: modes.Mode, shown: Layout, view: View) -> Iterator[Stamp]:
    """At the rim of the die, so that its print can be read."""
    pieces = {piece.id: piece.pose for piece in shown.pieces}
    for name, word, tone in _words(position, mode):
        if name in pieces:
            rim = on_top_px(pieces[name], pieces[name].silhouette_mm(), view)
            yield Stamp(name, (min(x for x, _ in rim), min(y for _, y in rim)), word, tone)


def _words(position: Position, mode: modes.Mode) -> Iterator[tuple[str, str, Tone]]:
    if isinstance(mode, modes.Commanding):
        with suppress(Refused):
            for number, name in enumerate(command_order(position, mode.by).order, start=1):
                yield name, str(number), Tone.LEGAL
    for frame in position.pending:
        for flag in frame.flags if isinstance(frame, Flags) else ():
            yield flag.piece, f"⚑ {flag.number}", Tone.CHOSEN
    for counter in position.counters:
        yield counter.on, pgettext("match", "Poison"), Tone.UNSURE
    if isinstance(mode, modes.Throwing):
        for name in mode.knocked_off:
            yield name, pgettext("match", "off"), Tone.UNSURE


#: How much of the table a loupe shows, mm.
_ACROSS_MM: Final = 60.0
#: The same about a die that rolls, in its edges.
_ROLL_EDGES: Final = 4.2


@dataclass(frozen=True, slots=True)
class LoupeSpot:
    """A place to be looked at: where (table, mm), how high, what stands below it."""

    at_mm: Point
    height_mm: float
    title: str
    number: str
    across_mm: float = _ACROSS_MM


def loupe_spots(position: Position, mode: modes.Mode) -> tuple[LoupeSpot, ...]:
    """The places that a close call hangs on now (AMB-02), and that of a roll, where hands have little room."""
    if isinstance(mode, modes.Settling) and isinstance(mode.act, Maneuver):
        return _around(position.piece(mode.act.piece))
    if isinstance(mode, modes.Rolling):
        return _around(position.piece(mode.piece))
    if not isinstance(mode, modes.Aiming):
        return ()
    try:
        aim = take_aim(position, mode)
    except Refused:
        return ()
    unsure = [c for c in aim.sighting.standing(TargetStanding.UNSURE) if c.piece in aim.unsure or aim.at_all]
    return tuple(_close_call(position, candidate, at) for at, candidate in enumerate(unsure[:3], start=1))


def _around(piece: Piece) -> tuple[LoupeSpot, ...]:
    pose = piece.placed
    side = pgettext("match", "side {number}").format(number=piece.showing.key)
    return (LoupeSpot(pose.centre_mm, pose.top_mm, piece.label, side, _ROLL_EDGES * pose.edge_mm),)


def _close_call(position: Position, candidate: SurveyedPiece, at: int) -> LoupeSpot:
    target = position.target(candidate.piece)
    in_play = candidate.piece in position.pieces
    height = position.piece(candidate.piece).placed.top_mm if in_play else 0.0
    spot = candidate.gap.between[1] if candidate.gap else position.piece(candidate.piece).placed.centre_mm
    margin = candidate.margin
    short = "" if margin is None or margin.sign != 0 else str(margin).replace("-", "−")
    past = gettext(", {margin} in front of the baseline", margin=short) if short else ""
    return LoupeSpot(spot, height, f"{at}  {target.label}", f"{candidate.gap.distance if candidate.gap else ''}{past}")
