"""One weapon looked through: every other piece as a candidate, with what the rules say of it.

No decision is made here: ``companion.rules`` answers, this lays the answer out piece by piece for drawing and reading,
with the part of the table that the weapon does not see: behind the baselines of all its arrows (GEO-05 to 07).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, auto
from typing import Final

from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from companion.catalogue import Effect, Face, Range
from companion.geometry import Gap, HalfPlane, Measurement
from companion.rules import Position, Ruling, TargetsAnswer, Why, arrow_of, attack_terms, targets
from companion.text import N_, pgettext

#: Longer than any table, mm: what stands for "for ever in both directions" (OG-SIGHT-04).
_FAR_MM: Final = 20_000.0


class TargetStanding(StrEnum):
    """How a piece stands to a weapon."""

    LEGAL = auto()
    UNSURE = auto()
    EXCLUDED = auto()


@dataclass(frozen=True, slots=True)
class SurveyedPiece:
    """One piece before the weapon.

    gap: distance between the closest points of the top faces; margin: how far it reaches in front of the baseline
    (negative: short of it), both ``None`` where the rules did not need to measure; why, reason, rules: what excludes
    it; order: its turn, from 1, where several are hit one after the other (OG-RANGE-13); contested: top face and whole
    die disagree on whether it is seen (AMB-01); last_by_rule: a Command Post that is hit last though others are farther
    (OG-CP-04).
    """

    piece: str
    standing: TargetStanding
    gap: Gap | None = None
    margin: Measurement | None = None
    why: Why | None = None
    reason: str = ""
    order: int | None = None
    contested: bool = False
    last_by_rule: bool = False
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TargetSurvey:
    """What a weapon of a piece may act on.

    effect: its place among the face's effects; weapon: its name and range; corners: those of its arrows; candidates:
    legal ones first, closest first; focus: the one that is being looked at, ``None`` where nothing is legal.
    """

    by: str
    effect: int
    weapon: str
    corners: tuple[int, ...]
    candidates: tuple[SurveyedPiece, ...]
    ruling: Ruling
    focus: str | None = None

    def of(self, piece_id: str) -> SurveyedPiece | None:
        """A piece as a candidate, if it is one."""
        return next((candidate for candidate in self.candidates if candidate.piece == piece_id), None)

    def standing(self, standing: TargetStanding) -> tuple[SurveyedPiece, ...]:
        """The candidates of one standing, closest first."""
        return tuple(candidate for candidate in self.candidates if candidate.standing is standing)

    def looking_at(self, piece_id: str) -> TargetSurvey:
        """The same with another piece in focus; unchanged where it is no candidate."""
        return replace(self, focus=piece_id) if self.of(piece_id) else self


def weapons_of(position: Position, piece_id: str) -> tuple[int, ...]:
    """The places of the effects with an arrow on the face that a piece shows; none for a piece not in the position."""
    if piece_id not in position.pieces:
        return ()
    face = position.piece(piece_id).showing
    return tuple(place for place, effect in enumerate(face.effects) if arrow_of(face, effect)[0])


def weapon_name(face: Face, effect: Effect) -> str:
    """What people call an effect of a face: its label, and the range of the arrow that it looks along."""
    _, reach = arrow_of(face, effect)
    return pgettext("session", _WITH_RANGE[reach], effect=effect.label) if reach else effect.label


def weapon_with_attack(position: Position, piece_id: str, place: int) -> str:
    """The same with the Attack as it counts now (DW-POWER-01), for the effect at that place of a face; an effect that
    has none is only called what it is."""
    piece = position.piece(piece_id)
    effect = piece.showing.effects[place]
    name, terms = weapon_name(piece.showing, effect), attack_terms(position, piece, effect)
    if not terms:
        return name
    return pgettext("session", "{weapon}, Attack {attack:g}", weapon=name, attack=sum(term.value for term in terms))


_WITH_RANGE: Final = {
    Range.SHORT: N_("session", "{effect}, short range"),
    Range.LONG: N_("session", "{effect}, long range"),
    Range.ALL: N_("session", "{effect}, all range"),
}
assert set(_WITH_RANGE) == set(Range)


def survey_targets(position: Position, by: str, effect: int) -> TargetSurvey:
    """Ask the rules what an effect of a piece may act on. Raises Refused: what the rules refuse to look through, with
    the ruling that says why."""
    answer = targets(position, by, effect)
    face = position.piece(by).showing
    # The Command Posts among what is hit that come after something farther away (OG-CP-04).
    far = [answer.gaps[name].distance.value for name in answer.hits if name in position.pieces]
    posts = (name for name in answer.hits if name in position.posts)
    last = frozenset(name for name in posts if far and answer.gaps[name].distance.value < max(far))
    legal = []
    for name in answer.legal:
        standing = TargetStanding.UNSURE if name in answer.doubtful else TargetStanding.LEGAL
        order = answer.hits.index(name) + 1 if len(answer.hits) > 1 and name in answer.hits else None
        margin, contested = answer.sights[name].margin, answer.sights[name].contested
        piece = SurveyedPiece(name, standing, answer.gaps[name], margin, order=order, contested=contested)
        legal.append(replace(piece, last_by_rule=name in last))
    excluded = tuple(_excluded(answer, piece_id) for piece_id in answer.excluded)
    focus = legal[0].piece if legal else None
    corners, weapon = arrow_of(face, answer.effect)[0], weapon_name(face, answer.effect)
    return TargetSurvey(by, effect, weapon, corners, (*legal, *excluded), answer.ruling, focus)


def _excluded(answer: TargetsAnswer, piece_id: str) -> SurveyedPiece:
    exclusion, sight = answer.excluded[piece_id], answer.sights.get(piece_id)
    return SurveyedPiece(
        piece_id,
        TargetStanding.EXCLUDED,
        answer.gaps.get(piece_id),
        sight.margin if sight else None,
        exclusion.why,
        exclusion.text,
        contested=sight is not None and sight.contested,
        rules=exclusion.rules,
    )


def blind_area(arrows: Sequence[HalfPlane], table: Polygon) -> BaseGeometry:
    """The part of the table behind the baselines of all arrows; empty for three arrows, or none."""
    area: BaseGeometry = table if arrows else Polygon()
    for sight in arrows:
        area = area.intersection(_behind(sight))
    return area


def baselines(arrows: Sequence[HalfPlane], table: Polygon) -> tuple[BaseGeometry, ...]:
    """What bounds the blind area: each arrow's baseline as far as no other arrow sees beyond it."""
    lines = []
    for sight in arrows:
        line: BaseGeometry = LineString(sight.line(_FAR_MM)).intersection(table)
        for other in arrows:
            if other is not sight:
                line = line.intersection(_behind(other))
        lines.append(line)
    return tuple(line for line in lines if line.length > 0)


def _behind(sight: HalfPlane) -> Polygon:
    one, other = sight.line(_FAR_MM)
    back = (-sight.ux * _FAR_MM, -sight.uy * _FAR_MM)
    return Polygon([one, other, (other[0] + back[0], other[1] + back[1]), (one[0] + back[0], one[1] + back[1])])
