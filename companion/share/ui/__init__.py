"""Sharing from a window: what begins and ends it, what goes to the server, and the codes by which people join.

`ShareControl` is all that a window needs; the server and all that it takes is loaded when somebody asks for it.
"""

from companion.share.ui.share_control import ShareControl

__all__ = ["ShareControl"]
