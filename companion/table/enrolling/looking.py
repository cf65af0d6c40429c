"""What a picture of a table at rest shows of the one die that is being enrolled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.camera import Camera
from companion.catalogue import Die
from companion.geometry import Pose
from companion.vision import (
    FaceName,
    Fault,
    Gallery,
    Likeness,
    Networks,
    Reader,
    View,
    fault_of,
    likenesses_to,
    twin_of,
    view,
)

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What was seen of a table at rest.

    dice: how many lie there. pose: of the one, where it is one; its heading points to any corner. faces: its top face
    cut out with corner 0, 1 or 2 up, counted from that heading. fault: why the face could not be enrolled. likenesses:
    to the sides that are filed, likeliest first. twin: a face of another die that looks the same.
    """

    dice: int
    pose: Pose | None = None
    faces: tuple[Picture, ...] = ()
    fault: Fault | None = None
    likenesses: tuple[Likeness, ...] = ()
    twin: FaceName | None = None


class Looker:
    """Looks for one die; ``known``: the gallery of everybody else's, in which no face may look the same."""

    def __init__(self, camera: Camera, die: Die, known: Gallery, networks: Networks) -> None:
        self._die, self._networks = die, networks
        others = [name for name in {v.name.die for v in known.views} if name != die.id]
        self._known = known.only(others)
        self._reader = Reader(camera, {die.id: die}, Gallery.of((), networks.reader), networks)

    @property
    def reader(self) -> Reader:
        """Reads where the die lies, without knowing any of its faces."""
        return self._reader

    def look(self, pixels: Picture, camera: Camera, filed: Sequence[View]) -> Look:
        """What a picture by the camera in force shows; ``filed``: the sides that are known by now."""
        if camera is not self._reader.camera:
            self._reader = self._reader.over(camera)
        poses = [die.pose for die in self._reader.read(pixels).dice]
        if len(poses) != 1:
            return Look(len(poses))
        return self._look_at(pixels, camera, poses[0], filed)

    def _look_at(self, pixels: Picture, camera: Camera, pose: Pose, filed: Sequence[View]) -> Look:
        nobody = FaceName(self._die.id, "")
        turned = [replace(pose, heading_deg=pose.heading_deg + 120 * turn) for turn in range(3)]
        faces = tuple(view(pixels, camera.lens, one, nobody).picture for one in turned)
        shown = View(nobody, pose.edge_mm, faces[0])
        return Look(
            1,
            pose,
            faces,
            fault_of(faces[0]),
            tuple(likenesses_to(filed, shown, self._networks.reader)),
            twin_of(shown, self._known, self._networks.reader),
        )
