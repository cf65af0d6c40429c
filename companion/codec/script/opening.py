"""How a match of the dice game opens: a situation, and what the people at the table agreed on beside the rules."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from companion.codec.document import LenientDocument, decode, encode_given, lenient
from companion.codec.script.documents import SituationDocument
from companion.documents import JsonTable
from companion.limits import Length, NonNegative, Number, PointMm


class TerrainTalk(LenientDocument):
    """A piece of terrain as it was planned."""

    form: str
    centre_mm: PointMm
    size_mm: tuple[Length, Length]
    turn_deg: Number
    level: int | None
    height_mm: NonNegative = 0.0


class FirstPlayerTalk(LenientDocument):
    """Who went first, and why: by a coin that fell by ``seed``, or by choice."""

    player: str | None = None
    text: str = ""
    seed: int | None = None
    chosen: str | None = None
    previous: str | None = None


class MatchTalk(LenientDocument):
    """What no rule rests on. What was written by hand and makes no sense counts as not given."""

    badges: dict[str, str] = Field(default_factory=dict, description="Player -> badge.")
    armies: dict[str, tuple[str, ...]] = Field(default_factory=dict, description="Player -> dice, with repeats.")
    marks: dict[str, str] = Field(default_factory=dict, description="Player -> mark of an Ogre in the army.")
    ogre_with: str = ""
    posts: bool = False
    base: Number | None = None
    turned: int = Field(default=0, description="Places that everybody sits further round the table.")
    measured: bool = False
    terrain: tuple[TerrainTalk, ...] = ()
    first: FirstPlayerTalk = FirstPlayerTalk()
    source: str = Field(default="", description="Where the pictures come from, in the words of --source.")
    camera_grade: str = Field(default="", description="In an export: what the camera was certified for.")


class MatchOpening(SituationDocument):
    """The opening of a match."""

    table_talk: Annotated[MatchTalk, lenient(MatchTalk)] = MatchTalk()


def decode_match_opening(keys: JsonTable) -> MatchOpening:
    """The opening that was written down.

    Raises:
        InputError: with every problem, each with its place.
    """
    return decode(MatchOpening, keys)


def encode_match_opening(opening: MatchOpening) -> JsonTable:
    """The keys of an opening, as a journal keeps it; what is not given is left out."""
    return encode_given(opening)
