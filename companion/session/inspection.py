"""One weapon looked through: every other piece as a candidate, with what the rules say of it; and what is being looked
at: a layout, the piece in hand, its weapon, the target in focus, and the sentence to that.

No decision is made here: ``companion.rules`` answers, this lays the answer out piece by piece for drawing and reading,
with the part of the table that the weapon does not see: behind the baselines of all its arrows (GEO-05 to 07).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum, auto
from functools import cached_property
from types import MappingProxyType
from typing import Final

from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from companion.catalogue import Die, Effect, Face, Range
from companion.geometry import Gap, HalfPlane, Measurement
from companion.rules import (
    Agreement,
    Player,
    Position,
    Refused,
    Ruling,
    Table,
    TargetsAnswer,
    Why,
    arrow_of,
    attack_terms,
    by_id,
    edge_of,
    refreshed,
    targets,
)
from companion.rules import Piece as RulesPiece
from companion.session.layout import Layout, LayoutPiece
from companion.text import N_, gettext, pgettext
from companion.vision import DieState

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

    def focused_on(self, piece_id: str) -> TargetSurvey:
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


@dataclass(frozen=True)
class Inspection:
    """A layout with what is chosen in it.

    chosen: the piece in hand; weapon: which of its weapons, counted from 0; focus: the target looked at, ``None``: the
    closest legal one. (Not slotted: what is computed from it is cached.)
    """

    layout: Layout
    dice: Mapping[str, Die] = field(default_factory=lambda: MappingProxyType({}))
    agreement: Agreement = field(default_factory=Agreement)
    chosen: str | None = None
    weapon: int = 0
    focus: str | None = None

    @cached_property
    def position(self) -> Position:
        """The layout as the rules see it."""
        return position_of(self.layout, self.dice, self.agreement)

    @cached_property
    def weapons(self) -> tuple[int, ...]:
        """The effects with an arrow of the piece in hand, by their place on its face."""
        return weapons_of(self.position, self.chosen) if self.chosen else ()

    @property
    def weapon_names(self) -> tuple[str, ...]:
        """What the weapons of the piece in hand are called."""
        if self.chosen is None or not self.weapons:
            return ()
        return tuple(weapon_with_attack(self.position, self.chosen, place) for place in self.weapons)

    @cached_property
    def sighting(self) -> TargetSurvey | None:
        """What the chosen weapon may act on; ``None`` where no weapon is chosen or the rules refuse to look."""
        answer = self._answer
        return answer if isinstance(answer, TargetSurvey) else None

    @property
    def ruling(self) -> Ruling | None:
        """What the rules say of the chosen weapon, a refusal included."""
        answer = self._answer
        return answer.ruling if isinstance(answer, TargetSurvey) else answer

    @property
    def sentence(self) -> str:
        """The one sentence to what is chosen, with what could not be counted."""
        if self.chosen is None:
            return (
                gettext("Choose a die: click it, or press N.")
                if self.layout.pieces
                else gettext("No dice on the table.")
            )
        ruling = self.ruling
        return f"{ruling.text}{self._about_focus}{self._caveat}" if ruling else self._why_no_weapon

    def choosing(self, piece_id: str | None) -> Inspection:
        """With another piece in hand, and the first of its weapons; unchanged where there is no such piece."""
        if piece_id is not None and piece_id not in {piece.id for piece in self.layout.pieces}:
            return self
        return replace(self, chosen=piece_id, weapon=0, focus=None)

    def with_weapon(self, number: int) -> Inspection:
        """With the weapon of that number, from 0; unchanged where the piece has no such weapon."""
        return replace(self, weapon=number, focus=None) if number in range(len(self.weapons)) else self

    def stepped(self, step: int) -> Inspection:
        """With the next piece (1) or the one before (-1) in hand, round and round."""
        return self.choosing(_stepped([piece.id for piece in self.layout.pieces], self.chosen, step))

    def focused_on(self, piece_id: str | None) -> Inspection:
        """With another target in focus."""
        return self if piece_id == self.focus else replace(self, focus=piece_id)

    def focus_stepped(self, step: int) -> Inspection:
        """With the next candidate in focus, or the one before."""
        if self.sighting is None:
            return self
        return self.focused_on(_stepped([c.piece for c in self.sighting.candidates], self.sighting.focus, step))

    def passed_on(self) -> Inspection:
        """With the piece in hand given to the next player."""
        if self.chosen is None:
            return self
        return replace(self, layout=self.layout.given_to(self.chosen, self.layout.next_owner(self.chosen)), focus=None)

    @cached_property
    def _answer(self) -> TargetSurvey | Ruling | None:
        if self.chosen is None or not self.weapons:
            return None
        try:
            seen = survey_targets(self.position, self.chosen, self.weapons[self.weapon])
        except Refused as refusal:
            return refusal.ruling
        return seen.focused_on(self.focus) if self.focus else seen

    @property
    def _about_focus(self) -> str:
        """What the ruling's sentence leaves out: why the piece in focus is no target."""
        seen = self.sighting
        candidate = seen.of(seen.focus) if seen and seen.focus else None
        if candidate is None or candidate.standing is not TargetStanding.EXCLUDED:
            return ""
        return gettext(" {piece} is no target: {reason}.", piece=candidate.piece, reason=candidate.reason)

    @property
    def _caveat(self) -> str:
        pieces = list_left_out(self.layout, self.position)
        if not pieces:
            return ""
        return gettext(" Not counted: {pieces}.", pieces=", ".join(f"{piece.id} ({_unfit(piece)})" for piece in pieces))

    @property
    def _why_no_weapon(self) -> str:
        piece = self.layout.piece(self.chosen or "")
        if piece.id not in self.position.pieces:
            return gettext("{piece}: {unfit}, so no ruling is possible.", piece=piece.id, unfit=_unfit(piece))
        return gettext(
            "{piece} has no effect with an arrow on side {showing}.",
            piece=piece.id,
            showing=self.position.piece(piece.id).showing.key,
        )


def most_telling_weapon(inspection: Inspection) -> Inspection:
    """The same layout with the weapon in hand that shows the most: something legal, and many reasons why not."""

    def tells(tried: Inspection) -> tuple[bool, int, int]:
        """Whether something is legal, how many reasons are given, and (fewer is better) how many are legal."""
        seen = tried.sighting
        if seen is None:
            return False, 0, 0
        legal = len(seen.standing(TargetStanding.LEGAL))
        return legal > 0, len({candidate.why for candidate in seen.candidates}), -legal

    chosen = [inspection.choosing(piece.id) for piece in inspection.layout.pieces]
    tried = [one.with_weapon(number) for one in chosen for number in range(len(one.weapons))]
    return max(tried, key=tells, default=inspection)


def _stepped(names: list[str], current: str | None, step: int) -> str | None:
    if not names:
        return None
    if current not in names:
        return names[0 if step > 0 else -1]
    return names[(names.index(current) + step) % len(names)]


def _unfit(piece: LayoutPiece) -> str:
    if piece.name is None:
        return gettext("its side cannot be read")
    return gettext("leaning, not flat") if piece.state is DieState.LEANING else gettext("no die file knows its face")


def position_of(layout: Layout, dice: Mapping[str, Die], agreement: Agreement | None = None) -> Position:
    """What the rules see of a layout: all settled pieces with an owner whose die and face are in the catalogue.

    The others (``list_left_out``) lie on the table, but no rule can speak of them.
    """
    table = Table(layout.outline_mm)
    players = tuple(Player(seat.player, edge_of(table, seat.edge)) for seat in layout.seats)
    known = [found for piece in layout.pieces if (found := _known(piece, dice))]
    position = Position(
        agreement=agreement or Agreement(), players=players, pieces=by_id(known), table=table, to_move=players[0].id
    )
    return refreshed(position)


def list_left_out(layout: Layout, position: Position) -> tuple[LayoutPiece, ...]:
    """The pieces of a layout that are not in the position."""
    return tuple(piece for piece in layout.pieces if piece.id not in position.pieces)


def _known(piece: LayoutPiece, dice: Mapping[str, Die]) -> RulesPiece | None:
    die = dice.get(piece.name.die) if piece.name else None
    face = die.face(piece.name.face) if die and piece.name else None
    if die is None or face is None or piece.owner is None or not piece.settled:
        return None
    return RulesPiece(
        id=piece.id,
        die=die,
        owner=piece.owner,
        face=face,
        pose=piece.pose,
        sigma_mm=piece.sigma_mm,
        sigma_deg=piece.sigma_deg,
        measured_top=piece.measured_top,
    )
