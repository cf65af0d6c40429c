"""What is pending within a turn: the action stack, and the turn it belongs to."""

from __future__ import annotations

from dataclasses import dataclass

from companion.catalogue import Face


@dataclass(frozen=True, slots=True)
class MayAct:
    """A piece may take one action (OG-TURN-02). ``landed``: it has just been thrown; ``only_move``: it has fired (
    OG-SM-01)."""

    piece: str
    landed: bool = False
    only_move: bool = False
    commanded: bool = False


@dataclass(frozen=True, slots=True)
class MustThrow:
    """A called or jumping piece is thrown before anything else (OG-CALL-01, OG-JUMP-01)."""

    piece: str
    jump: bool = False


@dataclass(frozen=True, slots=True)
class Flag:
    """A Command Flag: the piece that will act, and the number on it (OG-CMD-05)."""

    piece: str
    number: int


@dataclass(frozen=True, slots=True)
class Flags:
    """A Command's flags still out, in order; ``again``: the Commander and its face for a Double Shot's second
    set (CY-DOUBLE-04)."""

    flags: tuple[Flag, ...]
    again: tuple[str, Face] | None = None


@dataclass(frozen=True, slots=True)
class FoulPending:
    """A foul throw waits for an opponent's choice (OG-THROW-05)."""

    piece: str
    player: str


Pending = MayAct | MustThrow | Flags | FoulPending


@dataclass(frozen=True, slots=True)
class TurnState:
    """The turn: its number, whether the primary action is spent, passes in a row, whether a first placement is due.

    ``gone``: pieces that were taken out for a foul this turn (DW-THROW-04).
    """

    number: int = 1
    spent: bool = False
    acted: bool = False
    passes: int = 0
    first_placement: bool = False
    placed: bool = False
    gone: tuple[str, ...] = ()
