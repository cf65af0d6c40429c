"""A table published to a broker: every event of its stream once or more and in order, and how it stands.

`TablePublication` is told the events of a stream and keeps them in an `Outbox` on disk; a thread sends them from there
for as long as it takes.
"""

from companion.hall.publication.outbox import LinePlace, Outbox, OutgoingLine, ToldLines
from companion.hall.publication.publication import RefereeCall, TablePublication, call_picture
from companion.hall.publication.publisher import (
    HEARTBEAT_S,
    BrokerLine,
    LineOpener,
    PublicationStatus,
    TablePublisher,
    line_to,
)
from companion.hall.publication.table_state import match_id, match_state

__all__ = [
    "HEARTBEAT_S",
    "LineOpener",
    "LinePlace",
    "Outbox",
    "OutgoingLine",
    "PublicationStatus",
    "RefereeCall",
    "BrokerLine",
    "TablePublication",
    "TablePublisher",
    "call_picture",
    "ToldLines",
    "line_to",
    "match_id",
    "match_state",
]
