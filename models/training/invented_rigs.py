"""The rigs that are photographed to hold the program against: their tables, cameras, lamps and dice. Nothing is drawn.

Dice, cameras, tables and lamps come from seeds that no batch of the harvest uses. Two rigs of the same ``dice`` show
the same dice under another camera and light.

Numbers may be set on those of the group ``tuning``. Three whole families of tables are held out, ``covers``,
``evenings`` and ``rooms``: nothing is ever set on them, and their surfaces, lamps and surroundings are shown neither to
a network in training nor on a rig of the other group. Those that were held out before them, ``prints`` and ``lamps``
and ``loft``, have been looked at and are of the group ``tuning`` since; their names stay, so that old figures can be
made again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import numpy as np

from companion.camera import TableShape, TableTop
from models.training import lettered_prints, patterns
from models.training.film import Film
from models.training.lights import (
    Light,
    around,
    candles,
    floor_lamps,
    garland,
    hearth,
    low_lamp,
    pendant,
    stage_spots,
    strip_window,
    television,
    tubes,
    windows,
)
from models.training.path_tracing import Bulb, Room
from models.training.styles import InkColour
from models.training.surfaces import Linear, cloth, stone, to_linear, wood


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
    sees them; rim: share of the other dice that are set at the rim; room: where light is followed through the scene
    (``path_tracing``), instead of sky, lamps, light, gloss and sheen.
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
    room: Room | None = None

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
    # and again: prints of outlined, lettered things as large as dice; evenings in which many dice lean
    InventedRig("printshop", 91, (3840, 2160), 40, -112, 3, (-0.09, 0.02), (1050, 700),
        lettered_prints.posters, 0, (), _film(0.9, 1.0, 6e-4, 0.9, 87), light=windows(_seeded(61)), touching=0.3,
        thrown=3, triangles=2, thick_mm=26, family="lettered", aim=0.07, shading=True, crowds=1),
    InventedRig("cardroom", 91, (2016, 1512), 43, -58, -4, (-0.06, 0.02), (1000, 700),
        lettered_prints.playing_cards, 0, (), _film(0.9, 0.6, 6e-4, 1.2, 86), light=around(_seeded(62)), distance=1.25,
        touching=0.3, thrown=2, triangles=2, family="lettered", aim=0.08, shading=True, rim=0.2),
    InventedRig("underpass", 92, (1280, 720), 56, -84, 5, (-0.22, 0.07), (900, 600),
        lettered_prints.road_signs, 0, (), _film(0.9, 0.8, 1.5e-3, 1.8, 73, smear=9), light=tubes(_seeded(63)),
        distance=1.2, touching=0.3, thrown=2, triangles=3, family="lettered", aim=0.04, shading=True, rim=0.3),
    InventedRig("wardrobe", 92, (3840, 2160), 36, -74, -3, (-0.07, 0.02), (1100, 700),
        lettered_prints.stickers, 0, (), _film(0.85, 1.1, 8e-4, 0.8, 88), light=around(_seeded(64)), touching=0.3,
        thrown=3, thick_mm=32, family="lettered", aim=0.08, shading=True, crowds=1),
    InventedRig("winebar", 93, (1920, 1080), 47, -116, 4, (-0.14, 0.04), (1000, 660),
        lambda rng: wood(rng, (_tint(134, 88, 56), _tint(92, 56, 34))), 0, (), _film(0.85, 0.6, 9e-4, 0.9, 83),
        light=floor_lamps(_seeded(65)), gloss=0.08, sheen=0.05, touching=0.3, thrown=5, thick_mm=24,
        family="leaning", aim=0.05, shading=True, crowds=1),
    InventedRig("fireside", 93, (2016, 1512), 42, -50, -3, (-0.06, 0.01), (1000, 700),
        lambda rng: cloth(rng, _tint(56, 84, 66)), 0, (), _film(0.9, 0.6, 8e-4, 1.1, 85), light=hearth(_seeded(66)),
        distance=1.25, touching=0.3, thrown=5, triangles=1, thick_mm=30, family="leaning", aim=0.08, shading=True),
    # light followed from captured surroundings through the scene
    InventedRig("pavilion", 101, (1280, 960), 45, -122, 3, (-0.1, 0.03), (1000, 700),
        lambda rng: wood(rng, (_tint(150, 104, 66), _tint(104, 66, 38))), 0.5, (), _film(0.9, 0.6, 6e-4, 0.8, 86),
        distance=1.25, touching=0.3, thrown=1, thick_mm=28, family="traced", aim=0.08, shading=True, crowds=1,
        room=Room("forest", 40.0, 1.0, roughness=0.35, coat=0.5)),
    InventedRig("studio", 102, (1280, 720), 62, -80, -4, (-0.2, 0.06), (900, 600),
        lambda rng: cloth(rng, _tint(46, 92, 60)), 0.5, (), _film(0.85, 0.8, 1.2e-3, 1.6, 76, smear=8),
        distance=1.1, touching=0.3, thrown=1, triangles=2, family="traced", shading=True,
        room=Room("interior", 200.0, 0.8, roughness=0.9, bump_mm=0.5)),
    InventedRig("balcony", 103, (1600, 900), 40, -60, 5, (-0.08, 0.02), (1000, 640),
        patterns.zigzag, 0.5, (), _film(0.9, 0.6, 5e-4, 1.0, 85), distance=1.25, touching=0.3, thrown=1, thick_mm=24,
        family="traced", aim=0.08, shading=True, rim=0.2,
        room=Room("sunrise", 120.0, 0.9, roughness=0.45, bump_mm=0.1, laminated=0.3)),
    InventedRig("kitchenette", 104, (1280, 720), 50, -100, 2, (-0.15, 0.04), (950, 620),
        stone, 0.5, (), _film(0.9, 0.7, 8e-4, 0.9, 82), touching=0.25, thrown=1, triangles=2, thick_mm=30,
        family="traced", aim=0.04, shading=True, crowds=1,
        room=Room("studio", 300.0, 0.35, (Bulb((300, 380, 900), 60, 60),), roughness=0.15, coat=1.0, laminated=0.5)),
    InventedRig("loggia", 105, (1280, 960), 46, -110, 4, (-0.12, 0.04), (950, 640),
        lambda rng: wood(rng, (_tint(188, 152, 110), _tint(150, 112, 74))), 0.5, (), _film(0.9, 0.6, 7e-4, 1.0, 84),
        distance=1.2, touching=0.3, thrown=1, triangles=1, thick_mm=26, family="traced", aim=0.06, shading=True,
        room=Room("forest", 250.0, 0.35, (Bulb((900, 500, 900), 6, 9000, (1.0, 0.93, 0.8)),), roughness=0.5, slats=7)),
    InventedRig("showcase", 106, (1280, 720), 54, -76, -3, (-0.18, 0.05), (950, 620),
        lambda rng: cloth(rng, _tint(40, 44, 60)), 0.5, (), _film(0.9, 0.8, 1.2e-3, 1.6, 76, smear=8),
        distance=1.15, touching=0.35, thrown=2, thick_mm=20, family="traced", aim=0.04, shading=True,
        room=Room("studio", 60.0, 0.25,
                  (Bulb((-300, 200, 700), 40, 45), Bulb((380, -150, 800), 25, 30, (0.8, 0.9, 1.0))),
                  roughness=0.8, bump_mm=0.4, paper=0.35, laminated=1.0)),
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
    # held out: rooms whose light was captured, and followed
    InventedRig("terminal", 111, (1280, 960), 43, -118, -3, (-0.09, 0.02), (1000, 700),
        patterns.hex_map, 0.5, (), _film(0.9, 0.6, 6e-4, 1.0, 85), distance=1.25, touching=0.3, thrown=1, triangles=2,
        thick_mm=26, group=Group.HELD_OUT, family="rooms", aim=0.08, shading=True, crowds=1,
        room=Room("city", 75.0, 0.9, roughness=0.5, bump_mm=0.05)),
    InventedRig("arcade", 112, (1280, 720), 57, -95, 4, (-0.22, 0.07), (900, 600),
        patterns.terrazzo, 0.5, (), _film(0.9, 0.8, 1.5e-3, 1.8, 74, smear=8), distance=1.1, touching=0.3, thrown=1,
        group=Group.HELD_OUT, family="rooms", aim=0.03, shading=True,
        room=Room("courtyard", 10.0, 0.8, roughness=0.3, coat=0.4, laminated=0.4)),
    InventedRig("snug", 113, (1600, 900), 42, -68, 3, (-0.12, 0.03), (1000, 640),
        lambda rng: wood(rng, (_tint(84, 52, 34), _tint(50, 28, 18))), 0.5, (), _film(0.8, 0.6, 9e-4, 0.8, 84),
        distance=1.25, touching=0.3, thrown=2, thick_mm=30, group=Group.HELD_OUT, family="rooms", aim=0.07,
        shading=True,
        room=Room("night", 150.0, 0.5, (Bulb((-250, 320, 760), 45, 55), Bulb((520, -60, 620), 90, 25)),
                  roughness=0.3, coat=0.6)),
)  # fmt: skip


#: Dice that look alike, as those of one set do: by the seed of their rig, the set.
HOUSE_SETS: Final[Mapping[int, str]] = {60: "cyburg", 61: "deep-white-sea"}
#: Dice without a border, all of about one colour, as their tables are: by the seed of their rig.
BARE: Final[Mapping[int, InkColour]] = {73: (188, 154, 112)}
RIGS += (replace(RIGS[0], name="study", dice=60), replace(RIGS[3], name="yard", dice=61))
