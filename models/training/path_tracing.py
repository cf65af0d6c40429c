"""Draws an invented scene by following light through it (Blender's Cycles), so that what is measured is not one
renderer's own.

Light comes from captured surroundings and from lamps, falls from body to body, and is mirrored by varnish, paper and
plastic; faces of paper bulge a little between their folds. What the camera makes of it is ``film``'s.
"""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray
from companion.camera import Pinhole
from companion.camera.mat import SHEET_MM
from companion.geometry import at_height
from models.training.lenses import bender, straightened
from models.training.mats import SHEET_SIDE_MM, marker_sheet, sheets_mm
from models.training.scene import Body, InventedScene, prism, unit_normal
from models.training.styles import InventedDie, print_corners
from models.training.surfaces import PAPER_WHITE, SURFACE_PX, Linear, to_linear

#: Blender reckons best with things about as large as 1.
_MM: Final = 0.01
#: Markers are printed so finely, pixels a millimetre; and a table top is as thick as this at least.
_SHEET_PX: Final = 5
_LEAST_THICK_MM: Final = 18.0
#: Each edge of a face of paper in so many pieces, and how far its middle bulges (standard deviation).
_PIECES: Final = 8
_BULGE_EDGES: Final = 0.006
#: Rays for each pixel; what is left of their noise Blender takes out.
_RAYS: Final = 8


@dataclass(frozen=True, slots=True)
class Bulb:
    """A lamp near the table: from the table's middle where (mm), its radius (mm), strength (W) and colour."""

    at_mm: tuple[float, float, float]
    radius_mm: float
    watts: float
    colour: tuple[float, float, float] = (1.0, 0.82, 0.62)


@dataclass(frozen=True, slots=True)
class Room:
    """Where a table stands.

    sky: captured surroundings, one of those that come with Blender; turn_deg: how they are turned; strength: of their
    light; roughness, coat: of the table top, and how thickly it is varnished; bump_mm: of its surface; paper: how rough
    the paper of the dice is; laminated: how much it is coated; slats: so many of a blind hang before the first bulb.
    """

    sky: str
    turn_deg: float
    strength: float
    bulbs: tuple[Bulb, ...] = ()
    roughness: float = 0.6
    coat: float = 0.0
    bump_mm: float = 0.0
    paper: float = 0.55
    laminated: float = 0.0
    slats: int = 0


def trace(
    rng: np.random.Generator,
    scene: InventedScene,
    pool: Sequence[InventedDie],
    top: Linear,
    room: Room,
    standing: np.random.Generator,
) -> Linear:
    """Linear light, (rows, columns, 3) RGB, as the lens bends it.

    top: the table top; standing: lays it (``render``).
    """
    import bpy  # noqa: PLC0415 - large, and needed by those only who follow light

    bpy.ops.wm.read_factory_settings(use_empty=True)
    tracer = _Tracer(bpy, bpy.context.scene, room)
    tracer.surround()
    straight = straightened(scene.lens)
    tracer.aim(straight)
    for bulb in room.bulbs:
        tracer.hang(bulb, scene.table_mm)
    tracer.hang_blind(scene.table_mm)
    tracer.lay_table(standing, scene, top)
    for body in scene.bodies:
        tracer.stand(rng, body, pool)
    return bender(scene.lens)(tracer.photograph(straight.size_wh, needed_part(scene.lens)))


@dataclass(frozen=True, slots=True)
class _Tracer:
    """A scene of Blender's that is being furnished."""

    bpy: Any
    scene: Any
    room: Room

    def surround(self) -> None:
        """Captured light from all around."""
        folder = self.bpy.utils.system_resource("DATAFILES", path="studiolights/world")
        world = self.bpy.data.worlds.new("room")
        self.scene.world = world
        world.use_nodes = True
        nodes, links = world.node_tree.nodes, world.node_tree.links
        sky = nodes.new("ShaderNodeTexEnvironment")
        sky.image = self.bpy.data.images.load(str(Path(folder) / f"{self.room.sky}.exr"))
        turn, where = nodes.new("ShaderNodeMapping"), nodes.new("ShaderNodeTexCoord")
        turn.inputs["Rotation"].default_value[2] = np.radians(self.room.turn_deg)
        links.new(where.outputs["Generated"], turn.inputs["Vector"])
        links.new(turn.outputs["Vector"], sky.inputs["Vector"])
        links.new(sky.outputs["Color"], nodes["Background"].inputs["Color"])
        nodes["Background"].inputs["Strength"].default_value = self.room.strength

    def aim(self, lens: Pinhole) -> None:
        """The camera; a pixel of ours is given by its middle."""
        (width, height), camera = lens.size_wh, self.bpy.data.cameras.new("camera")
        camera.sensor_fit, camera.sensor_width = "HORIZONTAL", 36.0
        camera.lens = float(lens.matrix[0, 0]) * 36.0 / width
        camera.shift_x = (width / 2 - float(lens.matrix[0, 2]) - 0.5) / width
        camera.shift_y = (float(lens.matrix[1, 2]) + 0.5 - height / 2) / width
        camera.clip_end = 1000.0
        turned = np.diag([1.0, -1.0, -1.0]) @ lens.rotation
        place = np.eye(4)
        place[:3, :3], place[:3, 3] = turned.T, lens.eye_mm * _MM
        held = self._placed("camera", camera)
        held.matrix_world = [tuple(column) for column in place.T.tolist()]
        self.scene.camera = held

    def hang(self, bulb: Bulb, table_mm: tuple[float, float]) -> None:
        """A lamp."""
        light = self.bpy.data.lights.new("bulb", "POINT")
        light.energy, light.color, light.shadow_soft_size = bulb.watts, bulb.colour, bulb.radius_mm * _MM
        x, y, z = bulb.at_mm
        self._placed("bulb", light).location = (np.array([table_mm[0] / 2 + x, table_mm[1] / 2 + y, z]) * _MM).tolist()

    def hang_blind(self, table_mm: tuple[float, float]) -> None:
        """Slats halfway between the first bulb and the table, which shade every other strip of it."""
        if not self.room.slats:
            return
        middle = np.array([table_mm[0] / 2, table_mm[1] / 2, 0.0])
        beam = np.array(self.room.bulbs[0].at_mm)
        across = np.cross(beam, [0.0, 0.0, 1.0]) / np.linalg.norm(np.cross(beam, [0.0, 0.0, 1.0]))
        down = np.cross(across, beam) / np.linalg.norm(beam)
        wide_mm = table_mm[0] / 2 / (2 * self.room.slats)
        steps = (2 * np.arange(self.room.slats) - self.room.slats) * wide_mm
        ends = [(-1, 0), (1, 0), (1, 1), (-1, 1)]
        slats = [
            np.array([middle + beam / 2 + a * table_mm[0] * across + (step + b * wide_mm) * down for a, b in ends])
            for step in steps.tolist()
        ]
        paint = self._material((0.6, 0.58, 0.5), roughness=0.5)
        self._mesh("blind", slats, [np.zeros((4, 2))] * len(slats), [paint])

    def lay_table(self, rng: np.random.Generator, scene: InventedScene, top: Linear) -> None:
        """The slab of the table, and its markers; beyond it the captured surroundings are seen."""
        rim = scene.table.outline()
        cover = self._material(
            self._picture(top), roughness=self.room.roughness, coat=self.room.coat, bump_mm=self.room.bump_mm
        )
        wood = self._material(tuple(rng.uniform(0.02, 0.4, 3).tolist()), roughness=0.5)
        thick_mm = max(scene.thick_mm, _LEAST_THICK_MM)
        *sides, high = (face - [0, 0, thick_mm] for face in prism(rim, thick_mm))
        self._mesh("table", [high, *sides], [_tiled(rng, rim), *[np.zeros((4, 2))] * len(sides)], [cover, wood],
                   [0, *[1] * len(sides)])  # fmt: skip
        for code, (x, y) in enumerate(sheets_mm(scene.table)):
            sheet = np.repeat(marker_sheet(code, _SHEET_PX)[..., None], 3, axis=2)
            paper = self._material(self._picture(to_linear(sheet) * PAPER_WHITE), roughness=0.6)
            unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)
            self._mesh("marker", [at_height(unit * SHEET_SIDE_MM + (x, y), SHEET_MM)], [unit], [paper])

    def stand(self, rng: np.random.Generator, body: Body, pool: Sequence[InventedDie]) -> None:
        """A die, or what is none."""
        arts = list(pool[body.die.style].faces.values()) if body.die else [body.art] * len(body.faces)
        if arts[0] is None:
            self._stand_plain(rng, body)
            return
        ends = (1 + print_corners()) / 2
        papers = [
            self._material(
                self._picture(to_linear(art) * PAPER_WHITE), roughness=self.room.paper, coat=self.room.laminated
            )
            for art in arts
            if art is not None
        ]
        faces, places, which = [], [], []
        for number, corners in enumerate(body.faces):
            for piece, place in bulged(rng, corners, ends):
                faces.append(piece)
                places.append(place)
                which.append(number)
        self._mesh("paper", faces, places, papers, which)

    def _stand_plain(self, rng: np.random.Generator, body: Body) -> None:
        assert body.colours is not None
        rough, metal = float(rng.uniform(0.15, 0.8)), float(rng.random() < 0.15)
        paints = [
            self._material(tuple(map(float, colour)), roughness=rough, metallic=metal)
            for colour in np.broadcast_to(body.colours, (len(body.faces), 3))
        ]
        places = [np.zeros((len(face), 2)) for face in body.faces]
        self._mesh("thing", body.faces, places, paints, range(len(body.faces)))

    def photograph(self, size_wh: tuple[int, int], needed: tuple[float, float, float, float]) -> Linear:
        """The light that the camera sees; needed: the least and the greatest column and row, as shares of the sides."""
        scene = self.scene
        scene.render.use_border = True
        left, right, upper, lower = needed
        scene.render.border_min_x, scene.render.border_max_x = left, right
        scene.render.border_min_y, scene.render.border_max_y = 1 - lower, 1 - upper
        scene.render.engine = "CYCLES"
        scene.cycles.samples, scene.cycles.use_denoising, scene.cycles.denoising_quality = _RAYS, True, "FAST"
        scene.cycles.max_bounces, scene.cycles.caustics_reflective = 3, False
        scene.render.resolution_x, scene.render.resolution_y = size_wh
        scene.render.image_settings.file_format, scene.render.image_settings.color_depth = "OPEN_EXR", "32"
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder) / "light.exr")
            scene.render.filepath = path
            self.bpy.ops.render.render(write_still=True)
            seen = self.bpy.data.images.load(path)
            light = np.empty(size_wh[0] * size_wh[1] * 4, np.float32)
            seen.pixels.foreach_get(light)
        return np.ascontiguousarray(light.reshape(size_wh[1], size_wh[0], 4)[::-1, :, :3])

    def _placed(self, name: str, thing: Any) -> Any:
        held = self.bpy.data.objects.new(name, thing)
        self.scene.collection.objects.link(held)
        return held

    def _mesh(
        self,
        name: str,
        faces: Sequence[FloatArray],
        places: Sequence[FloatArray],
        materials: Sequence[Any],
        which: Sequence[int] | range = (),
    ) -> None:
        """Faces (n, 3) mm, where their corners lie in the pictures of their materials (n, 2), and which those are."""
        mesh = self.bpy.data.meshes.new(name)
        starts = np.cumsum([0, *(len(face) for face in faces)]).tolist()
        corners = (np.vstack(faces) * _MM).tolist()
        mesh.from_pydata(corners, [], [list(range(a, b)) for a, b in itertools.pairwise(starts)])
        mesh.uv_layers.new().data.foreach_set("uv", np.vstack(places).astype(np.float32).ravel())
        for material in materials:
            mesh.materials.append(material)
        if which:
            mesh.polygons.foreach_set("material_index", np.array(which, np.int32))
        self._placed(name, mesh)

    def _picture(self, linear: Linear) -> Any:
        """A picture of linear light."""
        rows, columns = linear.shape[:2]
        picture = self.bpy.data.images.new("print", columns, rows, float_buffer=True)
        picture.colorspace_settings.name = "Non-Color"
        picture.pixels.foreach_set(np.dstack([linear, np.ones((rows, columns))])[::-1].astype(np.float32).ravel())
        return picture

    def _material(
        self,
        paint: Any,
        *,
        roughness: float,
        coat: float = 0.0,
        metallic: float = 0.0,
        bump_mm: float = 0.0,
    ) -> Any:
        """Of one colour, or with a picture on it."""
        material = self.bpy.data.materials.new("surface")
        material.use_nodes = True
        nodes, links = material.node_tree.nodes, material.node_tree.links
        surface = nodes["Principled BSDF"].inputs
        if isinstance(paint, tuple):
            surface["Base Color"].default_value = (*paint, 1.0)
        else:
            picture = nodes.new("ShaderNodeTexImage")
            picture.image, picture.extension = paint, "MIRROR"
            links.new(picture.outputs["Color"], surface["Base Color"])
        surface["Roughness"].default_value, surface["Metallic"].default_value = roughness, metallic
        surface["Coat Weight"].default_value, surface["Coat Roughness"].default_value = coat, 0.12
        if bump_mm:
            self._roughen(nodes, links, surface, bump_mm)
        return material

    def _roughen(self, nodes: Any, links: Any, surface: Any, bump_mm: float) -> None:
        """Bumps about two millimetres wide."""
        noise, bump, where = (nodes.new(f"ShaderNode{kind}") for kind in ("TexNoise", "Bump", "TexCoord"))
        noise.inputs["Scale"].default_value = 1 / (2.0 * _MM)
        bump.inputs["Distance"].default_value = bump_mm * _MM
        links.new(where.outputs["Object"], noise.inputs["Vector"])
        links.new(noise.outputs[0], bump.inputs["Height"])
        links.new(bump.outputs["Normal"], surface["Normal"])


def needed_part(lens: Pinhole) -> tuple[float, float, float, float]:
    """Of the picture without bends the part from which the bent one is made."""
    (width, height), straight = lens.size_wh, straightened(lens)
    along = np.linspace(0, 1, 40)
    rim = [(x, y) for a in along for x, y in ((a, 0), (a, 1), (0, a), (1, a))]
    slopes = lens.undistort(np.array(rim) * (width - 1, height - 1))
    seen = (slopes * straight.matrix[[0, 1], [0, 1]] + straight.matrix[:2, 2]) / straight.size_wh
    (left, upper), (right, lower) = np.clip(seen.min(axis=0) - 0.01, 0, 1), np.clip(seen.max(axis=0) + 0.01, 0, 1)
    return float(left), float(right), float(upper), float(lower)


def _tiled(rng: np.random.Generator, places_mm: FloatArray) -> FloatArray:
    """Where places of a plane lie in a surface, turned and scaled any way."""
    angle, mm = rng.uniform(0, 2 * np.pi), float(rng.uniform(0.5, 2.0))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray((places_mm @ turn.T + rng.uniform(0, 400, 2)) / (SURFACE_PX * mm), np.float64)


def bulged(rng: np.random.Generator, corners: FloatArray, ends: FloatArray) -> list[tuple[FloatArray, FloatArray]]:
    """A triangle in pieces, (3, 3) mm each with their places in its print: as far as its edges are folded straight,
    its middle bulges."""
    edge = float(np.linalg.norm(corners[1] - corners[0]))
    bulge = rng.normal(0, _BULGE_EDGES * edge) * unit_normal(corners)

    def at(row: int, column: int) -> NDArray[np.float64]:
        return np.array([_PIECES - row, row - column, column]) / _PIECES

    shares = []
    for row in range(_PIECES):
        for column in range(row + 1):
            shares.append([at(row, column), at(row + 1, column), at(row + 1, column + 1)])
            if column < row:
                shares.append([at(row, column), at(row + 1, column + 1), at(row, column + 1)])
    pieces = []
    for piece in shares:
        weights = np.array(piece)
        out = 27 * weights.prod(axis=1)[:, None] * bulge
        pieces.append((weights @ corners + out, weights @ ends))
    return pieces
