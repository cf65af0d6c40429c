"""The house dice of the Ogre set hold every fact that the rules give (ledger FACT-01 to FACT-09, OG-UNIT rows)."""

from __future__ import annotations

import pytest

from companion.catalogue import Colour, Die, EffectKind, Range, System
from companion.codec.die import read_dice
from companion.resources import Bundled, bundled

DICE = read_dice(bundled(Bundled.DICE_FACES, "ogre"))
TANKS = ("ogre/light-tank", "ogre/missile-tank", "ogre/heavy-tank")


def _effects(die: Die, kind: EffectKind) -> list[str]:
    return [effect.label for face in die.faces for effect in face.effects if effect.kind is kind]


def _attacks(die: Die) -> list[float]:
    """The attack of each face, in the order of the file (side 8 first)."""
    return [next(e.attack or 0 for e in face.effects if e.kind is EffectKind.WEAPON) for face in die.faces]


def test_eight_kinds_of_unit_FACT_01_OG_UNIT_01() -> None:  # noqa: N802
    assert sorted(die.name for die in DICE.values()) == [
        "G.E.V.",
        "Heavy Tank",
        "Howitzer",
        "Infantry",
        "Light Tank",
        "Missile Tank",
        "Mobile Howitzer",
        "Ogre",
    ]


@pytest.mark.parametrize(("name", "points"), [("infantry", 2), ("light-tank", 4), ("heavy-tank", 8), ("ogre", 50)])
def test_points_FACT_02(name: str, points: int) -> None:  # noqa: N802
    assert DICE[f"ogre/{name}"].points == points


def test_gev_costs_more_than_infantry_FACT_03() -> None:  # noqa: N802
    assert DICE["ogre/gev"].points > DICE["ogre/infantry"].points


def test_calls_FACT_04_FACT_05() -> None:  # noqa: N802
    assert _effects(DICE["ogre/gev"], EffectKind.CALL).count("Call G.E.V.") == 3
    assert "Call Tank" in _effects(DICE["ogre/gev"], EffectKind.CALL)
    assert _effects(DICE["ogre/light-tank"], EffectKind.CALL) == ["Call Tank"] * 4
    assert set(_effects(DICE["ogre/infantry"], EffectKind.CALL)) == {"Call Infantry"}


def test_only_the_gev_jumps_and_dodges_FACT_05() -> None:  # noqa: N802
    for kind in (EffectKind.JUMP, EffectKind.DODGE):
        assert {die.id for die in DICE.values() if _effects(die, kind)} == {"ogre/gev"}


def test_light_tank_has_no_other_effect_OG_UNIT_04() -> None:  # noqa: N802
    kinds = {effect.kind for face in DICE["ogre/light-tank"].faces for effect in face.effects}
    assert kinds == {EffectKind.WEAPON, EffectKind.CALL}


def test_nothing_in_the_set_commands_OG_CMD_03() -> None:  # noqa: N802
    kinds = {effect.kind for die in DICE.values() for face in die.faces for effect in face.effects}
    assert EffectKind.WEAPON in kinds
    assert EffectKind.COMMAND not in kinds


@pytest.mark.parametrize("die", DICE.values(), ids=DICE)
def test_sides_FACT_06(die: Die) -> None:  # noqa: N802
    sides = [face.side for face in die.faces]
    assert sides == ([4, 3, 2, 1, 4, 3, 2, 1] if die.id == "ogre/infantry" else [8, 7, 6, 5, 4, 3, 2, 1])


@pytest.mark.parametrize("die", DICE.values(), ids=DICE)
def test_team_uniqueness_and_size_FACT_07_FACT_22(die: Die) -> None:  # noqa: N802
    assert die.team == "Ogre"
    assert not die.unique
    assert die.edge_mm == (101.6 if die.id == "ogre/ogre" else 50.8)


@pytest.mark.parametrize("die", DICE.values(), ids=DICE)
def test_immunity_FACT_08(die: Die) -> None:  # noqa: N802
    assert {face.shield for face in die.faces} == {Colour.PURPLE if die.id == "ogre/ogre" else Colour.WHITE}


def test_only_the_ogre_has_a_purple_attack_OG_COLOR_04() -> None:  # noqa: N802
    purple = {d.id for d in DICE.values() for f in d.faces for e in f.effects if e.colour is Colour.PURPLE}
    assert purple == {"ogre/ogre"}


def test_every_ogre_face_has_four_weapons_FACT_09_OG_OGRE_07() -> None:  # noqa: N802
    assert len(DICE["ogre/ogre"].faces) == 8
    for face in DICE["ogre/ogre"].faces:
        weapons = [effect for effect in face.effects if effect.kind is EffectKind.WEAPON]
        assert {weapon.system for weapon in weapons} == set(System)
        corners = [weapon.corners for weapon in weapons if weapon.system is not System.AP]
        assert sorted(corners) == [(0,), (1,), (2,)]
        assert len({weapon.colour for weapon in weapons}) == 4  # OG-SIGHT-10


def test_ogre_ap_is_purple_and_shoots_in_all_directions_OG_SIGHT_12() -> None:  # noqa: N802
    """OG-RANGE-10."""
    found = [effect for face in DICE["ogre/ogre"].faces for effect in face.effects if effect.system is System.AP]
    assert [(ap.colour, ap.range, ap.corners) for ap in found] == [(Colour.PURPLE, Range.ALL, (0, 1, 2))] * 8


def test_ogre_shoots_and_moves_over_numbered_dots_FACT_05_OG_OGRE_10() -> None:  # noqa: N802
    faces = DICE["ogre/ogre"].faces
    assert [face.has(EffectKind.SHOOT_AND_MOVE) for face in faces] == [True] * 8
    assert [sorted(face.maneuver) for face in faces] == [[0, 1, 2]] * 8
    assert [sorted(face.treads) for face in faces] == [[1, 2, 3]] * 8


@pytest.mark.parametrize("die", DICE.values(), ids=DICE)
def test_side_one_has_no_block_and_no_red_dot_OG_KILL_06(die: Die) -> None:  # noqa: N802
    assert 1 in {face.side for face in die.faces}
    for face in die.faces:
        assert (face.block is None) == (face.side == 1)
        assert (not face.damage) == (face.side == 1)


def test_heavy_has_twice_the_firepower_of_a_light_tank_OG_UNIT_06() -> None:  # noqa: N802
    light, heavy = (_attacks(DICE[f"ogre/{name}-tank"]) for name in ("light", "heavy"))
    assert heavy == [2 * attack for attack in light]


def test_missile_tank_lies_between_light_and_heavy_OG_UNIT_05() -> None:  # noqa: N802
    light, missile, heavy = (sum(_attacks(DICE[die])) for die in TANKS)
    assert light < missile < heavy


def test_light_tank_outshoots_the_gev_and_moves_less_OG_UNIT_04() -> None:  # noqa: N802
    gev, light = DICE["ogre/gev"], DICE["ogre/light-tank"]
    assert all(a <= b for a, b in zip(_attacks(gev), _attacks(light), strict=True))
    assert sum(_attacks(gev)) < sum(_attacks(light))
    assert sum(len(f.maneuver) for f in light.faces) < sum(len(f.maneuver) for f in gev.faces)


def test_no_heavy_survives_the_main_battery_OG_UNIT_06() -> None:  # noqa: N802
    main = min(e.attack or 0 for f in DICE["ogre/ogre"].faces for e in f.effects if e.system is System.MAIN)
    assert max(face.block or 0 for face in DICE["ogre/heavy-tank"].faces) <= main


def test_the_ap_clears_infantry_but_hardly_a_gev_OG_UNIT_02_OG_UNIT_03() -> None:  # noqa: N802
    attacks = [e.attack or 0 for f in DICE["ogre/ogre"].faces for e in f.effects if e.system is System.AP]
    killed = {
        name: sum(attack >= (face.block or 0) for attack in attacks for face in DICE[f"ogre/{name}"].faces)
        for name in ("infantry", "gev")
    }
    assert killed["infantry"] >= 0.85 * 64
    assert killed["gev"] <= 0.5 * 64


def test_howitzer_hardly_moves_and_hits_hardest_OG_UNIT_07_OG_UNIT_08() -> None:  # noqa: N802
    howitzer, mobile = DICE["ogre/howitzer"], DICE["ogre/mobile-howitzer"]
    assert sum(len(face.maneuver) for face in howitzer.faces) == 1
    assert sum(len(face.maneuver) for face in mobile.faces) >= 8
    assert all(a > b for a, b in zip(_attacks(howitzer), _attacks(mobile), strict=True))
    assert max(max(_attacks(die)) for die in DICE.values() if die.id != "ogre/ogre") == max(_attacks(howitzer))
    sturdier = [DICE[f"ogre/{name}"] for name in ("gev", "light-tank", "mobile-howitzer")]
    others = [max(face.block or 0 for face in die.faces) for die in sturdier]
    assert max(f.block or 0 for f in howitzer.faces) < min(others)


def test_a_howitzer_breaks_the_main_battery_from_every_side_OG_OGRE_19() -> None:  # noqa: N802
    assert min(_attacks(DICE["ogre/howitzer"])) >= 9


@pytest.mark.parametrize("die", DICE.values(), ids=DICE)
def test_values_no_document_gives_are_marked_stand_in(die: Die) -> None:
    assert die.provenance == "stand-in"
    assert die.source("block") == "stand-in"
    assert die.source("team") == "rules"


@pytest.mark.parametrize("die", DICE.values(), ids=DICE)
def test_every_side_can_be_reached_by_damage_from_the_strongest(die: Die) -> None:
    assert len(die.faces) == 8
    for face in die.faces:
        seen = face
        for _ in range((face.side or 1) - 1):
            below = die.face_over(seen, seen.damage[0])
            assert below is not None
            assert below.side == (seen.side or 0) - 1
            seen = below
        assert seen.side == 1
