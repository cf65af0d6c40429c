"""What the referee sets right by hand: a sheet, a building, points. The referee's word stands over the log (EK-GEN-01);
it scores for nobody by itself, and can be undone like any act."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from companion.rules.events import Event, event
from companion.rules.exercise_k import actions as act
from companion.rules.exercise_k.points import Entry, whole
from companion.rules.exercise_k.position import Position
from companion.rules.exercise_k.record_sheet import System
from companion.rules.ruling import Refused, Why

#: What is written beside points that the referee gives or takes.
BY_HAND: Final = "set right by the referee"
Done = tuple[Position, tuple[Event, ...], tuple[str, ...], str]


def set_right(position: Position, action: act.SetRight) -> Done:
    """The position set right, what happened, the rules, a sentence.

    Raises:
        Refused: the game has been scored, or a sheet has not so many.
    """
    if position.scored:
        text = "The game has been scored: undo the scoring, set it right, then score again."
        raise Refused(Why.MATCH_OVER, ("EK-GEN-01", "EK-VP-12"), text)
    return _PARTS[_part(action)](position, action)


def _part(action: act.SetRight) -> str:
    return "sheet" if action.ogre else "building" if action.building else "points"


def _sheet(position: Position, action: act.SetRight) -> Done:
    ogre, system, left = action.ogre or "", action.system or System.TREAD, action.left or 0
    sheet = position.sheets[ogre]
    row = sheet.layout.rows[system]
    if left > row.count:
        text = f"{ogre} has {row.count} × {row.name} at most, not {left}."
        raise Refused(Why.ILLEGAL_TARGET, ("EK-TEAM-12", "EK-GEN-01"), text)
    counts = MappingProxyType({**sheet.left, system: left})
    after = position.with_sheet(ogre, replace(sheet, left=counts))
    fell = after.sheets[ogre].destroyed and not sheet.destroyed
    told = event("treads", piece=ogre, left=left) if system is System.TREAD else None
    told = told or event("circle", piece=ogre, system=system.value, left=left)
    events = (told, *((event("removed", piece=ogre, why="destroyed"),) if fell else ()))
    return after, events, ("EK-GEN-01", "EK-SPEC-10"), f"By hand: {ogre} has {left} × {row.name} left."


def _building(position: Position, action: act.SetRight) -> Done:
    name = action.building or ""
    lost = position.lost - {name} if action.stands else position.lost | {name}
    told = event("restored", piece=name) if action.stands else event("removed", piece=name, why="destroyed")
    text = f"By hand: {name} {'stands' if action.stands else 'is destroyed'}."
    return replace(position, lost=lost), (told,), ("EK-GEN-01", "EK-TEAM-08"), text


def _points(position: Position, action: act.SetRight) -> Done:
    account, points = position.roster.account(action.account or ""), action.points or 0
    entry = Entry(account, position.closing_round, points, 1.0, BY_HAND)
    told = event("scored", player=account, points=whole(points), why=BY_HAND, round=entry.round, base=points, factor=1)
    text = f"By hand: {account} {'gets' if points >= 0 else 'loses'} {abs(whole(points))} VP."
    return replace(position, entries=(*position.entries, entry)), (told,), ("EK-GEN-01", "EK-VP-01"), text


_PARTS: Final[Mapping[str, Callable[[Position, act.SetRight], Done]]] = MappingProxyType(
    {"sheet": _sheet, "building": _building, "points": _points}
)
