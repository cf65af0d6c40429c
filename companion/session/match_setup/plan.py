"""`MatchPlan`: what the new-match page has filled in so far, as one frozen value; every choice makes a new plan.

It does not know who judges it: problems, who goes first and the opening are asked of functions beside it.

The agreements of a match as rows to be reviewed: what is asked, how it is settled, what else may be agreed on.

The next game of a series: a plan like the one that an opening came from, with who began remembered (DW-START-01).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from companion.catalogue import Die
from companion.codec.script import MatchOpening
from companion.errors import InputError
from companion.rules import TERMS, Agreement, ArmyAnswer, InForce, Profile, RuleGroup, Ruling, Scenario, Verdict
from companion.session.badges import BADGES, PlayerBadge, badge_called
from companion.session.match_setup import scenarios
from companion.session.match_setup.scenarios import DieOffer, ReadyArmy, offers, points_of_army, ready_armies
from companion.session.match_setup.surface import SeatPlace, Surface, TerrainPiece, seat_places
from companion.text import gettext

#: The marks of the Ogre (OG-OGRE-02).
MARKS: Final = ("III", "V")
#: What the bundled giant die is called; a catalogue without it is asked for another of class Ogre.
_OGRE: Final = "ogre/ogre"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player as entered on the page. The name is the player's id in the match, so that rulings speak of people.

    ``army``: die ids with repeats; ``mark``: of an Ogre in the army, where the scenario does not say.
    """

    name: str
    badge: PlayerBadge
    army: tuple[str, ...] = ()
    mark: str = "III"


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """A match as planned so far.

    entrants: clockwise; ogre_with: who has the Ogre where one player has it; posts: a Command Post for everybody, where
    the scenario leaves it to the players; turned: by how many places everybody sits further round the table; chosen:
    whom the player who decides lets begin; previous: who began the last game of the series; seed: of the coin;
    terrain: counts with the Advanced Rules only (AD-TERR-01); last_terrain: that of the last game of the series, which
    is offered and not laid.
    """

    dice: Mapping[str, Die]
    entrants: tuple[Entrant, ...]
    profile: Profile = Profile.OGRE
    scenario: Scenario = Scenario.VS_MARK_III
    advanced: bool = False
    choices: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    base: float | None = None
    ogre_with: str = ""
    posts: bool = False
    surface: Surface = field(default_factory=Surface)
    terrain: tuple[TerrainPiece, ...] = ()
    turned: int = 0
    chosen: str | None = None
    previous: str | None = None
    seed: int | None = None
    title: str = ""
    last_terrain: tuple[TerrainPiece, ...] = ()

    @classmethod
    def fresh(cls, dice: Mapping[str, Die], surface: Surface | None = None) -> MatchPlan:
        """The page as it opens: the basic Ogre scenario for two, called after their badges; without an Ogre among the
        dice, the first scenario that can do without."""
        entrants = tuple(Entrant(badge.shown_word.capitalize(), badge) for badge in BADGES[:2])
        return cls({}, entrants, ogre_with=entrants[1].name, surface=surface or Surface()).with_dice(dice)

    # --- document, scenario, agreements -------------------------------------------------------------------------------

    @property
    def document(self) -> scenarios.RuleDocument:
        """The document that governs, with its scenarios."""
        return scenarios.DOCUMENT_CARDS[self.profile]

    @property
    def card(self) -> scenarios.ScenarioCard:
        """The scenario in the players' words."""
        return scenarios.SCENARIO_CARDS[self.scenario]

    @property
    def agreement(self) -> Agreement:
        """Profile, advanced rules and agreements as the rules take them."""
        return Agreement(self.profile, self.advanced, choices=self.choices)

    @property
    def agreements(self) -> tuple[InForce, ...]:
        """Every conflict and ambiguity with its settling; those that can be changed first (AD-GEN-04)."""
        return tuple(sorted(self.agreement.in_force(), key=lambda row: not row.choices))

    @property
    def agreements_in_words(self) -> str:
        """The folded line: ``100 settings, 2 changed``."""
        rows = self.agreement.in_force()
        return gettext("{count} settings, {rows} changed", count=len(rows), rows=sum(row.agreed for row in rows))

    def by_document(self, profile: Profile) -> MatchPlan:
        """Governed by another document, with its usual scenario unless it offers the one that is chosen."""
        plan = replace(self, profile=profile)
        remaining = self.scenario if self.scenario in plan.document.scenarios else plan.playable[0]
        return plan.in_scenario(remaining)

    @property
    def playable(self) -> tuple[Scenario, ...]:
        """The scenarios of the document that can be played with the dice there are; one of any dice always can."""
        return tuple(
            scenario for scenario in self.document.scenarios if scenarios.has_dice_for(scenario, self.dice.values())
        )

    def with_dice(self, dice: Mapping[str, Die]) -> MatchPlan:
        """With another catalogue: armies lose what it does not have, and a scenario that cannot be played with it gives
        way to one that can."""
        entrants = tuple(
            replace(entrant, army=tuple(die for die in entrant.army if die in dice)) for entrant in self.entrants
        )
        plan = replace(self, dice=dice, entrants=entrants)
        return plan if plan.scenario in plan.playable else plan.in_scenario(plan.playable[0])

    def in_scenario(self, scenario: Scenario) -> MatchPlan:
        """In another scenario; armies stay, and are judged anew."""
        base = self.base if TERMS[scenario].base is not None else None
        return replace(self, scenario=scenario, base=base, chosen=None, seed=None)

    def with_advanced(self, *, advanced: bool) -> MatchPlan:
        """With the Advanced Rules, or without (AD-GEN-01)."""
        return replace(self, advanced=advanced, chosen=None, seed=None)

    def agreed(self, setting: str, value: str) -> MatchPlan:
        """With one agreement settled; back at its default it no longer counts as changed. Raises InputError: there is
        no such setting or value."""
        chosen = Agreement(choices={setting: value}).choices
        remaining = {**self.choices, **chosen}
        default = next(row.values[0] for row in self.agreements if row.id == setting)
        if value == default:
            del remaining[setting]
        return replace(self, choices=MappingProxyType(remaining))

    def with_base(self, points: float | None) -> MatchPlan:
        """With another base than the scenario's (AD-ARMY-07); None takes the scenario's again."""
        return replace(self, base=points)

    def with_posts(self, *, posts: bool) -> MatchPlan:
        """With a Command Post for everybody, or for nobody, where the scenario leaves it open (OG-ARMY-06)."""
        return replace(self, posts=posts)

    # --- players ------------------------------------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, clockwise."""
        return tuple(entrant.name for entrant in self.entrants)

    @property
    def places(self) -> Mapping[str, SeatPlace]:
        """Where each player sits."""
        return dict(zip(self.names, seat_places(self.surface, len(self.entrants), self.turned), strict=True))

    def entrant(self, name: str) -> Entrant:
        """The player of that name; ``KeyError`` where there is none."""
        for entrant in self.entrants:
            if entrant.name == name:
                return entrant
        raise KeyError(name)

    def with_player(self) -> MatchPlan:
        """With one more player, sitting last, with the first badge that is free; unchanged where none is."""
        taken = {entrant.badge for entrant in self.entrants}
        badge = next((badge for badge in BADGES if badge not in taken), None)
        if badge is None:
            return self
        entrants = (*self.entrants, Entrant(badge.shown_word.capitalize(), badge))
        return replace(self._begun_anew(), entrants=entrants)

    def without_player(self, name: str) -> MatchPlan:
        """With one player less; the match needs two, so the last two stay."""
        remaining = tuple(entrant for entrant in self.entrants if entrant.name != name)
        if len(remaining) < 2:
            return self
        ogre_with = remaining[-1].name if self.ogre_with == name else self.ogre_with
        return replace(self._begun_anew(), entrants=remaining, ogre_with=ogre_with)

    def renamed(self, name: str, new: str) -> MatchPlan:
        """With another name for a player."""
        plan = self._with_entrant(replace(self.entrant(name), name=new.strip()), name)
        swap = {name: new.strip()}
        return replace(
            plan,
            ogre_with=swap.get(plan.ogre_with, plan.ogre_with),
            chosen=swap.get(plan.chosen or "", plan.chosen),
            previous=swap.get(plan.previous or "", plan.previous),
        )

    def with_badge(self, name: str, badge: PlayerBadge) -> MatchPlan:
        """With another badge for a player; who had it takes the player's old one."""
        old = self.entrant(name).badge
        swapped = {badge: old, old: badge}
        entrants = tuple(replace(entrant, badge=swapped.get(entrant.badge, entrant.badge)) for entrant in self.entrants)
        return replace(self, entrants=entrants)

    def moved_round(self, name: str) -> MatchPlan:
        """With a player changing places with the next one, clockwise."""
        order = list(self.entrants)
        at = self.names.index(name)
        to = (at + 1) % len(order)
        order[at], order[to] = order[to], order[at]
        return replace(self, entrants=tuple(order))

    def turned_round(self) -> MatchPlan:
        """With everybody sitting one edge further round the table."""
        return replace(self, turned=(self.turned + 1) % max(4, len(self.entrants)))

    def giving_ogre_to(self, name: str) -> MatchPlan:
        """With the Ogre in another player's hands."""
        return replace(self, ogre_with=name)

    # --- armies -------------------------------------------------------------------------------------------------------

    def has_army(self, name: str) -> bool:
        """Whether a player builds an army; who has the Ogre in the basic scenarios does not."""
        return self.card.ogre is not scenarios.OgreRole.ONE or name != self.ogre_with

    def army_of(self, name: str) -> tuple[Die, ...]:
        """The dice of a player's army."""
        return tuple(self.dice[die] for die in self.entrant(name).army) if self.has_army(name) else ()

    def points_of(self, name: str) -> ArmyAnswer:
        """A player's points with the limit, and why the army is refused where it is."""
        if not self.has_army(name):
            text = gettext("The Ogre is the whole army; it needs a tracking card.")
            return ArmyAnswer(50, None, (), None, Ruling(Verdict.YES, ("OG-OGRE-01", "OG-OGRE-02"), text))
        return points_of_army(self.agreement, self.army_of(name), self.scenario, self.base)

    def offers_to(self, name: str) -> tuple[DieOffer, ...]:
        """Every die of the catalogue, and whether the player may still add it."""
        return offers(self.agreement, self.army_of(name), self.dice, self.scenario, self.base)

    @property
    def ready_armies(self) -> tuple[ReadyArmy, ...]:
        """Armies that may be taken as they are."""
        return ready_armies(self.agreement, self.dice, self.scenario, self.base)

    def with_army(self, name: str, dice: Sequence[str]) -> MatchPlan:
        """With another army for a player; empty: begin anew. Raises InputError: a die that the catalogue does not
        have."""
        unknown = [die for die in dice if die not in self.dice]
        if unknown:
            raise InputError(
                gettext("{unknown} is not in the catalogue; see `companion dice check`", unknown=unknown[0])
            )
        return replace(self._with_entrant(replace(self.entrant(name), army=tuple(dice)), name), chosen=None, seed=None)

    def with_die(self, name: str, die: str) -> MatchPlan:
        """With one more die in a player's army."""
        return self.with_army(name, (*self.entrant(name).army, die))

    def without_die(self, name: str, die: str) -> MatchPlan:
        """With one die less; unchanged where the army has none of that kind."""
        army = list(self.entrant(name).army)
        if die in army:
            del army[len(army) - 1 - army[::-1].index(die)]
        return self.with_army(name, army)

    def mark_of(self, name: str) -> str | None:
        """The mark of a player's Ogre; None without one."""
        if self.card.ogre is scenarios.OgreRole.NOBODY:
            return self.entrant(name).mark if any("Ogre" in die.classes for die in self.army_of(name)) else None
        has_one = self.card.ogre is scenarios.OgreRole.EACH or name == self.ogre_with
        return (self.card.mark or self.entrant(name).mark) if has_one else None

    @property
    def ogre_die(self) -> str | None:
        """The catalogue's giant die, for the scenarios that give one; None where no die is of class Ogre."""
        giants = [die.id for die in self.dice.values() if "Ogre" in die.classes]
        return _OGRE if _OGRE in giants else next(iter(giants), None)

    def with_mark(self, name: str, mark: str) -> MatchPlan:
        """With another mark for a player's Ogre (OG-OGRE-02): in the basic scenarios, the other scenario."""
        if self.card.ogre is scenarios.OgreRole.ONE:
            return self.in_scenario(Scenario.VS_MARK_V if mark == "V" else Scenario.VS_MARK_III)
        return self._with_entrant(replace(self.entrant(name), mark=mark), name)

    # --- table, first player ------------------------------------------------------------------------------------------

    def on(self, surface: Surface) -> MatchPlan:
        """On another table."""
        return replace(self, surface=surface)

    @property
    def terrain_counts(self) -> bool:
        """Whether terrain is played with: only by the Advanced Rules (AD-GEN-01, AD-TERR-01)."""
        return self.agreement.has(RuleGroup.TERRAIN)

    @property
    def terrain_in_play(self) -> tuple[TerrainPiece, ...]:
        """The terrain that the match has."""
        return self.terrain if self.terrain_counts else ()

    def with_terrain(self, terrain: Sequence[TerrainPiece]) -> MatchPlan:
        """With other terrain."""
        return replace(self, terrain=tuple(terrain))

    def letting_begin(self, name: str) -> MatchPlan:
        """With the player who decides letting somebody begin (OG-START-04)."""
        return replace(self, chosen=name)

    def tossed(self, seed: int | None = None) -> MatchPlan:
        """With the coin thrown. Its seed goes into the opening, so that everybody can see how it fell."""
        return replace(self, seed=random.SystemRandom().getrandbits(32) if seed is None else seed)

    def _begun_anew(self) -> MatchPlan:
        return replace(self, chosen=None, previous=None, seed=None)

    def _with_entrant(self, changed: Entrant, name: str) -> MatchPlan:
        """With somebody else in the place of the player of that name."""
        return replace(self, entrants=tuple(changed if one.name == name else one for one in self.entrants))


def plan_rematch(opening: MatchOpening, dice: Mapping[str, Die]) -> MatchPlan:
    """The plan of a match that was opened before, as far as today's dice can play it; its terrain is only offered.
    Raises InputError: the opening does not come from a plan."""
    talk, table = opening.table_talk, opening.table
    not_planned = InputError(gettext("that match was not set up on the new-match page; set up a new one"))
    if opening.scenario is None:
        raise not_planned
    try:
        entrants = tuple(
            Entrant(name, badge_called(talk.badges[name]), tuple(talk.armies[name]), talk.marks.get(name, MARKS[0]))
            for name in (player.id for player in opening.players)
        )
        terrain = tuple(map(TerrainPiece.of_talk, talk.terrain))
    except (KeyError, ValueError) as error:  # none of ours, or a badge or shape of another program
        raise not_planned from error
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
