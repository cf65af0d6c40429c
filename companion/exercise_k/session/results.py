"""What a game came to, for the result sheet, JSON and CSV: standings, every award, points over the rounds."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.codec.document import encode_given, encode_json
from companion.codec.fields import FORMAT
from companion.errors import OperationError
from companion.exercise_k.codec import documents
from companion.exercise_k.rules.actions import FinalRoundReason
from companion.exercise_k.rules.points import Standings, by_round
from companion.exercise_k.rules.position import DeskPosition
from companion.exercise_k.rules.roster import team_label, team_of
from companion.exercise_k.rules.turn_clock import points_now
from companion.exercise_k.session.desk_game import DeskGame, DeskRules
from companion.journal import Game, read_record
from companion.session.match import Timeline
from companion.text import N_, gettext, pgettext

_ENDS: Final[Mapping[FinalRoundReason | None, str]] = {
    None: N_("session", "one team was left"),
    FinalRoundReason.TIME: N_("session", "time ran out"),
    FinalRoundReason.STALEMATE: N_("session", "nobody could do further damage"),
    FinalRoundReason.DECLARED: N_("session", "the only mobile team declared the final round"),
}
assert set(_ENDS) == {None, *FinalRoundReason}


@dataclass(frozen=True, slots=True)
class Results:
    """A game and who played it."""

    name: str
    position: DeskPosition
    talk: documents.DeskTalk

    @property
    def standings(self) -> Standings:
        """Points and leaders now; final once the game is scored."""
        return points_now(self.position)

    @property
    def state(self) -> str:
        """How far the game is, in a sentence."""
        position = self.position
        if not position.over:
            to_move = team_label(position.to_move)
            return gettext("Round {round}, {to_move} is to move.", round=position.round, to_move=to_move)
        scored = "" if position.scored else gettext(" It has not been scored yet.")
        why = position.final.why if position.final is not None and not position.last_team_stands else None
        return gettext(
            "The game ended with round {round}: {why}.{scored}",
            round=position.closing_round,
            why=pgettext("session", _ENDS[why]),
            scored=scored,
        )

    @property
    def victors(self) -> tuple[str, ...]:
        """Who won, team and player, ties included (EK-END-03, AMB-59); nobody before the game is scored."""
        if not self.position.scored:
            return ()
        found = self.standings
        names = self.talk.names
        teams = tuple(map(team_label, found.leading_teams))
        players = tuple(
            f"{team_label(name)} ({names[name]})" if names.get(name) else team_label(name)
            for name in found.leading_players
        )
        return (_won(gettext("Team victory"), teams), _won(gettext("Individual victory"), players))

    @property
    def teams(self) -> tuple[documents.RankingDocument, ...]:
        """The teams by points."""
        return _ranked(self.standings.teams, self.standings.leading_teams, {}, self.position.teams_left)

    @property
    def players(self) -> tuple[documents.RankingDocument, ...]:
        """The players by points."""
        found = self.standings
        return _ranked(found.players, found.leading_players, self.talk.names, self.position.survivors)

    @property
    def third_ogres(self) -> tuple[documents.RankingDocument, ...]:
        """The third Ogres of teams of two, in no place: they count for their team alone (EK-CNT-04)."""
        position = self.position
        return tuple(
            documents.RankingDocument(
                place=0,
                name=name,
                points=points,
                leads=False,
                out=name not in position.slots,
                player=self.talk.runners(position, name) or None,
            )
            for name, points in self.standings.third.items()
        )

    @property
    def rounds(self) -> Mapping[str, tuple[float, ...]]:
        """Account -> its points at the end of each round from 1."""
        last = max((entry.round or 1 for entry in self.position.entries), default=1)
        return by_round(self.position.roster, self.position.entries, max(last, self.position.closing_round))

    @property
    def team_rounds(self) -> Mapping[str, tuple[float, ...]]:
        """Team -> its points at the end of each round from 1."""
        rows = self.rounds
        return {
            team: tuple(map(sum, zip(*(row for name, row in rows.items() if team_of(name) == team), strict=True)))
            for team in self.position.roster.teams
        }

    @property
    def document(self) -> documents.DeskResultsDocument:
        """Everything, as a file has it."""
        roster = self.position.roster
        return documents.DeskResultsDocument(
            format=FORMAT,
            game="exercise-k",
            name=self.name,
            state=self.state,
            over=self.position.over,
            scored=self.position.scored,
            rounds=self.position.closing_round,
            order=tuple(roster.teams),
            setup=roster.setup,
            agreements={row.id: row.value for row in self.position.agreement.in_force()},
            teams=self.teams,
            players=self.players,
            third_ogres=self.third_ogres,
            points_by_round={**self.team_rounds, **self.rounds},
            awards=self.awards,
            sheets={
                ogre: {system.value: left for system, left in sheet.left.items()} | {"destroyed": sheet.destroyed}
                for ogre, sheet in self.position.sheets.items()
            },
            buildings_lost=tuple(sorted(self.position.lost)),
        )

    @property
    def awards(self) -> tuple[documents.AwardDocument, ...]:
        """Every award, in order."""
        return tuple(
            documents.AwardDocument(
                number=number,
                round=entry.round,
                account=entry.account,
                player=self.talk.names.get(entry.account, ""),
                team=team_of(entry.account),
                base=entry.base,
                factor=entry.factor,
                points=entry.points,
                why=entry.why,
            )
            for number, entry in enumerate(self.position.entries, 1)
        )


def results_of(desk: DeskGame) -> Results:
    """What the game of a desk came to so far."""
    return Results(desk.opening.name or gettext("Exercise K"), desk.position, desk.talk)


def results_in(file: Path) -> Results:
    """What the game of a file came to; read without opening it, so that a desk may be at it meanwhile.

    Raises:
        OperationError: it is of another game, was written by a newer program or is damaged.
        InputError: there is no such file, or its opening cannot be read.
    """
    record = read_record(file)
    if record.game is not Game.EXERCISE_K:
        raise OperationError(gettext("{file}: this file holds a game other than Exercise K.", file=file))
    opening = documents.decode_desk_opening(record.opening)
    position = Timeline(DeskRules(opening), record.entries).position
    return Results(opening.name or gettext("Exercise K"), position, opening.table_talk)


def results_json(results: Results) -> str:
    """The results as JSON text."""
    return encode_json(results.document, indent=1) + "\n"


def results_csv(results: Results) -> str:
    """Every award as a line of CSV: number, round, account, player, team, base points, factor, points, reason."""
    text = io.StringIO()
    writer = csv.DictWriter(text, documents.AwardDocument.model_fields, lineterminator="\n")
    writer.writeheader()
    writer.writerows(map(encode_given, results.awards))
    return text.getvalue()


def _ranked(
    points: Mapping[str, float], leading: tuple[str, ...], people: Mapping[str, str], left: tuple[str, ...]
) -> tuple[documents.RankingDocument, ...]:
    """Places by points, the leaders first where a tie was broken among equals."""
    places: list[documents.RankingDocument] = []
    for number, name in enumerate(sorted(points, key=lambda name: (-points[name], name not in leading)), 1):
        leads, before = name in leading, places[-1] if places else None
        shared = before is not None and (before.points, before.leads) == (points[name], leads)
        place = before.place if shared and before is not None else number
        line = documents.RankingDocument(
            place=place, name=name, points=points[name], leads=leads, out=name not in left, player=people.get(name)
        )
        places.append(line)
    return tuple(places)


def _won(what: str, names: tuple[str, ...]) -> str:
    return (
        f"{what}: {names[0]}"
        if len(names) == 1
        else gettext("{what}: a tie of {names}", what=what, names=gettext(" and ").join(names))
    )
