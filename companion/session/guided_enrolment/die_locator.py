"""What a picture of a table at rest shows of the one die that is being enrolled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion import vision
from companion.arrays import Image
from companion.camera import Camera
from companion.catalogue import Die
from companion.geometry import Pose


@dataclass(frozen=True, slots=True, eq=False)
class EnrolmentLook:
    """What was seen of a table at rest.

    dice: how many lie there. photograph: what shows the one, where it is one. pose: of that one; its heading points to
    any corner. faces: its top face cut out with corner 0, 1 or 2 up, counted from that heading. fault: why the face
    could not be enrolled. similarities: to the sides that are filed, likeliest first. duplicate_face: a face of another
    die that looks the same.
    """

    dice: int
    photograph: vision.Photograph | None = None
    pose: Pose | None = None
    faces: tuple[Image, ...] = ()
    fault: vision.FaceFault | None = None
    similarities: tuple[vision.FaceSimilarity, ...] = ()
    duplicate_face: vision.FaceName | None = None


class DieLocator:
    """Looks for one die; ``known``: the gallery of everybody else's, in which no face may look the same."""

    def __init__(self, camera: Camera, die: Die, known: vision.Gallery, networks: vision.Networks) -> None:
        self._die, self._networks = die, networks
        others = [name for name in {v.name.die for v in known.views} if name != die.id]
        self._known = known.only(others)
        self._reader = vision.Reader(camera, {die.id: die}, vision.Gallery.of((), networks.classifier), networks)

    @property
    def reader(self) -> vision.Reader:
        """Reads where the die lies, without knowing any of its faces."""
        return self._reader

    def look(self, pixels: Image, camera: Camera, filed: Sequence[vision.EnrolledView]) -> EnrolmentLook:
        """What a picture by the camera in force shows; ``filed``: the sides that are known by now."""
        if camera is not self._reader.camera:
            self._reader = self._reader.over(camera)
        poses = [die.pose for die in self._reader.read(pixels).dice]
        if len(poses) != 1:
            return EnrolmentLook(len(poses))
        pose = poses[0]
        nobody = vision.FaceName(self._die.id, "")
        turned = [pose.turned(turn) for turn in range(3)]
        faces = tuple(vision.cut_view(pixels, camera.lens, one, nobody).picture for one in turned)
        shown = vision.EnrolledView(nobody, pose.edge_mm, faces[0])
        return EnrolmentLook(
            1,
            vision.Photograph(pixels, camera.lens),
            pose,
            faces,
            vision.find_fault(faces[0]),
            tuple(vision.similarities_to(filed, shown, self._networks.classifier)),
            vision.find_duplicate_face(shown, self._known, self._networks.classifier),
        )
