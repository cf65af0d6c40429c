"""What can be entered of a die, a face and an effect, and in which box; one table for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Final

from companion.catalogue import Colour, Die, Effect, EffectKind, Face, Range, System
from companion.session import DIE_KEYS, FACE_KEYS, PLACES
from companion.text import mark, translate
from companion.ui.die_editor.boxes import (
    NONE,
    ChoiceBox,
    CornersBox,
    FlagBox,
    NumberBox,
    NumbersBox,
    TextBox,
    ValueBox,
    WordsBox,
)


@dataclass(frozen=True, slots=True)
class FormField:
    """A row of a form: its label (``&`` before the letter that Alt goes to), what makes its box, and what it means."""

    label: str
    box: Callable[[], ValueBox]
    meaning: str


def _word(member: StrEnum) -> str:
    return member.value.replace("-", " ").capitalize()


def _choices(
    members: type[StrEnum], *, without: tuple[StrEnum, ...] = (), optional: bool = False
) -> Callable[[], ValueBox]:
    def made() -> ValueBox:
        none: list[tuple[object, str]] = [(None, translate("dice", NONE))] if optional else []
        return ChoiceBox([*none, *((member, _word(member)) for member in members if member not in without)])

    return made


DIE_ENTRIES: Final[Mapping[str, FormField]] = {
    "name": FormField(mark("dice", "&Name"), TextBox, mark("dice", "as printed on the die")),
    "team": FormField(mark("dice", "&Team"), TextBox, mark("dice", "colours the edges of all sides")),
    "classes": FormField(
        mark("dice", "&Classes"),
        WordsBox,
        mark("dice", "what Call and Command ask for; commas between several"),
    ),
    "points": FormField(mark("dice", "&Points"), NumberBox, mark("dice", "printed on side 1")),
    "unique": FormField(
        mark("dice", "&Unique"),
        FlagBox,
        mark("dice", "side numbers in triangles: one copy in an army"),
    ),
    "edge_mm": FormField(
        mark("dice", "&Edge"),
        lambda: NumberBox(least=1.0, unit=" mm"),
        mark("dice", "measure it along the paper"),
    ),
}
FACE_ENTRIES: Final[Mapping[str, FormField]] = {
    "side": FormField(
        mark("dice", "Side num&ber"),
        lambda: NumberBox(optional=True, whole=True),
        mark("dice", "the large number"),
    ),
    "vertices": FormField(
        mark("dice", "&Location"),
        lambda: ChoiceBox([(place, place) for place in PLACES]),
        mark("dice", "where this side is on the die, and how it is turned"),
    ),
    "block": FormField(
        mark("dice", "Bloc&k"),
        lambda: NumberBox(optional=True),
        mark("dice", "the number in the shield; none on side 1"),
    ),
    "shield": FormField(
        mark("dice", "S&hield"),
        _choices(Colour),
        mark("dice", "the colour that it is immune to; white is none"),
    ),
    "maneuver": FormField(
        mark("dice", "&Green dots"),
        CornersBox,
        mark("dice", "corners over which it may maneuver"),
    ),
    "treads": FormField(
        mark("dice", "&Numbers in them"),
        NumbersBox,
        mark("dice", "Ogre only: the number in each green dot, top to right"),
    ),
    "entry": FormField(
        mark("dice", "&Entry points"),
        CornersBox,
        mark("dice", "small green dots in white circles"),
    ),
    "damage": FormField(
        mark("dice", "&Red dots"),
        CornersBox,
        mark("dice", "corners over which damage rolls it to the next lower side"),
    ),
}
EFFECT_ENTRIES: Final[Mapping[str, FormField]] = {
    "kind": FormField(mark("dice", "Does"), _choices(EffectKind), mark("dice", "what the effect is")),
    "name": FormField(mark("dice", "Called"), TextBox, mark("dice", "the name that is printed")),
    "colour": FormField(
        mark("dice", "Colour"),
        _choices(Colour, without=(Colour.WHITE,)),
        mark("dice", "of its arrow; matters only for immunity"),
    ),
    "range": FormField(
        mark("dice", "Range"),
        _choices(Range, optional=True),
        mark("dice", "shown by the shape of its arrow"),
    ),
    "corners": FormField(mark("dice", "Arrows in"), CornersBox, mark("dice", "corners that bear its arrow")),
    "attack": FormField(
        mark("dice", "Attack"),
        lambda: NumberBox(optional=True),
        mark("dice", "the number in the arrow"),
    ),
    "amount": FormField(
        mark("dice", "Amount"),
        lambda: NumberBox(optional=True),
        mark("dice", "of a Protection or Power-up"),
    ),
    "system": FormField(
        mark("dice", "System"),
        _choices(System, optional=True),
        mark("dice", "Ogre only: the weapon system of its card"),
    ),
    "restriction": FormField(
        mark("dice", "Only for"),
        lambda: TextBox(optional=True),
        mark("dice", "the class, team or die to which it is restricted"),
    ),
    "double": FormField(mark("dice", "Double Shot"), FlagBox, mark("dice", "it may shoot twice")),
    "continuous": FormField(mark("dice", "Continuous"), FlagBox, mark("dice", "a C stands in the arrow")),
}
assert set(DIE_ENTRIES) == set(DIE_KEYS) <= {field.name for field in fields(Die)}
assert set(FACE_ENTRIES) == set(FACE_KEYS) == {field.name for field in fields(Face)} - {"key", "effects"}
assert set(EFFECT_ENTRIES) == {field.name for field in fields(Effect)}
