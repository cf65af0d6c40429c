"""``python -m models.training.rigs FOLDER``: whole rigs that no network has seen, to hold the program against.

A rig is a table, a camera and a set of invented dice: a mat, lens pictures, the empty table, pictures to enrol from
with rough clicks, and scenes with their truth, in the formats that ``companion evaluate`` reads. Which there are and
what each is for is in ``invented_rigs``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from companion.arrays import Image
from companion.camera import Pinhole
from companion.codec.die import read_dice
from companion.geometry import Pose
from companion.opencv import cv2
from companion.resources import Bundled, bundled
from models.training.arrangement import GIANTS, SMALL_DICE, strewn
from models.training.film import develop
from models.training.harvest import pose_of
from models.training.house_dice import as_rendered, lamp_at
from models.training.invented_rigs import BARE, HOUSE_SETS, RIGS, Group, InventedRig
from models.training.lenses import bender, straightened
from models.training.looking import camera_turn, direction
from models.training.mats import board_light, board_middle_mm, board_turn, mat_of
from models.training.path_tracing import trace
from models.training.render import render
from models.training.scene import Body, InventedScene, laid
from models.training.styles import InventedDie, invent_die
from models.training.surfaces import cloth, invent_surface, to_linear

SCENES = 16
_LENS_PICTURES = 8
_GIANT_MM = 60
_FLOOR = to_linear(np.array([120, 118, 114], np.uint8))


def main() -> None:
    """Photograph the rigs named, or all of them."""
    parser = argparse.ArgumentParser(prog="python -m models.training.rigs", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scenes", type=int, default=SCENES)
    parser.add_argument("--group", choices=[*Group], help="rigs on which numbers may be set, or those held out")
    parser.add_argument("--only", nargs="*", default=[rig.name for rig in RIGS])
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    with ProcessPoolExecutor(options.workers) as crew:
        rigs = [rig for rig in RIGS if rig.name in options.only and options.group in (None, rig.group)]
        for name in crew.map(_photograph_rig, [(rig.name, options.folder, options.scenes) for rig in rigs]):
            print(name, flush=True)


def _photograph_rig(task: tuple[str, Path, int]) -> str:
    cv2.setNumThreads(1)
    name, folder, scenes = task
    photograph(next(rig for rig in RIGS if rig.name == name), folder / name, scenes)
    return name


def photograph(rig: InventedRig, folder: Path, scenes: int) -> None:
    """Write a whole rig into a folder."""
    (folder / "dice").mkdir(parents=True, exist_ok=True)
    lens = camera_of(rig)
    pool = invented_dice(rig.dice)
    names = die_names(rig.dice, len(pool))
    for name, die in zip(names, pool, strict=True):
        (folder / "dice" / f"{name.split('/')[1]}.toml").write_text(die_file(name, die))
    photograph_bare(rig, lens, folder)
    save_clicks(folder, photograph_faces(rig, lens, pool, names, folder))
    for number in range(scenes):
        bodies = strewn(np.random.default_rng([rig.dice, number, len(rig.name)]), rig, pool)
        picture, visible = picture_of(rig, lens, pool, bodies, seed=100 + number, glare=rig.glare)
        _save(folder / f"scene-{number:03d}.jpg", picture)
        truth = {"format": 1, "image": f"scene-{number:03d}.jpg", "dice": truth_of(bodies, visible, pool, names)}
        (folder / f"scene-{number:03d}.json").write_text(json.dumps(truth, indent=1))


def photograph_bare(rig: InventedRig, lens: Pinhole, folder: Path) -> None:
    """Write what a camera is calibrated with: the mat, pictures of the lens board and of the empty table."""
    (folder / "mat.json").write_text(json.dumps(mat_of(rig.table), indent=1))
    for number in range(_LENS_PICTURES):
        _save(folder / f"lens-{number:02d}.jpg", _board_picture(rig, lens, number))
    _save(folder / "table.jpg", picture_of(rig, lens, [], (), seed=1, glare=0.0)[0])


# dice ---------------------------------------------------------------------------------------------------------------


def invented_dice(seed: int) -> list[InventedDie]:
    return _of_house(seed) if seed in HOUSE_SETS else _of_nobody(seed)


def _of_house(seed: int) -> list[InventedDie]:
    """Bundled dice of one set, and the giant."""
    dice = list(read_dice(bundled(Bundled.DICE_FACES)).values())
    small = [die for die in dice if die.set == HOUSE_SETS[seed] and die.edge_mm < _GIANT_MM]
    giants = [die for die in dice if die.edge_mm > _GIANT_MM]
    some = np.random.default_rng(seed).permutation(len(small))[:SMALL_DICE]
    return as_rendered([*(small[k] for k in some), *giants[:GIANTS]])


def _of_nobody(seed: int) -> list[InventedDie]:
    rng = np.random.default_rng(90_000 + seed)
    small = [invent_die(rng, size=224, bare=BARE.get(seed)) for _ in range(SMALL_DICE)]
    return small + [invent_die(rng, edge_mm=101.6, size=384, bare=BARE.get(seed)) for _ in range(GIANTS)]


def die_names(seed: int, count: int) -> list[str]:
    return [f"rig-{seed}/die-{chr(ord('a') + k)}" for k in range(count)]


def die_file(name: str, die: InventedDie) -> str:
    own_set = name.partition("/")[0]
    head = [f'format = 1\nid = "{name}"\nname = "{name}"\nset = "{own_set}"\nteam = "Rig"\nclasses = []']
    head.append(f'points = 1\nunique = false\nedge_mm = {die.edge_mm}\nprovenance = "stand-in"\n')
    faces = [f'[[face]]\nkey = "{k + 1}"\nside = {k + 1}\nvertices = "{v}"\n' for k, v in enumerate(die.faces)]
    return "\n".join(head + faces)


# camera and table ---------------------------------------------------------------------------------------------------


def camera_of(rig: InventedRig) -> Pinhole:
    """A lens that bends, so far away that the whole table is in sight."""
    rotation = camera_turn(rig.azimuth_deg, rig.elevation_deg, rig.roll_deg)
    out = direction(rig.azimuth_deg, rig.elevation_deg)
    aim = np.array([rig.table_mm[0] / 2, rig.table_mm[1] / 2, 0]) + rig.aim * rig.table_mm[0] * out * (1, 1, 0)
    eye = aim + rig.distance * rig.table_mm[0] * out
    (width, height), bends = rig.size_wh, np.array([*rig.bends, 0.0, 0.0, 0.0])
    rim = (np.pad(rig.table.outline(), ((0, 0), (0, 1))) - eye) @ rotation.T
    spread = np.abs(rim[:, :2] / rim[:, 2:]).max(axis=0)
    focal = rig.fill * min(width / 2 / spread[0], height / 2 / spread[1])
    matrix = np.array([[focal, 0, width / 2 + 4], [0, focal, height / 2 - 6], [0, 0, 1.0]])
    return Pinhole(matrix, bends, rotation, -rotation @ eye, rig.size_wh)


def _board_picture(rig: InventedRig, lens: Pinhole, number: int) -> Image:
    rng = np.random.default_rng([rig.dice, 900 + number])
    turn = board_turn(rng)
    reach = lens.matrix[0, 0] * 2 * board_middle_mm()[0] / lens.size_wh[0] / 0.5
    off = reach * np.array([(number % 3 - 1) * 0.22, (number // 3 - 1) * 0.12, 1.0]) * rng.uniform(0.9, 1.1)
    return develop(rng, bender(lens)(board_light(straightened(lens), turn, off)), rig.film)


# scenes -------------------------------------------------------------------------------------------------------------


def picture_of(
    rig: InventedRig, lens: Pinhole, pool: list[InventedDie], bodies: Sequence[Body], *, seed: int, glare: float
) -> tuple[Image, list[float | None]]:
    sky, lamps = rig.light or (rig.sky * np.ones(3), tuple(lamp_at(*lamp) for lamp in rig.lamps))
    scene = InventedScene(
        lens, rig.table_mm, lamps, sky, tuple(bodies), (),
        markers=True, glare=glare, shape=rig.shape, gloss=rig.gloss, sheen=rig.sheen, thick_mm=rig.thick_mm,
        shading=rig.shading,
    )  # fmt: skip
    floor = cloth(np.random.default_rng(1404), _FLOOR)
    if rig.family != "first":
        floor = invent_surface(np.random.default_rng(rig.dice * 100 + len(rig.name)))
    ground = floor, rig.ground(np.random.default_rng(1405))
    rng, standing = np.random.default_rng([rig.dice, seed]), np.random.default_rng(1406 + rig.dice)
    drawn, visible = render(rng, scene, pool, [], ground=ground, film=rig.film, standing=standing)
    if rig.room is None:
        return drawn, visible
    light = trace(rng, scene, pool, ground[1], rig.room, np.random.default_rng(1406 + rig.dice))
    return develop(rng, light, rig.film), visible


def truth_of(
    bodies: Sequence[Body], visible: Sequence[float | None], pool: list[InventedDie], names: list[str]
) -> list[dict[str, Any]]:
    rows = []
    for body, share in zip(bodies, visible, strict=True):
        if body.die is None:
            continue
        pose = pose_of(body.die)
        face = str(list(pool[body.die.style].faces).index(body.die.face) + 1)
        rows.append(
            {
                "die": names[body.die.style], "face": face, "edge_mm": pose.edge_mm, "state": body.die.state,
                "visible": share, "centre_mm": [round(v, 4) for v in pose.centre_mm],
                "heading_deg": round(pose.heading_deg, 4), "corners_mm": body.die.top_mm[:, :2].round(4).tolist(),
            }
        )  # fmt: skip
    return rows


def photograph_faces(
    rig: InventedRig, lens: Pinhole, pool: list[InventedDie], names: list[str], folder: Path
) -> list[dict[str, Any]]:
    """Write pictures to enrol from: every face once, without glare, ten in a picture. The clicks, which miss a bit."""
    rng = np.random.default_rng([rig.dice, 77])
    faces = [(style, v) for style, die in enumerate(pool) for v in die.faces]
    order, rows = rng.permutation(len(faces)), []
    spots = [
        np.array([x, y]) * rig.table_mm for y in (0.3, 0.7) for x in (0.16, 0.33, 0.5, 0.67, 0.84)
    ]  # fmt: skip
    for number in range(-(-len(faces) // len(spots))):
        here = [faces[k] for k in order[number * len(spots) : (number + 1) * len(spots)]]
        bodies = []
        for (style, up), spot in zip(here, spots, strict=False):
            x, y = spot + rng.normal(0, 8, 2)
            bodies.append(
                laid(rng, pool[style], style, up, Pose(float(x), float(y), float(rng.uniform(-180, 180)),
                                                       pool[style].edge_mm), rig.table_mm)
            )  # fmt: skip
        file = f"enrol-{number:02d}.jpg"
        _save(folder / file, picture_of(rig, lens, pool, bodies, seed=500 + number, glare=0.0)[0])
        rows += [click_on(rng, rig, lens, body, pool, names, file) for body in bodies]
    return rows


def save_clicks(folder: Path, clicks: Sequence[Mapping[str, Any]]) -> None:
    """Write by which clicks faces are enrolled."""
    (folder / "enrol.json").write_text(json.dumps({"format": 1, "faces": clicks}, indent=1))


def click_on(
    rng: np.random.Generator,
    rig: InventedRig,
    lens: Pinhole,
    body: Body,
    pool: list[InventedDie],
    names: list[str],
    file: str,
) -> dict[str, Any]:
    assert body.die is not None
    places = lens.project(np.stack([body.die.top_mm.mean(axis=0), body.die.top_mm[0]]))
    centre, corner = (places + rng.normal(0, rig.click_px, (2, 2))).round(1).tolist()
    face = str(list(pool[body.die.style].faces).index(body.die.face) + 1)
    return {"image": file, "die": names[body.die.style], "face": face, "centre_px": centre, "corner0_px": corner}


def _save(path: Path, picture: Image) -> None:
    cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])


if __name__ == "__main__":
    main()
