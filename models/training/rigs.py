"""``python -m models.training.rigs FOLDER``: whole rigs that no network has seen, to hold the program against.

A rig is a table, a camera and a set of invented dice: a mat, lens pictures, the empty table, pictures to enrol from
with rough clicks, and scenes with their truth, in the formats that ``companion evaluate`` reads. Dice, cameras, tables
and lamps come from seeds that no batch of the harvest uses. Two rigs of the same ``dice`` show the same dice under
another camera and light.

Numbers may be set on those of the group ``tuning``. Two whole families of tables are held out, ``covers`` and
``evenings``: nothing is ever set on them, and their surfaces and lamps are shown neither to a network in training nor
on a rig of the other group. Those that were held out before them, ``prints`` and ``lamps`` and ``loft``, have been
looked at and are of the group ``tuning`` since; their names stay, so that old figures can be made again.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image
from companion.camera import Pinhole, TableShape, TableTop
from companion.codec.die import read_dice
from companion.geometry import Pose, circumradius_mm
from companion.opencv import cv2
from companion.resources import Bundled, bundled
from models.training import patterns
from models.training.film import Film, develop
from models.training.harvest import pose_of
from models.training.house_dice import as_rendered, lamp_at
from models.training.lenses import bender, straightened
from models.training.lights import (
    Light,
    around,
    candles,
    garland,
    low_lamp,
    pendant,
    stage_spots,
    strip_window,
    television,
    tubes,
    windows,
)
from models.training.looking import camera_turn, direction
from models.training.mats import SHEET_SIDE_MM, board_light, board_middle_mm, board_turn, mat_of, sheets_mm
from models.training.render import render
from models.training.scene import Body, InventedScene, laid, leaned, litter, standing_book
from models.training.styles import InventedDie, invent_die
from models.training.surfaces import Linear, cloth, invent_surface, stone, to_linear, wood
from models.training.touching import apart, moved, pushed

SCENES = 16
_LENS_PICTURES = 8
_SMALL, _GIANT, _GIANT_MM = 9, 1, 60
_FOOT_MM = 5.0  # what is lower stands on the table


class Group(StrEnum):
    """What a rig is for. On those held out nothing is ever set: no threshold, no weight, no choice between two ways."""

    TUNING = "tuning"
    HELD_OUT = "held-out"


@dataclass(frozen=True, slots=True)
class InventedRig:
    """A table to be photographed.

    bends: the lens's k1, k2; lamps: azimuth, elevation, width, strength each; distance: of the camera, in widths of the
    table; fill: how much of the picture the table would fill if the lens did not bend; gloss: what the table top
    mirrors; glare: share of faces with one; click_px: by how much clicks miss; aim: how far before the table's middle
    the camera points, in widths of the table; light: instead of sky and lamps; sheen: what the paper mirrors;
    touching: share of dice set against another; thrown: dice more that lean on another; triangles: flat ones of wood
    or paper; thick_mm: of the table top; group: what the rig is for; family: what is meant to be strange about it;
    shading: whether bodies keep light from each other, not only from the table; umbra: dice more that lie in the shade
    of a giant or a book, seen from the first lamp; crowds: tight groups of dice, one before the other as the camera
    sees them; rim: share of the other dice that are set at the rim.
    """

    name: str
    dice: int
    size_wh: tuple[int, int]
    elevation_deg: float
    azimuth_deg: float
    roll_deg: float
    bends: tuple[float, float]
    table_mm: tuple[float, float]
    ground: Callable[[np.random.Generator], Linear]
    sky: float
    lamps: tuple[tuple[float, float, float, float], ...]
    film: Film
    shape: TableShape = TableShape.RECT
    distance: float = 1.4
    fill: float = 0.9
    gloss: float = 0.0
    glare: float = 0.03
    click_px: float = 3.0
    aim: float = 0.0
    light: Light | None = None
    sheen: float = 0.0
    touching: float = 0.0
    thrown: int = 0
    triangles: int = 0
    thick_mm: float = 0.0
    group: Group = Group.TUNING
    family: str = "first"
    shading: bool = False
    umbra: int = 0
    crowds: int = 0
    rim: float = 0.0

    @property
    def table(self) -> TableTop:
        """The table top."""
        return TableTop(self.shape, self.table_mm)


def _tint(red: int, green: int, blue: int) -> Linear:
    return to_linear(np.array([red, green, blue], np.uint8))


def _film(
    exposure: float,
    blur_px: float,
    noise: float,
    sharpening: float,
    quality: int,
    *,
    white: float = 99,
    smear: float = 0.0,
) -> Film:
    cast = (1.0, 1.0, 1.0)
    return Film(exposure, white, cast, blur_px, True, noise, noise / 50, 2.2, 0.1, sharpening, quality, smear)


def _seeded(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


RIGS: tuple[InventedRig, ...] = (
    InventedRig("attic", 31, (1920, 1080), 66, -95, 3, (-0.12, 0.03), (1000, 620),
        lambda rng: wood(rng, (_tint(120, 84, 60), _tint(96, 64, 44))), 0.4, ((40, 55, 0.05, 0.8),),
        _film(0.9, 0.6, 4e-4, 0.4, 88)),
    InventedRig("cellar", 31, (1280, 720), 52, -84, -5, (-0.22, 0.06), (900, 600),
        lambda rng: cloth(rng, _tint(96, 40, 44)), 0.35, ((150, 60, 0.3, 0.25),), _film(0.6, 0.7, 1.5e-3, 1.0, 75)),
    InventedRig("library", 32, (2560, 1440), 88, -90, 10, (-0.05, 0.01), (1200, 800),
        lambda rng: cloth(rng, _tint(50, 66, 104)), 0.6, ((220, 45, 0.5, 0.5),), _film(0.85, 0.7, 4e-4, 0.3, 92)),
    InventedRig("porch", 32, (1920, 1080), 46, -70, 2, (-0.16, 0.04), (1000, 700),
        stone, 0.3, ((300, 40, 0.04, 1.1), (80, 60, 0.4, 0.2)), _film(1.0, 0.5, 3e-4, 0.8, 85)),
    InventedRig("tavern", 33, (3840, 2160), 70, -80, -4, (-0.08, 0.02), (1000, 1000),
        lambda rng: wood(rng, (_tint(104, 66, 40), _tint(72, 42, 26))), 0.45, ((108, 74, 0.05, 0.6),),
        _film(0.9, 1.1, 8e-4, 1.2, 85), shape=TableShape.ROUND, gloss=0.12),
    InventedRig("garage", 34, (1280, 720), 47, -95, -6, (-0.35, 0.13), (950, 620),
        lambda rng: wood(rng, (_tint(176, 140, 100), _tint(140, 100, 66))), 0.5, ((200, 45, 0.2, 0.5),),
        _film(0.95, 0.8, 1e-3, 1.8, 72), distance=1.0, fill=1.1, click_px=2.0),
    InventedRig("crypt", 35, (1920, 1080), 90, -90, 4, (-0.15, 0.04), (1000, 620),
        lambda rng: cloth(rng, _tint(44, 38, 52)), 0.12, ((30, 72, 0.03, 1.0),),
        _film(0.5, 0.6, 1e-3, 0.5, 80), gloss=0.1, glare=0.12),
    InventedRig("loft", 36, (1920, 1080), 45, -75, -8, (-0.25, 0.07), (900, 900),
        lambda rng: wood(rng, (_tint(150, 130, 110), _tint(110, 92, 76))), 0.3, ((250, 50, 0.04, 1.0),),
        _film(0.9, 0.6, 6e-4, 1.0, 80), shape=TableShape.ROUND, distance=1.1, gloss=0.06, glare=0.08),
    # strangers' tables: loud, seen by a phone from a corner, lit from all round, crowded
    InventedRig("bazaar", 41, (1920, 1440), 39, -128, 5, (-0.08, 0.02), (1000, 700),
        patterns.zigzag, 0, (), _film(0.85, 0.6, 5e-4, 0.9, 85), light=windows(_seeded(1)), distance=1.2,
        touching=0.25, thick_mm=28, family="loud", aim=0.08),
    InventedRig("conservatory", 41, (1920, 1080), 43, -70, -3, (-0.1, 0.03), (1000, 620),
        lambda rng: wood(rng, (_tint(110, 62, 38), _tint(60, 30, 18))), 0, (), _film(0.85, 0.6, 5e-4, 0.5, 88),
        light=windows(_seeded(2), 105.0, (38, 46)), gloss=0.3, sheen=0.12, touching=0.2, thick_mm=20,
        family="steep", aim=0.05),
    InventedRig("scrum", 44, (1920, 1080), 55, -100, 4, (-0.15, 0.05), (900, 600),
        patterns.chart, 0, (), _film(0.9, 0.6, 6e-4, 0.6, 85), light=around(_seeded(3)), touching=0.7, thrown=2,
        triangles=5, family="crowded"),
    InventedRig("den", 43, (1280, 720), 58, -85, 3, (-0.2, 0.06), (900, 600),
        lambda rng: cloth(rng, _tint(34, 34, 40)), 0, (), _film(0.55, 0.8, 2e-3, 2.2, 70, smear=14),
        light=pendant(_seeded(4)), touching=0.2, thick_mm=25, family="dark"),
    InventedRig("carpet", 42, (1920, 1080), 50, -60, -6, (-0.12, 0.03), (1100, 700),
        patterns.carpet, 0, (), _film(0.9, 0.7, 8e-4, 0.8, 80), light=around(_seeded(5)), touching=0.2, thrown=1,
        family="loud", aim=0.04),
    InventedRig("veranda", 43, (3840, 2160), 65, -80, 2, (-0.06, 0.01), (1000, 620),
        patterns.play_mat, 0, (), _film(1.6, 1.0, 6e-4, 0.8, 90, white=92), light=windows(_seeded(6)), touching=0.2,
        triangles=2, family="bright"),
    InventedRig("patio", 42, (2016, 1512), 36, -45, 4, (-0.05, 0.01), (1000, 700),
        patterns.motif_tiles, 0, (), _film(1.0, 0.6, 4e-4, 1.4, 88), light=around(_seeded(7)), distance=1.3,
        sheen=0.05, thick_mm=30, family="loud", aim=0.09),
    InventedRig("mosaic", 44, (1280, 720), 72, -95, -2, (-0.25, 0.08), (950, 620),
        patterns.triangles, 0, (), _film(0.9, 0.8, 1e-3, 1.8, 75, smear=8), light=windows(_seeded(8)), distance=1.1,
        touching=0.3, thrown=1, triangles=3, family="loud"),
    # held out once: prints that no network was taught
    InventedRig("highland", 51, (1920, 1440), 38, -130, -4, (-0.09, 0.02), (1000, 680),
        patterns.tartan, 0, (), _film(0.9, 0.6, 6e-4, 1.0, 84), light=windows(_seeded(11)), distance=1.2, touching=0.25,
        thrown=1, thick_mm=26, family="prints", aim=0.08),
    InventedRig("parlour", 51, (1280, 720), 60, -88, 5, (-0.24, 0.07), (900, 600),
        patterns.argyle, 0, (), _film(0.85, 0.8, 1.5e-3, 2.0, 72, smear=10), light=around(_seeded(12)), distance=1.1,
        touching=0.3, triangles=3, family="prints"),
    InventedRig("kiosk", 53, (2560, 1440), 47, -115, 3, (-0.1, 0.03), (1050, 680),
        patterns.newsprint, 0, (), _film(1.3, 0.8, 5e-4, 0.7, 88, white=95), light=around(_seeded(13)), touching=0.3,
        thrown=2, triangles=2, family="prints", aim=0.05),
    # held out once: lamps that no network was taught
    InventedRig("workshop", 52, (1920, 1080), 45, -55, -5, (-0.14, 0.04), (1000, 640),
        lambda rng: np.clip(_tint(196, 200, 198) * (0.9 + 0.2 * cloth(rng, _tint(230, 230, 230))), 0, 1), 0, (),
        _film(0.95, 0.6, 7e-4, 1.0, 82), light=tubes(_seeded(21)), gloss=0.35, sheen=0.12, touching=0.3, thrown=1,
        thick_mm=30, family="lamps", aim=0.05),
    InventedRig("fairground", 52, (1920, 1080), 56, -105, 6, (-0.18, 0.05), (950, 620),
        lambda rng: wood(rng, (_tint(58, 40, 32), _tint(30, 20, 16))), 0, (), _film(0.7, 0.7, 1.5e-3, 0.9, 80),
        light=garland(_seeded(22)), gloss=0.15, sheen=0.05, touching=0.3, family="lamps"),
    InventedRig("chalet", 53, (2016, 1512), 41, -42, -3, (-0.06, 0.02), (1000, 700),
        patterns.herringbone, 0, (), _film(0.9, 0.6, 5e-4, 1.2, 86), light=tubes(_seeded(23)), distance=1.25,
        gloss=0.12, sheen=0.08, touching=0.25, thrown=1, thick_mm=35, family="lamps", aim=0.08),
    # what reading still got wrong: dice in the umbra of others, in crowds, without a border, over the rim
    InventedRig("cabin", 71, (1920, 1080), 45, -80, 3, (-0.14, 0.04), (1000, 640),
        lambda rng: wood(rng, (_tint(112, 70, 46), _tint(70, 40, 26))), 0, (), _film(0.8, 0.6, 6e-4, 0.6, 86),
        light=low_lamp(_seeded(31), 150.0, 0.05), touching=0.2, thick_mm=24, family="shade", aim=0.04,
        shading=True, umbra=3),
    InventedRig("boathouse", 71, (1600, 1200), 54, -118, -4, (-0.09, 0.02), (950, 680),
        lambda rng: cloth(rng, _tint(150, 148, 138)), 0, (), _film(0.9, 0.7, 1.2e-3, 1.2, 78, smear=8),
        light=low_lamp(_seeded(32), -20.0, 0.09), touching=0.2, family="shade", shading=True, umbra=3, crowds=1),
    InventedRig("foyer", 72, (2048, 1152), 38, -104, 4, (-0.12, 0.03), (1000, 640),
        patterns.harlequin, 0, (), _film(0.9, 0.6, 5e-4, 0.8, 86), light=windows(_seeded(33)), thick_mm=22,
        distance=1.25, family="crowds", aim=0.08, shading=True, crowds=3),
    InventedRig("canteen", 72, (1280, 960), 46, -72, -5, (-0.2, 0.06), (900, 640),
        patterns.gingham, 0, (), _film(0.95, 0.7, 1e-3, 1.6, 76, smear=8), light=around(_seeded(34)), thrown=1,
        family="crowds", aim=0.05, shading=True, crowds=3, rim=0.2),
    InventedRig("sauna", 73, (1600, 900), 57, -92, 3, (-0.17, 0.05), (950, 620),
        lambda rng: wood(rng, (_tint(196, 164, 122), _tint(166, 130, 90))), 0, (), _film(0.9, 0.7, 8e-4, 0.9, 82),
        light=pendant(_seeded(35)), touching=0.2, triangles=2, family="bare", shading=True, rim=0.4),
    InventedRig("seaside", 73, (2304, 1296), 40, -125, -3, (-0.1, 0.02), (1000, 680),
        lambda rng: cloth(rng, _tint(186, 152, 112)), 0, (), _film(0.95, 0.6, 5e-4, 0.6, 88),
        light=windows(_seeded(36)), distance=1.25, touching=0.2, thick_mm=30, family="bare", aim=0.08, shading=True,
        crowds=1, rim=0.4),
    InventedRig("cloister", 74, (1920, 1440), 42, -62, 4, (-0.08, 0.02), (1000, 700),
        patterns.blocks, 0, (), _film(0.85, 0.6, 6e-4, 0.8, 84), light=low_lamp(_seeded(37), 65.0, 0.1),
        distance=1.25, thrown=1, thick_mm=26, family="crowds", aim=0.08, shading=True, umbra=2, crowds=2),
    InventedRig("souk", 74, (1280, 720), 60, -85, -6, (-0.26, 0.08), (900, 600),
        patterns.harlequin, 0, (), _film(0.9, 0.8, 1.5e-3, 1.8, 72, smear=10), light=around(_seeded(38)), distance=1.1,
        triangles=3, family="crowds", shading=True, crowds=2, rim=0.3),
    # held out: covers and evening lamps that neither a network nor a rig for tuning has shown
    InventedRig("headquarters", 81, (2016, 1512), 41, -126, -3, (-0.06, 0.02), (1000, 700),
        patterns.hex_map, 0, (), _film(0.95, 0.6, 4e-4, 1.3, 87), light=windows(_seeded(41)), distance=1.25,
        touching=0.3, thrown=1, triangles=2, thick_mm=24, group=Group.HELD_OUT, family="covers", aim=0.08,
        shading=True),
    InventedRig("yurt", 81, (1280, 720), 55, -78, 5, (-0.24, 0.07), (900, 600),
        patterns.kilim, 0, (), _film(0.9, 0.8, 1.5e-3, 2.0, 72, smear=10), light=pendant(_seeded(42)), distance=1.3,
        fill=1.05, touching=0.25, triangles=2, group=Group.HELD_OUT, family="covers", aim=0.06, shading=True),
    InventedRig("bookshop", 82, (3840, 2160), 38, -96, 2, (-0.08, 0.02), (1100, 700),
        patterns.comic, 0, (), _film(0.9, 1.0, 6e-4, 0.8, 88), light=around(_seeded(43)), touching=0.3, thrown=2,
        thick_mm=30, group=Group.HELD_OUT, family="covers", aim=0.08, shading=True),
    InventedRig("chapel", 82, (1920, 1080), 64, -104, -4, (-0.38, 0.15), (950, 640),
        patterns.leaded_glass, 0, (), _film(0.9, 0.7, 8e-4, 1.0, 82), light=windows(_seeded(44)), distance=1.0,
        fill=1.12, touching=0.3, triangles=2, group=Group.HELD_OUT, family="covers", aim=0.03, shading=True),
    InventedRig("ballroom", 83, (1920, 1080), 48, -66, 4, (-0.14, 0.04), (1000, 680),
        lambda rng: cloth(rng, _tint(122, 34, 48)), 0, (), _film(0.85, 0.6, 8e-4, 0.8, 84),
        light=candles(_seeded(51)), gloss=0.06, sheen=0.04, touching=0.3, thrown=1, thick_mm=22,
        group=Group.HELD_OUT, family="evenings", aim=0.05, shading=True),
    InventedRig("vault", 83, (1280, 720), 62, -92, -5, (-0.2, 0.06), (950, 620),
        stone, 0, (), _film(0.95, 0.8, 1.5e-3, 1.8, 74, smear=8), light=strip_window(_seeded(52)), distance=1.2,
        touching=0.25, triangles=2, group=Group.HELD_OUT, family="evenings", shading=True),
    InventedRig("lounge", 84, (2016, 1512), 44, -48, 3, (-0.05, 0.01), (1000, 700),
        lambda rng: wood(rng, (_tint(158, 118, 84), _tint(120, 84, 56))), 0, (), _film(0.9, 0.6, 7e-4, 1.2, 86),
        light=television(_seeded(53)), distance=1.25, gloss=0.15, sheen=0.06, touching=0.3, thrown=1, thick_mm=34,
        group=Group.HELD_OUT, family="evenings", aim=0.08, shading=True),
    InventedRig("stage", 84, (1920, 1080), 52, -108, -3, (-0.3, 0.1), (950, 640),
        lambda rng: wood(rng, (_tint(86, 84, 88), _tint(58, 56, 60))), 0, (), _film(0.85, 0.7, 8e-4, 0.9, 82),
        light=stage_spots(_seeded(54)), distance=1.1, fill=1.1, touching=0.3, triangles=3,
        group=Group.HELD_OUT, family="evenings", aim=0.07, shading=True),
)  # fmt: skip


#: Dice that look alike, as those of one set do: by the seed of their rig, the set.
_HOUSE_SETS = {60: "cyburg", 61: "deep-white-sea"}
#: Dice without a border, all of about one colour, as their tables are: by the seed of their rig.
_BARE = {73: (188, 154, 112)}
RIGS += (replace(RIGS[0], name="study", dice=60), replace(RIGS[3], name="yard", dice=61))


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
    lens = _camera(rig)
    pool = _invented(rig.dice)
    names = _names(rig.dice, len(pool))
    for name, die in zip(names, pool, strict=True):
        (folder / "dice" / f"{name.split('/')[1]}.toml").write_text(_die_file(name, die))
    (folder / "mat.json").write_text(json.dumps(mat_of(rig.table), indent=1))
    for number in range(_LENS_PICTURES):
        _save(folder / f"lens-{number:02d}.jpg", _board_picture(rig, lens, number))
    _save(folder / "table.jpg", _photographed(rig, lens, pool, (), seed=1, glare=0.0)[0])
    _enrolment(rig, lens, pool, names, folder)
    for number in range(scenes):
        bodies = strewn(np.random.default_rng([rig.dice, number, len(rig.name)]), rig, pool)
        picture, visible = _photographed(rig, lens, pool, bodies, seed=100 + number, glare=rig.glare)
        _save(folder / f"scene-{number:03d}.jpg", picture)
        truth = {"format": 1, "image": f"scene-{number:03d}.jpg", "dice": _truth(bodies, visible, pool, names)}
        (folder / f"scene-{number:03d}.json").write_text(json.dumps(truth, indent=1))


# dice ---------------------------------------------------------------------------------------------------------------


def _invented(seed: int) -> list[InventedDie]:
    return _of_house(seed) if seed in _HOUSE_SETS else _of_nobody(seed)


def _of_house(seed: int) -> list[InventedDie]:
    """Bundled dice of one set, and the giant."""
    dice = list(read_dice(bundled(Bundled.DICE_FACES)).values())
    small = [die for die in dice if die.set == _HOUSE_SETS[seed] and die.edge_mm < _GIANT_MM]
    giants = [die for die in dice if die.edge_mm > _GIANT_MM]
    some = np.random.default_rng(seed).permutation(len(small))[:_SMALL]
    return as_rendered([*(small[k] for k in some), *giants[:_GIANT]])


def _of_nobody(seed: int) -> list[InventedDie]:
    rng = np.random.default_rng(90_000 + seed)
    small = [invent_die(rng, size=224, bare=_BARE.get(seed)) for _ in range(_SMALL)]
    return small + [invent_die(rng, edge_mm=101.6, size=384, bare=_BARE.get(seed)) for _ in range(_GIANT)]


def _names(seed: int, count: int) -> list[str]:
    return [f"rig-{seed}/die-{chr(ord('a') + k)}" for k in range(count)]


def _die_file(name: str, die: InventedDie) -> str:
    own_set = name.partition("/")[0]
    head = [f'format = 1\nid = "{name}"\nname = "{name}"\nset = "{own_set}"\nteam = "Rig"\nclasses = []']
    head.append(f'points = 1\nunique = false\nedge_mm = {die.edge_mm}\nprovenance = "stand-in"\n')
    faces = [f'[[face]]\nkey = "{k + 1}"\nside = {k + 1}\nvertices = "{v}"\n' for k, v in enumerate(die.faces)]
    return "\n".join(head + faces)


# camera and table ---------------------------------------------------------------------------------------------------


def _camera(rig: InventedRig) -> Pinhole:
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


def _photographed(
    rig: InventedRig, lens: Pinhole, pool: list[InventedDie], bodies: Sequence[Body], *, seed: int, glare: float
) -> tuple[Image, list[float | None]]:
    sky, lamps = rig.light or (rig.sky * np.ones(3), tuple(lamp_at(*lamp) for lamp in rig.lamps))
    scene = InventedScene(
        lens, rig.table_mm, lamps, sky, tuple(bodies), (),
        markers=True, glare=glare, shape=rig.shape, gloss=rig.gloss, sheen=rig.sheen, thick_mm=rig.thick_mm,
        shading=rig.shading,
    )  # fmt: skip
    floor = cloth(_seeded(1404), _tint(120, 118, 114))
    if rig.family != "first":
        floor = invent_surface(_seeded(rig.dice * 100 + len(rig.name)))
    ground = floor, rig.ground(_seeded(1405))
    rng = np.random.default_rng([rig.dice, seed])
    return render(rng, scene, pool, [], ground=ground, film=rig.film, standing=_seeded(1406 + rig.dice))


def strewn(rng: np.random.Generator, rig: InventedRig, pool: list[InventedDie]) -> list[Body]:
    """Eight to fourteen dice: most lie free, some touch; some lean on another, some hang over; and some litter."""
    bodies: list[Body] = []
    for _ in range(rig.umbra):
        bodies += _umbra(rng, rig, pool, bodies)
    for _ in range(rig.crowds):
        bodies += _crowd(rng, rig, pool, bodies)
    taken = [(_spot(body), _radius(body)) for body in bodies]
    for _ in range(int(rng.integers(8, 15)) - 2 * rig.crowds - rig.umbra):
        style = int(rng.integers(len(pool)))
        radius = circumradius_mm(pool[style].edge_mm)
        if bodies and rig.touching and rng.random() < rig.touching:
            bodies += _beside(rng, rig, pool, style, bodies)
            taken = [(_spot(body), _radius(body)) for body in bodies]
            continue
        at_rim = bool(rig.rim) and rng.random() < rig.rim
        for _ in range(40):
            spot = rng.uniform(0.02, 0.98, 2) * rig.table_mm
            spot = _at_rim(rng, rig, spot) if at_rim else spot
            if _free(rig.table, spot) and all(np.hypot(*(spot - s)) > 0.87 * (radius + r) for s, r in taken):
                taken.append((spot, radius))
                bodies.append(_body(rng, rig, pool, style, spot))
                break
    for _ in range(int(rng.random() < 0.6) + rig.thrown):
        leaning = leaned(rng, pool, int(rng.integers(_SMALL)), bodies)
        leaning = _against(leaning, bodies) if leaning is not None and (rig.thrown or rig.shading) else leaning
        bodies += [leaning] if leaning is not None else []
    places = [spot for spot, _ in taken]
    things = litter(rng, rig.table_mm, pool, int(rng.integers(0, 3)), places)
    if rig.triangles:
        places = places + [_spot(thing) for thing in things]
        things += litter(rng, rig.table_mm, pool, rig.triangles, places, triangles=True)
    return bodies + [thing for thing in things if rig.table.holds(*np.vstack(thing.faces)[:, :2].mean(axis=0))]


def _umbra(rng: np.random.Generator, rig: InventedRig, pool: list[InventedDie], bodies: Sequence[Body]) -> list[Body]:
    """A die behind a giant or a book, seen from the first lamp, and what keeps the light from it, if there is room."""
    assert rig.light is not None
    away = -rig.light[1][0].toward[:2] / np.linalg.norm(rig.light[1][0].toward[:2])
    for _ in range(40):
        spot = rng.uniform(0.1, 0.9, 2) * rig.table_mm
        if rng.random() < 0.5:
            high = _body(rng, rig, pool, len(pool) - 1, spot)
        else:
            high = standing_book(rng, spot, float(np.degrees(np.arctan2(*away))) + 180 * rng.integers(2))
        style = int(rng.integers(_SMALL))
        far = spot + (140 + rng.uniform(-25, 25)) * away + rng.normal(0, 6, 2)
        die = pushed(_body(rng, rig, pool, style, far), high)
        die = moved(die, np.append(rng.uniform(1, 22) * away, 0.0))
        if all(_stands(rig, one, bodies) for one in (high, die)):
            return [high, _flat(die)]
    return []


def _crowd(rng: np.random.Generator, rig: InventedRig, pool: list[InventedDie], bodies: Sequence[Body]) -> list[Body]:
    """Three to six dice that touch, most of them one before the other as the camera sees them: what stands in front
    hides the sides of the next, while its top stays in sight."""
    toward = math.radians(rig.azimuth_deg)
    for _ in range(20):
        first = _body(rng, rig, pool, int(rng.integers(_SMALL)), rng.uniform(0.1, 0.9, 2) * rig.table_mm)
        group = [first] if _stands(rig, first, bodies) else []
        for _ in range(int(rng.integers(2, 6)) if group else 0):
            host, angle = group[int(rng.integers(len(group)))], toward + rng.normal(0, 0.5)
            far = _spot(host) + 150 * np.array([math.cos(angle), math.sin(angle)])
            die = pushed(_body(rng, rig, pool, int(rng.integers(_SMALL)), far), host)
            die = moved(die, np.append(rng.uniform(0, 6) * (far - _spot(host)) / 150, 0.0))
            group += [_flat(die)] if _stands(rig, die, [*bodies, *group]) else []
        if len(group) > 2:
            return group
    return []


def _stands(rig: InventedRig, body: Body, others: Sequence[Body]) -> bool:
    """Whether a body may stand there: wholly on the table, off the markers, and in no other."""
    feet = [corner for face in body.faces for corner in face if corner[2] < _FOOT_MM]
    on = all(rig.table.holds(float(x), float(y)) for x, y, _ in feet) and _free(rig.table, _spot(body))
    return on and all(apart(body, other) for other in others)


def _flat(body: Body) -> Body:
    return replace(body, die=body.die and replace(body.die, state="flat"))


def _at_rim(rng: np.random.Generator, rig: InventedRig, spot: NDArray[np.float64]) -> NDArray[np.float64]:
    """The place moved to the nearest it may be to one rim of a rectangular table."""
    side, inside = int(rng.integers(2)), rng.uniform(0.0205, 0.026)
    moved_spot = spot.copy()
    moved_spot[side] = rig.table_mm[side] * (inside if rng.random() < 0.5 else 1 - inside)
    return moved_spot


def _radius(body: Body) -> float:
    """How far round its middle nothing else is set."""
    if body.die is not None:
        return circumradius_mm(body.die.edge_mm)
    corners = np.vstack(body.faces)[:, :2]
    return float(np.linalg.norm(corners - corners.mean(axis=0), axis=1).max())


def _spot(body: Body) -> NDArray[np.float64]:
    return np.asarray(np.vstack(body.faces)[:, :2].mean(axis=0), np.float64)


def _beside(
    rng: np.random.Generator, rig: InventedRig, pool: list[InventedDie], style: int, bodies: Sequence[Body]
) -> list[Body]:
    """A flat die that touches one of these, if there is room."""
    for _ in range(20):
        host, angle = bodies[int(rng.integers(len(bodies)))], rng.uniform(0, 2 * np.pi)
        far = _spot(host) + 120 * np.array([np.cos(angle), np.sin(angle)])
        body = pushed(_body(rng, rig, pool, style, far), host)
        if body.die and _stands(rig, body, [other for other in bodies if other is not host]):
            return [_flat(body)]
    return []


def _against(leaning: Body, bodies: Sequence[Body]) -> Body | None:
    """A leaning die moved until it touches the nearest; none where it would stand in another."""
    host = min(bodies, key=lambda body: float(np.hypot(*(_spot(body) - _spot(leaning)))))
    body = pushed(leaning, host)
    return body if all(apart(body, other) for other in bodies if other is not host) else None


def _free(table: TableTop, spot: NDArray[np.float64]) -> bool:
    """Whether a die may stand there: its centre well on the table, and not on a marker."""
    middle = np.array(table.size_mm) / 2
    off_sheets = all(np.abs(spot - low - SHEET_SIDE_MM / 2).max() > SHEET_SIDE_MM / 2 + 20 for low in sheets_mm(table))
    return off_sheets and table.holds(*(middle + (spot - middle) / 0.96))


def _body(
    rng: np.random.Generator, rig: InventedRig, pool: list[InventedDie], style: int, spot: NDArray[np.float64]
) -> Body:
    up = str(rng.choice(list(pool[style].faces)))
    pose = Pose(float(spot[0]), float(spot[1]), float(rng.uniform(-180, 180)), pool[style].edge_mm)
    return laid(rng, pool[style], style, up, pose, rig.table_mm, shape=rig.shape)


def _truth(
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


def _enrolment(rig: InventedRig, lens: Pinhole, pool: list[InventedDie], names: list[str], folder: Path) -> None:
    """Every face once, without glare, ten in a picture, with clicks that are off by a few pixels."""
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
        _save(folder / file, _photographed(rig, lens, pool, bodies, seed=500 + number, glare=0.0)[0])
        rows += [_click(rng, rig, lens, body, pool, names, file) for body in bodies]
    (folder / "enrol.json").write_text(json.dumps({"format": 1, "faces": rows}, indent=1))


def _click(
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
