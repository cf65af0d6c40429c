"""Faces learned from rough clicks on the bundled hard picture: good clicks, clicks beside the die, on the bare table,
turned; which of them are doubted, and what is saved of each face.

    python -m tests.vision.golden_enrolment       write the golden file anew (look at what `git diff` says has changed)
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from companion.arrays import Image
from companion.camera import Pinhole
from companion.cli._options import hard_scene
from companion.codec.camera import read_camera
from companion.codec.die import known_dice
from companion.codec.reader import load_networks
from companion.geometry import Pose
from companion.vision import FaceName
from companion.vision.enrolment import FaceClick, enrol, find_twins, reject_faulty, similarities_to
from companion.vision.enrolment.quality_gate import glare_share, sharpness
from companion.vision.gallery import Gallery

GOLDEN: Final = Path(__file__).parent / "golden_enrolment.json"
#: Die, face, where it lies (mm, degrees), how far off it is clicked (edges, degrees).
CLICKED: Final = (
    ("ogre/gev", "5", (256.6, 56.6, 80.0), (0.02, 3.0)),
    ("ogre/gev", "7", (733.4, 140.4, 73.0), (0.15, -12.0)),
    ("ogre/missile-tank", "4", (423.4, 399.1, 122.0), (0.2, 20.0)),
    ("ogre/missile-tank", "5", (508.7, 455.1, 33.8), (0.32, 0.0)),
    ("ogre/light-tank", "4", (390.5, 129.7, -135.3), (0.4, 8.0)),
    ("ogre/light-tank", "3", (519.5, 549.5, -167.2), (0.55, 0.0)),
    ("ogre/mobile-howitzer", "4", (674.2, 475.6, -23.2), (0.05, 55.0)),
    ("ogre/howitzer", "8", (600.0, 230.0, 10.0), (0.0, 0.0)),
    ("ogre/ogre", "4", (522.0, 315.2, 112.0), (0.1, 5.0)),
)


def learned() -> dict[str, Any]:
    """What is doubted, and of each face how its cut looks: size, brightness, sharpness, how exactly it is known."""
    path, at = hard_scene()
    camera, dice = read_camera(at), known_dice()
    edges = {name: dice[name].edge_mm for name, *_ in CLICKED}
    clicks = [_click(camera.lens, path.name, *one, edges[one[0]]) for one in CLICKED]
    networks = load_networks()
    found = enrol(camera, dice, clicks, path.parent, networks)
    kept, refused = reject_faulty(found.gallery)
    twins = [f"{twin.name.die} {twin.name.face}" for twin in find_twins(_twice(kept), networks.classifier)]
    alike = [one.value for view in kept.views for one in similarities_to(kept.views[:3], view, networks.classifier)[:2]]
    return {
        "doubts": [*found.doubts],
        "faces": [[f"{view.name.die} {view.name.face}", *_kept(view)] for view in found.gallery.views],
        "refused": [f"{one.name.die} {one.name.face} {one.fault.value}" for one in refused],
        "twins": twins,
        "alike": [round(value, 3) for value in alike],
    }


def _twice(gallery: Gallery) -> Gallery:
    """A gallery with its first face once more, by another name."""
    again = replace(gallery.views[0], name=FaceName("ogre/infantry", "8"))
    return Gallery((*gallery.views, again), np.concatenate([gallery.prints, gallery.prints[:1]]))


def _click(
    lens: Pinhole, image: str, die: str, face: str, lies: tuple[float, ...], off: tuple[float, float], edge_mm: float
) -> FaceClick:
    """Clicks on the centre and corner 0 as the picture shows them, with an error."""
    x_mm, y_mm, heading_deg = lies
    pose = Pose(x_mm + off[0] * edge_mm, y_mm, heading_deg + off[1], edge_mm)
    spots = np.array([(*pose.centre_mm, pose.top_mm), (*pose.corner_mm(0), pose.top_mm)])
    (u0, v0), (u1, v1) = lens.project(spots).tolist()
    return FaceClick(image, FaceName(die, face), (u0, v0), (u1, v1))


def _kept(view: Any) -> list[float]:
    covariance = view.shift_covariance_mm2
    spread = [] if covariance is None else covariance.ravel().tolist()
    looks = [glare_share(view.picture), sharpness(view.picture)]
    return [round(float(number), 5) for number in (view.edge_mm, *quarters(view.picture), *looks, *spread)]


def quarters(picture: Image) -> list[float]:
    """How bright the four quarters of a cut are, from 0 to 255."""
    return [float(picture[rows, columns].mean()) for rows in _HALVES for columns in _HALVES]


_HALVES: Final = (slice(20, 70), slice(70, 140))


def main() -> None:
    """Write the golden file."""
    GOLDEN.write_text(json.dumps(learned(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
