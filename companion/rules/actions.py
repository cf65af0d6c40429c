"""Actions: what people do, as frozen values. Throws and landings come from outside (camera, person, script)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, ClassVar, Final, Literal, get_args

from companion import limits
from companion.catalogue import System
from companion.text import N_


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseAction:
    """What all actions have. ``player`` acts, where it is somebody other than the owner of the acting die is taken to
    be; ``settled``: the players have decided what was too close to call (AMB-02), or that a contested brush does not
    pin (AMB-11); it changes nothing that was measured.

    ``do`` is what scripts, journals and people call the kind; ``deed``: the act in a sentence, "" where it takes more
    than who does it, and to whom; ``never_settled``: nothing in it is too close to call."""

    do: ClassVar[str]
    deed: ClassVar[str] = ""
    never_settled: ClassVar[bool] = False
    player: str | None = None
    settled: bool = False

    def may_move(self, pieces: frozenset[str]) -> bool:
        """Whether it may move one of these or take it off the table: by itself, or by what it is aimed at."""
        return False


@dataclass(frozen=True, slots=True)
class RestingPose:
    """How a die lies flat.

    Without ``level`` a thrown die lies on the table, and one that lay on terrain still does where it rests on it;
    without sigmas they are as the piece's were. ``corners_mm``: see `Piece.measured_top`.
    """

    face: limits.NonEmptyStr
    centre_mm: limits.PointMm
    heading_deg: limits.Number
    level: Annotated[limits.Level | None, limits.Means("Of the terrain that it lies on, where that is given.")] = None
    sigma_mm: Annotated[limits.NonNegative | None, limits.Means("Standard deviation of its centre along one axis.")] = (
        None
    )
    sigma_deg: Annotated[limits.NonNegative | None, limits.Means("Standard deviation of its heading.")] = None
    corners_mm: limits.TopCorners | None = None


@dataclass(frozen=True, slots=True)
class LeaningPose:
    """That a die leans on something (OG-OFF-02)."""

    leaning_on: limits.NonEmptyStr
    roll_off: Annotated[RestingPose | None, limits.Means("Where the thrower rolls it off terrain.")] = (
        None  # AD-TERR-06
    )


@dataclass(frozen=True, slots=True)
class OffTable:
    """A die that left the table."""


@dataclass(frozen=True, slots=True)
class ObservedPiece:
    """What became of a piece: how it lies now."""

    piece: limits.NonEmptyStr
    how: RestingPose | LeaningPose


@dataclass(frozen=True, slots=True)
class Release:
    """Where a die was let go."""

    behind_mm: Annotated[limits.Number, limits.Means("Behind the thrower's edge; negative, over the table.")]
    above_mm: Annotated[limits.Number, limits.Means("Above the table top.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(BaseAction):
    """First placement of a die instead of a turn (OG-START-06)."""

    do: ClassVar[str] = N_("script", "place")
    never_settled: ClassVar[bool] = True
    piece: limits.NonEmptyStr
    how: RestingPose


@dataclass(frozen=True, slots=True, kw_only=True)
class Throw(BaseAction):
    """A throw and what came of it (OG-THROW-*)."""

    do: ClassVar[str] = N_("script", "throw")
    never_settled: ClassVar[bool] = True
    piece: limits.NonEmptyStr
    lands: RestingPose | LeaningPose | OffTable
    knocked_off: limits.DistinctStrs = ()
    disturbed: tuple[ObservedPiece, ...] = ()
    foul: bool = False
    release: Release | None = None


FoulWord = Literal["allow", "prohibit", "remove"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoulChoice(BaseAction):
    """What an opponent makes of a foul: allow, prohibit or remove (OG-THROW-05)."""

    do: ClassVar[str] = N_("script", "foul-choice")
    by: limits.NonEmptyStr
    choice: FoulWord


@dataclass(frozen=True, slots=True, kw_only=True)
class Maneuver(BaseAction):
    """Press down a green dot (OG-MOVE-01)."""

    do: ClassVar[str] = N_("script", "maneuver")
    piece: limits.NonEmptyStr
    corner: limits.Corner

    def may_move(self, pieces: frozenset[str]) -> bool:
        """It rolls the die itself."""
        return self.piece in pieces


@dataclass(frozen=True, slots=True, kw_only=True)
class Shoot(BaseAction):
    """Fire a weapon.

    ``targets`` is what the shooter says an All-Range shot hits; ``system`` of an Ogre that is hit is a weapon system
    or "treads"; ``double`` the second shot's target."""

    do: ClassVar[str] = N_("script", "shoot")
    by: limits.NonEmptyStr
    effect: limits.Count
    target: limits.NonEmptyStr | None = None
    targets: tuple[limits.NonEmptyStr, ...] | None = None
    system: System | str | None = None
    double: Annotated[limits.NonEmptyStr | None, limits.Means("The second shot's target.")] = None

    def may_move(self, pieces: frozenset[str]) -> bool:
        """One that is not aimed finds its target itself."""
        return self.target is None or self.target in pieces


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(BaseAction):
    """Call a die from hand; its throw follows (OG-CALL-01)."""

    do: ClassVar[str] = N_("script", "call")
    deed: ClassVar[str] = N_("session", "{by} calls {piece}")
    never_settled: ClassVar[bool] = True
    by: limits.NonEmptyStr
    piece: limits.NonEmptyStr

    def may_move(self, pieces: frozenset[str]) -> bool:
        """The die that is thrown next may land anywhere."""
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Jump(BaseAction):
    """Pick the die up; its throw follows (OG-JUMP-01)."""

    do: ClassVar[str] = N_("script", "jump")
    deed: ClassVar[str] = N_("session", "{by} jumps")
    never_settled: ClassVar[bool] = True
    by: limits.NonEmptyStr

    def may_move(self, pieces: frozenset[str]) -> bool:
        """It picks the die up itself."""
        return self.by in pieces


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(BaseAction):
    """Command all Allies, by a die or a Command Post (OG-CMD-01)."""

    do: ClassVar[str] = N_("script", "command")
    deed: ClassVar[str] = N_("session", "{by} commands")
    by: limits.NonEmptyStr
    double: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RollAnother(BaseAction):
    """What one die does to another that may roll it over a corner."""

    by: limits.NonEmptyStr
    target: limits.NonEmptyStr
    corner: limits.Corner | None

    def may_move(self, pieces: frozenset[str]) -> bool:
        """It rolls its target."""
        return self.target in pieces


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair(RollAnother):
    """Repair an Ally, rolling it over a corner or not (DW-REPAIR-01, CY-REPAIR-01)."""

    do: ClassVar[str] = N_("script", "repair")
    deed: ClassVar[str] = N_("session", "{by} repairs {target}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Confuse(RollAnother):
    """Roll an Enemy over any corner (DW-CONFUSE-01)."""

    do: ClassVar[str] = N_("script", "confuse")
    deed: ClassVar[str] = N_("session", "{by} confuses {target}")
    corner: limits.Corner


@dataclass(frozen=True, slots=True, kw_only=True)
class Clone(BaseAction):
    """Copy a die's face before acting (CY-CLONE-02)."""

    do: ClassVar[str] = N_("script", "clone")
    deed: ClassVar[str] = N_("session", "{by} copies {target}")
    by: limits.NonEmptyStr
    target: limits.NonEmptyStr


@dataclass(frozen=True, slots=True, kw_only=True)
class NameTarget(BaseAction):
    """Say whom a Long-Range continuous effect acts on, as its owner, in whosever turn; no action in the game's sense.

    It is named at the effect's check, before anything else is done: at the start of a turn, or when its source has been
    disturbed (DW-CONT-01, DW-CONT-03, DW-CONT-04; AMB-09). Without a word the effect keeps to the die named before, or
    acts on the closest."""

    do: ClassVar[str] = N_("script", "name-target")
    deed: ClassVar[str] = N_("session", "{by} acts on {target}")
    by: limits.NonEmptyStr
    effect: limits.Count
    target: limits.NonEmptyStr


@dataclass(frozen=True, slots=True, kw_only=True)
class Skip(BaseAction):
    """Give up the current activation (AMB-67)."""

    do: ClassVar[str] = N_("script", "skip")
    never_settled: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass(BaseAction):
    """Pass the turn (OG-TURN-04)."""

    do: ClassVar[str] = N_("script", "pass")


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn(BaseAction):
    """End the turn, giving up what is pending."""

    do: ClassVar[str] = N_("script", "end-turn")


@dataclass(frozen=True, slots=True, kw_only=True)
class Observe(BaseAction):
    """What the camera now sees of some pieces."""

    do: ClassVar[str] = N_("script", "observe")
    never_settled: ClassVar[bool] = True
    pieces: tuple[ObservedPiece, ...]


#: Everything that people do, in the order in which it is listed.
Action = (
    Place
    | Throw
    | Maneuver
    | Shoot
    | Call
    | Jump
    | Command
    | Repair
    | Confuse
    | Clone
    | NameTarget
    | Skip
    | FoulChoice
    | Pass
    | EndTurn
    | Observe
)
#: What scripts, journals and people call each kind.
ACTION_NAMES: Final[Mapping[type[Action], str]] = MappingProxyType({kind: kind.do for kind in get_args(Action)})
