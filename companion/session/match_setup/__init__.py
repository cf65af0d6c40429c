"""A new match: what the page has filled in so far is a `MatchPlan`, and a plan without problems gives an opening.

`MatchPlan.fresh(dice)` begins; every choice is a method that gives a new plan (`by_document`, `in_scenario`,
`with_player`, `with_die`, `on`, `with_terrain`, `tossed` ...). Everything shown is computed: `points_of`, `offers_to`,
`ready_armies`, `agreements`. The plan is judged beside it: `find_plan_problems`, `choose_first_player`;
`build_opening` is the opening that the journal keeps, and `plan_rematch` makes a plan of it for the next game of a
series.
"""

from companion.session.badges import BADGES, PlayerBadge
from companion.session.match_setup.initial_table import choose_first_player, initial_dice
from companion.session.match_setup.plan import MatchPlan, plan_rematch
from companion.session.match_setup.plan_presenter import PlanPresenter, PlanStep
from companion.session.match_setup.problems import PlanPart, find_plan_problems
from companion.session.match_setup.scenarios import DOCUMENT_CARDS, MOST_PLAYERS, SCENARIO_CARDS, DieOffer, OgreRole
from companion.session.match_setup.situation import build_opening
from companion.session.match_setup.surface import (
    NO_SOURCE,
    PHONE_SOURCE,
    RISE_MM,
    SourceChoice,
    Surface,
    TableChoice,
    TerrainPiece,
    TerrainShape,
    find_free_place,
    name_terrain,
    source_choices,
)
