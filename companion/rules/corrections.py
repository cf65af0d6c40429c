"""Corrections: what people corrected by hand, over the rules' head, as frozen values, and what each leads to.

The table is right and the program is not: a correction makes the match say what lies there. It is a gesture like any
other, with time and source, can be undone, and is a step of a referee script.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Annotated, Final

from companion.errors import InputError
from companion.geometry import Pose
from companion.limits import Count, Level, Name, Number, PointCost, PointMm, Spelled, Strength, Text
from companion.rules.effects import refreshed
from companion.rules.engine import put_right
from companion.rules.ogre_card import card_left
from companion.rules.position import Piece, Position, Zone
from companion.rules.transition import reserve_until
from companion.rules.turn_state import TurnState
from companion.text import gettext

#: The rule behind each thing that a correction may set right.
_RULE_OF: Final = MappingProxyType(
    {
        "pieces": "OG-ZONE-01",
        "score": "OG-WIN-02",
        "ogres": "OG-OGRE-02",
        "command_posts": "OG-CP-07",
        "to_move": "OG-TURN-06",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceCorrection:
    """How a piece really is; what is left out stays as it was."""

    id: Name
    owner: Name | None = None
    zone: Zone | None = None
    face: Name | None = None
    centre_mm: PointMm | None = None
    heading_deg: Number | None = None
    level: Level | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardCorrection:
    """What an Ogre's tracking card has left: weapon system or "treads" -> circles or Treads."""

    piece: Name
    card: Mapping[Annotated[str, Spelled("^(main|secondary|missile|ap|treads)$")], Count]


@dataclass(frozen=True, slots=True, kw_only=True)
class PostCorrection:
    """The Armor that a Command Post has left."""

    id: Name
    armour: Strength


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What is set right, and why (``text``); ``score``: player -> points; ``to_move``: whose turn begins now."""

    text: Text = ""
    pieces: tuple[PieceCorrection, ...] = ()
    score: Mapping[Name, PointCost] = field(default_factory=lambda: MappingProxyType({}))
    ogres: tuple[CardCorrection, ...] = ()
    command_posts: tuple[PostCorrection, ...] = ()
    to_move: Name | None = None

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules behind what is set right; where nothing is but a word, that players settle what is open
        (AMB-02)."""
        return tuple(rule for part, rule in _RULE_OF.items() if getattr(self, part)) or ("AMB-02",)


def apply_correction(position: Position, correction: Correction) -> tuple[Position, str]:
    """The position set right, and what was done in words.

    Raises:
        InputError: naming the place of what is wrong.
    """
    message: list[str] = [correction.text.strip(" .")]
    for correct in (_pieces, _score, _ogres, _posts, _to_move):
        position, words = correct(position, correction)
        message.append(words)
    sentences = "; ".join(text for text in message if text)
    return refreshed(position), gettext("Corrected: {sentences}.", sentences=sentences or gettext("nothing changed"))


def _pieces(position: Position, correction: Correction) -> tuple[Position, str]:
    message = []
    for one in correction.pieces:
        piece = _piece(position, position.pieces[_known(one.id, position.pieces, "pieces")], one)
        position = put_right(position, piece)
        where = (
            gettext("shows side {face}", face=piece.face.key)
            if piece.face
            else gettext("is in {zone}", zone=piece.zone)
        )
        message.append(f"{piece.label} ({piece.owner}) {where}")
    return position, ", ".join(message)


def _piece(position: Position, piece: Piece, one: PieceCorrection) -> Piece:
    owner = one.owner or piece.owner
    _known(owner, [player.id for player in position.players], "pieces: owner")
    in_play = one.centre_mm is not None or one.face is not None
    zone = one.zone or (Zone.PLAY if in_play else piece.zone)
    piece = replace(piece, owner=owner, zone=zone, copied=None, back_turn=None)
    if zone is not Zone.PLAY:
        back = reserve_until(position, position.turn.number) if zone is Zone.RESERVE else None
        return replace(
            piece, face=None, pose=None, level=0, sigma_mm=0.0, sigma_deg=0.0, measured_top=None, back_turn=back
        )
    return _lying(piece, one)


def _lying(piece: Piece, one: PieceCorrection) -> Piece:
    face = piece.face if one.face is None else piece.die.face(one.face)
    centre = one.centre_mm or (piece.pose.centre_mm if piece.pose else None)
    if face is None or centre is None:
        raise InputError(
            gettext(
                "correction: pieces: {piece}: a die in play needs a face that it has, and 'centre_mm'", piece=piece.id
            )
        )
    before = piece.pose.heading_deg if piece.pose else 0.0
    heading = before if one.heading_deg is None else one.heading_deg
    level = piece.level if one.level is None else one.level
    pose = Pose(centre[0], centre[1], heading, piece.die.edge_mm)
    return replace(
        piece, face=face, pose=pose, measured_top=piece.measured_top if pose == piece.pose else None, level=level
    )


def _score(position: Position, correction: Correction) -> tuple[Position, str]:
    if not correction.score:
        return position, ""
    for player in correction.score:
        _known(player, position.score, "score")
    score = {**position.score, **correction.score}
    winner = next((player for player, points in score.items() if points >= position.agreement.winning_score), None)
    message = ", ".join(
        gettext("{player} has {points:g} points", player=player, points=points)
        for player, points in correction.score.items()
    )
    return replace(position, score=MappingProxyType(score), winner=winner), message


def _ogres(position: Position, correction: Correction) -> tuple[Position, str]:
    message = []
    for one in correction.ogres:
        card = position.cards[_known(one.piece, position.cards, "ogres")]
        try:
            position = position.with_card(one.piece, card_left(card, one.card))
        except ValueError as error:
            raise InputError(gettext("correction: card: {why}", why=error)) from error
        items = ", ".join(f"{name} {count}" for name, count in one.card.items())
        message.append(gettext("the card of {piece} has {items}", piece=one.piece, items=items))
    return position, ", ".join(message)


def _posts(position: Position, correction: Correction) -> tuple[Position, str]:
    message = []
    for one in correction.command_posts:
        post = position.posts[_known(one.id, position.posts, "command_posts")]
        position = position.with_post(replace(post, armour=one.armour))
        message.append(gettext("{post} has {armour:g} Armor", post=post.label, armour=one.armour))
    return position, ", ".join(message)


def _to_move(position: Position, correction: Correction) -> tuple[Position, str]:
    player = correction.to_move
    if player is None:
        return position, ""
    _known(player, [one.id for one in position.players], "to_move")
    turn = TurnState(number=position.turn.number)
    return replace(position, to_move=player, turn=turn, pending=()), gettext("it is {player}'s turn", player=player)


def _known(name: str, names: Collection[str], place: str) -> str:
    if name not in names:
        raise InputError(
            gettext(
                "correction: {place}: {name!r} is not known; known are {known}",
                place=place,
                name=name,
                known=", ".join(names) or gettext("none"),
            )
        )
    return name
