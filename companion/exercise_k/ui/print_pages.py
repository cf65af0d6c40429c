"""From a game to what paper draws: record sheets, blank or as they stand, and the result sheet."""

from __future__ import annotations

from companion.exercise_k.codec.record_sheet import mark_iii, own_sheet
from companion.exercise_k.paper import (
    Award,
    DeskResultSheet,
    PaperRow,
    PaperSheet,
    Rank,
    RoundCurve,
    record_sheet_pages,
    result_sheet_pages,
)
from companion.exercise_k.rules import COMPONENT, PointsEntry, SheetSystem, SystemRow, multiplier, team_label, team_of
from companion.exercise_k.session import RankingLine, Results, SheetCard, sheet_cards
from companion.paper import Page, Paper
from companion.text import N_, pgettext

_BLANK = 4
_LAST = 999


def blank_sheet_pages(paper: Paper = Paper.A4) -> list[Page]:
    """A page of blank record sheets; print it three times for twelve players."""
    layout = own_sheet() or mark_iii()
    weapons = ((system, row) for system, row in layout.rows.items() if system is not SheetSystem.TREAD)
    rows = tuple(_row(system, row, row.count, None) for system, row in weapons)
    steps = tuple((count, None) for count in layout.movement_steps)
    return record_sheet_pages([PaperSheet("", "", "", rows, steps, layout.shown_source)] * _BLANK, paper)


def sheet_pages(results: Results, paper: Paper = Paper.A4) -> list[Page]:
    """The record sheets of a game as they stand, team by team."""
    cards = sorted(sheet_cards(results.position, results.talk), key=lambda card: (card.team, card.number))
    return record_sheet_pages([_sheet(card) for card in cards], paper)


def desk_result_pages(results: Results, paper: Paper = Paper.A4) -> list[Page]:
    """The result sheet."""
    position = results.position
    result_sheet = DeskResultSheet(
        title=results.name,
        state=results.state,
        victors=results.victors,
        teams=tuple(_rank(place, place.name, pgettext("exercise_k", "out")) for place in results.teams),
        players=tuple(
            _rank(place, team_of(place.name), pgettext("exercise_k", "destroyed")) for place in results.players
        ),
        third_ogres=tuple(
            _rank(place, team_of(place.name), pgettext("exercise_k", "destroyed")) for place in results.third_ogres
        ),
        team_curves=tuple(
            RoundCurve(team_label(team), team, 0, points) for team, points in results.team_rounds.items()
        ),
        player_curves=tuple(
            RoundCurve(team_label(name), team_of(name), int(name[-1]), points)
            for name, points in results.rounds.items()
        ),
        zones=_zones(),
        awards=tuple(map(_award, position.entries)),
        notes=_notes(results),
    )
    return result_sheet_pages(result_sheet, paper)


def _sheet(card: SheetCard) -> PaperSheet:
    rows = tuple(_row(row.system, card.layout.rows[row.system], row.full, row.left) for row in card.weapons)
    ogre, source = team_label(card.ogre), card.layout.shown_source
    return PaperSheet(ogre, card.team, card.person, rows, card.steps, source, card.destroyed)


def _row(system: SheetSystem, row: SystemRow, full: int, left: int | None) -> PaperRow:
    reported = (
        (N_("exercise_k", "attack {value}"), row.attack),
        (N_("exercise_k", "range {value}"), row.range_hexes),
        (N_("exercise_k", "defence {value}"), row.defence),
    )
    strengths = ", ".join(pgettext("exercise_k", words, value=value) for words, value in reported if value is not None)
    return PaperRow(row.shown, full, left, strengths, COMPONENT[system][0])


def _award(entry: PointsEntry) -> Award:
    account, team = team_label(entry.account), team_of(entry.account)
    return Award(entry.round, account, team, entry.base, entry.factor, entry.points, entry.shown)


def _rank(place: RankingLine, team: str, out: str) -> Rank:
    return Rank(place.place, team_label(place.name), team, place.person, place.points, out if place.out else "")


def _zones() -> tuple[tuple[int, str], ...]:
    """The last round of each multiplier, and how it is written."""
    factors = {number: multiplier(number)[0] for number in range(1, 20)}
    last = {factor: max(number for number in factors if factors[number] == factor) for factor in factors.values()}
    return tuple((_LAST if factor == 1 else number, f"× {factor:g}") for factor, number in last.items())


def _notes(results: Results) -> tuple[str, ...]:
    """What was agreed on, and who waited."""
    agreed = [f"{row.id}: {row.text}" for row in results.position.agreement.in_force() if row.agreed]
    names = ", ".join(results.talk.waiting)
    waiting = pgettext("exercise_k", "On the waiting list: {names}.", names=names) if names else ""
    lost = sorted(map(team_label, results.position.lost))
    fell = pgettext("exercise_k", "Buildings lost: {buildings}.", buildings=", ".join(lost)) if lost else ""
    return tuple(note for note in (fell, *agreed, waiting) if note)
