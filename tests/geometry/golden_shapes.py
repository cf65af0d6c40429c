"""Random dice on a table, written down with all that geometry says of them: where rolls end and what they sweep, how
far dice are apart, what their errors make of it, what arrows see. What is right of it other tests say; here it is held.

    python -m tests.geometry.golden_shapes       write the golden file anew (look at what `git diff` says has changed)
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from companion.geometry import (
    Gap,
    Measurement,
    Pose,
    RigidPose,
    above_baseline,
    baseline_of,
    contains_point,
    depth_inside,
    face_corners_mm,
    measure_difference,
    measure_gap,
    plan_clearance,
    reach_above,
    rests_on,
    roll_vertices,
    rolled_pose,
    silhouette,
    space_clearance,
    swept_outline,
    top_outline,
    turn_between_deg,
)
from companion.rules import Table, edge_clearance
from tests.golden_lines import golden_line, write_golden

#: A ten-thousandth of a millimetre.
_DIGITS: Final = 4
GOLDEN: Final = Path(__file__).parent / "golden_shapes.txt"
TABLES: Final = 60
_FACES: Final = ("abc", "aBC", "AbC", "ABc", "CBA", "Acb", "bAc", "cBa")
_GROUND: Final = (((0.0, 0.0), (90.0, 0.0), (90.0, 60.0), (0.0, 60.0)), ((95.0, 10.0), (160.0, 10.0), (130.0, 90.0)))
_RIM: Final = ((-20.0, -30.0), (240.0, 0.0), (200.0, 220.0), (-10.0, 200.0))


def reported(seed: int = 71) -> Iterator[str]:
    """A line for everything that is said of each table."""
    rng = random.Random(seed)
    for _ in range(TABLES):
        one, other, third = (_pose(rng) for _ in range(3))
        sigmas = rng.choice([0.0, 0.4]), rng.choice([0.0, 1.1])
        yield from _rolls(rng, one, other, sigmas)
        yield from _distances(one, other, third, sigmas)
        yield from _sights(one, other, sigmas)
        yield from _in_space(rng, one)


def _pose(rng: random.Random) -> Pose:
    x, y = rng.uniform(-10, 170), rng.uniform(-10, 170)
    return Pose(x, y, rng.uniform(-400, 400), rng.choice([50.8, 50.8, 101.6]), rng.choice([0.0, 0.0, 25.0]))


def _rolls(rng: random.Random, one: Pose, other: Pose, sigmas: tuple[float, float]) -> Iterator[str]:
    face, corner = rng.choice(_FACES), rng.randrange(3)
    up = roll_vertices(face, corner)
    after = rolled_pose(one, face, corner, "".join(rng.sample(sorted(up), 3)))
    yield _line("rolled", [sorted(up), *after.centre_mm, after.heading_deg, after.edge_mm, after.base_mm])
    yield _line("swept", sorted(swept_outline(one, corner)))
    yield _line("plan", _number(plan_clearance(one, corner, silhouette(other), sigmas)))
    yield _line("space", _number(space_clearance(one, corner, other, sigmas)))
    yield _line("edge", _number(edge_clearance(Table(_RIM), one, corner, sigmas[0])))
    yield _line("rests", [rests_on(one, _GROUND), rests_on(other, _GROUND[:1])])
    yield _line("inside", depth_inside(one.bottom_corners_mm(), _RIM))


def _distances(one: Pose, other: Pose, third: Pose, sigmas: tuple[float, float]) -> Iterator[str]:
    gaps = [measure_gap(top_outline(one), top_outline(each), *sigmas) for each in (other, third)]
    yield from (_line("gap", _gap(gap)) for gap in gaps)
    yield _line("outlines", _gap(measure_gap(silhouette(one), silhouette(other), *sigmas)))
    yield _line("longer", _number(measure_difference(gaps[0], gaps[1], sigmas[0], sigmas)))
    yield _line("holds", [contains_point(silhouette(one), each.centre_mm) for each in (other, third)])
    yield _line("turned", turn_between_deg(one.heading_deg, other.heading_deg))


def _sights(one: Pose, other: Pose, sigmas: tuple[float, float]) -> Iterator[str]:
    for corner in range(3):
        line = above_baseline(one, corner)
        yield _line("sees", _number(reach_above(line, silhouette(other), sigmas, sigmas[0] * 3)))
        yield _line("line", [line.line(40.0), line.reach(top_outline(other))])
        folded = tuple((x + 0.4 * n, y - 0.7 * n) for n, (x, y) in enumerate(top_outline(one)))
        yield _line("folded", _number(reach_above(baseline_of(folded, corner), top_outline(other))))


def _in_space(rng: random.Random, one: Pose) -> Iterator[str]:
    face = rng.choice(_FACES)
    lying = RigidPose.flat(one, face)
    turn = _turn(rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5))
    for rigid in (lying, lying.turned(turn).moved([3.0, -5.0, 7.0]), lying.turned(turn).put_down()):
        yield _line("corners", face_corners_mm([rigid, lying], [face, _FACES[0]]).tolist())
        seen = rigid.pose(face)
        yield _line("seen", [*seen.centre_mm, seen.heading_deg, seen.edge_mm, seen.base_mm, rigid.tilt_deg(face)])
        yield _line("stands", [rigid.lowest_mm(), rigid.uppermost(_FACES), rigid.normal(face).tolist()])


def _turn(about_x: float, about_y: float) -> NDArray[np.float64]:
    x, y = (np.array([math.cos(angle), math.sin(angle)]) for angle in (about_x, about_y))
    tipped = np.array([[1, 0, 0], [0, x[0], -x[1]], [0, x[1], x[0]]])
    return np.asarray(np.array([[y[0], 0, y[1]], [0, 1, 0], [-y[1], 0, y[0]]]) @ tipped, np.float64)


def _number(measured: Measurement) -> list[Any]:
    return [measured.value, measured.sigma, measured.sign]


def _gap(gap: Gap) -> list[Any]:
    return [*_number(gap.distance), *gap.between, gap.direction]


def _line(head: str, value: Any) -> str:
    return golden_line(head, value, _DIGITS)


def main() -> None:
    """Write the golden file."""
    write_golden(GOLDEN, reported())


if __name__ == "__main__":
    main()
