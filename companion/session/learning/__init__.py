"""Learning in a match: what people confirm at a table becomes more views of the dice, in the light of that table.

``ConfirmedRests`` observes a presenter and reports which dice people have confirmed; ``TableLearner`` keeps views of
them beside the camera, in a thread of its own; ``with_learned_views`` is the reader that knows them. Only a person's
word counts, never a guess that nobody confirmed.
"""

from companion.session.learning.confirmed_rests import ConfirmedRests
from companion.session.learning.learned_views import (
    TableLearner,
    forget_learned_views,
    learned_views_folder,
    list_learned_views,
    with_learned_views,
)
