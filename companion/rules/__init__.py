"""The rules engine: frozen positions, actions, and rulings that cite the ledger.

A `Position` is built from pieces (`Piece`: id, `Die`, owner, zone, face, `Pose`, sigma), players and a table. Questions
leave it as it is: `distance`, `sees`, `targets`. Every answer carries a `Ruling`; a question that cannot be put (a die
not in play, no such arrow) raises `Refused`, whose `ruling` says why.
"""

from companion.rules.agreements import SETTINGS, Agreement, Profile, Setting
from companion.rules.arrows import arrow_of
from companion.rules.ledger import DOCUMENTS, Rule, ledger
from companion.rules.ogre_card import OgreCard, bundled_layout, full_card
from companion.rules.pending import TurnState
from companion.rules.position import (
    CommandPost,
    Edge,
    Piece,
    Player,
    PoisonCounter,
    Position,
    Table,
    Terrain,
    Zone,
    by_id,
)
from companion.rules.ruling import Refused, Ruling, Term, Verdict, Why
from companion.rules.sight import Sight, sees, sight
from companion.rules.table import edge_of, outline_of, stands_on
from companion.rules.targets import DistanceAnswer, Exclusion, TargetsAnswer, distance, targets

__all__ = [
    "DOCUMENTS",
    "SETTINGS",
    "Agreement",
    "CommandPost",
    "DistanceAnswer",
    "Edge",
    "Exclusion",
    "OgreCard",
    "Piece",
    "Player",
    "PoisonCounter",
    "Position",
    "Profile",
    "Refused",
    "Rule",
    "Ruling",
    "Setting",
    "Sight",
    "Table",
    "TargetsAnswer",
    "Term",
    "Terrain",
    "TurnState",
    "Verdict",
    "Why",
    "Zone",
    "arrow_of",
    "bundled_layout",
    "by_id",
    "distance",
    "edge_of",
    "full_card",
    "ledger",
    "outline_of",
    "sees",
    "sight",
    "stands_on",
    "targets",
]
