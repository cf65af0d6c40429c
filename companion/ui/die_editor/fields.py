"""What can be entered of a die, a face and an effect, and in which box; one table for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Final

from companion.catalogue import Colour, Die, Effect, EffectKind, Face, Range, System
from companion.session import DIE_KEYS, FACE_KEYS, PLACES
from companion.text import N_, pgettext
from companion.ui.die_editor.boxes import (
    NONE,
    ValueBox,
    choice_entry,
    corners_entry,
    flag_entry,
    number_entry,
    numbers_entry,
    text_entry,
    words_entry,
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
        none: list[tuple[object, str]] = [(None, pgettext("dice", NONE))] if optional else []
        return choice_entry([*none, *((member, _word(member)) for member in members if member not in without)])

    return made


DIE_ENTRIES: Final[Mapping[str, FormField]] = {
    "name": FormField(N_("dice", "&Name"), text_entry, N_("dice", "as printed on the die")),
    "team": FormField(N_("dice", "&Team"), text_entry, N_("dice", "colours the edges of all sides")),
    "classes": FormField(
        N_("dice", "&Classes"), words_entry, N_("dice", "what Call and Command ask for; commas between several")
    ),
    "points": FormField(N_("dice", "&Points"), number_entry, N_("dice", "printed on side 1")),
    "unique": FormField(
        N_("dice", "&Unique"), flag_entry, N_("dice", "side numbers in triangles: one copy in an army")
    ),
    "edge_mm": FormField(
        N_("dice", "&Edge"), lambda: number_entry(least=1.0, unit=" mm"), N_("dice", "measure it along the paper")
    ),
}
FACE_ENTRIES: Final[Mapping[str, FormField]] = {
    "side": FormField(
        N_("dice", "Side num&ber"), lambda: number_entry(optional=True, whole=True), N_("dice", "the large number")
    ),
    "vertices": FormField(
        N_("dice", "&Location"),
        lambda: choice_entry([(place, place) for place in PLACES]),
        N_("dice", "where this side is on the die, and how it is turned"),
    ),
    "block": FormField(
        N_("dice", "Bloc&k"),
        lambda: number_entry(optional=True),
        N_("dice", "the number in the shield; none on side 1"),
    ),
    "shield": FormField(
        N_("dice", "S&hield"), _choices(Colour), N_("dice", "the colour that it is immune to; white is none")
    ),
    "maneuver": FormField(N_("dice", "&Green dots"), corners_entry, N_("dice", "corners over which it may maneuver")),
    "treads": FormField(
        N_("dice", "&Numbers in them"),
        numbers_entry,
        N_("dice", "Ogre only: the number in each green dot, top to right"),
    ),
    "entry": FormField(N_("dice", "&Entry points"), corners_entry, N_("dice", "small green dots in white circles")),
    "damage": FormField(
        N_("dice", "&Red dots"), corners_entry, N_("dice", "corners over which damage rolls it to the next lower side")
    ),
}
EFFECT_ENTRIES: Final[Mapping[str, FormField]] = {
    "kind": FormField(N_("dice", "Does"), _choices(EffectKind), N_("dice", "what the effect is")),
    "name": FormField(N_("dice", "Called"), text_entry, N_("dice", "the name that is printed")),
    "colour": FormField(
        N_("dice", "Colour"),
        _choices(Colour, without=(Colour.WHITE,)),
        N_("dice", "of its arrow; matters only for immunity"),
    ),
    "range": FormField(
        N_("dice", "Range"), _choices(Range, optional=True), N_("dice", "shown by the shape of its arrow")
    ),
    "corners": FormField(N_("dice", "Arrows in"), corners_entry, N_("dice", "corners that bear its arrow")),
    "attack": FormField(
        N_("dice", "Attack"), lambda: number_entry(optional=True), N_("dice", "the number in the arrow")
    ),
    "amount": FormField(
        N_("dice", "Amount"), lambda: number_entry(optional=True), N_("dice", "of a Protection or Power-up")
    ),
    "system": FormField(
        N_("dice", "System"), _choices(System, optional=True), N_("dice", "Ogre only: the weapon system of its card")
    ),
    "restriction": FormField(
        N_("dice", "Only for"),
        lambda: text_entry(optional=True),
        N_("dice", "the class, team or die to which it is restricted"),
    ),
    "double": FormField(N_("dice", "Double Shot"), flag_entry, N_("dice", "it may shoot twice")),
    "continuous": FormField(N_("dice", "Continuous"), flag_entry, N_("dice", "a C stands in the arrow")),
}
assert set(DIE_ENTRIES) == set(DIE_KEYS) <= {field.name for field in fields(Die)}
assert set(FACE_ENTRIES) == set(FACE_KEYS) == {field.name for field in fields(Face)} - {"key", "effects"}
assert set(EFFECT_ENTRIES) == {field.name for field in fields(Effect)}
