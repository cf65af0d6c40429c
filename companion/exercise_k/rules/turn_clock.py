"""The turn clock: leaders in team order, then Players 2, then Players 3, round after round (EK-ORD-01, EK-ORD-02,
EK-ORD-03, EK-ORD-05); the time at which the referee calls the final round (EK-END-02), its three forms, and the final
scoring."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from companion.exercise_k.rules import points
from companion.exercise_k.rules.actions import CallFinalRound, FinalRoundReason
from companion.exercise_k.rules.points import PointsEntry, Standings, standings
from companion.exercise_k.rules.position import DeskPosition, FinalRound
from companion.exercise_k.rules.record_sheet import SheetSystem
from companion.exercise_k.rules.roster import Roster, team_label, team_labels, team_of
from companion.rules import Refused, Ruling, Verdict, Why
from companion.text import N_, gettext

#: Minutes before the end of the allotted time at which "final round" is called (EK-END-02).
FINAL_CALL_MIN: Final = 20
_ENDS: Final = {
    FinalRoundReason.TIME: ("EK-END-02", "EK-END-03"),
    FinalRoundReason.STALEMATE: ("EK-END-04", "EK-END-03"),
    FinalRoundReason.DECLARED: ("EK-END-05", "AMB-54", "EK-END-03"),
}
assert set(_ENDS) == set(FinalRoundReason)


def random_order(teams: Sequence[str], chance: random.Random) -> tuple[str, ...]:
    """A team order drawn at random (EK-ORD-01)."""
    return tuple(chance.sample(list(teams), len(teams)))


def corner_order(roster: Roster) -> tuple[str, ...]:
    """The leaders in the order of choosing a corner: the last team in order first (EK-ORD-02)."""
    return roster.leaders[::-1]


def time_to_call(allotted_min: float, elapsed_min: float) -> bool:
    """Whether the final round is due to be called: 20 minutes or less of the allotted time are left (EK-END-02)."""
    return allotted_min - elapsed_min <= FINAL_CALL_MIN


def next_turn(position: DeskPosition) -> DeskPosition:
    """The clock at the next surviving Ogre's turn; past the last one the next round begins."""
    ogres = position.roster.ogres
    at = ogres.index(position.to_move)
    alive = set(position.slots)
    later = [ogre for ogre in ogres[at + 1 :] if ogre in alive]
    if later:
        return replace(position, to_move=later[0], begun=False)
    first = next(iter(position.slots), position.to_move)
    return replace(position, to_move=first, round=position.round + 1, begun=False)


def turn_order_ruling(position: DeskPosition) -> Ruling:
    """Whose turn it is, in which round, and whether the game is over, in a sentence."""
    final = None if position.final is None else position.final.round
    to_move = team_label(position.to_move)
    state = gettext("the game is over") if position.over else gettext("{to_move} is to move", to_move=to_move)
    last = "" if final is None or position.over else gettext(" Round {final} is the final round.", final=final)
    text = gettext("Round {round}: {state}.{last}", round=position.round, state=state, last=last)
    return Ruling(Verdict.YES, _deciding(position), text)


def _deciding(position: DeskPosition) -> tuple[str, ...]:
    ends: tuple[str, ...] = ()
    if position.last_team_stands:
        ends = ("EK-END-01", *(() if position.teams_left else ("AMB-58",)))
    elif position.final is not None:
        ends = _ENDS[position.final.why]
    third = ("EK-CNT-02",) if position.roster.third_ogres else ()
    return (*ends, "EK-ORD-03", "EK-ORD-05", "AMB-57", "EK-ORD-02", "EK-ORD-01", *third)


#: What the awards of the final scoring are for.
SURVIVED: Final = N_("rules", "survived")
UNUSED_MISSILES: Final = N_("rules", "unused missiles")
POST_STANDS: Final = N_("rules", "Command Post stands")
FINAL_AWARDS: Final = frozenset({SURVIVED, UNUSED_MISSILES, POST_STANDS})
_BETWEEN_ROUNDS: Final = {FinalRoundReason.STALEMATE: "EK-END-04", FinalRoundReason.DECLARED: "EK-END-05"}


#: The final round that a call brings, the rules, a sentence.
_Call = tuple[FinalRound, tuple[str, ...], str]


def call_final_round(position: DeskPosition, action: CallFinalRound) -> _Call:
    """The final round that a call brings, the rules, and a sentence.

    Raises:
        Refused: the call is not open now.
    """
    if position.final is not None:
        raise Refused(
            Why.NO_EFFECT, ("EK-END-02",), "Round {round} is the final round already.", round=position.final.round
        )
    return _CALLS[action.why](position, action)


def _by_time(position: DeskPosition, action: CallFinalRound) -> _Call:
    text = gettext("Final round: the game ends and is scored at the end of round {round}.", round=position.round)
    return FinalRound(position.round, FinalRoundReason.TIME), ("EK-END-02", "EK-END-03"), text


def _by_stalemate(position: DeskPosition, action: CallFinalRound) -> _Call:
    _need_between_rounds(position, action.why)
    _need_nobody_in_range(position, action, position.roster.teams, "EK-END-04")
    last = position.round - 1
    text = gettext(
        "Nobody can do further damage: the game ended with round {last}, scored as under time constraints.", last=last
    )
    return FinalRound(last, FinalRoundReason.STALEMATE), ("EK-END-04", "EK-END-02"), text


def _declared(position: DeskPosition, action: CallFinalRound) -> _Call:
    _need_between_rounds(position, action.why)
    mobile = position.teams_mobile
    if len(mobile) != 1:
        who = team_labels(mobile) or gettext("no team")
        raise Refused(
            Why.ILLEGAL_TARGET, ("EK-END-05",), "Only a team that alone can move may declare; now {who} can.", who=who
        )
    team = mobile[0]
    missing = [name for name in position.survivors if team_of(name) == team and name not in action.by]
    if missing:
        text = gettext(
            "All survivors of {team} must agree; {missing} did not.",
            team=team_label(team),
            missing=team_labels(missing),
        )
        raise Refused(Why.NO_CONSENT, ("EK-END-05",), text)
    others = tuple(name for name in position.roster.teams if name != team)
    _need_nobody_in_range(position, action, others, "EK-END-05")
    now = position.agreement["AMB-54"] == "now"
    last = position.round - 1 if now else position.round
    text = gettext(
        "{team}, alone mobile, declares the final round: the game ends with round {last}.",
        team=team_label(team),
        last=last,
    )
    return FinalRound(last, FinalRoundReason.DECLARED), ("EK-END-05", "AMB-54"), text


_CALLS: Final[Mapping[FinalRoundReason, Callable[[DeskPosition, CallFinalRound], _Call]]] = {
    FinalRoundReason.TIME: _by_time,
    FinalRoundReason.STALEMATE: _by_stalemate,
    FinalRoundReason.DECLARED: _declared,
}
assert set(_CALLS) == set(FinalRoundReason)


def _need_between_rounds(position: DeskPosition, why: FinalRoundReason) -> None:
    if not position.between_rounds:
        text = gettext("This can be declared only at the end of a round, before the first turn of the next.")
        raise Refused(Why.NOT_YOUR_TURN, (_BETWEEN_ROUNDS[why], "EK-ORD-05"), text)


def _need_nobody_in_range(position: DeskPosition, action: CallFinalRound, teams: tuple[str, ...], rule: str) -> None:
    able = [name for name in action.in_range if name in position.slots and team_of(name) in teams]
    if able:
        raise Refused(
            Why.TARGET_IN_RANGE, (rule,), "{able} still have a legal target in range.", able=team_labels(able)
        )


def final_entries(position: DeskPosition) -> tuple[PointsEntry, ...]:
    """The awards of the final scoring, account by account: survival, unused missiles, the team's Command Post.

    With one team left the game ended in full, otherwise under time constraints (EK-END-03); AMB-51 says whether the
    awards are raised, AMB-55 who gets them.
    """
    number = position.closing_round
    factor = points.multiplier(number)[0] if position.agreement["AMB-51"] == "raised" else 1.0
    return tuple(replace(award, round=number, factor=factor) for award in _awards(position))


def _awards(position: DeskPosition) -> Iterator[PointsEntry]:
    roster, in_full = position.roster, position.last_team_stands
    each = points.SURVIVAL_VP if in_full else points.SURVIVAL_BY_TIME_VP
    for account in dict.fromkeys(map(roster.account, position.slots)):
        yield PointsEntry(account, None, each, 1.0, SURVIVED)
    for ogre in roster.ogres:
        if count := position.sheets[ogre].left[SheetSystem.MISSILE]:
            yield PointsEntry(roster.account(ogre), None, count * points.MISSILE_LEFT_VP, 1.0, UNUSED_MISSILES)
    each = points.POST_STANDS_VP if in_full else points.POST_STANDS_BY_TIME_VP
    for team in filter(position.post_stands, roster.teams):
        accounts = roster.players_of(team)
        for account in accounts[:1] if position.agreement["AMB-55"] == "once" else accounts:
            yield PointsEntry(account, None, each, 1.0, POST_STANDS)


def points_now(position: DeskPosition) -> Standings:
    """The standings of a game; equal totals are a tie, or go by Ogres standing where that is agreed (AMB-59)."""
    if position.agreement["AMB-59"] == "tie":
        return standings(position.roster, position.entries)
    roster = position.roster
    alive = dict.fromkeys((*roster.players, *roster.third_ogres, *roster.teams), 0)
    for ogre in position.slots:
        alive[roster.account(ogre)] += 1
        alive[team_of(ogre)] += 1
    return standings(roster, position.entries, alive)
