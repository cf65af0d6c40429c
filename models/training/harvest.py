"""Renders scenes and keeps what the three networks learn from.

One ``.npz`` a batch, so that work goes on where it stopped. A batch has its own pool of invented dice. Batches whose
number leaves rest 0 when divided by ``HELD_OUT`` are never trained on: their dice, tables and lamps are the networks'
own unseen test.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.camera import Pinhole
from companion.codec.die import read_dice
from companion.geometry import Pose
from companion.opencv import cv2
from companion.resources import Bundled, bundled
from companion.vision.gallery import DETECTOR_MARGIN_EDGES, detector_scale, face_frame, refiner_frame
from companion.vision.rectify import cut_patch, plane_map
from models.training.film import develop, invent_film
from models.training.hard_tables import HardTable, Trait, harden
from models.training.house_dice import as_rendered
from models.training.lights import Light
from models.training.poor_cameras import photographed_poorly
from models.training.render import light_in_camera
from models.training.scene import Body, InventedScene, PlacedDie, invent_scene
from models.training.styles import InventedDie, any_colour, faded, invent_die
from models.training.surfaces import Linear, cloth, invent_surface, to_linear

HELD_OUT = 12
WINDOW_PX = 256
MOST_DICE = 24
_EDGES_MM = (50.8, 101.6)
_SMALL, _GIANT = 9, 2
#: Every fourth batch shows bundled dice; it is never one of those held out.
_HOUSE_EVERY = 4
_SCENES = 30
_HARD_SHARE = 0.75
#: So many small dice have no border and hardly a colour beside their own.
_BARE_SHARE = 0.2
#: And so many of all have prints of so much less contrast than others.
_FADED_SHARE, _FADED_TO = 0.25, (0.3, 0.7)
#: Of a top face of which less is seen, nothing is asked.
_LEAST_VISIBLE = 0.3
#: A face is shown to the classifier if so much of it is seen.
_WHOLE_VISIBLE = 0.8
#: Nearer than this, in edges, to the top face of another die of its size nothing is shown as no top face.
_NEAR_TOP_EDGES = 0.3
_WINDOWS = (7, 2)  # of a scene, for small dice and for giants
#: How far guesses miss, at the size of a small die: most as little as after a first step, some as much as the detector.
_JITTERS_MM = (0.3, 1.0, 3.0, 5.0)
_JITTERS_DEG = (0.4, 2.0, 8.0, 15.0)

Kept = dict[str, list[Any]]


def harvest(folder: Path, batch: int, surfaces: list[Linear], skies: Sequence[Light] = ()) -> Path:
    """Make one batch, unless it is there already; returns its file."""
    file = folder / f"batch-{batch:03d}.npz"
    if file.exists():
        return file
    rng = np.random.default_rng(7000 + batch)
    pool = _pool(rng, batch)
    kept: Kept = defaultdict(list)
    for number in range(_SCENES):
        table = _table(rng, pool, surfaces, skies, held_out=batch % HELD_OUT == 0)
        scene = table.scene
        light, visible = light_in_camera(rng, scene, pool, surfaces, ground=table.ground)
        picture = develop(rng, light, table.film or invent_film(rng))
        before = {name: len(values) for name, values in kept.items()}
        dice = [(b.die, v) for b, v in zip(scene.bodies, visible, strict=True) if b.die is not None and v is not None]
        _keep_windows(rng, kept, scene, picture, dice)
        _keep_places(rng, kept, scene, picture, dice)
        _collect_faces(rng, kept, scene.lens, picture, dice, pool)
        _collect_other_faces(np.random.default_rng([7000 + batch, number]), kept, scene.lens, light, dice)
        for name in ("window", "place", "face"):
            kept[f"{name}_traits"] += [np.int16(table.traits)] * (len(kept[name]) - before.get(name, 0))
    part = file.with_suffix(".part.npz")
    np.savez(part, **{name: np.array(values) for name, values in kept.items()})  # type: ignore[arg-type] # no `allow_pickle`
    part.rename(file)
    return file


def _pool(rng: np.random.Generator, batch: int) -> list[InventedDie]:
    if batch % _HOUSE_EVERY == _HOUSE_EVERY - 1:
        return _house_pool(rng)
    small = [invent_die(rng, bare=any_colour(rng) if rng.random() < _BARE_SHARE else None) for _ in range(_SMALL)]
    giants = [invent_die(rng, edge_mm=_EDGES_MM[1], size=256) for _ in range(_GIANT)]
    drawn = np.random.default_rng([7000 + batch, _SCENES])
    return [
        faded(die, float(drawn.uniform(*_FADED_TO))) if drawn.random() < _FADED_SHARE else die for die in small + giants
    ]


def _house_pool(rng: np.random.Generator) -> list[InventedDie]:
    """Some of the bundled dice, and the giant."""
    dice = list(read_dice(bundled(Bundled.DICE_FACES)).values())
    giants, small = [d for d in dice if d.edge_mm > 60], [d for d in dice if d.edge_mm <= 60]
    return as_rendered([*(small[k] for k in rng.permutation(len(small))[:_SMALL]), *giants])


def _table(
    rng: np.random.Generator, pool: list[InventedDie], surfaces: list[Linear], skies: Sequence[Light], *, held_out: bool
) -> HardTable:
    """Every other table is a hard one."""
    scene = invent_scene(rng, pool)
    if rng.random() < _HARD_SHARE:
        return harden(rng, scene, pool, surfaces, skies, held_out=held_out)
    return HardTable(scene, _camouflage(rng, pool), None, Trait(0))


def _camouflage(rng: np.random.Generator, pool: list[InventedDie]) -> tuple[Linear, Linear] | None:
    """Floor and, of a die's own colour, the cloth on the table; ``None``, mostly, for any others."""
    if rng.random() > 0.15:
        return None
    art = to_linear(next(iter(pool[int(rng.integers(len(pool)))].faces.values())))
    tint = np.median(art.reshape(-1, 3), axis=0) * rng.uniform(0.6, 1.2)
    return invent_surface(rng), np.clip(cloth(rng, np.asarray(tint, np.float32)), 0, 1)


def pose_of(die: PlacedDie) -> Pose:
    """Where the die's top face really lies, on the plan."""
    centre = die.top_mm.mean(axis=0)
    arm = die.top_mm[0] - centre
    return Pose(float(centre[0]), float(centre[1]), math.degrees(math.atan2(arm[1], arm[0])), die.edge_mm)


def seen_pose(scene: InventedScene, die: PlacedDie) -> Pose:
    """Where the die seems to lie: a leaning one is looked for where its top face is seen, not where it stands."""
    true = pose_of(die)
    if die.state != "leaning":
        return true
    x, y = scene.lens.to_table(scene.lens.project(die.top_mm.mean(axis=0)[None]), height_mm=true.top_mm)[0]
    return Pose(float(x), float(y), true.heading_deg, true.edge_mm)


Dice = list[tuple[PlacedDie, float]]


def _keep_windows(
    rng: np.random.Generator, kept: Kept, scene: InventedScene, picture: NDArray[np.uint8], dice: Dice
) -> None:
    """Windows of the detector's maps, with the dice of that size in them: column, row, heading, leaning, visible."""
    for edge_mm, count in zip(_EDGES_MM, _WINDOWS, strict=True):
        margin = DETECTOR_MARGIN_EDGES * edge_mm
        bounds = (-margin, -margin, scene.table_mm[0] + margin, scene.table_mm[1] + margin)
        top = Pose(0, 0, 0, edge_mm).top_mm
        plan = plane_map(scene.lens, bounds, height_mm=top, mm_per_px=detector_scale(edge_mm))
        seen = plan.sample(picture)
        rows = np.array([_target(plan.to_map, scene, d, v) for d, v in dice if d.edge_mm == edge_mm]).reshape(-1, 5)
        for _ in range(count):
            x, y = _window_corner(rng, seen, rows)
            kept["window"].append(_window(seen, x, y))
            kept["window_dice"].append(_inside(rows, x, y))


def _window_corner(rng: np.random.Generator, seen: NDArray[np.uint8], rows: NDArray[np.float64]) -> tuple[int, int]:
    """Four times in five a window holds a die."""
    if len(rows) and rng.random() < 0.8:
        column, row = rows[int(rng.integers(len(rows))), :2] - rng.uniform(20, WINDOW_PX - 20, 2)
        return int(column), int(row)
    x, y = (int(rng.integers(-32, max(-31, n - WINDOW_PX + 32))) for n in seen.shape[1::-1])
    return x, y


def _target(to_map: Any, scene: InventedScene, die: PlacedDie, visible: float) -> list[float]:
    seen = seen_pose(scene, die)
    column, row = to_map(np.array([seen.centre_mm]))[0]
    return [column, row, math.radians(seen.heading_deg), float(die.state == "leaning"), visible]


def _window(seen: NDArray[np.uint8], x: int, y: int) -> NDArray[np.uint8]:
    turn = np.array([[1, 0, -x], [0, 1, -y]], np.float32)
    return np.asarray(
        cv2.warpAffine(seen, turn, (WINDOW_PX, WINDOW_PX), flags=cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )


def _inside(rows: NDArray[np.float64], x: int, y: int) -> NDArray[np.float32]:
    moved = rows - np.array([x, y, 0, 0, 0])
    near = ((moved[:, :2] > -10) & (moved[:, :2] < WINDOW_PX + 10)).all(axis=1)
    padded = np.full((MOST_DICE, 5), -1e3, np.float32)
    found = moved[near][:MOST_DICE]
    padded[: len(found)] = found
    return padded


def _keep_places(
    rng: np.random.Generator, kept: Kept, scene: InventedScene, picture: NDArray[np.uint8], dice: Dice
) -> None:
    """Squares around guessed poses: the step from the guess to the truth in px and degrees, and what it is."""
    for die, visible in dice:
        if visible < _LEAST_VISIBLE:
            continue
        true = seen_pose(scene, die)
        for _ in range(3):
            guess = _guess(rng, true)
            _keep_place(kept, scene, picture, guess, true, [1.0, float(die.state == "leaning"), visible])
    tops = [seen_pose(scene, die) for die, _ in dice]
    for guess, false in _no_dice(rng, scene, dice):
        if any(_is_near_top(guess, top) for top in tops):
            continue
        _keep_place(kept, scene, picture, guess, false, [0.0, 0.0, 0.0])


def _is_near_top(guess: Pose, top: Pose) -> bool:
    """Whether a guess at something else shows a top face as well, as where a side is hidden by the die before it."""
    near = math.dist(guess.centre_mm, top.centre_mm) < _NEAR_TOP_EDGES * top.edge_mm
    return near and guess.edge_mm == top.edge_mm


def _no_dice(rng: np.random.Generator, scene: InventedScene, dice: Dice) -> Iterator[tuple[Pose, Pose]]:
    """Guesses where no top face lies, with what they are guesses at: sides of dice, other things, nothing at all."""
    for body in scene.bodies:
        if body.die is not None and (side := _side_face(rng, scene, body, body.die)) is not None:
            yield side, side
    for false in (f for b in scene.bodies if b.die is None for f in _false_tops(rng, scene, b)):
        yield from ((_guess(rng, false), false) for _ in range(3))
    for body in scene.bodies:
        if body.die is None or rng.random() < 0.15:
            decoy = _decoy(rng, scene, body)
            yield decoy, decoy
    for _ in range(2):
        x, y = rng.uniform(0, 1, 2) * scene.table_mm
        if all(math.dist((x, y), pose_of(d).centre_mm) > 0.8 * d.edge_mm for d, _ in dice):
            nothing = Pose(float(x), float(y), float(rng.uniform(0, 360)), _EDGES_MM[int(rng.random() < 0.2)])
            yield nothing, nothing


def _guess(rng: np.random.Generator, true: Pose) -> Pose:
    reach = float(rng.choice(_JITTERS_MM)) * true.edge_mm / 50.8
    turn = true.heading_deg + 120 * int(rng.integers(3)) + rng.normal(0, float(rng.choice(_JITTERS_DEG)))
    return Pose(true.x_mm + rng.normal(0, reach), true.y_mm + rng.normal(0, reach), float(turn), true.edge_mm)


def _decoy(rng: np.random.Generator, scene: InventedScene, body: Body) -> Pose:
    """A guess at something that is no die, or at a die of another size, or beside one."""
    foot = np.vstack(body.faces)[:, :2]
    if body.die is None:
        spot = foot.mean(0) + rng.normal(0, 8, 2)
        return Pose(float(spot[0]), float(spot[1]), float(rng.uniform(0, 360)), _EDGES_MM[int(rng.random() < 0.2)])
    true = pose_of(body.die)
    if rng.random() < 0.5:
        other = _EDGES_MM[0] if true.edge_mm == _EDGES_MM[1] else _EDGES_MM[1]
        return Pose(true.x_mm, true.y_mm, float(rng.uniform(0, 360)), other)
    angle = rng.uniform(0, 2 * math.pi)
    reach = true.edge_mm * rng.uniform(0.45, 0.7)
    return Pose(
        true.x_mm + reach * math.cos(angle),
        true.y_mm + reach * math.sin(angle),
        float(rng.uniform(0, 360)),
        true.edge_mm,
    )


def _side_face(rng: np.random.Generator, scene: InventedScene, body: Body, die: PlacedDie) -> Pose | None:
    """Where one of the die's slanting faces would lie if it were a top face: the detector's commonest mistake."""
    slanting = [f for f in body.faces if f is not die.top_mm and _turned_to(scene.lens.eye_mm, f)]
    if not slanting:
        return None
    return _as_top(scene, slanting[int(rng.integers(len(slanting)))], die.edge_mm)


def _as_top(scene: InventedScene, face: NDArray[np.float64], edge_mm: float) -> Pose:
    """Where any triangle would lie if it were the top face of a die of this size."""
    seen = scene.lens.project(np.stack([face[:3].mean(axis=0), face[0]]))
    (x, y), corner = scene.lens.to_table(seen, height_mm=Pose(0, 0, 0, edge_mm).top_mm)
    return Pose(float(x), float(y), math.degrees(math.atan2(corner[1] - y, corner[0] - x)), edge_mm)


def _false_tops(rng: np.random.Generator, scene: InventedScene, body: Body) -> list[Pose]:
    """Triangles of something that is no die, as if each were a top face: a refiner settles on them all too well."""
    triangles = [f for f in body.faces if _is_triangle(f) and _turned_to(scene.lens.eye_mm, f)]
    return [_as_top(scene, f, _EDGES_MM[int(rng.random() < 0.2)]) for f in triangles]


def _is_triangle(face: NDArray[np.float64]) -> bool:
    return len(face) == 3 or (len(face) == 4 and math.dist(face[2], face[3]) < 3)


def _turned_to(eye_mm: NDArray[np.float64], face: NDArray[np.float64]) -> bool:
    return bool(np.cross(face[1] - face[0], face[2] - face[0]) @ (eye_mm - face[0]) > 0)


def _keep_place(
    kept: Kept, scene: InventedScene, picture: NDArray[np.uint8], guess: Pose, true: Pose, kind: list[float]
) -> None:
    frame = refiner_frame(guess)
    angle = math.radians(guess.heading_deg)
    up, right = np.array([math.cos(angle), math.sin(angle)]), np.array([math.sin(angle), -math.cos(angle)])
    step = (np.array(true.centre_mm) - guess.centre_mm) / frame.mm_per_px
    turn = (true.heading_deg - guess.heading_deg + 60) % 120 - 60
    kept["place"].append(cut_patch(picture, scene.lens, frame))
    kept["place_truth"].append(np.array([step @ right, step @ up, turn, *kind], np.float32))


def _collect_faces(
    rng: np.random.Generator,
    kept: Kept,
    lens: Pinhole,
    picture: NDArray[np.uint8],
    dice: Dice,
    pool: list[InventedDie],
) -> None:
    """Top faces, corner 0 up, cut as inexactly as the refiner places; label: die of the pool, face of the die."""
    for die in _shown_whole(dice):
        kept["face"].append(_cut_face(rng, lens, picture, die))
        kept["face_label"].append(np.array([die.style, list(pool[die.style].faces).index(die.face)], np.int16))


def _collect_other_faces(rng: np.random.Generator, kept: Kept, lens: Pinhole, light: Linear, dice: Dice) -> None:
    """The same faces in the same order as a poor webcam in worse light shows them."""
    seen = photographed_poorly(rng, light, lens)
    for die in _shown_whole(dice):
        kept["other_face"].append(_cut_face(rng, seen.lens, seen.picture, die))


def _shown_whole(dice: Dice) -> Iterator[PlacedDie]:
    return (die for die, visible in dice if die.state != "leaning" and visible >= _WHOLE_VISIBLE)


def _cut_face(rng: np.random.Generator, lens: Pinhole, picture: NDArray[np.uint8], die: PlacedDie) -> NDArray[np.uint8]:
    true = pose_of(die)
    loose = 0.3 * true.edge_mm / 50.8
    cut = Pose(
        true.x_mm + rng.normal(0, loose),
        true.y_mm + rng.normal(0, loose),
        true.heading_deg + float(rng.normal(0, 0.4)),
        true.edge_mm,
    )
    return cut_patch(picture, lens, face_frame(cut))
