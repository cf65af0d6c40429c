"""Tables at rest one after the other, read with errors, and which die was taken for which: written down reading by
reading, with what the votes agree on.

    python -m tests.session.live.golden_following       write the golden file anew (look at what `git diff` says)
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from companion.catalogue import CORNERS, Die
from companion.codec.die import known_dice
from companion.geometry import Pose, rolled_pose
from companion.session.live.settled_table import SettledTable, vote_readings
from companion.vision import CameraCheck, DieReading, DieState, FaceGuess, FaceName, Reading, TableMemory
from tests.golden_lines import golden_line, write_golden

_DIGITS: Final = 4
GOLDEN: Final = Path(__file__).parent / "golden_following.txt"
EVENINGS: Final = 14
RESTS: Final = 5
READINGS: Final = 4
KINDS: Final = ("ogre/infantry", "ogre/gev", "ogre/ogre")


def followed(seed: int = 91) -> Iterator[str]:
    """Evenings at a table, a line for every reading."""
    rng, dice = random.Random(seed), known_dice()
    for evening in range(EVENINGS):
        table, settled = _thrown(rng, dice, rng.choice([2, 5, 9, 14])), SettledTable(dice)
        for rest in range(RESTS):
            yield f"-- {evening} {rest}"
            settled.begin()
            yield from _read(rng, table, settled, at_s=20.0 * rest)
            table = _moved(rng, dice, table)


def _read(rng: random.Random, table: Sequence[DieReading], settled: SettledTable, at_s: float) -> Iterator[str]:
    readings = [Reading("", tuple(_seen(rng, table)), CameraCheck(0.0, 4)) for _ in range(READINGS)]
    for number, reading in enumerate(readings):
        when_s = at_s + rng.choice([0.1, 3.0, 10.0])
        yield _line("wanted", [settled.wants_reading(when_s), settled.remembered.thorough])
        settled.hear(reading, when_s, TableMemory())
        ids = [[track.id, track.votes, *_reported(track.reading)] for track in settled.tracks]
        yield _line(f"heard {number}", [settled.number, settled.votes, settled.alike, settled.sure, ids])
    for die in vote_readings(readings):
        others = [[guess.name.face, guess.confidence] for guess in die.alternatives]
        corners = None if die.corners_mm is None else die.corners_mm.tolist()
        yield _line("voted", [*_reported(die), die.sigma_mm, die.sigma_deg, die.tilt_deg, others, corners])


def _reported(die: DieReading) -> list[Any]:
    name = die.name and f"{die.name.die} {die.name.face}"
    return [name, *die.pose.centre_mm, die.pose.heading_deg, die.confidence, die.state.value]


def _thrown(rng: random.Random, dice: Mapping[str, Die], count: int) -> list[DieReading]:
    return [_die(rng, dice, n) for n in range(count)]


def _die(rng: random.Random, dice: Mapping[str, Die], place: int) -> DieReading:
    """A die of some kind, on a lattice that leaves room for a roll."""
    kind = dice[rng.choice(KINDS)]
    faces = [face for face in kind.faces if face.vertices]
    x, y = 120 + 130 * (place % 6), 120 + 130 * (place // 6)
    pose = Pose(x + rng.uniform(-20, 20), y + rng.uniform(-20, 20), rng.uniform(-180, 180), kind.edge_mm)
    return DieReading(pose, 0.2, 0.3, DieState.FLAT, FaceName(kind.id, rng.choice(faces).key), 0.97)


def _moved(rng: random.Random, dice: Mapping[str, Die], table: Sequence[DieReading]) -> list[DieReading]:
    """The table after a turn: a die or two rolled, pushed, turned in place, taken off, thrown."""
    after = []
    for die in table:
        kind = rng.random()
        if kind < 0.12:
            after.append(_rolled(rng, dice, die))
        elif kind < 0.3:
            off_mm, turn_deg = 10 ** rng.uniform(0, 2.3), rng.uniform(-15, 15)
            pose = replace(die.pose, x_mm=die.pose.x_mm + off_mm, heading_deg=die.pose.heading_deg + turn_deg)
            after.append(replace(die, pose=pose))
        elif kind > 0.08:
            after.append(die)
    return [*after, *([_die(rng, dice, rng.randrange(24))] if rng.random() < 0.5 else [])]


def _rolled(rng: random.Random, dice: Mapping[str, Die], die: DieReading) -> DieReading:
    assert die.name is not None
    kind = dice[die.name.die]
    face = kind.face(die.name.face)
    corner = rng.choice(CORNERS)
    after = None if face is None else kind.face_over(face, corner)
    if face is None or after is None or face.vertices is None or after.vertices is None:
        return die
    end = rolled_pose(die.pose, face.vertices, corner, after.vertices)
    shifted = replace(end, x_mm=end.x_mm + rng.uniform(-14, 14), heading_deg=end.heading_deg + rng.uniform(-20, 20))
    return replace(die, pose=shifted, name=FaceName(kind.id, after.key))


def _seen(rng: random.Random, table: Sequence[DieReading]) -> Iterator[DieReading]:
    """What one picture tells of the table, in any order: a die overlooked, misread, unread, doubtful, leaning."""
    for die in rng.sample(table, len(table)):
        if rng.random() < 0.04:
            continue
        assert die.name is not None
        other = FaceName(rng.choice([die.name.die, KINDS[0]]), rng.choice("123"))
        changes: dict[str, Any] = {"alternatives": (FaceGuess(other, rng.uniform(0.01, 0.3)),)}
        kind = rng.random()
        if kind < 0.1:
            changes |= {"name": other, "confidence": 0.6, "alternatives": (FaceGuess(die.name, 0.3),)}
        elif kind < 0.2:
            changes |= {"name": None, "confidence": 0.7, "state": rng.choice([DieState.LEANING, DieState.FLAT])}
        pose = die.pose
        x, y, turn = pose.x_mm + rng.gauss(0, 0.3), pose.y_mm + rng.gauss(0, 0.3), pose.heading_deg + rng.gauss(0, 0.4)
        seen = Pose(x, y, turn + (120 if "name" in changes and rng.random() < 0.5 else 0), pose.edge_mm)
        changes |= {
            key: rng.uniform(0.1, most) for key, most in (("sigma_mm", 0.5), ("sigma_deg", 0.6), ("tilt_deg", 9))
        }
        corners = seen.top_corners_mm() if rng.random() < 0.9 else None
        yield replace(die, pose=seen, corners_mm=corners, **changes)


def _line(head: str, value: Any) -> str:
    return golden_line(head, value, _DIGITS)


def main() -> None:
    """Write the golden file."""
    write_golden(GOLDEN, followed())


if __name__ == "__main__":
    main()
