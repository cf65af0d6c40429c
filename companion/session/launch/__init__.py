"""From what the program was called with, and what is filled in and measured, to a match that runs; no window in it.

`begin_match` and `resume_match` open the journal and the watcher; `ReaderPreload` loads the networks meanwhile;
`kept_matches` lists what was played before.
"""

from companion.session.launch.kept_matches import KeptMatch, kept_matches
from companion.session.launch.match_launch import (
    LaunchedMatch,
    begin_match,
    keep_table_camera,
    open_camera,
    resume_match,
)
from companion.session.launch.options import LaunchOptions
from companion.session.launch.reader_preload import ReaderPreload

__all__ = [
    "KeptMatch",
    "LaunchOptions",
    "LaunchedMatch",
    "ReaderPreload",
    "begin_match",
    "keep_table_camera",
    "kept_matches",
    "open_camera",
    "resume_match",
]
