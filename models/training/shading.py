"""What light reaches a place of a scene: of near and far lamps, of beams and of the sky, and what bodies keep from it.

Lamps are taken for so many points each, the sky for so many directions; a body is the room between the planes of its
faces. Light is linear RGB; places are in table millimetres.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray
from companion.camera import Pinhole
from companion.opencv import cv2
from models.training.looking import plane_homography
from models.training.scene import NEAR_LAMP_MM, Body, InventedScene, Lamp, unit_normal
from models.training.surfaces import Linear

_POINTS, _POINTS_IN_ALL, _FEWEST_POINTS = 10, 36, 4  # of a lamp, of all lamps of a scene
_LOWEST = 0.2  # of a direction (its z): from lower ones shadows reach behind the camera
_SKY_DIRECTIONS = 24
_TABLE_SHRINK = 2
_FACE_STEP_MM, _SKY_STEP_MM = 1.8, 10.0
_BEAM_RIM_MM = 4.0
_LOWEST_BODY_MM = 2.0  # what is lower keeps no light from anything
_TOUCHING_MM = 0.05
_BOUNCED = 0.6  # share of the sky's light that an upright face gets, with what the table throws back


@dataclass(frozen=True, slots=True, eq=False)
class Occluder:
    """A body in the way of light: its corners (n, 3), its faces' planes (normals outward, heights along them), and the
    ball that holds it."""

    body: Body
    corners: FloatArray
    normals: FloatArray
    heights: FloatArray
    middle: FloatArray
    radius: float

    @classmethod
    def of(cls, body: Body) -> Occluder:
        """The planes and the ball of a body."""
        corners, normals = np.vstack(body.faces), np.array([unit_normal(face) for face in body.faces])
        heights = np.array([normal @ face[0] for normal, face in zip(normals, body.faces, strict=True)])
        middle = corners.mean(axis=0)
        return cls(body, corners, normals, heights, middle, float(np.linalg.norm(corners - middle, axis=1).max()))


@dataclass(frozen=True, slots=True, eq=False)
class SceneLight:
    """The lamps of a scene as points, its sky, and the bodies in their way."""

    points: tuple[Lamp, ...]
    sky: FloatArray
    occluders: tuple[Occluder, ...]

    def others(self, body: Body) -> list[Occluder]:
        """All occluders but this body."""
        return [one for one in self.occluders if one.body is not body]


def scene_light(rng: np.random.Generator, scene: InventedScene) -> SceneLight:
    """Every lamp as points spread over its width."""
    count = min(_POINTS, max(_FEWEST_POINTS, _POINTS_IN_ALL // max(1, len(scene.lamps))))
    points = tuple(_point(rng, lamp, count) for lamp in scene.lamps for _ in range(count))
    high = (body for body in scene.bodies if max(face[:, 2].max() for face in body.faces) > _LOWEST_BODY_MM)
    return SceneLight(points, scene.ambient, tuple(Occluder.of(body) for body in high))


def _point(rng: np.random.Generator, lamp: Lamp, count: int) -> Lamp:
    off = rng.normal(0, lamp.width / 2, 3)
    toward = lamp.toward + off
    toward[2] = max(toward[2], _LOWEST)
    at = None if lamp.at_mm is None else lamp.at_mm + NEAR_LAMP_MM * off
    return replace(lamp, toward=toward / np.linalg.norm(toward), colour=lamp.colour / count, at_mm=at)


def toward_lamp(lamp: Lamp, places: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Unit vectors from places (n, 3) to a lamp, (n, 3), and how strong its light is there if nothing is in its way,
    (n,)."""
    if lamp.at_mm is None:
        way, strength = np.broadcast_to(lamp.toward, places.shape), np.ones(len(places))
    else:
        far = np.linalg.norm(lamp.at_mm - places, axis=1)
        way, strength = (lamp.at_mm - places) / far[:, None], (NEAR_LAMP_MM / far) ** 2
    if lamp.beam_mm is not None:
        x, y, radius = lamp.beam_mm
        off = places - np.array([x, y, 0.0])
        aside = np.linalg.norm(off - (off @ lamp.toward)[:, None] * lamp.toward, axis=1)
        strength = strength * np.clip((radius - aside) / _BEAM_RIM_MM + 0.5, 0, 1)
    return np.asarray(way, np.float64), np.asarray(strength, np.float64)


# on the table -------------------------------------------------------------------------------------------------------


def light_on_table(light: SceneLight, lens: Pinhole) -> Linear:
    """What falls on the plane of the table top in each pixel of a lens that does not bend, (rows, columns, 3)."""
    shape = lens.size_wh[1] // _TABLE_SHRINK, lens.size_wh[0] // _TABLE_SHRINK
    hidden = np.mean([_umbra(light, lens, Lamp(way, 0, light.sky), shape) for way in _dome()], axis=0)
    total = np.asarray(light.sky * (1 - cv2.GaussianBlur(hidden, (0, 0), shape[1] / 400))[..., None], np.float32)
    places = _table_places(lens, shape)
    for point in light.points:
        free = _level_light(point, places, shape) * (1 - _umbra(light, lens, point, shape))
        total += free[..., None] * np.asarray(point.colour, np.float32)
    smooth = cv2.GaussianBlur(total, (0, 0), 0.7)
    return np.asarray(cv2.resize(smooth, lens.size_wh, interpolation=cv2.INTER_LINEAR), np.float32)


def _level_light(point: Lamp, places: FloatArray, shape: tuple[int, int]) -> Linear:
    """How strongly a point lights the table with nothing in its way, (rows, columns), or (1, 1) where all alike."""
    alike = point.at_mm is None and point.beam_mm is None
    way, strength = toward_lamp(point, places[:1] if alike else places)
    return np.asarray((way[:, 2] * strength).reshape((1, 1) if alike else shape), np.float32)


def _table_places(lens: Pinhole, shape: tuple[int, int]) -> FloatArray:
    """Where on the table every so many pixels are, row by row, (n, 3)."""
    rows, columns = np.mgrid[: shape[0], : shape[1]]
    middles = (np.column_stack([columns.ravel(), rows.ravel()]) + 0.5) * _TABLE_SHRINK - 0.5
    flat = cv2.perspectiveTransform(middles[None], np.linalg.inv(plane_homography(lens, 0.0)))[0]
    return np.pad(np.asarray(flat, np.float64), ((0, 0), (0, 1)))


def _umbra(light: SceneLight, lens: Pinhole, point: Lamp, shape: tuple[int, int]) -> Linear:
    """Where bodies keep a point's light from the table, (rows, columns): 1 in the shadow."""
    mask = np.zeros(shape, np.uint8)
    less = 1 / _TABLE_SHRINK
    to_mask = np.array([[less, 0, less / 2 - 0.5], [0, less, less / 2 - 0.5], [0, 0, 1]]) @ plane_homography(lens, 0.0)
    for one in light.occluders:
        way, _ = toward_lamp(point, one.corners)
        shadow = (one.corners - one.corners[:, 2:] / way[:, 2:] * way)[:, :2]
        px = cv2.perspectiveTransform(cv2.convexHull(shadow.astype(np.float32)), to_mask)
        cv2.fillConvexPoly(mask, np.round(px * 16).astype(np.int32), 255, cv2.LINE_AA, shift=4)
    return np.asarray(mask, np.float32) / np.float32(255)


def _dome() -> FloatArray:
    """Directions of the sky, spread so that each gives a level plane as much light."""
    k = np.arange(_SKY_DIRECTIONS) + 0.5
    out, turn = np.sqrt(k / _SKY_DIRECTIONS), np.pi * (1 + np.sqrt(5)) * k
    ways = np.column_stack([out * np.cos(turn), out * np.sin(turn), np.maximum(np.sqrt(1 - out**2), _LOWEST)])
    return np.asarray(ways / np.linalg.norm(ways, axis=1, keepdims=True), np.float64)


# on faces -----------------------------------------------------------------------------------------------------------


def light_on_face(light: SceneLight, body: Body, corners: FloatArray, size: int) -> Linear:
    """What falls on a face of a body, over the square of its print (``styles``), (size, size, 3)."""
    normal = unit_normal(corners)
    side_mm = 2 * float(np.linalg.norm(corners[0] - corners.mean(axis=0)))
    others = light.others(body)
    fine, coarse = max(8, round(side_mm / _FACE_STEP_MM)), max(4, round(side_mm / _SKY_STEP_MM))
    lamps, sky = _square(corners, fine), _square(corners, coarse)
    total = cv2.resize(_sky_on(light, others, sky, normal, coarse), (size, size), interpolation=cv2.INTER_LINEAR)
    for_lamps = _lamps_on(light.points, others, lamps, normal).reshape(fine, fine, 3).astype(np.float32)
    return np.asarray(total + cv2.resize(for_lamps, (size, size), interpolation=cv2.INTER_LINEAR), np.float32)


def light_on_plain_face(light: SceneLight, body: Body, corners: FloatArray) -> FloatArray:
    """What falls on the middle of a face without print, (3,)."""
    normal, middle = unit_normal(corners), corners.mean(axis=0)[None]
    others = light.others(body)
    sky = _sky_on(light, others, middle, normal, 1)[0, 0]
    return np.asarray(sky + _lamps_on(light.points, others, middle, normal)[0], np.float64)


def _sky_on(
    light: SceneLight, others: Sequence[Occluder], places: FloatArray, normal: FloatArray, side: int
) -> NDArray[np.float32]:
    dome = _dome()
    dome = dome[dome @ normal > 0]
    if not len(dome):  # a face that looks down, mirrored by the table
        return np.full((side, side, 3), light.sky * (_BOUNCED + (1 - _BOUNCED) * normal[2]), np.float32)
    share = (dome @ normal) / dome[:, 2]  # each is as strong as it lights a level plane
    free = sum((w * ~_blocked(others, places, way) for way, w in zip(dome, share, strict=True)), np.zeros(len(places)))
    openness = (free / share.sum()).reshape(side, side, 1)
    return np.asarray(openness * light.sky * (_BOUNCED + (1 - _BOUNCED) * normal[2]), np.float32)


def _lamps_on(points: Sequence[Lamp], others: Sequence[Occluder], places: FloatArray, normal: FloatArray) -> FloatArray:
    total = np.zeros((len(places), 3))
    for point in points:
        way, strength = toward_lamp(point, places)
        lit = np.maximum(way @ normal, 0) * strength
        if lit.any():
            straight = way[0] if point.at_mm is None else way
            total += (lit * ~_blocked(others, places, straight))[:, None] * point.colour
    return total


def _blocked(others: Sequence[Occluder], places: FloatArray, way: FloatArray) -> NDArray[np.bool_]:
    """Whether a body stands on the way from each of the places, (n,); way: (3,), or one for each place (n, 3)."""
    hit = np.zeros(len(places), bool)
    middle, along = places.mean(axis=0), way if way.ndim == 1 else way.mean(axis=0)
    reach = float(np.linalg.norm(places - middle, axis=1).max()) * (1.0 if way.ndim == 1 else 1.5)
    for one in others:
        off = one.middle - middle
        ahead = float(off @ along)
        aside2 = float(off @ off) - ahead**2
        if ahead > -one.radius - reach and aside2 < (one.radius + reach) ** 2:
            hit |= _passes(one, places, way)
    return hit


def _passes(one: Occluder, places: FloatArray, way: FloatArray) -> NDArray[np.bool_]:
    """Whether the ways from places go through a convex body."""
    gap = one.heights - places @ one.normals.T
    speed = np.broadcast_to(way @ one.normals.T, gap.shape)
    with np.errstate(divide="ignore", invalid="ignore"):
        when = gap / speed
    enters = np.where(speed < 0, when, -np.inf).max(axis=1)
    leaves = np.where(speed > 0, when, np.inf).min(axis=1)
    beside = ((speed == 0) & (gap < 0)).any(axis=1)
    return np.asarray((leaves > np.maximum(enters, 0) + _TOUCHING_MM) & ~beside, np.bool_)


def _square(corners: FloatArray, side: int) -> FloatArray:
    """Places of a face's plane, over the square of its print: corner 0 up, its middle the face's, (side * side, 3)."""
    middle = corners.mean(axis=0)
    up = corners[0] - middle
    right = (corners[2] - corners[1]) / np.sqrt(3)
    rows, columns = np.mgrid[:side, :side]
    x, y = (2 * columns + 1) / side - 1, 1 - (2 * rows + 1) / side
    return np.asarray(middle + x.reshape(-1, 1) * right + y.reshape(-1, 1) * up, np.float64)
