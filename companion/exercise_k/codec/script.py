"""Referee scripts of Exercise K: a game with questions and actions, read from JSON, every word of it checked.

From the keys of a game of Exercise K to a `DeskPosition`: every name held to the roster, all problems at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.codec.document import decode
from companion.codec.script import ScriptLine
from companion.documents import unknown_name
from companion.errors import InputError
from companion.exercise_k.codec.actions import desk_name_problems
from companion.exercise_k.codec.answers import DeskQuestion, answer_desk_question
from companion.exercise_k.codec.documents import DeskGameDocument, DeskScriptDocument, mark_iii
from companion.exercise_k.rules.actions import DeskAction
from companion.exercise_k.rules.engine import apply_desk_action
from companion.exercise_k.rules.points import BROUGHT_FORWARD, PointsEntry
from companion.exercise_k.rules.position import DeskAgreement, DeskPosition, new_game
from companion.exercise_k.rules.record_sheet import SheetSystem, full_sheet
from companion.exercise_k.rules.roster import COLOURS, DIVISIONS, Roster, roster_for
from companion.rules import Refused
from companion.text import gettext

#: A question or an action.
DeskStep = DeskQuestion | DeskAction


@dataclass(frozen=True, slots=True)
class DeskScript:
    """A whole script: the file's name, where the game stands, the steps."""

    file: str
    start: DeskPosition
    steps: tuple[DeskStep, ...]

    def run(self) -> Iterator[ScriptLine]:
        """What is said to each step; an action moves the game on, a question leaves it."""
        position = self.start
        for number, step in enumerate(self.steps):
            if not isinstance(step, DeskQuestion):
                outcome = apply_desk_action(position, step)
                position = outcome.position
                yield ScriptLine(self.file, number, outcome.ruling, outcome.ok, events=outcome.events)
                continue
            try:
                answer, ruling = answer_desk_question(position, step)
            except Refused as refusal:
                yield ScriptLine(self.file, number, refusal.ruling, ok=False)
            else:
                yield ScriptLine(self.file, number, ruling, ok=True, answer=answer)


def desk_script_from(table: object, file: str) -> DeskScript:
    """The script of parsed JSON.

    Raises:
        InputError: with every problem, each with its place within the script.
    """
    keys = decode(DeskScriptDocument, table)
    start = decode_desk_game(keys)
    problems = [
        f"steps[{index}].{problem}"
        for index, step in enumerate(keys.steps)
        for problem in desk_name_problems(step, start.roster)
    ]
    if problems:
        raise InputError(*problems)
    steps = tuple(step if isinstance(step, DeskQuestion) else step.to_action() for step in keys.steps)
    return DeskScript(file, start, steps)


def decode_desk_game(keys: DeskGameDocument) -> DeskPosition:
    """The game that a script or journal starts from.

    Raises:
        InputError: with every problem, each with its place.
    """
    roster = _roster(keys.players, keys.order, keys.sizes)
    start = new_game(
        roster,
        mark_iii() if keys.mark_iii is None else keys.mark_iii.to_layout(),
        agreement=DeskAgreement(choices=MappingProxyType(keys.agreements)),
        board=keys.board.to_value(),
        round_number=keys.round,
    )
    problems = [
        *_unknown(keys.sheets, roster.ogres, "sheets"),
        *_unknown(keys.vp, roster.ogres, "vp"),
        *_unknown(keys.lost, roster.buildings, "lost"),
        *_unknown([keys.to_move] if keys.to_move else [], roster.ogres, "to_move"),
        *_too_many_left(keys, start),
    ]
    if problems:
        raise InputError(*problems)
    marked = {ogre: full_sheet(start.sheets[ogre].layout, _left(keys, ogre)) for ogre in keys.sheets}
    start = replace(
        start,
        sheets=MappingProxyType({**start.sheets, **marked}),
        lost=frozenset(keys.lost),
        entries=tuple(
            PointsEntry(roster.account(name), None, given, 1.0, BROUGHT_FORWARD) for name, given in keys.vp.items()
        ),
    )
    return replace(start, to_move=keys.to_move or next(iter(start.slots), roster.leaders[0]))


def _roster(players: int, order: tuple[str, ...] | None, sizes: tuple[int, ...] | None) -> Roster:
    """``sizes`` says which teams of the order are the shorthanded ones, where it is not the last ones."""
    division = DIVISIONS[players].sizes
    teams = COLOURS[: len(division)] if order is None else order
    if len(teams) != len(division):
        problem = gettext(
            "order: {players} players form {count} teams, got {given}",
            players=players,
            count=len(division),
            given=len(teams),
        )
        raise InputError(problem)
    if sizes is not None and sorted(sizes) != sorted(division):
        expected = " + ".join(map(str, division))
        raise InputError(
            gettext("sizes: {players} players are divided {expected}, in any order", players=players, expected=expected)
        )
    return replace(roster_for(players, teams), sizes=sizes or division)


def _unknown(given: Collection[str], names: Collection[str], place: str) -> list[str]:
    return [unknown_name(place, name, names) for name in given if name not in names]


def _left(keys: DeskGameDocument, ogre: str) -> Mapping[SheetSystem, int]:
    return {SheetSystem(name): left for name, left in keys.sheets[ogre] if left is not None}


def _too_many_left(keys: DeskGameDocument, start: DeskPosition) -> list[str]:
    return [
        gettext(
            "sheets.{ogre}.{system}: the sheet has {printed}, so {left} cannot be left",
            ogre=ogre,
            system=system,
            printed=printed,
            left=left,
        )
        for ogre in keys.sheets.keys() & start.sheets.keys()
        for system, left in _left(keys, ogre).items()
        if left > (printed := start.sheets[ogre].layout.rows[system].count)
    ]
