"""What the camera cannot see of an act, and people are asked: a foul, whose die, which, its side, what was hit."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from shapely.geometry import Polygon

from companion.catalogue import System
from companion.geometry import Outline, Point, depth_inside, format_heading
from companion.rules import TREADS, Piece, Position, system_name
from companion.rules.actions import Action, OffTable, RestingPose, Shoot, Throw
from companion.session.inference import tuning
from companion.session.inference.answers import (
    entrance,
    hits,
    knocked_off,
    landing,
    landing_as,
    last_throw,
    pose_of,
    shot_at,
    up_to,
    with_foul,
    with_knocked_off,
    with_system,
)
from companion.session.inference.descriptions import join_names, piece_label
from companion.session.inference.hypothesis import ActHypothesis
from companion.session.inference.observed_dice import SeenDie, turns
from companion.session.inference.steps import play_actions
from companion.text import N_, gettext, pgettext
from companion.vision import DieState


class QuestionKind(StrEnum):
    """What the camera cannot see and people are asked."""

    FOUL = "foul"
    OWNER = "owner"
    WHICH = "which die"
    DOER = "who did it"
    SIDE = "side"
    HEADING = "heading"
    SYSTEM = "system"
    SETTLED = "too close to call"
    EDGE = "on the table or over its edge"
    MISSING = "a die that is not seen"


#: Headings, from +x on counter-clockwise, as people at the near edge see them.
_WAYS: Final = (
    N_("session", "→ right"),
    N_("session", "↗ far right"),
    N_("session", "↑ far"),
    N_("session", "↖ far left"),
    N_("session", "← left"),
    N_("session", "↙ near left"),
    N_("session", "↓ near"),
    N_("session", "↘ near right"),
)
#: Of so many that may have done it the others are named in the question.
_NAMED: Final = 3
#: Without an answer to these there is no act.
_MUST: Final = frozenset(
    {
        QuestionKind.DOER,
        QuestionKind.SIDE,
        QuestionKind.HEADING,
        QuestionKind.SYSTEM,
        QuestionKind.SETTLED,
        QuestionKind.EDGE,
        QuestionKind.MISSING,
    }
)
#: What is asked of a die that is seen to have come onto the table.
OF_THE_DIE: Final = frozenset({QuestionKind.SIDE, QuestionKind.HEADING, QuestionKind.EDGE})


@dataclass(frozen=True, slots=True)
class AnswerOption:
    """One answer, with the acts that it makes of the proposal. piece: the die that comes onto the table by it, where
    the answer says which; asks: what must be asked of that die then."""

    text: str
    steps: tuple[Action, ...]
    piece: str | None = None
    asks: tuple[Question, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question that belongs to a proposal; the first choice is what the proposal says as it is, but where an answer
    is a must. piece: the one that the question is about: the die that comes onto the table, or the Ogre that is hit."""

    kind: QuestionKind
    text: str
    choices: tuple[AnswerOption, ...]
    piece: str = ""

    @property
    def must(self) -> bool:
        """Whether the proposal may not be taken before it is answered."""
        return self.kind in _MUST

    def asked_of(self, steps: tuple[Action, ...], now: Mapping[str, str] = MappingProxyType({})) -> Question | None:
        """The question asked of the acts that another answer has made of the proposal; None where the act that it asks
        about is not among them any more. now: which die the one is that the question knew as another."""
        if self.kind is QuestionKind.FOUL:
            return _foul(steps)
        piece = now.get(self.piece, self.piece)
        if not _ASKED_OF[self.kind](steps, piece, self.choices[0].steps):
            return None
        anew = _ANEW.get(self.kind)
        if anew is None:
            return self
        stated = (anew(steps, one.steps, piece, self.piece) for one in self.choices)
        choices = tuple(replace(one, steps=acts) for one, acts in zip(self.choices, stated, strict=True))
        return replace(self, choices=choices, piece=piece)


def find_questions(
    position: Position,
    guess: ActHypothesis,
    rivals: Sequence[ActHypothesis],
    equals: Sequence[ActHypothesis] = (),
    hidden: Collection[str] = frozenset(),
) -> Iterator[Question]:
    """What must or may be asked about a guess. rivals: other guesses that are likely enough to be asked about; equals:
    those that leave the same table, so that only people can say which it was; hidden: pieces that may lie as they lay
    though they are not seen."""
    yield from _missing(position, guess, hidden)
    if equals:
        yield _doer(position, (guess, *equals))
    if guess.thrown is not None:
        yield from _of_the_die(position, guess)
        yield from _owner(position, guess, position.piece(guess.thrown[0]), rivals)
        yield from _which(position, guess, position.piece(guess.thrown[0]), rivals)
    foul = _foul(guess.steps)
    if foul is not None:
        yield foul
    if _settled(guess.steps):
        choice = AnswerOption(gettext("Yes, the players say so"), guess.steps)
        yield Question(QuestionKind.SETTLED, gettext("This is too close to call: do the players agree?"), (choice,))
    hit = [ogre for ogre in position.cards if hits(position, guess.steps, ogre)]
    for ogre in {shot_at(guess.steps, ogre): ogre for ogre in reversed(hit)}.values():  # a shot is at one system
        yield _system(position, guess.steps, ogre)


def _of_the_die(position: Position, guess: ActHypothesis) -> Iterator[Question]:
    """What must be asked of the die that is seen to have come onto the table."""
    if guess.thrown is not None:
        name, die = guess.thrown
        yield from _side(guess, position.piece(name), die)
        yield from _heading(guess, position.piece(name), die)
        yield from _edge(position, guess, position.piece(name), die)


def _settled(steps: Sequence[Action]) -> bool:
    return any(step.settled for step in steps)


def _enters(steps: Sequence[Action], piece: str, stated: Sequence[Action]) -> bool:
    return entrance(steps, piece) is not None


def _lies_flat(steps: Sequence[Action], piece: str, stated: Sequence[Action]) -> bool:
    return entrance(steps, piece) is not None and isinstance(landing(steps, piece), RestingPose)


Known = Callable[[Sequence[Action], str, Sequence[Action]], bool]
#: Whether the act is among the acts that a question is about: from these, its piece, and the acts as it was asked.
_ASKED_OF: Final[Mapping[QuestionKind, Known]] = {
    QuestionKind.FOUL: lambda steps, piece, stated: last_throw(steps) is not None,
    QuestionKind.OWNER: _enters,
    QuestionKind.WHICH: _enters,
    QuestionKind.SIDE: _lies_flat,
    QuestionKind.HEADING: _lies_flat,
    QuestionKind.EDGE: _lies_flat,
    QuestionKind.DOER: lambda steps, piece, stated: hasattr(steps[-1], "by") and type(steps[-1]) is type(stated[-1]),
    QuestionKind.SETTLED: lambda steps, piece, stated: _settled(steps),
    QuestionKind.SYSTEM: lambda steps, piece, stated: shot_at(steps, piece) is not None,
    QuestionKind.MISSING: lambda steps, piece, stated: True,
}
assert set(_ASKED_OF) == set(QuestionKind)


def _foul(steps: Sequence[Action]) -> Question | None:
    """Whether a throw was a foul, and which where there were several; None without a throw."""
    thrown = dict.fromkeys(step.piece for step in steps if isinstance(step, Throw))
    if not thrown:
        return None
    one = gettext("Yes, a foul") if len(thrown) == 1 else ""
    fouls = (AnswerOption(one or gettext("Yes, that of {name}", name=name), with_foul(steps, name)) for name in thrown)
    return Question(
        QuestionKind.FOUL,
        gettext("Was the throw a foul?"),
        (AnswerOption(gettext("No"), with_foul(steps, None)), *fouls),
    )


# The questions


def _missing(position: Position, guess: ActHypothesis, hidden: Collection[str]) -> Iterator[Question]:
    """Dice that are not seen, and whose places show something else than the table: gone, or only hidden?"""
    unseen = [name for name in sorted(hidden) if _unmoved_or_off(position, guess, name)]
    if not unseen:
        return
    off = [name for name in unseen if not guess.after.piece(name).in_play]
    names = join_names([piece_label(position, name) for name in unseen])
    gone = gettext("Off the table: {names}", names=names)
    there = gettext("Still there, out of sight: {names}", names=names)
    by_throw = frozenset(knocked_off(guess.steps))
    as_reported = AnswerOption(gone if off else there, guess.steps)
    choices = [as_reported]
    if off and by_throw.issuperset(off):
        choices.append(AnswerOption(there, with_knocked_off(guess.steps, by_throw.difference(off))))
    elif not off and last_throw(guess.steps) is not None:
        choices.append(AnswerOption(gone, with_knocked_off(guess.steps, by_throw.union(unseen))))
    if off or len(choices) > 1:
        text = gettext("The place of {names} cannot be seen: off the table, or still there?", names=names)
        yield Question(QuestionKind.MISSING, text, tuple(choices))


def _unmoved_or_off(position: Position, guess: ActHypothesis, name: str) -> bool:
    then, now = position.piece(name), guess.after.piece(name)
    return not now.in_play or (now.pose, now.face) == (then.pose, then.face)


def _side(guess: ActHypothesis, piece: Piece, die: SeenDie) -> Iterator[Question]:
    if die.face_of(piece.die.id) is None and die.state is not DieState.LEANING:
        faces = [face.key for face in piece.die.faces]
        choices = tuple(
            AnswerOption(gettext("Side {face}", face=face), _with_face(guess.steps, piece.id, face)) for face in faces
        )
        yield Question(
            QuestionKind.SIDE, gettext("Which side does {piece} show?", piece=piece.label), choices, piece.id
        )


def _with_face(steps: tuple[Action, ...], piece: str, face: str) -> tuple[Action, ...]:
    """With that side up; what the die did then is not known before its side is."""
    first = up_to(steps, piece)
    return landing_as(first, piece, replace(pose_of(first, piece), face=face))


def _heading(guess: ActHypothesis, piece: Piece, die: SeenDie) -> Iterator[Question]:
    """Which corner is corner 0 is known by the print alone: where that was not read, it is one of three."""
    lies = landing(guess.steps, piece.id)
    if die.turn_known or not isinstance(lies, RestingPose):
        return
    ways = [round(turned.heading_deg % 360, 2) for turned in turns(die.pose)]
    turned_so = {deg: landing_as(guess.steps, piece.id, replace(lies, heading_deg=deg)) for deg in ways}
    choices = tuple(AnswerOption(_way(deg), steps) for deg, steps in turned_so.items())
    text = gettext("Where does the top of the print of {piece} point?", piece=piece.label)
    yield Question(QuestionKind.HEADING, text, choices, piece.id)


def _way(heading_deg: float) -> str:
    """A heading in words: by the edges of the table, with the number."""
    return f"{pgettext('session', _WAYS[round(heading_deg / 45) % len(_WAYS)])} ({format_heading(heading_deg)})"


def _edge(position: Position, guess: ActHypothesis, piece: Piece, die: SeenDie) -> Iterator[Question]:
    """A bottom corner lies so near to the table's edge that measuring cannot say on which side (GEO-11, AMB-70)."""
    rim = position.table.outline_mm
    inside = depth_inside(die.pose.bottom_corners_mm(), rim)
    if die.state is DieState.LEANING or abs(inside) > max(tuning.EDGE_CALL_MM, tuning.EDGE_CALL_SIGMAS * die.sigma_mm):
        return
    lands = landing(guess.steps, piece.id)
    first = up_to(guess.steps, piece.id)
    if not isinstance(lands, RestingPose) or not isinstance(first[-1], Throw):
        return
    on = _inside(die, rim) if inside < tuning.INSIDE_EDGE_MM else lands.centre_mm
    stays = AnswerOption(gettext("It stands on the table"), landing_as(first, piece.id, replace(lands, centre_mm=on)))
    off = AnswerOption(gettext("It is over the edge"), landing_as(first, piece.id, OffTable()))
    where = (
        gettext("{by:.1f} mm inside the edge", by=inside)
        if inside >= 0
        else gettext("{by:.1f} mm over the edge", by=-inside)
    )
    text = gettext("{piece} is {where}: does it stand on the table?", piece=piece.label, where=where)
    yield Question(QuestionKind.EDGE, text, (stays, off), piece.id)


def _inside(die: SeenDie, rim: Outline) -> Point:
    """The nearest place for the die, within measuring, where it stands on the table: moved toward the middle."""
    middle, pose = Polygon(rim).centroid, die.pose
    for _ in range(4):
        missing = tuning.INSIDE_EDGE_MM - depth_inside(pose.bottom_corners_mm(), rim)
        if missing <= 0:
            break
        dx, dy = middle.x - pose.x_mm, middle.y - pose.y_mm
        share = missing / math.hypot(dx, dy)
        pose = replace(pose, x_mm=pose.x_mm + dx * share, y_mm=pose.y_mm + dy * share)
    return round(pose.x_mm, 2), round(pose.y_mm, 2)


def _owner(
    position: Position, guess: ActHypothesis, piece: Piece, rivals: Sequence[ActHypothesis]
) -> Iterator[Question]:
    """Two players may have thrown the die that is seen."""
    owners = {piece.owner: AnswerOption(piece.owner, guess.steps, piece.id)}
    for rival in rivals:
        if rival.thrown is not None and guess.thrown is not None and rival.thrown[1] is guess.thrown[1]:
            other = position.piece(rival.thrown[0])
            if other.die.id == piece.die.id:
                owners.setdefault(other.owner, AnswerOption(other.owner, rival.steps, other.id))
    if len(owners) > 1:
        yield Question(
            QuestionKind.OWNER, gettext("Whose {die} is that?", die=piece.die.label), tuple(owners.values()), piece.id
        )


def _which(
    position: Position, guess: ActHypothesis, piece: Piece, rivals: Sequence[ActHypothesis]
) -> Iterator[Question]:
    """Two equal dice are seen that were not there: one was thrown, the other moved."""
    dice = {rival.thrown[1]: rival for rival in reversed(rivals) if rival.thrown and rival.thrown[0] == piece.id}
    if guess.thrown is not None:
        own = guess.thrown[1]
        others = {die: rival for die, rival in dice.items() if die is not own and _kind(die) == _kind(own)}
        if others:
            reported = ((own, guess), *others.items())
            choices = (
                AnswerOption(_where(die), one.steps, piece.id, tuple(_of_the_die(position, one)))
                for die, one in reported
            )
            yield Question(
                QuestionKind.WHICH, gettext("Which {die} was thrown?", die=piece.die.label), tuple(choices), piece.id
            )


def _kind(die: SeenDie) -> str | None:
    return die.name.die if die.name else None


def _where(die: SeenDie) -> str:
    side = gettext("side {face}", face=die.name.face) if die.name else gettext("unread side")
    return gettext("the one at {x:.0f}, {y:.0f} mm ({side})", x=die.pose.x_mm, y=die.pose.y_mm, side=side)


def _doer(position: Position, equals: Sequence[ActHypothesis]) -> Question:
    """Several dice, or several weapons of one, would have done just that."""
    reported = [_doing(position, guess.steps) for guess in equals]
    others = (
        gettext("{count} others", count=len(reported) - 1)
        if len(reported) > _NAMED
        else gettext(" or ").join(reported[1:])
    )
    text = gettext("{others} could have done the same: which was it?", others=others)
    return Question(QuestionKind.DOER, text, tuple(map(AnswerOption, reported, (guess.steps for guess in equals))))


def _doing(position: Position, steps: Sequence[Action]) -> str:
    """The die that acts last, with the effect that it does so by."""
    before = play_actions(position, steps[:-1]).position if steps[1:] else position
    last = steps[-1]
    piece, effect = before.piece(getattr(last, "by", "")), getattr(last, "effect", None)
    name = piece.showing.effects[effect].label if effect is not None else piece.label
    return piece.label if name in {piece.label, piece.die.label} else f"{piece.label} ({name})"


def _system(position: Position, steps: tuple[Action, ...], ogre: str) -> Question:
    card = position.cards[ogre]
    systems = [system.value for system, left in card.circles.items() if left > 0] + ([TREADS] if card.treads else [])
    choices = tuple(AnswerOption(system_name(system), with_system(steps, ogre, system)) for system in systems)
    text = gettext("What of {ogre} was shot at?", ogre=piece_label(position, ogre))
    return Question(QuestionKind.SYSTEM, text, choices, ogre)


def _system_of(steps: tuple[Action, ...], ogre: str) -> System | str:
    shots = (step for step in steps if isinstance(step, Shoot) and step.target in {ogre, None})
    return next(shot.system for shot in shots if shot.system is not None)


def _side_again(steps: tuple[Action, ...], stated: tuple[Action, ...], piece: str, old: str) -> tuple[Action, ...]:
    first = up_to(steps, piece)
    return landing_as(first, piece, replace(pose_of(first, piece), face=pose_of(stated, old).face))


def _heading_again(steps: tuple[Action, ...], stated: tuple[Action, ...], piece: str, old: str) -> tuple[Action, ...]:
    return landing_as(steps, piece, replace(pose_of(steps, piece), heading_deg=pose_of(stated, old).heading_deg))


def _edge_again(steps: tuple[Action, ...], stated: tuple[Action, ...], piece: str, old: str) -> tuple[Action, ...]:
    first, lies = up_to(steps, piece), landing(stated, old)
    if isinstance(lies, RestingPose):
        lies = replace(pose_of(first, piece), centre_mm=lies.centre_mm)
    return landing_as(first, piece, lies)


Anew = Callable[[tuple[Action, ...], tuple[Action, ...], str, str], tuple[Action, ...]]
#: What an answer changes of acts that another answer has made of the proposal: from these, the acts that the answer
#: made of it before, the die that comes onto the table now, and the one that came before.
_ANEW: Final[Mapping[QuestionKind, Anew]] = {
    QuestionKind.SIDE: _side_again,
    QuestionKind.HEADING: _heading_again,
    QuestionKind.EDGE: _edge_again,
    QuestionKind.DOER: lambda steps, stated, piece, old: (*steps[:-1], stated[-1]),
    QuestionKind.SETTLED: lambda steps, stated, piece, old: steps,
    QuestionKind.SYSTEM: lambda steps, stated, piece, old: with_system(steps, piece, _system_of(stated, old)),
    QuestionKind.MISSING: lambda steps, stated, piece, old: with_knocked_off(steps, knocked_off(stated)),
}
