"""A die while somebody enters what is printed on theirs: the die so far, and whose value each one is.

Owns what is entered and how that is written down in ``sources``; knows no window. A value that nobody entered keeps the
source that it had, so that a stand-in stays a stand-in until its owner has looked at the die. Values of one face are
named ``8.block`` or ``8.effect.0``, those of the whole die ``points``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import permutations
from types import MappingProxyType
from typing import Final, Never, cast

from companion.catalogue import Die, Effect, EffectKind, Face
from companion.codec.die import file_problems
from companion.errors import InputError
from companion.geometry import VERTICES, is_face

#: Where a value comes from that the owner of the die entered.
USER: Final = "user"
DIE_KEYS: Final = ("name", "team", "classes", "points", "unique", "edge_mm")
FACE_KEYS: Final = ("side", "vertices", "block", "shield", "maneuver", "entry", "damage", "treads")
#: The ways in which a face can lie on the octahedron: three corners of each of the eight.
PLACES: Final = tuple(sorted(filter(is_face, map("".join, permutations(VERTICES, 3))), key=sorted))
_NEW_EFFECT: Final = Effect(EffectKind.CALL)


@dataclass(frozen=True, slots=True)
class Draft:
    """``start`` is the die as it was opened, ``die`` as it is now; ``entered`` names the values that are the user's."""

    start: Die
    die: Die
    entered: frozenset[str] = frozenset()

    @classmethod
    def of(cls, die: Die) -> Draft:
        """Nothing entered yet."""
        return cls(die, die)

    @property
    def changed(self) -> bool:
        """Whether there is anything to save."""
        return self.die != self.start or bool(self.entered)

    @property
    def problems(self) -> list[str]:
        """What keeps this die from being saved."""
        return file_problems(self.die)

    # Entering

    def with_die_value(self, key: str, value: object) -> Draft:
        """Another value of the whole die."""
        return replace(self, die=replace(self.die, **_value(key, value)), entered=self.entered | {key})

    def with_face_value(self, at: int, key: str, value: object) -> Draft:
        """Another value of the face at that place; a face put where another lies changes places with it."""
        moved, faces = self, enumerate(self.die.faces)
        if key == "vertices":
            there = (n for n, face in faces if n != at and set(face.vertices or "") == set(str(value)))
            other = next(there, None)
            if other is not None:
                left = replace(self.die.faces[other], vertices=self.die.faces[at].vertices)
                moved = self._with_face(other, left, "vertices")
        return moved._with_face(at, replace(self.die.faces[at], **_value(key, value)), key)

    def with_effect_value(self, at: int, number: int, key: str, value: object) -> Draft:
        """Another value of an effect of that face."""
        effects = list(self.die.faces[at].effects)
        effects[number] = replace(effects[number], **_value(key, value))
        return self._with_face(at, replace(self.die.faces[at], effects=tuple(effects)), f"effect.{number}")

    def with_effect(self, at: int) -> Draft:
        """One effect more at the end of that face."""
        face = self.die.faces[at]
        return self._with_face(at, replace(face, effects=(*face.effects, _NEW_EFFECT)), f"effect.{len(face.effects)}")

    def without_effect(self, at: int, number: int) -> Draft:
        """That effect taken away; those after it move up, and so does what was entered of them."""
        face = self.die.faces[at]
        sources = [self.source_of_effect(at, n) for n in range(len(face.effects)) if n != number]
        theirs = {f"{face.key}.effect.{n}" for n, source in enumerate(sources) if source == USER}
        fewer = replace(face, effects=face.effects[:number] + face.effects[number + 1 :])
        # Without what is known of the effects of that face, whose numbers change.
        known = {n: s for n, s in self.start.sources.items() if not n.startswith(f"{face.key}.effect.")}
        entered = frozenset(name for name in self.entered if not name.startswith(f"{face.key}.effect."))
        start = replace(self.start, sources=MappingProxyType(known))
        return replace(self, start=start, entered=entered | theirs)._with_face(at, fewer, "effects")

    def as_printed(self, at: int) -> Draft:
        """The whole face is as its owner sees it on theirs."""
        return replace(self, entered=self.entered | {fine for _, fine in _of_face(self.die.faces[at])})

    # Whose values they are

    def source_of_die(self, key: str) -> str:
        """Where a value of the whole die comes from."""
        return self._source(key, key)

    def source_of_face(self, at: int, key: str) -> str:
        """Where a value of a face comes from."""
        return self._source(key, f"{self.die.faces[at].key}.{key}")

    def source_of_effect(self, at: int, number: int) -> str:
        """Where an effect of a face comes from."""
        face = self.die.faces[at]
        return self._source(f"effect.{face.effects[number].kind}", f"{face.key}.effect.{number}")

    def to_save(self) -> Die:
        """The die as the user's own: ``provenance`` says so, and ``sources`` names what they have not entered."""
        groups = {key: [key] for key in DIE_KEYS}  # each key for the whole die -> the values that it speaks of
        for coarse, own in (names for face in self.die.faces for names in _of_face(face)):
            groups.setdefault(coarse, []).append(own)
        sources: dict[str, str] = {}
        for coarse, fine in groups.items():
            theirs = {name: USER for name in fine if self._source(coarse, name) == USER}
            if len(theirs) < len(fine):
                sources |= {coarse: self.start.source(coarse)} | theirs
        return replace(self.die, provenance=USER, sources=MappingProxyType(sources))

    def _source(self, coarse: str, fine: str) -> str:
        return USER if fine in self.entered else self.start.sources.get(fine, self.start.source(coarse))

    def _with_face(self, at: int, face: Face, key: str) -> Draft:
        faces = (*self.die.faces[:at], face, *self.die.faces[at + 1 :])
        return replace(self, die=replace(self.die, faces=faces), entered=self.entered | {f"{face.key}.{key}"})


def new_die(die_id: str, pattern: Die) -> Die:
    """A die of which nothing has been entered yet, its sides and red dots in the places that a pattern's have. Raises
    InputError: the id is none."""
    faces = tuple(Face(face.key, face.side, face.vertices, damage=face.damage) for face in pattern.faces)
    die = Die(die_id, faces, set=die_id.partition("/")[0])
    problems = file_problems(die)
    if problems:
        raise InputError(*problems)
    return die


def _value(key: str, value: object) -> dict[str, Never]:
    """A value by the key of the editor's box that knows it; that it fits is the box's affair."""
    return cast("dict[str, Never]", {key: value})


def _of_face(face: Face) -> Iterator[tuple[str, str]]:
    """The key for the whole die and the own name of each value of a face."""
    yield from ((key, f"{face.key}.{key}") for key in FACE_KEYS)
    yield from ((f"effect.{effect.kind}", f"{face.key}.effect.{n}") for n, effect in enumerate(face.effects))
