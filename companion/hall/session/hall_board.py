"""What a hall knows of its tables, as one value: every message makes another one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import Enum
from types import MappingProxyType

from companion.codec.result import MatchResultDocument
from companion.hall.codec.messages import (
    QUIET_STATES,
    CameraStateDocument,
    MatchStateDocument,
    PresenceDocument,
    RefereeCallDocument,
    TableStateDocument,
)
from companion.hall.session.tuning import SILENT_AFTER_S, STORIES


class Liveness(Enum):
    """Whether a table is there."""

    THERE = "there"
    LEFT = "left"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class HallTable:
    """A table. heard_at: when anything was heard of it last, by the hall's own clock; stories: what was done last, in
    sentences, the newest last; lost: lines of its stream that never came; answering: the id of the call to which a
    referee of this hall goes, whether the table knows it yet or not; ahead: by how much the table's clock is ahead of
    the hall's."""

    name: str
    heard_at: datetime
    state: TableStateDocument | None = None
    presence: PresenceDocument | None = None
    call: RefereeCallDocument | None = None
    camera: CameraStateDocument | None = None
    stories: tuple[str, ...] = ()
    lost: int = 0
    answering: str = ""
    ahead: timedelta = timedelta()

    @property
    def match(self) -> MatchStateDocument | None:
        """The match that is played."""
        return None if self.state is None else self.state.match

    @property
    def camera_trouble(self) -> str:
        """What keeps the camera from seeing the table; nothing where nothing does."""
        return "" if self.camera is None or self.camera.state in QUIET_STATES else self.camera.text

    def liveness(self, now: datetime) -> Liveness:
        """Whether it is there."""
        if self.presence is not None and self.presence.left:
            return Liveness.LEFT
        broken = self.presence is None or not self.presence.online
        late = now - self.heard_at > timedelta(seconds=SILENT_AFTER_S)
        return Liveness.SILENT if broken or late else Liveness.THERE

    def with_story(self, story: str) -> HallTable:
        """With something else that was done."""
        return replace(self, stories=(*self.stories, story)[-STORIES:])


@dataclass(frozen=True, slots=True)
class HallResult:
    """The result of a match, and at which table it was played."""

    table: str
    match: str
    result: MatchResultDocument


@dataclass(frozen=True, slots=True)
class HallBoard:
    """All tables by name, in the order in which people count them; and all results, in the order of their ends."""

    tables: Mapping[str, HallTable] = field(default_factory=lambda: MappingProxyType({}))
    results: tuple[HallResult, ...] = ()

    @property
    def calls(self) -> tuple[HallTable, ...]:
        """The tables that have called the referee: those to whom nobody is coming first, the oldest call first."""
        calling = [(table.call, table) for table in self.tables.values() if table.call is not None]
        return tuple(table for _, table in sorted(calling, key=lambda one: (one[0].taken_by is not None, one[0].at)))

    def table(self, name: str, now: datetime) -> HallTable:
        """A table, heard of now."""
        known = self.tables.get(name)
        return HallTable(name, now) if known is None else replace(known, heard_at=now)

    def with_table(self, table: HallTable) -> HallBoard:
        """With a table as it is now."""
        tables = {**self.tables, table.name: table}
        if table.name not in self.tables:
            tables = dict(sorted(tables.items(), key=lambda one: _in_order(one[0])))
        return replace(self, tables=MappingProxyType(tables))

    def without_result(self, table: str, match: str) -> HallBoard:
        """Without a result that was taken back."""
        kept = tuple(one for one in self.results if (one.table, one.match) != (table, match))
        return replace(self, results=kept)

    def with_result(self, result: HallResult) -> HallBoard:
        """With a result, instead of an earlier one of the same match."""
        others = self.without_result(result.table, result.match).results
        return replace(self, results=tuple(sorted([*others, result], key=lambda one: one.result.ended_at)))


def _in_order(name: str) -> tuple[tuple[int, str], ...]:
    """Table 2 stands before table 10."""
    parts = re.findall(r"\d+|\D+", name.casefold())
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in parts)
