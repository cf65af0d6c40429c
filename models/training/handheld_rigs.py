"""``python -m models.training.handheld_rigs FOLDER``: rigs photographed with a phone in the hand.

A table as in ``rigs``, but every picture is taken from another place, by a lens that breathes as it focuses and that
shifts its optical centre; some pictures are stored turned, some markers are covered by dice or cut off. There are
pictures of the mat alone, pictures to enrol from, and three of every layout, with the truth of each die and how much of
its top face each picture shows.
"""

from __future__ import annotations

import argparse
import json
import struct
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from companion.arrays import FloatArray, Image
from companion.camera import Pinhole
from companion.geometry import Pose
from companion.opencv import cv2
from models.training import patterns
from models.training.arrangement import strewn
from models.training.film import Film
from models.training.invented_rigs import Group, InventedRig
from models.training.lights import floor_lamps, pendant, strip_window, tubes, windows
from models.training.looking import camera_turn, direction
from models.training.mats import SHEET_SIDE_MM, mat_of, sheets_mm
from models.training.rigs import click_on, die_file, die_names, invented_dice, picture_of, save_clicks, truth_of
from models.training.scene import Body, laid, thrown
from models.training.styles import InventedDie
from models.training.surfaces import Linear, cloth, to_linear, wood

_MAT_PICTURES: Final = 6
_ENROLLED_A_PICTURE: Final = 10
_VIEWS: Final = "abc"
#: Sides from which the pictures of a layout are taken, degrees; one of them is chosen first.
_SIDES: Final = (-90.0, 0.0, 90.0, 180.0)
#: The EXIF orientation of a picture that is taken upright, and how its camera is rolled.
_UPRIGHT, _ROLLED_DEG = 6, 90.0


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone's lens: its focal length in widths of the picture, its optical centre off the middle, px, its
    coefficients, by how much it breathes (one sigma, a share) and shifts its centre (px), and how steeply and far away,
    in widths of the table, it is held."""

    focal: float
    off_px: tuple[float, float]
    bends: tuple[float, float, float, float, float]
    breathing: float
    shifting_px: float
    elevations_deg: tuple[float, float]
    distances: tuple[float, float]


@dataclass(frozen=True, slots=True)
class HandheldRig:
    """A table, and the phone that photographs it; upright: share of pictures that are held so; covered: share of
    layouts in which a die lies on a marker."""

    rig: InventedRig
    phone: Phone
    upright: float
    covered: float


def _film(exposure: float, blur_px: float, noise: float, sharpening: float, quality: int, smear: float = 0.0) -> Film:
    return Film(exposure, 99, (1.0, 1.0, 1.0), blur_px, True, noise, noise / 50, 2.2, 0.1, sharpening, quality, smear)


def _tint(red: int, green: int, blue: int) -> Linear:
    return to_linear(np.array([red, green, blue], np.uint8))


HANDHELD_RIGS: Final = (
    HandheldRig(
        InventedRig("meadow", 121, (2016, 1512), 45, -90, 0, (0, 0), (1000, 640), patterns.gingham, 0, (),
            _film(0.9, 0.7, 6e-4, 1.0, 88), light=windows(np.random.default_rng(61)), touching=0.3, triangles=1,
            thick_mm=22, family="hand", shading=True, rim=0.15),
        Phone(0.72, (14, -9), (0.09, -0.21, 0.0006, -0.0004, 0.07), 0.008, 2.0, (33, 66), (0.85, 1.2)), 0.3, 0.6,
    ),
    HandheldRig(
        InventedRig("campsite", 122, (1920, 1440), 45, -90, 0, (0, 0), (1100, 700),
            lambda rng: wood(rng, (_tint(118, 92, 66), _tint(82, 60, 42))), 0, (),
            _film(0.7, 0.8, 1.2e-3, 1.4, 84, smear=8), light=pendant(np.random.default_rng(62)), touching=0.3,
            thrown=1, sheen=0.08, thick_mm=30, family="hand", shading=True, rim=0.1),
        Phone(0.8, (-11, 17), (-0.06, 0.12, -0.0005, 0.0007, -0.05), 0.01, 2.5, (32, 64), (0.95, 1.3)), 0.4, 0.6,
    ),
    HandheldRig(
        InventedRig("harbour", 123, (2304, 1728), 45, -90, 0, (0, 0), (950, 620), patterns.herringbone, 0, (),
            _film(1.0, 0.8, 5e-4, 0.8, 90), light=windows(np.random.default_rng(63), 140.0), touching=0.3,
            sheen=0.05, thick_mm=26, family="hand", shading=True, rim=0.15),
        Phone(0.69, (-8, -13), (0.12, -0.3, -0.0003, 0.0005, 0.15), 0.01, 2.0, (32, 68), (0.85, 1.2)), 0.35, 0.7,
    ),
    HandheldRig(
        InventedRig("orchard", 124, (2160, 1620), 45, -90, 0, (0, 0), (1050, 660), patterns.tartan, 0, (),
            _film(0.8, 0.8, 9e-4, 1.2, 86), light=pendant(np.random.default_rng(64)), touching=0.3, thrown=1,
            sheen=0.06, thick_mm=24, group=Group.HELD_OUT, family="hand", shading=True, rim=0.12),
        Phone(0.75, (10, 12), (0.05, -0.1, 0.0004, 0.0003, 0.02), 0.009, 2.2, (32, 64), (0.9, 1.25)), 0.35, 0.6,
    ),
    HandheldRig(
        InventedRig("galley", 125, (2016, 1512), 45, -90, 0, (0, 0), (900, 600), patterns.terrazzo, 0, (),
            _film(0.95, 0.7, 7e-4, 1.0, 88), light=windows(np.random.default_rng(65), 110.0), touching=0.35,
            sheen=0.04, thick_mm=28, group=Group.HELD_OUT, family="hand", shading=True, rim=0.12),
        Phone(0.71, (-12, 8), (-0.04, 0.05, -0.0004, -0.0005, 0.05), 0.01, 2.0, (32, 66), (0.85, 1.2)), 0.3, 0.6,
    ),
    HandheldRig(
        InventedRig("promenade", 126, (1920, 1440), 45, -90, 0, (0, 0), (1000, 660), patterns.kilim, 0, (),
            _film(0.85, 0.8, 8e-4, 1.1, 87), light=pendant(np.random.default_rng(66)), touching=0.3, thrown=1,
            sheen=0.05, thick_mm=26, family="hand", shading=True, rim=0.12),
        Phone(0.66, (9, -15), (0.1, -0.25, 0.0005, 0.0004, 0.1), 0.01, 2.2, (33, 65), (0.8, 1.15)), 0.3, 0.6,
    ),
    HandheldRig(
        InventedRig("treehouse", 127, (2304, 1728), 45, -90, 0, (0, 0), (1100, 720),
            lambda rng: wood(rng, (_tint(172, 132, 88), _tint(128, 92, 58))), 0, (),
            _film(0.9, 0.7, 7e-4, 1.3, 86), light=windows(np.random.default_rng(67), 60.0), touching=0.35,
            sheen=0.06, thick_mm=30, family="hand", shading=True, rim=0.15),
        Phone(0.78, (-13, -10), (-0.08, 0.16, 0.0004, -0.0006, -0.08), 0.008, 2.0, (32, 66), (0.9, 1.25)), 0.4, 0.6,
    ),
    HandheldRig(
        InventedRig("lighthouse", 128, (2016, 1512), 45, -90, 0, (0, 0), (950, 640), patterns.hex_map, 0, (),
            _film(1.0, 0.7, 6e-4, 0.9, 90), light=windows(np.random.default_rng(68)), touching=0.3, triangles=1,
            sheen=0.04, thick_mm=24, family="hand", shading=True, rim=0.12),
        Phone(0.73, (15, 7), (0.03, -0.08, -0.0006, 0.0003, 0.04), 0.009, 2.4, (32, 66), (0.85, 1.2)), 0.3, 0.6,
    ),
    HandheldRig(
        InventedRig("casino", 129, (2160, 1620), 45, -90, 0, (0, 0), (1000, 640),
            lambda rng: cloth(rng, _tint(24, 92, 58)), 0, (),
            _film(0.75, 0.8, 1.0e-3, 1.2, 86, smear=6), light=pendant(np.random.default_rng(69)), touching=0.35,
            thick_mm=28, family="hand", shading=True, rim=0.15),
        Phone(0.7, (-9, 14), (0.07, -0.15, -0.0004, -0.0004, 0.03), 0.01, 2.2, (32, 65), (0.85, 1.2)), 0.35, 0.6,
    ),
    HandheldRig(
        InventedRig("vineyard", 130, (2016, 1512), 45, -90, 0, (0, 0), (1000, 660), patterns.argyle, 0, (),
            _film(1.0, 0.7, 7e-4, 1.1, 87), light=windows(np.random.default_rng(70), 20.0), touching=0.3, thrown=1,
            sheen=0.05, thick_mm=26, family="hand", shading=True, rim=0.12),
        Phone(0.74, (11, -8), (0.06, -0.13, 0.0004, -0.0005, 0.05), 0.009, 2.1, (32, 66), (0.85, 1.2)), 0.35, 0.6,
    ),
    HandheldRig(
        InventedRig("observatory", 131, (1920, 1440), 45, -90, 0, (0, 0), (1050, 680), patterns.chart, 0, (),
            _film(0.8, 0.8, 1.6e-3, 1.3, 84), light=pendant(np.random.default_rng(71)), touching=0.35,
            sheen=0.05, thick_mm=28, group=Group.HELD_OUT, family="hand", shading=True, rim=0.12),
        Phone(0.68, (-10, 13), (0.09, -0.2, -0.0005, 0.0003, 0.09), 0.01, 2.3, (33, 65), (0.85, 1.2)), 0.3, 0.6,
    ),
    HandheldRig(
        InventedRig("tavern", 132, (2160, 1620), 45, -90, 0, (0, 0), (950, 620),
            lambda rng: wood(rng, (_tint(96, 64, 40), _tint(60, 38, 24))), 0, (),
            _film(0.75, 0.8, 1.4e-3, 1.3, 85), light=floor_lamps(np.random.default_rng(72)), touching=0.35, thrown=1,
            sheen=0.08, thick_mm=30, family="hand", shading=True, rim=0.15),
        Phone(0.77, (-14, -7), (-0.05, 0.1, 0.0005, 0.0006, -0.04), 0.009, 2.2, (32, 65), (0.9, 1.25)), 0.4, 0.6,
    ),
    HandheldRig(
        InventedRig("nursery", 133, (2304, 1728), 45, -90, 0, (0, 0), (1000, 640), patterns.play_mat, 0, (),
            _film(1.25, 0.7, 6e-4, 0.9, 89), light=strip_window(np.random.default_rng(73)), touching=0.3, triangles=1,
            sheen=0.04, thick_mm=24, group=Group.HELD_OUT, family="hand", shading=True, rim=0.12),
        Phone(0.71, (8, 12), (0.04, -0.09, -0.0003, -0.0004, 0.03), 0.01, 2.0, (32, 66), (0.85, 1.2)), 0.3, 0.6,
    ),
    HandheldRig(
        InventedRig("cellar", 134, (2016, 1512), 45, -90, 0, (0, 0), (1000, 650), patterns.motif_tiles, 0, (),
            _film(0.85, 0.8, 8e-4, 1.1, 87), light=pendant(np.random.default_rng(74)), touching=0.3, thrown=1,
            sheen=0.05, thick_mm=26, family="hand", shading=True, rim=0.12),
        Phone(0.72, (-9, 11), (0.05, -0.12, 0.0004, 0.0004, 0.05), 0.009, 2.1, (32, 66), (0.85, 1.2)), 0.35, 0.6,
    ),
    HandheldRig(
        InventedRig("parlour", 135, (1920, 1440), 45, -90, 0, (0, 0), (1050, 680), patterns.carpet, 0, (),
            _film(0.9, 0.8, 7e-4, 1.2, 86), light=windows(np.random.default_rng(75), 160.0), touching=0.35,
            sheen=0.05, thick_mm=28, group=Group.HELD_OUT, family="hand", shading=True, rim=0.12),
        Phone(0.75, (12, -11), (-0.05, 0.09, -0.0005, 0.0004, -0.03), 0.01, 2.2, (32, 65), (0.88, 1.22)), 0.3, 0.6,
    ),
    HandheldRig(
        InventedRig("verandah", 136, (2160, 1620), 45, -90, 0, (0, 0), (950, 620), patterns.leaded_glass, 0, (),
            _film(1.0, 0.7, 6e-4, 1.0, 88), light=windows(np.random.default_rng(76), -50.0), touching=0.3, triangles=1,
            sheen=0.05, thick_mm=24, group=Group.HELD_OUT, family="hand", shading=True, rim=0.12),
        Phone(0.69, (9, 14), (0.08, -0.18, 0.0003, -0.0005, 0.06), 0.009, 2.3, (33, 66), (0.82, 1.18)), 0.35, 0.6,
    ),
    HandheldRig(
        InventedRig("workshop", 137, (2304, 1728), 45, -90, 0, (0, 0), (1100, 720), patterns.newsprint, 0, (),
            _film(0.9, 0.8, 9e-4, 1.2, 86), light=tubes(np.random.default_rng(77)), touching=0.35, thrown=1,
            sheen=0.05, thick_mm=30, group=Group.HELD_OUT, family="hand", shading=True, rim=0.15),
        Phone(0.78, (-13, 8), (-0.07, 0.14, 0.0005, 0.0005, -0.06), 0.009, 2.1, (32, 65), (0.9, 1.25)), 0.4, 0.6,
    ),
    HandheldRig(
        InventedRig("cloister", 138, (2016, 1512), 45, -90, 0, (0, 0), (1000, 650), patterns.stripes, 0, (),
            _film(0.9, 0.8, 8e-4, 1.1, 87), light=windows(np.random.default_rng(78), 80.0), touching=0.3, thrown=1,
            sheen=0.05, thick_mm=26, family="hand", shading=True, rim=0.12),
        Phone(0.73, (10, -9), (0.05, -0.1, 0.0004, 0.0003, 0.04), 0.009, 2.1, (32, 66), (0.85, 1.2)), 0.35, 0.6,
    ),
    HandheldRig(
        InventedRig("ferry", 139, (1920, 1440), 45, -90, 0, (0, 0), (1050, 680), patterns.blocks, 0, (),
            _film(0.85, 0.8, 9e-4, 1.2, 86), light=tubes(np.random.default_rng(79)), touching=0.35,
            sheen=0.05, thick_mm=28, family="hand", shading=True, rim=0.12),
        Phone(0.7, (-11, 12), (0.08, -0.18, -0.0004, 0.0004, 0.07), 0.01, 2.2, (33, 65), (0.85, 1.2)), 0.3, 0.6,
    ),
    HandheldRig(
        InventedRig("refectory", 140, (2160, 1620), 45, -90, 0, (0, 0), (950, 620), patterns.comic, 0, (),
            _film(0.95, 0.7, 7e-4, 1.0, 88), light=pendant(np.random.default_rng(80)), touching=0.3, triangles=1,
            sheen=0.05, thick_mm=24, family="hand", shading=True, rim=0.12),
        Phone(0.76, (8, 13), (-0.04, 0.08, 0.0003, -0.0005, -0.03), 0.009, 2.2, (32, 66), (0.88, 1.22)), 0.35, 0.6,
    ),
    HandheldRig(
        InventedRig("pergola", 141, (2304, 1728), 45, -90, 0, (0, 0), (1100, 720), patterns.triangles, 0, (),
            _film(0.9, 0.8, 8e-4, 1.2, 86), light=windows(np.random.default_rng(81), -120.0), touching=0.35, thrown=1,
            sheen=0.05, thick_mm=30, family="hand", shading=True, rim=0.15),
        Phone(0.77, (-12, -8), (-0.06, 0.13, 0.0004, 0.0005, -0.05), 0.009, 2.1, (32, 65), (0.9, 1.25)), 0.4, 0.6,
    ),
    HandheldRig(
        InventedRig("bakery", 142, (2016, 1512), 45, -90, 0, (0, 0), (1000, 650), patterns.zigzag, 0, (),
            _film(0.9, 0.8, 8e-4, 1.1, 87), light=windows(np.random.default_rng(82), 40.0), touching=0.3, thrown=1,
            sheen=0.05, thick_mm=26, family="hand", shading=True, rim=0.12),
        Phone(0.73, (-10, 9), (0.06, -0.12, 0.0004, -0.0003, 0.05), 0.009, 2.1, (32, 64), (0.85, 1.2)), 0.35, 0.6,
    ),
    HandheldRig(
        InventedRig("atelier", 143, (1920, 1440), 45, -90, 0, (0, 0), (1050, 680), patterns.harlequin, 0, (),
            _film(0.8, 0.8, 1.1e-3, 1.2, 86), light=pendant(np.random.default_rng(83)), touching=0.35,
            sheen=0.05, thick_mm=28, family="hand", shading=True, rim=0.12),
        Phone(0.7, (11, -12), (0.08, -0.17, -0.0004, 0.0005, 0.06), 0.01, 2.2, (33, 65), (0.85, 1.2)), 0.3, 0.6,
    ),
    HandheldRig(
        InventedRig("canteen", 144, (2160, 1620), 45, -90, 0, (0, 0), (950, 620), patterns.printed_cloth, 0, (),
            _film(1.0, 0.7, 7e-4, 1.0, 88), light=tubes(np.random.default_rng(84)), touching=0.3, triangles=1,
            sheen=0.05, thick_mm=24, family="hand", shading=True, rim=0.12),
        Phone(0.75, (9, 12), (-0.05, 0.1, 0.0003, -0.0004, -0.04), 0.009, 2.2, (32, 66), (0.88, 1.22)), 0.35, 0.6,
    ),
    HandheldRig(
        InventedRig("bookshop", 145, (2304, 1728), 45, -90, 0, (0, 0), (1100, 720), patterns.comic, 0, (),
            _film(0.9, 0.8, 9e-4, 1.2, 86), light=windows(np.random.default_rng(85), -70.0), touching=0.35, thrown=1,
            sheen=0.05, thick_mm=30, group=Group.HELD_OUT, family="hand", shading=True, rim=0.15),
        Phone(0.78, (-13, -9), (-0.07, 0.14, 0.0005, 0.0004, -0.05), 0.009, 2.1, (32, 65), (0.9, 1.25)), 0.4, 0.6,
    ),
)  # fmt: skip


def main() -> None:
    """Photograph the rigs named, or all of them."""
    parser = argparse.ArgumentParser(prog="python -m models.training.handheld_rigs", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--layouts", type=int, default=8)
    parser.add_argument("--only", nargs="*", default=[one.rig.name for one in HANDHELD_RIGS])
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    with ProcessPoolExecutor(options.workers) as crew:
        tasks = [(name, options.folder, options.layouts) for name in options.only]
        for name in crew.map(_photograph, tasks):
            print(name, flush=True)


def _photograph(task: tuple[str, Path, int]) -> str:
    cv2.setNumThreads(1)
    name, folder, layouts = task
    hand = next(one for one in HANDHELD_RIGS if one.rig.name == name)
    photograph(hand, folder / name, layouts)
    return name


def photograph(hand: HandheldRig, folder: Path, layouts: int) -> None:
    """Write a whole rig into a folder."""
    rig = hand.rig
    (folder / "dice").mkdir(parents=True, exist_ok=True)
    pool = invented_dice(rig.dice)
    names = die_names(rig.dice, len(pool))
    for name, die in zip(names, pool, strict=True):
        (folder / "dice" / f"{name.split('/')[1]}.toml").write_text(die_file(name, die))
    mat = {key: value for key, value in mat_of(rig.table).items() if key != "charuco"}
    (folder / "mat.json").write_text(json.dumps(mat, indent=1))
    rng = np.random.default_rng([rig.dice, 5])
    for number in range(_MAT_PICTURES):
        lens = _held(rng, hand, 60.0 * number, 0.5 + 0.5 * (number % 2))
        _save(folder / f"table-{number}.jpg", picture_of(rig, lens, pool, (), seed=1 + number, glare=0.0)[0])
    _enrolment(hand, pool, names, folder)
    for number in range(layouts):
        _layout(hand, pool, names, folder, number)


def _held(rng: np.random.Generator, hand: HandheldRig, side_deg: float, steep: float, aim: float = 0.04) -> Pinhole:
    """The phone where somebody holds it on that side; steep: 0 to 1; aim: how far it points past the middle."""
    phone, rig = hand.phone, hand.rig
    low, high = phone.elevations_deg
    elevation = low + steep * (high - low)
    azimuth = side_deg + rng.normal(0, 14)
    out = direction(azimuth, elevation)
    middle = np.array([*rig.table_mm, 0.0]) / 2
    target = middle + np.append(rng.normal(0, aim, 2) * rig.table_mm[0], 0.0)
    far = rng.uniform(*phone.distances) * rig.table_mm[0]
    rotation = camera_turn(azimuth, elevation, rng.normal(0, 5))
    eye = target + far * out
    width, height = rig.size_wh
    focal = phone.focal * width * np.exp(rng.normal(0, phone.breathing))
    x, y = np.array([width, height]) / 2 + phone.off_px + rng.normal(0, phone.shifting_px, 2)
    matrix = np.array([[focal, 0, x], [0, focal, y], [0, 0, 1.0]])
    return Pinhole(matrix, np.array(phone.bends), rotation, -rotation @ eye, rig.size_wh)


def _rolled(lens: Pinhole) -> Pinhole:
    """The same camera held upright."""
    turn = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    return replace(lens, rotation=turn @ lens.rotation, translation=turn @ lens.translation)


def _layout(hand: HandheldRig, pool: list[InventedDie], names: list[str], folder: Path, number: int) -> None:
    """Three pictures of one layout, from three sides, and its truth."""
    rig = hand.rig
    rng = np.random.default_rng([rig.dice, 300 + number])
    bodies = _with_cover(rng, hand, strewn(rng, rig, pool), pool)
    first, views, shares = int(rng.integers(4)), [], []
    for place, view in enumerate(_VIEWS):
        # The second picture is aimed carelessly: markers are cut off.
        aim = 0.12 if place == 1 else 0.04
        lens, upright, picture, visible = _readable(rng, hand, pool, bodies, _SIDES[(first + place) % 4], aim)
        file = f"scene-{number:03d}-{view}.jpg"
        _save(folder / file, picture, _UPRIGHT if upright else 1)
        eye, focal = lens.eye_mm.round(2).tolist(), round(float(lens.matrix[0, 0]), 2)
        whole = _whole_markers(rig, lens)
        views.append({"image": file, "markers": whole, "f": focal, "eye_mm": eye, "upright": upright})
        shares.append([_in_frame(lens, body, share) for body, share in zip(bodies, visible, strict=True)])
    best = [max(row) if row[0] is not None else None for row in zip(*shares, strict=True)]
    rows = truth_of(bodies, best, pool, names)
    dice = [number for number, body in enumerate(bodies) if body.die is not None]
    for row, body in zip(rows, dice, strict=True):
        row["visible_in"] = {view: shown[body] for view, shown in zip(_VIEWS, shares, strict=True)}
    truth = {"format": 1, "images": views, "dice": rows}
    (folder / f"scene-{number:03d}.json").write_text(json.dumps(truth, indent=1))


def _readable(
    rng: np.random.Generator,
    hand: HandheldRig,
    pool: list[InventedDie],
    bodies: Sequence[Body],
    side_deg: float,
    aim: float,
) -> tuple[Pinhole, bool, Image, list[float | None]]:
    """A picture from that side in which two markers at least can be read: the lens, whether it is held upright, the
    picture and what it shows of each body. One that shows fewer is taken again."""
    while True:
        lens = _held(rng, hand, side_deg, float(rng.random()), aim)
        upright = bool(rng.random() < hand.upright)
        lens = _rolled(lens) if upright else lens
        seed = int(rng.integers(2**31))
        picture, visible = picture_of(hand.rig, lens, pool, bodies, seed=seed, glare=hand.rig.glare)
        if _readable_markers(picture) > 1:
            return lens, upright, picture, visible


def _readable_markers(picture: Image) -> int:
    names = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    _, numbers, _ = cv2.aruco.ArucoDetector(names).detectMarkers(picture)
    # `numbers` is None where no marker is found, whatever OpenCV's types say
    return len(set(np.ravel(numbers).tolist()) & set(range(4)))


def _with_cover(rng: np.random.Generator, hand: HandheldRig, bodies: list[Body], pool: list[InventedDie]) -> list[Body]:
    """The same, in some layouts with a die that lies on a marker's corner."""
    if rng.random() >= hand.covered:
        return bodies
    low = np.array(sheets_mm(hand.rig.table)[int(rng.integers(4))])
    spot = low + rng.uniform(20, 80, 2)
    style = int(rng.integers(len(pool) - 1))
    x, y = (float(v) for v in spot)
    return [*bodies, thrown(rng, pool[style], style, (x, y), hand.rig.table)]


def _whole_markers(rig: InventedRig, lens: Pinhole) -> int:
    """How many markers the picture shows from rim to rim, covered or not."""
    square = SHEET_SIDE_MM * np.array([[0.0, 0.0, 0.0], [1, 0, 0], [1, 1, 0], [0, 1, 0]])
    return sum(bool(_inside(lens, square + np.array([x, y, 0.0])).all()) for x, y in sheets_mm(rig.table))


def _inside(lens: Pinhole, points_mm: FloatArray) -> FloatArray:
    px = lens.project(points_mm)
    return np.asarray(((px >= 0) & (px < np.array(lens.size_wh))).all(axis=1), np.float64)


def _in_frame(lens: Pinhole, body: Body, share: float | None) -> float | None:
    """How much of a die's top face a picture shows; what lies beyond its rim is cut off."""
    if body.die is None or share is None:
        return None
    weights = np.random.default_rng(0).dirichlet(np.ones(3), 200)
    return round(share * float(_inside(lens, weights @ body.die.top_mm).mean()), 3)


def _enrolment(hand: HandheldRig, pool: list[InventedDie], names: list[str], folder: Path) -> None:
    """Every face once, without glare, ten in a picture, each picture from another place."""
    rig = hand.rig
    rng = np.random.default_rng([rig.dice, 77])
    faces = [(style, v) for style, die in enumerate(pool) for v in die.faces]
    order, rows = rng.permutation(len(faces)), []
    spots = [np.array([x, y]) * rig.table_mm for y in (0.33, 0.67) for x in (0.2, 0.35, 0.5, 0.65, 0.8)]
    for number in range(-(-len(faces) // _ENROLLED_A_PICTURE)):
        here = [faces[k] for k in order[number * _ENROLLED_A_PICTURE : (number + 1) * _ENROLLED_A_PICTURE]]
        bodies = []
        for (style, up), spot in zip(here, spots, strict=False):
            x, y = spot + rng.normal(0, 8, 2)
            pose = Pose(float(x), float(y), float(rng.uniform(-180, 180)), pool[style].edge_mm)
            bodies.append(laid(rng, pool[style], style, up, pose, rig.table_mm))
        lens = _held(rng, hand, _SIDES[number % 4], 0.6 + 0.3 * float(rng.random()), 0.02)
        file = f"enrol-{number}.jpg"
        _save(folder / file, picture_of(rig, lens, pool, bodies, seed=500 + number, glare=0.0)[0])
        rows += [click_on(rng, rig, lens, body, pool, names, file) for body in bodies]
    save_clicks(folder, rows)


def _save(path: Path, picture: Image, orientation: int = 1) -> None:
    """As the sensor takes it, with the tag that says how it is to be turned."""
    content = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()
    tiff = struct.pack(">2sHLHHHLHHL", b"MM", 42, 8, 1, 0x0112, 3, 1, orientation, 0, 0)
    body = b"Exif\x00\x00" + tiff
    path.write_bytes(content[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + content[2:])


if __name__ == "__main__":
    main()
