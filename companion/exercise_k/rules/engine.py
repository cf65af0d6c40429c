"""`apply`: one action of Exercise K, from position to outcome.

Reasons for a refusal are judged in this order: the match, combined fire, whose turn it is, the acting Ogre,
the target.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, assert_never

from companion.exercise_k.rules import actions as act
from companion.exercise_k.rules import points
from companion.exercise_k.rules.corrections import correct_game
from companion.exercise_k.rules.points import PointsEntry
from companion.exercise_k.rules.position import DeskPosition
from companion.exercise_k.rules.record_sheet import SheetSystem
from companion.exercise_k.rules.roster import COMMAND_POST, team_label, team_labels, team_of
from companion.exercise_k.rules.turn_clock import call_final_round, final_entries, next_turn, points_now
from companion.rules import Refused, Ruling, Term, Verdict, Why, most_telling
from companion.rules.events import CircleLost, Event, Removed, Scored, TreadsLost, TurnBegan, Unharmed
from companion.text import N_, gettext, pgettext


@dataclass(frozen=True, slots=True)
class DeskOutcome:
    """What an action leads to. Where it is refused, the position is the old one and nothing happened."""

    position: DeskPosition
    events: tuple[Event, ...]
    ruling: Ruling

    @property
    def ok(self) -> bool:
        """Whether the action was taken."""
        return self.ruling.ok


def apply_desk_action(position: DeskPosition, action: act.DeskAction) -> DeskOutcome:
    """Take an action; one that the rules refuse changes nothing and says why."""
    try:
        return _apply(position, action)
    except Refused as refusal:
        return DeskOutcome(position, (), refusal.ruling)


def _apply(position: DeskPosition, action: act.DeskAction) -> DeskOutcome:  # noqa: PLR0911  (a case a kind)
    match action:
        case act.Damage():
            return _damage(position, action)
        case act.FireMissile():
            return _fire_missile(position, action)
        case act.Destroy():
            return _destroy(position, action)
        case act.SelfDamage():
            return _self_damage(position, action)
        case act.EndDeskTurn():
            return _end_turn(position, action)
        case act.CallFinalRound():
            return _call_final_round(position, action)
        case act.End():
            return _end(position, action)
        case act.CorrectGame():
            return _set_right(position, action)
        case _:
            assert_never(action)


def _taken(
    position: DeskPosition,
    rules: tuple[str, ...],
    text: str,
    events: tuple[Event, ...] = (),
    terms: tuple[Term, ...] = (),
) -> DeskOutcome:
    return DeskOutcome(position, events, Ruling(Verdict.YES, most_telling(rules), text, terms=terms))


# --- who may act -------------------------------------------------------------------------------------------------


def _need_running(position: DeskPosition, *, ram: bool = False) -> None:
    """Both halves of a ram belong together, though the first may leave one team standing (AMB-58)."""
    if position.over and not (ram and position.ram_unfinished):
        why = gettext("it has been scored") if position.scored else gettext("it only has to be scored")
        raise Refused(Why.MATCH_OVER, ("EK-END-01", "EK-END-02"), "The game is over; {why}.", why=why)


def _need_turn(position: DeskPosition, ogre: str, player: str | None, *, ram: bool = False) -> None:
    if ogre != position.to_move:
        raise Refused(
            Why.NOT_YOUR_TURN,
            ("EK-ORD-03",),
            "It is the turn of {to_move}, not of {ogre}.",
            to_move=team_label(position.to_move),
            ogre=team_label(ogre),
        )
    _need_runner(position, ogre, player)
    if position.sheets[ogre].destroyed and not (ram and position.begun):
        raise Refused(Why.DESTROYED, ("EK-SPEC-10", "EK-SPEC-09"), "{ogre} is destroyed.", ogre=team_label(ogre))


def _need_runner(position: DeskPosition, ogre: str, player: str | None) -> None:
    runners = position.roster.runners(ogre, position.destroyed)
    if player is not None and player not in runners:
        text = gettext(
            "{ogre} is run by {runners}, not by {player}.",
            ogre=team_label(ogre),
            runners=team_labels(runners),
            player=team_label(player),
        )
        raise Refused(Why.NOT_YOUR_TURN, ("EK-ORD-03", "EK-CNT-02"), text)


def _shooter(position: DeskPosition, action: act.Damage) -> str:
    """The Ogre that acts; several are combined fire, open only to Ogres of one player where that is agreed (AMB-56)."""
    if len(action.by) == 1:
        return action.by[0]
    of_one_player = len({position.roster.runners(ogre, position.destroyed) for ogre in action.by}) == 1
    if not of_one_player or position.agreement["AMB-56"] == "apart":
        text = gettext("{by} take separate turns and cannot combine fire.", by=team_labels(action.by))
        raise Refused(Why.COMBINED_FIRE, ("EK-ORD-04", "AMB-56"), text)
    return position.to_move if position.to_move in action.by else action.by[0]


def _need_enemy(by: str, target: str) -> None:
    if team_of(by) == team_of(target):
        text = gettext(
            "{target} belongs to {team} as {by} does; friendly fire is not permitted.",
            target=team_label(target),
            team=team_label(team_of(by)),
            by=team_label(by),
        )
        raise Refused(Why.FRIENDLY_FIRE, ("EK-SPEC-07", "EK-VP-03"), text)


def _need_left(position: DeskPosition, ogre: str, system: SheetSystem, count: int = 1) -> None:
    sheet = position.sheets[ogre]
    if sheet.destroyed:
        raise Refused(Why.DESTROYED, ("EK-SPEC-10", "EK-SPEC-09"), "{ogre} is destroyed.", ogre=team_label(ogre))
    left, name = sheet.left[system], sheet.layout.rows[system].shown
    if system is SheetSystem.TREAD and left == 0:
        raise Refused(
            Why.NO_TREADS, ("EK-VP-08", "EK-SPEC-10"), "{ogre} has no Tread units left.", ogre=team_label(ogre)
        )
    if system is not SheetSystem.TREAD and left < max(count, 1):
        rules = (points.COMPONENT[system][1], "EK-SPEC-10")
        raise Refused(
            Why.WEAPON_DESTROYED,
            rules,
            "{ogre} has {left} of its {name} left, not {count}.",
            ogre=team_label(ogre),
            left=left,
            name=name,
            count=count,
        )


# --- points ------------------------------------------------------------------------------------------------------


_DESTROYED: Final = N_("rules", "{piece} destroyed")


def _award(position: DeskPosition, ogre: str, base: float, reason: str, **of: str) -> tuple[DeskPosition, Event]:
    factor, _ = points.multiplier(position.round)
    entry = PointsEntry(position.roster.account(ogre), position.round, base, factor, reason, **of)
    return replace(position, entries=(*position.entries, entry)), _scored(entry)


def _scored(entry: PointsEntry) -> Event:
    return Scored(
        player=entry.account,
        points=entry.points,
        why=entry.why,
        round=entry.round,
        base=entry.base,
        factor=points.trim_decimals(entry.factor),
    )


def _terms(position: DeskPosition, base: float, label: str, rule: str) -> tuple[Term, ...]:
    factor, raised = points.multiplier(position.round)
    return Term(base, label, rule), Term(factor, gettext("times, in round {round}", round=position.round), raised)


def _crossed_off(
    position: DeskPosition, ogre: str, system: SheetSystem, count: int
) -> tuple[DeskPosition, list[Event]]:
    """Components crossed off a sheet; an Ogre without any goes from the board (EK-SPEC-09, EK-SPEC-10)."""
    lost = min(count, position.sheets[ogre].left[system])
    after = replace(position.with_sheet(ogre, position.sheets[ogre].less(system, lost)), begun=True)
    left = after.sheets[ogre].left[system]
    if system is SheetSystem.TREAD:
        return after, [TreadsLost(piece=ogre, lost=lost, left=left)]
    return after, [CircleLost(piece=ogre, system=system.value, left=left)]


def _removed(position: DeskPosition, ogre: str) -> list[Event]:
    return [Removed(piece=ogre, why="destroyed")] if position.sheets[ogre].destroyed else []


# --- actions -----------------------------------------------------------------------------------------------------


def _damage(position: DeskPosition, action: act.Damage) -> DeskOutcome:
    _need_running(position, ram=action.ram)
    by = _shooter(position, action)
    _need_turn(position, by, action.player, ram=action.ram)
    _need_enemy(by, action.target)
    _need_left(position, action.target, action.system, action.count)
    if action.count == 0:
        missed = Unharmed(piece=action.target, why=Why.NO_EFFECT)
        text = gettext("{by} does {target} no harm.", by=team_label(by), target=team_label(action.target))
        return _taken(replace(position, begun=True), ("EK-SPEC-10", "EK-ORD-03"), text, (missed,))
    return _hit(position, action, by)


def _hit(position: DeskPosition, action: act.Damage, by: str) -> DeskOutcome:
    value, rule = points.COMPONENT[action.system]
    lost = min(action.count, position.sheets[action.target].left[action.system])
    row = position.sheets[action.target].layout.rows[action.system]
    after, events = _crossed_off(position, action.target, action.system, lost)
    after, scored = _award(
        after, by, lost * value, N_("rules", "{name} of {piece}"), name=row.name, piece=action.target
    )
    events += [scored, *_removed(after, action.target)]
    finished = after.sheets[action.target].destroyed
    if finished and (not action.ram or position.agreement["AMB-52"] == "ram"):
        after, scored = _award(after, by, points.OGRE_VP, _DESTROYED, piece=action.target)
        events.append(scored)
    rules = (
        rule,
        points.multiplier(position.round)[1],
        *(("AMB-52",) if action.ram else ()),
        *(("EK-VP-09", "EK-SPEC-09", "EK-SPEC-10", "AMB-53") if finished else ()),
        *(("EK-CNT-04",) if by in position.roster.third_ogres else ()),
        "EK-VP-01",
    )
    message = (
        N_("rules", "{by} destroys {lost} × {name} of {target}, its last component.")
        if finished
        else N_("rules", "{by} destroys {lost} × {name} of {target}.")
    )
    of = {"by": team_label(by), "target": team_label(action.target)}
    done = pgettext("rules", message, lost=lost, name=row.shown, **of)
    return _taken(after, rules, done, tuple(events), _terms(position, lost * value, row.shown, rule))


def _fire_missile(position: DeskPosition, action: act.FireMissile) -> DeskOutcome:
    _need_running(position)
    _need_turn(position, action.by, action.player)
    _need_left(position, action.by, SheetSystem.MISSILE)
    after, events = _crossed_off(position, action.by, SheetSystem.MISSILE, 1)
    text = gettext("{by} fires a missile; it is used up and scores for nobody.", by=team_label(action.by))
    rules = ("AMB-60", "EK-VP-13", *(("AMB-53", "EK-SPEC-10") if after.sheets[action.by].destroyed else ()))
    return _taken(after, rules, text, (*events, *_removed(after, action.by)))


def _destroy(position: DeskPosition, action: act.Destroy) -> DeskOutcome:
    _need_running(position)
    _need_turn(position, action.by, action.player)
    _need_enemy(action.by, action.building)
    fallen = team_label(action.building)
    post = action.building.endswith(f" {COMMAND_POST}")
    base, rule = (points.COMMAND_POST_VP, "EK-VP-10") if post else (points.RADAR_VP, "EK-VP-11")
    special = "EK-SPEC-01" if post else "EK-SPEC-02"
    if action.building in position.lost:
        raise Refused(Why.DESTROYED, (rule, special), "{building} is destroyed already.", building=fallen)
    if not post and action.result is act.BuildingResult.DISABLED and not action.ram:
        text = gettext("{building} ignores a D result.", building=fallen)
        ignored = Unharmed(piece=action.building, why=Why.NO_EFFECT)
        return _taken(replace(position, begun=True), ("EK-SPEC-02",), text, (ignored,))
    after = replace(position, lost=position.lost | {action.building}, begun=True)
    after, scored = _award(after, action.by, base, _DESTROYED, piece=action.building)
    events = (Removed(piece=action.building, why="destroyed"), scored)
    rules = (rule, special, points.multiplier(position.round)[1], "EK-VP-01")
    text = gettext("{by} destroys {building}.", by=team_label(action.by), building=fallen)
    return _taken(after, rules, text, events, _terms(position, base, fallen, rule))


def _self_damage(position: DeskPosition, action: act.SelfDamage) -> DeskOutcome:
    _need_running(position, ram=True)
    _need_turn(position, action.ogre, action.player)
    _need_left(position, action.ogre, action.system, action.count)
    after, events = _crossed_off(position, action.ogre, action.system, action.count)
    name = position.sheets[action.ogre].layout.rows[action.system].shown
    text = gettext(
        "{ogre} loses {count} × {name} by its own ram; that scores for nobody.",
        ogre=team_label(action.ogre),
        count=action.count,
        name=name,
    )
    rules = ("EK-VP-18", "EK-SPEC-08", "EK-SPEC-04", "CON-28")
    return _taken(after, rules, text, (*events, *_removed(after, action.ogre)))


def _end_turn(position: DeskPosition, action: act.EndDeskTurn) -> DeskOutcome:
    _need_running(position)
    _need_runner(position, position.to_move, action.player)
    after = next_turn(position) if action.until is None else _idle_until(position, *action.until)
    rules = ("EK-ORD-03", "AMB-57", *(("EK-ORD-05",) if after.round > position.round else ()))
    if after.over:
        return _taken(
            after,
            (*rules, "EK-END-02"),
            gettext("Round {round} is complete; the game is over.", round=after.closing_round),
        )
    turn = TurnBegan(player=after.to_move, round=after.round)
    factor = points.trim_decimals(points.multiplier(after.round)[0])
    text = gettext(
        "Round {round}, points times {factor}: {to_move} is to move.",
        round=after.round,
        factor=factor,
        to_move=team_label(after.to_move),
    )
    return _taken(after, rules, text, (turn,))


def _idle_until(position: DeskPosition, round_number: int, ogre: str) -> DeskPosition:
    """The clock run on to a turn, or to the end of the game where that comes first."""
    if ogre not in position.slots:
        raise Refused(
            Why.DESTROYED, ("AMB-57", "EK-SPEC-09"), "{ogre} is destroyed and has no turn.", ogre=team_label(ogre)
        )
    order = position.roster.ogres
    now, then = (position.round, order.index(position.to_move)), (round_number, order.index(ogre))
    if then < now:
        text = gettext("The turn of {ogre} in round {round} is over.", ogre=team_label(ogre), round=round_number)
        raise Refused(Why.TURN_SPENT, ("EK-ORD-03", "EK-ORD-05"), text)
    if now == then:
        return position
    final = None if position.final is None else position.final.round
    if final is not None and round_number > final:
        return replace(position, to_move=position.slots[0], round=final + 1, begun=False)
    return replace(position, to_move=ogre, round=round_number, begun=False)


def _call_final_round(position: DeskPosition, action: act.CallFinalRound) -> DeskOutcome:
    _need_running(position)
    final, rules, text = call_final_round(position, action)
    return _taken(replace(position, final=final), rules, text)


def _end(position: DeskPosition, action: act.End) -> DeskOutcome:
    rules = ("EK-VP-12", "EK-VP-13", "EK-VP-14", "AMB-51", "AMB-55")
    if position.scored:
        raise Refused(Why.MATCH_OVER, rules, "The game has been scored.")
    if not position.over:
        text = gettext("The game is not over: it ends when one team is left or the final round is complete.")
        raise Refused(Why.MUST_ACT, ("EK-END-01", "EK-END-02"), text)
    entries = final_entries(position)
    after = replace(position, entries=(*position.entries, *entries), scored=True)
    ends = ("EK-END-01",) if position.last_team_stands else ("EK-END-03",)
    return _taken(after, (*rules, *ends, "AMB-59"), _announced(after), tuple(_scored(entry) for entry in entries))


def _set_right(position: DeskPosition, action: act.CorrectGame) -> DeskOutcome:
    after, events, rules, text = correct_game(position, action)
    message = f"{text} {_announced(after)}" if after.scored else text
    return _taken(after, rules, message, events)


def _announced(position: DeskPosition) -> str:
    found = points_now(position)
    teams, players = found.leading_teams, found.leading_players
    team = gettext("{names} with {points} VP", names=_names(teams), points=found.teams[teams[0]])
    player = gettext("{names} with {points} VP", names=_names(players), points=found.players[players[0]])
    return gettext("Team victory: {team}. Individual victory: {player}.", team=team, player=player)


def _names(names: tuple[str, ...]) -> str:
    return team_labels(names) if len(names) == 1 else gettext("a tie of {names}", names=team_labels(names))
