"""The running match: what lies on the table, whose it is, and what the rules say of it."""

from companion.session.badges import BADGES, NO_BADGE, BadgeShape, PlayerBadge
from companion.session.die_draft import DIE_KEYS, FACE_KEYS, PLACES, Draft, new_die
from companion.session.inspection import (
    Inspection,
    SurveyedPiece,
    TargetStanding,
    TargetSurvey,
    baselines,
    blind_area,
    most_telling_weapon,
    survey_targets,
    weapon_with_attack,
)
from companion.session.layout import (
    Layout,
    LayoutPiece,
    Seat,
    camera_table_outline,
    clearance,
    layout_in,
    layout_of,
    level_there,
    piece_in_play,
    plateaus_of,
)
