"""A die with each of its faces up, side by side on one table, rendered."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from companion.catalogue import Die
from companion.codec.die import read_dice
from companion.geometry import Points, Pose
from companion.resources import Bundled, bundled
from companion.vision import FaceName, Photograph
from companion.vision.enrolment.bundle_adjustment import FaceSample
from models.training.film import GOOD_FILM
from models.training.harvest import pose_of
from models.training.house_dice import LyingDie, as_rendered, camera_over, set_out
from models.training.render import render

LENS = camera_over(elevation_deg=60, azimuth_deg=-90)
#: What was cut out far off, and how (mm, degrees): as the refiner does at times before a steep camera.
ASKEW = {"8": (2.0, -1.0, 1.0), "6": (-1.5, 1.5, -2.0), "3": (0.0, 2.5, 0.0)}


@dataclass(frozen=True)
class Rolled:
    """A die with each of its faces up, side by side: where its top faces are, and the samples that are cut there."""

    dice: dict[str, Die]
    true_mm: list[Points]
    samples: list[FaceSample]

    def off_mm(self, samples: list[FaceSample]) -> np.ndarray:
        """How far the middle of each sample is from that of its face."""
        pairs = zip(samples, self.true_mm, strict=True)
        return np.array([np.linalg.norm((sample.corners_mm - true).mean(axis=0)[:2]) for sample, true in pairs])


def roll_out() -> Rolled:
    """The die rendered, some of its faces cut out as far off as the refiner is at times."""
    die = read_dice(bundled(Bundled.DICE_FACES))["ogre/heavy-tank"]
    rng = np.random.default_rng(8)
    lying = [
        LyingDie(die.id, face.key, Pose(240 + 170 * (n % 4), 200 + 200 * (n // 4), 100 * n, die.edge_mm))
        for n, face in enumerate(die.faces)
    ]
    pool = as_rendered([die])
    scene = set_out(rng, [die], pool, lying, LENS, "window")
    photograph = Photograph(render(rng, scene, pool, [], film=GOOD_FILM)[0], LENS)
    placed = [body.die for body in scene.bodies if body.die is not None]
    samples = []
    for one, body in zip(lying, placed, strict=True):
        x, y, turn = ASKEW.get(one.face, (0.0, 0.0, 0.0))
        true = pose_of(body)
        off = replace(true, x_mm=true.x_mm + x, y_mm=true.y_mm + y, heading_deg=true.heading_deg + turn)
        samples.append(FaceSample.at(photograph, FaceName(die.id, one.face), off))
    return Rolled({die.id: die}, [body.top_mm for body in placed], samples)
