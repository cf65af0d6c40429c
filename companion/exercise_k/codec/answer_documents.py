"""Answers of a script of Exercise K, each a frozen value (docs/formats, Exercise K)."""

from __future__ import annotations

from companion.codec.document import Document

_Number = int | float


class RosterCountsDocument(Document):
    """How many of each there are."""

    ogres: int
    command_posts: int
    radars: int


class RosterAnswerDocument(Document):
    """Who plays what."""

    sizes: tuple[int, ...]
    setup: str
    runs: dict[str, tuple[str, ...]]
    counts: RosterCountsDocument


class TurnOrderAnswerDocument(Document):
    """The slots of a round, and where the clock stands."""

    turns: tuple[str, ...]
    corners: tuple[str, ...]
    round: int
    to_move: str
    final_round: int | None
    over: bool


class PlacementDistancesDocument(Document):
    """In hexes: from the Command Post in the order given, and between the radars."""

    radars: tuple[int, ...]
    ogres: tuple[int, ...]
    between_radars: int


class PlacementAnswerDocument(Document):
    """Whether a team's first hexes are legal."""

    legal: bool
    problems: tuple[str, ...]
    distances: PlacementDistancesDocument


class HexRangeAnswerDocument(Document):
    """How far two hexes are apart."""

    hexes: int


class SheetAnswerDocument(Document):
    """What is left of an Ogre."""

    main: int
    secondary: int
    missile: int
    ap: int
    tread: int
    destroyed: bool
    movement: int


class LeadersDocument(Document):
    """Who leads; several are a tie."""

    player: tuple[str, ...]
    team: tuple[str, ...]


class StandingsAnswerDocument(Document):
    """The standings."""

    players: dict[str, _Number]
    third: dict[str, _Number]
    teams: dict[str, _Number]
    leader: LeadersDocument


class MultiplierAnswerDocument(Document):
    """What points of a round count."""

    factor: _Number


class InForceAnswerDocument(Document):
    """Which rules of the board game are in force."""

    stacking: bool
    ramming: bool
    overrun: bool
    optional: bool
    advanced: bool
    exit: bool
    binding: bool


DeskAnswer = (
    RosterAnswerDocument
    | TurnOrderAnswerDocument
    | PlacementAnswerDocument
    | HexRangeAnswerDocument
    | SheetAnswerDocument
    | StandingsAnswerDocument
    | MultiplierAnswerDocument
    | InForceAnswerDocument
)
