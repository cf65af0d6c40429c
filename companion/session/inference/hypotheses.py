"""What may have happened to a table that has changed: throws made of what is seen, everything that the rules allow now,
and dice that were only bumped. Each guess is played by the rules; its badness says how well it explains the changes.

Guesses made of what is seen: a die placed, a die thrown with what it did to others, dice that were only bumped.

What a guess costs is minus the logarithm of how often such a thing happens at a table, as far as people can tell.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from companion.catalogue import EffectKind
from companion.rules import (
    MayAct,
    MustThrow,
    Outcome,
    Piece,
    Position,
    actions,
    legal_actions,
    legal_outcomes,
    placeable,
    throwable,
)
from companion.rules.actions import EndTurn, LeaningPose, OffTable, Place
from companion.session.inference import tuning
from companion.session.inference.hypothesis import ActHypothesis, HypothesisBase, Thrown
from companion.session.inference.identity import assign_moves, following_cost, side_cost
from companion.session.inference.observed_dice import SeenDie, apart_mm
from companion.session.inference.paper import paper_cost
from companion.session.inference.residuals import lies_in_place
from companion.session.inference.steps import Landing, can_touch, how_it_lies, observe_pieces, seen_pose, seen_throw
from companion.session.inference.table_delta import TableDelta, pose_and_face, taken_off
from companion.vision import DieState

#: Acts that are said, or done by hand, in the turn in which they are seen: no much later turn need explain them.
_BY_HAND: Final = (actions.Maneuver, actions.Shoot, actions.Repair, actions.Confuse)


def find_hypotheses(
    changes: TableDelta, *, followed_up: Sequence[int] = tuning.FOLLOWED_UP
) -> tuple[ActHypothesis, ...]:
    """Everything that may have happened, the likeliest first; nothing where the table has not changed.

    followed_up: how many guesses that explain a part are followed by a second act, a third and so on, where fewer do
    not explain it: the table was not seen at rest between them."""
    if changes.unchanged:
        return ()
    last = sorted(_one_act(changes), key=_badness)
    found = _with_idle_hands(changes, last)
    nothing = changes.misfit(changes.position, frozenset())
    for acts, most in enumerate(followed_up, start=1):
        if found and not _leaves_doubt(found[0], acts):
            break
        followed = _followed_up(changes, last, nothing, most)
        last = sorted((further for guess in followed for further in _further(changes, guess)), key=_badness)
        found = sorted((*found, *_with_idle_hands(changes, last)), key=_badness)
    return tuple(found)


def _followed_up(
    changes: TableDelta, guesses: Sequence[ActHypothesis], nothing: float, most: int
) -> list[ActHypothesis]:
    """The guesses that a further act may follow: those that explain a part of the table better than ``nothing`` does,
    and shots in vain at what is gone. What followed on a die that people must first say the side of is left to the next
    look."""
    open_still = [guess for guess in guesses if guess.read and guess.misfit > tuning.EXPLAINED_RESIDUAL]
    partial = [guess for guess in open_still if guess.misfit < nothing]
    in_vain = [guess for guess in open_still if guess.misfit >= nothing and _rolls_what_is_missing(changes, guess)]
    return [
        *_of_each_sort(changes, sorted(partial, key=_with_what_is_left))[:most],
        *_of_each_sort(changes, sorted(in_vain, key=_badness))[: tuning.SHOT_TWICE],
    ]


def _with_idle_hands(changes: TableDelta, guesses: Iterable[ActHypothesis]) -> list[ActHypothesis]:
    """The guesses with what the hands cost that were seen and did nothing, the likeliest first."""
    idle = ((guess, changes.idle_hands(_did_something(changes, guess))) for guess in guesses)
    costly = (
        replace(guess, cost=guess.cost + tuning.IDLE_HAND_COST * hands) if hands else guess for guess, hands in idle
    )
    return sorted(costly, key=_badness)


def _did_something(changes: TableDelta, guess: ActHypothesis) -> set[str]:
    """Whose hands may have done it: who throws, who acts, and the owner of a die that was moved by hand, or that was
    only bumped; what a thrown die strikes, no hand has moved."""
    throws = [step for step in guess.steps if isinstance(step, actions.Throw)]
    struck = {name for step in throws for name in (*step.knocked_off, *(one.piece for one in step.disturbed))}
    acting = {str(getattr(step, "by", None) or getattr(step, "piece", None)) for step in guess.steps}
    hands = (changes.touched(guess.after) - struck) | (acting & changes.position.pieces.keys())
    return {changes.position.piece(name).owner for name in hands}


def _of_each_sort(changes: TableDelta, guesses: Iterable[ActHypothesis]) -> list[ActHypothesis]:
    """The first guess of each sort of act by each player with each die: what equal dice may have done is much alike."""
    sorts: dict[tuple[object, ...], ActHypothesis] = {}
    for guess in guesses:
        moved = None if guess.thrown is None else guess.thrown[1]
        touched = changes.touched(guess.after) & {*changes.gone}
        sorts.setdefault((type(guess.steps[-1]), guess.outcome.position.to_move, id(moved), touched), guess)
    return list(sorts.values())


def _badness(guess: ActHypothesis) -> float:
    return guess.badness


def _with_what_is_left(guess: ActHypothesis) -> float:
    """How rare it is, with as many acts more as what it leaves unexplained may take."""
    return guess.cost + guess.misfit / tuning.UNMATCHED_COST * (tuning.MISSED_REST_COST + tuning.ACT_COST)


def _rolls_what_is_missing(changes: TableDelta, guess: ActHypothesis) -> bool:
    """Whether its last act is a shot at a piece that is not seen, and leaves that on the table: a second one may have
    taken it off."""
    if not isinstance(guess.steps[-1], actions.Shoot) or changes.loose:
        return False
    shot = changes.touched(guess.after) & {*changes.gone} - changes.hidden
    return bool(shot) and all(guess.after.piece(name).in_play for name in shot)


def _leaves_doubt(best: ActHypothesis, acts: int) -> bool:
    """Whether more than so many acts may have been done: something is left to explain, it is rarer than one act more,
    or a die was knocked off, which looks like one that was shot and taken off."""
    rare = best.badness > acts * tuning.MISSED_REST_COST + (acts + 1) * tuning.ACT_COST
    return rare or (acts == 1 and any(isinstance(step, actions.Throw) and step.knocked_off for step in best.steps))


def _one_act(changes: TableDelta) -> Iterator[ActHypothesis]:
    """One act, with the ends of turns and the calls that leave no trace on the table."""
    enough = math.inf  # where guessing begins later than at such a cost, an act by hand has been found before
    for stand in _stands(changes):
        ruled = () if stand.cost > enough else _by_the_rules(changes, stand)
        for guess in (
            *placement_hypotheses(changes, stand),
            *throw_hypotheses(changes, stand),
            *bump_hypotheses(changes, stand),
            *ruled,
        ):
            touched = changes.touched(guess.after)
            misfit = changes.misfit(guess.after, touched, guess.taken_off)
            judged = replace(guess, cost=guess.cost + changes.cleared(touched), misfit=misfit)
            if judged.misfit < tuning.EXPLAINED_RESIDUAL and isinstance(guess.steps[-1], _BY_HAND):
                rivals = isinstance(guess.steps[-1], actions.Maneuver | actions.Shoot)  # a shot rolls dice as owners do
                enough = min(enough, stand.cost + (tuning.LATER_TURNS_COST if rivals else 0.0))
            yield judged


def _further(changes: TableDelta, guess: ActHypothesis) -> Iterator[ActHypothesis]:
    """What may have followed upon acts that explain a part of what is seen."""
    dice = [die for die in changes.dice if not any(die is other for other in guess.taken_off)]
    turned = _ends_a_turn(guess)
    gone = (*changes.taken_off, *taken_off(changes.position, guess.after))
    left = TableDelta.of(
        guess.after, dice, changes.followed, changes.hidden, changes.covered, changes.reaches, taken_off=gone
    )
    if left.unchanged:
        return
    for later in _one_act(left):
        if later.misfit >= guess.misfit:
            continue
        unseen_turn = tuning.MISSED_TURN_COST if turned and _ends_a_turn(later) else 0.0
        steps, cost = (*guess.steps, *later.steps), guess.cost + tuning.MISSED_REST_COST + unseen_turn + later.cost
        reported = {**guess.reported, **later.reported}
        yield ActHypothesis(steps, later.outcome, cost, later.thrown or guess.thrown, reported, later.misfit)


def _ends_a_turn(guess: ActHypothesis) -> bool:
    return any(isinstance(step, actions.EndTurn) for step in guess.steps)


def _stands(changes: TableDelta) -> Iterator[HypothesisBase]:
    """Now; after an activation was given up; after the turn has ended without a word, and others passed theirs."""
    now = HypothesisBase(changes.position)
    yield now
    skipped = now.after(actions.Skip(), tuning.SKIP_COST) if changes.position.pending else None
    if skipped is not None and not changes.touched(skipped.position):
        yield skipped
    one_round = len(changes.position.players)
    for turns in range(2 * one_round):
        ended = now.after(actions.EndTurn(), _ending(now.position))
        if ended is None or changes.touched(ended.position):
            return
        comes_back = any(piece.zone != now.position.pieces[name].zone for name, piece in ended.position.pieces.items())
        now = ended
        if turns < one_round or comes_back:  # others have passed, until a die came back to hand
            yield now


def _ending(position: Position) -> float:
    """How rare it is that the turn ends there."""
    if any(isinstance(one, MustThrow) for one in position.pending):
        return tuning.END_TURN_COST + tuning.THROWN_OFF_COST
    if not position.turn.acted:
        return tuning.PASS_COST
    return tuning.END_TURN_COST if _may_act_on(position) else tuning.NOTHING_LEFT_COST


def _may_act_on(position: Position) -> bool:
    """Whether something is left to be done in the turn; by a die whose action is pending, where it can do anything."""
    if position.pending and isinstance(position.pending[-1], MayAct):
        return any(True for _ in legal_actions(position, position.pending[-1].piece))
    return bool(position.pending) or not position.turn.spent


def _by_the_rules(changes: TableDelta, stand: HypothesisBase) -> Iterator[ActHypothesis]:
    """Everything that the rules allow now and that may have left such a table."""
    for action, outcome in _distinct_calls(stand.position, _open_actions(changes, stand.position)):
        # An act of the rules that changes what lies on the table, where something has changed.
        unreported = isinstance(action, actions.Shoot) and action.target is None
        for_another = isinstance(action, actions.Repair | actions.Confuse)
        rare = (
            tuning.CLOSE_CALL_COST * action.settled
            + tuning.UNNAMED_TARGET_COST * unreported
            + tuning.FOR_ANOTHER_COST * for_another
            + tuning.HELD_COST * isinstance(action, actions.Jump)
        )
        if moved := changes.touched(outcome.position) & {*changes.gone}:
            cost = stand.cost + tuning.ACT_COST + rare + _handling(changes, outcome.position, moved)
            yield ActHypothesis((*stand.steps, action), outcome, cost)
        if isinstance(action, actions.Call) or (isinstance(action, actions.Jump) and action.by in changes.gone):
            cost = stand.cost + tuning.CALL_OR_JUMP_COST
            yield from throw_hypotheses(changes, HypothesisBase(outcome.position, (*stand.steps, action), cost))


def _handling(changes: TableDelta, after: Position, moved: Iterable[str]) -> float:
    """How rare it is that hands came from there: those of the owner of a die that was moved, or of who acts."""
    owners = {changes.position.piece(name).owner for name in moved}
    acting = changes.reached_by(after.to_move) + tuning.OTHERS_DIE_COST
    return min([acting, *(changes.reached_by(owner) for owner in owners)])


def _open_actions(changes: TableDelta, position: Position) -> Iterator[tuple[actions.Action, Outcome]]:
    """What the rules allow now, and what it leads to; where every piece lies as it lay, only the calls, whose throw can
    be seen. What is too close to call only where nothing else leaves what has moved in the same way."""
    if changes.gone:
        found = list(legal_outcomes(position, about=frozenset(changes.gone), settled=True))
        clear = {_left_by(changes, outcome) for action, outcome in found if not action.settled}
        yield from (one for one in found if not one[0].settled or _left_by(changes, one[1]) not in clear)
        return
    for piece in position.in_play:
        if piece.owner == position.to_move and piece.showing.has(EffectKind.CALL):
            yield from (one for one in legal_outcomes(position, piece.id) if isinstance(one[0], actions.Call))


def _left_by(changes: TableDelta, outcome: Outcome) -> tuple[tuple[object, ...] | None, ...]:
    """How an act leaves what does not lie as it lay."""
    return tuple(pose_and_face(outcome.position, name) for name in changes.gone)


def _distinct_calls(
    position: Position, tried: Iterable[tuple[actions.Action, Outcome]]
) -> Iterator[tuple[actions.Action, Outcome]]:
    """The actions but for calls of equal dice from one hand."""
    called: set[tuple[str, str]] = set()
    for action, outcome in tried:
        kind = (action.by, position.piece(action.piece).die.id) if isinstance(action, actions.Call) else None
        if kind not in called:
            yield action, outcome
        if kind is not None:
            called.add(kind)


def placement_hypotheses(changes: TableDelta, stand: HypothesisBase) -> Iterator[ActHypothesis]:
    """The first placement of the match (OG-START-06)."""
    for piece, *_ in equal_pieces(stand.position, placeable(stand.position)):
        for die in changes.loose:
            face = die.face_of(piece.die.id)
            if face is not None:
                placed = Place(piece=piece.id, how=seen_pose(die, face))
                cost = tuning.ACT_COST + changes.reached_by(piece.owner)
                cost += _lands_where_one_lay(die, changes.taken_off)
                yield from stand.guessed(placed, cost, (piece.id, die))


def throw_hypotheses(changes: TableDelta, stand: HypothesisBase) -> Iterator[ActHypothesis]:
    """Every die that may be thrown, landing as every loose die, or gone off the table with what it took along."""
    off_too = bool(changes.gone) and not any(isinstance(step, EndTurn) for step in stand.steps)
    for equal in equal_pieces(stand.position, throwable(stand.position)):
        for die in changes.loose:
            if die.may_be(equal[0].die.id):
                yield from _landed(changes, stand, min(equal, key=lambda piece: paper_cost(piece, die)), die)
        if off_too:
            cost = tuning.ACT_COST + tuning.THROWN_OFF_COST + changes.reached_by(equal[0].owner)
            yield from _struck(changes, stand, equal[0], OffTable(), changes.loose, cost, None)


def bump_hypotheses(changes: TableDelta, stand: HypothesisBase) -> Iterator[ActHypothesis]:
    """Nothing was done: dice were only moved, by an elbow or to make room (OG-HIT-02)."""
    pieces = [stand.position.piece(name) for name in changes.gone]
    moved = assign_moves(pieces, changes.loose, changes.followed)
    if moved and not stand.steps:
        reached = min((changes.reached_by(player.id) for player in stand.position.players), default=0.0)
        cost = (
            tuning.ONLY_BUMPED_COST
            + reached
            + sum(_elbow(stand.position.piece(name), die) for name, die in moved.items())
        )
        yield from stand.guessed(observe_pieces(stand.position, moved), cost, None, moved)


def equal_pieces(position: Position, names: Iterable[str]) -> Iterable[list[Piece]]:
    """The pieces of each kind and owner: equal dice in one hand need not be distinguished, but for their paper."""
    kinds: dict[tuple[str, str], list[Piece]] = {}
    for name in names:
        piece = position.piece(name)
        kinds.setdefault((piece.owner, piece.die.id), []).append(piece)
    return kinds.values()


def _landed(changes: TableDelta, stand: HypothesisBase, piece: Piece, die: SeenDie) -> Iterator[ActHypothesis]:
    """The die landed as it is seen: alone, and with all that has changed laid to it."""
    key = die.face_of(piece.die.id)
    cost = (
        tuning.ACT_COST
        + changes.reached_by(piece.owner)
        + max(0.0, following_cost(piece.id, die, changes.followed))
        + (tuning.UNREAD_SIDE_COST if key is None else 0.0)
    )
    before = changes.position.piece(piece.id)
    like_it = (piece for piece in changes.taken_off if die.may_be(piece.die.id))  # it may have been put back
    removed = [*like_it, *([before] if before.in_play else [])]
    missing = [changes.position.piece(name) for name in changes.gone if name != piece.id]
    rest = [one for one in changes.loose if one is not die]
    apart, struck = (_lands_where_one_lay(die, left) for left in (removed + missing, removed))
    for lands, rare in _landings(stand.position, piece, die, key or piece.die.faces[0].key):
        if changes.gone:
            alone = seen_throw(stand.position, piece.id, lands, {})
            yield from stand.guessed(alone, cost + apart + rare, (piece.id, die), {piece.id: die})
        yield from _struck(changes, stand, piece, lands, rest, cost + struck + rare, (piece.id, die))


def _lands_where_one_lay(die: SeenDie, left: Iterable[Piece]) -> float:
    """How rare it is that a die comes onto the table where a piece lay that it has not struck, or where it lay itself
    before it jumped."""
    near = any(apart_mm(piece.placed, die.pose) < tuning.LANDS_NEAR_MM for piece in left)
    return tuning.LANDS_NEAR_COST if near else 0.0


def _landings(position: Position, piece: Piece, die: SeenDie, face: str) -> Iterator[tuple[Landing, float]]:
    """How a die may have landed, and how rare that is: one that seems to lean may lie flat, folded askew."""
    lies = how_it_lies(position, piece.id, die, face)
    reported_so = die.tilt_deg is None and die.name is not None  # by people, or by a script
    if reported_so or not isinstance(lies, LeaningPose):
        yield lies, 0.0
        return
    beside = any(can_touch(other.placed, die.pose) for other in position.in_play if other.id != piece.id)
    yield lies, tuning.LEANS_COST if beside else tuning.LEANS_ALONE_COST
    yield how_it_lies(position, piece.id, replace(die, state=DieState.FLAT), face), 0.0


def _struck(
    changes: TableDelta,
    stand: HypothesisBase,
    piece: Piece,
    lands: Landing,
    rest: Sequence[SeenDie],
    cost: float,
    die: Thrown | None,
) -> Iterator[ActHypothesis]:
    """The throw moved every die that does not lie as it lay, and knocked off those that are not seen."""
    plain = stand.tried(seen_throw(stand.position, piece.id, lands, {}))
    if plain is None:
        return
    struck = [p for p in plain.position.in_play if p.id in changes.gone and p.id != piece.id]
    pushed = assign_moves(struck, rest, changes.followed)
    cost += sum(_push(stand.position.piece(name), seen) for name, seen in pushed.items())
    cost += sum(_struck_from_afar(stand.position.piece(name), die) for name in pushed)
    cost += tuning.KNOCKED_UNSEEN_COST if die is None and struck else 0.0
    unseen = [p.id for p in struck if p.id not in pushed]
    seen_off = [name for name in unseen if name not in changes.hidden]
    for off in [unseen] if len(seen_off) == len(unseen) else [unseen, seen_off]:
        knocks = sum(_knock(stand.position.piece(name), die) for name in off)
        knocks += tuning.KNOCKED_MORE_COST * max(0, len(off) - 1)
        step = seen_throw(stand.position, piece.id, lands, pushed, off)
        yield from stand.guessed(step, cost + knocks, die, pushed | ({die[0]: die[1]} if die else {}))


def _push(piece: Piece, die: SeenDie) -> float:
    """How rare it is that what was thrown pushed a piece in play to where a die lies."""
    far = min(tuning.MAX_BUMP_COST, apart_mm(piece.placed, die.pose) / tuning.BUMP_MM_PER_POINT)
    return tuning.BUMPED_COST + far + _turned_by_it(piece, die)


def _elbow(piece: Piece, die: SeenDie) -> float:
    """How rare it is that a piece in play was moved to where a die lies, and nothing was thrown."""
    sigmas = apart_mm(piece.placed, die.pose) / tuning.ELBOW_MM
    return tuning.BUMPED_COST + min(tuning.MAX_BUMP_COST, sigmas * sigmas / 2) + _turned_by_it(piece, die)


def _turned_by_it(piece: Piece, die: SeenDie) -> float:
    """How rare it is that a bumped piece shows the side that is seen."""
    side = side_cost(piece, die) if die.state is not DieState.LEANING else 0.0
    if not side:
        return 0.0
    return side + tuning.BUMPED_OVER_COST + (tuning.IN_PLACE_COST if lies_in_place(piece, die) else 0.0)


def _struck_from_afar(piece: Piece, die: Thrown | None) -> float:
    """How rare it is that a thrown die strikes a piece so far from where it comes to lie."""
    if die is None:
        return 0.0
    return min(tuning.MAX_KNOCK_COST, apart_mm(piece.placed, die[1].pose) / tuning.KNOCK_MM_PER_POINT)


def _knock(piece: Piece, die: Thrown | None) -> float:
    """How rare it is that a thrown die knocked a piece off the table."""
    if die is not None and lies_in_place(piece, die[1]):
        return tuning.IN_PLACE_COST
    in_place = die is not None and apart_mm(piece.placed, die[1].pose) < tuning.LANDS_NEAR_MM
    there = tuning.KNOCK_PLACE_COST if in_place else 0.0
    return tuning.KNOCKED_OFF_COST + there + _struck_from_afar(piece, die)
