"""From a layout and what the rules say of it to a scene: a pure function, drawn through any view of the table.

Everything is projected at the height where it is: outlines, baselines, shade and lines between closest points lie in
the plane of the top faces they belong to, because there they are measured.

The few words beside a die that say how it stands to the chosen weapon.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np
import shapely
from shapely import Polygon

from companion.geometry import Gap, Points, Pose, at_height, circumradius_mm, flat_corners_mm, format_heading
from companion.rules import CommandPost, Why
from companion.session import Layout, LayoutPiece, SurveyedPiece, TargetStanding, TargetSurvey, baselines, blind_area
from companion.session.badges import BADGES, NO_BADGE, PlayerBadge
from companion.session.overlay.scene import Mark, MarkKind, Px, Scene, Stamp, Tag, Tone
from companion.session.overlay.views import View
from companion.text import N_, pgettext
from companion.vision import DieState, UnknownObject

#: Straight lines on the table are bent by the lens: they are projected in pieces of this length.
_STEP_MM: Final = 15.0
#: The ring round a target, and how far words stay from a die's middle, in circumradii of its top face.
_RING: Final = 1.28
_CLEAR: Final = 1.45
#: How far round a Command Post's card its ring runs.
_CARD_RING_MM: Final = 10.0

_TONES: Final = {
    TargetStanding.LEGAL: Tone.LEGAL,
    TargetStanding.UNSURE: Tone.UNSURE,
    TargetStanding.EXCLUDED: Tone.FADED,
}
_RINGS: Final = {TargetStanding.LEGAL: MarkKind.LEGAL_RING, TargetStanding.UNSURE: MarkKind.UNSURE_RING}
_SPANS: Final = {TargetStanding.LEGAL: MarkKind.SPAN, TargetStanding.UNSURE: MarkKind.UNSURE_SPAN}
#: The line to the target in focus, and the words along it.
_FOCUSED: Final = {
    TargetStanding.LEGAL: (MarkKind.CLOSEST_SPAN, Tone.MEASURE),
    TargetStanding.UNSURE: (MarkKind.UNSURE_SPAN, Tone.UNSURE),
    TargetStanding.EXCLUDED: (MarkKind.REFUSED_SPAN, Tone.REFUSED),
}


#: Reason code -> what stands beside the die. Of a code that is not here the ruling speaks.
_REASONS: Final = {
    Why.ALLY: N_("overlay", "own side"),
    Why.ENEMY: N_("overlay", "an enemy"),
    Why.NOT_SEEN: N_("overlay", "behind the baseline"),
    Why.NOT_CLOSEST: N_("overlay", "not the closest"),
    Why.DODGE: N_("overlay", "dodges"),
    Why.IMMUNE: N_("overlay", "immune to this colour"),
    Why.LOWER_LEVEL: N_("overlay", "on a higher level"),
    Why.TERRAIN: N_("overlay", "terrain in between"),
    Why.RESTRICTION: N_("overlay", "not the named kind"),
    Why.TOO_CLOSE_TO_CALL: N_("overlay", "too close to call"),
}

_STATES: Final = {
    DieState.FLAT: "",
    DieState.LEANING: N_("overlay", "leaning, not flat"),
    DieState.OVERHANGING: N_("overlay", "hangs over the edge"),
}


assert set(_TONES) == set(_FOCUSED) == set(TargetStanding)

#: What lies on the table, by its name: the pieces of a layout, and Command Posts.
_Things = Mapping[str, LayoutPiece | CommandPost]
_ORDER: Final = tuple(MarkKind)
_SAYS_MOST: Final = (Tone.CHOSEN, Tone.MEASURE, Tone.REFUSED, Tone.UNSURE, Tone.LEGAL, Tone.PLAIN, Tone.FADED)
assert set(_SAYS_MOST) == set(Tone)


def compose_scene(
    layout: Layout,
    sighting: TargetSurvey | None,
    view: View,
    *,
    chosen: str | None = None,
    posts: Sequence[CommandPost] = (),
) -> Scene:
    """What to draw over a view of the table.

    sighting: what the chosen weapon sees and may hit, ``None`` where no weapon is chosen; chosen: the piece in hand,
    left out where the sighting says it; posts: the Command Posts that lie on the table.
    """
    in_hand = sighting.by if sighting else chosen
    marks = [mark for piece in layout.pieces for mark in _die(piece, layout, view, chosen=piece.id == in_hand)]
    for post in posts:
        rim = np.array(Polygon(post.outline).segmentize(_STEP_MM).exterior.coords)[:-1]
        outline, colour = _projected(rim, 0.0, view), owner_badge(layout, post.owner).colour
        marks.append(Mark(MarkKind.POST, outline, post.id, closed=True, colour=colour))
    tags = [_tag(piece, layout, sighting, view, chosen=piece.id == in_hand) for piece in layout.pieces]
    tags += [_card_tag(post, layout, sighting, view) for post in posts]
    if sighting is not None:
        things: _Things = {**{post.id: post for post in posts}, **{piece.id: piece for piece in layout.pieces}}
        marks += _sight(layout, sighting, view, things)
        tags += _measures(layout, sighting, view, things)
    marks.sort(key=lambda mark: _ORDER.index(mark.part))
    tags.sort(key=lambda tag: _SAYS_MOST.index(tag.tone))
    return Scene(view.size_wh, tuple(marks), tuple(tags)).with_more(unknown_scene(layout.unknown, view))


def unknown_scene(unknown: Sequence[UnknownObject], view: View) -> Scene:
    """What lies there and is not recognised as a die: each with an outline and a question mark."""
    marks = tuple(
        Mark(MarkKind.UNKNOWN_OUTLINE, _projected(np.array(one.outline_mm), one.height_mm, view), closed=True)
        for one in unknown
    )
    middles = [_projected(np.array([one.centre_mm]), one.height_mm, view)[0] for one in unknown]
    return Scene(view.size_wh, marks, (), tuple(Stamp("", middle, "?", Tone.UNSURE) for middle in middles))


def owner_badge(layout: Layout, owner: str | None) -> PlayerBadge:
    """The shape and colour of an owner: what they chose, else the first that is free, in the order of the seats."""
    worn = {badge.word: badge for badge in BADGES}
    chosen = {seat.player: worn[seat.badge] for seat in layout.seats if seat.badge in worn}
    if owner in chosen:
        return chosen[owner]
    others = [seat.player for seat in layout.seats if seat.player not in chosen]
    free = [badge for badge in BADGES if badge not in chosen.values()] or list(BADGES)
    return free[others.index(owner) % len(free)] if owner in others else NO_BADGE


def _die(piece: LayoutPiece, layout: Layout, view: View, *, chosen: bool) -> Iterator[Mark]:
    """The outline of the top face, and an arrow from its middle to corner 0."""
    pose, colour = piece.pose, owner_badge(layout, piece.owner).colour
    part = MarkKind.OUTLINE if piece.state is DieState.FLAT else MarkKind.UNSETTLED_OUTLINE
    part = MarkKind.UNREAD_OUTLINE if piece.name is None else part
    part = MarkKind.CHOSEN_OUTLINE if chosen else part
    outline = on_top_px(pose, pose.top_corners_mm(), view)
    yield Mark(part, outline, piece.id, closed=True, colour=None if chosen else colour)
    if piece.name is not None:
        heading = on_top_px(pose, np.array([pose.centre_mm, pose.corner_mm(0)]), view)
        yield Mark(MarkKind.HEADING, heading, piece.id, colour=colour)


def _sight(layout: Layout, sighting: TargetSurvey, view: View, things: _Things) -> Iterator[Mark]:
    shooter = layout.piece(sighting.by)
    top_mm = shooter.pose.top_mm
    # What covers the table top in this view when it lies as high as the top face, so that shade ends at the rim.
    edge = np.array(Polygon(layout.outline_mm).segmentize(_STEP_MM).exterior.coords)[:-1]
    table = Polygon(view.locate(view.project(at_height(edge, 0.0)), height_mm=top_mm)).buffer(0)
    arrows = [shooter.baseline(corner) for corner in sighting.corners]
    for area in shapely.get_parts(blind_area(arrows, table)):
        if isinstance(area, Polygon) and area.area > 0:
            rim = np.array(area.segmentize(_STEP_MM).exterior.coords)[:-1]
            yield Mark(MarkKind.SHADE, _projected(rim, top_mm, view), shooter.id, closed=True)
    for line in (part for baseline in baselines(arrows, table) for part in shapely.get_parts(baseline)):
        if isinstance(line, shapely.LineString):
            points = np.array(line.segmentize(_STEP_MM).coords)
            yield Mark(MarkKind.BASELINE, _projected(points, top_mm, view), shooter.id)
    for candidate in sighting.candidates:
        if candidate.piece in things:
            in_focus = candidate.piece == sighting.focus
            yield from _candidate(shooter, things[candidate.piece], candidate, view, in_focus=in_focus)


def _candidate(
    shooter: LayoutPiece, target: LayoutPiece | CommandPost, candidate: SurveyedPiece, view: View, *, in_focus: bool
) -> Iterator[Mark]:
    """How a candidate stands to the weapon: a ring or a veil, and the line to it where that matters."""
    faded = candidate.standing is TargetStanding.EXCLUDED
    if isinstance(target, LayoutPiece):
        outline = body_px(target, view) if faded else ring_px(target.pose, view)
    else:
        card = Polygon(target.outline)
        card = card if faded else card.buffer(_CARD_RING_MM).segmentize(_STEP_MM)
        outline = _projected(np.array(card.exterior.coords)[:-1], 0.0, view)
    yield Mark(MarkKind.FADED if faded else _RINGS[candidate.standing], outline, target.id, closed=True)
    part = _FOCUSED[candidate.standing][0] if in_focus else _SPANS.get(candidate.standing)
    if candidate.gap is not None and part is not None:
        yield Mark(part, _between(shooter, target, candidate.gap, view), candidate.piece)


def _between(shooter: LayoutPiece, target: LayoutPiece | CommandPost, gap: Gap, view: View) -> tuple[Px, ...]:
    """The line between closest points, from the height of one top face to that of the other."""
    one = np.array([*gap.between[0], shooter.pose.top_mm])
    other = np.array([*gap.between[1], target.pose.top_mm if isinstance(target, LayoutPiece) else 0.0])
    pieces = max(1, math.ceil(float(np.linalg.norm(other - one)) / _STEP_MM))
    return _pixels(view.project(np.linspace(one, other, pieces + 1)))


def _measures(layout: Layout, sighting: TargetSurvey, view: View, things: _Things) -> Iterator[Tag]:
    """The distances written along the lines that matter: to the target in focus, and wherever the call is too close."""
    shooter = layout.piece(sighting.by)
    for candidate in sighting.candidates:
        matters = candidate.standing is TargetStanding.UNSURE or candidate.piece == sighting.focus
        if candidate.gap is not None and matters and candidate.piece in things:
            line = _between(shooter, things[candidate.piece], candidate.gap, view)
            tone = _FOCUSED[candidate.standing][1]
            yield Tag(candidate.piece, line[0], line[-1], 0.0, str(candidate.gap.distance), (), tone)


def _tag(piece: LayoutPiece, layout: Layout, sighting: TargetSurvey | None, view: View, *, chosen: bool) -> Tag:
    candidate = sighting.of(piece.id) if sighting else None
    details = piece_words(piece, candidate, in_focus=sighting is not None and sighting.focus == piece.id)
    if chosen and sighting:
        details = (sighting.weapon, *details)
    pose, title, aside = piece.pose, f"? {piece.id}", ""
    if piece.name is not None:
        side = pgettext("overlay", "side {number}").format(number=piece.name.face)
        title, aside = piece.id, f"{side}  {format_heading(pose.heading_deg)}"
    (centre,) = on_top_px(pose, np.array([pose.centre_mm]), view)
    clear_px = _CLEAR * max(math.dist(centre, corner) for corner in on_top_px(pose, pose.top_corners_mm(), view))
    tone = Tone.FADED if sighting is not None and piece.settled else Tone.PLAIN
    tone = tone if candidate is None else _TONES[candidate.standing]
    tone, badge = Tone.CHOSEN if chosen else tone, owner_badge(layout, piece.owner)
    return Tag(piece.id, centre, centre, clear_px, title, details, tone, aside, badge)


def _card_tag(post: CommandPost, layout: Layout, sighting: TargetSurvey | None, view: View) -> Tag:
    candidate = sighting.of(post.id) if sighting else None
    centre = _projected(np.array([post.centre_mm]), 0.0, view)[0]
    corner = _projected(np.array([post.outline[0]]), 0.0, view)[0]
    in_focus = sighting is not None and sighting.focus == post.id
    message = "" if candidate is None else _sentence(candidate, in_focus=in_focus)
    details = (message,) if message else ()
    tone = _TONES[candidate.standing] if candidate else Tone.FADED if sighting else Tone.PLAIN
    left = pgettext("overlay", "{armour:g} Armor").format(armour=post.armour)
    title, badge = pgettext("overlay", "Command Post"), owner_badge(layout, post.owner)
    return Tag(post.id, centre, centre, math.dist(centre, corner), title, details, tone, left, badge)


def ring_px(pose: Pose, view: View) -> tuple[Px, ...]:
    """A ring round a die that lies so."""
    angles = np.linspace(0, 2 * math.pi, 48, endpoint=False)
    radius = _RING * circumradius_mm(pose.edge_mm)
    circle = np.array(pose.centre_mm) + radius * np.column_stack([np.cos(angles), np.sin(angles)])
    return _projected(circle, pose.top_mm, view)


def body_px(piece: LayoutPiece, view: View) -> tuple[Px, ...]:
    """The outline of the whole die as the view shows it: the hull of its six vertices."""
    hull = shapely.MultiPoint(view.project(flat_corners_mm([piece.pose])[0])).convex_hull
    return _pixels(np.array(hull.exterior.coords)[:-1]) if isinstance(hull, Polygon) else ()


def on_top_px(pose: Pose, plan_mm: Points, view: View) -> tuple[Px, ...]:
    """Points of the plan, shape (N, 2), as the view shows them at the height of a die's top face."""
    return _projected(plan_mm, pose.top_mm, view)


def _projected(plan_mm: Points, height_mm: float, view: View) -> tuple[Px, ...]:
    return _pixels(view.project(at_height(plan_mm, height_mm)))


def _pixels(points_px: Points) -> tuple[Px, ...]:
    return tuple((float(x), float(y)) for x, y in points_px)


assert set(_STATES) == set(DieState)

#: Which of several targets is hit when; from the fourth on by number.
_TURNS: Final = {1: N_("overlay", "hit 1st"), 2: N_("overlay", "hit 2nd"), 3: N_("overlay", "hit 3rd")}
_LATER_TURN: Final = N_("overlay", "hit {order}th")


def piece_words(piece: LayoutPiece, candidate: SurveyedPiece | None, *, in_focus: bool) -> tuple[str, ...]:
    """Lines to stand below a die's name: how it lies where that is unusual, and how the weapon takes it.

    A target in focus has its distance written along the line to it, and not here again.
    """
    unusual = pgettext("overlay", "side cannot be read") if piece.name is None else ""
    differ = candidate is not None and candidate.contested
    contested = pgettext("overlay", "top face and whole die disagree") if differ else ""
    message = "" if candidate is None else _sentence(candidate, in_focus=in_focus)
    state = pgettext("overlay", _STATES[piece.state]) if _STATES[piece.state] else ""
    lines = (unusual, state, message, contested)
    return tuple(line for line in lines if line)


def _sentence(candidate: SurveyedPiece, *, in_focus: bool) -> str:
    if candidate.standing is TargetStanding.UNSURE:
        doubt = pgettext("overlay", _REASONS[Why.TOO_CLOSE_TO_CALL])
        if candidate.margin is None or candidate.margin.sign != 0:
            return doubt
        return pgettext("overlay", "{doubt}: {margin} in front of the baseline", doubt=doubt, margin=candidate.margin)
    if candidate.standing is TargetStanding.LEGAL:
        distance = "" if in_focus or candidate.gap is None else str(candidate.gap.distance)
        last = pgettext("overlay", "a Command Post counts last") if candidate.last_by_rule else ""
        order = candidate.order
        turn = "" if order is None else pgettext("overlay", _TURNS.get(order, _LATER_TURN), order=order)
        return ", ".join(words for words in (turn, distance, last) if words)
    return _reason(candidate)


def _reason(candidate: SurveyedPiece) -> str:
    why = candidate.why
    if why is None:
        return candidate.reason
    reason = pgettext("overlay", _REASONS[why]) if why in _REASONS else candidate.reason
    if why is Why.NOT_SEEN and candidate.margin is not None:
        return f"{-candidate.margin.value:.0f} mm {reason}"
    if why is Why.NOT_CLOSEST and candidate.gap is not None:
        return f"{reason}, {candidate.gap.distance.value:.1f} mm"
    return reason
