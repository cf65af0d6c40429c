"""What is being looked at: a layout, the piece in hand, its weapon, the target in focus; and the sentence to that.

Immutable: every choice makes a new inspection, and everything shown is computed from it.

From a layout to the position that the rules know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType

from companion.catalogue import Die
from companion.rules import Agreement, Player, Position, Refused, Ruling, Table, by_id, edge_of, refreshed
from companion.rules import Piece as RulesPiece
from companion.session.layout import Layout, LayoutPiece
from companion.session.target_survey import TargetStanding, TargetSurvey, survey_targets, weapon_with_attack, weapons_of
from companion.text import gettext
from companion.vision import DieState


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

    def looking_at(self, piece_id: str | None) -> Inspection:
        """With another target in focus."""
        return self if piece_id == self.focus else replace(self, focus=piece_id)

    def focus_stepped(self, step: int) -> Inspection:
        """With the next candidate in focus, or the one before."""
        if self.sighting is None:
            return self
        return self.looking_at(_stepped([c.piece for c in self.sighting.candidates], self.sighting.focus, step))

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
        return seen.looking_at(self.focus) if self.focus else seen

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
