"""Armies: what they cost, what they may cost, what is wrong with them, what fits in yet, and who goes first.

Copies are limited for unique dice alone (OG-ARMY-05), for three and more players as for two (AD-MULTI-04). The
documents' examples are AD-ARMY-05 and CY-ARMY-03; crews of any dice go by the tournament's terms (DW-ARMY-02).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.catalogue import Die
from companion.rules.agreements import Agreement, RuleGroup
from companion.rules.ruling import Ruling, Verdict, most_telling
from companion.rules.scenarios import BOXES, CYBURG_TEAMS, SET_OF_TEAM, TERMS, FirstPlayerRule, Scenario, ScenarioTerms
from companion.text import N_, gettext, pgettext


@dataclass(frozen=True, slots=True)
class ArmyAnswer:
    """An army judged: its points, the limit (None where there is none), every problem, who gets a Command Post."""

    points: float
    limit: float | None
    problems: tuple[str, ...]
    command_post: str | None
    ruling: Ruling

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


@dataclass(frozen=True, slots=True)
class FirstPlayer:
    """Who goes first: a player who decides, or the first player himself, or chance picks the first (not a decider)."""

    decides: str | None
    first: str | None
    by_chance: bool
    ruling: Ruling


def judge_army(agreement: Agreement, dice: Sequence[Die], scenario: Scenario, base: float | None = None) -> ArmyAnswer:
    """Whether an army is legal in a scenario (CON-05); ``base`` is an agreed base number (AD-ARMY-07)."""
    terms = TERMS[scenario]
    points = sum(die.points for die in dice)
    limit = _limit(agreement, dice, terms, scenario, base)
    problems = [*of_another_box(dice, scenario), *_size(dice, terms), *_repeated(dice), *_whole_team(dice, scenario)]
    if limit is not None and points > limit:
        problems.append(
            gettext(
                "{points:g} points, {over:g} over the limit of {limit:g}",
                points=points,
                over=points - limit,
                limit=limit,
            )
        )
    rules = most_telling(
        ("CY-ARMY-04", "AD-UNIQ-03", "OG-ARMY-13", "CON-07") if _repeated(dice) else (),
        _mixed_rules(scenario) if limit is not None and _mixed(dice) else (),
        terms.rules,
        ("AD-ARMY-06", "CON-06") if any("Ogre" in die.classes for die in dice) else (),
        ("AD-ARMY-07",) if base is not None else (),
        ("OG-ARMY-11",) if terms.command_post == "free" else (),
    )
    of = "" if limit is None else gettext(" of {limit:g}", limit=limit)
    verdict = "; ".join(problems) if problems else gettext("legal")
    text = gettext("{points:g} points{of}: {verdict}.", points=points, of=of, verdict=verdict)
    return ArmyAnswer(points, limit, tuple(problems), terms.command_post, Ruling(Verdict.YES, rules, text))


def _mixed(dice: Sequence[Die]) -> bool:
    return len({die.team.casefold() for die in dice}) > 1


def _limit(
    agreement: Agreement, dice: Sequence[Die], terms: ScenarioTerms, scenario: Scenario, base: float | None
) -> float | None:
    if terms.base is None:
        return None
    if not _mixed(dice):
        return (terms.base if base is None else base) + min((die.points for die in dice), default=0)
    if scenario is Scenario.VS_MARK_V and base is None:
        return float(agreement["AMB-31"])
    return base if base is not None else terms.mixed or terms.base


def _mixed_rules(scenario: Scenario) -> tuple[str, ...]:
    if scenario is Scenario.TOURNAMENT:
        return ("AD-ARMY-04", "AD-ARMY-01", "CY-ARMY-02", "OG-ARMY-10")
    return ("OG-ARMY-09", "OG-ARMY-10", *(("AMB-31",) if scenario is Scenario.VS_MARK_V else ()))


def _size(dice: Sequence[Die], terms: ScenarioTerms) -> list[str]:
    if not dice:
        return [gettext("the army has no dice")]
    if terms.crew is None:
        return []
    count = gettext("number of dice: {count} instead of {crew}", count=len(dice), crew=terms.crew)
    colours = [gettext("dice of more than one colour")] if _mixed(dice) else []
    return [count, *colours] if len(dice) != terms.crew else colours


def _repeated(dice: Sequence[Die]) -> list[str]:
    taken = Counter(die.id for die in dice if die.unique)
    labels = {die.id: die.label for die in dice}
    return [
        gettext("{name} is unique and appears {count} times", name=labels[name], count=count)
        for name, count in taken.items()
        if count > 1
    ]


def of_another_box(dice: Sequence[Die], scenario: Scenario) -> list[str]:
    """What is wrong with dice that belong to another box than the one a scenario is played with (DW-ARMY-01,
    CY-ARMY-01); a die whose set and team are not known may be of any."""
    if scenario not in BOXES:
        return []
    box, problem = BOXES[scenario]
    homes = {die.set or SET_OF_TEAM.get(die.team.casefold(), box) for die in dice}
    return [pgettext("rules", problem)] if homes - {box} else []


def _whole_team(dice: Sequence[Die], scenario: Scenario) -> list[str]:
    """The box game is played with the whole teams (CY-ARMY-01)."""
    if scenario is not Scenario.CYBURG_BOX or not dice:
        return []
    if _mixed(dice):
        return [gettext("dice of more than one team")]
    count, points = CYBURG_TEAMS.get(dice[0].team.casefold(), (len(dice), None))
    found = sum(die.points for die in dice)
    if points is None or (len(dice), found) == (count, points):
        return []
    return [gettext("the whole team has {count} dice and {points:g} points", count=count, points=points)]


def decide_first_player(
    agreement: Agreement, armies: Mapping[str, Sequence[Die]], scenario: Scenario, previous: str | None = None
) -> FirstPlayer:
    """Who goes first in a scenario (CON-04); ``previous`` began the last game of the series (DW-START-01)."""
    how = TERMS[scenario].first
    if how is FirstPlayerRule.BY_CHANCE and agreement.has(RuleGroup.ARMIES):
        how = FirstPlayerRule.SMALLEST_DECIDES
    if how is FirstPlayerRule.FACING_THE_OGRE:
        rules = ("OG-START-03", "CON-04")
        with_ogre = [p for p, dice in armies.items() if any("Ogre" in die.classes for die in dice) or not dice]
        others = [player for player in armies if player not in with_ogre]
        first = others[0] if len(others) == 1 else None
        text = gettext("{first} faces the Ogre and takes the first normal turn.", first=first or gettext("The player"))
        return FirstPlayer(None, first, False, Ruling(Verdict.YES, rules, text))
    if how is FirstPlayerRule.SMALLEST_DECIDES:
        return _smallest(agreement, armies, scenario)
    rules = ("DW-START-01", "CON-04")
    players = list(armies)
    if previous is not None and previous in players:
        first = players[(players.index(previous) + 1) % len(players)]
        text = gettext("{previous} began the last game, so {first} begins this one.", previous=previous, first=first)
        return FirstPlayer(None, first, False, Ruling(Verdict.YES, rules, text))
    return FirstPlayer(None, None, True, Ruling(Verdict.YES, rules, gettext("Chance picks the first player.")))


def _smallest(agreement: Agreement, armies: Mapping[str, Sequence[Die]], scenario: Scenario) -> FirstPlayer:
    totals = {player: sum(die.points for die in dice) for player, dice in armies.items()}
    least = [player for player, points in totals.items() if points == min(totals.values())]
    decides = agreement.by_document(("OG-START-04",), ("OG-START-04", "AD-FIRST-01"), ("CY-START-01",))
    tie = agreement.by_document(("OG-START-05", "AD-FIRST-02"), ("OG-START-05", "AD-FIRST-02"), ("CY-START-01",))
    if agreement.has(RuleGroup.ARMIES):
        decides, tie = ("AD-FIRST-01", "AD-GEN-03"), ("AD-FIRST-02",)
    if len(least) == 1:
        player, points = least[0], totals[least[0]]
        smaller = N_("", "{player} has the smaller army ({points:g} points) and decides who goes first.")
        smallest = N_("", "{player} has the smallest army ({points:g} points) and decides who goes first.")
        text = gettext(smaller if len(totals) == 2 else smallest, player=player, points=points)
        return FirstPlayer(least[0], None, False, Ruling(Verdict.YES, (*decides, "CON-04"), text))
    own = ("OG-START-09",) if scenario is Scenario.OGRE_EACH else ()
    text = gettext(
        "{players} have armies of {points:g} points: chance picks the first player.",
        players=gettext(" and ").join(least),
        points=totals[least[0]],
    )
    return FirstPlayer(None, None, True, Ruling(Verdict.YES, (*own, *tie, "CON-04"), text))


def judge_table_shape(players: int, shape: str) -> Ruling:
    """Whether a table's shape suits a number of players (AD-MULTI-05 to AD-MULTI-08, CON-29)."""
    rule, shapes = _TABLES.get(players, ("AD-MULTI-08", ("round",) if players > 4 else ()))
    ok = shape in shapes
    allowed = ", ".join(shapes) or gettext("none")
    stated = (
        N_("rules", "{players} players at a {shape} table: suitable (suitable: {allowed}).")
        if ok
        else N_("rules", "{players} players at a {shape} table: not suitable (suitable: {allowed}).")
    )
    text = pgettext("rules", stated, players=players, shape=shape, allowed=allowed)
    return Ruling(Verdict.YES if ok else Verdict.NO, (rule, "CON-29"), text)


_TABLES: Mapping[int, tuple[str, tuple[str, ...]]] = {
    2: ("AD-MULTI-05", ("square", "oblong", "round", "hexagon")),
    3: ("AD-MULTI-06", ("round", "triangle", "hexagon")),
    4: ("AD-MULTI-07", ("square", "round")),
}
