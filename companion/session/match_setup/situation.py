"""From a plan to the opening of a match: a situation as referee scripts have it (docs/formats, Script)."""

from __future__ import annotations

from typing import Literal, cast

from companion.codec import script
from companion.codec.card_layout import CardLayoutDocument, bundled_layout, known_layout
from companion.codec.die import DieDocument
from companion.codec.document import ValueDocument
from companion.codec.fields import FORMAT
from companion.errors import OperationError
from companion.rules import CommandPost, FirstPlayer, Terrain
from companion.session.match_setup.initial_table import choose_first_player, initial_pieces, initial_posts
from companion.session.match_setup.plan import MatchPlan
from companion.session.match_setup.problems import find_plan_problems
from companion.session.match_setup.surface import name_terrain

_Shape = Literal["rect", "round", "polygon"]


def build_opening(plan: MatchPlan) -> script.MatchOpening:
    """The situation that a match starts from, for the journal. Raises OperationError: the plan has problems; the
    message is the first of them."""
    problems = find_plan_problems(plan)
    if problems:
        raise OperationError(problems[0].text)
    pieces = initial_pieces(plan)
    beginning = choose_first_player(plan)
    dice = dict.fromkeys(piece.die for piece in pieces)
    giants = [piece for piece in pieces if "Ogre" in plan.dice[piece.die].classes]
    marks = {piece.id: mark for piece in giants if (mark := plan.mark_of(piece.owner)) is not None}
    return script.MatchOpening(
        format=FORMAT,
        name=plan.title or f"{' against '.join(plan.names)}, {plan.card.name}",
        profile=plan.profile,
        advanced=plan.advanced,
        agreements=dict(plan.choices),
        scenario=plan.scenario,
        table=_table(plan),
        players=tuple(
            script.PlayerDocument(
                id=name, edge=place.edge or script.EdgeLineDocument(from_mm=place.line_mm[0], to_mm=place.line_mm[1])
            )
            for name, place in plan.places.items()
        ),
        dice=tuple(DieDocument.of(plan.dice[name]) for name in dice),
        pieces=pieces,
        ogres=tuple(_ogre(piece, mark) for piece, mark in marks.items()),
        command_posts=tuple(ValueDocument[CommandPost].of(post) for post in initial_posts(plan)),
        counters=(),
        score=dict.fromkeys(plan.names, 0),
        to_move=beginning.first or plan.names[0],
        turn=1,
        table_talk=_table_talk(plan, beginning),
    )


def _table(plan: MatchPlan) -> script.PlayingTableDocument:
    surface = plan.surface
    table = script.PlayingTableDocument(shape=cast("_Shape", surface.shape), size_mm=surface.size_mm)
    if surface.shape == "polygon":
        table = table.model_copy(update={"outline_mm": surface.outline_mm})
    if not plan.terrain_in_play:
        return table
    named = name_terrain(plan.terrain_in_play).items()
    terrain = tuple(
        ValueDocument[Terrain].of(
            Terrain(name, one.outline_mm, one.level, height_mm=0.0 if one.is_wall else one.height_mm)
        )
        for name, one in named
    )
    return table.model_copy(update={"terrain": terrain})


def _ogre(piece: str, mark: str) -> script.OgreDocument:
    """An Ogre with the tracking card that this user plays with: named where it is not the bundled one (OG-OGRE-02)."""
    card = known_layout(mark)
    ogre = script.OgreDocument(piece=piece, mark="V" if mark == "V" else "III")
    if card == bundled_layout(mark):
        return ogre
    return ogre.model_copy(update={"layout": CardLayoutDocument.of(card)})


def _table_talk(plan: MatchPlan, beginning: FirstPlayer) -> script.MatchTalk:
    """What the people at the table agreed on and the rules do not ask: badges, the coin, the base of the armies."""
    return script.MatchTalk(
        badges={entrant.name: entrant.badge.word for entrant in plan.entrants},
        armies={entrant.name: entrant.army for entrant in plan.entrants},
        marks={entrant.name: entrant.mark for entrant in plan.entrants},
        ogre_with=plan.ogre_with,
        posts=plan.posts,
        base=plan.base,
        turned=plan.turned,
        measured=plan.surface.measured,
        terrain=tuple(piece.to_talk() for piece in plan.terrain),
        first=script.FirstPlayerTalk(
            player=beginning.first,
            text=beginning.ruling.text,
            seed=plan.seed if beginning.by_chance else None,
            chosen=plan.chosen if beginning.decides else None,
            previous=plan.previous,
        ),
    )
