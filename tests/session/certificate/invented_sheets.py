"""Pictures of a certify sheet that nobody took: what hands and camera do to them is known, because it is drawn here."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from companion.arrays import FloatArray
from companion.camera import Camera, PictureQuality, Pinhole, Quality, TableShape, TableTop
from companion.certify.certificate.sheet_picture import DieOnSheet, SheetPicture
from companion.certify.sheet import CertifyPaper, SheetPlace, certify_sheet
from companion.geometry import PlanFit, Point, fit_plan
from companion.vision import FaceName

SHEET = certify_sheet(CertifyPaper.A4)
QUALITY = PictureQuality(200.0, 180.0, 0.0, 0.5, 1.0)
#: Where the middle of the sheet lies, mm, and how far it is turned.
SHOTS = ((300.0, 300.0, 0.0), (700.0, 320.0, 95.0), (500.0, 280.0, -150.0), (420.0, 350.0, 40.0), (640.0, 260.0, 200.0))


def camera() -> Camera:
    """Looks at a table of 1000 x 620 mm from the near side, 45 degrees down."""
    down = np.radians(45)
    forward, right = np.array([0.0, np.cos(down), -np.sin(down)]), np.array([1.0, 0.0, 0.0])
    rotation, eye = np.stack([right, np.cross(forward, right), forward]), np.array([500.0, -700.0, 1000.0])
    matrix = np.array([[1500.0, 0, 960], [0, 1500, 540], [0, 0, 1]])
    lens = Pinhole(matrix, np.zeros(5), rotation, -rotation @ eye, (1920, 1080))
    return Camera(lens, TableTop(TableShape.RECT, (1000.0, 620.0)), (), Quality(0.1, 0.1, 4, 8, 0.001), {})


@dataclass(frozen=True, slots=True)
class Errors:
    """Standard deviations of hands and of the camera; what the camera tells of its own; how many times too large it
    sees everything; how much higher top faces seem to lie than they do."""

    hands_mm: float = 0.0
    hands_deg: float = 0.0
    camera_mm: float = 0.0
    camera_deg: float = 0.0
    given_mm: float = 0.2
    given_deg: float = 0.3
    scale: float = 1.0
    higher_mm: float = 0.0


def invent_pictures(
    rng: np.random.Generator, errors: Errors, shots: tuple[tuple[float, float, float], ...] = SHOTS
) -> list[SheetPicture]:
    """Pictures of the sheet, a die in each outline, laid once and left."""
    hands = rng.normal(0, errors.hands_mm, (len(SHEET.places), 2)), rng.normal(0, errors.hands_deg, len(SHEET.places))
    return [_picture(rng, errors, shot, hands, f"shot-{n}.jpg") for n, shot in enumerate(shots)]


def without(picture: SheetPicture, number: int) -> SheetPicture:
    """The picture without the die of an outline."""
    return replace(picture, dice=tuple(die for die in picture.dice if die.place.number != number))


def read_as(picture: SheetPicture, number: int, name: FaceName | None) -> SheetPicture:
    """The picture with the die of an outline read as something else."""
    dice = tuple(replace(die, name=name) if die.place.number == number else die for die in picture.dice)
    return replace(picture, dice=dice)


def _picture(
    rng: np.random.Generator,
    errors: Errors,
    shot: tuple[float, float, float],
    hands: tuple[FloatArray, FloatArray],
    image: str,
) -> SheetPicture:
    pose = _at(shot)
    printed = np.mean([mark.corners_mm for mark in SHEET.marks], axis=1)
    measured = pose.apply(printed * errors.scale)
    fit = fit_plan(printed, measured)
    off = np.linalg.norm(fit.apply(printed) - measured, axis=1)
    marks = tuple(((float(x), float(y)), float(mm)) for (x, y), mm in zip(measured, off, strict=True))
    dice = tuple(
        _die(rng, errors, place, fit, pose, (shift, turn))
        for place, shift, turn in zip(SHEET.places, *hands, strict=True)
    )
    return SheetPicture(image, SHEET, fit, marks, dice, QUALITY)


def _at(shot: tuple[float, float, float]) -> PlanFit:
    x, y, turn_deg = shot
    turned = PlanFit(turn_deg, (0.0, 0.0), 1.0)
    dx, dy = np.array([x, y]) - turned.apply(np.array([SHEET.size_mm]) / 2)[0]
    return PlanFit(turn_deg, (float(dx), float(dy)), 1.0)


def _die(
    rng: np.random.Generator,
    errors: Errors,
    place: SheetPlace,
    fit: PlanFit,
    pose: PlanFit,
    hand: tuple[FloatArray, float],
) -> DieOnSheet:
    eye = camera().lens.eye_mm
    true = pose.apply((np.array([place.centre_mm]) + hand[0]) * errors.scale)
    slope = (true[0] - eye[:2]) / (eye[2] - place.pose.top_mm)
    seen = true + errors.higher_mm * slope + rng.normal(0, errors.camera_mm, (1, 2))
    off = fit.undo(seen)[0] - place.centre_mm
    name = FaceName(f"t/die-{place.number}", "8")
    turned_deg = float(hand[1] + rng.normal(0, errors.camera_deg))
    return DieOnSheet(
        place, name, 0, _point(off), turned_deg, errors.given_mm, errors.given_deg, _point(seen[0]),
        _point(fit.undo_direction(slope[None])[0]),
    )  # fmt: skip


def _point(place: FloatArray) -> Point:
    return float(place[0]), float(place[1])
