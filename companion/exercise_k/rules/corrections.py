"""What the referee sets right by hand: a sheet, a building, points. The referee's word stands over the log (EK-GEN-01);
it scores for nobody by itself, and can be undone like any act."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from companion.exercise_k.rules import actions as act
from companion.exercise_k.rules.points import PointsEntry, trim_decimals
from companion.exercise_k.rules.position import DeskPosition
from companion.exercise_k.rules.record_sheet import SheetSystem
from companion.exercise_k.rules.roster import team_label
from companion.exercise_k.rules.turn_clock import final_entries
from companion.rules import Refused, Why
from companion.rules.events import CircleLost, Event, Removed, Restored, Scored, TreadsLost
from companion.text import N_, gettext

#: What is written beside points that the referee gives or takes.
BY_HAND: Final = N_("rules", "corrected by the referee")
#: What is written beside final awards that change with it; the rules of these.
SCORED_AGAIN: Final = N_("rules", "scored again")
_SCORING: Final = ("EK-VP-12", "EK-VP-13", "EK-VP-14", "AMB-51", "AMB-55")
Done = tuple[DeskPosition, tuple[Event, ...], tuple[str, ...], str]


def correct_game(position: DeskPosition, action: act.CorrectGame) -> Done:
    """The position set right, what happened, the rules, a sentence.

    A game that has been scored is scored again with it: the final awards go by what is right now.

    Raises:
        Refused: a sheet has not so many; or the game, which has been scored, would not be over.
    """
    correct = _sheet if action.ogre else _building if action.building else _points
    if not position.scored:
        return correct(position, action)
    awarded = final_entries(position)
    unscored = replace(position, entries=position.entries[: len(position.entries) - len(awarded)], scored=False)
    after, events, rules, text = correct(unscored, action)
    if not after.over:
        text = gettext("The game has been scored and this would reopen it: undo the scoring first.")
        raise Refused(Why.MATCH_OVER, ("EK-GEN-01", "EK-END-01", "EK-END-02"), text)
    again = final_entries(after)
    scored = replace(after, entries=(*after.entries, *again), scored=True)
    return (
        scored,
        (*events, *_changes(awarded, again)),
        (*rules, *_SCORING),
        gettext("{text} The game is scored again.", text=text),
    )


def _changes(before: tuple[PointsEntry, ...], after: tuple[PointsEntry, ...]) -> Iterator[Event]:
    """What the final awards of each account change by."""
    change: defaultdict[str, float] = defaultdict(float)
    for sign, entries in ((-1, before), (1, after)):
        for entry in entries:
            change[entry.account] += sign * entry.points
    for account, points in change.items():
        if points:
            number = (after or before)[0].round
            yield Scored(
                player=account, points=trim_decimals(points), why=SCORED_AGAIN, round=number, base=points, factor=1
            )


def _sheet(position: DeskPosition, action: act.CorrectGame) -> Done:
    ogre, system, left = action.ogre or "", action.system or SheetSystem.TREAD, action.left or 0
    sheet = position.sheets[ogre]
    row = sheet.layout.rows[system]
    if left > row.count:
        text = gettext(
            "{ogre} has {count} × {row} at most, not {left}.",
            ogre=team_label(ogre),
            count=row.count,
            row=row.shown,
            left=left,
        )
        raise Refused(Why.ILLEGAL_TARGET, ("EK-TEAM-12", "EK-GEN-01"), text)
    counts = MappingProxyType({**sheet.left, system: left})
    after = position.with_sheet(ogre, replace(sheet, left=counts))
    fell = after.sheets[ogre].destroyed and not sheet.destroyed
    circle = CircleLost(piece=ogre, system=system.value, left=left)
    event = TreadsLost(piece=ogre, left=left) if system is SheetSystem.TREAD else circle
    events = (event, *((Removed(piece=ogre, why="destroyed"),) if fell else ()))
    text = gettext("Corrected: {ogre} has {left} × {row} left.", ogre=team_label(ogre), left=left, row=row.shown)
    return after, events, ("EK-GEN-01", "EK-SPEC-10"), text


def _building(position: DeskPosition, action: act.CorrectGame) -> Done:
    name = action.building or ""
    lost = position.lost - {name} if action.stands else position.lost | {name}
    stands = action.stands
    event = Restored(piece=name) if stands else Removed(piece=name, why="destroyed")
    text = (
        gettext("Corrected: {name} stands.", name=team_label(name))
        if stands
        else gettext("Corrected: {name} is destroyed.", name=team_label(name))
    )
    return replace(position, lost=lost), (event,), ("EK-GEN-01", "EK-TEAM-08"), text


def _points(position: DeskPosition, action: act.CorrectGame) -> Done:
    account, points = position.roster.account(action.account or ""), action.points or 0
    entry = PointsEntry(account, position.closing_round, points, 1.0, BY_HAND)
    event = Scored(player=account, points=trim_decimals(points), why=BY_HAND, round=entry.round, base=points, factor=1)
    many = abs(trim_decimals(points))
    text = (
        gettext("Corrected: {account} gets {points} VP.", account=team_label(account), points=many)
        if points >= 0
        else gettext("Corrected: {account} loses {points} VP.", account=team_label(account), points=many)
    )
    return replace(position, entries=(*position.entries, entry)), (event,), ("EK-GEN-01", "EK-VP-01"), text
