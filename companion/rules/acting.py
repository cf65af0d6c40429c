"""What a die does with its action: shoot, maneuver, call, jump, command, repair, confuse, clone."""

from __future__ import annotations

from dataclasses import replace

from companion.catalogue import Effect, Kind, Range
from companion.rules.actions import Call, Clone, Command, Confuse, Jump, Maneuver, Repair, Shoot, Skip
from companion.rules.agreements import Profile
from companion.rules.arrows import WEAPONS, arrow_of, check_works, effect_of
from companion.rules.citations import cite
from companion.rules.combat import hit, roll, shot_of, spend_missile
from companion.rules.command import command_order, commander_stands, only_effect
from companion.rules.course import Course
from companion.rules.effects import OGRE_IGNORES, Condition, conditions
from companion.rules.events import event
from companion.rules.movement import Step, check_can_move, maneuvers, step_over
from companion.rules.pending import Flags, MayAct, MustThrow
from companion.rules.position import CommandPost, Piece, Position, Target, Zone
from companion.rules.ruling import Refused, Verdict, Why, most_telling
from companion.rules.sight import sees_any
from companion.rules.stack import Slot, push, raise_flags, slot_of, take
from companion.rules.targets import OWN_RULES, TargetsAnswer, fits, immune, targets_of
from companion.rules.throwing import check_may_enter

#: Armor that a Repair restores, and the most that a Command Post has (OG-CP-14, AMB-37).
REPAIRED_ARMOUR, MOST_ARMOUR = 10, 60


def check_can_act(position: Position, piece: Piece, *, moving: bool = False) -> Slot:
    """The slot by which a piece may act now.

    Raises:
        Refused: not in play, not its action, only to move after its shot, or frozen.
    """
    if not piece.in_play:
        rules = most_telling(cite(position.agreement.profile, "in-play"), ("OG-TURN-02", "OG-THROW-08", "CON-13"))
        raise Refused(Why.NOT_IN_PLAY, rules, f"{piece.label} is not in play.")
    slot = slot_of(position, piece.id)
    if slot.only_move and not moving:
        text = f"{piece.label} has fired; it may only maneuver now."
        raise Refused(Why.TURN_SPENT, ("OG-SM-01", "OG-OGRE-06", "AMB-16"), text)
    if not moving and Condition.FROZEN in conditions(position, piece):
        text = f"{piece.label} is frozen: it can neither maneuver nor shoot."
        raise Refused(Why.FROZEN, ("DW-FREEZE-01", "CON-02"), text)
    return slot


def _act(course: Course, piece: Piece) -> Slot:
    """Use up the piece's action; for one that may shoot and move, see `shoot`."""
    return take(course, piece.id)


def _drop_copy(course: Course, name: str) -> None:
    """A Clone's copy ends when it has acted (CY-CLONE-07)."""
    piece = course.position.pieces[name]
    if piece.in_play and piece.copied is not None:
        course.put(replace(piece, copied=None))
        course.cite("CY-CLONE-05", "CY-CLONE-07")
        course.recheck()


# --- maneuver ----------------------------------------------------------------------------------------------------


def maneuver(course: Course, action: Maneuver) -> None:
    """Press down a green dot (OG-MOVE-01)."""
    position, piece = course.position, course.position.piece(action.piece)
    slot = check_can_act(position, piece, moving=True)
    if slot.landed and position.agreement.is_("CON-01", "2002"):
        rules = ("CON-01", "DW-THROW-07", "OG-TURN-09")
        raise Refused(Why.LANDING, rules, f"{piece.label} has just landed: by the 2002 text it may not maneuver.")
    check_can_move(position, piece)
    answer = maneuvers(position, piece.id)[action.corner]
    settled = action.settled and answer.legal is None
    if answer.step is None or not (answer.legal or settled):
        raise Refused(answer.ruling.why or Why.ASK, answer.ruling.rules, answer.ruling.text, answer.ruling.verdict)
    _act(course, piece)
    course.decide(*answer.ruling.rules[:6], *(("CY-CLONE-05",) if piece.copied else ()))
    course.say(answer.ruling.text if not settled else f"{piece.label} rolls over corner {action.corner}, as the players say.")
    if piece.is_ogre:
        course.cite("OG-OGRE-05", "OG-SM-01")
    roll(course, piece, answer.step, "moved")


# --- shoot -------------------------------------------------------------------------------------------------------


def shoot(course: Course, action: Shoot) -> None:
    """Fire a weapon, once or as a Double Shot twice (OG-SIGHT-01, CY-DOUBLE-01)."""
    position, piece = course.position, course.position.piece(action.by)
    slot = check_can_act(position, piece)
    effect = weapon_of(position, piece, action.effect)
    if action.double is not None and not effect.double:
        raise Refused(Why.NO_EFFECT, ("CY-DOUBLE-01",), f"{effect.label} of {piece.label} is no Double Shot.")
    may_move = piece.showing.has(Kind.SHOOT_AND_MOVE) and not (
        slot.commanded and position.agreement.is_("AMB-16", "one"))
    _act(course, piece)
    spend_missile(course, piece, effect)
    _fire(course, action, piece, effect, action.target)
    if action.double is not None:
        _fire_again(course, action, piece, effect)
    _drop_copy(course, piece.id)
    after = course.position.piece(piece.id)
    if may_move and after.in_play and not course.over:
        push(course, MayAct(piece.id, only_move=True, commanded=slot.commanded))
        course.cite("OG-SM-01", "OG-OGRE-05")


def weapon_of(position: Position, piece: Piece, index: int) -> Effect:
    """The weapon of that index on the showing face.

    Raises:
        Refused: there is none (`no-arrow`), or its system is destroyed.
    """
    effect = effect_of(position, piece, index)
    if effect.kind not in WEAPONS or effect.attack is None or not arrow_of(piece.showing, effect)[0]:
        rules = most_telling(cite(position.agreement.profile, "no-arrow"), ("DW-POWER-02",))
        raise Refused(Why.NO_ARROW, rules, f"{effect.label} of {piece.label} is no weapon: it has no Attack.")
    check_works(position, piece, effect)
    return effect


def _fire(course: Course, action: Shoot, piece: Piece, effect: Effect, target: str | None) -> None:
    position = course.position
    found = targets_of(position, piece, effect)
    hits = _chosen(position, piece, effect, found, action, target)
    if effect.kind is Kind.BACKSTAB:
        for name in hits:
            _check_unseen(position, piece, position.target(name), settled=action.settled)
    course.cite(*found.ruling.rules[:4])
    if effect.kind is Kind.BACKSTAB:
        course.decide("DW-BACKSTAB-01", "DW-BACKSTAB-02", "AMB-44")
    if found.too_close:
        course.decide("AMB-02")
    shot = shot_of(position, piece, effect, action.system, settled=action.settled)
    for name in hits:
        aim = course.position.target(name)
        if course.over or (isinstance(aim, Piece) and not aim.in_play):
            continue
        hit(course, shot, aim)
        course.recheck()
    if len(hits) > 1:
        course.decide(*cite(position.agreement.profile, "all")[-1:], "AMB-06")


def _chosen(  # noqa: PLR0913  (all that a choice of targets depends on)
    position: Position, piece: Piece, effect: Effect, found: TargetsAnswer, action: Shoot, target: str | None
) -> tuple[str, ...]:
    """What is hit: an All-Range shot's whole list, else the one target; refused where it is not what the rule gives."""
    if not found.legal and target is None:
        raise Refused(Why.ILLEGAL_TARGET, ("AMB-65", *found.ruling.rules[:2]), found.ruling.text)
    named = (target,) if target is not None else action.targets
    for name in named or ():
        check_target(position, piece, found, name, settled=action.settled)
    if arrow_of(piece.showing, effect)[1] is Range.ALL:
        return _whole_list(position, piece, found, named, settled=action.settled)
    if named is None and len(found.legal) == 1:
        check_target(position, piece, found, found.legal[0], settled=action.settled)
        return found.legal
    if named is None or len(named) != 1:
        text = f"{effect.label} of {piece.label} hits one target: name one of {', '.join(found.legal)}."
        raise Refused(Why.ILLEGAL_TARGET, found.ruling.rules, text)
    return tuple(named)


def _whole_list(
    position: Position, piece: Piece, found: TargetsAnswer, named: tuple[str, ...] | None, *, settled: bool
) -> tuple[str, ...]:
    if found.too_close and not settled:
        raise Refused(Why.TOO_CLOSE_TO_CALL, found.ruling.rules, found.ruling.text, Verdict.TOO_CLOSE)
    rules = cite(position.agreement.profile, "all")
    must = set(found.legal) - found.doubtful
    if named is not None and not must <= set(named):
        spared = ", ".join(sorted(must - set(named)))
        raise Refused(Why.ILLEGAL_TARGET, rules, f"An All-Range shot hits every legal target; {spared} cannot be spared.")
    if named is None or not settled:
        return found.hits
    return tuple(named)


def check_target(position: Position, piece: Piece, found: TargetsAnswer, name: str, *, settled: bool) -> None:
    """Refuse a target that an effect may not act on, or on which the measurement leaves it open and nobody has settled it."""
    exclusion = found.excluded.get(name)
    target = position.target(name)
    if exclusion is not None:
        rules = most_telling(exclusion.rules, OWN_RULES.get(found.effect.kind, ()))
        raise Refused(exclusion.why, rules, f"{piece.label} may not act on {target.label}: {exclusion.text}.")
    if isinstance(target, Piece) and not target.in_play:
        raise Refused(Why.NOT_IN_PLAY, cite(position.agreement.profile, "in-play"), f"{target.label} is not in play.")
    if name not in found.legal:
        raise Refused(Why.ILLEGAL_TARGET, ("DW-PROT-02", *cite(position.agreement.profile, "sides")),
                      f"{target.label} is no target for {piece.label}.")
    if name in found.doubtful and not settled:
        raise Refused(Why.TOO_CLOSE_TO_CALL, found.ruling.rules, found.ruling.text, Verdict.TOO_CLOSE)


def _check_unseen(position: Position, piece: Piece, target: Target, *, settled: bool) -> None:
    """A Backstab works only on a target that cannot see the shooter (DW-BACKSTAB-02, AMB-44)."""
    if isinstance(target, CommandPost):
        return
    seen = sees_any(position, target, piece)
    if seen and piece.showing.has(Kind.DODGE):
        seen = _notices(position, target, piece)
    rules = ("DW-BACKSTAB-02", "AMB-44")
    if seen:
        raise Refused(Why.NO_EFFECT, rules, f"{target.label} sees {piece.label}: a Backstab has no effect.")
    if seen is None and not settled:
        text = f"Whether {target.label} sees {piece.label} is too close to call."
        raise Refused(Why.TOO_CLOSE_TO_CALL, ("AMB-02", *rules), text, Verdict.TOO_CLOSE)


def _notices(position: Position, looker: Piece, dodger: Piece) -> bool:
    """Whether a die sees a dodging Enemy with some arrow: only where it is the closest visible target (OG-DODGE-02)."""
    plain = Effect(Kind.WEAPON, range=Range.LONG)
    groups = {arrow_of(looker.showing, effect)[0] for effect in looker.showing.effects} - {()}
    return any(dodger.id in targets_of(position, looker, replace(plain, corners=corners)).legal for corners in groups)


def _fire_again(course: Course, action: Shoot, piece: Piece, effect: Effect) -> None:
    """The second shot of a Double Shot, with its targets found anew, unless the shooter has changed (CY-DOUBLE-02, -03)."""
    now = course.position.piece(piece.id)
    course.decide("CY-DOUBLE-02", "CY-DOUBLE-01")
    if course.over or not now.in_play or now.showing is not piece.showing:
        course.decide("CY-DOUBLE-03")
        course.say("The second shot does not fire.")
        return
    again = replace(action, target=action.double, targets=None)
    ranged = arrow_of(now.showing, effect)[1]
    _fire(course, again, now, effect, None if ranged is Range.ALL else action.double)


# --- call, jump, command -----------------------------------------------------------------------------------------


def call(course: Course, action: Call) -> None:
    """Call a die from hand; its throw comes next (OG-CALL-01)."""
    position, piece = course.position, course.position.piece(action.by)
    check_can_act(position, piece)
    only_effect(position, piece, Kind.CALL)
    called = position.piece(action.piece)
    check_callable(position, piece, called)
    _act(course, piece)
    rules = {Profile.OGRE: ("OG-CALL-01", "OG-CALL-02"), Profile.DEEP_WHITE_SEA: ("DW-CALL-01", "DW-CALL-02"),
             Profile.CYBURG: ("CY-CALL-01",)}[position.agreement.profile]
    course.decide(*rules)
    course.say(f"{piece.label} calls {called.label}, which is thrown now.")
    push(course, MustThrow(called.id))
    _drop_copy(course, piece.id)


def check_callable(position: Position, piece: Piece, called: Piece) -> None:
    """Refuse to call a die that is another's, not in hand, in reserve, not of the class, or unique with a copy in play."""
    if called.owner != piece.owner:
        rules = ("OG-CALL-01", *cite(position.agreement.profile, "sides"))
        raise Refused(Why.ENEMY, rules, f"{called.label} is not {piece.owner}'s.")
    if called.zone is Zone.RESERVE:
        rules = {Profile.OGRE: ("OG-CALL-03",), Profile.DEEP_WHITE_SEA: ("DW-CALL-03", "DW-THROW-04"),
                 Profile.CYBURG: ("CY-CALL-02",)}[position.agreement.profile]
        raise Refused(Why.IN_RESERVE, rules, f"{called.label} is in reserve and cannot be called.")
    if called.zone is not Zone.HAND:
        raise Refused(Why.NOT_IN_HAND, ("OG-CALL-01", "OG-ZONE-01"), f"{called.label} is not in hand.")
    restrictions = [effect.restriction for effect in piece.showing.effects if effect.kind is Kind.CALL]
    if not any(fits(called, restriction) for restriction in restrictions):
        named = " or ".join(str(restriction) for restriction in restrictions)
        if not called.die.classes:
            text = f"Whether {called.label} is a {named} is not known: its class is printed on its Side 1."
            raise Refused(Why.ASK, ("AMB-28", "OG-CALL-04"), text, Verdict.ASK)
        raise Refused(Why.RESTRICTION, ("OG-CALL-04", "AMB-28"), f"{called.label} is not a {named}.")
    check_may_enter(position, called)


def jump(course: Course, action: Jump) -> None:
    """Pick the die up; it is thrown next, without Poison Counter and flags (OG-JUMP-*, CY-JUMP-03)."""
    position, piece = course.position, course.position.piece(action.by)
    check_can_act(position, piece)
    only_effect(position, piece, Kind.JUMP)
    _act(course, piece)
    course.to_hand(piece)
    course.recheck()
    rules = {Profile.OGRE: ("OG-JUMP-01", "OG-JUMP-02", "OG-JUMP-03"), Profile.CYBURG: ("CY-JUMP-01", "CY-JUMP-03"),
             Profile.DEEP_WHITE_SEA: ("DW-JUMP-01", "DW-JUMP-03", "DW-JUMP-04")}[position.agreement.profile]
    course.decide(*rules, "AMB-29")
    course.say(f"{piece.label} jumps: it is thrown again.")
    push(course, MustThrow(piece.id, jump=True))


def command(course: Course, action: Command) -> None:
    """Command: flags for all whom it reaches, in order (OG-CMD-05)."""
    position = course.position
    again = None
    if action.by in position.posts:
        order = command_order(position, action.by)
        slot_of(position, action.by)
    else:
        piece = position.piece(action.by)
        check_can_act(position, piece)
        effect = only_effect(position, piece, Kind.COMMAND)
        if action.double and not effect.double:
            raise Refused(Why.NO_EFFECT, ("CY-DOUBLE-04",), f"The Command of {piece.label} is no Double Shot.")
        again = (piece.id, piece.showing.key) if action.double else None
        order = command_order(position, action.by)
    if not order.order:
        raise Refused(Why.ILLEGAL_TARGET, most_telling(("AMB-65",), order.ruling.rules), order.ruling.text)
    if order.too_close and not action.settled:
        raise Refused(Why.TOO_CLOSE_TO_CALL, order.ruling.rules, order.ruling.text, Verdict.TOO_CLOSE)
    slot = take(course, action.by)
    post = ("OG-TURN-07",) if action.by in position.posts else ()
    nested = ("CY-CMD-05", "DW-CMD-05") if slot.commanded or slot.landed else ()
    course.decide(*order.ruling.rules[:8], *post, *nested)
    course.say(order.ruling.text)
    raise_flags(course, order.order, again)
    if action.by in position.pieces:
        _drop_copy(course, action.by)


def settle(course: Course) -> None:
    """Clear what is done from the top of the stack; a Double Shot Command issues its second set (CY-DOUBLE-04)."""
    while course.position.pending and not course.over:
        top = course.position.pending[-1]
        gone = isinstance(top, MayAct) and not course.position.piece(top.piece).in_play
        if not gone and not (isinstance(top, Flags) and not top.flags):
            return
        course.position = replace(course.position, pending=course.position.pending[:-1])
        if isinstance(top, Flags) and top.again is not None:
            _second_set(course, top.again)


def _second_set(course: Course, again: tuple[str, str]) -> None:
    course.decide("CY-DOUBLE-04")
    if not commander_stands(course.position, again):
        course.decide("CY-DOUBLE-03")
        course.say("The second Command is not issued: the Commander's face has changed.")
        return
    order = command_order(course.position, again[0])
    course.say(order.ruling.text)
    if order.order:
        raise_flags(course, order.order, None)


def skip(course: Course, action: Skip) -> None:
    """Give up the current activation (AMB-67)."""
    pending = course.position.pending
    if not pending or isinstance(pending[-1], MustThrow):
        text = "There is no activation to give up." if not pending else "The die is thrown first."
        raise Refused(Why.TURN_SPENT, ("OG-TURN-01", "AMB-67"), text)
    top = pending[-1]
    name = top.flags[0].piece if isinstance(top, Flags) else top.piece
    take(course, name)
    _drop_copy(course, name)
    rules = {Profile.OGRE: ("OG-CMD-02", "OG-CMD-05"), Profile.DEEP_WHITE_SEA: ("DW-CMD-01", "DW-CMD-04"),
             Profile.CYBURG: ("CY-CMD-01", "CY-CMD-04")}[course.position.agreement.profile]
    course.decide("AMB-67")
    course.cite(*rules)
    course.say(f"{name} does nothing.")


# --- repair, confuse, clone --------------------------------------------------------------------------------------


def _aim(position: Position, piece: Piece, kind: Kind, name: str, *, settled: bool) -> tuple[Effect, Target]:
    """The effect of that kind and its target, judged."""
    effect = only_effect(position, piece, kind)
    found = targets_of(position, piece, effect)
    check_target(position, piece, found, name, settled=settled)
    return effect, position.target(name)


def repair(course: Course, action: Repair) -> None:
    """Repair an Ally: roll it over any free corner or not; its Poison Counter goes (DW-REPAIR-*, CY-REPAIR-*)."""
    position, piece = course.position, course.position.piece(action.by)
    check_can_act(position, piece)
    effect, target = _aim(position, piece, Kind.REPAIR, action.target, settled=action.settled)
    step = None
    if isinstance(target, Piece) and action.corner is not None and not immune(target, effect):
        step = free_step(position, target, action.corner, settled=action.settled, repair=True)
    _act(course, piece)
    rules = {Profile.CYBURG: ("CY-REPAIR-01", "CY-REPAIR-02")}.get(
        position.agreement.profile, ("DW-REPAIR-01", "DW-REPAIR-02", "CY-REPAIR-02"))
    if isinstance(target, CommandPost):
        _repair_post(course, target)
    elif immune(target, effect):
        _no_use(course, target, cite(position.agreement.profile, "immune"))
    else:
        course.decide(*rules, "CON-20")
        course.say(f"{target.label} is repaired.")
        if step is not None:
            roll(course, target, step, "moved")
        course.remove_counter(target.id)
    _drop_copy(course, piece.id)


def _repair_post(course: Course, post: CommandPost) -> None:
    limit = MOST_ARMOUR if course.position.agreement.is_("AMB-37", "cap") else float("inf")
    armour = max(post.armour, min(limit, post.armour + REPAIRED_ARMOUR))
    course.decide("OG-CP-14", "OG-CP-06", "AMB-37")
    course.say(f"{post.label} is repaired to {armour:g} Armor.")
    course.change_post(post, armour)
    course.remove_counter(post.id)


def _no_use(course: Course, target: Target, rules: tuple[str, ...]) -> None:
    course.tell(event("unharmed", piece=target.id, why=Why.IMMUNE.value))
    course.decide(*rules)
    course.say(f"{target.label} is immune: nothing happens.")


def free_step(position: Position, target: Piece, corner: int, *, settled: bool, repair: bool) -> Step:
    """The step that a Repair or Confuse makes; refused where the die is held, frozen or pinned that way (DW-REPAIR-03, -04)."""
    own = ("DW-REPAIR-03", "CY-REPAIR-03", "CON-20") if repair else ("DW-CONFUSE-02",)
    for condition in reversed(conditions(position, target)):
        text = f"{target.label} is {condition.value} and cannot be rolled."
        raise Refused(Why(condition.value), most_telling(own, ("DW-FREEZE-01", "DW-HOLD-01")), text)
    step = step_over(position, target, corner)
    if step.obstacle is not None and not (settled and step.free is None):
        o = step.obstacle
        pinned = ("DW-REPAIR-04", "CY-REPAIR-03") if repair else ("DW-CONFUSE-02",)
        verdict = Verdict.ASK if step.free is None else Verdict.NO
        text = f"{target.label} cannot be rolled over corner {corner}: {o.what} is in the way."
        raise Refused(o.why, most_telling(o.rules if step.free is None else (), pinned, o.rules), text, verdict)
    return step


def confuse(course: Course, action: Confuse) -> None:
    """Roll an Enemy over any free corner (DW-CONFUSE-01)."""
    position, piece = course.position, course.position.piece(action.by)
    check_can_act(position, piece)
    effect, target = _aim(position, piece, Kind.CONFUSE, action.target, settled=action.settled)
    step = None
    harmless = isinstance(target, CommandPost) or immune(target, effect) or (
        target.is_ogre and effect.kind in OGRE_IGNORES)
    if isinstance(target, Piece) and not harmless:
        step = free_step(position, target, action.corner, settled=action.settled, repair=False)
    _act(course, piece)
    if isinstance(target, CommandPost):
        _no_use(course, target, ("OG-CP-11", "DW-CONFUSE-01"))
    elif step is None:
        _no_use(course, target, cite(position.agreement.profile, "immune"))
    else:
        course.decide("DW-CONFUSE-01", "GEO-08", *(("AMB-43",) if target.is_ogre else ()))
        course.say(f"{target.label} is confused and rolls over corner {action.corner}.")
        roll(course, target, step, "moved")
    _drop_copy(course, piece.id)


def clone(course: Course, action: Clone) -> None:
    """Copy a die's face before acting, once a turn (CY-CLONE-02, CY-CLONE-08)."""
    position, piece = course.position, course.position.piece(action.by)
    slot = check_can_act(position, piece)
    if piece.cloned_turn == position.turn.number:
        text = f"{piece.label} has used Clone in this turn."
        raise Refused(Why.TURN_SPENT, ("CY-CLONE-08",), text)
    effect = only_effect(position, piece, Kind.CLONE)
    found = targets_of(position, piece, effect)
    check_target(position, piece, found, action.target, settled=action.settled)
    source = position.piece(action.target)
    if source.is_ogre:
        raise Refused(Why.ASK, ("AMB-42", "CY-CLONE-02"), f"Whether {source.label} can be copied is for the players to say.",
                      Verdict.ASK)
    take(course, piece.id)
    course.put(replace(piece, copied=source.showing, cloned_turn=position.turn.number))
    course.recheck()
    push(course, MayAct(piece.id, landed=slot.landed, commanded=slot.commanded))
    course.decide("CY-CLONE-02", "CY-CLONE-04", "CY-CLONE-05", "AMB-42")
    course.say(f"{piece.label} copies side {source.showing.key} of {source.label} and may act with it.")
