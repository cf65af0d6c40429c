"""Eight photographs of one die, rolled over its edges until every side has been up."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.camera import Camera, Pinhole
from companion.catalogue import Die
from companion.codec.camera import read_camera
from companion.codec.die import read_dice
from companion.geometry import Pose, rolled_pose
from companion.resources import Bundled, bundled
from models.training.film import GOOD_FILM
from models.training.house_dice import TABLE_MM, as_rendered, camera_over
from models.training.render import render
from models.training.scene import InventedScene, Lamp, laid
from models.training.surfaces import cloth

SIZE_WH = (1280, 720)
#: Corners pressed down one after the other; from side 8 they bring up every side once.
WAY = (0, 1, 0, 0, 1, 2, 1)


@dataclass(frozen=True)
class Rolled:
    """A die before the camera: which side is up, exactly where it lies, and its photograph."""

    face: str
    pose: Pose
    pixels: NDArray[np.uint8]

    def corner_up(self, seen: Pose | None) -> int:
        """Which corner is its corner 0, counted from the heading that was seen."""
        assert seen is not None
        return round(((self.pose.heading_deg - seen.heading_deg) % 360) / 120) % 3


@pytest.fixture(scope="session")
def die() -> Die:
    """A bundled die whose sides share one painting."""
    return read_dice(bundled(Bundled.DICE_FACES))["ogre/heavy-tank"]


@pytest.fixture(scope="session")
def camera() -> Camera:
    """Known exactly: 720p, the film's table without its markers."""
    full = camera_over(elevation_deg=66, azimuth_deg=-90)
    shrink = np.diag([SIZE_WH[0] / 1920, SIZE_WH[1] / 1080, 1.0])
    lens = Pinhole(shrink @ full.matrix, np.zeros(5), full.rotation, full.translation, SIZE_WH)
    return replace(read_camera(bundled(Bundled.PICTURES, "film", "camera.json")), lens=lens, markers=(), seen_px={})


@pytest.fixture(scope="session")
def way(die: Die) -> list[tuple[str, Pose]]:
    """Side and pose after each roll; the die slips a few millimetres every time."""
    rng = np.random.default_rng(8)
    face, pose = "8", Pose(420.0, 300.0, 12.0, die.edge_mm)
    places = [(face, pose)]
    for corner in WAY:
        now = die.face(face)
        assert now is not None
        after = die.face_over(now, corner)
        assert after is not None
        ideal = rolled_pose(pose, now.vertices or "", corner, after.vertices or "")
        dx, dy, turn = rng.normal(0, (2.5, 2.5, 5.0))
        face, pose = (
            after.key,
            replace(ideal, x_mm=ideal.x_mm + dx, y_mm=ideal.y_mm + dy, heading_deg=ideal.heading_deg + turn),
        )
        places.append((face, pose))
    return places


@pytest.fixture(scope="session")
def rolls(die: Die, camera: Camera, way: list[tuple[str, Pose]]) -> list[Rolled]:
    """The photographs along the way."""
    return [Rolled(face, pose, photograph(die, camera, [(face, pose)])) for face, pose in way]


def photograph(die: Die, camera: Camera, lying: list[tuple[str, Pose]]) -> NDArray[np.uint8]:
    """A die, or several alike, on a pale cloth by a window (a dark one would have the camera overexpose the die)."""
    rng, pool = np.random.default_rng(11), as_rendered([die])
    faces = {face.key: face.vertices or "" for face in die.faces}
    bodies = tuple(laid(rng, pool[0], 0, faces[face], pose, TABLE_MM) for face, pose in lying)
    lamp = Lamp(np.array([-0.4, -0.3, 0.87]), 0.5, np.array([0.3, 0.28, 0.25]))
    scene = InventedScene(camera.lens, TABLE_MM, (lamp,), np.full(3, 0.35), bodies, (), markers=False)
    ground = cloth(rng, np.full(3, 0.6)), cloth(rng, np.array([0.5, 0.6, 0.45]))
    return render(rng, scene, pool, [], ground=ground, film=GOOD_FILM)[0]
