"""What lies on the table of a match and is not recognised as a die: whether the match knows it by another name, and
what has to be said of it beside a ruling. It decides nothing, for it is more often a cup than a die."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from companion.geometry import Outline, Pose, contains_point, silhouette
from companion.rules import Position
from companion.session.play.unread import UnreadDie, unread_in_the_way
from companion.text import phrase
from companion.vision import UnknownObject


def unknown_to_match(position: Position, seen: Iterable[UnknownObject]) -> tuple[UnknownObject, ...]:
    """Those that are no terrain, no card and no piece in play that the camera has lost."""
    known = tuple(_known_outlines(position))
    return tuple(one for one in seen if not any(contains_point(outline, one.centre_mm) for outline in known))


def unknown_in_the_way(position: Position, by: str, effect: int, unknown: Sequence[UnknownObject]) -> str | None:
    """What to say beside a shot that may have to hit such a thing, if it is a die; ``None`` where none matters."""
    edge_mm = position.piece(by).die.edge_mm
    supposed = [UnreadDie(Pose(*one.centre_mm, 0.0, edge_mm), one.radius_mm / 2, None) for one in unknown]
    if unread_in_the_way(position, by, effect, supposed) is None:
        return None
    return phrase(
        "Something on the table is not recognised as a die; if it is one, it may be what {piece} has to hit.",
        piece=position.piece(by).label,
    )


def _known_outlines(position: Position) -> Iterator[Outline]:
    yield from (terrain.outline_mm for terrain in position.table.terrain)
    yield from (post.outline for post in position.posts.values())
    yield from (silhouette(piece.placed) for piece in position.in_play)
