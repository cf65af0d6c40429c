"""Answers to the questions of Exercise K: from what the engine says to their keys (docs/formats, Exercise K)."""

from __future__ import annotations

from typing import Annotated, Literal, assert_never

from pydantic import AfterValidator, Field

from companion.codec.document import Document
from companion.exercise_k.codec.actions import RoundNumber
from companion.exercise_k.rules.board import hex_named, hex_range, judge_placement
from companion.exercise_k.rules.points import multiplier, trim_decimals
from companion.exercise_k.rules.position import IN_FORCE, DeskPosition, terms_ruling
from companion.exercise_k.rules.roster import COMMAND_POST, division, roster_for, team_label
from companion.exercise_k.rules.turn_clock import corner_order, points_now, turn_order_ruling
from companion.limits import Count, NonEmptyStr
from companion.rules import Ruling, Verdict, most_telling
from companion.text import gettext, pgettext


def _hex_name(name: str) -> str:
    hex_named(name)
    return name


_HexName = Annotated[str, AfterValidator(_hex_name), Field(description="A hex, CCRR.")]


class _DeskQuestion(Document):
    player: NonEmptyStr | None = Field(default=None, description="Who asks, where it is not the one to move.")


class RosterQuestion(_DeskQuestion):
    """Who plays what, in this game or with another number of players."""

    ask: Literal["roster"]
    players: Count | None = None


class TurnOrderQuestion(_DeskQuestion):
    """The slots of a round."""

    ask: Literal["turn-order"]


class PlacementQuestion(_DeskQuestion):
    """Whether a team's first hexes are legal."""

    ask: Literal["placement"]
    team: NonEmptyStr
    cp: _HexName
    radars: tuple[_HexName, _HexName]
    ogres: tuple[_HexName, ...]


class HexRangeQuestion(_DeskQuestion):
    """How far two hexes are apart."""

    ask: Literal["range"]
    origin: _HexName = Field(alias="from")
    to: _HexName


class SheetQuestion(_DeskQuestion):
    """What is left of an Ogre."""

    ask: Literal["sheet"]
    ogre: NonEmptyStr


class VictoryPointsQuestion(_DeskQuestion):
    """The standings."""

    ask: Literal["vp"]


class MultiplierQuestion(_DeskQuestion):
    """What points of a round count."""

    ask: Literal["multiplier"]
    round: RoundNumber


class InForceQuestion(_DeskQuestion):
    """Which rules of the board game are in force."""

    ask: Literal["in-force"]


DeskQuestion = (
    RosterQuestion
    | TurnOrderQuestion
    | PlacementQuestion
    | HexRangeQuestion
    | SheetQuestion
    | VictoryPointsQuestion
    | MultiplierQuestion
    | InForceQuestion
)


_Number = int | float


class RosterCountsDocument(Document):
    """How many of each there are."""

    ogres: int
    command_posts: int
    radars: int


class RosterAnswerDocument(Document):
    """Who plays what."""

    sizes: tuple[int, ...]
    setup: str
    runs: dict[str, tuple[str, ...]]
    counts: RosterCountsDocument


class TurnOrderAnswerDocument(Document):
    """The slots of a round, and where the clock stands."""

    turns: tuple[str, ...]
    corners: tuple[str, ...]
    round: int
    to_move: str
    final_round: int | None
    over: bool


class PlacementDistancesDocument(Document):
    """In hexes: from the Command Post in the order given, and between the radars."""

    radars: tuple[int, ...]
    ogres: tuple[int, ...]
    between_radars: int


class PlacementAnswerDocument(Document):
    """Whether a team's first hexes are legal."""

    legal: bool
    problems: tuple[str, ...]
    distances: PlacementDistancesDocument


class HexRangeAnswerDocument(Document):
    """How far two hexes are apart."""

    hexes: int


class SheetAnswerDocument(Document):
    """What is left of an Ogre."""

    main: int
    secondary: int
    missile: int
    ap: int
    tread: int
    destroyed: bool
    movement: int


class LeadersDocument(Document):
    """Who leads; several are a tie."""

    player: tuple[str, ...]
    team: tuple[str, ...]


class StandingsAnswerDocument(Document):
    """The standings."""

    players: dict[str, _Number]
    third: dict[str, _Number]
    teams: dict[str, _Number]
    leader: LeadersDocument


class MultiplierAnswerDocument(Document):
    """What points of a round count."""

    factor: _Number


class InForceAnswerDocument(Document):
    """Which rules of the board game are in force."""

    stacking: bool
    ramming: bool
    overrun: bool
    optional: bool
    advanced: bool
    exit: bool
    binding: bool


DeskAnswer = (
    RosterAnswerDocument
    | TurnOrderAnswerDocument
    | PlacementAnswerDocument
    | HexRangeAnswerDocument
    | SheetAnswerDocument
    | StandingsAnswerDocument
    | MultiplierAnswerDocument
    | InForceAnswerDocument
)


_Answered = tuple[DeskAnswer, Ruling]


def answer_desk_question(position: DeskPosition, question: DeskQuestion) -> _Answered:  # noqa: PLR0911  (a case a kind)
    """The keys of the answer, and the ruling.

    Raises:
        Refused: the question cannot be put.
    """
    match question:
        case RosterQuestion():
            return _roster(position, question)
        case TurnOrderQuestion():
            return _turn_order(position)
        case PlacementQuestion():
            return _placement(position, question)
        case HexRangeQuestion():
            found = hex_range(position.board, hex_named(question.origin), hex_named(question.to))
            return HexRangeAnswerDocument(hexes=found.hexes), found.ruling
        case SheetQuestion():
            return _sheet(position, question)
        case VictoryPointsQuestion():
            return _vp(position)
        case MultiplierQuestion(round=number):
            factor, rule = multiplier(number)
            counted = trim_decimals(factor)
            text = gettext("Points of round {round} count times {factor}.", round=number, factor=counted)
            return MultiplierAnswerDocument(factor=counted), Ruling(Verdict.YES, (rule,), text)
        case InForceQuestion():
            return InForceAnswerDocument(**IN_FORCE), terms_ruling()
        case _:
            assert_never(question)


def _roster(position: DeskPosition, question: RosterQuestion) -> _Answered:
    asked = question.players
    roster = position.roster if asked is None else roster_for(asked, position.roster.teams)
    destroyed = position.destroyed if asked is None else frozenset()
    row = division(sum(roster.sizes))
    posts = [name for name in roster.buildings if name.endswith(COMMAND_POST)]
    radars = len(roster.buildings) - len(posts)
    answer = RosterAnswerDocument(
        sizes=roster.sizes,
        setup=roster.setup,
        runs={ogre: roster.runners(ogre, destroyed) for ogre in roster.ogres},
        counts=RosterCountsDocument(ogres=len(roster.ogres), command_posts=len(posts), radars=radars),
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
    answer = TurnOrderAnswerDocument(
        turns=position.slots,
        corners=corner_order(position.roster),
        round=position.round,
        to_move=position.to_move,
        final_round=None if position.final is None else position.final.round,
        over=position.over,
    )
    return answer, turn_order_ruling(position)


def _placement(position: DeskPosition, question: PlacementQuestion) -> _Answered:
    radars, ogres = tuple(map(hex_named, question.radars)), tuple(map(hex_named, question.ogres))
    found = judge_placement(position.board, hex_named(question.cp), radars, ogres)
    distances = PlacementDistancesDocument(radars=found.radars, ogres=found.ogres, between_radars=found.between_radars)
    answer = PlacementAnswerDocument(legal=found.legal, problems=found.problems, distances=distances)
    return answer, found.ruling


def _sheet(position: DeskPosition, question: SheetQuestion) -> _Answered:
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
    answer = SheetAnswerDocument(**left, destroyed=sheet.destroyed, movement=sheet.movement)
    return answer, Ruling(Verdict.YES, rules, text)


def _vp(position: DeskPosition) -> _Answered:
    found = points_now(position)
    leader = LeadersDocument(player=found.leading_players, team=found.leading_teams)
    answer = StandingsAnswerDocument(
        players=dict(found.players), third=dict(found.third), teams=dict(found.teams), leader=leader
    )
    final = ("EK-VP-12", "EK-VP-13", "EK-VP-14", "AMB-51", "AMB-55") if position.scored else ()
    third = ("EK-CNT-04", "EK-CNT-05") if found.third else ()
    tied = ("AMB-59",) if max(len(found.leading_players), len(found.leading_teams)) > 1 else ()
    rules = most_telling(("EK-VP-01", "EK-VP-02"), final, third, tied, ("EK-END-03", "CON-27"))
    shown = ", ".join(f"{team_label(team)} {total}" for team, total in found.teams.items())
    return answer, Ruling(Verdict.YES, rules, gettext("Teams: {teams}.", teams=shown))
