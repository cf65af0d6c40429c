"""Throws (CON-12; CY-THROW-01; points for dice knocked off by a foul throw stand, AMB-61): what a die's landing does
to the table, fouls and the opponent's choice, dice off the table (OG-THROW-*, OG-OFF-*)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from math import dist
from types import MappingProxyType
from typing import Final

from shapely.geometry import Polygon

from companion.geometry import TIE_MM, Pose, rests_on, turn_between_deg
from companion.rules import actions as act
from companion.rules.agreements import Profile, RuleGroup
from companion.rules.combat import crush
from companion.rules.events import Entered, FoulCalled, Moved, Removed
from companion.rules.paper import with_measured_top
from companion.rules.position import Piece, Position, Zone
from companion.rules.ruling import Refused, Why, most_telling
from companion.rules.stack import clear_pending, foul_pending, label_of_next, push_frame, slot_of
from companion.rules.table import check_in_play, stands_on
from companion.rules.terrain import level_after
from companion.rules.transition import ActionRule, Transition, rule_of
from companion.rules.turn import begin_next_turn
from companion.rules.turn_state import FoulPending, MayAct, MustThrow
from companion.text import gettext

#: A foot: how far above or behind the edge a die is let go (OG-THROW-02).
FOOT_MM: Final = 304.8


def is_foul(release: act.Release) -> bool:
    """Whether a release is a foul: not behind the edge, or less than a foot above and behind it (OG-THROW-02,
    AMB-23)."""
    return release.behind_mm < 0 or max(release.behind_mm, release.above_mm) < FOOT_MM


def check_may_throw(position: Position, piece: Piece) -> None:
    """Refuse a throw of a die that is not in hand, not up, unique with a copy in play, or an Ogre."""
    if piece.zone is Zone.RESERVE:
        rules = position.agreement.by_document(
            ("OG-ZONE-05", "OG-ZONE-04"), ("DW-ZONE-04", "DW-ZONE-03"), ("CY-KILL-01", "OG-ZONE-05")
        )
        raise Refused(Why.IN_RESERVE, most_telling(rules, ("CON-03",)), "{piece} is in reserve.", piece=piece.label)
    if piece.in_play:
        rules = ("OG-ZONE-01", "OG-ZONE-02", "OG-THROW-01")
        raise Refused(Why.NOT_IN_HAND, rules, "{piece} is in play.", piece=piece.label)
    top = position.pending[-1] if position.pending else None
    if not (isinstance(top, MustThrow) and top.piece == piece.id):
        if position.pending and not isinstance(top, FoulPending):
            first = label_of_next(position)
            text = gettext(
                "{piece} may not be thrown: {next_to_act} comes first.", piece=piece.label, next_to_act=first
            )
            raise Refused(Why.TURN_SPENT, ("OG-TURN-03", "OG-TURN-01", "DW-TURN-01"), text)
        slot_of(position, piece.id)
    check_may_enter(position, piece)


def check_may_enter(position: Position, piece: Piece) -> None:
    """Refuse to bring a die into play that is unique with a copy there (AD-UNIQ-04), or an Ogre (AMB-24)."""
    if piece.is_ogre and position.agreement.is_("AMB-24", "off"):
        text = gettext(
            "{piece} is not thrown: Ogres start on the table, unless the players agree otherwise.", piece=piece.label
        )
        raise Refused(Why.NOT_THROWN, ("OG-START-10", "OG-TURN-08", "AMB-24"), text)
    _check_unique(position, piece)


def _check_unique(position: Position, piece: Piece) -> None:
    """Refuse to bring a second copy of a unique die into play (AD-UNIQ-04)."""
    twin = next((p for p in position.in_play if p.die.unique and p.die.id == piece.die.id and p.id != piece.id), None)
    if piece.die.unique and twin is not None:
        text = gettext(
            "{piece} may not enter play: it is unique, and {twin} is in play.", piece=piece.label, twin=twin.label
        )
        raise Refused(Why.UNIQUE_IN_PLAY, ("CY-ARMY-04", "AD-UNIQ-04", "OG-ARMY-13", "CON-07"), text)


def throw(course: Transition, action: act.Throw) -> None:
    """A throw: foul, the die's landing, then the other dice; the die may act when it lands (OG-THROW-08)."""
    piece = course.position.piece(action.piece)
    check_may_throw(course.position, piece)
    _check_in_play(course.position, _named_besides(action))
    if course.position.pending:
        course.position = replace(course.position, pending=course.position.pending[:-1])
    course.position = replace(course.position, turn=replace(course.position.turn, spent=True, acted=True))
    foul = action.foul or (action.release is not None and is_foul(action.release))
    if foul:
        course.emit(FoulCalled(piece=piece.id))
    if action.release is not None or foul:
        course.decide("OG-THROW-02", "OG-THROW-01", *(("OG-THROW-04", "OG-THROW-05") if foul else ()))
        course.cite(*(("DW-THROW-03",) if foul else ()), "DW-THROW-01", "CON-12", "AMB-23")
    with course.scored_together(piece.owner):
        landed = _land(course, piece, action, foul=foul)
        _disturb(course, action)
        if landed and piece.is_ogre:
            _land_on(course, course.position.piece(piece.id))
        course.recheck()
    if course.over:
        return
    if foul:
        push_frame(course, FoulPending(piece.id, course.position.others(piece.owner)[0]))
        course.say("The throw is a foul: the opponent allows it, prohibits the die from acting, or has it taken out.")
    elif course.position.piece(piece.id).in_play:
        push_frame(course, MayAct(piece.id, landed=True))


def _named_besides(action: act.Throw) -> Iterator[str]:
    """The dice that a throw met: those knocked off or disturbed, and what anything leans on."""
    yield from action.knocked_off
    yield from (seen.piece for seen in action.disturbed)
    leaning = (
        how for how in (action.lands, *(seen.how for seen in action.disturbed)) if isinstance(how, act.LeaningPose)
    )
    yield from (how.leaning_on for how in leaning if how.leaning_on != action.piece)


def _check_in_play(position: Position, names: Iterable[str]) -> None:
    """Refuse what is stated of dice that are not on the table (OG-ZONE-01); terrain is no die."""
    for name in names:
        if name in position.pieces:
            check_in_play(position, position.pieces[name])


def _land(course: Transition, piece: Piece, action: act.Throw, *, foul: bool) -> bool:
    """Bring a thrown die into play where it lies flat on the table, else back to hand; after a foul the opponent says
    whether it may act (OG-THROW-05)."""
    lands, beside = action.lands, _left_lying(course.position, action)
    how = _flat(course.position, piece, lands)
    upon = None if how is None else _die_under(course.position, _lying(course.position, piece, how), beside)
    if upon is not None:
        how = None
        course.decide("OG-OFF-01", "OG-OFF-02", "DW-OFF-01")
        course.say("{piece} lies upon {other}, not on the table.", piece=piece.label, other=upon.label)
    if how is None:
        course.to_hand(piece)
        course.emit(Removed(piece=piece.id, zone=Zone.HAND, why="off-table"))
        course.decide(*_off_rules(course.position, lands), "OG-OFF-04", "CON-13", "AMB-22")
        course.say("{piece} goes off the table and back to hand; it does not act.", piece=piece.label)
        return False
    position = course.position
    landed = _lying(position, piece, how)
    entered = replace(landed, zone=Zone.PLAY, entered_turn=position.turn.number, back_turn=None)
    course.put(entered)
    course.emit(Entered.of(entered))
    rolled = isinstance(lands, act.LeaningPose)
    course.decide(*_entered_rules(course.position, rolled_off=rolled, high=entered.level > 0))
    if foul:
        course.say("{piece} lands on side {face}.", piece=piece.label, face=how.face)
    else:
        course.say("{piece} lands on side {face} and may act.", piece=piece.label, face=how.face)
    return True


def _left_lying(position: Position, action: act.Throw) -> list[Piece]:
    """The other dice that lie on the table after a throw, each as it lies then."""
    seen = {row.piece: row.how for row in action.disturbed}
    left = [piece for piece in position.in_play if piece.id not in {action.piece, *action.knocked_off}]
    still = [piece for piece in left if piece.id not in seen]
    moved = [(piece, seen[piece.id]) for piece in left if piece.id in seen]
    return still + [_lying(position, piece, how) for piece, how in moved if isinstance(how, act.RestingPose)]


def _die_under(position: Position, thrown: Piece, beside: Iterable[Piece]) -> Piece | None:
    """The die that a thrown one lies flat upon, and so not on the table (OG-OFF-01, OG-OFF-02): no two stand where each
    would carry the other. What an Ogre lands on is another matter (AMB-24)."""
    terrain = position.agreement.has(RuleGroup.TERRAIN)
    under = (
        other
        for other in beside
        if (not thrown.is_ogre or other.is_ogre)
        and (other.level == thrown.level or not terrain)
        and rests_on(thrown.placed, [other.top])
    )
    return next(under, None)


def _flat(
    position: Position, piece: Piece, lands: act.RestingPose | act.LeaningPose | act.OffTable
) -> act.RestingPose | None:
    """How a thrown die lies in the end; None off the table. It may roll off terrain, not off a die (AD-TERR-06);
    a die that was in play already may not (AD-TERR-08)."""
    if isinstance(lands, act.LeaningPose):
        on_terrain = any(terrain.id == lands.leaning_on for terrain in position.table.terrain)
        terrain = position.agreement.has(RuleGroup.TERRAIN) and on_terrain
        lands = lands.roll_off if terrain and lands.roll_off is not None else act.OffTable()
    if isinstance(lands, act.OffTable):
        return None
    return lands if stands_on(position.table, _lying(position, piece, lands).placed) else None


def _lying(position: Position, piece: Piece, how: act.RestingPose) -> Piece:
    face = piece.die.face(how.face)
    pose = Pose(how.centre_mm[0], how.centre_mm[1], how.heading_deg, piece.die.edge_mm)
    level = level_after(piece, pose, position.table.terrain) if how.level is None else how.level
    sigma_mm = piece.sigma_mm if how.sigma_mm is None else how.sigma_mm
    sigma_deg = piece.sigma_deg if how.sigma_deg is None else how.sigma_deg
    paper = with_measured_top(piece.paper, face, how.corners_mm)
    lying = replace(piece, face=face, pose=pose, level=level, copied=None, measured_top=how.corners_mm, paper=paper)
    return replace(lying, sigma_mm=sigma_mm, sigma_deg=sigma_deg)


def _off_rules(position: Position, lands: act.RestingPose | act.LeaningPose | act.OffTable) -> tuple[str, ...]:
    profile = {Profile.DEEP_WHITE_SEA: ("DW-OFF-01", "DW-THROW-05")}.get(position.agreement.profile, ("OG-OFF-01",))
    leaning = ("OG-OFF-02",) if isinstance(lands, act.LeaningPose) else ()
    edge = ("GEO-11", "AMB-70") if isinstance(lands, act.RestingPose) else ()
    terrain = (
        ("AD-TERR-06", "AMB-48")
        if isinstance(lands, act.LeaningPose) and position.agreement.has(RuleGroup.TERRAIN)
        else ()
    )
    return most_telling(profile, leaning, edge, terrain, ("CON-15",))


def _entered_rules(position: Position, *, rolled_off: bool, high: bool) -> tuple[str, ...]:
    landing = position.agreement.by_document(
        ("OG-THROW-08", "OG-TURN-01"), ("DW-THROW-07", "CON-01"), ("CY-TURN-01", "OG-THROW-08")
    )
    terrain = ("AD-TERR-06", "AD-TERR-07", "CON-15") if rolled_off else ("AD-TERR-05", "CON-15") if high else ()
    return most_telling(terrain, landing)


def _disturb(course: Transition, action: act.Throw) -> None:
    """What the throw did to other dice: knocked off they give points to the others, else they show what they show
    now."""
    for name in action.knocked_off:
        _knock_off(course, course.position.piece(name), action.piece)
    for seen in action.disturbed:
        piece = course.position.piece(seen.piece)
        _move(course, piece, seen, lambda p: _put_off(course, p, action.piece))


def _move(course: Transition, piece: Piece, seen: act.ObservedPiece, off: Callable[[Piece], None]) -> None:
    moved = None if isinstance(seen.how, act.LeaningPose) else _lying(course.position, piece, seen.how)
    if moved is None or not stands_on(course.position.table, moved.placed):
        off(piece)
        return
    course.put(moved)
    course.emit(Moved.of(moved))
    course.cite("OG-HIT-01", "OG-HIT-02", "DW-HIT-01", "DW-HIT-02", "CY-THROW-03")


def _put_off(course: Transition, piece: Piece, thrown: str) -> None:
    """A die that no longer lies flat is off the table; a thrown Ogre has crushed it (AMB-24)."""
    thrower = course.position.piece(thrown)
    if thrower.is_ogre and thrower.in_play and not piece.is_ogre:
        crush(course, thrower, piece, thrown=True)
    else:
        _knock_off(course, piece, thrown)


def _knock_off(course: Transition, piece: Piece, thrown: str) -> None:
    """A die knocked off goes to hand, its points to everybody but the thrower (OG-OFF-05, AD-FOUL-01)."""
    thrower = course.position.piece(thrown).owner
    course.to_hand(piece)
    course.emit(Removed(piece=piece.id, zone=Zone.HAND, why="knocked-off"))
    course.score_each(course.position.others(thrower), piece.die.points, "knocked-off")
    many = ("AD-FOUL-01", "AD-FOUL-02", "AMB-47") if len(course.position.players) > 2 else ()
    course.decide(*many, "OG-OFF-05", "OG-OFF-03", "DW-THROW-06", "DW-OFF-02", "CON-14")


def _land_on(course: Transition, ogre: Piece) -> None:
    """An Ogre thrown by agreement crushes every die under it, without loss of Treads (OG-START-11, AMB-24)."""
    under = Polygon(ogre.outline)
    course.decide("AMB-24", "OG-START-11")
    for piece in course.position.in_play:
        if not piece.is_ogre and under.intersection(Polygon(piece.outline)).area > 0:
            crush(course, ogre, piece, thrown=True)


def place(course: Transition, action: act.Place) -> None:
    """The first placement: a die in the exact centre instead of a turn (OG-START-06, DW-START-02, CY-START-02)."""
    position = course.position
    piece = position.piece(action.piece)
    rules = position.agreement.by_document(
        ("OG-START-06", "OG-START-07"), ("DW-START-02", "DW-START-03"), ("CY-START-02",)
    )
    if not position.turn.first_placement or position.turn.placed:
        text = gettext("A die is placed only as the first turn of a match.")
        raise Refused(Why.FIRST_TURN, most_telling(rules, ("CON-32", "AMB-34")), text)
    if piece.zone is not Zone.HAND:
        raise Refused(Why.NOT_IN_HAND, ("OG-ZONE-02", *rules), "{piece} is not in hand.", piece=piece.label)
    _check_unique(position, piece)
    placed = replace(_lying(position, piece, action.how), zone=Zone.PLAY, entered_turn=position.turn.number)
    if not stands_on(position.table, placed.placed):
        rules = (*_off_rules(position, action.how)[:-1], *rules)
        text = gettext("{piece} would not stand on the table: a bottom corner is past its edge.", piece=piece.label)
        raise Refused(Why.TABLE_EDGE, rules, text)
    turn = replace(position.turn, placed=True, spent=True, acted=True)
    course.position = replace(position, turn=turn)
    course.put(placed)
    course.emit(Entered.of(placed))
    course.recheck()
    course.decide(*rules, "CON-32", "AMB-33")
    centre = Polygon(position.table.outline_mm).centroid
    off = dist(action.how.centre_mm, (centre.x, centre.y))
    course.say("{piece} is placed, {off_centre:.0f} mm from the exact centre.", piece=piece.label, off_centre=off)


def choose_on_foul(course: Transition, action: act.FoulChoice) -> None:
    """What the opponent makes of a foul (OG-THROW-05; CON-11)."""
    pending = foul_pending(course.position)
    if pending is None:
        raise Refused(Why.NO_EFFECT, ("OG-THROW-05",), "No foul is pending.")
    if action.by != pending.player:
        rules = ("OG-THROW-05", "AMB-19")
        raise Refused(
            Why.NOT_YOUR_TURN, rules, "{player} decides on this foul, not {by}.", player=pending.player, by=action.by
        )
    course.position = replace(course.position, pending=course.position.pending[:-1])
    strict = course.position.agreement.profile is not Profile.DEEP_WHITE_SEA
    course.decide(*(("OG-THROW-05", "OG-THROW-07") if strict else ("DW-THROW-03", "DW-THROW-04")), "CON-11")
    _CHOICES[action.choice](course, pending.piece)
    if strict and action.choice != "allow":
        course.cite("OG-THROW-07")
        course.say("The turn ends at once.")
        clear_pending(course)
        begin_next_turn(course, settled=action.settled)


def _allow(course: Transition, name: str) -> None:
    piece = course.position.piece(name)
    if piece.in_play:
        push_frame(course, MayAct(name, landed=True))
        course.say("The throw is allowed: {piece} may act.", piece=piece.label)
    else:
        course.say("The throw is allowed.")


def _prohibit(course: Transition, name: str) -> None:
    piece = course.position.piece(name)
    course.cite("AMB-66")
    if piece.in_play:
        course.say("{piece} stays where it landed and does not act.", piece=piece.label)
    else:
        course.say("{piece} stays in hand.", piece=piece.label)  # it went off the table by itself


def _remove(course: Transition, name: str) -> None:
    piece = course.position.piece(name)
    course.to_reserve(piece)
    course.emit(Removed(piece=name, zone=Zone.RESERVE, why="foul"))
    course.recheck()
    course.cite("OG-THROW-06")
    course.say("{piece} is taken out of play, into reserve.", piece=piece.label)


_CHOICES: Final = MappingProxyType({"allow": _allow, "prohibit": _prohibit, "remove": _remove})


def observe(course: Transition, action: act.Observe) -> None:
    """What the camera now sees of dice in play; a source that has moved is disturbed (DW-CONT-04)."""
    _check_in_play(course.position, (seen.piece for seen in action.pieces))
    leaning = (seen.how.leaning_on for seen in action.pieces if isinstance(seen.how, act.LeaningPose))
    _check_in_play(course.position, leaning)
    for seen in action.pieces:
        piece = course.position.piece(seen.piece)
        if not _lies_still(piece, seen.how):
            _move(course, piece, seen, lambda p: _found_off(course, p))
    course.recheck()
    course.decide("OG-HIT-02", "DW-HIT-02", "DW-CONT-04")
    course.say("The dice are recorded where they are seen to lie.")


def _lies_still(piece: Piece, how: act.RestingPose | act.LeaningPose) -> bool:
    """Whether a die lies as it lay: nothing has disturbed it then (DW-CONT-05)."""
    if isinstance(how, act.LeaningPose) or piece.face is None or piece.face.key != how.face:
        return False
    pose = piece.placed
    moved = dist(how.centre_mm, pose.centre_mm)
    turned = turn_between_deg(how.heading_deg, pose.heading_deg)
    return moved < TIE_MM and turned < TIE_MM and how.level in {None, piece.level}


def _found_off(course: Transition, piece: Piece) -> None:
    course.to_hand(piece)
    course.emit(Removed(piece=piece.id, zone=Zone.HAND, why="off-table"))
    course.cite("OG-OFF-01", "OG-OFF-03")


RULES: Final[Mapping[type[act.BaseAction], ActionRule]] = {
    act.Place: rule_of(act.Place, place),
    act.Throw: rule_of(act.Throw, throw),
    act.FoulChoice: rule_of(act.FoulChoice, choose_on_foul),
    act.Observe: rule_of(act.Observe, observe),
}
