"""What can be shared: a match, or a tracking card without one. Each says what its pages show and does what is asked."""

from companion.share.session.card_table import CardTable
from companion.share.session.match_table import MatchTable
from companion.share.session.shared_table import SharedTable

__all__ = ["CardTable", "MatchTable", "SharedTable"]
