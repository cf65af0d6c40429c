"""How a game of Exercise K opens: where it starts, and what the people at the table agreed on beside the rules."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from companion.codec.document import LenientDocument, decode, encode_given, lenient
from companion.codec.fields import FORMAT
from companion.documents import JsonTable
from companion.exercise_k.codec.documents import DeskGameDocument


class DeskTalk(LenientDocument):
    """What no rule rests on. What was written by hand and makes no sense counts as not given."""

    names: dict[str, str] = Field(default_factory=dict, description="Account -> the person who plays it.")
    allotted_min: int | None = None
    corners: dict[str, str] = Field(default_factory=dict, description="Team -> the corner where it began.")
    placements: dict[str, str] = Field(default_factory=dict, description="Team -> its first six hexes.")
    waiting: tuple[str, ...] = ()
    seed: int | None = Field(default=None, description="Of the draw of the team order.")


class DeskOpening(DeskGameDocument):
    """The opening of a game of Exercise K."""

    table_talk: Annotated[DeskTalk, lenient(DeskTalk)] = DeskTalk()


def decode_desk_opening(keys: JsonTable) -> DeskOpening:
    """The opening that was written down.

    Raises:
        InputError: with every problem, each with its place.
    """
    return decode(DeskOpening, keys)


def encode_desk_opening(opening: DeskOpening) -> JsonTable:
    """The keys of an opening, as a journal keeps it; what is not given is left out."""
    return encode_given(opening)


def empty_desk_opening(name: str) -> JsonTable:
    """What stands for the opening of a game whose own is lost."""
    return encode_desk_opening(DeskOpening(format=FORMAT, name=name, profile="exercise-k", players=12))
