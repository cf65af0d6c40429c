"""What keeps a die from being a whole one: faces that are missing or given twice, damage that leads astray, numbers
that an arrow needs. What single keys may hold is for the codec."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from companion.catalogue.die import Die, Effect, EffectKind, Face
from companion.text import phrase

#: Sets whose dice are unique by their document (AD-UNIQ-02, CY-ARMY-04); no other is (CON-07).
UNIQUE_SETS: Final = frozenset({"deep-white-sea", "cyburg"})
_FACES_OF_A_DIE: Final = 8
#: Kinds whose arrow must bear a number (OG-SIGHT-01, CY-WEAPON-01).
_NEEDS_ATTACK: Final = frozenset({EffectKind.WEAPON, EffectKind.BACKSTAB, EffectKind.POISON})
_NEEDS_AMOUNT: Final = frozenset({EffectKind.PROTECTION, EffectKind.POWER_UP})


def die_problems(die: Die) -> list[str]:
    """Every problem of a die, each with its place, such as ``face['8'].damage``; none for a whole die."""
    return [
        *_wrong_faces(die),
        *_wrong_steps(die),
        *(problem for face in die.faces for problem in _wrong_numbers(face)),
    ]


def repeated(values: Sequence[str]) -> list[str]:
    """The values that are there more than once, in order."""
    return sorted({value for value in values if values.count(value) > 1})


def repeated_faces(die: Die) -> Iterator[str]:
    """Faces of a die that are given twice, be it a whole one or those that a script lists."""
    for key in repeated([face.key for face in die.faces]):
        yield phrase("face[{key!r}].key: {key!r} is given to more than one face", key=key)
    for vertices in repeated(["".join(sorted(face.vertices)) for face in die.faces if face.vertices]):
        yield phrase("face: vertices: {vertices!r} is given to more than one face", vertices=vertices)


def _wrong_faces(die: Die) -> Iterator[str]:
    if len(die.faces) != _FACES_OF_A_DIE:
        yield phrase("face: expected eight faces, got {count}", count=len(die.faces))
    yield from repeated_faces(die)
    for face in die.faces:
        if face.vertices is None:
            yield phrase("face[{key!r}].vertices: this key is missing", key=face.key)


def _wrong_steps(die: Die) -> Iterator[str]:
    for face in die.faces:
        for corner in face.damage:
            below = die.face_over(face, corner)
            if below is not None and None not in (face.side, below.side) and face.side != (below.side or 0) + 1:
                yield (
                    phrase(
                        "face[{key!r}].damage: corner {corner} leads to side {side}, not to the next lower side "
                        "{next_lower}",
                        key=face.key,
                        corner=corner,
                        side=below.side,
                        next_lower=(face.side or 0) - 1,
                    )
                )


def _wrong_numbers(face: Face) -> Iterator[str]:
    if face.treads and len(face.treads) != len(face.maneuver):
        yield phrase("face[{key!r}].treads: expected one number for each corner of 'maneuver'", key=face.key)
    for index, effect in enumerate(face.effects):
        yield from (f"face[{face.key!r}].effect[{index}].{problem}" for problem in _lacking(effect))
    for (first, one), (second, other) in combinations(enumerate(face.effects), 2):
        if one.is_one_shot_with(other):
            yield phrase(
                "face[{key!r}].effect[{second}]: has the colour, range and numbers of effect[{first}]; arrows of one "
                "colour are one shot (OG-SIGHT-08): write one effect with corners = {corners}",
                key=face.key,
                second=second,
                first=first,
                corners=sorted({*one.corners, *other.corners}),
            )


def _lacking(effect: Effect) -> Iterator[str]:
    if effect.corners and effect.range is None:
        yield phrase("range: an effect with an arrow needs short, long or all")
    if effect.kind in _NEEDS_ATTACK and effect.attack is None:
        yield phrase("attack: this key is missing")
    if effect.kind in _NEEDS_AMOUNT and effect.amount is None:
        yield phrase("amount: this key is missing")
