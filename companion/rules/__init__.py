"""The rules engine: frozen positions, actions, and rulings that cite the ledger.

A `Position` is built from pieces (`Piece`: id, `Die`, owner, zone, face, `Pose`, sigma), players and a table;
`refreshed` makes its continuous effects act. `apply(position, action)` gives an `Outcome`: the new position, the
events, the ruling; where the action is refused, the old position and the reason. Questions (`distance`, `sees`,
`targets`, `maneuvers`, `damage_step`, `command_order`, `judge_army`, `decide_first_player`, `legal_actions` ...) leave
the position as it is. A question that cannot be put (a die not in play, no such arrow) raises `Refused`, whose `ruling`
says why.
"""

from companion.rules import actions, corrections, events
from companion.rules.agreements import SETTINGS, Agreement, Profile, RuleGroup
from companion.rules.army import (
    ArmyAnswer,
    FirstPlayer,
    decide_first_player,
    judge_army,
    judge_table_shape,
    of_another_box,
)
from companion.rules.arrows import arrow_of
from companion.rules.choices import Choices, InForce, Setting
from companion.rules.combat import cards_after_shot, shrugs_off
from companion.rules.command import command_order
from companion.rules.coverage import coverage_page
from companion.rules.effects import Condition, attack_terms, block_of, conditions, refreshed
from companion.rules.engine import USES, apply
from companion.rules.events import Event
from companion.rules.ledger import Rule, ledger
from companion.rules.legal import grounds, legal_actions, legal_outcomes, open_actions, placeable, throwable
from companion.rules.movement import CornerAnswer, RollStep, damage_step, describe_corner, maneuvers
from companion.rules.ogre_card import (
    TREADS,
    CardLayout,
    Circles,
    OgreCard,
    TreadLine,
    card_left,
    full_card,
    system_name,
)
from companion.rules.paper import PaperEdge, edge_lengths_mm, with_measured_top
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
    frozen,
)
from companion.rules.proximity import distance
from companion.rules.ruling import Refused, Ruling, Term, Verdict, Why, most_telling
from companion.rules.scenarios import TERMS, Scenario, ScenarioTerms, starts_with_placement
from companion.rules.setup import setup_notes
from companion.rules.sight import SightAnswer, sees
from companion.rules.stack import next_to_act
from companion.rules.table import edge_clearance, edge_of, table_outline
from companion.rules.targets import Exclusion, TargetsAnswer, targets
from companion.rules.terrain import ground_mm, terrain_of
from companion.rules.throws import FOOT_MM
from companion.rules.transition import Outcome, reserve_until
from companion.rules.turn_state import Flags, MayAct, MustThrow, TurnState
