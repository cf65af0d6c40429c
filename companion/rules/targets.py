"""Whom an effect may act on: relation, restriction, sight, Dodge and range, with every measured doubt.

Range is an order, not a distance (OG-RANGE-04, DW-RANGE-03). Relation goes by owner alone, whatever the team
(OG-CORE-02, DW-CORE-03, AD-MULTI-03); an All-Range weapon never hits an Ally (OG-RANGE-10, OG-RANGE-12). The documents'
worked examples are OG-RANGE-06, OG-RANGE-08, OG-RANGE-15, DW-RANGE-05 and CY-SIGHT-03.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from types import MappingProxyType
from typing import Final

from companion.catalogue import CORNERS, Affiliation, Colour, Effect, EffectKind, Range, System
from companion.geometry import Gap, Measurement
from companion.rules.arrows import arrow_of, check_works, looking_effect
from companion.rules.position import CommandPost, Piece, Position, Target, frozen
from companion.rules.proximity import (
    RangeCandidate,
    alternative_order,
    contenders_among,
    farther,
    is_tie,
    measure_target_gap,
)
from companion.rules.ruling import Refused, Ruling, Verdict, Why, cite, most_telling
from companion.rules.sight import SightAnswer, line_of_sight
from companion.text import gettext


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Why something is no target: the code, a short reason for people, the rules."""

    why: Why
    text: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TargetsAnswer:
    """Whom an effect may act on.

    ``legal``: ids that may be hit, closest first. ``hits``: what is hit without a choice (short: the closest; all:
    everything, in order). ``choice``: whether the player picks one. ``doubtful``: those of ``legal`` that the
    measurement cannot settle; ``order_doubtful``: the order cannot be settled; an action that hangs on either needs the
    players' word. ``either_first``: pairs of ``hits``, the likelier first one before the other, whose order is theirs
    to say. ``gaps`` and ``sights``: of every die of the right side, by id, for drawing. ``excluded``: all
    others.
    """

    by: str
    effect: Effect
    legal: tuple[str, ...]
    hits: tuple[str, ...]
    choice: bool
    ruling: Ruling
    doubtful: frozenset[str] = frozenset()
    order_doubtful: bool = False
    either_first: frozenset[tuple[str, str]] = frozenset()
    gaps: Mapping[str, Gap] = field(default_factory=lambda: MappingProxyType({}))
    sights: Mapping[str, SightAnswer] = field(default_factory=lambda: MappingProxyType({}))
    excluded: Mapping[str, Exclusion] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def too_close(self) -> bool:
        """Whether the measurement leaves anything open."""
        return bool(self.doubtful) or self.order_doubtful

    def hits_as_named(self, named: Sequence[str]) -> tuple[str, ...]:
        """Those of `hits` that a player names, each once and closest first; of two whose order the measurement leaves
        open, the one named first comes first (AMB-02, AMB-03)."""
        left, order = [name for name in self.hits if name in named], list[str]()
        while left:
            free = [name for at, name in enumerate(left) if all((o, name) in self.either_first for o in left[:at])]
            order.append(min(free, key=named.index))
            left.remove(order[-1])
        return tuple(order)


def targets(position: Position, by: str, effect: int) -> TargetsAnswer:
    """Whom an effect of a piece in play may act on (docs/formats, ask "targets").

    Raises:
        Refused: the piece is not in play, there is no such arrow, or its weapon is destroyed.
    """
    piece = position.piece(by)
    found = looking_effect(position, piece, effect)
    check_works(position, piece, found)
    return targets_of(position, piece, found)


def targets_of(position: Position, by: Piece, effect: Effect) -> TargetsAnswer:
    """The same for an effect in hand; its arrow is looked up on the showing face.

    Raises:
        Refused: there is no arrow (`no-arrow`).
    """
    corners, reach = _arrow(position, by, effect)
    found = _verifier(position, by, effect, corners)
    contenders = contenders_among(by, found.candidates)
    # Dodging Enemies that cannot be the closest target are invisible (OG-DODGE-02, AMB-05).
    hidden = [c for c in found.candidates if c not in contenders and _dodges(by, c.target)]
    open_ = len(contenders) > 1 and not is_tie(by, contenders)
    in_doubt = [c for c in contenders if open_ and _dodges(by, c.target)]
    text = gettext("dodges, and is not the closest visible target")
    gone = {c.id: Exclusion(Why.DODGE, text, ("OG-DODGE-02", "AMB-05")) for c in hidden}
    kept = tuple(
        RangeCandidate(c.target, c.gap, sure=False) if c in in_doubt else c
        for c in found.candidates
        if c.id not in gone
    )
    found = _Found(kept, frozen({**found.excluded, **gone}), frozen(found.gaps), frozen(found.sights))
    if effect.record.takes_one and reach is Range.ALL:
        reach = Range.LONG  # a free choice among those seen (AMB-42)
    if not found.candidates:
        rules = most_telling(unseen_rules(found.excluded), _range_rules(position, by, effect, found, reach.value))
        text = gettext("{effect} of {by} has no legal target.", effect=effect.label, by=by.label)
        ruling, choice = Ruling(Verdict.YES, rules, text), False
        return TargetsAnswer(
            by.id, effect, (), (), choice, ruling, gaps=found.gaps, sights=found.sights, excluded=found.excluded
        )
    settle = {Range.SHORT: _short, Range.LONG: _long, Range.ALL: _all}[reach]
    return settle(position, by, effect, found)


def _arrow(position: Position, by: Piece, effect: Effect) -> tuple[tuple[int, ...], Range]:
    """The arrow that decides: none where a Command reaches all Allies (AMB-63), who then count as seen all round."""
    if _ignores_sight(position, effect):
        return CORNERS, Range.ALL
    corners, reach = arrow_of(by.showing, effect)
    if not corners:
        text = gettext(
            "{effect} on side {showing} of {by} has no arrow.", effect=effect.label, showing=by.showing.key, by=by.label
        )
        raise Refused(Why.NO_ARROW, cite(position.agreement.profile, "no-arrow"), text)
    return corners, reach or effect.record.reach


@dataclass(frozen=True, slots=True)
class _Found:
    candidates: tuple[RangeCandidate, ...]
    excluded: Mapping[str, Exclusion]
    gaps: Mapping[str, Gap]
    sights: Mapping[str, SightAnswer]


def _verifier(position: Position, by: Piece, effect: Effect, corners: tuple[int, ...]) -> _Found:
    candidates: list[RangeCandidate] = []
    excluded: dict[str, Exclusion] = {}
    gaps: dict[str, Gap] = {}
    sights: dict[str, SightAnswer] = {}
    for target in _others(position, by, effect):
        unfit = _unfit(position, by, effect, target)
        if unfit is None:
            seen = sights[target.id] = line_of_sight(position, by, corners, target)
            apart = gaps[target.id] = measure_target_gap(position, by, target)
            unfit = _unseen(position, effect, target, seen)
        if unfit is not None:
            excluded[target.id] = unfit
        else:
            candidates.append(RangeCandidate(target, apart, _ignores_sight(position, effect) or seen.sees is True))
    candidates.sort(key=lambda candidate: candidate.rank)
    return _Found(tuple(candidates), excluded, gaps, sights)


def _others(position: Position, by: Piece, effect: Effect) -> list[Target]:
    posts = list(position.posts.values()) if effect.record.at_posts else []
    return [piece for piece in position.in_play if piece.id != by.id] + posts


def _unfit(position: Position, by: Piece, effect: Effect, target: Target) -> Exclusion | None:
    profile, side = position.agreement.profile, effect.record.acts_on
    if isinstance(target, CommandPost) and target.destroyed:
        return Exclusion(Why.DESTROYED, gettext("destroyed"), ("OG-CP-08",))
    if side is Affiliation.ENEMIES and target.owner == by.owner:
        return Exclusion(
            Why.ALLY, gettext("an Ally; this effect is for Enemies"), cite(profile, "weapon-targets", "sides")
        )
    if side is Affiliation.ALLIES and target.owner != by.owner:
        return Exclusion(Why.ENEMY, gettext("an Enemy; this effect is for Allies"), cite(profile, "sides"))
    if effect.record.orders and not matches_restriction(target, effect.restriction):
        return Exclusion(Why.RESTRICTION, gettext("not {restriction}", restriction=effect.restriction), ("CY-CMD-02",))
    return None


def matches_restriction(target: Target, restriction: str | None) -> bool:
    """Whether a die is of the class, team or name that a Call or Command is restricted to (OG-CALL-04, CY-CMD-02)."""
    if restriction is None:
        return True
    names = (*target.die.classes, target.die.team, target.die.name) if isinstance(target, Piece) else ()
    return restriction.casefold() in {name.casefold() for name in names}


def _ignores_sight(position: Position, effect: Effect) -> bool:
    return effect.record.orders and position.agreement.is_("AMB-63", "all-allies")


def _unseen(position: Position, effect: Effect, target: Target, seen: SightAnswer) -> Exclusion | None:
    if seen.sees is False and not _ignores_sight(position, effect):
        short = Measurement(-seen.margin.value, seen.margin.sigma)
        texts = {
            Why.NOT_SEEN: gettext("{short} behind the baseline", short=short),
            Why.LOWER_LEVEL: gettext("stands higher"),
            Why.TERRAIN: gettext("hidden by terrain"),
        }
        why = seen.why or Why.NOT_SEEN
        return Exclusion(why, texts[why], seen.ruling.rules)
    if effect.record.orders and is_immune(target, effect):
        return Exclusion(Why.IMMUNE, gettext("immune to dark blue"), cite(position.agreement.profile, "immune"))
    return None


def is_immune(target: Target, effect: Effect) -> bool:
    """Whether a target is immune to an effect's colour; a Command Post is to dark blue (OG-COLOR-01, OG-CP-11)."""
    if isinstance(target, CommandPost):
        return effect.record.orders or effect.colour is Colour.BLUE
    return effect.record.heeds_shields and target.showing.immune_to(effect.colour)


def _dodges(by: Piece, target: Target) -> bool:
    return isinstance(target, Piece) and target.owner != by.owner and target.showing.has(EffectKind.DODGE)


def _short(position: Position, by: Piece, effect: Effect, found: _Found) -> TargetsAnswer:
    contenders = contenders_among(by, found.candidates)
    nearest = contenders[0]
    beyond = {
        c.id: Exclusion(Why.NOT_CLOSEST, _not_closest(nearest, c), _closest_rules(position, by, effect, c))
        for c in found.candidates
        if c not in contenders
    }
    tie = len(contenders) > 1 and is_tie(by, contenders)
    settled = len(contenders) == 1 and nearest.sure
    names = tuple(c.id for c in contenders)
    doubtful = frozenset() if tie or settled else frozenset(names)
    rules = most_telling(
        ("AMB-03",) if tie else (),
        ("AMB-02", "AMB-03") if doubtful else (),
        _range_rules(position, by, effect, found, "short"),
    )
    ruling = _ruling(by, effect, contenders, rules, doubt=bool(doubtful), tie=tie)
    hits, excluded = names if settled else (), frozen({**found.excluded, **beyond})
    return TargetsAnswer(
        by.id, effect, names, hits, tie, ruling, doubtful, gaps=found.gaps, sights=found.sights, excluded=excluded
    )


def _long(position: Position, by: Piece, effect: Effect, found: _Found) -> TargetsAnswer:
    doubtful = frozenset(c.id for c in found.candidates if not c.sure)
    rules = most_telling(("AMB-02",) if doubtful else (), _range_rules(position, by, effect, found, "long"))
    ruling = _ruling(by, effect, found.candidates, rules, doubt=bool(doubtful))
    names = tuple(c.id for c in found.candidates)
    return TargetsAnswer(
        by.id, effect, names, (), True, ruling, doubtful, gaps=found.gaps, sights=found.sights, excluded=found.excluded
    )


def _all(position: Position, by: Piece, effect: Effect, found: _Found) -> TargetsAnswer:
    apart = {(a.id, b.id): farther(by, a, b) for a, b in combinations(found.candidates, 2)}
    either_first = {pair: gap for pair, gap in apart.items() if gap.sign == 0}
    order_doubtful = any(gap.sigma > 0 for gap in either_first.values())
    tie = any(gap.sigma == 0 for gap in either_first.values())
    doubtful = frozenset(c.id for c in found.candidates if not c.sure)
    rules = most_telling(
        ("AMB-02",) if doubtful or order_doubtful else (),
        ("AMB-03",) if tie else (),
        _range_rules(position, by, effect, found, "all"),
    )
    ruling = _ruling(by, effect, found.candidates, rules, doubt=bool(doubtful) or order_doubtful)
    names = tuple(c.id for c in found.candidates)
    return TargetsAnswer(
        by.id,
        effect,
        names,
        names,
        False,
        ruling,
        doubtful,
        order_doubtful,
        frozenset(either_first),
        found.gaps,
        found.sights,
        found.excluded,
    )


def _range_rules(position: Position, by: Piece, effect: Effect, found: _Found, reach: str) -> tuple[str, ...]:
    """The rules behind an answer: the range's, the effect's own, and what took part in it."""
    whys = {exclusion.why: exclusion.rules for exclusion in found.excluded.values()}
    telling = (Why.DODGE, Why.TERRAIN, Why.LOWER_LEVEL, Why.IMMUNE, Why.RESTRICTION)
    post = any(isinstance(c.target, CommandPost) for c in found.candidates)
    ap = effect.system is System.AP
    # Plan and space put the dice in different orders, so an agreement has decided (AMB-04).
    dice = tuple(c.id for c in found.candidates if isinstance(c.target, Piece))
    order_is_open = alternative_order(position, by, found.candidates) != dice
    return most_telling(
        cite(position.agreement.profile, reach)[:2],
        effect.record.rules,
        *(whys[why] for why in telling if why in whys),
        ("OG-CP-04", "CON-23", "AMB-18" if reach == "all" else "OG-CP-05") if post else (),
        ("CON-38",) if ap and Why.DODGE in whys else (),
        ("OG-SIGHT-12",) if ap else (),
        ("AMB-01",) if any(seen.contested for seen in found.sights.values()) else (),
        ("AMB-04",) if order_is_open else (),
        _one_shot_rules(by, effect),
        ("DW-COLOR-02",) if any(is_immune(c.target, effect) for c in found.candidates) else (),
    )


def _closest_rules(position: Position, by: Piece, effect: Effect, candidate: RangeCandidate) -> tuple[str, ...]:
    post = ("OG-CP-05", "OG-CP-04") if isinstance(candidate.target, CommandPost) else ()
    return most_telling(post, cite(position.agreement.profile, "short"), _one_shot_rules(by, effect))


def _one_shot_rules(by: Piece, effect: Effect) -> tuple[str, ...]:
    return ("OG-SIGHT-08",) if len(arrow_of(by.showing, effect)[0]) == 2 else ()


def _not_closest(nearest: RangeCandidate, other: RangeCandidate) -> str:
    if isinstance(other.target, CommandPost):
        return gettext("always the most distant target; {target} is seen too", target=nearest.target.label)
    return gettext(
        "{distance} away, farther than {target} ({nearer})",
        distance=other.gap.distance,
        target=nearest.target.label,
        nearer=nearest.gap.distance,
    )


def unseen_rules(excluded: Mapping[str, Exclusion]) -> tuple[str, ...]:
    """The rules of sight that leave things out: by baseline, level and terrain."""
    return most_telling(*(exclusion.rules for exclusion in excluded.values() if exclusion.why in _BY_SIGHT))


_BY_SIGHT: Final = frozenset({Why.NOT_SEEN, Why.LOWER_LEVEL, Why.TERRAIN})


def _ruling(
    by: Piece,
    effect: Effect,
    legal: tuple[RangeCandidate, ...],
    rules: tuple[str, ...],
    *,
    doubt: bool,
    tie: bool = False,
) -> Ruling:
    named = ", ".join(f"{c.target.label} ({c.gap.distance})" for c in legal)
    if doubt:
        text = gettext(
            "{effect} of {by}: too close to call among {named}; the players settle it.",
            effect=effect.label,
            by=by.label,
            named=named,
        )
        return Ruling(Verdict.TOO_CLOSE, rules, text, Why.TOO_CLOSE_TO_CALL)
    joined = any(other is not effect and other.is_one_shot_with(effect) for other in by.showing.effects)
    note = gettext(" Its arrows of one colour are one shot.") if joined else ""
    note += gettext(" They are equally close: the player whose die acts chooses.") if tie else ""
    text = gettext("{effect} of {by} may hit {named}.{note}", effect=effect.label, by=by.label, named=named, note=note)
    return Ruling(Verdict.YES, rules, text)
