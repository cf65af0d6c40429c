"""Turns: passing, ending, and what the start of the next turn brings: returning dice, re-check, Poison (AMB-38)."""

from __future__ import annotations

from dataclasses import replace
from math import hypot

from companion.catalogue import EffectKind
from companion.rules.combat import check_settled, damage
from companion.rules.effects import refreshed
from companion.rules.events import Returned, TurnBegan
from companion.rules.movement import damage_step
from companion.rules.position import CommandPost, PoisonCounter, Position, Target, Zone
from companion.rules.ruling import Refused, Why
from companion.rules.stack import clear_pending
from companion.rules.transition import Transition
from companion.rules.turn_state import TurnState
from companion.text import gettext


def edge_distance(position: Position, player: str, target: Target) -> float:
    """Distance of the closest point of a top face (or card) to a player's edge line, mm (AMB-08)."""
    (x0, y0), (x1, y1) = position.player(player).edge_mm
    outline = target.outline if isinstance(target, CommandPost) else target.top
    length = hypot(x1 - x0, y1 - y0)
    sides = [((x - x0) * (y1 - y0) - (y - y0) * (x1 - x0)) / length for x, y in outline]
    return 0.0 if min(sides) <= 0 <= max(sides) else min(abs(side) for side in sides)


def check_may_pass(position: Position, *, options: bool) -> None:
    """Refuse a pass after everybody else has passed too since the player's own; not without an option (OG-TURN-05)."""
    if position.turn.passes >= len(position.players) and options:
        text = gettext(
            "{to_move} passed and everybody since has passed too: {to_move} must act.", to_move=position.to_move
        )
        raise Refused(Why.MUST_ACT, ("OG-TURN-05", "CON-30", "AMB-30"), text)


def pass_turn(course: Transition, *, settled: bool) -> None:
    """Pass: nothing is done in this turn (OG-TURN-04). ``settled``: what the next turn's start leaves open is decided
    (AMB-11)."""
    turn = course.position.turn
    course.position = replace(course.position, turn=replace(turn, passes=turn.passes + 1))
    course.decide("OG-TURN-04", "OG-TURN-06", "CON-30")
    course.say("{to_move} passes.", to_move=course.position.to_move)
    _next(course, settled=settled)


def end_turn(course: Transition, *, settled: bool) -> None:
    """End a turn in which something was done, giving up what is pending; ``settled`` as in `pass_turn`."""
    course.position = replace(course.position, turn=replace(course.position.turn, passes=0))
    course.cite("OG-TURN-06", "OG-TURN-01")
    course.say("{to_move} ends the turn.", to_move=course.position.to_move)
    clear_pending(course)
    _next(course, settled=settled)


def begin_next_turn(course: Transition, *, settled: bool) -> None:
    """End the turn at once and begin the next player's (OG-THROW-07); ``settled`` as in `pass_turn`."""
    course.position = replace(course.position, turn=replace(course.position.turn, passes=0))
    _next(course, settled=settled)


def _next(course: Transition, *, settled: bool) -> None:
    # A Clone's copy ends with the turn at the latest (CY-CLONE-07).
    for piece in course.position.in_play:
        if piece.copied is not None:
            course.put(replace(piece, copied=None))
            course.cite("CY-CLONE-07")
    position = course.position
    player = position.others(position.to_move)[0]
    turn = TurnState(number=position.turn.number + 1, passes=position.turn.passes)
    course.position = replace(position, to_move=player, turn=turn, pending=())
    before = len(course.events)
    course.emit(TurnBegan(player=player))
    _bring_back(course)
    course.position = refreshed(course.position)
    if any(p.showing.has(kind) for p in course.position.in_play for kind in (EffectKind.HOLD, EffectKind.FREEZE)):
        course.cite("DW-CONT-03")
    _work_poison(course, settled=settled)
    if len(course.events) > before + 1:
        course.cite("AMB-38")


def _bring_back(course: Transition) -> None:
    """Dice whose time in reserve is over return to hand (OG-ZONE-05, CON-03)."""
    for piece in course.position.pieces.values():
        due = piece.back_turn is not None and piece.back_turn <= course.position.turn.number
        if piece.zone is Zone.RESERVE and due:
            course.put(replace(piece, zone=Zone.HAND, back_turn=None))
            course.emit(Returned(piece=piece.id))
            rules = course.position.agreement.by_document(
                ("OG-ZONE-05", "AMB-25"), ("DW-ZONE-04", "DW-KILL-02"), ("CY-KILL-01", "AMB-25")
            )
            course.decide(*rules, "CON-03")
            course.say("{piece} returns to hand.", piece=piece.label)


def _work_poison(course: Transition, *, settled: bool) -> None:
    """The counters that the player has made do their damage, nearest to his edge first (DW-POISON-03, DW-POISON-08);
    damage that hangs on a contested brush waits for the players' word, as that of a shot does (AMB-11)."""
    player = course.position.to_move
    mine = [c for c in course.position.counters if c.by == player and _on_table(course.position.target(c.on))]
    mine.sort(key=lambda counter: edge_distance(course.position, player, course.position.target(counter.on)))
    for counter in mine:
        if not course.over and counter in course.position.counters:
            _one_counter(course, counter, settled=settled)


def _on_table(target: Target) -> bool:
    return not target.destroyed if isinstance(target, CommandPost) else target.in_play


def _one_counter(course: Transition, counter: PoisonCounter, *, settled: bool) -> None:
    target = course.position.target(counter.on)
    course.decide("DW-POISON-03", "DW-POISON-08", "CY-POISON-02")
    if isinstance(target, CommandPost):
        course.decide("OG-CP-13", "AMB-36")
        course.say("The Poison takes one Armor off {target}.", target=target.label)
        course.change_post(target, max(0, target.armour - 1))
    elif target.is_ogre:
        course.cite("OG-OGRE-30", "CON-19")
    else:
        course.say("The Poison works on {target}.", target=target.label)
        course.cite("AMB-69", "DW-POISON-04")
        answer = damage_step(course.position, target.id)
        check_settled(answer, settled=settled)
        damage(course, target, answer, counter.by, counter.by)
