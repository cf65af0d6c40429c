"""Layouts: the line of JSON that ``companion read --json`` prints of a picture."""

from __future__ import annotations

import json
from typing import Annotated

import numpy as np
from pydantic import Field

from companion import vision
from companion.codec.document import LenientDocument, encode_given
from companion.codec.fields import FORMAT, Filled, FormatNumber, Given, rounded
from companion.errors import OperationError

_PointMm = Annotated[tuple[float, float], rounded(3)]
_PlaceMm = Annotated[tuple[float, float], rounded(1)]
_Share = Annotated[float, Field(ge=0, le=1)]


class FaceGuessDocument(LenientDocument):
    """Another face that the picture may show."""

    die: str
    face: str
    confidence: Annotated[_Share, rounded(4)]


class DieReadingDocument(LenientDocument):
    """One die as it is seen."""

    die: str | None = Field(description="Its id; null where its side cannot be read.")
    face: str | None
    centre_mm: _PointMm
    heading_deg: Annotated[float, rounded(3)] = Field(
        description="From the centre of the top face to its corner 0, -180 to 180."
    )
    corners_mm: tuple[_PointMm, _PointMm, _PointMm] = Field(description="Corners 0, 1, 2 of the top face, from above.")
    edge_mm: float
    sigma_mm: Annotated[float, rounded(3)] = Field(
        description="Standard deviation of the centre's error along one axis."
    )
    sigma_deg: Annotated[float, rounded(3)]
    state: vision.DieState = Field(
        description="flat, leaning, or overhanging: flat, but a bottom corner is past the edge."
    )
    confidence: Annotated[_Share, rounded(4)]
    alternatives: tuple[FaceGuessDocument, ...]


class CameraCheckDocument(LenientDocument):
    """How the camera stands."""

    moved_mm: Annotated[float, rounded(2)] | None = Field(
        default=None, description="On the table, since it was calibrated; null where that is not known."
    )
    markers_seen: int
    markers_hidden: Filled[tuple[int, ...]] = ()
    focal_scale: Given[Annotated[float, rounded(4)]] = Field(
        default=None, description="Of a camera in the hand: its focal length in those of its lens."
    )
    pose_sigma_mm: Given[Annotated[float, rounded(3)]] = Field(
        default=None,
        description="Of a camera in the hand: standard deviation of a place at the table's centre along one axis.",
    )


class UnknownObjectDocument(LenientDocument):
    """Something as large as a die that is not recognised as one."""

    centre_mm: _PlaceMm
    radius_mm: Annotated[float, rounded(1)] = Field(description="Of the circle round its centre that holds it.")
    outline_mm: tuple[_PlaceMm, ...] = Field(
        description="The convex outline within which it is seen, half a die's height above the table."
    )


class RemarkDocument(LenientDocument):
    """What must be said of a picture beside its dice."""

    why: vision.Problem
    text: str
    about: Given[UnknownObjectDocument] = Field(default=None, description="What lies there, where it is about a thing.")


class FusedDieDocument(DieReadingDocument):
    """One die as several pictures show it."""

    covariance_mm2: Annotated[tuple[tuple[float, float], tuple[float, float]], rounded(5)] = Field(
        description="Of centre_mm; sigma_mm is the root of half its trace."
    )
    seen_in: tuple[str, ...] = Field(description="The pictures in which it was seen.")


class ImageCameraDocument(CameraCheckDocument):
    """Where one of several pictures was taken from."""

    image: str


class MovedDieDocument(LenientDocument):
    """A die that lay elsewhere in another picture."""

    die: str
    face: str
    between: tuple[str, str]
    by_mm: Annotated[float, rounded(1)]


class MultiViewLayoutDocument(LenientDocument):
    """What several pictures of one layout show: one line of ``companion read --together --json``."""

    format: FormatNumber
    images: tuple[str, ...]
    dice: tuple[FusedDieDocument, ...]
    camera: tuple[ImageCameraDocument, ...]
    moved: tuple[MovedDieDocument, ...] = ()
    remarks: Filled[tuple[RemarkDocument, ...]] = ()


class LayoutDocument(LenientDocument):
    """What a picture shows: one line of ``companion read --json``."""

    format: FormatNumber
    image: str
    dice: tuple[DieReadingDocument, ...]
    camera: CameraCheckDocument
    remarks: Filled[tuple[RemarkDocument, ...]] = ()
    why: Given[vision.Problem] = Field(
        default=None, description="Of a picture that was refused, of which no dice are listed."
    )
    text: Given[str] = None


def encode_layout(reading: vision.Reading) -> str:
    """The line of a reading."""
    document = LayoutDocument(
        format=FORMAT,
        image=reading.image,
        dice=tuple(map(die_reading_document, reading.dice)),
        camera=camera_check_document(reading.camera),
        remarks=tuple(map(_remark_document, reading.remarks)),
    )
    return json.dumps(encode_given(document))


def encode_multi_view(reading: vision.MultiViewReading) -> str:
    """The line of several pictures of one layout."""
    document = MultiViewLayoutDocument(
        format=FORMAT,
        images=reading.images,
        dice=tuple(_fused_die(die, seen) for die, seen in zip(reading.dice, reading.seen_in, strict=True)),
        camera=tuple(
            ImageCameraDocument(image=image, **camera_check_document(check).model_dump(exclude_unset=True))
            for image, check in zip(reading.images, reading.cameras, strict=True)
        ),
        moved=tuple(
            MovedDieDocument(die=one.name.die, face=one.name.face, between=one.between, by_mm=one.by_mm)
            for one in reading.moved
        ),
        remarks=tuple(map(_remark_document, reading.remarks)),
    )
    return json.dumps(encode_given(document))


def _fused_die(die: vision.DieReading, seen_in: tuple[str, ...]) -> FusedDieDocument:
    (a, b), (_, c) = np.asarray(die.covariance_mm2, np.float64).tolist()
    return FusedDieDocument(**dict(die_reading_document(die)), covariance_mm2=((a, b), (b, c)), seen_in=seen_in)


def encode_refusal(image: str, error: OperationError) -> str:
    """The line of a picture of which nothing is reported: no dice, and why."""
    check, remark = vision.CameraCheck(None, 0), vision.Remark(vision.Problem.NO_PICTURE, str(error))
    if isinstance(error, vision.PictureRefusedError):
        check, remark = error.camera, error.remark
    camera = camera_check_document(check)
    document = LayoutDocument(format=FORMAT, image=image, dice=(), camera=camera, why=remark.why, text=remark.text)
    return json.dumps(encode_given(document))


def _remark_document(remark: vision.Remark) -> RemarkDocument:
    about = None if remark.about is None else unknown_object_document(remark.about)
    return RemarkDocument(why=remark.why, text=remark.text, about=about)


def unknown_object_document(unknown: vision.UnknownObject) -> UnknownObjectDocument:
    """Something that lies there, as a line has it."""
    return UnknownObjectDocument(
        centre_mm=unknown.centre_mm, radius_mm=unknown.radius_mm, outline_mm=unknown.outline_mm
    )


def camera_check_document(check: vision.CameraCheck) -> CameraCheckDocument:
    """How the camera stands, as a line has it."""
    if check.focal_scale is not None and check.pose_sigma_mm is not None:
        scale, sigma_mm = check.focal_scale, check.pose_sigma_mm
        return CameraCheckDocument(markers_seen=check.markers_seen, focal_scale=scale, pose_sigma_mm=sigma_mm)
    return CameraCheckDocument(moved_mm=check.moved_mm, markers_seen=check.markers_seen, markers_hidden=check.hidden)


def die_reading_document(die: vision.DieReading) -> DieReadingDocument:
    """One die, as a line has it."""
    pose = die.pose
    first, second, third = ((float(x), float(y)) for x, y in np.asarray(die.top_corners_mm))
    return DieReadingDocument(
        die=die.name.die if die.name else None,
        face=die.name.face if die.name else None,
        centre_mm=pose.centre_mm,
        heading_deg=pose.heading_deg,
        corners_mm=(first, second, third),
        edge_mm=pose.edge_mm,
        sigma_mm=die.sigma_mm,
        sigma_deg=die.sigma_deg,
        state=die.state,
        confidence=die.confidence,
        alternatives=tuple(
            FaceGuessDocument(die=guess.name.die, face=guess.name.face, confidence=guess.confidence)
            for guess in die.alternatives
        ),
    )
