"""A new match: what is filled in is judged by the rules at every step, and what is whole can be played."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import replace

import pytest
from shapely.geometry import Polygon

from companion.catalogue import Die
from companion.codec.card_layout import own_card_file
from companion.codec.outcomes import encode_event
from companion.codec.script import MatchOpening, MatchTalk, decode_match_opening, decode_situation, encode_match_opening
from companion.errors import InputError, OperationError
from companion.rules import Edge, Position, Profile, Scenario, actions, apply, placeable, setup_notes, throwable
from companion.session.match_setup import (
    BADGES,
    DOCUMENT_CARDS,
    SCENARIO_CARDS,
    MatchPlan,
    PlanPart,
    Surface,
    TerrainPiece,
    TerrainShape,
    build_opening,
    choose_first_player,
    find_free_place,
    find_plan_problems,
    initial_dice,
    plan_rematch,
)
from companion.session.match_setup.initial_table import toss_coin
from tests.session.match_setup.conftest import Filled, settled

EVERY = [(document.profile, scenario) for document in DOCUMENT_CARDS.values() for scenario in document.scenarios]


def start_of(plan: MatchPlan) -> Position:
    """The position that a match of the plan starts from, by way of JSON as the journal keeps it."""
    return decode_situation(kept(build_opening(plan)))[0]


def kept(opening: MatchOpening) -> MatchOpening:
    """An opening after a journal has kept it."""
    return decode_match_opening(json.loads(json.dumps(encode_match_opening(opening))))


def begins(position: Position) -> tuple[Position, tuple[str, ...]]:
    """The position after the first turn, and the names of what happened: placing a die, or throwing one."""
    x, y = 600.0, 150.0
    if placeable(position):
        piece = position.piece(placeable(position)[0])
        how = actions.RestingPose(piece.die.faces[0].key, (600, 450), 90)
        done = apply(position, actions.Place(piece=piece.id, how=how))
    else:
        piece = position.piece(throwable(position)[0])
        done = apply(
            position, actions.Throw(piece=piece.id, lands=actions.RestingPose(piece.die.faces[0].key, (x, y), 90))
        )
    assert done.ok, done.ruling.text
    ended = apply(done.position, actions.EndTurn())
    assert ended.ok, ended.ruling.text
    return ended.position, tuple(encode_event(happened)["event"] for happened in (*done.events, *ended.events))


def rect(width_mm: float, depth_mm: float) -> Surface:
    return Surface("rect", (width_mm, depth_mm))


def round_table(across_mm: float) -> Surface:
    return Surface("round", (across_mm, across_mm))


def polygon(outline_mm: list[tuple[float, float]]) -> Surface:
    xs, ys = zip(*outline_mm, strict=True)
    return Surface("polygon", (max(xs), max(ys)), tuple(outline_mm))


@pytest.mark.parametrize(("profile", "scenario"), EVERY)
def test_every_scenario_of_every_document_opens_and_its_first_turn_can_be_played(
    filled: Filled, profile: Profile, scenario: Scenario
) -> None:
    plan = filled(scenario, profile)
    assert find_plan_problems(plan) == ()
    start = start_of(plan)
    assert start.to_move == choose_first_player(plan).first
    assert start.turn.first_placement is SCENARIO_CARDS[scenario].terms.places
    assert {piece.owner for piece in start.pieces.values()} == set(plan.names)
    after, happened = begins(start)
    assert happened[0] == "entered"
    assert happened[-1] == "turn"
    second = (
        apply(after, actions.Throw(piece=throwable(after)[0], lands=actions.OffTable())) if throwable(after) else None
    )
    assert second is None or second.ok


def test_og_start_01_the_ogre_stands_in_the_middle_and_the_post_at_the_edge_of_who_faces_it(filled: Filled) -> None:
    plan = filled(Scenario.VS_MARK_V)
    start = start_of(plan)
    ogre = next(piece for piece in start.in_play)
    assert ogre.is_ogre
    assert ogre.owner == plan.ogre_with
    assert ogre.placed.centre_mm == (600.0, 450.0)
    assert start.cards[ogre.id].mark == "V"
    assert [post.owner for post in start.posts.values()] == [choose_first_player(plan).first]
    assert {note.fits for note in setup_notes(start)} == {True}


def test_og_ogre_02_a_user_plays_with_the_tracking_card_of_their_own(filled: Filled) -> None:
    plan = filled(Scenario.VS_MARK_III)
    assert encode_match_opening(build_opening(plan))["ogres"] == [{"piece": "Ogre", "mark": "III"}]
    systems = (
        "main = {circles = 2, block = 9}\nsecondary = {circles = 3, block = 7}\nmissile = {circles = 2, block = 8}\n"
    )
    card = f"format = 1\n{systems}ap = {{circles = 6, block = 4}}\nlines = [[3, 10], [2, 10], [1, 20]]\n"
    own_card_file("III").write_text(card, encoding="utf-8")
    found = start_of(plan).cards["Ogre"]
    assert found.treads == 40
    assert found.lines_left == (10, 10, 20)
    own_card_file("III").write_text("format = 1\n", encoding="utf-8")
    assert find_plan_problems(plan)[0].part is PlanPart.SCENARIO
    with pytest.raises(OperationError, match="ogre-card-III"):
        build_opening(plan)
    assert find_plan_problems(plan.in_scenario(Scenario.VS_MARK_V)) == ()


def test_og_start_08_two_ogres_stand_twelve_inches_apart_and_posts_are_for_both_or_nobody(filled: Filled) -> None:
    plan = filled(Scenario.OGRE_EACH)
    assert {note.fits for note in setup_notes(start_of(plan))} == {True}
    assert not start_of(plan).posts
    first, second = start_of(plan.with_posts(posts=True)).in_play
    assert abs(first.placed.y_mm - second.placed.y_mm) == pytest.approx(304.8)
    assert {post.owner for post in start_of(plan.with_posts(posts=True)).posts.values()} == set(plan.names)


def test_og_army_03_points_count_up_and_the_refusal_says_by_how_much(filled: Filled) -> None:
    plan = filled(Scenario.VS_MARK_III)
    name = plan.names[0]
    plan = plan.with_army(name, ["ogre/heavy-tank"] * 3 + ["ogre/light-tank"])
    assert (plan.points_of(name).points, plan.points_of(name).limit) == (28, 34)
    over = plan.with_die(name, "ogre/heavy-tank")
    assert over.points_of(name).problems == ("36 points, 2 over the limit of 34",)
    assert [problem.part for problem in find_plan_problems(over)] == [PlanPart.ARMIES]
    assert find_plan_problems(over)[0].player == name
    assert over.without_die(name, "ogre/heavy-tank") == plan
    with pytest.raises(OperationError, match="2 over the limit"):
        build_opening(over)


def test_offers_say_of_every_die_whether_it_still_fits_and_if_not_why(filled: Filled) -> None:
    plan = filled(Scenario.TWO_ARMY)
    name = plan.names[0]
    plan = plan.with_army(name, ["ogre/heavy-tank"] * 3 + ["ogre/light-tank"])
    offers = {offer.die.id: offer for offer in plan.offers_to(name)}
    assert offers["ogre/missile-tank"].fits
    assert offers["ogre/heavy-tank"].count == 3
    assert "over the limit" in (offers["ogre/heavy-tank"].why_not or "")
    for offer in offers.values():
        assert plan.with_die(name, offer.die.id).points_of(name).legal is offer.fits


def test_cy_army_04_a_unique_die_is_offered_once(filled: Filled) -> None:
    plan = filled(Scenario.TOURNAMENT, Profile.CYBURG).with_army("Blue", ["cyburg/eddie"])
    offer = next(offer for offer in plan.offers_to("Blue") if offer.die.id == "cyburg/eddie")
    assert offer.why_not == "Eddie: Eddie is unique and appears 2 times"


def test_a_crew_is_offered_its_own_dice_while_it_is_built(filled: Filled) -> None:
    plan = filled(Scenario.DWS_CREW)
    crew = plan.ready_armies[0].dice
    half = plan.with_army("Blue", crew[:2])
    assert {offer.die.id for offer in half.offers_to("Blue") if offer.fits} == set(crew[2:])
    assert half.points_of("Blue").problems == ("number of dice: 2 instead of 5",)


@pytest.mark.parametrize(("profile", "scenario"), EVERY)
def test_every_ready_army_is_legal_and_the_documents_own_box_comes_first(
    filled: Filled, profile: Profile, scenario: Scenario
) -> None:
    plan = filled(scenario, profile)
    assert len(plan.ready_armies) >= 2
    for army in plan.ready_armies:
        assert plan.with_army("Blue", army.dice).points_of("Blue").legal
    own = [plan.dice[army.dice[0]].set == profile.value for army in plan.ready_armies]
    assert own == sorted(own, reverse=True)


def test_og_start_04_the_smaller_army_decides_and_the_choice_counts(filled: Filled) -> None:
    plan = filled(Scenario.TWO_ARMY).with_army("Blue", ["ogre/infantry"] * 3).with_army("Orange", ["ogre/howitzer"])
    assert choose_first_player(plan).decides == "Blue"
    assert choose_first_player(plan).first is None
    assert [problem.part for problem in find_plan_problems(plan)] == [PlanPart.FIRST]
    assert start_of(plan.letting_begin("Orange")).to_move == "Orange"


def test_og_start_05_equal_armies_toss_a_coin_that_can_be_looked_at_again(filled: Filled) -> None:
    plan = filled(Scenario.TWO_ARMY).with_army("Orange", ["ogre/gev"] * 9).with_army("Blue", ["ogre/gev"] * 9)
    assert choose_first_player(plan).by_chance
    assert find_plan_problems(plan)[0].part is PlanPart.FIRST
    first = build_opening(plan.tossed(11)).table_talk.first
    assert first.seed is not None
    assert first.player == toss_coin(plan.names, first.seed) == choose_first_player(plan.tossed(11)).first
    assert {choose_first_player(plan.tossed(seed)).first for seed in range(20)} == set(plan.names)
    assert plan.tossed().seed != plan.tossed().seed


def test_dw_start_01_in_a_series_players_begin_in_turn(filled: Filled, catalogue: Mapping[str, Die]) -> None:
    plan = filled(Scenario.DWS_CREW)
    first = choose_first_player(plan).first
    rematch = plan_rematch(build_opening(plan), catalogue)
    assert rematch.previous == first
    assert choose_first_player(rematch).first != first
    assert find_plan_problems(rematch) == ()


@pytest.mark.parametrize(("profile", "scenario"), EVERY)
def test_a_plan_made_again_of_its_opening_opens_the_same_match(
    filled: Filled, catalogue: Mapping[str, Die], profile: Profile, scenario: Scenario
) -> None:
    plan = filled(scenario, profile).agreed("AMB-01", "top-face").renamed("Blue", "Anna").on(round_table(1100))
    rematch = plan_rematch(kept(build_opening(plan)), catalogue)
    both = settled(replace(rematch, previous=None, chosen=None, seed=None)), settled(plan)
    anew, first = (build_opening(plan).model_copy(update={"table_talk": MatchTalk()}) for plan in both)
    assert anew == first.model_copy(update={"to_move": choose_first_player(both[0]).first})


def test_an_opening_that_no_page_made_cannot_be_planned_again(catalogue: Mapping[str, Die]) -> None:
    with pytest.raises(InputError, match="set up a new one"):
        plan_rematch(decode_match_opening({"format": 1, "profile": "ogre", "dice": [], "pieces": []}), catalogue)


def test_agreements_are_counted_and_back_at_its_default_one_is_no_change(filled: Filled) -> None:
    plan = filled(Scenario.TWO_ARMY)
    rows = plan.agreements
    assert plan.agreements_in_words == f"{len(rows)} settings, 0 changed"
    changed = plan.agreed("AMB-01", "top-face").agreed("CON-01", "2002")
    assert changed.agreements_in_words == f"{len(rows)} settings, 2 changed"
    assert {row.id for row in changed.agreements if row.agreed} == {"AMB-01", "CON-01"}
    assert start_of(changed).agreement["CON-01"] == "2002"
    assert changed.agreed("AMB-01", "whole-die").agreed("CON-01", "revised") == plan
    with pytest.raises(InputError, match="its values are"):
        plan.agreed("AMB-01", "guess")


def test_players_are_distinguished_by_shape_and_colour() -> None:
    assert len({badge.shape for badge in BADGES}) == len({badge.colour for badge in BADGES}) == len(BADGES)


def test_players_come_go_swap_badges_and_keep_what_is_theirs(filled: Filled) -> None:
    plan = filled(Scenario.VS_MARK_III).renamed("Orange", " Ben ")
    assert plan.ogre_with == "Ben"
    assert find_plan_problems(plan) == ()
    swapped = plan.with_badge("Ben", BADGES[0])
    assert [entrant.badge for entrant in swapped.entrants] == [BADGES[1], BADGES[0]]
    three = plan.with_player()
    assert three.names == ("Blue", "Ben", "Green")
    assert find_plan_problems(three)[0].part is PlanPart.PLAYERS
    assert three.without_player("Ben").ogre_with == "Green"
    assert plan.without_player("Ben") == plan
    assert "Two players are called Blue" in find_plan_problems(plan.renamed("Ben", "Blue"))[0].text
    other = plan.giving_ogre_to("Blue")
    assert not other.has_army("Blue")
    assert other.has_army("Ben")


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_ad_multi_any_number_sits_evenly_round_a_table_and_throws_over_it(filled: Filled, count: int) -> None:
    plan = filled(Scenario.TWO_ARMY).on(round_table(1200))
    army = plan.entrant("Blue").army
    while len(plan.entrants) < count:
        plan = plan.with_player()
    for name in plan.names:
        plan = plan.with_army(name, army)
    start = start_of(settled(plan))
    assert len(start.players) == count
    for place in plan.places.values():
        (x, y), (dx, dy) = place.middle_mm, place.inward
        assert (600 - x) * dx + (600 - y) * dy == pytest.approx(600, abs=1)
    begins(start)


@pytest.mark.parametrize(
    ("count", "surface", "fits"),
    [
        (2, rect(1200, 900), True),
        (3, rect(1200, 900), False),
        (4, rect(900, 910), True),
        (4, rect(1200, 900), False),
        (5, round_table(1200), True),
        (3, polygon([(0, 0), (1200, 0), (600, 1000)]), True),
        (2, polygon([(0, 0), (1200, 0), (600, 1000)]), False),
        (2, polygon([(300, 0), (900, 0), (1200, 500), (900, 1000), (300, 1000), (0, 500)]), True),
        (3, polygon([(300, 0), (900, 0), (1200, 500), (900, 1000), (300, 1000), (0, 500)]), True),
    ],
)
def test_ad_multi_05_to_08_a_table_that_does_not_suit_is_reported_with_those_that_do(
    filled: Filled, count: int, surface: Surface, *, fits: bool
) -> None:
    plan = filled(Scenario.TWO_ARMY).on(surface)
    while len(plan.entrants) < count:
        plan = plan.with_player()
    reported = [problem.text for problem in find_plan_problems(plan) if problem.part is PlanPart.TABLE]
    assert bool(reported) is not fits
    assert all("suitable" in text for text in reported)


@pytest.mark.parametrize(
    "surface",
    [rect(100, 900), rect(90000, 900), polygon([(0, 0), (900, 900), (900, 0), (0, 900)])],
)
def test_a_table_that_cannot_be_is_reported(filled: Filled, surface: Surface) -> None:
    assert [problem.part for problem in find_plan_problems(filled(Scenario.TWO_ARMY).on(surface))] == [PlanPart.TABLE]


def test_everybody_can_sit_at_another_edge_and_the_post_goes_along(filled: Filled) -> None:
    plan = filled(Scenario.VS_MARK_III)
    while plan.places["Blue"].edge is not Edge.LEFT:
        plan = plan.turned_round()
    assert [place.edge for place in plan.places.values()] == [Edge.LEFT, Edge.RIGHT]
    (post,) = start_of(plan).posts.values()
    assert post.centre_mm == (30.0, 450.0)
    assert post.size_mm == (60.0, 120.0)
    assert plan.turned_round().places["Blue"].edge is Edge.FAR


def test_ad_army_06_an_ogre_may_be_a_whole_army_and_opens_the_match_in_the_centre(filled: Filled) -> None:
    plan = filled(Scenario.TOURNAMENT).with_army("Blue", ["ogre/ogre"]).with_mark("Blue", "V")
    plan = plan.with_army("Orange", ["ogre/gev"] * 11)
    start = start_of(plan.letting_begin("Orange"))
    assert [piece.owner for piece in start.in_play] == ["Blue"]
    assert start.cards["Ogre"].mark == "V"
    begins(start)


def test_ad_army_07_another_base_counts_where_points_do_and_goes_with_the_scenario(filled: Filled) -> None:
    plan = filled(Scenario.TWO_ARMY).with_base(60)
    assert plan.points_of("Blue").limit == 64
    assert plan.in_scenario(Scenario.TWO_ARMY_50).base == 60
    assert plan.by_document(Profile.CYBURG).in_scenario(Scenario.CYBURG_BOX).base is None
    assert find_plan_problems(plan.with_base(0))[0].part is PlanPart.SCENARIO


def test_a_page_with_nothing_filled_in_says_all_that_is_missing_at_once(catalogue: Mapping[str, Die]) -> None:
    plan = MatchPlan.fresh(catalogue)
    assert {problem.part for problem in find_plan_problems(plan)} == {PlanPart.ARMIES, PlanPart.FIRST}
    assert all(problem.text.endswith(".") for problem in find_plan_problems(plan))


def test_ad_terr_01_terrain_is_part_of_the_opening_and_of_the_next_game(
    filled: Filled, catalogue: Mapping[str, Die]
) -> None:
    wall = TerrainPiece((200.0, 450.0), TerrainShape.OBLONG, (200.0, 100.0), turn_deg=90.0)
    hill = TerrainPiece((1000.0, 450.0), TerrainShape.ROUND, (200.0, 200.0), level=1)
    plan = filled(Scenario.TWO_ARMY).with_terrain([wall, hill])
    assert start_of(plan).table.terrain == (), "terrain counts with the Advanced Rules only (AD-GEN-01)"
    plan = settled(plan.with_advanced(advanced=True))
    assert find_plan_problems(plan) == ()
    stands, lies = start_of(plan).table.terrain
    assert (stands.id, stands.level) == ("wall 1", None)
    assert sorted(stands.outline_mm) == [(150, 350), (150, 550), (250, 350), (250, 550)]
    assert (lies.id, lies.level) == ("hill 2", 1)
    assert Polygon(lies.outline_mm).area == pytest.approx(math.pi * 100**2, rel=1e-3)
    again = plan_rematch(kept(build_opening(plan)), catalogue)
    assert (again.terrain, again.last_terrain) == ((), (wall, hill)), "offered, not imposed"


def test_terrain_keeps_off_the_edge_and_off_what_comes_to_a_place_of_its_own(filled: Filled) -> None:
    plan = filled(Scenario.VS_MARK_III).with_advanced(advanced=True)
    over = plan.with_terrain([TerrainPiece((50.0, 400.0), level=2)])
    assert [problem.text for problem in find_plan_problems(over) if problem.part is PlanPart.TABLE] == [
        "The hill 1 sticks out over the edge of the table: move it in, or make it smaller."
    ]
    x, y = plan.surface.middle_mm
    for spot in ((x, y), plan.places[plan.names[0]].middle_mm):
        inside = (spot[0], max(60.0, spot[1]))
        texts = [problem.text for problem in find_plan_problems(plan.with_terrain([TerrainPiece(inside)]))]
        assert any(text.startswith("The wall 1 lies where ") for text in texts), texts
    many: tuple[TerrainPiece, ...] = ()
    for _ in range(4):
        many = (*many, find_free_place(many, plan.surface, initial_dice(plan)))
    assert not [one for one in find_plan_problems(plan.with_terrain(many)) if one.part is PlanPart.TABLE]


def test_a_terrain_piece_is_moved_turned_shaped_and_raised() -> None:
    piece = TerrainPiece((300.0, 300.0), size_mm=(100.0, 60.0))
    assert piece.moved_by(20.4, -5.0).centre_mm == (320.0, 295.0)
    assert piece.turned_by(-15.0).turn_deg == 345.0
    assert piece.grown_by(-500.0, 10.0).size_mm == (20.0, 70.0)
    assert [len(form.outline_mm) for form in (piece, piece.of_next_form(), piece.of_next_form().of_next_form())] == [
        4,
        16,
        3,
    ]
    levels = [piece.level]
    for _ in range(4):
        piece = piece.of_next_level()
        levels.append(piece.level)
    assert levels == [None, 1, 2, 3, None]
    assert piece.raised_by(5.0).raised_by(5.0).height_mm == 10.0
    assert replace(piece, height_mm=200.0).raised_by(5.0).height_mm == 0.0, "and then it is not measured again"


def test_the_height_of_a_hill_is_part_of_the_opening_and_of_the_next_game(filled: Filled) -> None:
    hill = TerrainPiece((1000.0, 450.0), level=1, height_mm=35.0)
    assert TerrainPiece.of_talk(hill.to_talk()) == hill
    plan = settled(filled(Scenario.TWO_ARMY).with_terrain([hill]).with_advanced(advanced=True))
    assert [piece.height_mm for piece in start_of(plan).table.terrain] == [35.0]


@pytest.fixture
def own(catalogue: Mapping[str, Die]) -> Mapping[str, Die]:
    """Dice of one's own: other ids, no Ogre among them, and of no box."""
    names = ("light-tank", "gev")
    return {f"my/{name}": replace(catalogue[f"ogre/{name}"], id=f"my/{name}", set="my", team="Mine") for name in names}


def test_own_dice_open_with_a_scenario_that_they_can_play(own: Mapping[str, Die]) -> None:
    plan = MatchPlan.fresh(own)
    assert plan.scenario is Scenario.TWO_ARMY
    assert [plan.by_document(profile).scenario for profile in (Profile.DEEP_WHITE_SEA, Profile.CYBURG)] == [
        Scenario.TOURNAMENT
    ] * 2
    for name in plan.names:
        plan = plan.with_army(name, ["my/light-tank", "my/gev"])
    assert {piece.die.id for piece in start_of(settled(plan)).pieces.values()} == set(own)


@pytest.mark.parametrize(
    ("scenario", "message"),
    [
        (Scenario.VS_MARK_V, "is an Ogre (class Ogre): choose Armies of 30, Armies of 50 or Any dice."),
        (Scenario.OGRE_EACH, "is an Ogre (class Ogre): choose Armies of 30, Armies of 50 or Any dice."),
        (Scenario.DWS_CREW, "belongs to this box: choose Any dice."),
        (Scenario.CYBURG_BOX, "belongs to this box: choose Any dice."),
    ],
)
def test_a_scenario_whose_dice_are_not_there_names_those_that_can_be_played(
    own: Mapping[str, Die], scenario: Scenario, message: str
) -> None:
    governs = next(document.profile for document in DOCUMENT_CARDS.values() if scenario in document.scenarios)
    plan = MatchPlan.fresh(own).by_document(governs).in_scenario(scenario)
    assert find_plan_problems(plan)[0].text == f"None of your dice {message}"
    assert initial_dice(plan) is not None


def test_an_ogre_of_ones_own_plays_the_basic_scenario(own: Mapping[str, Die], catalogue: Mapping[str, Die]) -> None:
    giant = replace(catalogue["ogre/ogre"], id="my/giant", name="Giant", set="my")
    plan = MatchPlan.fresh({**own, giant.id: giant}).with_army("Blue", ["my/light-tank"])
    assert plan.scenario is Scenario.VS_MARK_III
    assert [piece.die.id for piece in start_of(plan).pieces.values() if piece.owner == "Orange"] == ["my/giant"]


def test_a_plan_of_other_dice_keeps_what_the_dice_of_today_can_play(filled: Filled, own: Mapping[str, Die]) -> None:
    last = filled(Scenario.VS_MARK_III).renamed("Blue", "Anna")
    for plan in (last.with_dice(own), plan_rematch(build_opening(last), own)):
        assert plan.names == ("Anna", "Orange")
        assert plan.scenario is Scenario.TWO_ARMY
        assert plan.army_of("Anna") == ()
