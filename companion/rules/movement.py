"""One step of a die under the rules: where it would lie, what is in its way, what an Ogre crushes, where a red dot
leads."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isinf
from types import MappingProxyType
from typing import Final

from shapely.geometry import Polygon

from companion import geometry
from companion.catalogue import CORNERS, Face
from companion.rules.agreements import RuleGroup
from companion.rules.effects import Condition, conditions
from companion.rules.position import Piece, Position
from companion.rules.ruling import Refused, Ruling, Verdict, Why, most_telling
from companion.rules.table import check_in_play, edge_clearance
from companion.text import N_, gettext, pgettext

_WORDS: Final = MappingProxyType(
    {
        Why.BLOCKED_BY_DIE: N_("rules", "is in the way"),
        Why.TABLE_EDGE: N_("rules", "is in the way"),
        Why.BLOCKED_BY_TERRAIN: N_("rules", "is in the way"),
        Why.BRUSH_CONTESTED: N_("rules", "may or may not be brushed"),
    }
)
_CONDITION_RULES: Final = MappingProxyType(
    {Condition.HELD: ("DW-HOLD-01",), Condition.FROZEN: ("DW-FREEZE-01", "DW-HOLD-01")}
)
assert set(_CONDITION_RULES) == set(Condition)


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What is in the way of a step: the code, its name for people, the clearance (negative: overlap) and the rules."""

    why: Why
    what: str
    rules: tuple[str, ...]
    clearance: geometry.Measurement | None = None


@dataclass(frozen=True, slots=True)
class RollStep:
    """One step over a corner: the face and pose after it, what is in its way, and what the Ogre would crush."""

    corner: int
    face: Face
    pose: geometry.Pose
    obstacle: Obstacle | None = None
    crushes: tuple[str, ...] = ()
    posts: tuple[str, ...] = ()

    @property
    def free(self) -> bool | None:
        """Whether the step can be made; None where the players decide."""
        if self.obstacle is None:
            return True
        return None if self.obstacle.why is Why.BRUSH_CONTESTED else False


@dataclass(frozen=True, slots=True)
class CornerAnswer:
    """Whether a die may be maneuvered over a corner; ``legal`` None where the players decide."""

    legal: bool | None
    ruling: Ruling
    step: RollStep | None = None


@dataclass(frozen=True, slots=True)
class DamageAnswer:
    """What damage would do to a die now: "roll" with the step, "killed" or "asked" with the reason, "no-roll"."""

    result: str
    ruling: Ruling
    step: RollStep | None = None


def describe_corner(face: Face, corner: int) -> str:
    """What people call a corner: by the number printed in its green dot, else by its own (OG-FACE-15)."""
    dots = dict(zip(face.maneuver, face.treads, strict=False))
    return gettext("green dot {dot}", dot=dots[corner]) if corner in dots else gettext("corner {corner}", corner=corner)


def step_over(position: Position, piece: Piece, corner: int) -> RollStep:
    """The step of a piece in play over a corner of its top face, with whatever is in the way (GEO-08, GEO-09, AMB-11).

    Raises:
        Refused: the die's file does not say which face comes up (`ask`).
    """
    printed = piece.face
    face = piece.die.face_over(printed, corner) if printed else None
    if printed is None or face is None or printed.vertices is None or face.vertices is None:
        text = gettext(
            "Which side of {piece} comes up over corner {corner} is not known; its faces have no vertices.",
            piece=piece.label,
            corner=corner,
        )
        raise Refused(Why.ASK, ("GEO-08", "OG-FACE-04"), text, Verdict.ASK)
    pose = geometry.rolled_pose(piece.placed, printed.vertices, corner, face.vertices)
    step = RollStep(corner, face, pose)
    hit = _in_the_way(position, piece, corner)
    if piece.is_ogre:
        soft = [(other, o) for other, o in hit if not other.is_ogre]
        sure = sorted(
            (other for other, o in soft if o.why is Why.BLOCKED_BY_DIE), key=lambda other: _near(piece, other)
        )
        unsure = [(other, o) for other, o in soft if o.why is not Why.BLOCKED_BY_DIE]
        step = replace(step, crushes=tuple(other.id for other in sure), posts=_posts_under(position, piece, corner))
        hit = [(other, o) for other, o in hit if other.is_ogre] + unsure
    obstacles = [o for _, o in hit] + _ground(position, piece, corner, pose)
    obstacles.sort(key=lambda o: o.why is Why.BRUSH_CONTESTED)
    return replace(step, obstacle=obstacles[0]) if obstacles else step


def maneuvers(position: Position, name: str) -> dict[int, CornerAnswer]:
    """For each corner of a piece in play whether it may be maneuvered over it, by its dots and state (ask "maneuver").

    Raises:
        Refused: the piece is not in play.
    """
    piece = position.piece(name)
    check_in_play(position, piece)
    return {corner: maneuver_over(position, piece, corner) for corner in CORNERS}


def check_can_move(position: Position, piece: Piece) -> None:
    """Refuse a move of a die that is held or frozen (DW-HOLD-01, DW-FREEZE-01)."""
    for condition in reversed(conditions(position, piece)):
        text = gettext("{piece} is {condition} and cannot be moved.", piece=piece.label, condition=condition.words)
        raise Refused(Why(condition.value), _CONDITION_RULES[condition], text)


def maneuver_over(position: Position, piece: Piece, corner: int) -> CornerAnswer:
    """Whether a piece in play may be maneuvered over one corner, by its dots and state."""
    try:
        check_can_move(position, piece)
        rules = _check_dot(position, piece, corner)
    except Refused as refusal:
        return CornerAnswer(False, refusal.ruling)
    try:
        step = step_over(position, piece, corner)
    except Refused as refusal:
        return CornerAnswer(None, refusal.ruling)
    return CornerAnswer(step.free, _step_ruling(position, piece, step, rules), step)


def _check_dot(position: Position, piece: Piece, corner: int) -> tuple[str, ...]:
    """The rules that let a corner be pressed; refused without a green dot that works. An entry point does all through
    the turn of entering (AMB-45)."""
    face = piece.showing
    fresh = piece.entered_turn == position.turn.number
    if corner in face.entry and (fresh or corner not in face.maneuver):
        if fresh:
            return ("CY-ENTRY-01", "CY-MOVE-02", "CY-ENTRY-02", "AMB-45")
        rules = most_telling(("CY-ENTRY-01", "CY-MOVE-02"), ("CY-CLONE-06",) if piece.copied else ())
        text = gettext(
            "Corner {corner} of {piece} is an entry point, of use only when thrown.", corner=corner, piece=piece.label
        )
        raise Refused(Why.NO_DOT, rules, text)
    if corner not in face.maneuver:
        rules = most_telling(("OG-MOVE-01", "OG-FACE-09"), ("CY-ENTRY-01",) if face.entry else ())
        raise Refused(
            Why.NO_DOT, rules, "Corner {corner} of {piece} has no green dot.", corner=corner, piece=piece.label
        )
    _check_treads(position, piece, corner)
    return ("CY-ENTRY-01",) if face.entry else ()


def _check_treads(position: Position, piece: Piece, corner: int) -> None:
    card, face = position.cards.get(piece.id), piece.showing
    if card is None:
        return
    number = dict(zip(face.maneuver, face.treads, strict=False)).get(corner)
    if card.treads > 0 and (number is None or number in card.live_dots or not card.layout.lines):
        return
    rules = ("OG-OGRE-23",) if card.treads == 0 else ("OG-OGRE-10", "OG-OGRE-22", "OG-FACE-15", "AMB-12")
    text = gettext(
        "{piece}: {corner} went with its Tread line.", piece=piece.label, corner=describe_corner(face, corner)
    )
    raise Refused(Why.NO_TREADS, rules, text)


def _step_ruling(position: Position, piece: Piece, step: RollStep, rules: tuple[str, ...]) -> Ruling:
    over_corner = describe_corner(piece.showing, step.corner)
    if step.obstacle is not None:
        o = step.obstacle
        verdict = Verdict.ASK if step.free is None else Verdict.NO
        numbers = {} if o.clearance is None else {"clearance_mm": o.clearance}
        text = gettext(
            "{piece} over {corner}: {what} {how}.",
            piece=piece.label,
            corner=over_corner,
            what=o.what,
            how=pgettext("rules", _WORDS[o.why]),
        )
        return Ruling(verdict, o.rules, text, o.why, numbers)
    crush = ("OG-OGRE-11", "OG-OGRE-12", "OG-OGRE-31") if step.crushes else ()
    note = gettext(" and crushes {crushes}", crushes=", ".join(step.crushes)) if step.crushes else ""
    dots = ("OG-OGRE-10", "OG-FACE-15") if piece.id in position.cards else ()
    over = ("OG-CP-10", "CON-36") if _rolls_over_post(position, piece, step) else ()
    moves = position.agreement.by_document(("OG-MOVE-01",), ("DW-MOVE-01",), ("CY-MOVE-01",))
    cited = most_telling(crush, rules, moves, ("GEO-08",), over, dots, ("OG-MOVE-02",))
    text = gettext(
        "{piece} may roll over {corner} to side {face}{note}.",
        piece=piece.label,
        corner=over_corner,
        face=step.face.key,
        note=note,
    )
    return Ruling(Verdict.YES, cited, text)


def damage_step(position: Position, name: str) -> DamageAnswer:
    """What damage would do to a piece in play now (ask "damage-step").

    Raises:
        Refused: the piece is not in play, or where its red dot leads is not known.
    """
    piece = position.piece(name)
    check_in_play(position, piece)
    for condition in reversed(conditions(position, piece)):
        text = gettext("{piece} is {condition}: any damage kills it.", piece=piece.label, condition=condition.words)
        return _killed(Why.HELD, (*_CONDITION_RULES[condition], "AMB-69"), text)  # whatever is frozen is held, too
    return _along_red_dot(position, piece) if piece.showing.damage else _without_dot(position, piece)


def _killed(why: Why, rules: tuple[str, ...], text: str) -> DamageAnswer:
    return DamageAnswer("killed", Ruling(Verdict.YES, rules, text, why))


def _without_dot(position: Position, piece: Piece) -> DamageAnswer:
    if len(piece.die.faces) == 8 and all(face.side is None for face in piece.die.faces):
        text = gettext("{piece} has no Side 1: damage alone does not kill it.", piece=piece.label)
        return DamageAnswer("no-roll", Ruling(Verdict.YES, ("CY-MOVE-05", "AMB-41"), text, Why.NO_DOT))
    rules = position.agreement.by_document(
        ("OG-KILL-06", "OG-KILL-07"), ("DW-KILL-04", "DW-PROT-03"), ("CY-MOVE-04", "OG-KILL-06")
    )
    text = gettext(
        "{piece} has no red dot on side {showing}: any damage kills it.", piece=piece.label, showing=piece.showing.key
    )
    return _killed(Why.NO_DOT, rules, text)


def _along_red_dot(position: Position, piece: Piece) -> DamageAnswer:
    step = step_over(position, piece, piece.showing.damage[0])
    if step.obstacle is None:
        rules = position.agreement.by_document(
            ("OG-KILL-03", "OG-KILL-04"), ("DW-KILL-03",), ("CY-MOVE-03", "CY-KILL-02", "CY-KILL-03")
        )
        crush = ("OG-OGRE-24", "OG-OGRE-25", "OG-KILL-09") if step.crushes else ()
        of_ogre = ("OG-OGRE-14",) if piece.is_ogre else ()
        unnumbered = ("CY-MOVE-05",) if piece.showing.side is None else ()
        text = gettext("{piece} rolls over its red dot to side {face}.", piece=piece.label, face=step.face.key)
        return DamageAnswer(
            "roll", Ruling(Verdict.YES, most_telling(crush, rules, of_ogre, unnumbered, ("GEO-08",)), text), step
        )
    obstacle = step.obstacle
    if obstacle.why is Why.BRUSH_CONTESTED:
        text = gettext("Whether {what} pins {piece} is for the players to say.", what=obstacle.what, piece=piece.label)
        return DamageAnswer(
            "asked", Ruling(Verdict.ASK, most_telling(("AMB-11",), obstacle.rules), text, obstacle.why), step
        )
    if piece.is_ogre and obstacle.why is not Why.BLOCKED_BY_DIE:
        return _ogre_at_edge(position, piece, step, obstacle)
    own = position.agreement.by_document(("OG-KILL-08",), ("DW-KILL-06",), ("CY-MOVE-04",))
    terrain = obstacle.rules if obstacle.why is Why.BLOCKED_BY_TERRAIN else ()
    sides = ("AMB-41", "CY-MOVE-05") if piece.showing.side is None else ()
    rules = most_telling(sides, terrain, ("OG-OGRE-27", "CON-16") if piece.is_ogre else own, ("CON-16",))
    return _killed(Why.PINNED, rules, _pinned_text(piece, obstacle))


def _pinned_text(piece: Piece, obstacle: Obstacle) -> str:
    return gettext(
        "{piece} cannot take its damage step, {what} is in the way: pinned, any damage kills it.",
        piece=piece.label,
        what=obstacle.what,
    )


def _ogre_at_edge(position: Position, piece: Piece, step: RollStep, obstacle: Obstacle) -> DamageAnswer:
    """Whether table edge or terrain pins an Ogre is for the table to agree (AMB-15)."""
    agreed = position.agreement["AMB-15"]
    if agreed == "killed":
        return _killed(Why.PINNED, ("AMB-15", "OG-KILL-08"), _pinned_text(piece, obstacle))
    if agreed == "no-roll":
        text = gettext(
            "{piece} cannot roll, {what} is in the way; as agreed it stays.", piece=piece.label, what=obstacle.what
        )
        return DamageAnswer("no-roll", Ruling(Verdict.YES, ("AMB-15", "OG-KILL-09"), text, obstacle.why), step)
    text = gettext(
        "Whether {what} pins {piece} is for the players to say; until then it neither rolls nor dies.",
        what=obstacle.what,
        piece=piece.label,
    )
    return DamageAnswer("asked", Ruling(Verdict.ASK, ("AMB-15", "OG-KILL-09"), text, obstacle.why), step)


def _near(piece: Piece, other: Piece) -> float:
    (x0, y0), (x1, y1) = piece.placed.centre_mm, other.placed.centre_mm
    return (x1 - x0) ** 2 + (y1 - y0) ** 2


def _in_the_way(position: Position, piece: Piece, corner: int) -> list[tuple[Piece, Obstacle]]:
    found = []
    reach, terrain = 2.5 * piece.die.edge_mm, position.agreement.has(RuleGroup.TERRAIN)
    for other in position.in_play:
        near = _near(piece, other) <= (reach + other.die.edge_mm) ** 2
        if other.id != piece.id and near and (obstacle := _die_in_the_way(piece, corner, other, terrain=terrain)):
            found.append((other, obstacle))
    return found


def _die_in_the_way(piece: Piece, corner: int, other: Piece, *, terrain: bool) -> Obstacle | None:
    """Plan first; where the silhouettes meet, the bodies in space have the last word or contest it (AMB-11, GEO-10)."""
    sigmas = (piece.sigma_mm, other.sigma_mm)
    plan = geometry.plan_clearance(piece.placed, corner, other.outline, sigmas)
    if plan.sign > 0:
        return None
    space = geometry.space_clearance(piece.placed, corner, other.placed, sigmas)
    if isinf(space.value):
        return None
    if terrain and piece.level != other.level:  # how high a terrain piece is, is not known
        return Obstacle(Why.BRUSH_CONTESTED, other.label, ("AMB-11", "AD-TERR-03", "OG-MOVE-03"))
    if plan.sign < 0 and space.sign < 0:
        rules = ("OG-MOVE-02", "OG-MOVE-03", "DW-MOVE-02", "GEO-09")
        both_ogres = ("OG-OGRE-28",) if piece.is_ogre and other.is_ogre else ()
        return Obstacle(Why.BLOCKED_BY_DIE, other.label, (*both_ogres, *rules), space)
    return Obstacle(Why.BRUSH_CONTESTED, other.label, ("AMB-11", "OG-MOVE-03", "GEO-10"), space)


def _ground(position: Position, piece: Piece, corner: int, after: geometry.Pose) -> list[Obstacle]:
    edge = edge_clearance(position.table, piece.placed, corner, piece.sigma_mm)
    found = []
    if edge.sign < 0:
        found.append(
            Obstacle(Why.TABLE_EDGE, gettext("the table edge"), ("OG-MOVE-02", "DW-MOVE-02", "GEO-11", "AMB-11"), edge)
        )
    elif edge.sign == 0:
        found.append(Obstacle(Why.BRUSH_CONTESTED, gettext("the table edge"), ("AMB-11", "OG-MOVE-03", "GEO-11"), edge))
    return found + (_terrain(position, piece, corner, after) if position.agreement.has(RuleGroup.TERRAIN) else [])


def _terrain(position: Position, piece: Piece, corner: int, after: geometry.Pose) -> list[Obstacle]:
    swept = geometry.swept_outline(piece.placed, corner)
    walls = [t for t in position.table.terrain if t.level is None or t.level > piece.level]
    hit = [t for t in walls if Polygon(swept).intersects(Polygon(t.outline_mm))]
    rules = ("AD-TERR-04", "AD-TERR-03", "AD-TERR-02")
    found = [Obstacle(Why.BLOCKED_BY_TERRAIN, t.id, rules) for t in hit]
    ground = [t.outline_mm for t in position.table.terrain if t.level == piece.level and t.level]
    if ground and geometry.rests_on(piece.placed, ground) and not geometry.rests_on(after, ground):
        found.append(
            Obstacle(Why.BLOCKED_BY_TERRAIN, gettext("the drop of the terrain"), ("AD-TERR-09", "AMB-48", "AD-TERR-04"))
        )
    return found


def _posts_under(position: Position, piece: Piece, corner: int) -> tuple[str, ...]:
    """Command Posts of other players that an Ogre's step rolls into (OG-CP-09, AMB-35, AMB-68)."""
    swept = Polygon(geometry.swept_outline(piece.placed, corner))
    enemy = (post for post in position.posts.values() if post.owner != piece.owner and not post.destroyed)
    return tuple(post.id for post in enemy if swept.intersection(Polygon(post.outline)).area > 0)


def _rolls_over_post(position: Position, piece: Piece, step: RollStep) -> bool:
    """Whether a step goes over a Command Post without effect: it is part of the table (OG-CP-10)."""
    swept = Polygon(geometry.swept_outline(piece.placed, step.corner))
    posts = (post for name, post in position.posts.items() if name not in step.posts)
    return any(swept.intersection(Polygon(post.outline)).area > 0 for post in posts)
