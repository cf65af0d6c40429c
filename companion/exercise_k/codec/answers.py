"""Answers to the questions of Exercise K: from what the engine says to their keys (docs/formats, Exercise K)."""

from __future__ import annotations

from typing import assert_never

from companion.exercise_k.codec import answer_documents as doc
from companion.exercise_k.codec import questions as ask
from companion.exercise_k.rules import (
    COMMAND_POST,
    IN_FORCE,
    DeskPosition,
    division,
    hex_named,
    hex_range,
    judge_placement,
    multiplier,
    points_now,
    roster_for,
    team_label,
    terms_ruling,
    trim_decimals,
    turn_order,
)
from companion.rules import Ruling, Verdict, most_telling
from companion.text import gettext, pgettext

_Answered = tuple[doc.DeskAnswer, Ruling]


def answer_desk_question(position: DeskPosition, question: ask.DeskQuestion) -> _Answered:  # noqa: PLR0911  (a case a kind)
    """The keys of the answer, and the ruling.

    Raises:
        Refused: the question cannot be put.
    """
    match question:
        case ask.RosterQuestion():
            return _roster(position, question)
        case ask.TurnOrderQuestion():
            return _turn_order(position)
        case ask.PlacementQuestion():
            return _placement(position, question)
        case ask.HexRangeQuestion():
            return _range(position, question)
        case ask.SheetQuestion():
            return _sheet(position, question)
        case ask.VictoryPointsQuestion():
            return _vp(position)
        case ask.MultiplierQuestion():
            return _multiplier(question)
        case ask.InForceQuestion():
            return doc.InForceAnswerDocument(**IN_FORCE), terms_ruling()
        case _:
            assert_never(question)


def _roster(position: DeskPosition, question: ask.RosterQuestion) -> _Answered:
    asked = question.players
    roster = position.roster if asked is None else roster_for(asked, position.roster.teams)
    destroyed = position.destroyed if asked is None else frozenset()
    row = division(sum(roster.sizes))
    posts = [name for name in roster.buildings if name.endswith(COMMAND_POST)]
    radars = len(roster.buildings) - len(posts)
    answer = doc.RosterAnswerDocument(
        sizes=roster.sizes,
        setup=roster.setup,
        runs={ogre: roster.runners(ogre, destroyed) for ogre in roster.ogres},
        counts=doc.RosterCountsDocument(ogres=len(roster.ogres), command_posts=len(posts), radars=radars),
    )
    third = ("EK-CNT-02", "EK-CNT-03") if roster.third_ogres else ()
    rules = most_telling((row.rule,), third, ("EK-CNT-01", "EK-TEAM-01", "EK-TEAM-08", "EK-TEAM-03", "EK-TEAM-06"))
    sizes = " + ".join(map(str, roster.sizes))
    text = gettext(
        "{players} players: {sizes}, {setup} setup, {ogres} Ogres.",
        players=sum(roster.sizes),
        sizes=sizes,
        setup=pgettext("rules", roster.setup),
        ogres=len(roster.ogres),
    )
    return answer, Ruling(Verdict.YES, rules, text)


def _turn_order(position: DeskPosition) -> _Answered:
    found = turn_order(position)
    answer = doc.TurnOrderAnswerDocument(
        turns=found.turns,
        corners=found.corners,
        round=found.round,
        to_move=found.to_move,
        final_round=found.final_round,
        over=found.over,
    )
    return answer, found.ruling


def _placement(position: DeskPosition, question: ask.PlacementQuestion) -> _Answered:
    radars, ogres = tuple(map(hex_named, question.radars)), tuple(map(hex_named, question.ogres))
    found = judge_placement(position.board, hex_named(question.cp), radars, ogres)
    distances = doc.PlacementDistancesDocument(
        radars=found.radars, ogres=found.ogres, between_radars=found.between_radars
    )
    answer = doc.PlacementAnswerDocument(legal=found.legal, problems=found.problems, distances=distances)
    return answer, found.ruling


def _range(position: DeskPosition, question: ask.HexRangeQuestion) -> _Answered:
    found = hex_range(position.board, hex_named(question.origin), hex_named(question.to))
    return doc.HexRangeAnswerDocument(hexes=found.hexes), found.ruling


def _sheet(position: DeskPosition, question: ask.SheetQuestion) -> _Answered:
    shown_ogre, sheet = team_label(question.ogre), position.sheets[question.ogre]
    left = {system.value: count for system, count in sheet.left.items()}
    shown = ", ".join(f"{sheet.layout.rows[system].shown} {count}" for system, count in sheet.left.items())
    text = (
        gettext("{ogre} is destroyed.", ogre=shown_ogre)
        if sheet.destroyed
        else gettext(
            "{ogre} has left: {left}; it moves {movement}.", ogre=shown_ogre, left=shown, movement=sheet.movement
        )
    )
    rules = ("EK-TEAM-12", "EK-SPEC-10", "AMB-53", "EK-TEAM-01", "EK-TEAM-02", "CON-26", "CON-24")
    answer = doc.SheetAnswerDocument(**left, destroyed=sheet.destroyed, movement=sheet.movement)
    return answer, Ruling(Verdict.YES, rules, text)


def _vp(position: DeskPosition) -> _Answered:
    found = points_now(position)
    leader = doc.LeadersDocument(player=found.leading_players, team=found.leading_teams)
    answer = doc.StandingsAnswerDocument(
        players=dict(found.players), third=dict(found.third), teams=dict(found.teams), leader=leader
    )
    final = ("EK-VP-12", "EK-VP-13", "EK-VP-14", "AMB-51", "AMB-55") if position.scored else ()
    third = ("EK-CNT-04", "EK-CNT-05") if found.third else ()
    tied = ("AMB-59",) if max(len(found.leading_players), len(found.leading_teams)) > 1 else ()
    rules = most_telling(("EK-VP-01", "EK-VP-02"), final, third, tied, ("EK-END-03", "CON-27"))
    shown = ", ".join(f"{team_label(team)} {total}" for team, total in found.teams.items())
    return answer, Ruling(Verdict.YES, rules, gettext("Teams: {teams}.", teams=shown))


def _multiplier(question: ask.MultiplierQuestion) -> _Answered:
    factor, rule = multiplier(question.round)
    text = gettext(
        "Points of round {round} count times {factor}.",
        round=question.round,
        factor=trim_decimals(factor),
    )
    return doc.MultiplierAnswerDocument(factor=trim_decimals(factor)), Ruling(Verdict.YES, (rule,), text)
