"""Galleries: a folder with ``gallery.json`` and one JPEG a face, which people may look at.

Embeddings are saved beside them (``vision.embedding_cache``) and made anew where they are not of this network and of
these very pictures.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, count, repeat
from pathlib import Path
from typing import Annotated

import numpy as np
from numpy.typing import NDArray
from pydantic import AfterValidator, ConfigDict, Field

from companion import vision
from companion.arrays import FloatArray
from companion.atomic_write import write_atomic
from companion.camera import decode_picture
from companion.codec.document import Document, FolderContext, LenientDocument, encode_json, read_json_document
from companion.codec.fields import FORMAT, FileBeside, FormatNumber
from companion.errors import InputError, OperationError
from companion.file_access import read_bytes
from companion.limits import Length, Number
from companion.text import N_, gettext

_Row = tuple[Number, Number, Number]


def _covariance(rows: tuple[_Row, _Row, _Row]) -> tuple[_Row, _Row, _Row]:
    matrix = np.array(rows)
    if not np.allclose(matrix, matrix.T) or np.linalg.eigvalsh(matrix).min() < 0:
        raise ValueError(gettext("expected a covariance: three rows of three, symmetric, and no variance below 0"))
    return rows


class EnrolledViewDocument(Document):
    """An enrolled face; what else is noted of it stays."""

    model_config = ConfigDict(extra="allow")

    die: str
    face: str
    edge_mm: Length
    picture: FileBeside
    shift_covariance_mm2: Annotated[tuple[_Row, _Row, _Row], AfterValidator(_covariance)] | None = Field(
        None, description="How exactly it was cut out: to the right, up, and turned (mm at a corner); left out: untold."
    )

    confirmed_in: str | None = Field(
        default=None, description="The picture in which a person confirmed it; left out: nobody did."
    )
    rendered_from: str | None = Field(
        default=None,
        description="The enrolled picture of the same face from which this one was made, as the camera of confirmed "
        "pictures would show it; left out: it was photographed.",
    )

    @property
    def name(self) -> vision.FaceName:
        """The face."""
        return vision.FaceName(self.die, self.face)

    @property
    def rank(self) -> int:
        """Views of a face come in this order: those that all faces have before those in a light that some have."""
        return 2 if self.confirmed_in is not None else int(self.rendered_from is not None)


class GalleryDocument(LenientDocument):
    """``gallery.json``: the enrolled faces and their pictures."""

    format: FormatNumber
    faces: tuple[EnrolledViewDocument, ...]


def read_gallery(folder: Path, network: vision.Network) -> vision.Gallery:
    """The gallery in a folder.

    Raises InputError where there is none, or where what is there is not understood; every problem is reported.
    """
    return _load(folder, read_gallery_rows(folder), network)


def write_gallery(gallery: vision.Gallery, folder: Path, network: vision.Network) -> None:
    """Write a gallery; ``gallery.json`` comes last, so that a folder without it is not taken for one.

    Raises OperationError where the folder cannot be written.
    """
    _write_beside(gallery, (), None, folder, network)


def add_to_gallery(
    views: Iterable[vision.EnrolledView], folder: Path, network: vision.Network, *, begin_with: Path | None = None
) -> vision.Gallery:
    """Put views into the gallery in a folder, in place of those of the same faces; all other files stay as they are.

    begin_with: the gallery that a folder without one starts from. Raises OperationError where the folder cannot be
    written, InputError where what is there is not understood.
    """
    base = folder if (folder / "gallery.json").is_file() else begin_with
    added = vision.Gallery.of(views, network)
    names = {view.name for view in added.views}
    rows = read_gallery_rows(base) if base else ()
    before = _load(base, rows, network) if base else vision.Gallery.of((), network)
    stay = [place for place, row in enumerate(rows) if row.name not in names]
    grown = vision.Gallery(
        (*(before.views[p] for p in stay), *added.views), np.concatenate([before.prints[stay], added.prints])
    )
    _write_beside(grown, [rows[place] for place in stay], base, folder, network)
    return grown


def grow_gallery(
    confirmed: Iterable[vision.ConfirmedView],
    base: Path,
    network: vision.Network,
    *,
    rendered: Sequence[vision.EnrolledView] = (),
    output: Path | None = None,
) -> int:
    """Put confirmed views beside those of the gallery in ``base``, the most different of each face; how many stay.

    rendered: its faces as another camera shows them, in place of such as were there before. output: where the grown
    gallery is written; left out: in place of the old one. Raises as ``add_to_gallery``.
    """
    folder, listed = output or base, read_gallery_rows(base)
    anew = {view.name for view in rendered}
    rows = [row for row in listed if row.rendered_from is None or row.name not in anew]
    before = _load(base, rows, network)
    known = {vision.picture_hash(read_bytes(base / row.picture)) for row in rows}
    new = [one for one in confirmed if vision.picture_hash(vision.pack_picture(one.view.picture)) not in known]
    first = {row.name: row.picture for row in reversed(rows)}
    notes = [
        *({"rendered_from": first[view.name]} for view in rendered),
        *({"confirmed_in": one.image} for one in new),
    ]
    added = vision.Gallery.of([*rendered, *(one.view for one in new)], network)
    both = vision.Gallery((*before.views, *added.views), np.concatenate([before.prints, added.prints]))
    stay = vision.most_different(both)
    kept = [rows[place] for place in stay if place < len(rows)]
    noted = [notes[place - len(rows)] for place in stay if place >= len(rows)]
    _write_beside(both.at(stay), kept, base, folder, network, noted, taken=[row.picture for row in listed])
    # The pictures that the gallery no longer lists go; what people enrolled stays.
    dropped = {row.picture for row in listed if row.rank} - {row.picture for row in kept}
    for picture in dropped if folder == base else ():
        with suppress(OSError):
            (folder / picture).unlink(missing_ok=True)
    return sum("confirmed_in" in note for note in noted)


def read_gallery_rows(folder: Path) -> tuple[EnrolledViewDocument, ...]:
    """What the gallery in a folder lists, its pictures unread: those of a face by ``rank``. Raises as
    `read_gallery`."""
    file = folder / "gallery.json"
    try:
        document = read_json_document(GalleryDocument, file, N_("files", "gallery"), context=FolderContext(folder))
    except InputError as error:
        raise InputError(*error.sentences, _cure(file)) from None
    return tuple(sorted(document.faces, key=lambda row: row.rank))


def _cure(file: Path) -> str:
    return gettext("{file}: make one with `companion enrol`", file=file)


def _load(folder: Path, rows: Sequence[EnrolledViewDocument], network: vision.Network) -> vision.Gallery:
    problems: list[str] = []
    found = [one for row in rows if (one := _view(folder, row, problems)) is not None]
    if problems:
        file = folder / "gallery.json"
        raise InputError(*(f"{file}: {problem}" for problem in problems), _cure(file))
    views = tuple(view for view, _ in found)
    return vision.Gallery(views, _saved_or_computed(views, [picture for _, picture in found], folder, network))


def _view(folder: Path, row: EnrolledViewDocument, problems: list[str]) -> tuple[vision.EnrolledView, str] | None:
    """The view that an entry of ``gallery.json`` means, and the hash of its picture."""
    try:
        packed = read_bytes(folder / row.picture)
        picture = decode_picture(packed, row.picture)
    except (OSError, InputError):
        picture = None
    if picture is None or picture.shape[:2] != (vision.VIEW_SIZE_PX, vision.VIEW_SIZE_PX):
        problems.append(
            gettext(
                "{picture} is missing or no picture of {size} by {size} px",
                picture=row.picture,
                size=vision.VIEW_SIZE_PX,
            )
        )
        return None
    covariance = None if row.shift_covariance_mm2 is None else np.array(row.shift_covariance_mm2, np.float64)
    return vision.EnrolledView(row.name, row.edge_mm, picture, covariance), vision.picture_hash(packed)


def _saved_or_computed(
    views: Sequence[vision.EnrolledView], hashes: Sequence[str], folder: Path, network: vision.Network
) -> NDArray[np.float32]:
    """The embeddings of these views, of which those not saved are made now and saved, where that can be done."""
    saved = vision.load_embeddings(folder, network.sha256)
    lacking = [view for view, picture in zip(views, hashes, strict=True) if picture not in saved]
    if not lacking:
        return np.stack([saved[picture] for picture in hashes]) if views else vision.embed_views((), network)
    made = iter(vision.embed_views(lacking, network))
    prints = np.stack([saved[picture] if picture in saved else next(made) for picture in hashes])
    with suppress(OSError):  # a gallery that may only be read does as well; it takes a moment longer to open
        vision.save_embeddings(folder, hashes, prints, network.sha256)
    return prints


def _write_beside(
    gallery: vision.Gallery,
    rows: Sequence[EnrolledViewDocument],
    base: Path | None,
    folder: Path,
    network: vision.Network,
    notes: Sequence[Mapping[str, str]] = (),
    taken: Iterable[str] = (),
) -> None:
    """Write a gallery of which the first pictures lie in ``base`` already, with these rows.

    notes: what is noted of the others; left out: they were enrolled. taken: names of files that stay as they are until
    the gallery is whole.
    """
    nothing: Mapping[str, str] = {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if base is not None and base != folder:
            for name in {row.picture for row in rows}:
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                write_atomic(folder / name, read_bytes(base / name))
        new = _write_views(gallery.views[len(rows) :], folder, {row.picture for row in rows} | set(taken))
        noted = (
            row.model_copy(update=dict(note)) for row, note in zip(new, chain(notes, repeat(nothing)), strict=False)
        )
        reported = (*rows, *noted)
        hashes = [vision.picture_hash(read_bytes(folder / row.picture)) for row in reported]
        vision.save_embeddings(folder, hashes, gallery.prints, network.sha256)
        write_atomic(
            folder / "gallery.json", encode_json(GalleryDocument(format=FORMAT, faces=reported), indent=1).encode()
        )
    except OSError as error:
        raise OperationError(
            gettext(
                "the gallery {folder} cannot be written ({why}); choose another place with -o.",
                folder=folder,
                why=error.strerror,
            )
        ) from None


def _write_views(views: Iterable[vision.EnrolledView], folder: Path, taken: set[str]) -> Iterator[EnrolledViewDocument]:
    """Write pictures under names that are free, and say how ``gallery.json`` lists them."""
    for view in views:
        stem = re.sub(r"[^\w-]+", "-", f"{view.name.die}-{view.name.face}")[:80]  # a face's key may be any words
        file = next(name for number in count() if (name := f"{stem}-{number:03d}.jpg") not in taken)
        taken.add(file)
        write_atomic(folder / file, vision.pack_picture(view.picture))
        yield EnrolledViewDocument(
            die=view.name.die,
            face=view.name.face,
            edge_mm=view.edge_mm,
            picture=file,
            shift_covariance_mm2=_rounded(view.shift_covariance_mm2),
        )


def _rounded(covariance_mm2: FloatArray | None) -> tuple[_Row, _Row, _Row] | None:
    if covariance_mm2 is None:
        return None
    symmetric = np.round((covariance_mm2 + covariance_mm2.T) / 2, 6)  # halves that differ by a hair may round apart
    first, second, third = ((float(x), float(y), float(z)) for x, y, z in symmetric)
    return first, second, third
