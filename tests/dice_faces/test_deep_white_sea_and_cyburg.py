"""The house dice of Deep White Sea and Cyburg hold what their documents give (ledger FACT-17, 18, 21, 22)."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.catalogue import Colour, Die, EffectKind, Face, Range
from companion.codec.die import read_dice
from companion.resources import Bundled, bundled

SEA = read_dice(bundled(Bundled.DICE_FACES, "deep-white-sea"))
CYBURG = read_dice(bundled(Bundled.DICE_FACES, "cyburg"))
BOTH = SEA | CYBURG


def _named(name: str) -> Die:
    return next(die for die in BOTH.values() if die.name == name)


def _has(die: Die, kind: EffectKind) -> bool:
    return any(face.has(kind) for face in die.faces)


def test_five_teams_of_five_FACT_17() -> None:  # noqa: N802
    teams = ("White", "Green", "Orange", "Blue", "Burgundy")
    assert Counter(die.team for die in SEA.values()) == dict.fromkeys(teams, 5)


@pytest.mark.parametrize(
    "name",
    ["Liam Hart", "Gavin", "Mull", "Helen Crane", "Micro", "Fat Robot Steve", "Jarik", "Thruk", "Shy Frances"],
)
def test_the_dice_that_the_rules_name_are_there_FACT_17(name: str) -> None:  # noqa: N802
    assert _named(name).set == "deep-white-sea"
    assert _named(name).source("name") == "rules"


def test_teams_are_fairly_balanced_in_points() -> None:
    totals = Counter[str]()
    for die in SEA.values():
        totals[die.team] += int(die.points)
    assert set(totals.values()) == {30}


@pytest.mark.parametrize("die", SEA.values(), ids=SEA)
def test_sides_run_from_eight_to_one_DW_FACE_03(die: Die) -> None:  # noqa: N802
    assert [face.side for face in die.faces] == [8, 7, 6, 5, 4, 3, 2, 1]


@pytest.mark.parametrize("die", BOTH.values(), ids=BOTH)
def test_they_are_unique_FACT_22(die: Die) -> None:  # noqa: N802
    assert die.unique


def test_immunities_FACT_17_DW_COLOR_04_DW_COLOR_05() -> None:  # noqa: N802
    assert {face.shield for face in _named("Micro").faces} == {Colour.PURPLE}
    robots = [die for die in SEA.values() if "Robot" in die.classes]
    assert _named("Fat Robot Steve") in robots
    for die in robots:
        assert {face.shield for face in die.faces} == {Colour.GREEN}


@pytest.mark.parametrize("die", BOTH.values(), ids=BOTH)
def test_commanders_are_immune_to_dark_blue_while_commanding_DW_COLOR_06(die: Die) -> None:  # noqa: N802
    commanding = [face.key for face in die.faces if face.has(EffectKind.COMMAND)]
    assert commanding == [face.key for face in die.faces if face.shield is Colour.BLUE]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Gavin", EffectKind.CALL),
        ("Helen Crane", EffectKind.COMMAND),
        ("Liam Hart", EffectKind.COMMAND),
        ("Jarik", EffectKind.BACKSTAB),
    ],
)
def test_abilities_of_the_examples_FACT_18(name: str, kind: EffectKind) -> None:  # noqa: N802
    assert _has(_named(name), kind)


def test_hart_also_has_sides_without_command_DW_CMD_06() -> None:  # noqa: N802
    assert any(not face.has(EffectKind.COMMAND) for face in _named("Liam Hart").faces)


BACKSTABBING = [face for die in BOTH.values() for face in die.faces if face.has(EffectKind.BACKSTAB)]


@pytest.mark.parametrize("face", BACKSTABBING, ids=lambda face: face.effects[0].name)
def test_backstab_is_larger_and_uses_the_arrow_of_the_hit_DW_BACKSTAB_01(face: Face) -> None:  # noqa: N802
    (stab,) = (effect for effect in face.effects if effect.kind is EffectKind.BACKSTAB)
    hit = face.effects[0]
    assert (stab.colour, stab.range, stab.corners) == (hit.colour, hit.range, hit.corners)
    assert (stab.attack or 0) > (hit.attack or 0)


@pytest.mark.parametrize("die", BOTH.values(), ids=BOTH)
def test_colours_mean_what_they_mean_DW_COLOR_03(die: Die) -> None:  # noqa: N802
    colours = {
        EffectKind.COMMAND: Colour.BLUE,
        EffectKind.HOLD: Colour.YELLOW,
        EffectKind.FREEZE: Colour.ICE,
        EffectKind.POISON: Colour.GREEN,
        EffectKind.PROTECTION: Colour.PURPLE,
        EffectKind.POWER_UP: Colour.PURPLE,
        EffectKind.CONFUSE: Colour.PURPLE,
        EffectKind.CALL: Colour.BLACK,
        EffectKind.JUMP: Colour.BLACK,
    }
    assert sum(len(face.effects) for face in die.faces) >= 8
    for face in die.faces:
        for effect in face.effects:
            assert effect.colour is colours.get(effect.kind, effect.colour), face.key
            if effect.kind is EffectKind.POISON:
                assert "Poison" in effect.name  # DW-POISON-01
            assert effect.continuous == (
                effect.kind in {EffectKind.HOLD, EffectKind.FREEZE, EffectKind.PROTECTION, EffectKind.POWER_UP}
            )


def test_cyburg_teams_and_points_FACT_21() -> None:  # noqa: N802
    points = Counter[str]()
    for die in CYBURG.values():
        points[die.team] += int(die.points)
    assert points == {"CyCops": 43, "HardCell": 44}
    assert Counter(die.team for die in CYBURG.values()) == {"CyCops": 7, "HardCell": 5}


@pytest.mark.parametrize(("name", "points"), [("Gadget", 3), ("Eddie", 5), ("Otto", 7), ("Bellinda", 8), ("Billy", 10)])
def test_cycops_by_name_FACT_21(name: str, points: int) -> None:  # noqa: N802
    assert (_named(name).team, _named(name).points) == ("CyCops", points)


def test_shellyh_commands_cycops_only_CY_CMD_02() -> None:  # noqa: N802
    commands = [
        effect for face in _named("ShellyH").faces for effect in face.effects if effect.kind is EffectKind.COMMAND
    ]
    assert {effect.restriction for effect in commands} == {"CyCops"}


def test_pavia_has_no_side_numbers_and_always_a_red_dot_CY_MOVE_05() -> None:  # noqa: N802
    faces = _named("PavIA").faces
    assert [face.side for face in faces] == [None] * 8
    assert all(face.damage for face in faces)
    assert all(face.block is not None for face in faces)


def test_eddie_has_a_short_range_weapon_FACT_21() -> None:  # noqa: N802
    assert any(e.range is Range.SHORT and e.kind is EffectKind.WEAPON for f in _named("Eddie").faces for e in f.effects)


def test_cyburg_brings_clone_double_shot_and_entry_points() -> None:
    faces = [face for die in CYBURG.values() for face in die.faces]
    assert any(face.has(EffectKind.CLONE) for face in faces)
    assert any(effect.double for face in faces for effect in face.effects)
    assert any(face.entry for face in faces)


@pytest.mark.parametrize("die", BOTH.values(), ids=BOTH)
def test_every_face_does_something_and_stand_ins_are_marked(die: Die) -> None:
    assert die.provenance == "stand-in"
    for face in die.faces:
        assert face.effects or face.maneuver


@pytest.mark.parametrize("die", [die for die in BOTH.values() if die.name != "PavIA"], ids=lambda die: die.id)
def test_side_one_has_no_block_and_no_red_dot(die: Die) -> None:
    assert 1 in {face.side for face in die.faces}
    for face in die.faces:
        assert (face.block is None) == (face.side == 1)
        assert (not face.damage) == (face.side == 1)
