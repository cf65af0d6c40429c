"""Answers to the questions of a referee script: their keys (docs/formats, Asking), and how the engine's words become
them. What does not apply is left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Final, assert_never

from pydantic import Field

from companion import rules
from companion.catalogue import Die, System
from companion.codec.document import Document
from companion.codec.fields import Given
from companion.codec.script import questions as ask
from companion.codec.script.documents import FlatCounterDocument, PoisonCounterDocument
from companion.geometry import Measurement
from companion.rules.targets import targets
from companion.text import N_, gettext, pgettext

_Number = int | float
_Point = Annotated[tuple[_Number, _Number], Field(description="[x, y] in millimetres, table frame.")]


class DistanceAnswerDocument(Document):
    """How far two dice are apart."""

    mm: _Number
    between: tuple[_Point, ...] = Field(description="The two points that are closest.")
    sigma_mm: Given[_Number] = None
    sigma_deg: Given[_Number] = None
    corners_mm: Given[tuple[_Point, ...]] = None


class SeesAnswerDocument(Document):
    """Whether an arrow sees a target."""

    sees: bool | None = Field(description="Null where it is too close to call.")
    margin_mm: _Number = Field(description="How far in front of the baseline the target lies.")
    contested: bool = Field(description="Whether the readings by top face and by silhouette differ.")
    why: Given[rules.Why] = None
    sigma_mm: Given[_Number] = None
    sigma_deg: Given[_Number] = None
    corners_mm: Given[tuple[_Point, ...]] = None


class TargetsAnswerDocument(Document):
    """Whom an effect may act on."""

    legal: tuple[str, ...] = Field(description="Closest first.")
    choice: bool = Field(description="Whether the player picks one.")
    hits: tuple[str, ...]
    distances_mm: dict[str, _Number]
    excluded: dict[str, rules.Why]
    sigma_mm: Given[dict[str, _Number]] = None


class CommandOrderAnswerDocument(Document):
    """Whom a Command reaches, in order."""

    order: tuple[str, ...]
    excluded: dict[str, rules.Why]


class CornerAnswerDocument(Document):
    """A roll over one corner, and how the die would lie."""

    legal: bool | None = Field(description="Null where the players decide.")
    why: Given[rules.Why] = None
    face: Given[str] = None
    centre_mm: Given[_Point] = None
    heading_deg: Given[_Number] = None
    crushes: Given[tuple[str, ...]] = None


class ManeuverAnswerDocument(Document):
    """Where a die may roll."""

    corners: dict[str, CornerAnswerDocument]


class DamageStepAnswerDocument(Document):
    """What damage would do, and how the die would lie."""

    result: str = Field(description="roll, killed or asked.")
    why: Given[rules.Why] = None
    face: Given[str] = None
    centre_mm: Given[_Point] = None
    heading_deg: Given[_Number] = None
    crushes: Given[tuple[str, ...]] = None


class ArmyAnswerDocument(Document):
    """Whether an army is a legal one."""

    legal: bool | None
    points: _Number
    limit: _Number | None
    problems: tuple[str, ...]
    command_post: str | None


class FirstPlayerAnswerDocument(Document):
    """Who begins."""

    decides: str | None
    first: str | None
    random: str | None


class OgreCardAnswerDocument(Document):
    """What is left on a tracking card."""

    main: int
    secondary: int
    missile: int
    ap: int
    treads: int
    lines: tuple[int, ...] = Field(description="Treads left in each line.")
    dots: tuple[int, ...] = Field(description="Numbers of the green dots that still work.")


class TableAnswerDocument(Document):
    """Whether a table suits so many players."""

    legal: bool


class ActionsAnswerDocument(Document):
    """What may be done now."""

    do: tuple[str, ...]


class PieceStateDocument(Document):
    """A piece as it is now."""

    id: str
    die: str
    owner: str
    zone: rules.Zone
    face: str | None = None
    centre_mm: _Point | None = None
    heading_deg: _Number | None = None
    level: int | None = None
    block: _Number | None = None
    conditions: tuple[rules.Condition, ...]
    sigma_mm: Given[_Number] = None
    sigma_deg: Given[_Number] = None
    corners_mm: Given[tuple[_Point, ...]] = None


class OgreStateDocument(OgreCardAnswerDocument):
    """A tracking card as it is now."""

    mark: str


class StateAnswerDocument(Document):
    """Everything."""

    score: dict[str, _Number]
    to_move: str
    winner: str | None
    pieces: dict[str, PieceStateDocument]
    ogres: dict[str, OgreStateDocument]
    command_posts: dict[str, rules.CommandPost]
    counters: tuple[PoisonCounterDocument | FlatCounterDocument, ...]
    flags: tuple[str, ...]


ScriptAnswer = (
    DistanceAnswerDocument
    | SeesAnswerDocument
    | TargetsAnswerDocument
    | CommandOrderAnswerDocument
    | ManeuverAnswerDocument
    | DamageStepAnswerDocument
    | ArmyAnswerDocument
    | FirstPlayerAnswerDocument
    | OgreCardAnswerDocument
    | TableAnswerDocument
    | ActionsAnswerDocument
    | StateAnswerDocument
)
_Answered = tuple[ScriptAnswer, rules.Ruling]


def answer_question(  # noqa: C901, PLR0911, PLR0912  (a case a kind)
    position: rules.Position, question: ask.RuleQuestion, dice: Mapping[str, Die]
) -> _Answered:
    """The keys of the answer, and the ruling; ``dice``: id -> die, of those that the script lists.

    Raises:
        Refused: the question cannot be put.
    """
    match question:
        case ask.DistanceQuestion():
            apart = rules.distance(position, question.origin, question.to)
            mm, between = apart.gap.distance, tuple(map(_point, apart.gap.between))
            return DistanceAnswerDocument(mm=_mm(mm.value), between=between, sigma_mm=_sigma(mm)), apart.ruling
        case ask.SeesQuestion():
            return _sees(rules.sees(position, question.by, question.effect, question.target))
        case ask.TargetsQuestion():
            return _targets(targets(position, question.by, question.effect))
        case ask.CommandOrderQuestion():
            found = rules.command_order(position, question.by)
            return CommandOrderAnswerDocument(order=found.order, excluded=_whys(found.excluded)), found.ruling
        case ask.ManeuverQuestion():
            return _maneuver(rules.maneuvers(position, question.piece))
        case ask.DamageStepQuestion():
            damage = rules.damage_step(position, question.piece)
            keys = _step(damage.step)
            return DamageStepAnswerDocument(result=damage.result, why=damage.ruling.why, **keys), damage.ruling
        case ask.ArmyQuestion():
            army = [dice[name] for name in question.dice]
            judged = rules.judge_army(position.agreement, army, question.scenario, question.base)
            names = ArmyAnswerDocument.model_fields
            return ArmyAnswerDocument(**{name: getattr(judged, name) for name in names}), judged.ruling
        case ask.FirstPlayerQuestion():
            armies = {player: [dice[name] for name in names] for player, names in question.armies.items()}
            who = rules.decide_first_player(position.agreement, armies, question.scenario, question.previous)
            by_chance = "first" if who.by_chance else None
            return FirstPlayerAnswerDocument(decides=who.decides, first=who.first, random=by_chance), who.ruling
        case ask.OgreCardQuestion():
            return _ogre_card(position, question.piece)
        case ask.TableShapeQuestion():
            ruling = rules.judge_table_shape(question.players, question.shape)
            return TableAnswerDocument(legal=ruling.ok), ruling
        case ask.ActionsQuestion():
            return _actions(position, question.piece)
        case ask.StateQuestion():
            return _state(position)
        case _:
            assert_never(question)


def _sees(found: rules.SightAnswer) -> _Answered:
    answer = SeesAnswerDocument(
        sees=found.sees,
        margin_mm=_mm(found.margin.value),
        contested=found.contested,
        why=found.why,
        sigma_mm=_sigma(found.margin),
    )
    return answer, found.ruling


def _targets(found: rules.TargetsAnswer) -> _Answered:
    apart = {
        name: gap.distance
        for name, gap in found.gaps.items()
        if name in found.legal or found.sights[name].sees is not False
    }
    answer = TargetsAnswerDocument(
        legal=found.legal,
        choice=found.choice,
        hits=found.hits,
        distances_mm={name: _mm(gap.value) for name, gap in apart.items()},
        excluded=_whys(found.excluded),
        sigma_mm={name: _mm(gap.sigma) for name, gap in apart.items() if gap.sigma} or None,
    )
    return answer, found.ruling


def _whys(excluded: Mapping[str, rules.Exclusion]) -> dict[str, rules.Why]:
    return {name: exclusion.why for name, exclusion in excluded.items()}


def _maneuver(found: Mapping[int, rules.CornerAnswer]) -> _Answered:
    corners = {
        str(corner): CornerAnswerDocument(legal=answer.legal, why=answer.ruling.why, **_step(answer.step))
        for corner, answer in found.items()
    }
    cited = rules.most_telling(*(answer.ruling.rules[:4] for answer in sorted(found.values(), key=_telling)))
    text = " ".join(answer.ruling.text for answer in found.values())
    return ManeuverAnswerDocument(corners=corners), rules.Ruling(rules.Verdict.YES, cited, text)


def _telling(answer: rules.CornerAnswer) -> int:
    """Corners that the players must decide first, then legal ones, then those without a dot."""
    return {None: 0, True: 1}.get(answer.legal, 3 if answer.ruling.why is rules.Why.NO_DOT else 2)


def _step(step: rules.RollStep | None) -> dict[str, Any]:
    if step is None:
        return {}
    x_y, heading = _point(step.pose.centre_mm), _mm(step.pose.heading_deg)
    return {"face": step.face.key, "centre_mm": x_y, "heading_deg": heading, "crushes": tuple(step.crushes)}


#: What scripts call systems, for people.
_CALLED: Final = (N_("script", "main"), N_("script", "secondary"), N_("script", "missile"), N_("script", "ap"))


def _ogre_card(position: rules.Position, name: str) -> _Answered:
    card = position.cards.get(name)
    if card is None:
        raise rules.Refused(
            rules.Why.NO_EFFECT, ("OG-OGRE-02",), "{piece} is not an Ogre and has no tracking card.", piece=name
        )
    left = ", ".join(f"{pgettext('script', system)} {count}" for system, count in card.circles.items())
    text = gettext("Mark {mark}: {left}, {treads} Treads.", mark=card.mark, left=left, treads=card.treads)
    cited = ("OG-OGRE-10", "OG-OGRE-22", "AMB-12", "OG-OGRE-02", "OG-OGRE-08")
    return OgreCardAnswerDocument(**_card(card)), rules.Ruling(rules.Verdict.YES, cited, text)


def _card(card: rules.OgreCard) -> dict[str, Any]:
    circles = {system.value: card.circles[system] for system in System}
    return circles | {"treads": card.treads, "lines": card.lines_left, "dots": card.live_dots}


def _actions(position: rules.Position, piece: str | None) -> _Answered:
    names = rules.open_actions(position, piece)
    named = ", ".join(pgettext("script", name) for name in names) or gettext("nothing")
    text = gettext("Open to {who}: {names}.", who=piece or position.to_move, names=named)
    return ActionsAnswerDocument(do=names), rules.Ruling(rules.Verdict.YES, rules.grounds(position, piece), text)


def _state(position: rules.Position) -> _Answered:
    poison = [PoisonCounterDocument(kind="poison", on=one.on, by=one.by) for one in position.counters]
    flat = [FlatCounterDocument(kind="flat", centre_mm=_point(spot)) for spot in position.flat_counters_mm]
    answer = StateAnswerDocument(
        score=dict(position.score),
        to_move=position.to_move,
        winner=position.winner,
        pieces={name: _piece(position, piece) for name, piece in position.pieces.items()},
        ogres={name: OgreStateDocument(**_card(card), mark=card.mark) for name, card in position.cards.items()},
        command_posts={
            post.id: replace(post, centre_mm=_point(post.centre_mm), size_mm=_point(post.size_mm))
            for post in position.posts.values()
        },
        counters=(*poison, *flat),
        flags=tuple(flags_in_order(position)),
    )
    score = ", ".join(f"{player} {points:g}" for player, points in position.score.items())
    text = gettext("{to_move} to move; {score}.", to_move=position.to_move, score=score)
    return answer, rules.Ruling(rules.Verdict.YES, ("OG-ZONE-01", "OG-CORE-01", "OG-WIN-02"), text)


def flags_in_order(position: rules.Position) -> list[str]:
    """The pieces with Command Flags, in the order in which they will act."""
    return [
        flag.piece for frame in reversed(position.pending) if isinstance(frame, rules.Flags) for flag in frame.flags
    ]


def _piece(position: rules.Position, piece: rules.Piece) -> PieceStateDocument:
    if not piece.in_play:
        return PieceStateDocument(id=piece.id, die=piece.die.id, owner=piece.owner, zone=piece.zone, conditions=())
    pose = piece.placed
    return PieceStateDocument(
        id=piece.id,
        die=piece.die.id,
        owner=piece.owner,
        zone=piece.zone,
        face=piece.face.key if piece.face else None,
        centre_mm=_point(pose.centre_mm),
        heading_deg=_mm(pose.heading_deg),
        level=piece.level,
        block=rules.block_of(position, piece),
        conditions=rules.conditions(position, piece),
        sigma_mm=piece.sigma_mm or None,
        sigma_deg=piece.sigma_deg or None,
        corners_mm=tuple(map(_point, piece.measured_top)) if piece.measured_top else None,
    )


def _mm(value: float) -> float:
    return round(value, 3) + 0.0


def _point(point: tuple[float, float]) -> tuple[float, float]:
    return _mm(point[0]), _mm(point[1])


def _sigma(measured: Measurement) -> float | None:
    return _mm(measured.sigma) if measured.sigma else None
