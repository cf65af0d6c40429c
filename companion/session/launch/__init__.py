"""From what the program was called with, and what is filled in and measured, to a match that runs; no window in it.

`begin_match` and `resume_match` open the journal and the watcher; `ReaderPreload` loads the networks meanwhile;
`saved_matches` lists what was played before.
"""

from companion.session.launch.match_launch import (
    LaunchedMatch,
    LaunchOptions,
    ReaderPreload,
    begin_match,
    open_camera,
    open_photograph_desk,
    resume_match,
    save_table_camera,
)
from companion.session.launch.saved_matches import SavedMatch, saved_matches
