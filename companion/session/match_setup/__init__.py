"""A new match: what the page has filled in so far is a `Plan`, and a plan without problems gives an opening.

`Plan.fresh(dice)` begins; every choice is a method that gives a new plan (`by_document`, `in_scenario`, `with_player`,
`with_die`, `adjust_faces`, `on`, `with_terrain`, `tossed` ...). Everything shown is computed: `points_of`, `offers_to`,
`ready_armies`, `agreements`, `read_header`, `problems`, `notes`. `opening()` is the situation that the journal keeps
and `companion.rules.script` reads; `plan_rematch` makes a plan of it for the next game of a series.
"""

from companion.session.match_setup.agreement_rows import AgreementRow
from companion.session.match_setup.armies import ArmyPoints, DieOffer, ReadyArmy
from companion.session.match_setup.badges import BADGES, PlayerBadge, badge_called
from companion.session.match_setup.first_player import FirstPlayerChoice, toss_coin
from companion.session.match_setup.plan import MARKS, Entrant, MatchPlan
from companion.session.match_setup.problems import PlanPart, PlanProblem
from companion.session.match_setup.rematch import plan_rematch
from companion.session.match_setup.scenarios import (
    DOCUMENT_CARDS,
    MOST_PLAYERS,
    SCENARIO_CARDS,
    Document,
    OgreRole,
    ScenarioCard,
)
from companion.session.match_setup.situation import COMMAND_POST_MM, die_keys
from companion.session.match_setup.surface import SeatPlace, Surface
from companion.session.match_setup.terrain import TerrainPiece, TerrainShape, a_free_place, terrain_named

__all__ = [
    "BADGES",
    "COMMAND_POST_MM",
    "DOCUMENT_CARDS",
    "MARKS",
    "MOST_PLAYERS",
    "SCENARIO_CARDS",
    "AgreementRow",
    "PlayerBadge",
    "FirstPlayerChoice",
    "Document",
    "Entrant",
    "TerrainShape",
    "DieOffer",
    "OgreRole",
    "PlanPart",
    "SeatPlace",
    "MatchPlan",
    "ArmyPoints",
    "PlanProblem",
    "ReadyArmy",
    "ScenarioCard",
    "Surface",
    "TerrainPiece",
    "a_free_place",
    "plan_rematch",
    "badge_called",
    "die_keys",
    "toss_coin",
    "terrain_named",
]
