"""Command: whom it reaches, in which order, and the flags that it raises (OG-CMD-*, DW-CMD-*, CY-CMD-*).

Command Posts and dice may both command (OG-CMD-03 speaks of one set only, CON-34). The order is fixed when the flags
go up (DW-CMD-03) and outlives the Commander's own side (DW-CMD-06, DW-CMD-07).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from types import MappingProxyType

from companion.catalogue import Colour, Effect, EffectKind, Face
from companion.geometry import Measurement, combined_sigma
from companion.rules.position import CommandPost, Piece, Position, Zone
from companion.rules.ruling import Refused, Ruling, Verdict, Why, cite, most_telling
from companion.rules.table import check_in_play
from companion.rules.targets import Exclusion, targets_of, unseen_rules
from companion.rules.turn import edge_distance
from companion.text import gettext


@dataclass(frozen=True, slots=True)
class CommandOrder:
    """The dice that a Command reaches, in the order in which they act, and why the others do not."""

    order: tuple[str, ...]
    ruling: Ruling
    excluded: Mapping[str, Exclusion] = field(default_factory=lambda: MappingProxyType({}))
    too_close: bool = False


def command_order(position: Position, by: str) -> CommandOrder:
    """Whom a Commander or Command Post commands, in order (ask "command-order").

    Raises:
        Refused: a destroyed Command Post, a die not in play or without Command on its showing face.
    """
    if by in position.posts:
        return _from_post(position, position.posts[by])
    piece = position.piece(by)
    found = targets_of(position, piece, only_effect(position, piece, EffectKind.COMMAND))
    order = found.hits or found.legal
    own = position.agreement.by_document(
        ("OG-CMD-01", "OG-CMD-05", "DW-CMD-02"), ("DW-CMD-01", "DW-CMD-02"), ("CY-CMD-01", "CY-CMD-03")
    )
    whys = {exclusion.why: exclusion.rules for exclusion in found.excluded.values()}
    rules = most_telling(
        ("AMB-02",) if found.too_close else (),
        () if order else unseen_rules(found.excluded)[:2],
        own,
        ("CON-08", "CON-09", "AMB-63"),
        ("DW-COLOR-06", "CY-CMD-01", *whys[Why.IMMUNE]) if Why.IMMUNE in whys else (),
        whys.get(Why.RESTRICTION, ()),
    )
    ruling = _order_ruling(rules, piece.label, order, close=found.too_close)
    return CommandOrder(order, ruling, found.excluded, found.too_close)


def only_effect(position: Position, piece: Piece, kind: EffectKind) -> Effect:
    """The first effect of a kind on a die's showing face.

    Raises:
        Refused: the die is not in play, or its face has no such effect (`no-arrow`).
    """
    check_in_play(position, piece)
    found = next((effect for effect in piece.showing.effects if effect.kind is kind), None)
    if found is not None:
        return found
    rules = most_telling(("OG-FACE-08",), cite(position.agreement.profile, "no-arrow"))
    text = gettext(
        "Side {showing} of {piece} has no {kind}.", showing=piece.showing.key, piece=piece.label, kind=kind.value
    )
    raise Refused(Why.NO_ARROW, rules, text)


def _from_post(position: Position, post: CommandPost) -> CommandOrder:
    """From the Command Post: every own die in play not immune to dark blue, from its table edge forward (CON-08,
    CON-09)."""
    if post.destroyed:
        raise Refused(
            Why.DESTROYED, ("OG-CP-08", "OG-CP-09"), "{post} is destroyed and commands no more.", post=post.label
        )
    profile = position.agreement.profile
    excluded: dict[str, Exclusion] = {}
    reached: list[tuple[Measurement, Piece]] = []
    for piece in position.in_play:
        if piece.owner != post.owner:
            excluded[piece.id] = Exclusion(Why.ENEMY, gettext("an Enemy"), cite(profile, "sides"))
        elif piece.showing.immune_to(Colour.BLUE):
            excluded[piece.id] = Exclusion(
                Why.IMMUNE, gettext("immune to dark blue"), ("CON-39", *cite(profile, "immune"))
            )
        else:
            reached.append((Measurement(edge_distance(position, post.owner, piece), piece.sigma_mm), piece))
    reached.sort(key=lambda pair: pair[0].value)
    apart = [Measurement(b.value - a.value, combined_sigma(a.sigma, b.sigma)) for (a, _), (b, _) in pairwise(reached)]
    close = any(gap.sign == 0 and gap.sigma > 0 for gap in apart)
    dodger = ("OG-DODGE-03",) if any(piece.showing.has(EffectKind.DODGE) for _, piece in reached) else ()
    ids = ("AMB-02",) if close else ()
    immune = ("CON-39",) if any(e.why is Why.IMMUNE for e in excluded.values()) else ()
    rules = most_telling(
        ids, ("OG-CMD-04", "OG-CP-02", "OG-RANGE-14", "CON-08"), immune, dodger, ("AMB-08", "OG-CMD-05", "OG-CMD-01")
    )
    order = tuple(piece.id for _, piece in reached)
    return CommandOrder(order, _order_ruling(rules, post.label, order, close=close), MappingProxyType(excluded), close)


def _order_ruling(rules: tuple[str, ...], who: str, order: tuple[str, ...], *, close: bool) -> Ruling:
    named = ", ".join(order) or gettext("nobody")
    if close:
        text = gettext("The order in which {who} commands {named} is too close to call.", who=who, named=named)
        return Ruling(Verdict.TOO_CLOSE, rules, text, Why.TOO_CLOSE_TO_CALL)
    return Ruling(Verdict.YES, rules, gettext("{who} commands, in this order: {named}.", who=who, named=named))


def commander_stands(position: Position, again: tuple[str, Face]) -> bool:
    """Whether the Commander of a Double Shot is still in play with the same face up (CY-DOUBLE-03); a copied face is
    gone once it has commanded (CY-CLONE-07)."""
    name, face = again
    piece = position.pieces.get(name)
    return piece is not None and piece.zone is Zone.PLAY and piece.showing == face
