"""Whole rigs to hold the program against: what is held out is shown nowhere else, and dice lie as a rig means."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from models.training import lights, patterns
from models.training.arrangement import strewn
from models.training.invented_rigs import RIGS, Group, InventedRig
from models.training.scene import Body
from models.training.styles import InventedDie, invent_die
from models.training.touching import apart

_POOL = [invent_die(np.random.default_rng(5), size=32) for _ in range(9)]
_POOL += [invent_die(np.random.default_rng(6), edge_mm=101.6, size=32)]


def _rig(name: str) -> InventedRig:
    return next(rig for rig in RIGS if rig.name == name)


def _dice(name: str, scenes: int = 4, pool: list[InventedDie] = _POOL) -> list[list[Body]]:
    rig = _rig(name)
    return [strewn(np.random.default_rng([9, number]), rig, pool) for number in range(scenes)]


def test_rigs_held_out_are_of_families_of_their_own() -> None:
    families = {group: {rig.family for rig in RIGS if rig.group is group} for group in Group}
    assert len(families[Group.HELD_OUT]) >= 2
    assert not families[Group.HELD_OUT] & families[Group.TUNING]
    assert len({rig.name for rig in RIGS}) == len(RIGS)


def test_what_rigs_held_out_show_no_other_shows() -> None:
    tuning = [rig for rig in RIGS if rig.group is Group.TUNING]
    held_out = [rig for rig in RIGS if rig.group is Group.HELD_OUT]
    assert not {rig.ground for rig in tuning} & set(patterns.UNSEEN)
    assert {rig.ground for rig in held_out} >= set(patterns.UNSEEN)
    assert not {rig.dice for rig in tuning} & {rig.dice for rig in held_out}
    skies = [{rig.room.sky for rig in some if rig.room is not None} for some in (tuning, held_out)]
    assert all(skies)
    assert not skies[0] & skies[1]


def test_rigs_of_the_same_dice_strew_them_otherwise() -> None:
    names = [(rig.dice, len(rig.name)) for rig in RIGS]
    assert len(set(names)) == len(names), "scenes come from these two"


@pytest.mark.parametrize("maker", [*lights.TUNING, *lights.UNSEEN], ids=lambda maker: maker.__name__)
def test_lamps_of_rigs_shine_from_above(maker: Callable[[np.random.Generator], lights.Light]) -> None:
    sky, lamps = maker(np.random.default_rng(3))
    assert sky.min() > 0
    assert all(lamp.toward[2] > 0.2 and np.linalg.norm(lamp.toward) == pytest.approx(1) for lamp in lamps)


def test_dice_of_a_crowd_stand_one_before_the_other() -> None:
    crowds = _dice("foyer")
    assert crowds
    for bodies in crowds:
        flat = [body for body in bodies if body.die is not None and body.die.state == "flat"]
        spots = np.array([np.vstack(body.faces)[:, :2].mean(axis=0) for body in flat])
        near = np.hypot(*(spots[:, None] - spots[None]).transpose(2, 0, 1)) < 65
        assert near.sum() - len(flat) >= 2 * 4, "two crowds of three have four pairs at least"
        assert all(apart(one, other) for k, one in enumerate(flat) for other in flat[:k])


def test_dice_in_an_umbra_have_something_high_between_them_and_the_lamp() -> None:
    rig = _rig("cabin")
    assert rig.light is not None
    (lamp,) = rig.light[1]
    toward = lamp.toward[:2] / np.linalg.norm(lamp.toward[:2])
    for bodies in _dice("cabin"):
        spots = [np.vstack(body.faces)[:, :2].mean(axis=0) for body in bodies]
        high = [k for k, body in enumerate(bodies) if max(face[:, 2].max() for face in body.faces) > 80]
        behind = [
            k
            for k, body in enumerate(bodies)
            if body.die and body.die.edge_mm < 60
            and any(0 < (spots[h] - spots[k]) @ toward < 160 and _aside(spots[h] - spots[k], toward) < 40 for h in high)
        ]  # fmt: skip
        assert len(behind) >= 2


def _aside(off: np.ndarray, toward: np.ndarray) -> float:
    return abs(float(off[0] * toward[1] - off[1] * toward[0]))


def test_some_dice_of_a_rim_hang_over_it() -> None:
    states = [body.die.state for bodies in _dice("seaside", 8) for body in bodies if body.die]
    assert 3 <= states.count("overhanging") < len(states) / 2


def test_dice_without_a_border_are_of_one_colour_up_to_it() -> None:
    colour = (188, 154, 112)
    bare, bordered = (invent_die(np.random.default_rng(7), size=96, bare=tint) for tint in (colour, None))
    at_rim = [[face[70, 30:66].astype(int) for face in die.faces.values()] for die in (bare, bordered)]
    off = [np.median(np.abs(np.array(rows) - colour)) for rows in at_rim]
    assert off[0] < 40 < off[1]
