"""What a camera would see of a position, with its errors; and what it can tell from another."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

from companion.geometry import Pose
from companion.rules import Position
from companion.session.inference import SeenDie
from companion.vision import FaceName

SIGMA_MM, SIGMA_DEG = 0.5, 0.5


def looked(position: Position, rng: random.Random, followed: Mapping[int, str] | None = None) -> tuple[SeenDie, ...]:
    """The dice on the table in any order, each a little off; with the tracks of the pieces that are followed."""
    tracks = {piece: track for track, piece in (followed or {}).items()}
    dice = []
    for piece in position.in_play:
        pose = piece.placed
        seen = Pose(
            pose.x_mm + rng.gauss(0, SIGMA_MM),
            pose.y_mm + rng.gauss(0, SIGMA_MM),
            pose.heading_deg + rng.gauss(0, SIGMA_DEG),
            pose.edge_mm,
        )
        key = piece.face.key if piece.face else ""
        dice.append(SeenDie(FaceName(piece.die.id, key), seen, SIGMA_MM, SIGMA_DEG, track=tracks.get(piece.id)))
    rng.shuffle(dice)
    return tuple(dice)


def with_noise(die: SeenDie, **changes: object) -> SeenDie:
    """A seen die with something else about it."""
    return replace(die, **changes)  # type: ignore[arg-type]


Shown = frozenset[tuple[str, str, str, float, float]]


def shown(position: Position, *, owners: bool = True) -> list[tuple[str, str, str, Pose]]:
    """What lies on the table, sorted: kind, owner, face, pose; what two tables must share to look alike."""
    rows = [(p.die.id, p.owner if owners else "", p.face.key if p.face else "", p.placed) for p in position.in_play]
    return sorted(rows, key=lambda row: (row[0], row[1], row[2], row[3].x_mm, row[3].y_mm))


def look_alike(one: Position, other: Position, within_mm: float = 4.0, within_deg: float = 5.0) -> bool:
    """Whether two positions show the same dice of the same players in the same places."""
    rows = list(shown(other))
    for kind, owner, face, pose in shown(one):
        fits = next(
            (
                row
                for row in rows
                if row[:3] == (kind, owner, face)
                and abs(row[3].x_mm - pose.x_mm) < within_mm
                and abs(row[3].y_mm - pose.y_mm) < within_mm
                and abs((row[3].heading_deg - pose.heading_deg + 180) % 360 - 180) < within_deg
            ),
            None,
        )
        if fits is None:
            return False
        rows.remove(fits)
    return not rows
