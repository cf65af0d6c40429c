"""Where table and match disagree: what differs, piece by piece, what has probably happened, and what sets it right.

The match is never changed by itself: every explanation is a numbered key, and the reading may be the one that is wrong.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
from typing import Final

from shapely.geometry import Point, Polygon

from companion.rules import Piece, Position, Zone
from companion.rules.actions import Action, Observe, ObservedPiece, RestingPose
from companion.rules.corrections import Correction, PieceCorrection
from companion.session.inference import tuning
from companion.session.inference.descriptions import face_in_words, join_names, kind_in_words, piece_label
from companion.session.inference.identity import PieceByTrack, PieceMatching, match_pieces
from companion.session.inference.instructions import HandTask, Instruction
from companion.session.inference.observed_dice import Observation, SeenDie, apart_mm, turn_deg
from companion.session.inference.residuals import corner_rolled
from companion.session.inference.steps import leans_on, observe_pieces, seen_pose
from companion.text import gettext
from companion.vision import DieState

#: Off any table: where a die is said to lie that has left it.
_OFF_MM: Final = (-1000.0, -1000.0)


class DiscrepancyKind(StrEnum):
    """How a piece and what is seen of it disagree."""

    SIDE = "another side"
    PLACE = "another place"
    LEANS = "leaning"
    OVERHANGS = "over the edge"
    UNREAD = "cannot be read"
    GONE = "not seen"
    OTHER_DIE = "another die"
    STRANGER = "not in play"


class Remedy(StrEnum):
    """What choosing an explanation does."""

    ACTS = "the match adopts it"
    CORRECTION = "the match is corrected by hand"
    READ_AGAIN = "the table is read again"
    BY_HAND = "somebody corrects the table"
    AMENDED = "what was accepted before is amended"


@dataclass(frozen=True, slots=True)
class Explanation:
    """What may have happened, how likely it is beside the others (0 to 1), and what sets it right: acts, a correction
    (`companion.rules.corrections`), another reading, or something to do by hand. amends: the number of the entry whose
    gesture these acts replace."""

    text: str
    likeliness: float
    remedy: Remedy
    steps: tuple[Action, ...] = ()
    correction: Correction | None = None
    instruction: Instruction | None = None
    amends: int | None = None


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """One piece, or one die that is no piece in play, of which table and match say different things; explanations, the
    likeliest first."""

    differs: DiscrepancyKind
    piece: str | None
    die: SeenDie | None
    text: str
    explanations: tuple[Explanation, ...]


def find_discrepancies(
    position: Position,
    seen: Observation,
    followed: PieceByTrack | None = None,
    hidden: Collection[str] | None = None,
) -> tuple[Discrepancy, ...]:
    """Where table and match disagree, beyond what hands and measuring leave; empty: they agree. hidden: pieces whose
    places do not show the empty table; None: nobody has looked."""
    found = match_pieces(position, seen, followed)
    swapped = _swapped(position, found)
    return tuple(_ranked(difference) for difference in _all(position, found, swapped, hidden))


def _all(
    position: Position, found: PieceMatching, swapped: Mapping[str, SeenDie], hidden: Collection[str] | None
) -> Iterator[Discrepancy]:
    exchanged = _exchanged(position, found)
    for one, other in exchanged:
        yield _changed_places(position, one, other, found)
    done = {piece.id for pair in exchanged for piece in pair}
    for name, die in found.pairs.items():
        if name in done:
            continue
        agrees = name in found.still or _lies_there_unread(position.piece(name), die)
        if not agrees or die.state is not DieState.FLAT:
            yield _of_a_pair(position, position.piece(name), die)
    for name in found.missing:
        piece = position.piece(name)
        yield _other_die(position, piece, swapped[name]) if name in swapped else _gone(position, piece, hidden)
    for die in found.strangers:
        if not any(die is other for other in swapped.values()):
            yield _stranger(position, die)


def _ranked(difference: Discrepancy) -> Discrepancy:
    total = sum(one.likeliness for one in difference.explanations)
    ranked = sorted(difference.explanations, key=lambda one: -one.likeliness)
    shares = tuple(replace(one, likeliness=one.likeliness / total) for one in ranked)
    return replace(difference, explanations=shares)


def _lies_there_unread(piece: Piece, die: SeenDie) -> bool:
    """Whether a die lies in its place and only cannot be read: nothing speaks against the match."""
    return die.name is None and die.state is DieState.FLAT and apart_mm(piece.placed, die.pose) < tuning.SAME_PLACE_MM


# --- a piece and its die ----------------------------------------------------------------------------------------------


def _of_a_pair(position: Position, piece: Piece, die: SeenDie) -> Discrepancy:
    if die.state is DieState.LEANING:
        on = leans_on(position, piece.id, die)
        what = gettext(" on {piece}", piece=piece_label(position, on)) if on else ""
        taken = _taken(position, piece, die, gettext("It leans{what} and is off the table", what=what), 0.6)
        flat = _read_again(gettext("It lies flat; I misread it"), 0.25)
        return Discrepancy(
            DiscrepancyKind.LEANS,
            piece.id,
            die,
            gettext("{piece} leans{what}", piece=piece.label, what=what),
            (taken, flat, _put_back(piece, 0.15)),
        )
    if die.state is DieState.OVERHANGING:
        return _overhangs(position, piece, die)
    key = die.face_of(piece.die.id)
    if die.name is None or key is None:
        return _unread(piece, die)
    if piece.face is None or key != piece.face.key:
        return _other_side(position, piece, die, key)
    other_kind_in_place = die.name.die != piece.die.id and apart_mm(piece.placed, die.pose) < tuning.STILL_MM
    return _unread(piece, die) if other_kind_in_place else _elsewhere(position, piece, die)


def _overhangs(position: Position, piece: Piece, die: SeenDie) -> Discrepancy:
    taken = _taken(position, piece, die, gettext("It is past the table's edge, and off the table"), 0.6)
    wrong = _read_again(gettext("It stands on the table; I misread it"), 0.25)
    text = gettext("{piece} stands over the table's edge", piece=piece.label)
    return Discrepancy(DiscrepancyKind.OVERHANGS, piece.id, die, text, (taken, wrong, _put_back(piece, 0.15)))


def _unread(piece: Piece, die: SeenDie) -> Discrepancy:
    side = piece.face.key if piece.face else "none"
    again = _read_again(gettext("It still shows side {side}; I cannot read it here", side=side), 0.6)
    put_back = _put_back(piece, 0.2)
    return Discrepancy(
        DiscrepancyKind.UNREAD,
        piece.id,
        die,
        gettext("The side of {piece} cannot be read", piece=piece.label),
        (again, put_back),
    )


def _elsewhere(position: Position, piece: Piece, die: SeenDie) -> Discrepancy:
    moved, turned = apart_mm(piece.placed, die.pose), turn_deg(piece.placed, die.pose)
    text = gettext(
        "{piece} lies {moved:.0f} mm off and turned by {turned:.0f} degrees",
        piece=piece.label,
        moved=moved,
        turned=turned,
    )
    bumped = _taken(position, piece, die, gettext("{piece} was bumped", piece=piece.label), 0.65)
    return Discrepancy(
        DiscrepancyKind.PLACE,
        piece.id,
        die,
        text,
        (bumped, _put_back(piece, 0.25), _read_again(gettext("I misread where it lies"), 0.1)),
    )


def _exchanged(position: Position, found: PieceMatching) -> tuple[tuple[Piece, Piece], ...]:
    """Equal dice each of which lies where the other lay."""
    moved = [position.piece(name) for name in found.pairs if name not in found.still]
    return tuple(
        (one, other)
        for one, other in combinations(moved, 2)
        if one.die.id == other.die.id
        if apart_mm(one.placed, found.pairs[other.id].pose) < tuning.SAME_PLACE_MM
        and apart_mm(other.placed, found.pairs[one.id].pose) < tuning.SAME_PLACE_MM
    )


def _changed_places(position: Position, one: Piece, other: Piece, found: PieceMatching) -> Discrepancy:
    here, there = found.pairs[other.id], found.pairs[one.id]
    step = observe_pieces(position, {one.id: there, other.id: here})
    names = join_names([piece_label(position, piece.id) for piece in (one, other)])
    text = gettext("{names} have changed places", names=names)
    taken = Explanation(gettext("They stay where they lie now."), 0.3, Remedy.ACTS, (step,))
    back = tuple(_put_back(piece, 0.3) for piece in (one, other))
    misread = gettext("I misread them; they lie as they lay")
    as_they_lay = _read_again(misread, 0.1)
    if here.face_of(one.die.id) == (one.face.key if one.face else None):  # by their paper alone
        in_place = observe_pieces(position, {one.id: here, other.id: there})
        as_they_lay = Explanation(f"{misread}.", 0.1, Remedy.ACTS, (in_place,))
    explanations = (*back, taken, as_they_lay)
    return Discrepancy(DiscrepancyKind.PLACE, one.id, found.pairs[one.id], text, explanations)


def _other_side(position: Position, piece: Piece, die: SeenDie, key: str) -> Discrepancy:
    """Another side where it lay is a wrong reading, or a die that was picked up: a roll would have moved it."""
    expected = piece.face.key if piece.face else "none"
    misread = 0.25 + sum(
        0.25 for guess in die.alternatives if (guess.name.die, guess.name.face) == (piece.die.id, expected)
    )
    corner, moved = corner_rolled(piece, die), apart_mm(piece.placed, die.pose)
    if corner is not None:
        bumped, lifted, misread = 0.8, 0.1, misread / 2
    elif moved < tuning.SAME_PLACE_MM:
        bumped, lifted, misread = 0.05, 0.3, misread * 3
    else:
        bumped, lifted = 0.3, 0.4
    explanations = (
        _taken(position, piece, die, gettext("{piece} was bumped to side {key}", piece=piece.label, key=key), bumped),
        _taken(position, piece, die, gettext("It was picked up and put down with side {key} up", key=key), lifted),
        _read_again(gettext("It still shows side {expected}; I misread it", expected=expected), misread),
        _put_back(piece, 0.15),
    )
    text = gettext("{piece} shows side {key} instead of {expected}", piece=piece.label, key=key, expected=expected)
    return Discrepancy(DiscrepancyKind.SIDE, piece.id, die, text, explanations)


# --- a piece without a die, a die without a piece ---------------------------------------------------------------------


def _swapped(position: Position, found: PieceMatching) -> Mapping[str, SeenDie]:
    """Pieces that are missing where a die of another kind is seen."""
    swapped: dict[str, SeenDie] = {}
    for name in found.missing:
        pose = position.piece(name).placed
        near = [die for die in found.strangers if apart_mm(pose, die.pose) < tuning.MISREAD_KIND_MM]
        if near:
            swapped[name] = near[0]
    return swapped


def _other_die(position: Position, piece: Piece, die: SeenDie) -> Discrepancy:
    read = face_in_words(position, die, die.name) if die.name else gettext("no die")
    side = piece.face.key if piece.face else "none"
    explanations = (
        _read_again(
            gettext(
                "Read as {read}, probably {piece} with side {side}, as it lay", read=read, piece=piece.label, side=side
            ),
            0.75,
        ),
        _put_back(piece, 0.15),
        _off(position, piece, gettext("{piece} is off the table, and another die lies there", piece=piece.label), 0.1),
    )
    text = gettext("{piece} is read as {read}", piece=piece.label, read=read)
    return Discrepancy(DiscrepancyKind.OTHER_DIE, piece.id, die, text, explanations)


def _gone(position: Position, piece: Piece, hidden: Collection[str] | None) -> Discrepancy:
    there = 0.4 if hidden is None else 1.0 if piece.id in hidden else 0.02
    fell = 0.35 if _from_rim_mm(position, piece) < tuning.NEAR_RIM_MM else 0.15
    explanations = (
        _read_again(gettext("It lies there; something hides it"), there),
        _put_back(piece, 0.3, gettext("{piece} was picked up", piece=piece.label)),
        _off(position, piece, gettext("{piece} fell off the table and is back in hand", piece=piece.label), fell),
        _set_aside(piece, 0.1),
    )
    return Discrepancy(
        DiscrepancyKind.GONE, piece.id, None, gettext("{piece} is not seen", piece=piece.label), explanations
    )


def _stranger(position: Position, die: SeenDie) -> Discrepancy:
    held = [piece for piece in position.pieces.values() if not piece.in_play and die.may_be(piece.die.id)]
    held.sort(key=lambda piece: (piece.owner != position.to_move, piece.zone is not Zone.HAND))
    kind = held[0].die.id if held else die.name.die if die.name else None
    called = gettext("An unread die") if kind is None else kind_in_words(position, die, kind)
    lies_badly = die.state is not DieState.FLAT
    explanations = [
        _take_away(die, called, 0.9 if lies_badly else 0.4),
        _read_again(gettext("There is no such die; I misread it"), 0.2),
    ]
    owners = dict.fromkeys(piece.owner for piece in held)
    for owner in owners:
        piece = next(piece for piece in held if piece.owner == owner)
        explanations.append(_enters(piece, die, 0.5 if owner == position.to_move else 0.25))
    if not held:
        text = gettext("{called} is seen, but it is not a die of this match", called=called)
    elif die.name is None or die.name.die == kind:
        text = gettext("{called} is seen, but it is not in play", called=called)
    else:
        read = face_in_words(position, die, die.name)
        text = gettext("{read}, probably {called}, is seen, but it is not in play", read=read, called=called)
    return Discrepancy(DiscrepancyKind.STRANGER, None, die, text, tuple(explanations))


# --- remedies ---------------------------------------------------------------------------------------------------------


def _taken(position: Position, piece: Piece, die: SeenDie, text: str, likeliness: float) -> Explanation:
    step = observe_pieces(position, {piece.id: die})
    return Explanation(f"{text}.", likeliness, Remedy.ACTS, (step,))


def _off(position: Position, piece: Piece, text: str, likeliness: float) -> Explanation:
    """The rules know a die to be off the table by where it lies (OG-OFF-01, OG-OFF-03)."""
    face = piece.face.key if piece.face else ""
    away = ObservedPiece(piece.id, RestingPose(face, _OFF_MM, 0.0))
    return Explanation(f"{text}.", likeliness, Remedy.ACTS, (Observe(pieces=(away,)),))


def _set_aside(piece: Piece, likeliness: float) -> Explanation:
    away = PieceCorrection(id=piece.id, zone=Zone.RESERVE)
    correction = Correction(text=gettext("{piece} was put away", piece=piece.label), pieces=(away,))
    text = gettext("{piece} is out of play, in reserve.", piece=piece.label)
    return Explanation(text, likeliness, Remedy.CORRECTION, correction=correction)


def _enters(piece: Piece, die: SeenDie, likeliness: float) -> Explanation:
    face = die.face_of(piece.die.id) or piece.die.faces[0].key
    pose = seen_pose(die, face)
    there = PieceCorrection(
        id=piece.id, zone=Zone.PLAY, face=face, centre_mm=pose.centre_mm, heading_deg=pose.heading_deg
    )
    correction = Correction(text=gettext("{piece} lies on the table", piece=piece.label), pieces=(there,))
    text = gettext("It is {piece} of {owner} and belongs there.", piece=piece.label, owner=piece.owner)
    return Explanation(text, likeliness, Remedy.CORRECTION, correction=correction)


def _read_again(text: str, likeliness: float) -> Explanation:
    return Explanation(f"{text}.", likeliness, Remedy.READ_AGAIN)


def _put_back(piece: Piece, likeliness: float, happened: str = "") -> Explanation:
    side = piece.face.key if piece.face else "none"
    todo = gettext("Put {piece} back as it lay, side {side} up.", piece=piece.label, side=side)
    instruction = Instruction(
        HandTask.ROLL, piece.id, piece.die.id, todo, None, piece.placed, face=piece.face.key if piece.face else None
    )
    text = (
        gettext("{happened}: put it back.", happened=happened)
        if happened
        else gettext("It does not belong like that: put it back.")
    )
    return Explanation(text, likeliness, Remedy.BY_HAND, instruction=instruction)


def _take_away(die: SeenDie, called: str, likeliness: float) -> Explanation:
    kind = die.name.die if die.name else ""
    instruction = Instruction(
        HandTask.TAKE_OFF, "", kind, gettext("Take {called} off the table.", called=called), die.pose
    )
    return Explanation(
        gettext("It does not belong there: take it off."), likeliness, Remedy.BY_HAND, instruction=instruction
    )


def _from_rim_mm(position: Position, piece: Piece) -> float:
    rim = Polygon(position.table.outline_mm).exterior
    return float(rim.distance(Point(*piece.placed.centre_mm)))
