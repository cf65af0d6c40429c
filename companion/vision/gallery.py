"""The enrolled faces: what each looks like, corner 0 up, and its embedding for every turn.

How a gallery lies on disk is the codec's.

Which square of the table each network is shown; training and reading cut by the same table.

Sizes are given in edges of the die, so that a giant die looks to the networks like a small one.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray, Image
from companion.camera import Pinhole, decode_picture
from companion.geometry import Points, Pose, at_height, circumradius_mm, height_mm
from companion.opencv import cv2
from companion.vision.models import Network
from companion.vision.reading import FaceName
from companion.vision.rectify import PlaneFrame, face_patches

#: Pixels to an edge in the detector's map of the table.
DETECTOR_EDGE_PX: Final = 25.4
#: The detector's map reaches this far past the table's edge, in edges: dice may hang over.
DETECTOR_MARGIN_EDGES: Final = 1.0
#: The refiner sees the whole die, its sides included.
REFINER_SIZE_PX: Final = 96
REFINER_EDGE_PX: Final = 46.0
#: The reader sees the top face alone, corner 0 up.
FACE_SIZE_PX: Final = 96
FACE_RADIUS_PX: Final = 46.0


TURNS: Final = 3
#: So many views of a face a gallery keeps at the most.
MAX_VIEWS: Final = 8
_FINER: Final = 2
#: The side of an enrolled picture.
VIEW_SIZE_PX: Final = FACE_SIZE_PX * _FINER
_WIDTH: Final = 128
_PACKING: Final = (cv2.IMWRITE_JPEG_QUALITY, 92)


@dataclass(frozen=True, slots=True, eq=False)
class EnrolledView:
    """One enrolled sight of a face: name, edge of its die, and its picture, corner 0 up, twice the reader's size.

    shift_covariance_mm2: how exactly it was cut out, all its corners together, (3, 3): to the right and up in the
    picture (mm on the face), and turned counter-clockwise (mm at a corner); ``None`` where nobody has measured them.
    """

    name: FaceName
    edge_mm: float
    picture: Image
    shift_covariance_mm2: FloatArray | None = None


def cut_view(picture: Image, lens: Pinhole, pose: Pose, name: FaceName) -> EnrolledView:
    """Cut the face that lies at ``pose`` out of a photograph."""
    corners = at_height(pose.top_corners_mm(), pose.top_mm)
    return cut_view_between(picture, lens, corners, name, pose.edge_mm)


def cut_view_between(
    picture: Image, lens: Pinhole, corners_mm: Points, name: FaceName, edge_mm: float, bulge_mm: float = 0.0
) -> EnrolledView:
    """Cut the face with these corners in space, (3, 3), out of a photograph; bulge_mm: how far the middle of its paper
    stands out."""
    radius, bulges = FACE_RADIUS_PX * _FINER, np.array([bulge_mm])
    patches = face_patches(picture, lens, corners_mm[None], radius_px=radius, size_px=VIEW_SIZE_PX, bulge_mm=bulges)
    return EnrolledView(name, edge_mm, patches[0])


@dataclass(frozen=True, slots=True, eq=False)
class Gallery:
    """All enrolled views, with embeddings (views, turns, 128): turn ``k`` is the face with its corner k up."""

    views: tuple[EnrolledView, ...]
    prints: NDArray[np.float32]

    @classmethod
    def of(cls, views: Iterable[EnrolledView], network: Network) -> Gallery:
        """Fingerprint the views."""
        kept = tuple(views)
        return cls(kept, embed_views(kept, network))

    def only(self, dice: Iterable[str]) -> Gallery:
        """The part of the gallery that shows these dice."""
        wanted = set(dice)
        return self._with([v.name.die in wanted for v in self.views])

    def only_faces(self, faces: Container[FaceName]) -> Gallery:
        """The part of the gallery that shows these faces."""
        return self._with([v.name in faces for v in self.views])

    def at(self, places: Sequence[int]) -> Gallery:
        """The views at these places, in this order."""
        return Gallery(tuple(self.views[place] for place in places), self.prints[list(places)])

    def _with(self, keep: Sequence[bool]) -> Gallery:
        return self.at([place for place, stays in enumerate(keep) if stays])


def embed_views(views: Sequence[EnrolledView], network: Network) -> NDArray[np.float32]:
    """Fingerprints (views, turns, width)."""
    if not views:
        return np.empty((0, TURNS, _WIDTH), np.float32)
    turned = np.stack([turned_face(v.picture, turn) for v in views for turn in range(TURNS)])
    return network.run(turned).reshape(len(views), TURNS, -1)


def turned_face(picture: Image, turn: int) -> Image:
    """An enrolled picture at the reader's size with corner ``turn`` up."""
    size = picture.shape[0]
    around = cv2.getRotationMatrix2D(((size - 1) / 2, (size - 1) / 2), -120.0 * turn, 1.0)
    upright = cv2.warpAffine(picture, around, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(upright, (FACE_SIZE_PX, FACE_SIZE_PX), interpolation=cv2.INTER_AREA), np.uint8)


def pack_picture(picture: Image) -> bytes:
    """A view's picture as its file holds it."""
    return bytes(cv2.imencode(".jpg", picture, _PACKING)[1])


def as_saved(gallery: Gallery) -> Gallery:
    """The gallery as its user has it: its pictures packed, and unpacked again."""
    kept = (replace(view, picture=decode_picture(pack_picture(view.picture), "")) for view in gallery.views)
    return Gallery(tuple(kept), gallery.prints)


def detector_scale(edge_mm: float) -> float:
    """Millimetres to a pixel of the detector's map for dice of this edge."""
    return edge_mm / DETECTOR_EDGE_PX


def refiner_frame(pose: Pose) -> PlaneFrame:
    """The square in which the refiner looks for the exact place of a die thought to lie at ``pose``."""
    scale = pose.edge_mm / REFINER_EDGE_PX
    return PlaneFrame(
        pose.x_mm, pose.y_mm, pose.heading_deg, pose.base_mm + height_mm(pose.edge_mm), scale, REFINER_SIZE_PX
    )


def face_frame(pose: Pose, *, turn: int = 0) -> PlaneFrame:
    """The square that shows the top face with corner ``turn`` up."""
    scale = circumradius_mm(pose.edge_mm) / FACE_RADIUS_PX
    frame = PlaneFrame(
        pose.x_mm, pose.y_mm, pose.heading_deg, pose.base_mm + height_mm(pose.edge_mm), scale, FACE_SIZE_PX
    )
    return replace(frame, heading_deg=pose.heading_deg + 120 * turn)
