"""How a match opens: who goes first; what is on the table, the Ogres that stand already and the Command Posts; and the
hands.

The first player is settled by the scenario, by the player who decides, or by a coin whose throw can be looked at again.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from shapely.geometry import Point, Polygon, box

from companion.codec.script import PieceDocument
from companion.geometry import Pose
from companion.rules import TERMS, CommandPost, FirstPlayer, Ruling, Scenario, Verdict, Zone, decide_first_player
from companion.session.layout import lettered_names
from companion.session.match_setup.plan import MatchPlan
from companion.session.match_setup.scenarios import OgreRole
from companion.text import gettext

#: The Command Post's card as it is printed.
COMMAND_POST_MM: Final = (120.0, 60.0)
#: Half of "about twelve inches" between two Ogres (OG-START-08).
_FROM_MIDDLE_MM: Final = 152.4
#: An Ogre that stands on the table while a die opens the match in the exact centre keeps clear of it.
_CLEAR_OF_MIDDLE_MM: Final = 304.8
#: Room for the die that opens the match in the exact centre (OG-START-06).
_FIRST_DIE_MM: Final = 40.0


def choose_first_player(plan: MatchPlan) -> FirstPlayer:
    """How the first player of a plan is settled (CON-04); ``first`` is None as long as it is not."""
    armies = {name: list(plan.army_of(name)) for name in plan.names}
    bare = [name for name in plan.names if plan.has_army(name) and not armies[name]]
    if bare:
        text = gettext("Finish the armies first: no dice for {bare}.", bare=gettext(" and ").join(bare))
        return FirstPlayer(None, None, False, Ruling(Verdict.NO, ("CON-04",), text))
    answer = decide_first_player(plan.agreement, armies, plan.scenario, plan.previous)
    first, decider, message = answer.first, answer.decides, ""
    if decider is not None:
        first = plan.chosen if plan.chosen in plan.names else None
        if first == decider:
            message = gettext(" {decider} begins.", decider=decider)
        elif first:
            message = gettext(" {decider} lets {first} begin.", decider=decider, first=first)
    elif answer.by_chance:
        first = None if plan.seed is None else toss_coin(plan.names, plan.seed)
        message = gettext(" The coin says {first}.", first=first) if first else gettext(" Toss the coin.")
    by_chance = decider is None and answer.by_chance
    ruling = replace(answer.ruling, text=answer.ruling.text + message)
    return FirstPlayer(decider, first, by_chance, ruling)


def toss_coin(names: Sequence[str], seed: int) -> str:
    """Whom a coin with that seed picks: the same whenever it is looked at again."""
    return names[random.Random(seed).randrange(len(names))]


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
    called = lettered_names([plan.dice[die].label for _, die in owned])
    pieces = []
    for piece_id, (name, die) in zip(called, owned, strict=True):
        piece = PieceDocument(id=piece_id, die=die, owner=name, zone=Zone.HAND)
        if "Ogre" in plan.dice[die].classes:
            # For want of another die the match is opened with the Ogre, in the exact centre (OG-START-06).
            alone = all("Ogre" in plan.dice[other].classes for other in _dice_of(plan, name))
            opens = alone and TERMS[plan.scenario].places and choose_first_player(plan).first == name
            piece = piece if opens else _standing(plan, piece)
        pieces.append(piece)
    return tuple(pieces)


def _dice_of(plan: MatchPlan, name: str) -> tuple[str, ...]:
    army = plan.entrant(name).army if plan.has_army(name) else ()
    given = plan.ogre_die if plan.card.ogre is not OgreRole.NOBODY and plan.mark_of(name) is not None else None
    return army if given is None else (given, *army)


def _standing(plan: MatchPlan, ogre: PieceDocument) -> PieceDocument:
    """An Ogre on the table: in the middle, or a little toward its owner, looking at the others (OG-START-01, -08)."""
    (x, y), (dx, dy) = plan.surface.middle_mm, plan.places[ogre.owner].inward
    back = _FROM_MIDDLE_MM if plan.scenario is Scenario.OGRE_EACH else _CLEAR_OF_MIDDLE_MM
    back = 0.0 if plan.card.ogre is OgreRole.ONE else back
    return PieceDocument(
        id=ogre.id,
        die=ogre.die,
        owner=ogre.owner,
        zone=Zone.PLAY,
        face=plan.dice[ogre.die].faces[0].key,
        centre_mm=(round(x - dx * back, 1), round(y - dy * back, 1)),
        heading_deg=round(math.degrees(math.atan2(dy, dx)), 1),
    )


def initial_posts(plan: MatchPlan) -> tuple[CommandPost, ...]:
    """The Command Posts: free for who faces the Ogre, else for everybody or for nobody (OG-CP-01, OG-ARMY-06); each at
    the middle of its owner's edge (OG-START-02)."""
    free, agreed = plan.card.terms.command_post == "free", plan.card.asks_for_posts and plan.posts
    owners = [name for name in plan.names if agreed or (free and plan.has_army(name))]
    posts = []
    for owner in owners:
        (x, y), (dx, dy) = plan.places[owner].middle_mm, plan.places[owner].inward
        across, down = COMMAND_POST_MM if abs(dy) >= abs(dx) else COMMAND_POST_MM[::-1]
        reach = (abs(dx) * across + abs(dy) * down) / 2
        centre = (round(x + dx * reach, 1), round(y + dy * reach, 1))
        called = gettext("Post") if len(owners) == 1 else gettext("Post of {owner}", owner=owner)
        posts.append(CommandPost(id=called, owner=owner, centre_mm=centre, size_mm=(across, down), armour=60))
    return tuple(posts)
