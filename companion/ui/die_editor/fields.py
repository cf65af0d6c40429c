"""What can be entered of a die, a face and an effect, and in which box; one table for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Final

from companion.catalogue import Colour, Die, Effect, Face, Kind, Range, System
from companion.ui.die_editor.boxes import (
    NONE,
    Box,
    ChoiceBox,
    CornersBox,
    FlagBox,
    NumberBox,
    NumbersBox,
    TextBox,
    WordsBox,
)
from companion.ui.die_editor.draft import DIE_KEYS, FACE_KEYS, PLACES


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of a form: its label (``&`` before the letter that Alt goes to), what makes its box, and what it means."""

    label: str
    box: Callable[[], Box]
    meaning: str


def _word(member: StrEnum) -> str:
    return member.value.replace("-", " ").capitalize()


def _choices(members: type[StrEnum], *, without: tuple[StrEnum, ...] = (), optional: bool = False) -> Callable[[], Box]:
    shown: list[tuple[object, str]] = [(None, NONE)] if optional else []
    shown += [(member, _word(member)) for member in members if member not in without]
    return lambda: ChoiceBox(shown)


DIE_ENTRIES: Final[Mapping[str, Entry]] = {
    "name": Entry("&Name", TextBox, "as it stands on the die"),
    "team": Entry("&Team", TextBox, "colours the edges of all faces"),
    "classes": Entry("&Classes", WordsBox, "what Call and Command ask for; commas between several"),
    "points": Entry("&Points", NumberBox, "printed on side 1"),
    "unique": Entry("&Unique", FlagBox, "side numbers in triangles: one copy in an army"),
    "edge_mm": Entry("&Edge", lambda: NumberBox(least=1.0, unit=" mm"), "measure it along the paper"),
}
FACE_ENTRIES: Final[Mapping[str, Entry]] = {
    "side": Entry("Side num&ber", lambda: NumberBox(optional=True, whole=True), "the large number"),
    "vertices": Entry(
        "&Lies as", lambda: ChoiceBox([(place, place) for place in PLACES]), "place and turn of this face on the die"
    ),
    "block": Entry("Bloc&k", lambda: NumberBox(optional=True), "the number in the shield; none on side 1"),
    "shield": Entry("S&hield", _choices(Colour), "the colour that it is immune to; white is none"),
    "maneuver": Entry("&Green dots", CornersBox, "corners over which it may maneuver"),
    "treads": Entry("&Numbers in them", NumbersBox, "Ogre only: the number in each green dot, top to right"),
    "entry": Entry("&Entry points", CornersBox, "small green dots in white circles"),
    "damage": Entry("&Red dots", CornersBox, "corners over which damage rolls it to the next lower side"),
}
EFFECT_ENTRIES: Final[Mapping[str, Entry]] = {
    "kind": Entry("Does", _choices(Kind), "what the effect is"),
    "name": Entry("Called", TextBox, "the name that is printed"),
    "colour": Entry("Colour", _choices(Colour, without=(Colour.WHITE,)), "of its arrow; only immunity asks for it"),
    "range": Entry("Range", _choices(Range, optional=True), "told by the shape of its arrow"),
    "corners": Entry("Arrows in", CornersBox, "corners that bear its arrow"),
    "attack": Entry("Attack", lambda: NumberBox(optional=True), "the number in the arrow"),
    "amount": Entry("Amount", lambda: NumberBox(optional=True), "of a Protection or Power-up"),
    "system": Entry("System", _choices(System, optional=True), "Ogre only: the weapon system of its card"),
    "restriction": Entry("Only for", lambda: TextBox(optional=True), "the class, team or die that it is restricted to"),
    "double": Entry("Double Shot", FlagBox, "it may shoot twice"),
    "continuous": Entry("Continuous", FlagBox, "a C stands in the arrow"),
}
assert set(DIE_ENTRIES) == set(DIE_KEYS) <= {field.name for field in fields(Die)}
assert set(FACE_ENTRIES) == set(FACE_KEYS) == {field.name for field in fields(Face)} - {"key", "effects"}
assert set(EFFECT_ENTRIES) == {field.name for field in fields(Effect)}
