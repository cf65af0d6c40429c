"""Camera files: ``camera.json``, a calibrated camera with its table; ``phone.json``, a camera in the hand; and the
grade of a camera, as a certificate in the user's own folder has it: one file for each calibrated camera.

A phone's has ``"mount": "hand"`` and no pose. Whoever needs a camera on a stand reads by ``read_camera``, which says so
of a file of the other kind; ``read_any_camera`` takes both.

A certificate is named by a digest of all that calibration measured of lens and place. A camera that is calibrated anew
has another key, and with it no grade: its old certificate proves nothing of it.
"""

from __future__ import annotations

import hashlib
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final, Literal

import numpy as np
from pydantic import AfterValidator, Field

from companion.camera import (
    CalibrationVerdict,
    Camera,
    HandheldCamera,
    HandheldQuality,
    Pinhole,
    Quality,
    TablePhotograph,
    TableTop,
    decode_picture,
    lens_above,
)
from companion.codec.document import LenientDocument, decode, encode_json, read_json_document, write_text
from companion.codec.fields import FORMAT, FormatNumber
from companion.codec.mat import Figure, MarkerDocument, TableDocument, distinct_ids, marker_keys, table_keys
from companion.documents import read_json
from companion.errors import InputError, OperationError
from companion.resources import data_folder
from companion.text import N_, gettext

_DISTORTION_LENGTHS: Final = (0, 4, 5, 8, 12, 14)
#: In a picture less high or wide no die can be seen; of a larger one OpenCV makes no maps.
_SMALLEST_PX, _LARGEST_PX = 64, 32_766

_Row = tuple[Figure, Figure, Figure]
_Matrix = tuple[_Row, _Row, _Row]
_Pixels = tuple[Figure, Figure]
_Side = Annotated[int, Field(ge=_SMALLEST_PX, le=_LARGEST_PX)]
_Amount = Annotated[float, Field(ge=0, le=1e6)]
_Tally = Annotated[int, Field(ge=0, le=10**6)]


def _lens_matrix(matrix: _Matrix) -> _Matrix:
    if matrix[0][0] <= 0 or matrix[1][1] <= 0:
        raise ValueError(gettext("the focal lengths must be above 0"))
    if tuple(matrix[2]) != (0, 0, 1):
        raise ValueError(gettext("the last row must be 0, 0, 1"))
    return matrix


def _coefficients(distortion: tuple[float, ...]) -> tuple[float, ...]:
    if len(distortion) not in _DISTORTION_LENGTHS:
        raise ValueError(
            gettext(
                "expected {lengths} coefficients, got {count}",
                lengths=", ".join(map(str, _DISTORTION_LENGTHS)),
                count=len(distortion),
            )
        )
    return distortion


def _rotation(rotation: _Matrix) -> _Matrix:
    turned = np.array(rotation)
    if np.abs(turned @ turned.T - np.eye(3)).max() > 1e-3 or np.linalg.det(turned) <= 0:  # a mirror is none
        raise ValueError(gettext("these nine numbers are no rotation"))
    return rotation


def _picture(packed: str, refusal: str) -> str:
    try:
        decode_picture(b64decode(packed, validate=True), gettext("this picture"))
    except (ValueError, InputError):
        raise ValueError(refusal) from None
    return packed


def _jpeg(packed: str) -> str:
    return _picture(packed, gettext("this is no JPEG picture in base64"))


def _png(packed: str) -> str:
    return _picture(packed, gettext("this is no PNG picture in base64"))


#: A JPEG file, and a PNG file, in base64.
PackedJpeg = Annotated[str, AfterValidator(_jpeg)]
PackedPng = Annotated[str, AfterValidator(_png)]


class SeenMarkerDocument(MarkerDocument):
    """A marker of the mat, and where it stood in the picture when the camera was calibrated."""

    seen_px: tuple[_Pixels, _Pixels, _Pixels, _Pixels] | None = Field(
        default=None, description="Its corners in the order of corners_mm; left out where it was hidden."
    )


class QualityDocument(LenientDocument):
    """What the calibration reached."""

    rms_px: _Amount
    rms_mm: _Amount = Field(description="On the table.")
    markers: _Tally
    lens_pictures: _Tally
    focal_sigma: _Amount = Field(description="Standard deviation of the focal length as a share of it.")
    bow_mm: _Amount = Field(description="How far the table's straight edges look bowed.")
    verdict: CalibrationVerdict | None = Field(default=None, description="For people; found anew from the figures.")

    def to_quality(self) -> Quality:
        """The figures."""
        return Quality(**{name: value for name, value in self if name != "verdict"})


class CameraDocument(LenientDocument):
    """``camera.json``: lens, place and table of a calibrated camera."""

    format: FormatNumber
    size_px: tuple[_Side, _Side] = Field(description="Width and height of its pictures.")
    matrix: Annotated[_Matrix, AfterValidator(_lens_matrix)] = Field(description="The lens, px.")
    distortion: Annotated[tuple[Figure, ...], AfterValidator(_coefficients)] = Field(description="As OpenCV has it.")
    rotation: Annotated[_Matrix, AfterValidator(_rotation)] = Field(description="From the table's frame to the lens's.")
    translation_mm: _Row
    table: TableDocument
    markers: Annotated[tuple[SeenMarkerDocument, ...], AfterValidator(distinct_ids)]
    quality: QualityDocument
    empty_table_jpeg: PackedJpeg | None = Field(
        None, description="The table as it was calibrated, with nothing on it: a JPEG picture in base64."
    )

    def to_camera(self) -> Camera:
        """The camera."""
        matrix, rotation = np.array(self.matrix, np.float64), np.array(self.rotation, np.float64)
        distortion, translation = np.array(self.distortion, np.float64), np.array(self.translation_mm, np.float64)
        lens = Pinhole(matrix, distortion, rotation, translation, self.size_px)
        markers = tuple(marker.to_marker() for marker in self.markers)
        seen = {marker.id: np.array(marker.seen_px) for marker in self.markers if marker.seen_px is not None}
        empty = TablePhotograph(lens, b64decode(self.empty_table_jpeg)) if self.empty_table_jpeg else None
        return Camera(lens, self.table.to_table(), markers, self.quality.to_quality(), seen, empty)


_LENS_FREEDOMS: Final = 8
_LensRow = Annotated[tuple[Figure, ...], Field(min_length=_LENS_FREEDOMS, max_length=_LENS_FREEDOMS)]


def _covariance(rows: tuple[tuple[float, ...], ...]) -> tuple[tuple[float, ...], ...]:
    matrix = np.array(rows)
    if not np.allclose(matrix, matrix.T, rtol=1e-3, atol=1e-12) or np.linalg.eigvalsh(matrix).min() <= 0:
        raise ValueError(gettext("expected the covariance of eight numbers"))
    return rows


class HandheldQualityDocument(LenientDocument):
    """What the calibration of a camera in the hand reached."""

    rms_px: _Amount
    sigma_mm: _Amount = Field(description="Of places on the table in such a picture, along one axis.")
    focal_sigma: _Amount = Field(description="Standard deviation of the focal length as a share of it.")
    pictures: _Tally
    markers: _Tally = Field(description="Seen in all pictures together.")
    verdict: CalibrationVerdict | None = Field(default=None, description="For people; found anew from the figures.")

    def to_quality(self) -> HandheldQuality:
        """The figures."""
        return HandheldQuality(**{name: value for name, value in self if name != "verdict"})


class HandheldCameraDocument(LenientDocument):
    """``phone.json``: the lens of a camera in the hand, and the table that gives each of its pictures a pose."""

    format: FormatNumber
    mount: Literal["hand"]
    size_px: tuple[_Side, _Side] = Field(description="Width and height of its pictures, as the sensor takes them.")
    matrix: Annotated[_Matrix, AfterValidator(_lens_matrix)] = Field(description="The lens, px.")
    distortion: Annotated[tuple[Figure, ...], AfterValidator(_coefficients)] = Field(description="As OpenCV has it.")
    covariance: Annotated[
        tuple[_LensRow, ...],
        Field(
            min_length=_LENS_FREEDOMS,
            max_length=_LENS_FREEDOMS,
            description="Of the logarithm of the focal length, the optical centre (px), k1, k2, p1, p2 and k3.",
        ),
        AfterValidator(_covariance),
    ]
    focal_spread: Annotated[float, Field(gt=0, le=1)] = Field(
        description="By how much pictures differ in focal length, one sigma, as a share of it."
    )
    focal_35_mm: _Amount = Field(default=0.0, description="As in the pictures' tags; 0: it is not there.")
    table: TableDocument
    markers: Annotated[tuple[MarkerDocument, ...], AfterValidator(distinct_ids)]
    quality: HandheldQualityDocument
    empty_table_jpeg: PackedJpeg | None = Field(
        None, description="The table without dice, put together from above: a JPEG picture in base64."
    )
    empty_table_known_png: PackedPng | None = Field(
        None, description="Where that shows the table, white: a PNG picture in base64."
    )

    def to_camera(self) -> HandheldCamera:
        """The camera."""
        coefficients = np.pad(np.array(self.distortion, np.float64), (0, max(0, 5 - len(self.distortion))))
        lens = Pinhole(np.array(self.matrix, np.float64), coefficients, np.eye(3), np.zeros(3), self.size_px)
        table = self.table.to_table()
        return HandheldCamera(
            lens,
            np.array(self.covariance, np.float64),
            self.focal_spread,
            table,
            tuple(marker.to_marker() for marker in self.markers),
            self.quality.to_quality(),
            self.focal_35_mm,
            self._empty(table),
        )

    def _empty(self, table: TableTop) -> TablePhotograph | None:
        if not self.empty_table_jpeg:
            return None
        known = b64decode(self.empty_table_known_png or "")
        return TablePhotograph(lens_above(table), b64decode(self.empty_table_jpeg), known)


def read_camera(path: Path) -> Camera:
    """The camera of ``camera.json``; ``InputError`` names every problem and says to calibrate again, or that it is a
    camera in the hand."""
    camera = read_any_camera(path)
    if isinstance(camera, HandheldCamera):
        raise InputError(
            gettext(
                "{file} is a camera in the hand: this needs one on a stand, which sees the table from one place. "
                "Calibrate one with `companion calibrate --mat`, or read single pictures with `companion read`.",
                file=path,
            )
        )
    return camera


def read_any_camera(path: Path) -> Camera | HandheldCamera:
    """The camera of a file, on a stand or in the hand; ``InputError`` names every problem and its cure."""
    table = read_json(path, N_("files", "camera file"))
    try:
        if isinstance(table, Mapping) and table.get("mount") == "hand":
            return decode(HandheldCameraDocument, table, str(path)).to_camera()
        return decode(CameraDocument, table, str(path)).to_camera()
    except InputError as error:
        cure = gettext("calibrate again to make a new camera file")
        raise InputError(*error.sentences, f"{path}: {cure}") from None


def write_handheld_camera(camera: HandheldCamera, path: Path) -> None:
    """Write ``phone.json`` whole or not at all; raises as ``write_camera``."""
    keys = _shared_keys(camera) | {
        "mount": "hand",
        "covariance": camera.covariance.tolist(),
        "focal_spread": camera.focal_spread,
        "focal_35_mm": camera.focal_35_mm,
        "markers": [marker_keys(marker) for marker in camera.markers],
    }
    if camera.empty is not None:
        keys["empty_table_jpeg"] = b64encode(camera.empty.jpeg).decode("ascii")
        keys["empty_table_known_png"] = b64encode(camera.empty.known_png).decode("ascii") or None
    _write(decode(HandheldCameraDocument, keys, str(path)), path)


def write_camera(camera: Camera, path: Path) -> None:
    """Write ``camera.json`` whole or not at all; ``OperationError`` where the place cannot be written, ``InputError``
    where it holds what could not be read again."""
    _write(encode_camera(camera, str(path)), path)


def _write(document: CameraDocument | HandheldCameraDocument, path: Path) -> None:
    cure = gettext("choose another place (-o), or allow writing there")
    write_text(path, encode_json(document, indent=1) + "\n", cure)


def encode_camera(camera: Camera, source: str = "") -> CameraDocument:
    """The document of a camera; ``InputError`` where it holds what could not be read again, naming ``source``."""
    keys = _shared_keys(camera) | {
        "rotation": camera.lens.rotation.tolist(),
        "translation_mm": camera.lens.translation.tolist(),
        "markers": [
            {**marker_keys(marker), "seen_px": None if seen is None else np.round(seen, 3).tolist()}
            for marker in camera.markers
            for seen in [camera.seen_px.get(marker.id)]
        ],
    }
    if (empty := camera.empty_from_here) is not None:
        keys["empty_table_jpeg"] = b64encode(empty.jpeg).decode("ascii")
    return decode(CameraDocument, keys, source)


def _shared_keys(camera: Camera | HandheldCamera) -> dict[str, object]:
    """What both kinds of camera have."""
    lens, quality = camera.lens, camera.quality
    return {
        "format": FORMAT,
        "size_px": lens.size_wh,
        "matrix": lens.matrix.tolist(),
        "distortion": lens.distortion.tolist(),
        "table": table_keys(camera.table),
        "quality": {**asdict(quality), "verdict": quality.verdict},
    }


_LETTERS: Final = 16


class Grade(StrEnum):
    """What a camera over its table is fit for, the best first."""

    TOURNAMENT = N_("certificate", "tournament")
    CLUB = N_("certificate", "club")
    CASUAL = N_("certificate", "casual")
    NOT_FIT = N_("certificate", "not fit")


class GradeDocument(LenientDocument):
    """What a match asks of a certificate, whatever else stands in it."""

    format: FormatNumber
    verdict: Grade


def certificates_folder() -> Path:
    """The folder of all certificates."""
    return data_folder() / "certificates"


def camera_key(camera: Camera | HandheldCamera) -> str:
    """The same for the same calibration, and for no other."""
    lens = camera.lens
    reported = [np.array(lens.size_wh, np.float64), lens.matrix, lens.distortion, lens.rotation, lens.translation]
    return hashlib.sha256(b"".join(one.astype("<f8").tobytes() for one in reported)).hexdigest()[:_LETTERS]


def find_grade(camera: Camera | HandheldCamera) -> Grade | None:
    """The grade that this camera, as it was calibrated, was given; ``None`` where there is none to be read."""
    file = certificates_folder() / f"{camera_key(camera)}.json"
    try:
        if not file.is_file():
            return None
        return read_json_document(GradeDocument, file, N_("files", "certificate")).verdict
    except OperationError:
        return None
