"""A new match: what the page has filled in so far is a `Plan`, and a plan without problems gives an opening.

`Plan.fresh(dice)` begins; every choice is a method that gives a new plan (`by_document`, `in_scenario`, `with_player`,
`with_die`, `agreed`, `on`, `with_terrain`, `tossed` ...). Everything shown is computed: `points_of`, `offers_to`,
`ready_armies`, `agreements`, `beginning`, `problems`, `notes`. `opening()` is the situation that the journal keeps and
`companion.rules.script` reads; `again` makes a plan of it for the next game of a series.
"""

from companion.table.opening.again import again
from companion.table.opening.agreeing import AgreementRow
from companion.table.opening.armies import Offer, Points, ReadyArmy
from companion.table.opening.badges import BADGES, Badge, badge_called
from companion.table.opening.beginning import Beginning, fallen
from companion.table.opening.plan import MARKS, Entrant, Plan
from companion.table.opening.problems import Part, Problem
from companion.table.opening.scenarios import (
    DOCUMENT_CARDS,
    MOST_PLAYERS,
    SCENARIO_CARDS,
    Document,
    OgreRole,
    ScenarioCard,
)
from companion.table.opening.situation import COMMAND_POST_MM, die_keys
from companion.table.opening.surface import Place, Surface
from companion.table.opening.terrain import Form, TerrainPiece, a_free_place, terrain_named

__all__ = [
    "BADGES",
    "COMMAND_POST_MM",
    "DOCUMENT_CARDS",
    "MARKS",
    "MOST_PLAYERS",
    "SCENARIO_CARDS",
    "AgreementRow",
    "Badge",
    "Beginning",
    "Document",
    "Entrant",
    "Form",
    "Offer",
    "OgreRole",
    "Part",
    "Place",
    "Plan",
    "Points",
    "Problem",
    "ReadyArmy",
    "ScenarioCard",
    "Surface",
    "TerrainPiece",
    "a_free_place",
    "again",
    "badge_called",
    "die_keys",
    "fallen",
    "terrain_named",
]
