"""The next game of a series: a plan like the one that an opening came from, with who began remembered (DW-START-01)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.catalogue import Die
from companion.codec.script import MatchOpening, MatchTalk
from companion.errors import InputError
from companion.session.badges import badge_called
from companion.session.match_setup.plan import MARKS, Entrant, MatchPlan
from companion.session.match_setup.surface import Surface
from companion.session.match_setup.terrain import TerrainPiece
from companion.text import phrase


def plan_rematch(opening: MatchOpening, dice: Mapping[str, Die]) -> MatchPlan:
    """The plan of a match that was opened before, as far as today's dice can play it; its terrain is only offered.

    Raises:
        InputError: the opening does not come from a plan.
    """
    talk = opening.table_talk
    names = [player.id for player in opening.players]
    if opening.scenario is None or not all(name in talk.armies and name in talk.badges for name in names):
        raise _not_planned()
    try:
        entrants = tuple(_entrant(name, talk) for name in names)
        terrain = tuple(map(TerrainPiece.of_talk, talk.terrain))
    except (KeyError, ValueError) as error:  # a badge or shape of another program
        raise _not_planned() from error
    table = opening.table
    return MatchPlan(
        {},
        entrants,
        opening.profile,
        opening.scenario,
        opening.advanced,
        MappingProxyType(opening.agreements),
        talk.base,
        talk.ogre_with,
        talk.posts,
        Surface(table.shape, table.size_mm, table.outline_mm or (), talk.measured),
        turned=talk.turned,
        previous=talk.first.player,
        last_terrain=terrain,
    ).with_dice(dice)


def _entrant(name: str, talk: MatchTalk) -> Entrant:
    return Entrant(name, badge_called(talk.badges[name]), tuple(talk.armies[name]), talk.marks.get(name, MARKS[0]))


def _not_planned() -> InputError:
    return InputError(phrase("that match was not set up on the new-match page; set up a new one"))
