"""Answers to the questions of a referee script: from what the engine says to their keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, assert_never

from companion.catalogue import Die, System
from companion.codec.script import questions as ask
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
from companion.text import mark, phrase, translate

ScriptAnswer = tuple[dict[str, Any], Ruling]


def answer_question(  # noqa: C901, PLR0911, PLR0912  (a case a kind)
    position: Position, question: ask.RuleQuestion, dice: Mapping[str, Die]
) -> ScriptAnswer:
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


def _distance(position: Position, question: ask.DistanceQuestion) -> ScriptAnswer:
    found = distance(position, question.origin, question.to)
    answer = {"mm": _mm(found.gap.distance.value), "between": [_point(p) for p in found.gap.between]}
    return answer | _sigma(found.gap.distance), found.ruling


def _sees(position: Position, question: ask.SeesQuestion) -> ScriptAnswer:
    found = sees(position, question.by, question.effect, question.target)
    answer: dict[str, Any] = {"sees": found.sees, "margin_mm": _mm(found.margin.value), "contested": found.contested}
    if found.why is not None:
        answer["why"] = found.why.value
    return answer | _sigma(found.margin), found.ruling


def _targets(position: Position, question: ask.TargetsQuestion) -> ScriptAnswer:
    found = targets(position, question.by, question.effect)
    shown: dict[str, Gap] = {name: found.gaps[name] for name in found.gaps if found.sights[name].sees is not False}
    answer: dict[str, Any] = {
        "legal": list(found.legal),
        "choice": found.choice,
        "hits": list(found.hits),
        "distances_mm": {name: _mm(gap.distance.value) for name, gap in shown.items()},
        "excluded": {name: exclusion.why.value for name, exclusion in found.excluded.items()},
    }
    sigmas = {name: _mm(gap.distance.sigma) for name, gap in shown.items() if gap.distance.sigma}
    return answer | ({"sigma_mm": sigmas} if sigmas else {}), found.ruling


def _command_order(position: Position, question: ask.CommandOrderQuestion) -> ScriptAnswer:
    found = command_order(position, question.by)
    excluded = {name: exclusion.why.value for name, exclusion in found.excluded.items()}
    return {"order": list(found.order), "excluded": excluded}, found.ruling


def _maneuver(position: Position, question: ask.ManeuverQuestion) -> ScriptAnswer:
    found = maneuvers(position, question.piece)
    corners = {str(corner): _corner(answer) for corner, answer in found.items()}
    rules = most_telling(*(answer.ruling.rules[:4] for answer in sorted(found.values(), key=_telling)))
    text = " ".join(answer.ruling.text for answer in found.values())
    return {"corners": corners}, Ruling(Verdict.YES, rules, text)


def _telling(answer: CornerAnswer) -> int:
    """Corners that the players must decide first, then legal ones, then those without a dot."""
    return {None: 0, True: 1}.get(answer.legal, 3 if answer.ruling.why is Why.NO_DOT else 2)


def _corner(answer: CornerAnswer) -> dict[str, Any]:
    why = {} if answer.ruling.why is None else {"why": answer.ruling.why.value}
    return {"legal": answer.legal} | why | (_step(answer.step) if answer.step else {})


def _step(step: RollStep) -> dict[str, Any]:
    return {
        "face": step.face.key,
        "centre_mm": _point(step.pose.centre_mm),
        "heading_deg": _mm(step.pose.heading_deg),
        "crushes": list(step.crushes),
    }


def _damage_step(position: Position, question: ask.DamageStepQuestion) -> ScriptAnswer:
    found = damage_step(position, question.piece)
    answer: dict[str, Any] = {"result": found.result}
    if found.ruling.why is not None:
        answer["why"] = found.ruling.why.value
    return answer | (_step(found.step) if found.step else {}), found.ruling


def _army(position: Position, question: ask.ArmyQuestion, dice: Mapping[str, Die]) -> ScriptAnswer:
    found = judge_army(position.agreement, [dice[name] for name in question.dice], question.scenario, question.base)
    answer = {
        "legal": found.legal,
        "points": found.points,
        "limit": found.limit,
        "problems": list(found.problems),
        "command_post": found.command_post,
    }
    return answer, found.ruling


def _first_player(position: Position, question: ask.FirstPlayerQuestion, dice: Mapping[str, Die]) -> ScriptAnswer:
    armies = {player: [dice[name] for name in names] for player, names in question.armies.items()}
    found = decide_first_player(position.agreement, armies, question.scenario, question.previous)
    return {
        "decides": found.decides,
        "first": found.first,
        "random": "first" if found.by_chance else None,
    }, found.ruling


#: What scripts call systems and actions, for people.
_CALLED: Final = (
    mark("script", "main"),
    mark("script", "secondary"),
    mark("script", "missile"),
    mark("script", "ap"),
    mark("script", "place"),
    mark("script", "throw"),
    mark("script", "maneuver"),
    mark("script", "shoot"),
    mark("script", "call"),
    mark("script", "jump"),
    mark("script", "command"),
    mark("script", "repair"),
    mark("script", "confuse"),
    mark("script", "clone"),
    mark("script", "name-target"),
    mark("script", "skip"),
    mark("script", "foul-choice"),
    mark("script", "pass"),
    mark("script", "end-turn"),
    mark("script", "observe"),
)


def _ogre_card(position: Position, question: ask.OgreCardQuestion) -> ScriptAnswer:
    card = position.cards.get(question.piece)
    if card is None:
        raise Refused(
            Why.NO_EFFECT, ("OG-OGRE-02",), "{piece} is not an Ogre and has no tracking card.", piece=question.piece
        )
    left = ", ".join(f"{translate('script', system)} {count}" for system, count in card.circles.items())
    text = phrase("Mark {mark}: {left}, {treads} Treads.", mark=card.mark, left=left, treads=card.treads)
    rules = ("OG-OGRE-10", "OG-OGRE-22", "AMB-12", "OG-OGRE-02", "OG-OGRE-08")
    return _card(card), Ruling(Verdict.YES, rules, text)


def _card(card: OgreCard) -> dict[str, Any]:
    return {system.value: card.circles[system] for system in System} | {
        "treads": card.treads,
        "lines": list(card.lines_left),
        "dots": list(card.live_dots),
    }


def _table(question: ask.TableShapeQuestion) -> ScriptAnswer:
    ruling = judge_table_shape(question.players, question.shape)
    return {"legal": ruling.ok}, ruling


def _actions(position: Position, question: ask.ActionsQuestion) -> ScriptAnswer:
    names = open_actions(position, question.piece)
    who = question.piece or position.to_move
    text = phrase(
        "Open to {who}: {names}.",
        who=who,
        names=", ".join(translate("script", name) for name in names) or phrase("nothing"),
    )
    return {"do": list(names)}, Ruling(Verdict.YES, grounds(position, question.piece), text)


def _state(position: Position) -> ScriptAnswer:
    poison = [{"kind": "poison", "on": counter.on, "by": counter.by} for counter in position.counters]
    answer = {
        "score": dict(position.score),
        "to_move": position.to_move,
        "winner": position.winner,
        "pieces": {name: _piece(position, piece) for name, piece in position.pieces.items()},
        "ogres": {name: _card(card) | {"mark": card.mark} for name, card in position.cards.items()},
        "command_posts": {
            post.id: {
                "id": post.id,
                "owner": post.owner,
                "centre_mm": _point(post.centre_mm),
                "size_mm": _point(post.size_mm),
                "armour": post.armour,
            }
            for post in position.posts.values()
        },
        "counters": poison + [{"kind": "flat", "centre_mm": _point(spot)} for spot in position.flat_counters_mm],
        "flags": flags_in_order(position),
    }
    score = ", ".join(f"{player} {points:g}" for player, points in position.score.items())
    return answer, Ruling(
        Verdict.YES,
        ("OG-ZONE-01", "OG-CORE-01", "OG-WIN-02"),
        phrase("{to_move} to move; {score}.", to_move=position.to_move, score=score),
    )


def flags_in_order(position: Position) -> list[str]:
    """The pieces with Command Flags, in the order in which they will act."""
    return [flag.piece for frame in reversed(position.pending) if isinstance(frame, Flags) for flag in frame.flags]


def _piece(position: Position, piece: Piece) -> dict[str, Any]:
    row: dict[str, Any] = {"id": piece.id, "die": piece.die.id, "owner": piece.owner, "zone": piece.zone.value}
    if not piece.in_play:
        return row | {"conditions": []}
    pose, face = piece.placed, piece.face
    row |= {
        "face": face.key if face else None,
        "centre_mm": _point(pose.centre_mm),
        "heading_deg": _mm(pose.heading_deg),
        "level": piece.level,
        "block": block_of(position, piece),
        "conditions": [condition.value for condition in conditions(position, piece)],
    }
    return row | ({"sigma_mm": piece.sigma_mm} if piece.sigma_mm else {})


def _mm(value: float) -> float:
    return round(value, 3) + 0.0


def _point(point: tuple[float, float]) -> list[float]:
    return [_mm(point[0]), _mm(point[1])]


def _sigma(measured: Measurement) -> dict[str, float]:
    return {"sigma_mm": _mm(measured.sigma)} if measured.sigma else {}
