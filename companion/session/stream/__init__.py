"""The live table and a match as events, for other programs: what happens is reported in order, and nothing can be
changed from outside.

`MatchStream` turns snapshots of the table into events; `stream_recording` and `stream_live` feed it; `PresenterStream`
reports the same of a match that a window plays; `encode_stream_event` writes an event as one line of JSON.
"""

from companion.session.stream.event_recorder import PresenterStream
from companion.session.stream.events import (
    ActionTaken,
    CorrectionMade,
    LayoutRead,
    MatchStatus,
    StreamedEvent,
    StreamEvent,
    StreamFollower,
    TableChanged,
    UndoneActions,
    encode_stream_event,
)
from companion.session.stream.feeds import (
    MatchStream,
    Unattended,
    begin_passing_match,
    stream_live,
    stream_pictures,
    stream_recording,
)
