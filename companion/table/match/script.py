"""A match as a referee script: its opening, and the acts that count as steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from companion.journal import Kind
from companion.table.match.timeline import Timeline

P = TypeVar("P")


def match_script(opening: Mapping[str, Any], timeline: Timeline[P]) -> dict[str, Any]:
    """The script."""
    acts = [dict(entry.content) for entry in timeline.folded.in_force if entry.kind is Kind.ACT]
    return {**opening, "steps": acts}
