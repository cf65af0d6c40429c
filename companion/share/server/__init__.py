"""The server of what is shared: its pages, who may read and ask for what, and the bounds of all that.

Everything is text here: nothing knows of a match or of Qt, and no socket is opened before a `ShareServer` is made.
"""

from companion.share.server.application import PictureInbox
from companion.share.server.codes import JoinCodes, ViewerPass, ViewerRole, readable_code
from companion.share.server.share_server import OWN_COMPUTER, ShareServer, check_port
from companion.share.server.tuning import DEFAULT_PORT, LIMITS, PICTURE_WIDTH_PX, Limits

__all__ = [
    "DEFAULT_PORT",
    "JoinCodes",
    "LIMITS",
    "Limits",
    "OWN_COMPUTER",
    "PictureInbox",
    "PICTURE_WIDTH_PX",
    "ViewerPass",
    "ViewerRole",
    "ShareServer",
    "check_port",
    "readable_code",
]
