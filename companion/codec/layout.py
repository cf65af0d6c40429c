"""Layouts: the line of JSON that ``companion read --json`` prints of a picture."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Annotated

import numpy as np
from pydantic import Field

from companion.codec.document import LenientDocument
from companion.codec.fields import FORMAT, FormatNumber
from companion.errors import OperationError
from companion.geometry import Point
from companion.vision import (
    CameraCheck,
    DieReading,
    DieState,
    FaceGuess,
    MultiViewReading,
    PictureRefusedError,
    Problem,
    Reading,
    Remark,
    UnknownObject,
)

_PointMm = tuple[float, float]
_Share = Annotated[float, Field(ge=0, le=1)]


class FaceGuessDocument(LenientDocument):
    """Another face that the picture may show."""

    die: str
    face: str
    confidence: _Share


class DieReadingDocument(LenientDocument):
    """One die as it is seen."""

    die: str | None = Field(description="Its id; null where its side cannot be read.")
    face: str | None
    centre_mm: _PointMm
    heading_deg: float = Field(description="From the centre of the top face to its corner 0, -180 to 180.")
    corners_mm: tuple[_PointMm, _PointMm, _PointMm] = Field(description="Corners 0, 1, 2 of the top face, from above.")
    edge_mm: float
    sigma_mm: float = Field(description="Standard deviation of the centre's error along one axis.")
    sigma_deg: float
    state: DieState = Field(description="flat, leaning, or overhanging: flat, but a bottom corner is past the edge.")
    confidence: _Share
    alternatives: tuple[FaceGuessDocument, ...]


class CameraCheckDocument(LenientDocument):
    """How the camera stands."""

    moved_mm: float | None = Field(
        default=None, description="On the table, since it was calibrated; null where that is not known."
    )
    markers_seen: int
    markers_hidden: tuple[int, ...] = ()
    focal_scale: float | None = Field(
        default=None, description="Of a camera in the hand: its focal length in those of its lens."
    )
    pose_sigma_mm: float | None = Field(
        default=None,
        description="Of a camera in the hand: standard deviation of a place at the table's centre along one axis.",
    )


class UnknownObjectDocument(LenientDocument):
    """Something as large as a die that is not recognised as one."""

    centre_mm: _PointMm
    radius_mm: float = Field(description="Of the circle round its centre that holds it.")
    outline_mm: tuple[_PointMm, ...] = Field(
        description="The convex outline within which it is seen, half a die's height above the table."
    )


class RemarkDocument(LenientDocument):
    """What must be said of a picture beside its dice."""

    why: Problem
    text: str
    about: UnknownObjectDocument | None = Field(default=None, description="What lies there, where it is about a thing.")


class FusedDieDocument(DieReadingDocument):
    """One die as several pictures show it."""

    covariance_mm2: tuple[_PointMm, _PointMm] = Field(
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
    by_mm: float


class MultiViewLayoutDocument(LenientDocument):
    """What several pictures of one layout show: one line of ``companion read --together --json``."""

    format: FormatNumber
    images: tuple[str, ...]
    dice: tuple[FusedDieDocument, ...]
    camera: tuple[ImageCameraDocument, ...]
    moved: tuple[MovedDieDocument, ...] = ()
    remarks: tuple[RemarkDocument, ...] = ()


class LayoutDocument(LenientDocument):
    """What a picture shows: one line of ``companion read --json``."""

    format: FormatNumber
    image: str
    dice: tuple[DieReadingDocument, ...]
    camera: CameraCheckDocument
    remarks: tuple[RemarkDocument, ...] = ()
    why: Problem | None = Field(default=None, description="Of a picture that was refused, of which no dice are listed.")
    text: str | None = None


def encode_layout(reading: Reading) -> str:
    """The line of a reading."""
    return _line(_layout(reading.image, reading.dice, reading.camera, reading.remarks))


def encode_multi_view(reading: MultiViewReading) -> str:
    """The line of several pictures of one layout."""
    document = MultiViewLayoutDocument(
        format=FORMAT,
        images=reading.images,
        dice=tuple(_fused_die(die, seen) for die, seen in zip(reading.dice, reading.seen_in, strict=True)),
        camera=tuple(map(_image_camera, reading.images, reading.cameras)),
        moved=tuple(
            MovedDieDocument(die=one.name.die, face=one.name.face, between=one.between, by_mm=round(one.by_mm, 1))
            for one in reading.moved
        ),
    )
    stated = tuple(map(_remark_document, reading.remarks))
    document = document.model_copy(update={"remarks": stated}) if stated else document
    return json.dumps(document.model_dump(mode="json", exclude_unset=True))


def _image_camera(image: str, check: CameraCheck) -> ImageCameraDocument:
    document = camera_check_document(check)
    return ImageCameraDocument(
        image=image,
        markers_seen=document.markers_seen,
        focal_scale=document.focal_scale,
        pose_sigma_mm=document.pose_sigma_mm,
    )


def _fused_die(die: DieReading, seen_in: tuple[str, ...]) -> FusedDieDocument:
    (a, b), (_, c) = ((round(float(x), 5), round(float(y), 5)) for x, y in np.asarray(die.covariance_mm2))
    return FusedDieDocument(
        **dict(die_reading_document(die)),
        covariance_mm2=((a, b), (b, c)),
        seen_in=seen_in,
    )


def encode_refusal(image: str, error: OperationError) -> str:
    """The line of a picture of which nothing is reported: no dice, and why."""
    check, remark = CameraCheck(None, 0), Remark(Problem.NO_PICTURE, str(error))
    if isinstance(error, PictureRefusedError):
        check, remark = error.camera, error.remark
    refused = _layout(image, (), check, ())
    return _line(refused.model_copy(update={"why": remark.why, "text": remark.text}))


def _line(document: LayoutDocument) -> str:
    return json.dumps(document.model_dump(mode="json", exclude_unset=True))


def _layout(image: str, dice: Iterable[DieReading], check: CameraCheck, remarks: Iterable[Remark]) -> LayoutDocument:
    stated = tuple(map(_remark_document, remarks))
    camera, rows = camera_check_document(check), tuple(map(die_reading_document, dice))
    layout = LayoutDocument(format=FORMAT, image=image, dice=rows, camera=camera)
    return layout.model_copy(update={"remarks": stated}) if stated else layout


def _remark_document(remark: Remark) -> RemarkDocument:
    about = {} if remark.about is None else {"about": unknown_object_document(remark.about)}
    return RemarkDocument(why=remark.why, text=remark.text, **about)


def unknown_object_document(unknown: UnknownObject) -> UnknownObjectDocument:
    """Something that lies there, as a line has it."""
    return UnknownObjectDocument(
        centre_mm=_rounded(unknown.centre_mm),
        radius_mm=round(unknown.radius_mm, 1),
        outline_mm=tuple(map(_rounded, unknown.outline_mm)),
    )


def _rounded(place: Point) -> _PointMm:
    return round(place[0], 1), round(place[1], 1)


def camera_check_document(check: CameraCheck) -> CameraCheckDocument:
    """How the camera stands, as a line has it."""
    if check.focal_scale is not None and check.pose_sigma_mm is not None:
        scale, sigma_mm = round(check.focal_scale, 4), round(check.pose_sigma_mm, 3)
        return CameraCheckDocument(markers_seen=check.markers_seen, focal_scale=scale, pose_sigma_mm=sigma_mm)
    moved = None if check.moved_mm is None else round(check.moved_mm, 2)
    document = CameraCheckDocument(moved_mm=moved, markers_seen=check.markers_seen)
    return document.model_copy(update={"markers_hidden": check.hidden}) if check.hidden else document


def die_reading_document(die: DieReading) -> DieReadingDocument:
    """One die, as a line has it."""
    pose = die.pose
    corners = [(round(float(x), 3), round(float(y), 3)) for x, y in np.asarray(die.top_corners_mm)]
    return DieReadingDocument(
        die=die.name.die if die.name else None,
        face=die.name.face if die.name else None,
        centre_mm=(round(pose.centre_mm[0], 3), round(pose.centre_mm[1], 3)),
        heading_deg=round(pose.heading_deg, 3),
        corners_mm=(corners[0], corners[1], corners[2]),
        edge_mm=pose.edge_mm,
        sigma_mm=round(die.sigma_mm, 3),
        sigma_deg=round(die.sigma_deg, 3),
        state=die.state,
        confidence=round(die.confidence, 4),
        alternatives=tuple(map(_guess, die.alternatives)),
    )


def _guess(guess: FaceGuess) -> FaceGuessDocument:
    return FaceGuessDocument(die=guess.name.die, face=guess.name.face, confidence=round(guess.confidence, 4))
