"""What is on the table when a match opens: the Ogres that stand already, the Command Posts, and the hands."""

from __future__ import annotations

import math
from typing import Final

from shapely.geometry import Point, Polygon, box

from companion.codec.script import PieceDocument
from companion.geometry import Pose
from companion.rules import TERMS, CommandPost, Scenario, Zone
from companion.session.match_setup.first_player import choose_first_player
from companion.session.match_setup.plan import MatchPlan
from companion.session.match_setup.scenarios import OgreRole
from companion.session.match_setup.surface import SeatPlace
from companion.text import gettext

#: The Command Post's card as it is printed.
COMMAND_POST_MM: Final = (120.0, 60.0)
#: Half of "about twelve inches" between two Ogres (OG-START-08).
_FROM_MIDDLE_MM: Final = 152.4
#: An Ogre that stands on the table while a die opens the match in the exact centre keeps clear of it.
_CLEAR_OF_MIDDLE_MM: Final = 304.8
#: Room for the die that opens the match in the exact centre (OG-START-06).
_FIRST_DIE_MM: Final = 40.0


def initial_dice(plan: MatchPlan) -> dict[str, Polygon]:
    """What is on the table from the start, or comes to a place of its own first: its name for people -> its area."""
    taken = {}
    for piece in initial_pieces(plan):
        if piece.centre_mm is not None:
            pose = Pose(*piece.centre_mm, piece.heading_deg, plan.dice[piece.die].edge_mm)
            taken[piece.id] = Polygon(pose.silhouette_mm())
    for post in initial_posts(plan):
        (x, y), (wide, deep) = post.centre_mm, post.size_mm
        taken[gettext("the Command Post of {owner}", owner=post.owner)] = box(
            x - wide / 2, y - deep / 2, x + wide / 2, y + deep / 2
        )
    if TERMS[plan.scenario].places:
        taken[gettext("the first die, in the exact centre,")] = Point(plan.surface.middle_mm).buffer(_FIRST_DIE_MM)
    return taken


def initial_pieces(plan: MatchPlan) -> tuple[PieceDocument, ...]:
    """All dice in hand but for the Ogres, which stand on the table from the start (OG-ZONE-02, OG-START-10)."""
    owned = [(name, die) for name in plan.names for die in _dice_of(plan, name)]
    called = [plan.dice[die].label for _, die in owned]
    pieces = []
    for number, (name, die) in enumerate(owned):
        piece = PieceDocument(id=_lettered(called, number), die=die, owner=name, zone=Zone.HAND)
        on_table = "Ogre" in plan.dice[die].classes and not _opens_with_ogre(plan, name)
        pieces.append(_standing(plan, piece) if on_table else piece)
    return tuple(pieces)


def _dice_of(plan: MatchPlan, name: str) -> tuple[str, ...]:
    army = plan.entrant(name).army if plan.has_army(name) else ()
    given = plan.ogre_die if plan.card.ogre is not OgreRole.NOBODY and plan.mark_of(name) is not None else None
    return army if given is None else (given, *army)


def _lettered(called: list[str], place: int) -> str:
    """The name of a piece: its die's, with a letter where the match has several of that die."""
    name = called[place]
    if called.count(name) == 1:
        return name
    number = called[:place].count(name)
    rounds, letter = divmod(number, 26)
    return f"{name} {chr(ord('a') + letter) * (rounds + 1)}"


def _opens_with_ogre(plan: MatchPlan, name: str) -> bool:
    """Whether a player opens the match with the Ogre: it is placed in the exact centre, for want of another die
    (OG-START-06)."""
    alone = all("Ogre" in plan.dice[die].classes for die in _dice_of(plan, name))
    return alone and TERMS[plan.scenario].places and choose_first_player(plan).first == name


def _standing(plan: MatchPlan, ogre: PieceDocument) -> PieceDocument:
    """An Ogre on the table: in the middle, or a little toward its owner, looking at the others (OG-START-01, -08)."""
    place, (x, y) = plan.places[ogre.owner], plan.surface.middle_mm
    back = _back_mm(plan)
    dx, dy = place.inward
    return PieceDocument(
        id=ogre.id,
        die=ogre.die,
        owner=ogre.owner,
        zone=Zone.PLAY,
        face=plan.dice[ogre.die].faces[0].key,
        centre_mm=(round(x - dx * back, 1), round(y - dy * back, 1)),
        heading_deg=round(math.degrees(math.atan2(dy, dx)), 1),
    )


def _back_mm(plan: MatchPlan) -> float:
    if plan.card.ogre is OgreRole.ONE:
        return 0.0
    return _FROM_MIDDLE_MM if plan.scenario is Scenario.OGRE_EACH else _CLEAR_OF_MIDDLE_MM


def initial_posts(plan: MatchPlan) -> tuple[CommandPost, ...]:
    """The Command Posts: free for who faces the Ogre, else for everybody or for nobody (OG-CP-01, OG-ARMY-06)."""
    free, agreed = plan.card.terms.command_post == "free", plan.card.asks_for_posts and plan.posts
    owners = [name for name in plan.names if agreed or (free and plan.has_army(name))]
    alone = len(owners) == 1
    return tuple(
        _post(plan.places[name], name, gettext("Post") if alone else gettext("Post of {owner}", owner=name))
        for name in owners
    )


def _post(place: SeatPlace, owner: str, called: str) -> CommandPost:
    """A Command Post at the middle of its owner's edge (OG-START-02)."""
    dx, dy = place.inward
    across, down = COMMAND_POST_MM if abs(dy) >= abs(dx) else COMMAND_POST_MM[::-1]
    reach = (abs(dx) * across + abs(dy) * down) / 2
    x, y = place.middle_mm
    centre = (round(x + dx * reach, 1), round(y + dy * reach, 1))
    return CommandPost(id=called, owner=owner, centre_mm=centre, size_mm=(across, down), armour=60)
