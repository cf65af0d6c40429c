"""The questions of a script of Exercise K, each a frozen value (docs/formats, Exercise K)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from companion.codec.document import Document
from companion.exercise_k.codec.actions import RoundNumber
from companion.exercise_k.rules import hex_named
from companion.limits import Count, NonEmptyStr


def _hex_name(name: str) -> str:
    hex_named(name)
    return name


_HexName = Annotated[str, AfterValidator(_hex_name), Field(description="A hex, CCRR.")]


class _DeskQuestion(Document):
    player: NonEmptyStr | None = Field(default=None, description="Who asks, where it is not the one to move.")


class RosterQuestion(_DeskQuestion):
    """Who plays what, in this game or with another number of players."""

    ask: Literal["roster"]
    players: Count | None = None


class TurnOrderQuestion(_DeskQuestion):
    """The slots of a round."""

    ask: Literal["turn-order"]


class PlacementQuestion(_DeskQuestion):
    """Whether a team's first hexes are legal."""

    ask: Literal["placement"]
    team: NonEmptyStr
    cp: _HexName
    radars: tuple[_HexName, _HexName]
    ogres: tuple[_HexName, ...]


class HexRangeQuestion(_DeskQuestion):
    """How far two hexes are apart."""

    ask: Literal["range"]
    origin: _HexName = Field(alias="from")
    to: _HexName


class SheetQuestion(_DeskQuestion):
    """What is left of an Ogre."""

    ask: Literal["sheet"]
    ogre: NonEmptyStr


class VictoryPointsQuestion(_DeskQuestion):
    """The standings."""

    ask: Literal["vp"]


class MultiplierQuestion(_DeskQuestion):
    """What points of a round count."""

    ask: Literal["multiplier"]
    round: RoundNumber


class InForceQuestion(_DeskQuestion):
    """Which rules of the board game are in force."""

    ask: Literal["in-force"]


DeskQuestion = (
    RosterQuestion
    | TurnOrderQuestion
    | PlacementQuestion
    | HexRangeQuestion
    | SheetQuestion
    | VictoryPointsQuestion
    | MultiplierQuestion
    | InForceQuestion
)
