"""The situation of a script of Exercise K: from its keys to a `Position`, with the place of whatever is wrong."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from companion.catalogue import checks
from companion.catalogue.checks import Key, Notes, read_table
from companion.errors import InputError
from companion.plain_text import shown
from companion.rules.exercise_k.agreements import DeskAgreement
from companion.rules.exercise_k.board import HexBoard, Shoved
from companion.rules.exercise_k.points import PointsEntry
from companion.rules.exercise_k.position import DeskPosition, new_game
from companion.rules.exercise_k.record_sheet import (
    RecordSheet,
    SheetLayout,
    SheetSystem,
    decode_sheet_layout,
    full_sheet,
)
from companion.rules.exercise_k.roster import COLOURS, DIVISIONS, Roster, roster_for
from companion.rules.exercise_k.steps import VICTORY_POINTS, from_one

PROFILE: Final = "exercise-k"
_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


def _players(value: object) -> int:
    found = checks.count(value)
    if found not in DIVISIONS:
        raise ValueError(f"expected {min(DIVISIONS)} to {max(DIVISIONS)} players")
    return found


def _colour(value: object) -> str:
    found = checks.text(value)
    if found not in COLOURS:
        raise ValueError(f"expected team colours: {', '.join(COLOURS)}")  # EK-TEAM-03
    return found


def _layout(value: object) -> SheetLayout:
    """A Mark III by other numbers than the bundled ones."""
    if not isinstance(value, Mapping):
        raise ValueError("expected a table of keys")
    try:
        return decode_sheet_layout(value, "the sheet")
    except InputError as error:
        raise ValueError(" ".join(str(error).split("\n"))) from error


_GAME: Final = {
    "profile": Key(checks.text),
    "agreements": Key(checks.texts, _NOTHING),
    "players": Key(_players, max(DIVISIONS)),
    "order": Key(checks.list_of(_colour, distinct=True), None),
    "sizes": Key(checks.list_of(checks.count), None),
    "round": Key(from_one, 1),
    "to_move": Key(checks.text, None),
    "board": Key(checks.anything, _NOTHING),
    "mark_iii": Key(_layout, None),
    "sheets": Key(checks.anything, _NOTHING),
    "vp": Key(checks.anything, _NOTHING),
    "lost": Key(checks.list_of(checks.text, distinct=True), ()),
}
#: Hexes along a side of the board: a hex has two digits for each.
_along: Final = checks.count_in(1, 99)
_BOARD: Final = {
    "columns": Key(_along, HexBoard().columns),
    "rows": Key(_along, HexBoard().rows),
    "shoved": Key(checks.one_of(Shoved), Shoved.EVEN),
}
_SHEET: Final = {system.value: Key(checks.count, None) for system in SheetSystem}


def desk_situation(keys: Mapping[str, Any]) -> DeskPosition:
    """The game that a script starts from.

    Raises:
        InputError: naming the place of what is wrong.
    """
    found = _read(keys, _GAME, "")
    roster = _roster(found["players"], found["order"], found["sizes"])
    start = new_game(
        roster,
        agreement=DeskAgreement(choices=MappingProxyType(dict(found["agreements"]))),
        board=HexBoard(**_read(found["board"], _BOARD, "board")),
        round_number=found["round"],
        layout=found["mark_iii"],
    )
    start = replace(
        start,
        sheets=_sheets(found["sheets"], start),
        lost=frozenset(_known(name, roster.buildings, "lost") for name in found["lost"]),
        entries=_entries(found["vp"], roster),
    )
    first = next(iter(start.slots), roster.leaders[0])
    return replace(start, to_move=_known(found["to_move"] or first, roster.ogres, "to_move"))


def _roster(players: int, order: tuple[str, ...] | None, sizes: tuple[int, ...] | None) -> Roster:
    """``sizes`` says which teams of the order are the shorthanded ones, where it is not the last ones."""
    division = DIVISIONS[players].sizes
    teams = COLOURS[: len(division)] if order is None else order
    if len(teams) != len(division):
        raise InputError(f"order: {players} players form {len(division)} teams, got {len(teams)}")
    if sizes is not None and sorted(sizes) != sorted(division):
        expected = " + ".join(map(str, division))
        raise InputError(f"sizes: {players} players are divided {expected}, in any order")
    return replace(roster_for(players, teams), sizes=sizes or division)


def _sheets(rows: object, start: DeskPosition) -> Mapping[str, RecordSheet]:
    sheets = dict(start.sheets)
    for ogre, row in _table(rows, "sheets").items():
        _known(ogre, sheets, "sheets")
        left = _read(row, _SHEET, f"sheets: {ogre}")
        told = {SheetSystem(name): count for name, count in left.items() if count is not None}
        for system, count in told.items():
            if count > (printed := sheets[ogre].layout.rows[system].count):
                raise InputError(f"sheets: {ogre}: {system}: the sheet has {printed}, so {count} cannot be left")
        sheets[ogre] = full_sheet(told, sheets[ogre].layout)
    return MappingProxyType(sheets)


def _entries(rows: object, roster: Roster) -> tuple[PointsEntry, ...]:
    entries = []
    for name, given in _table(rows, "vp").items():
        account = roster.account(_known(name, roster.ogres, "vp"))
        try:
            entries.append(PointsEntry(account, None, VICTORY_POINTS(given), 1.0, "brought forward"))
        except ValueError as error:
            raise InputError(f"vp: {name}: {error}, got {shown(given)}") from error
    return tuple(entries)


def _table(rows: object, place: str) -> Mapping[str, object]:
    if not isinstance(rows, Mapping):
        raise InputError(f"{place}: expected a table of keys")
    return rows


def _read(row: object, keys: Mapping[str, Key], place: str) -> dict[str, Any]:
    notes = Notes("")
    found = read_table(row, keys, place, notes)
    if notes.problems:
        raise InputError("; ".join(notes.problems))
    return found


def _known(name: str, names: Collection[str], place: str) -> str:
    if name not in names:
        raise InputError(f"{place}: {shown(name)} is not known; expected one of {', '.join(names)}")
    return name
