"""The topics under which tables and hall meet: ``diceland/TABLE/KIND``, and ``diceland/TABLE/result/MATCH``."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

__all__ = ["HALL_TOPICS", "HallTopic", "TopicKind", "any_table", "parse_topic"]

_ROOT: Final = "diceland"


class TopicKind(StrEnum):
    """What lies under a topic, and who writes it."""

    STATE = "state"
    """`TableStateDocument` of the table, retained."""
    PRESENCE = "presence"
    """`PresenceDocument` of the table, retained; the last will is one."""
    EVENTS = "events"
    """Lines of the stream, each of them once or more."""
    CALL = "call"
    """`RefereeCallDocument` of the table, retained; empty where nobody is called."""
    RESULT = "result"
    """`MatchResultDocument` of the table, retained, under the match's own topic."""
    ANSWER = "answer"
    """`CallAnswerDocument` of a referee."""
    REPLAY = "replay"
    """`ReplayRequestDocument` of whoever has missed lines."""


@dataclass(frozen=True, slots=True)
class HallTopic:
    """A topic of a table; match: of a result."""

    kind: TopicKind
    table: str
    match: str = ""

    def __str__(self) -> str:
        """The topic as a broker has it."""
        return "/".join(filter(None, (_ROOT, self.table, self.kind.value, self.match)))


#: What a hall listens to.
HALL_TOPICS: Final = (TopicKind.STATE, TopicKind.PRESENCE, TopicKind.EVENTS, TopicKind.CALL, TopicKind.RESULT)


def any_table(kind: TopicKind) -> str:
    """The topic of a kind at every table, to subscribe to."""
    return str(HallTopic(kind, "+", "+" if kind is TopicKind.RESULT else ""))


def parse_topic(topic: str) -> HallTopic | None:
    """The topic that a broker names; ``None`` where it is none of ours."""
    root, *levels = topic.split("/")
    if root != _ROOT or not 2 <= len(levels) <= 3:
        return None
    table, kind, *match = levels
    if kind not in set(TopicKind) or (kind == TopicKind.RESULT) is not bool(match):
        return None
    return HallTopic(TopicKind(kind), table, *match)
