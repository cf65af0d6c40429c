"""What can be entered of a die, a face and an effect, and in which box; one table for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Final

from PySide6.QtCore import QCoreApplication

from companion.catalogue import Colour, Die, Effect, EffectKind, Face, Range, System
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
from companion.ui.die_editor.draft import DIE_KEYS, FACE_KEYS, PLACES
from companion.ui.languages import QT_TRANSLATE_NOOP


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
        none: list[tuple[object, str]] = [(None, QCoreApplication.translate("dice", NONE))] if optional else []
        return ChoiceBox([*none, *((member, _word(member)) for member in members if member not in without)])

    return made


DIE_ENTRIES: Final[Mapping[str, FormField]] = {
    "name": FormField(
        QT_TRANSLATE_NOOP("dice", "&Name"), TextBox, QT_TRANSLATE_NOOP("dice", "as it stands on the die")
    ),
    "team": FormField(
        QT_TRANSLATE_NOOP("dice", "&Team"), TextBox, QT_TRANSLATE_NOOP("dice", "colours the edges of all faces")
    ),
    "classes": FormField(
        QT_TRANSLATE_NOOP("dice", "&Classes"),
        WordsBox,
        QT_TRANSLATE_NOOP("dice", "what Call and Command ask for; commas between several"),
    ),
    "points": FormField(
        QT_TRANSLATE_NOOP("dice", "&Points"), NumberBox, QT_TRANSLATE_NOOP("dice", "printed on side 1")
    ),
    "unique": FormField(
        QT_TRANSLATE_NOOP("dice", "&Unique"),
        FlagBox,
        QT_TRANSLATE_NOOP("dice", "side numbers in triangles: one copy in an army"),
    ),
    "edge_mm": FormField(
        QT_TRANSLATE_NOOP("dice", "&Edge"),
        lambda: NumberBox(least=1.0, unit=" mm"),
        QT_TRANSLATE_NOOP("dice", "measure it along the paper"),
    ),
}
FACE_ENTRIES: Final[Mapping[str, FormField]] = {
    "side": FormField(
        QT_TRANSLATE_NOOP("dice", "Side num&ber"),
        lambda: NumberBox(optional=True, whole=True),
        QT_TRANSLATE_NOOP("dice", "the large number"),
    ),
    "vertices": FormField(
        QT_TRANSLATE_NOOP("dice", "&Lies as"),
        lambda: ChoiceBox([(place, place) for place in PLACES]),
        QT_TRANSLATE_NOOP("dice", "place and turn of this face on the die"),
    ),
    "block": FormField(
        QT_TRANSLATE_NOOP("dice", "Bloc&k"),
        lambda: NumberBox(optional=True),
        QT_TRANSLATE_NOOP("dice", "the number in the shield; none on side 1"),
    ),
    "shield": FormField(
        QT_TRANSLATE_NOOP("dice", "S&hield"),
        _choices(Colour),
        QT_TRANSLATE_NOOP("dice", "the colour that it is immune to; white is none"),
    ),
    "maneuver": FormField(
        QT_TRANSLATE_NOOP("dice", "&Green dots"),
        CornersBox,
        QT_TRANSLATE_NOOP("dice", "corners over which it may maneuver"),
    ),
    "treads": FormField(
        QT_TRANSLATE_NOOP("dice", "&Numbers in them"),
        NumbersBox,
        QT_TRANSLATE_NOOP("dice", "Ogre only: the number in each green dot, top to right"),
    ),
    "entry": FormField(
        QT_TRANSLATE_NOOP("dice", "&Entry points"),
        CornersBox,
        QT_TRANSLATE_NOOP("dice", "small green dots in white circles"),
    ),
    "damage": FormField(
        QT_TRANSLATE_NOOP("dice", "&Red dots"),
        CornersBox,
        QT_TRANSLATE_NOOP("dice", "corners over which damage rolls it to the next lower side"),
    ),
}
EFFECT_ENTRIES: Final[Mapping[str, FormField]] = {
    "kind": FormField(
        QT_TRANSLATE_NOOP("dice", "Does"), _choices(EffectKind), QT_TRANSLATE_NOOP("dice", "what the effect is")
    ),
    "name": FormField(
        QT_TRANSLATE_NOOP("dice", "Called"), TextBox, QT_TRANSLATE_NOOP("dice", "the name that is printed")
    ),
    "colour": FormField(
        QT_TRANSLATE_NOOP("dice", "Colour"),
        _choices(Colour, without=(Colour.WHITE,)),
        QT_TRANSLATE_NOOP("dice", "of its arrow; only immunity asks for it"),
    ),
    "range": FormField(
        QT_TRANSLATE_NOOP("dice", "Range"),
        _choices(Range, optional=True),
        QT_TRANSLATE_NOOP("dice", "told by the shape of its arrow"),
    ),
    "corners": FormField(
        QT_TRANSLATE_NOOP("dice", "Arrows in"), CornersBox, QT_TRANSLATE_NOOP("dice", "corners that bear its arrow")
    ),
    "attack": FormField(
        QT_TRANSLATE_NOOP("dice", "Attack"),
        lambda: NumberBox(optional=True),
        QT_TRANSLATE_NOOP("dice", "the number in the arrow"),
    ),
    "amount": FormField(
        QT_TRANSLATE_NOOP("dice", "Amount"),
        lambda: NumberBox(optional=True),
        QT_TRANSLATE_NOOP("dice", "of a Protection or Power-up"),
    ),
    "system": FormField(
        QT_TRANSLATE_NOOP("dice", "System"),
        _choices(System, optional=True),
        QT_TRANSLATE_NOOP("dice", "Ogre only: the weapon system of its card"),
    ),
    "restriction": FormField(
        QT_TRANSLATE_NOOP("dice", "Only for"),
        lambda: TextBox(optional=True),
        QT_TRANSLATE_NOOP("dice", "the class, team or die that it is restricted to"),
    ),
    "double": FormField(
        QT_TRANSLATE_NOOP("dice", "Double Shot"), FlagBox, QT_TRANSLATE_NOOP("dice", "it may shoot twice")
    ),
    "continuous": FormField(
        QT_TRANSLATE_NOOP("dice", "Continuous"), FlagBox, QT_TRANSLATE_NOOP("dice", "a C stands in the arrow")
    ),
}
assert set(DIE_ENTRIES) == set(DIE_KEYS) <= {field.name for field in fields(Die)}
assert set(FACE_ENTRIES) == set(FACE_KEYS) == {field.name for field in fields(Face)} - {"key", "effects"}
assert set(EFFECT_ENTRIES) == {field.name for field in fields(Effect)}
