"""What acts are called in one short sentence each, for the ruling line and its numbered keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from companion.rules import Outcome, Position
from companion.rules.actions import (
    Action,
    EndTurn,
    FoulChoice,
    LeaningPose,
    Maneuver,
    Observe,
    ObservedPiece,
    OffTable,
    Pass,
    Place,
    RestingPose,
    Shoot,
    Skip,
    Throw,
)
from companion.rules.events import Damaged, FoulCalled, Killed, Removed, Unharmed
from companion.session.inference.observed_dice import SeenDie
from companion.session.inference.steps import play_action
from companion.text import N_, gettext, pgettext
from companion.vision import FaceName


def describe_actions(position: Position, acts: Sequence[Action], unread: str | None = None) -> str:
    """The acts in words, one sentence each, as each finds the match; of the die ``unread`` the side that it lands on
    cannot be read."""
    message = []
    for act in acts:
        outcome = play_action(position, act)
        message.append(f"{_describe(position, act, outcome, unread)}.")
        position = outcome.position
    return " ".join(message)


def _describe(position: Position, act: Action, outcome: Outcome, unread: str | None) -> str:  # noqa: PLR0911
    match act:
        case Place():
            return _place(position, act, unread)
        case Throw():
            return _throw(position, act, outcome, unread)
        case Observe():
            return join_names([_seen(position, seen) for seen in act.pieces])
        case Maneuver():
            return _maneuver(position, act)
        case Shoot():
            return _shoot(position, act, outcome)
        case Skip():
            return gettext("The activation is given up")
        case FoulChoice():
            return pgettext("session", _FOUL_CHOICES[act.choice], by=act.by)
        case EndTurn() if position.turn.acted:
            return gettext("{to_move} ends the turn", to_move=position.to_move)
        case Pass() | EndTurn():  # of a turn in which nothing was done
            return gettext("{to_move} passes", to_move=position.to_move)
        case _:
            return describe_deed(position, act)


def describe_deed(position: Position, act: Action) -> str:
    """An act that takes no more words than who does it, and to whom."""
    given = {key: getattr(act, key, None) for key in ("by", "piece", "target")}
    named = {key: piece_label(position, name) for key, name in given.items() if name is not None}
    return pgettext("session", act.deed, **named)


_FOUL_CHOICES: Final = {
    "allow": N_("session", "{by} allows the throw"),
    "prohibit": N_("session", "{by} prohibits the die from acting"),
    "remove": N_("session", "{by} has the die taken out"),
}


def piece_label(position: Position, name: str) -> str:
    """A piece, Command Post or terrain by the name that people read."""
    if name in position.pieces:
        return position.piece(name).label
    return position.posts[name].label if name in position.posts else name


def join_names(names: Sequence[str]) -> str:
    """``A``, ``A and B``, ``A, B and C``; of none, ``nothing``."""
    if not names:
        return gettext("nothing")
    return names[0] if len(names) == 1 else gettext("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])


def kind_in_words(position: Position, seen: SeenDie, kind: str) -> str:
    """What a die that is seen may be, an id, by its printed name; with its set where a die of the match has the same
    name, and by its id where nobody knows it."""
    of_match = {piece.die.id: piece.die for piece in position.pieces.values()}
    die = of_match.get(kind) or seen.kinds.get(kind)
    if die is None:
        return kind
    alike = any(other.label == die.label for id_, other in of_match.items() if id_ != kind)
    return f"{die.label} ({die.set or kind})" if alike else die.label


def misread_in_words(position: Position, dice: Sequence[SeenDie]) -> str:
    """`` Read as Howitzer 6, probably Light Tank 5.`` for each die that is taken for something else than it was read
    as."""
    return "".join(
        gettext(
            " Read as {read}, probably {face}.",
            read=face_in_words(position, die, die.read_as),
            face=face_in_words(position, die, die.name),
        )
        for die in dice
        if die.read_as is not None and die.name is not None
    )


def face_in_words(position: Position, seen: SeenDie, name: FaceName) -> str:
    """The same with the side: ``Howitzer 6``."""
    return f"{kind_in_words(position, seen, name.die)} {name.face}"


def _place(position: Position, act: Place, unread: str | None) -> str:
    owner, piece = position.piece(act.piece).owner, piece_label(position, act.piece)
    message = gettext("{owner} places {piece} with side {face} up", owner=owner, piece=piece, face=act.how.face)
    return message + gettext("; its side cannot be read") if act.piece == unread else message


def _throw(position: Position, act: Throw, outcome: Outcome, unread: str | None) -> str:
    owner, piece = position.piece(act.piece).owner, piece_label(position, act.piece)
    message = gettext("{owner} throws {piece}", owner=owner, piece=piece)
    if act.piece == unread:
        return message + gettext("; its side cannot be read")
    message += f" {_landing(position, act, outcome)}{_let_go(act, outcome)}"
    off = [piece_label(position, name) for name in act.knocked_off]
    moved = [_seen(position, seen) for seen in act.disturbed]
    knocked = gettext("; {off} knocked off", off=join_names(off)) if off else ""
    return message + knocked + (f"; {join_names(moved)}" if moved else "")


def _let_go(act: Throw, outcome: Outcome) -> str:
    """That it was a foul, or where it was let go and what the rules say of that."""
    foul = any(isinstance(event, FoulCalled) for event in outcome.events)
    if act.release is None:
        return gettext(", a foul") if foul else ""
    behind, above = act.release.behind_mm, act.release.above_mm
    where = (
        gettext("{behind:g} mm behind the edge", behind=behind)
        if behind >= 0
        else gettext("{behind:g} mm past the edge, over the table", behind=-behind)
    )
    judged = gettext("a foul") if foul else gettext("fair")
    return gettext(", let go {where} and {above:g} mm above it: {what}", where=where, above=above, what=judged)


def _landing(position: Position, act: Throw, outcome: Outcome) -> str:
    match act.lands:
        case OffTable():
            return gettext("and it goes off the table")
        case LeaningPose(leaning_on=on):
            return gettext("and it leans on {leaning_on}: off the table", leaning_on=piece_label(position, on))
        case RestingPose(face=face):
            off = any(isinstance(event, Removed) and event.why == "off-table" for event in outcome.events)
            over = gettext("and it stands over the edge: off the table")
            return over if off else gettext("and it lands on side {face}", face=face)
        case _:
            assert_never(act.lands)


def _seen(position: Position, seen: ObservedPiece) -> str:
    piece = position.piece(seen.piece)
    if isinstance(seen.how, LeaningPose):
        on = piece_label(position, seen.how.leaning_on)
        return gettext("{piece} leans on {leaning_on}", piece=piece.label, leaning_on=on)
    same = piece.face is not None and piece.face.key == seen.how.face
    if same:
        return gettext("{piece} moved", piece=piece.label)
    return gettext("{piece} bumped to side {face}", piece=piece.label, face=seen.how.face)


def _maneuver(position: Position, act: Maneuver) -> str:
    piece = position.piece(act.piece)
    side = piece.die.face_over(piece.showing, act.corner) if piece.in_play else None
    where = gettext(" to side {side}", side=side.key) if side else ""
    return gettext("{piece} maneuvers{where}", piece=piece.label, where=where)


def _shoot(position: Position, act: Shoot, outcome: Outcome) -> str:
    """A shot at what it was aimed at; where nobody said, at what it hit."""
    piece = position.piece(act.by)
    effects = piece.showing.effects if piece.in_play else ()
    name = effects[act.effect].label if act.effect < len(effects) else piece.die.label
    weapon = "" if name == piece.die.label else f" ({name})"
    hit = dict.fromkeys(event.piece for event in outcome.events if isinstance(event, Killed | Damaged | Unharmed))
    aims = [act.target] if act.target else list(hit if act.targets is None else act.targets)
    at = gettext(" at {targets}", targets=join_names([piece_label(position, name) for name in aims])) if aims else ""
    return gettext("{piece} shoots{at}{weapon}", piece=piece.label, at=at, weapon=weapon)
