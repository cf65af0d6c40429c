"""The enrolled faces: what each looks like, corner 0 up, and its fingerprint for every turn.

On disk a gallery is a folder with ``gallery.json`` and one JPEG a face, which people may look at. Fingerprints are kept
beside them (``embedding_cache``) and made anew where they are not of this network and of these very pictures.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Container, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image
from companion.atomic_write import write_atomic
from companion.camera import Pinhole, decode_picture
from companion.documents import has_format, read_json
from companion.errors import InputError, OperationError
from companion.file_access import read_bytes, resolve_inside
from companion.geometry import Points, Pose
from companion.opencv import cv2
from companion.vision.embedding_cache import load_embeddings, picture_hash, save_embeddings
from companion.vision.frames import FACE_RADIUS_PX, FACE_SIZE_PX
from companion.vision.models import Network
from companion.vision.reading import FaceName
from companion.vision.rectify import face_patches

FORMAT: Final = 1
TURNS: Final = 3
_FINER: Final = 2
_WIDTH: Final = 128
_PACKING: Final = (cv2.IMWRITE_JPEG_QUALITY, 92)


@dataclass(frozen=True, slots=True, eq=False)
class EnrolledView:
    """One enrolled sight of a face: name, edge of its die, and its picture, corner 0 up, twice the reader's size."""

    name: FaceName
    edge_mm: float
    picture: Image


def cut_view(picture: Image, lens: Pinhole, pose: Pose, name: FaceName) -> EnrolledView:
    """Cut the face that lies at ``pose`` out of a photograph."""
    corners = np.column_stack([pose.top_corners_mm(), np.full(3, pose.top_mm)])
    return cut_view_between(picture, lens, corners, name, pose.edge_mm)


def cut_view_between(picture: Image, lens: Pinhole, corners_mm: Points, name: FaceName, edge_mm: float) -> EnrolledView:
    """Cut the face with these corners in space, (3, 3), out of a photograph."""
    size, radius = FACE_SIZE_PX * _FINER, FACE_RADIUS_PX * _FINER
    return EnrolledView(name, edge_mm, face_patches(picture, lens, corners_mm[None], radius_px=radius, size_px=size)[0])


@dataclass(frozen=True, slots=True, eq=False)
class Gallery:
    """All enrolled views, with fingerprints (views, turns, 128): turn ``k`` is the face with its corner k up."""

    views: tuple[EnrolledView, ...]
    prints: NDArray[np.float32]

    @classmethod
    def of(cls, views: Iterable[EnrolledView], network: Network) -> Gallery:
        """Fingerprint the views."""
        kept = tuple(views)
        return cls(kept, _embeddings(kept, network))

    def only(self, dice: Iterable[str]) -> Gallery:
        """The part of the gallery that shows these dice."""
        wanted = set(dice)
        return self._with([v.name.die in wanted for v in self.views])

    def only_faces(self, faces: Container[FaceName]) -> Gallery:
        """The part of the gallery that shows these faces."""
        return self._with([v.name in faces for v in self.views])

    def _with(self, keep: Sequence[bool]) -> Gallery:
        return Gallery(tuple(v for v, stays in zip(self.views, keep, strict=True) if stays), self.prints[keep,])


def _embeddings(views: Sequence[EnrolledView], network: Network) -> NDArray[np.float32]:
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


# on disk ------------------------------------------------------------------------------------------------------------


def save_gallery(gallery: Gallery, folder: Path, network: Network) -> None:
    """Write a gallery; ``gallery.json`` comes last, so that a folder without it is not taken for one.

    Raises OperationError where the folder cannot be written.
    """
    rows = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, shown in enumerate(gallery.views):
            file = f"{_stem(shown.name)}-{number:03d}.jpg"
            write_atomic(folder / file, bytes(cv2.imencode(".jpg", shown.picture, _PACKING)[1]))
            rows.append({"die": shown.name.die, "face": shown.name.face, "edge_mm": shown.edge_mm, "picture": file})
        _save_prints(gallery.prints, rows, folder, network)
        write_atomic(folder / "gallery.json", json.dumps({"format": FORMAT, "faces": rows}, indent=1).encode())
    except OSError as error:
        raise _unwritable(folder, error) from None


def add_to_gallery(
    views: Iterable[EnrolledView], folder: Path, network: Network, *, begin_with: Path | None = None
) -> Gallery:
    """Put views into the gallery in a folder, in place of those of the same faces; all other files stay as they are.

    begin_with: the gallery that a folder without one starts from. Raises OperationError where the folder cannot be
    written, InputError where what is there is not understood.
    """
    base = folder if (folder / "gallery.json").is_file() else begin_with
    added = Gallery.of(views, network)
    names = {view.name for view in added.views}
    before, rows = (load_gallery(base, network), _rows(base)) if base else (Gallery.of((), network), ())
    stay = [place for place, view in enumerate(before.views) if view.name not in names]
    kept = Gallery(
        (*(before.views[p] for p in stay), *added.views), np.concatenate([before.prints[stay], added.prints])
    )
    _write_beside(kept, [rows[place] for place in stay], base, folder, network)
    return kept


def _write_beside(gallery: Gallery, rows: list[Any], base: Path | None, folder: Path, network: Network) -> None:
    """Write a gallery of which the first pictures lie in ``base`` already, with these rows."""
    taken = {str(row["picture"]) for row in rows}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if base is not None and base != folder:
            for name in taken:
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                write_atomic(folder / name, read_bytes(base / name))
        told = [*rows, *(_write_view(shown, folder, taken) for shown in gallery.views[len(rows) :])]
        write_atomic(folder / "gallery.json", json.dumps({"format": FORMAT, "faces": told}, indent=1).encode())
        _save_prints(gallery.prints, told, folder, network)
    except OSError as error:
        raise _unwritable(folder, error) from None


def _write_view(shown: EnrolledView, folder: Path, taken: set[str]) -> dict[str, Any]:
    """Write a picture under a name that is free, and say how ``gallery.json`` lists it."""
    stem = _stem(shown.name)
    file = next(name for number in count() if (name := f"{stem}-{number:03d}.jpg") not in taken)
    taken.add(file)
    write_atomic(folder / file, bytes(cv2.imencode(".jpg", shown.picture, _PACKING)[1]))
    return {"die": shown.name.die, "face": shown.name.face, "edge_mm": shown.edge_mm, "picture": file}


def _unwritable(folder: Path, error: OSError) -> OperationError:
    return OperationError(f"the gallery {folder} cannot be written ({error.strerror}); choose another place with -o.")


def _stem(name: FaceName) -> str:
    """How the picture of a face is called: a face's key may be any words, a file's name may not."""
    return re.sub(r"[^\w-]+", "-", f"{name.die}-{name.face}")[:80]


def _save_prints(prints: NDArray[np.float32], rows: Iterable[Any], folder: Path, network: Network) -> None:
    hashes = [picture_hash(read_bytes(folder / row["picture"])) for row in rows]
    save_embeddings(folder, hashes, prints, network.sha256)


def load_gallery(folder: Path, network: Network) -> Gallery:
    """The gallery in a folder.

    Raises InputError where there is none, or where what is there is not understood; every problem is told.
    """
    rows = _rows(folder)
    problems: list[str] = []
    found = [one for row in rows if (one := _view(folder, row, problems)) is not None]
    if problems:
        raise InputError(f"{folder / 'gallery.json'}: " + "; ".join(problems) + ". Enrol again.")
    views = tuple(view for view, _ in found)
    return Gallery(views, _kept_or_made(views, [picture for _, picture in found], folder, network))


def _kept_or_made(
    views: Sequence[EnrolledView], hashes: Sequence[str], folder: Path, network: Network
) -> NDArray[np.float32]:
    """The fingerprints of these views, of which those not kept are made now and kept, where that can be done."""
    kept = load_embeddings(folder, network.sha256)
    lacking = [view for view, picture in zip(views, hashes, strict=True) if picture not in kept]
    if not lacking:
        return np.stack([kept[picture] for picture in hashes]) if views else _embeddings((), network)
    made = iter(_embeddings(lacking, network))
    prints = np.stack([kept[picture] if picture in kept else next(made) for picture in hashes])
    with suppress(OSError):  # a gallery that may only be read does as well; it takes a moment longer to open
        save_embeddings(folder, hashes, prints, network.sha256)
    return prints


def _rows(folder: Path) -> Sequence[Any]:
    try:
        content = read_json(folder / "gallery.json", "gallery")
    except InputError as error:
        raise InputError(f"{error}. Make one with `companion enrol`.") from None
    if not has_format(content, FORMAT) or not isinstance(content.get("faces"), list):
        raise InputError(f"{folder / 'gallery.json'} is not of format {FORMAT}. Enrol again with this program.")
    faces: list[Any] = content["faces"]
    return faces


def _view(folder: Path, row: Any, problems: list[str]) -> tuple[EnrolledView, str] | None:
    """The view that an entry of ``gallery.json`` means, and the hash of its picture."""
    try:
        name, edge_mm, file = _entry(row)
    except (KeyError, TypeError, ValueError, OverflowError):
        problems.append(f"an entry is not understood: {str(row)[:80]}")
        return None
    side = FACE_SIZE_PX * _FINER
    try:
        packed = read_bytes(resolve_inside(folder, file))
        picture = decode_picture(packed, file)
    except (OSError, InputError):
        picture = None
    if picture is None or picture.shape[:2] != (side, side):
        problems.append(f"{file} is missing or no picture of {side} by {side} px")
        return None
    return EnrolledView(name, edge_mm, picture), picture_hash(packed)


def _entry(row: Any) -> tuple[FaceName, float, str]:
    die, face, file, edge_mm = row["die"], row["face"], row["picture"], float(row["edge_mm"])
    if not all(isinstance(text, str) for text in (die, face, file)) or not 0 < edge_mm < math.inf:
        raise ValueError(row)
    return FaceName(die, face), edge_mm, file
