"""Hits: Attack against Block, damage and kills, an Ogre's systems, what an Ogre crushes, Poison, the Command Post.

Immunity to the shot's colour is asked first, for every colour alike (OG-COLOR-04, DW-COLOR-05, DW-POISON-05,
CY-POISON-04). Points go to the killer's owner; the Ogre's 50 end the basic scenario (OG-WIN-03, OG-WIN-04), a Command
Post gives none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.catalogue import Effect, EffectKind, System
from companion.rules.effects import attack_terms, block_terms, total
from companion.rules.events import CircleLost, Crushed, Damaged, Killed, Moved, TreadsLost, Unharmed
from companion.rules.movement import DamageAnswer, RollStep, damage_step
from companion.rules.ogre_card import TREADS, OgreCard, system_name, treads_lost
from companion.rules.position import CommandPost, Piece, Position, Target
from companion.rules.ruling import Refused, Verdict, Why, cite
from companion.rules.targets import is_immune
from companion.rules.transition import Transition
from companion.text import N_, ngettext


@dataclass(frozen=True, slots=True)
class Shot:
    """A weapon as it is fired: shooter, effect, its Attack, the system named of an Ogre that is hit."""

    by: Piece
    effect: Effect
    attack: float
    system: System | str | None
    settled: bool = False


def shot_of(position: Position, by: Piece, effect: Effect, system: System | str | None, *, settled: bool) -> Shot:
    """The shot of a weapon with its Attack as it counts now (DW-POWER-01)."""
    return Shot(by, effect, total(attack_terms(position, by, effect)), system, settled)


def hit(course: Transition, shot: Shot, target: Target) -> None:
    """One hit of a shot on a target (OG-KILL-*; OG-CP-07)."""
    if isinstance(target, CommandPost):
        _hit_post(course, shot, target)
    elif shrugs_off(target, shot.effect):
        _unharmed(course, shot, target)
    else:
        _hit_die(course, shot, target)


def shrugs_off(target: Target, effect: Effect) -> bool:
    """Whether a hit does nothing to a target: it is immune to the colour, or an Ogre to that kind (OG-OGRE-29)."""
    is_ogre = isinstance(target, Piece) and target.is_ogre
    return is_immune(target, effect) or (is_ogre and effect.record.spares_ogres)


def cards_after_shot(position: Position, by: Piece, effect: Effect, ogre: str) -> Mapping[str, OgreCard]:
    """The card of an Ogre after a hit of a weapon on each system that it has left, by the system's word; the same card
    where nothing is scratched. Nothing is settled by it: whether the Ogre may be hit is another question."""
    card = position.cards[ogre]
    attack = 0 if shrugs_off(position.piece(ogre), effect) else total(attack_terms(position, by, effect))
    weapons = {system.value: card.hit(system, attack) for system, left in card.circles.items() if left}
    return weapons | ({TREADS: card.without_treads(treads_lost(attack))} if card.treads else {})


def _unharmed(course: Transition, shot: Shot, target: Piece) -> None:
    course.emit(Unharmed(piece=target.id, why=Why.IMMUNE))
    profile = course.position.agreement.profile
    course.decide(*(cite(profile, "immune") if is_immune(target, shot.effect) else ("OG-OGRE-29",)))
    if target.is_ogre:
        course.cite("OG-OGRE-29")
    if shot.effect.kind is EffectKind.POISON:
        course.cite("DW-POISON-05", "CY-POISON-04")
    course.say("{target} is immune.", target=target.label)


def _hit_post(course: Transition, shot: Shot, post: CommandPost) -> None:
    if is_immune(post, shot.effect):
        course.emit(Unharmed(piece=post.id, why=Why.IMMUNE))
        course.decide("OG-CP-11", "OG-COLOR-01")
        course.say("{post} is immune.", post=post.label)
        return
    left = max(0, post.armour - shot.attack)
    course.change_post(post, left)
    course.decide("OG-CP-07", *(("OG-CP-08", "OG-CP-15", "OG-WIN-05") if left == 0 else ()))
    course.say("{post} loses {attack:g} Armor, {left:g} left.", post=post.label, attack=shot.attack, left=left)
    poisoned = any(counter.on == post.id for counter in course.position.counters)
    if shot.effect.kind is EffectKind.POISON and left > 0 and not poisoned:
        course.add_counter(post.id, shot.by.owner)
        course.cite("OG-CP-13", "DW-POISON-02")


def _hit_die(course: Transition, shot: Shot, target: Piece) -> None:
    terms = block_terms(course.position, target)
    attack = attack_terms(course.position, shot.by, shot.effect)
    course.terms += [*attack, *terms]
    kills = bool(terms) and shot.attack >= total(terms)
    answer = None if kills else damage_step(course.position, target.id)
    if answer is not None:
        check_settled(answer, settled=shot.settled)
    if target.id in course.position.cards and shot.system is not None:
        _hit_system(course, shot, target)
    if answer is None:
        _kill_outright(course, shot, target, total(terms))
    else:
        damage(course, target, answer, shot.by.id, shot.by.owner)
    for arithmetic in (terms, attack):
        course.decide(*(term.rule for term in arithmetic[1:]), *(("AMB-10",) if len(arithmetic) > 2 else ()))
    _poison(course, shot, target)


def _kill_outright(course: Transition, shot: Shot, target: Piece, block: float) -> None:
    rules = course.position.agreement.by_document(("OG-KILL-01", "OG-KILL-02"), ("DW-KILL-01",), ("CY-KILL-01",))
    course.decide(*rules)
    course.say(
        "Attack {attack:g} reaches Block {block:g}: {target} is killed.",
        attack=shot.attack,
        block=block,
        target=target.label,
    )
    kill(course, target, shot.by.id, shot.by.owner)


def check_settled(answer: DamageAnswer, *, settled: bool) -> None:
    """Refuse damage that hangs on a brush which the players have not decided (AMB-11)."""
    if answer.ruling.why is Why.BRUSH_CONTESTED and not settled:
        raise Refused(Why.BRUSH_CONTESTED, answer.ruling.rules, answer.ruling.text, Verdict.ASK)


def _hit_system(course: Transition, shot: Shot, ogre: Piece) -> None:
    """The system that the attacker names takes its own damage, before the die rolls (OG-OGRE-15, AMB-20)."""
    card = course.position.cards[ogre.id]
    course.cite("AMB-20")
    if shot.system == TREADS:
        course.decide("OG-OGRE-20", "OG-OGRE-22", "AMB-12")
        if treads_lost(shot.attack) <= 0:
            course.cite("AMB-21")
        lose_treads(course, ogre, treads_lost(shot.attack))
        return
    system = System(str(shot.system))
    after = card.hit(system, shot.attack)
    block = card.layout.systems[system].block
    course.decide("OG-OGRE-17" if shot.attack >= block else "OG-OGRE-18", "OG-OGRE-15", "OG-OGRE-16")
    scratched = after.circles[system] != card.circles[system]
    stated = (
        N_("", "{system}: Attack {attack:g} reaches Block {block:g}, one circle is scratched, {left} of {full} left.")
        if scratched
        else N_("", "{system}: Attack {attack:g} against Block {block:g}, nothing is scratched, {left} of {full} left.")
    )
    printed, left, name = card.layout.systems[system], after.circles[system], system_name(system)
    course.say(stated, system=name, attack=shot.attack, block=block, left=left, full=printed.circles)
    if scratched:
        course.position = course.position.with_card(ogre.id, after)
        course.emit(CircleLost(piece=ogre.id, system=system.value, left=left))


def lose_treads(course: Transition, ogre: Piece, count: int) -> None:
    """Scratch Treads off an Ogre's card, none below 0."""
    card = course.position.cards[ogre.id]
    after = card.without_treads(count)
    # How many Treads were scratched and are left, and which green dots go with them (OG-OGRE-10).
    lost, full = card.treads - after.treads, card.layout.treads
    course.say("Treads: {lost} lost, {left} of {full} left.", lost=lost, left=after.treads, full=full)
    dead = [str(dot) for dot in card.live_dots if dot not in after.live_dots]
    if dead:
        dots = ", ".join(dead)
        goes = ngettext("Green dot {dots} goes with them.", "Green dots {dots} go with them.", len(dead), dots=dots)
        course.messages.append(goes)
    if after.treads != card.treads:
        course.position = course.position.with_card(ogre.id, after)
        course.emit(TreadsLost(piece=ogre.id, lost=card.treads - after.treads, left=after.treads))


def spend_missile(course: Transition, by: Piece, effect: Effect) -> None:
    """A missile is destroyed as it is fired (OG-OGRE-09, AMB-14)."""
    card = course.position.cards.get(by.id)
    if card is not None and effect.system is System.MISSILE:
        after = card.without_circle(System.MISSILE)
        course.position = course.position.with_card(by.id, after)
        course.emit(CircleLost(piece=by.id, system=System.MISSILE.value, left=after.circles[System.MISSILE]))
        course.decide("OG-OGRE-09", "AMB-14")


def damage(course: Transition, target: Piece, answer: DamageAnswer, by: str, scorer: str) -> None:
    """Damage a die as its damage step says: it rolls, is killed, or stays."""
    course.decide(*answer.ruling.rules[:5])
    course.say(answer.ruling.text)
    step = answer.step
    if answer.result == "killed":
        kill(course, target, by, scorer)
    elif step is not None and (answer.result == "roll" or answer.ruling.why is Why.BRUSH_CONTESTED):
        roll(course, target, step, Damaged)
    else:
        course.emit(Unharmed(piece=target.id, why=Why.NO_ROLL))


def roll(course: Transition, piece: Piece, step: RollStep, event: type[Damaged | Moved]) -> None:
    """A die rolls one step: its new face and pose, then what an Ogre crushes and which Command Post it destroys."""
    moved = replace(piece, face=step.face, pose=step.pose, measured_top=None, copied=None)
    course.emit(event.of(moved))
    course.put(moved)
    for name_of in step.crushes:
        if not course.over:
            crush(course, moved, course.position.piece(name_of))
    for name in step.posts:
        post = course.position.posts[name]
        course.change_post(post, 0)
        course.decide("OG-CP-09", "AMB-35", "OG-CP-15", *(("AMB-68",) if len(course.position.players) > 2 else ()))
        course.say("The Ogre rolls into {post} and destroys it.", post=post.label)
    course.recheck()


def kill(course: Transition, target: Piece, by: str, scorer: str) -> None:
    """A die is killed: it goes to reserve and its points to the scorer (OG-KILL-02, OG-ZONE-04)."""
    points = target.die.points
    course.emit(Killed(piece=target.id, by=by, points=points, to=scorer))
    if target.is_ogre:
        course.cite("OG-OGRE-01", "OG-WIN-04", "AMB-27", "AMB-32")
    course.score(scorer, points, "killed")
    course.to_reserve(target)
    course.recheck()


def crush(course: Transition, ogre: Piece, victim: Piece, *, thrown: bool = False) -> None:
    """An Ogre destroys what it runs into: its team scores, or the others for its own Ally (OG-OGRE-11, OG-OGRE-13)."""
    own = victim.owner == ogre.owner
    scorers = course.position.others(ogre.owner) if own else (ogre.owner,)
    points = victim.die.points
    course.emit(Crushed(piece=victim.id, by=ogre.id, points=points, to=scorers[0]))
    course.score_each(scorers, points, "crushed")
    if ogre.id in course.position.cards and not thrown:
        lose_treads(course, ogre, 1)
    course.to_reserve(victim)
    course.decide("OG-OGRE-11", "OG-OGRE-12", *(("OG-OGRE-13", "OG-OGRE-26", "CON-28") if own else ()))
    course.cite("AMB-17", "AMB-64", *(("AMB-19",) if len(scorers) > 1 else ()))
    course.say("{victim} is crushed.", victim=victim.label)
    course.recheck()


def _poison(course: Transition, shot: Shot, target: Piece) -> None:
    """A Poison shot that does not kill leaves a counter, one at most on a die (DW-POISON-02, DW-POISON-06)."""
    if shot.effect.kind is not EffectKind.POISON or course.over:
        return
    now = course.position.piece(target.id)
    course.decide("DW-POISON-01", "DW-POISON-02", "CY-POISON-01")
    if not now.in_play:
        return
    if now.is_ogre:
        course.cite("OG-OGRE-30", "CON-19")
    elif any(counter.on == now.id for counter in course.position.counters):
        course.decide("DW-POISON-06", "CY-POISON-03", "AMB-39")
    elif not is_immune(now, shot.effect):
        course.add_counter(now.id, shot.by.owner)
