"""What people set right by hand, over the rules' head: poses, zones, owners, points, whose turn it is.

The table is right and the program is not: a correction makes the match say what lies there. It is a gesture like any
other, with time and source, and can be undone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from companion.catalogue import System, checks
from companion.catalogue.checks import Key, Notes, read_table
from companion.errors import InputError
from companion.geometry import Point, Pose
from companion.rules import Piece, Position, TurnState, Zone, card_left, put_right, refreshed, reserve_until
from companion.text import phrase


def _point(value: object) -> Point:
    found = checks.list_of(checks.number)(value)
    if len(found) != 2:
        raise ValueError("expected [x, y]")
    return float(found[0]), float(found[1])


_CORRECTION: Final = {
    "text": Key(checks.any_text, ""),
    "pieces": Key(checks.list_of(checks.anything), ()),
    "score": Key(checks.anything, MappingProxyType({})),
    "ogres": Key(checks.list_of(checks.anything), ()),
    "command_posts": Key(checks.list_of(checks.anything), ()),
    "to_move": Key(checks.text, None),
}
_PIECE: Final = {
    "id": Key(checks.text),
    "owner": Key(checks.text, None),
    "zone": Key(checks.one_of(Zone), None),
    "face": Key(checks.text, None),
    "centre_mm": Key(_point, None),
    "heading_deg": Key(checks.number, None),
    "level": Key(checks.level, None),
}
_OGRE: Final = {"piece": Key(checks.text), "card": Key(checks.anything)}
_CARD: Final = {name: Key(checks.count, None) for name in (*(system.value for system in System), "treads")}
_POST: Final = {"id": Key(checks.text), "armour": Key(checks.strength)}


def apply_correction(position: Position, content: Mapping[str, Any]) -> tuple[Position, str]:
    """The position set right, and what was done in words.

    Keys, all optional: ``text`` (why); ``pieces``: rows with ``id`` and any of ``owner``, ``zone``, ``face``,
    ``centre_mm``, ``heading_deg``, ``level``; ``score``: player -> points; ``ogres``: rows with ``piece`` and ``card``
    (circles and treads left); ``command_posts``: rows with ``id`` and ``armour``; ``to_move``: whose turn begins now.

    Raises:
        InputError: naming the place of what is wrong.
    """
    keys = _read(content, _CORRECTION, "correction")
    said: list[str] = []
    for name, correct in _PARTS.items():
        if keys[name]:
            position, words = correct(position, keys[name])
            said.append(words)
    sentences = [text[:1].upper() + text[1:] for text in (keys["text"].strip(" ."), *said) if text]
    return refreshed(position), phrase(
        "By hand. {sentences}.", sentences=". ".join(sentences) or phrase("Nothing changed")
    )


def _pieces(position: Position, rows: tuple[Any, ...]) -> tuple[Position, str]:
    said = []
    for row in rows:
        keys = _read(row, _PIECE, "correction: pieces")
        piece = _piece(position, position.pieces[_known(keys["id"], position.pieces, "pieces")], keys)
        position = put_right(position, piece)
        where = (
            phrase("shows side {face}", face=piece.face.key) if piece.face else phrase("is in {zone}", zone=piece.zone)
        )
        said.append(f"{piece.label} ({piece.owner}) {where}")
    return position, ", ".join(said)


def _piece(position: Position, piece: Piece, keys: Mapping[str, Any]) -> Piece:
    owner = keys["owner"] or piece.owner
    _known(owner, [player.id for player in position.players], "pieces: owner")
    lying = keys["centre_mm"] is not None or keys["face"] is not None
    zone = keys["zone"] or (Zone.PLAY if lying else piece.zone)
    piece = replace(piece, owner=owner, zone=zone, copied=None, back_turn=None)
    if zone is not Zone.PLAY:
        back = reserve_until(position, position.turn.number) if zone is Zone.RESERVE else None
        return replace(piece, face=None, pose=None, level=0, sigma_mm=0.0, sigma_deg=0.0, back_turn=back)
    return _lying(piece, keys)


def _lying(piece: Piece, keys: Mapping[str, Any]) -> Piece:
    face = piece.face if keys["face"] is None else piece.die.face(keys["face"])
    centre = keys["centre_mm"] or (piece.pose.centre_mm if piece.pose else None)
    if face is None or centre is None:
        raise InputError(f"correction: pieces: {piece.id}: a die in play needs a face that it has, and 'centre_mm'")
    before = piece.pose.heading_deg if piece.pose else 0.0
    heading = before if keys["heading_deg"] is None else keys["heading_deg"]
    level = piece.level if keys["level"] is None else keys["level"]
    return replace(piece, face=face, pose=Pose(centre[0], centre[1], heading, piece.die.edge_mm), level=level)


def _score(position: Position, row: object) -> tuple[Position, str]:
    if not isinstance(row, Mapping):
        raise InputError("correction: score: expected player -> points")
    score = dict(position.score)
    for player, points in row.items():
        try:
            score[_known(player, position.score, "score")] = checks.points(points)
        except ValueError as error:
            raise InputError(f"correction: score: {player}: {error}") from error
    winner = next((player for player, points in score.items() if points >= position.agreement.winning_score), None)
    said = ", ".join(
        phrase("{player} has {points:g} points", player=player, points=points) for player, points in row.items()
    )
    return replace(position, score=MappingProxyType(score), winner=winner), said


def _ogres(position: Position, rows: tuple[Any, ...]) -> tuple[Position, str]:
    said = []
    for row in rows:
        keys = _read(row, _OGRE, "correction: ogres")
        card = position.cards[_known(keys["piece"], position.cards, "ogres")]
        left = {key: n for key, n in _read(keys["card"], _CARD, "correction: card").items() if n is not None}
        try:
            position = position.with_card(keys["piece"], card_left(card, left))
        except ValueError as error:
            raise InputError(f"correction: card: {error}") from error
        said.append(
            phrase(
                "the card of {piece} has {items}",
                piece=keys["piece"],
                items=", ".join((f"{name} {count}" for name, count in left.items())),
            )
        )
    return position, ", ".join(said)


def _posts(position: Position, rows: tuple[Any, ...]) -> tuple[Position, str]:
    said = []
    for row in rows:
        keys = _read(row, _POST, "correction: command_posts")
        post = position.posts[_known(keys["id"], position.posts, "command_posts")]
        position = position.with_post(replace(post, armour=keys["armour"]))
        said.append(phrase("{post} has {armour:g} Armor", post=post.label, armour=keys["armour"]))
    return position, ", ".join(said)


def _to_move(position: Position, player: str) -> tuple[Position, str]:
    _known(player, [one.id for one in position.players], "to_move")
    turn = TurnState(number=position.turn.number)
    return replace(position, to_move=player, turn=turn, pending=()), phrase("it is {player}'s turn", player=player)


_PARTS: Final[Mapping[str, Callable[[Position, Any], tuple[Position, str]]]] = MappingProxyType(
    {"pieces": _pieces, "score": _score, "ogres": _ogres, "command_posts": _posts, "to_move": _to_move}
)
assert set(_PARTS) == set(_CORRECTION) - {"text"}


def _read(row: object, keys: Mapping[str, Key], place: str) -> dict[str, Any]:
    notes = Notes("")
    found = read_table(row, keys, place, notes)
    if notes.problems:
        raise InputError("; ".join(notes.problems))
    return found


def _known(name: Any, names: Any, place: str) -> str:
    if name not in names:
        raise InputError(f"correction: {place}: {name!r} is not known; known are {', '.join(names) or 'none'}")
    return str(name)
