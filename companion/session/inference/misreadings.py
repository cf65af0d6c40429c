"""Dice that are read as what cannot lie there, taken for what they probably are: the names that a reader gives are not
beyond doubt, and the match knows which dice there are.

Only with something that speaks for it: the die lies where a missing piece would have rolled, or a face of the match is
among what the reader took it for. Without that it stays what it was read as, and people are asked
(`find_discrepancies`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.catalogue import CORNERS
from companion.geometry import rolled_pose
from companion.rules import Piece, Position
from companion.session.inference import tuning
from companion.session.inference.identity import unmoved_pieces
from companion.session.inference.observed_dice import SeenDie, any_turn_deg, apart_mm, turned_to
from companion.session.inference.prior import Prior
from companion.session.inference.residuals import lies_in_place, same_size
from companion.vision import FaceName


def reinterpret_misread(position: Position, dice: Sequence[SeenDie]) -> tuple[SeenDie, ...]:
    """The dice, those that cannot be what they are read as taken for what they probably are (``read_as`` says what they
    were read as); all others as they are."""
    odd = _impossible(position, dice)
    still = unmoved_pieces(position, dice)
    gone = [piece for piece in position.in_play if piece.id not in still]
    prior = Prior.of(position)
    return tuple(_taken_for(die, gone, prior) if any(die is one for one in odd) else die for die in dice)


def _impossible(position: Position, dice: Sequence[SeenDie]) -> tuple[SeenDie, ...]:
    """Dice of kinds that the match does not have, or has not so many of; but for those that lie just as a piece does,
    for these are that piece."""
    still = unmoved_pieces(position, dice)
    kept = [die for die in dice if any(die is other for other in still.values())]
    loose = [die for die in dice if die.name is not None and not any(die is one for one in kept)]
    loose = [die for die in loose if not any(_is_exactly(piece, die) for piece in position.in_play)]
    has = Counter(piece.die.id for piece in position.pieces.values())
    has.subtract(Counter(die.name.die for die in kept if die.name is not None))
    wanted = Counter(die.name.die for die in loose if die.name is not None)
    return tuple(die for die in loose if die.name is not None and wanted[die.name.die] > max(0, has[die.name.die]))


def _is_exactly(piece: Piece, die: SeenDie) -> bool:
    return same_size(piece, die) and lies_in_place(piece, replace(die, heading_sure=False))


def _taken_for(die: SeenDie, gone: Sequence[Piece], prior: Prior) -> SeenDie:
    rolled = min(_rolled(die, gone), key=lambda one: one[0], default=None)
    if rolled is not None:
        return rolled[1]
    known = [guess for guess in die.alternatives if guess.name.die in prior.dice]
    if not known or die.name is None:
        return die
    place = die.pose.centre_mm
    best = max(known, key=lambda guess: guess.confidence * prior.weight(guess.name, place))
    read = tuning.FOREIGN_WEIGHT * max(0.0, 1.0 - sum(guess.confidence for guess in die.alternatives))
    if best.confidence * prior.weight(best.name, place) <= tuning.CLEARLY_LIKELIER * read:
        return die
    return replace(die, name=best.name, read_as=die.name, heading_sure=False)


def _rolled(die: SeenDie, gone: Sequence[Piece]) -> Iterator[tuple[float, SeenDie]]:
    """How far from where a roll would have left a missing piece, and the die as that piece."""
    for piece in gone:
        before = piece.face
        for corner in CORNERS if before is not None and same_size(piece, die) else ():
            after = None if before is None else piece.die.face_over(before, corner)
            if before is None or after is None or not before.vertices or not after.vertices:
                continue
            end = rolled_pose(piece.placed, before.vertices, corner, after.vertices)
            off_mm = apart_mm(end, die.pose)
            if off_mm < tuning.MISREAD_ROLL_MM and any_turn_deg(end, die.pose) < tuning.MISREAD_ROLL_DEG:
                name = FaceName(piece.die.id, after.key)
                yield (
                    off_mm,
                    replace(die, name=name, read_as=die.name, pose=turned_to(end, die.pose), measured_top=None),
                )
