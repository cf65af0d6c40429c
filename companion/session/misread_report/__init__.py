"""Tables that were read wrongly: kept by one key in a match, shown as a page, read again by today's program.

``MisreadKeeper`` keeps them, ``misread_page`` shows one. Nothing is sent anywhere.
"""

from companion.session.misread_report.keeper import MisreadKeeper, misread_folder, misread_table
from companion.session.misread_report.page import describe_reread, misread_page
from companion.session.misread_report.reread import RereadTable, reread

__all__ = [
    "MisreadKeeper",
    "RereadTable",
    "misread_folder",
    "misread_page",
    "misread_table",
    "reread",
    "describe_reread",
]
