"""A match shared with phones, tablets and streams on this computer's own network: what its pages show, who may read and
ask for what, and the server.

`MatchTable` and `CardTable` say what is shown and do what is asked; `ShareServer` serves it. Nothing here knows Qt, and
no socket is opened before a `ShareServer` is made.
"""

from companion.share.card_table import CardTable
from companion.share.codes import JoinCodes, ReaderPass, ReaderRole, readable_code
from companion.share.match_table import MatchTable
from companion.share.server import OWN_COMPUTER, ShareServer, check_port
from companion.share.shared_table import SharedTable
from companion.share.tuning import DEFAULT_PORT, LIMITS, PICTURE_WIDTH_PX, Limits

__all__ = [
    "CardTable",
    "DEFAULT_PORT",
    "JoinCodes",
    "LIMITS",
    "Limits",
    "MatchTable",
    "OWN_COMPUTER",
    "PICTURE_WIDTH_PX",
    "ReaderPass",
    "ReaderRole",
    "ShareServer",
    "SharedTable",
    "check_port",
    "readable_code",
]
