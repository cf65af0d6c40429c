"""Actions of Exercise K, as the referee enters them (docs/formats, Exercise K)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, ClassVar, Final, get_args

from annotated_types import Ge, Le

from companion.exercise_k.rules.record_sheet import SheetSystem
from companion.limits import Count, DistinctStrs, Means, NonEmptyStr

#: What an account may hold, or be given or taken by hand.
VictoryPoints = Annotated[int | float, Ge(-99_999), Le(99_999)]


class BuildingResult(StrEnum):
    """A result of the combat table against a building."""

    DISABLED = "D"
    DESTROYED = "X"


class FinalRoundReason(StrEnum):
    """The three forms of the final round (EK-END-02, EK-END-04, EK-END-05)."""

    TIME = "time"
    STALEMATE = "stalemate"
    DECLARED = "declared"


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseDeskAction:
    """What all actions have: ``player`` names who does it where it is not the one to move; ``do`` is what scripts and
    journals call the kind."""

    do: ClassVar[str]
    player: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage(BaseDeskAction):
    """Components of an enemy Ogre destroyed; several names in ``by`` are an attempt to combine fire."""

    do: ClassVar[str] = "damage"
    by: tuple[str, ...]
    target: NonEmptyStr
    system: SheetSystem
    count: Count
    ram: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FireMissile(BaseDeskAction):
    """An Ogre fires one of its missiles, which is then used up."""

    do: ClassVar[str] = "fire-missile"
    by: NonEmptyStr


@dataclass(frozen=True, slots=True, kw_only=True)
class Destroy(BaseDeskAction):
    """An attack on a building."""

    do: ClassVar[str] = "destroy"
    by: NonEmptyStr
    building: NonEmptyStr
    ram: bool = False
    result: BuildingResult = BuildingResult.DESTROYED


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfDamage(BaseDeskAction):
    """What an Ogre loses by its own ram."""

    do: ClassVar[str] = "self-damage"
    ogre: NonEmptyStr
    system: SheetSystem
    count: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class EndDeskTurn(BaseDeskAction):
    """The turn ends; with ``until`` (round and Ogre) idle turns up to that one."""

    do: ClassVar[str] = "end-turn"
    until: tuple[int, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CallFinalRound(BaseDeskAction):
    """The final round is called or declared.

    ``by``: the consenting members, ``in_range``: Ogres of others with a legal target in weapons range."""

    do: ClassVar[str] = "final-round"
    why: FinalRoundReason
    by: Annotated[DistinctStrs, Means("The consenting members.")] = ()
    in_range: Annotated[DistinctStrs, Means("Ogres of others with a legal target in range.")] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class End(BaseDeskAction):
    """The game is scored."""

    do: ClassVar[str] = "end"


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectGame(BaseDeskAction):
    """The referee's word over the log: what an Ogre has left of a system, whether a building stands, or points given
    (below 0: taken). Exactly one of ``ogre``, ``building`` and ``account`` is given."""

    do: ClassVar[str] = "set-right"
    ogre: NonEmptyStr | None = None
    system: SheetSystem | None = None
    left: Count | None = None
    building: NonEmptyStr | None = None
    stands: bool | None = None
    account: NonEmptyStr | None = None
    points: VictoryPoints | None = None


#: Everything that the referee enters.
DeskAction = Damage | FireMissile | Destroy | SelfDamage | EndDeskTurn | CallFinalRound | End | CorrectGame

#: What scripts and journals call each kind.
DESK_ACTION_NAMES: Final[Mapping[type[DeskAction], str]] = MappingProxyType(
    {kind: kind.do for kind in get_args(DeskAction)}
)
