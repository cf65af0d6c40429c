"""Answers to the questions of a referee script: from what the engine says to their keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, assert_never

from companion.catalogue import Die, System
from companion.codec.script import answer_documents as doc
from companion.codec.script import questions as ask
from companion.codec.script.documents import FlatCounterDocument, PoisonCounterDocument
from companion.geometry import Gap, Measurement
from companion.rules import (
    CornerAnswer,
    Flags,
    OgreCard,
    Piece,
    Position,
    Refused,
    RollStep,
    Ruling,
    Verdict,
    Why,
    block_of,
    command_order,
    conditions,
    damage_step,
    decide_first_player,
    distance,
    grounds,
    judge_army,
    judge_table_shape,
    maneuvers,
    most_telling,
    open_actions,
    sees,
)
from companion.rules.targets import targets
from companion.text import N_, gettext, pgettext

_Answered = tuple[doc.ScriptAnswer, Ruling]


def answer_question(  # noqa: C901, PLR0911, PLR0912  (a case a kind)
    position: Position, question: ask.RuleQuestion, dice: Mapping[str, Die]
) -> _Answered:
    """The keys of the answer, and the ruling; ``dice``: id -> die, of those that the script lists.

    Raises:
        Refused: the question cannot be put.
    """
    match question:
        case ask.DistanceQuestion():
            return _distance(position, question)
        case ask.SeesQuestion():
            return _sees(position, question)
        case ask.TargetsQuestion():
            return _targets(position, question)
        case ask.CommandOrderQuestion():
            return _command_order(position, question)
        case ask.ManeuverQuestion():
            return _maneuver(position, question)
        case ask.DamageStepQuestion():
            return _damage_step(position, question)
        case ask.ArmyQuestion():
            return _army(position, question, dice)
        case ask.FirstPlayerQuestion():
            return _first_player(position, question, dice)
        case ask.OgreCardQuestion():
            return _ogre_card(position, question)
        case ask.TableShapeQuestion():
            return _table(question)
        case ask.ActionsQuestion():
            return _actions(position, question)
        case ask.StateQuestion():
            return _state(position)
        case _:
            assert_never(question)


def _distance(position: Position, question: ask.DistanceQuestion) -> _Answered:
    found = distance(position, question.origin, question.to)
    between = tuple(map(_point, found.gap.between))
    answer = doc.DistanceAnswerDocument(mm=_mm(found.gap.distance.value), between=between)
    return answer.model_copy(update=_sigma(found.gap.distance)), found.ruling


def _sees(position: Position, question: ask.SeesQuestion) -> _Answered:
    found = sees(position, question.by, question.effect, question.target)
    answer = doc.SeesAnswerDocument(
        sees=found.sees, margin_mm=_mm(found.margin.value), contested=found.contested, **_why(found.why)
    )
    return answer.model_copy(update=_sigma(found.margin)), found.ruling


def _targets(position: Position, question: ask.TargetsQuestion) -> _Answered:
    found = targets(position, question.by, question.effect)
    shown: dict[str, Gap] = {
        name: gap for name, gap in found.gaps.items() if name in found.legal or found.sights[name].sees is not False
    }
    answer = doc.TargetsAnswerDocument(
        legal=found.legal,
        choice=found.choice,
        hits=found.hits,
        distances_mm={name: _mm(gap.distance.value) for name, gap in shown.items()},
        excluded={name: exclusion.why for name, exclusion in found.excluded.items()},
    )
    sigmas = {name: _mm(gap.distance.sigma) for name, gap in shown.items() if gap.distance.sigma}
    return answer.model_copy(update={"sigma_mm": sigmas} if sigmas else {}), found.ruling


def _command_order(position: Position, question: ask.CommandOrderQuestion) -> _Answered:
    found = command_order(position, question.by)
    excluded = {name: exclusion.why for name, exclusion in found.excluded.items()}
    return doc.CommandOrderAnswerDocument(order=found.order, excluded=excluded), found.ruling


def _maneuver(position: Position, question: ask.ManeuverQuestion) -> _Answered:
    found = maneuvers(position, question.piece)
    corners = {str(corner): _corner(answer) for corner, answer in found.items()}
    rules = most_telling(*(answer.ruling.rules[:4] for answer in sorted(found.values(), key=_telling)))
    text = " ".join(answer.ruling.text for answer in found.values())
    return doc.ManeuverAnswerDocument(corners=corners), Ruling(Verdict.YES, rules, text)


def _telling(answer: CornerAnswer) -> int:
    """Corners that the players must decide first, then legal ones, then those without a dot."""
    return {None: 0, True: 1}.get(answer.legal, 3 if answer.ruling.why is Why.NO_DOT else 2)


def _corner(answer: CornerAnswer) -> doc.CornerAnswerDocument:
    return doc.CornerAnswerDocument(legal=answer.legal, **_why(answer.ruling.why), **_step(answer.step))


def _why(why: Why | None) -> dict[str, Any]:
    return {} if why is None else {"why": why}


def _step(step: RollStep | None) -> dict[str, Any]:
    if step is None:
        return {}
    return {
        "face": step.face.key,
        "centre_mm": _point(step.pose.centre_mm),
        "heading_deg": _mm(step.pose.heading_deg),
        "crushes": tuple(step.crushes),
    }


def _damage_step(position: Position, question: ask.DamageStepQuestion) -> _Answered:
    found = damage_step(position, question.piece)
    answer = doc.DamageStepAnswerDocument(result=found.result, **_why(found.ruling.why), **_step(found.step))
    return answer, found.ruling


def _army(position: Position, question: ask.ArmyQuestion, dice: Mapping[str, Die]) -> _Answered:
    found = judge_army(position.agreement, [dice[name] for name in question.dice], question.scenario, question.base)
    answer = doc.ArmyAnswerDocument(
        legal=found.legal,
        points=found.points,
        limit=found.limit,
        problems=found.problems,
        command_post=found.command_post,
    )
    return answer, found.ruling


def _first_player(position: Position, question: ask.FirstPlayerQuestion, dice: Mapping[str, Die]) -> _Answered:
    armies = {player: [dice[name] for name in names] for player, names in question.armies.items()}
    found = decide_first_player(position.agreement, armies, question.scenario, question.previous)
    by_chance = "first" if found.by_chance else None
    return doc.FirstPlayerAnswerDocument(decides=found.decides, first=found.first, random=by_chance), found.ruling


#: What scripts call systems, for people.
_CALLED: Final = (
    N_("script", "main"),
    N_("script", "secondary"),
    N_("script", "missile"),
    N_("script", "ap"),
)


def _ogre_card(position: Position, question: ask.OgreCardQuestion) -> _Answered:
    card = position.cards.get(question.piece)
    if card is None:
        raise Refused(
            Why.NO_EFFECT, ("OG-OGRE-02",), "{piece} is not an Ogre and has no tracking card.", piece=question.piece
        )
    left = ", ".join(f"{pgettext('script', system)} {count}" for system, count in card.circles.items())
    text = gettext("Mark {mark}: {left}, {treads} Treads.", mark=card.mark, left=left, treads=card.treads)
    rules = ("OG-OGRE-10", "OG-OGRE-22", "AMB-12", "OG-OGRE-02", "OG-OGRE-08")
    return doc.OgreCardAnswerDocument(**_card(card)), Ruling(Verdict.YES, rules, text)


def _card(card: OgreCard) -> dict[str, Any]:
    return {system.value: card.circles[system] for system in System} | {
        "treads": card.treads,
        "lines": card.lines_left,
        "dots": card.live_dots,
    }


def _table(question: ask.TableShapeQuestion) -> _Answered:
    ruling = judge_table_shape(question.players, question.shape)
    return doc.TableAnswerDocument(legal=ruling.ok), ruling


def _actions(position: Position, question: ask.ActionsQuestion) -> _Answered:
    names = open_actions(position, question.piece)
    who = question.piece or position.to_move
    text = gettext(
        "Open to {who}: {names}.",
        who=who,
        names=", ".join(pgettext("script", name) for name in names) or gettext("nothing"),
    )
    return doc.ActionsAnswerDocument(do=tuple(names)), Ruling(Verdict.YES, grounds(position, question.piece), text)


def _state(position: Position) -> _Answered:
    poison = [PoisonCounterDocument(kind="poison", on=one.on, by=one.by) for one in position.counters]
    flat = [FlatCounterDocument(kind="flat", centre_mm=_point(spot)) for spot in position.flat_counters_mm]
    answer = doc.StateAnswerDocument(
        score=dict(position.score),
        to_move=position.to_move,
        winner=position.winner,
        pieces={name: _piece(position, piece) for name, piece in position.pieces.items()},
        ogres={name: doc.OgreStateDocument(**_card(card), mark=card.mark) for name, card in position.cards.items()},
        command_posts={
            post.id: doc.PostStateDocument(
                id=post.id,
                owner=post.owner,
                centre_mm=_point(post.centre_mm),
                size_mm=_point(post.size_mm),
                armour=post.armour,
            )
            for post in position.posts.values()
        },
        counters=(*poison, *flat),
        flags=tuple(flags_in_order(position)),
    )
    score = ", ".join(f"{player} {points:g}" for player, points in position.score.items())
    return answer, Ruling(
        Verdict.YES,
        ("OG-ZONE-01", "OG-CORE-01", "OG-WIN-02"),
        gettext("{to_move} to move; {score}.", to_move=position.to_move, score=score),
    )


def flags_in_order(position: Position) -> list[str]:
    """The pieces with Command Flags, in the order in which they will act."""
    return [flag.piece for frame in reversed(position.pending) if isinstance(frame, Flags) for flag in frame.flags]


def _piece(position: Position, piece: Piece) -> doc.PieceStateDocument:
    if not piece.in_play:
        return doc.PieceStateDocument(id=piece.id, die=piece.die.id, owner=piece.owner, zone=piece.zone, conditions=())
    pose, face = piece.placed, piece.face
    state = doc.PieceStateDocument(
        id=piece.id,
        die=piece.die.id,
        owner=piece.owner,
        zone=piece.zone,
        face=face.key if face else None,
        centre_mm=_point(pose.centre_mm),
        heading_deg=_mm(pose.heading_deg),
        level=piece.level,
        block=block_of(position, piece),
        conditions=tuple(conditions(position, piece)),
    )
    measured: dict[str, object] = {"sigma_mm": piece.sigma_mm, "sigma_deg": piece.sigma_deg}
    if piece.measured_top:
        measured["corners_mm"] = tuple(_point(corner) for corner in piece.measured_top)
    return state.model_copy(update={key: value for key, value in measured.items() if value})


def _mm(value: float) -> float:
    return round(value, 3) + 0.0


def _point(point: tuple[float, float]) -> tuple[float, float]:
    return _mm(point[0]), _mm(point[1])


def _sigma(measured: Measurement) -> dict[str, float]:
    return {"sigma_mm": _mm(measured.sigma)} if measured.sigma else {}
