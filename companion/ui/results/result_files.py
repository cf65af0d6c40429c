"""The result of a match written into a file: a sheet on paper, or JSON for programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from companion.atomic_write import write_atomic
from companion.codec.result import MatchResultDocument, ResultPlayerDocument
from companion.errors import OperationError
from companion.paper import Paper, write_pages
from companion.paper.results import LogRow, ResultSheet, SheetPlayer, result_pages
from companion.session import BADGES, NO_BADGE
from companion.session.match_setup import DOCUMENT_CARDS, SCENARIO_CARDS
from companion.text import gettext, moment_words, ngettext, pgettext

_JSON: Final = ".json"
#: So many points set by hand are listed on the first page; the log has them all.
_MOST_CORRECTIONS: Final = 6


def write_result(result: MatchResultDocument, target: Path, paper: Paper = Paper.A4) -> list[Path]:
    """Write a result sheet: .json for programs; .pdf, or .svg and .png with a file for each page; the files written.

    Raises:
        InputError: another ending.
        OperationError: it cannot be written.
    """
    if target.suffix.lower() != _JSON:
        return write_pages(result_pages(result_sheet(result), paper), target)
    try:
        write_atomic(target, (json.dumps(result.as_json(), ensure_ascii=False, indent=1) + "\n").encode())
    except OSError as error:
        raise OperationError(
            gettext(
                "{target} cannot be written ({why}); choose another place with -o", target=target, why=error.strerror
            )
        ) from error
    return [target]


def result_sheet(result: MatchResultDocument) -> ResultSheet:
    """What the sheet says of a result."""
    return ResultSheet(
        title=result.name or pgettext("results", "A match"),
        about=_about(result),
        ending=result.ending,
        corrections=_corrections(result),
        players=tuple(_player(player, result) for player in result.players),
        winning_score=result.winning_score,
        log=tuple(LogRow(line.turn, line.player, line.text, line.rules) for line in result.log),
    )


def _about(result: MatchResultDocument) -> str:
    """What was played, and when."""
    documents = [card.name for profile, card in DOCUMENT_CARDS.items() if profile == result.profile]
    scenarios = [card.name for scenario, card in SCENARIO_CARDS.items() if scenario == result.scenario]
    begun, ended = moment_words(result.begun_at), result.ended_at.astimezone()
    when = pgettext("results", "{begun} to {ended:%H:%M}", begun=begun, ended=ended)
    return ", ".join([*(pgettext("session", name) for name in documents + scenarios), when, *_camera(result)])


def _corrections(result: MatchResultDocument) -> str:
    """Which points people set by hand, the last few: ``Points set by hand: turn 3, Anna 12; turn 5, Ben 40.``"""
    last = result.score_corrections[-_MOST_CORRECTIONS:]
    if not last:
        return ""
    reported = [
        pgettext("results", "turn {turn}, {points}").format(
            turn=one.turn, points=", ".join(f"{player} {points:g}" for player, points in one.points.items())
        )
        for one in last
    ]
    left_out = len(result.score_corrections) - len(last)
    reported += [ngettext("{count} before", "{count} before", left_out)] if left_out else []
    return pgettext("results", "Points set by hand: {corrections}.").format(corrections="; ".join(reported))


def _camera(result: MatchResultDocument) -> list[str]:
    """What the camera was certified for."""
    if result.camera_grade is None:
        return []
    return [pgettext("results", "camera: {grade}", grade=pgettext("certificate", result.camera_grade))]


def _player(player: ResultPlayerDocument, result: MatchResultDocument) -> SheetPlayer:
    turns = result.turns
    badge = next((badge for badge in BADGES if badge.word == player.badge), NO_BADGE)
    return SheetPlayer(
        name=player.name,
        shape=badge.shape,
        colour=badge.word,
        won=player.won,
        army=", ".join(f"{dice.count} × {dice.die}" if dice.count > 1 else dice.die for dice in player.army),
        points=tuple(turn.points.get(player.name, 0) for turn in turns),
        hits=tuple(turn.hits.get(player.name, 0) for turn in turns),
        lost=tuple(turn.lost.get(player.name, 0) for turn in turns),
    )
