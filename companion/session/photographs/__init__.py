"""Pictures of a table by a phone in the hand, handed in one after the other: what is taken, read in a thread of its
own, and shown to a match as a table at rest.
"""

from companion.session.photographs.photograph_desk import PhotographDesk, PhotographState, PhotographStep
from companion.session.photographs.photograph_file import MOST_BYTES, PHOTOGRAPH_KINDS, check_photograph
from companion.session.photographs.photographed_table import (
    PhotographedTable,
    ShownPhotograph,
    hints_for_next,
    photograph_table,
    show_photograph,
)
