"""Setting up: distances that the documents name roughly, measured and shown; nothing is rejected for them (AMB-33)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import dist, hypot

from shapely.geometry import Polygon

from companion.geometry import Measurement
from companion.rules.position import Piece, Position
from companion.rules.ruling import Ruling, Verdict, most_telling
from companion.text import N_, gettext, pgettext

#: "Roughly 20 inches" from the Command Post, "about twelve inches" between Ogres (OG-START-01, OG-START-08).
FROM_POST_MM, BETWEEN_OGRES_MM = 508.0, 304.8
#: What is still roughly or exactly so (AMB-33): an inch; a centimetre for the exact centre.
ROUGHLY_MM, EXACTLY_MM = 25.4, 10.0


@dataclass(frozen=True, slots=True)
class SetupNote:
    """One measured distance of the set-up: whether it is about what the rules say, and the ruling that says so."""

    fits: bool
    ruling: Ruling


def setup_notes(position: Position) -> tuple[SetupNote, ...]:
    """What a table should know of how Ogres and Command Posts stand before the first turn."""
    ogres = [piece for piece in position.in_play if piece.is_ogre]
    return (*_posts_at_edges(position), *_ogres_from_posts(position, ogres), *_ogres_apart(ogres))


def _note(what: str, measured: float, stated_mm: float, tolerance: float, *rules: str) -> SetupNote:
    fits = abs(measured - stated_mm) <= tolerance
    words = (
        N_("setup", "{what}: {measured:.0f} mm, as {wanted:.0f} mm in the rules.")
        if fits
        else N_("setup", "{what}: {measured:.0f} mm, instead of about {wanted:.0f} mm in the rules.")
    )
    text = pgettext("setup", words, what=what, measured=measured, wanted=stated_mm)
    numbers = {"mm": Measurement(measured)}
    return SetupNote(fits, Ruling(Verdict.YES, most_telling(rules, ("AMB-33",)), text, numbers=numbers))


def _posts_at_edges(position: Position) -> Iterator[SetupNote]:
    for post in position.posts.values():
        (x0, y0), (x1, y1) = position.player(post.owner).edge_mm
        off = dist(post.centre_mm, ((x0 + x1) / 2, (y0 + y1) / 2))
        reach = hypot(*post.size_mm) / 2
        yield _note(
            gettext("{post} from the middle of its edge", post=post.label),
            max(0.0, off - reach),
            0,
            ROUGHLY_MM,
            "OG-START-02",
        )


def _ogres_from_posts(position: Position, ogres: list[Piece]) -> Iterator[SetupNote]:
    """Mid-table or twenty inches from the Command Post: either will do (CON-37)."""
    middle = Polygon(position.table.outline_mm).centroid
    for ogre in ogres:
        for post in position.posts.values():
            if post.owner != ogre.owner:
                apart = dist(ogre.placed.centre_mm, post.centre_mm)
                what = gettext("{ogre} from {post}", ogre=ogre.label, post=post.label)
                note = _note(what, apart, FROM_POST_MM, ROUGHLY_MM, "OG-START-01", "CON-37")
                mid_table = dist(ogre.placed.centre_mm, (middle.x, middle.y)) <= ROUGHLY_MM
                yield SetupNote(note.fits or mid_table, note.ruling)


def _ogres_apart(ogres: list[Piece]) -> Iterator[SetupNote]:
    for first, second in combinations(ogres, 2):
        apart = dist(first.placed.centre_mm, second.placed.centre_mm)
        yield _note(
            gettext("{first} from {second}", first=first.label, second=second.label),
            apart,
            BETWEEN_OGRES_MM,
            ROUGHLY_MM,
            "OG-START-08",
        )
