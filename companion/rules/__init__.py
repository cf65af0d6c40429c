"""The rules engine: frozen positions, actions, and rulings that cite the ledger.

A `Position` is built from pieces (`Piece`: id, `Die`, owner, zone, face, `Pose`, sigma), players and a table;
`refreshed` makes its continuous effects act. `apply(position, action)` gives an `Outcome`: the new position, the
events, the ruling; where the action is refused, the old position and the reason. Questions (`distance`, `sees`,
`targets`, `maneuvers`, `damage_step`, `command_order`, `judge_army`, `who_goes_first`, `legal_actions` ...) leave the
position as it is. A question that cannot be put (a die not in play, no such arrow) raises `Refused`, whose `ruling`
says why.
"""

from companion.rules import actions
from companion.rules.agreements import SETTINGS, Agreement, Group, Profile
from companion.rules.army import (
    ArmyAnswer,
    FirstPlayer,
    judge_army,
    of_another_box,
    table_fits,
    what_fits,
    who_goes_first,
)
from companion.rules.arrows import arrow_of
from companion.rules.choices import InForce, Setting
from companion.rules.command import CommandOrder, command_order
from companion.rules.course import Outcome
from companion.rules.coverage import coverage_page
from companion.rules.effects import Condition, attack_terms, block_of, block_terms, conditions, refreshed
from companion.rules.engine import apply, put_right
from companion.rules.events import Event
from companion.rules.expectation import Surprise, surprises
from companion.rules.ledger import DOCUMENTS, Rule, ledger
from companion.rules.legal import legal_actions, open_actions, placeable, throwable
from companion.rules.movement import CornerAnswer, DamageAnswer, Obstacle, Step, damage_step, maneuvers
from companion.rules.nearness import DistanceAnswer, distance
from companion.rules.ogre_card import (
    CardLayout,
    OgreCard,
    bundled_layout,
    card_left,
    full_card,
    known_layout,
    layout_from,
    own_card_file,
    read_layout,
)
from companion.rules.pending import Flags, TurnState
from companion.rules.position import (
    CONTINUOUS,
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
from companion.rules.reserve import reserve_until
from companion.rules.ruling import Refused, Ruling, Term, Verdict, Why
from companion.rules.scenarios import TERMS, First, Scenario, Terms
from companion.rules.setup import SetupNote, setup_notes
from companion.rules.sight import Sight, sees, sight
from companion.rules.stack import next_to_act
from companion.rules.table import edge_of, outline_of, stands_on
from companion.rules.targets import Exclusion, TargetsAnswer, targets
from companion.rules.throwing import FOOT_MM

__all__ = [
    "CONTINUOUS",
    "DOCUMENTS",
    "FOOT_MM",
    "SETTINGS",
    "TERMS",
    "Agreement",
    "ArmyAnswer",
    "CardLayout",
    "CommandOrder",
    "CommandPost",
    "Condition",
    "CornerAnswer",
    "DamageAnswer",
    "DistanceAnswer",
    "Edge",
    "Event",
    "Exclusion",
    "First",
    "FirstPlayer",
    "Flags",
    "Group",
    "InForce",
    "Obstacle",
    "OgreCard",
    "Outcome",
    "Piece",
    "Player",
    "PoisonCounter",
    "Position",
    "Profile",
    "Refused",
    "Rule",
    "Ruling",
    "Scenario",
    "Setting",
    "SetupNote",
    "Sight",
    "Step",
    "Surprise",
    "Table",
    "TargetsAnswer",
    "Term",
    "Terms",
    "Terrain",
    "TurnState",
    "Verdict",
    "Why",
    "Zone",
    "actions",
    "apply",
    "arrow_of",
    "attack_terms",
    "block_of",
    "block_terms",
    "bundled_layout",
    "card_left",
    "by_id",
    "command_order",
    "conditions",
    "coverage_page",
    "damage_step",
    "distance",
    "edge_of",
    "full_card",
    "judge_army",
    "known_layout",
    "layout_from",
    "ledger",
    "legal_actions",
    "maneuvers",
    "next_to_act",
    "of_another_box",
    "open_actions",
    "outline_of",
    "own_card_file",
    "read_layout",
    "placeable",
    "put_right",
    "refreshed",
    "reserve_until",
    "sees",
    "setup_notes",
    "sight",
    "stands_on",
    "surprises",
    "table_fits",
    "targets",
    "throwable",
    "what_fits",
    "who_goes_first",
]
