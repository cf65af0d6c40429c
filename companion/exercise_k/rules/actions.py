"""Actions of Exercise K, as the referee enters them (docs/formats, Exercise K)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from companion.exercise_k.rules.record_sheet import SheetSystem


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
    """What all actions tell: ``player`` names who does it where it is not the one to move."""

    player: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage(BaseDeskAction):
    """Components of an enemy Ogre destroyed; several names in ``by`` are an attempt to combine fire."""

    by: tuple[str, ...]
    target: str
    system: SheetSystem
    count: int
    ram: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FireMissile(BaseDeskAction):
    """An Ogre fires one of its missiles, which is then used up."""

    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Destroy(BaseDeskAction):
    """An attack on a building."""

    by: str
    building: str
    ram: bool = False
    result: BuildingResult = BuildingResult.DESTROYED


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfDamage(BaseDeskAction):
    """What an Ogre loses by its own ram."""

    ogre: str
    system: SheetSystem
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EndDeskTurn(BaseDeskAction):
    """The turn ends; with ``until`` (round and Ogre) idle turns up to that one."""

    until: tuple[int, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CallFinalRound(BaseDeskAction):
    """The final round is called or declared.

    ``by``: the consenting members, ``in_range``: Ogres of others with a legal target in weapons range."""

    why: FinalRoundReason
    by: tuple[str, ...] = ()
    in_range: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class End(BaseDeskAction):
    """The game is scored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectGame(BaseDeskAction):
    """The referee's word over the log: what an Ogre has left of a system, whether a building stands, or points given
    (below 0: taken). Exactly one of ``ogre``, ``building`` and ``account`` is given."""

    ogre: str | None = None
    system: SheetSystem | None = None
    left: int | None = None
    building: str | None = None
    stands: bool | None = None
    account: str | None = None
    points: float | None = None


#: Everything that the referee enters.
DeskAction = Damage | FireMissile | Destroy | SelfDamage | EndDeskTurn | CallFinalRound | End | CorrectGame

#: What scripts and journals call each kind.
DESK_ACTION_NAMES: Final[Mapping[type[DeskAction], str]] = MappingProxyType(
    {
        Damage: "damage",
        FireMissile: "fire-missile",
        Destroy: "destroy",
        SelfDamage: "self-damage",
        EndDeskTurn: "end-turn",
        CallFinalRound: "final-round",
        End: "end",
        CorrectGame: "set-right",
    }
)
