"""Draws an invented scene: linear light, soft shadows, then the camera (blur, tone curve, noise, JPEG).

Bodies are convex and are painted from far to near. Each is drawn four times as fine as the picture and averaged, so
that its edges fall where they should to a few hundredths of a pixel.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray
from companion.camera.mat import SHEET_MM
from companion.camera.pinhole import Pinhole
from companion.opencv import cv2
from models.training.film import Film, develop, invent_film
from models.training.lenses import bender, straightened
from models.training.looking import plane_homography
from models.training.mats import marker_sheet, sheets_mm
from models.training.scene import Body, InventedScene, Lamp, PrintedSheet, unit_normal
from models.training.shading import (
    SceneLight,
    light_on_face,
    light_on_plain_face,
    light_on_table,
    scene_light,
    toward_lamp,
)
from models.training.styles import InventedDie, print_corners
from models.training.surfaces import PAPER_WHITE, Linear, invent_surface, to_linear

_FINE = 4
_SHADOW_RAYS = 10
_RAYS_IN_ALL = 40  # of all lamps of a scene
_SHADOW_SHRINK = 2
_SHEEN_STEP = 8  # px
_UNEVEN = 0.07  # how far a polished table top strews what it mirrors (tangent)
_PAPERS_MM = 1.0  # lower than that are papers
_LAMP_GAIN = 4.0  # how much brighter a lamp is than what it lights


def render(
    rng: np.random.Generator,
    scene: InventedScene,
    pool: list[InventedDie],
    surfaces: list[Linear],
    *,
    ground: tuple[Linear, Linear] | None = None,
    film: Film | None = None,
    standing: np.random.Generator | None = None,
) -> tuple[NDArray[np.uint8], list[float | None]]:
    """The photograph (BGR) and, for each body, which share of its die's top face is visible (``None``: no die).

    film: how the camera develops; all else as of ``light_in_camera``.
    """
    light, visible = light_in_camera(rng, scene, pool, surfaces, ground=ground, standing=standing)
    return develop(rng, light, film or invent_film(rng)), visible


def light_in_camera(
    rng: np.random.Generator,
    scene: InventedScene,
    pool: list[InventedDie],
    surfaces: list[Linear],
    *,
    ground: tuple[Linear, Linear] | None = None,
    standing: np.random.Generator | None = None,
) -> tuple[Linear, list[float | None]]:
    """The linear light (RGB) that falls on the sensor, which any film develops, and as of ``render`` what is visible.

    ground: floor and table top; left out, they are drawn from ``surfaces`` or made up. standing: lays floor and table
    top, so that pictures of one rig show them lying alike. A lens that bends is drawn straight first.
    """
    lens = scene.lens
    bend = bender(lens) if lens.distortion.any() else np.asarray
    scene = replace(scene, lens=straightened(lens)) if lens.distortion.any() else scene
    floor, top = ground or (_surface(rng, surfaces), _surface(rng, surfaces))
    light = scene_light(rng, scene) if scene.shading else None
    picture = _ground(standing or rng, scene, floor, top)
    picture *= light_on_table(light, scene.lens) if light else _flat_light(scene) * _shadows(rng, scene)
    owner = np.full(picture.shape[:2], -1, np.int16)
    tops: list[NDArray[np.float32] | None] = [None] * len(scene.bodies)
    rois: list[tuple[int, int, int, int]] = [(0, 0, 0, 0)] * len(scene.bodies)
    eye = scene.lens.eye_mm
    order = sorted(range(len(scene.bodies)), key=lambda i: -_distance(scene.bodies[i], eye))
    if scene.gloss:
        _polish(rng, scene, light, picture, pool, order)
    for i in order:
        painted = _paint_body(rng, scene, light, scene.bodies[i], pool)
        if painted is not None:
            rois[i], tops[i] = _lay_over(picture, owner, i, *painted)
    visible = [
        _visible(owner, i, rois[i], top) if b.die else None
        for i, (b, top) in enumerate(zip(scene.bodies, tops, strict=True))
    ]
    return np.asarray(bend(picture), np.float32), visible


def _distance(body: Body, eye: FloatArray) -> float:
    """By which bodies are painted from far to near; what stands on another comes after it."""
    foot = np.mean([f.mean(0) for f in body.faces], axis=0)
    lowest = min(float(f[:, 2].min()) for f in body.faces)
    raised = lowest if lowest > _PAPERS_MM else 0.0
    return float(np.hypot(*(foot - eye)[:2]) + abs(foot[2] - eye[2]) * 0.001) - raised


# the table ----------------------------------------------------------------------------------------------------------


def _ground(rng: np.random.Generator, scene: InventedScene, floor: Linear, table: Linear) -> Linear:
    """Table top, floor beyond it, markers and counters, unlit."""
    width, height = scene.lens.size_wh
    canvas = _laid(rng, floor, scene.lens, (width, height), scale=float(rng.uniform(0.5, 2.0)))
    top = _laid(rng, table, scene.lens, (width, height), scale=float(rng.uniform(0.5, 2.0)))
    cover = _table_cover(scene)
    canvas = canvas * (0.7 * (1 - cover)) + top * cover
    if scene.thick_mm:
        _slab(rng, canvas, scene)
    for disc in scene.discs:
        angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        ring = np.column_stack([disc[0] + disc[2] * np.cos(angles), disc[1] + disc[2] * np.sin(angles), np.zeros(24)])
        _fill(canvas, scene.lens.project(ring), disc[3:])
    if scene.markers:
        _markers(canvas, scene)
    for sheet in scene.sheets:
        _sheet(canvas, scene, sheet)
    return np.asarray(canvas * _falloff(rng, height, width), np.float32)


def _flat_light(scene: InventedScene) -> NDArray[np.float32]:
    """What falls on a table that nothing stands on, (3,)."""
    lamps = sum((lamp.colour * lamp.toward[2] for lamp in scene.lamps), np.zeros(3))
    return np.asarray(scene.ambient + lamps, np.float32)


def _slab(rng: np.random.Generator, canvas: Linear, scene: InventedScene) -> None:
    """The sides of the table top that face the camera, below its rim."""
    rim, colour = scene.table.outline(), rng.uniform(0.02, 0.4, 3)
    drop = np.array([0.0, 0.0, -scene.thick_mm])
    high = np.column_stack([rim, np.zeros(len(rim))])
    for first, second in zip(high, np.roll(high, -1, axis=0), strict=True):
        px = scene.lens.project(np.stack([second, first, first + drop, second + drop]))
        outward = np.array([second[1] - first[1], first[0] - second[0]])
        if outward @ (scene.lens.eye_mm - first)[:2] > 0:
            _fill(canvas, px, tuple(colour * rng.uniform(0.4, 1.0)))


def _table_cover(scene: InventedScene) -> Linear:
    """Where the picture shows the table, (h, w, 1)."""
    rim = scene.table.outline()
    return _cover([scene.lens.project(np.column_stack([rim, np.zeros(len(rim))]))], scene.lens.size_wh[::-1])


def _surface(rng: np.random.Generator, surfaces: list[Linear]) -> Linear:
    if surfaces and rng.random() < 0.5:
        return surfaces[int(rng.integers(len(surfaces)))] * float(rng.uniform(0.5, 1.1))
    return invent_surface(rng)


def _laid(
    rng: np.random.Generator, surface: Linear, lens: Pinhole, size_wh: tuple[int, int], *, scale: float
) -> Linear:
    """A surface over the whole plane z = 0, ``scale`` mm to its pixel, turned at random."""
    angle = rng.uniform(0, 2 * math.pi)
    turn = scale * np.array(
        [
            [math.cos(angle), -math.sin(angle), rng.uniform(-400, 0)],
            [math.sin(angle), math.cos(angle), rng.uniform(-400, 0)],
            [0, 0, 1 / scale],
        ]
    )
    to_picture = plane_homography(lens, 0.0) @ turn
    return np.asarray(
        cv2.warpPerspective(surface, to_picture, size_wh, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT),
        np.float32,
    )


def _falloff(rng: np.random.Generator, height: int, width: int) -> Linear:
    coarse = 1 + rng.uniform(-0.3, 0.3, (3, 3)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)[..., None]


def _cover(outlines: list[FloatArray], shape: tuple[int, int]) -> Linear:
    mask = np.zeros(shape, np.uint8)
    for outline in outlines:
        cv2.fillConvexPoly(mask, np.round(outline * 16).astype(np.int32), 255, cv2.LINE_AA, shift=4)
    return np.asarray(mask / 255, np.float32)[..., None]


def _fill(canvas: Linear, outline: FloatArray, colour: tuple[float, ...]) -> None:
    low = np.maximum(np.floor(outline.min(0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(outline.max(0)).astype(int) + 2, canvas.shape[1::-1])
    if (high <= low).any():
        return
    part = canvas[low[1] : high[1], low[0] : high[0]]
    cover = _cover([outline - low], (part.shape[0], part.shape[1]))
    part[:] = part * (1 - cover) + np.array(colour, np.float32) * cover


def _markers(canvas: Linear, scene: InventedScene) -> None:
    """A white sheet with a black square and its code at each corner of the table."""
    for code, (x, y) in enumerate(sheets_mm(scene.table)):
        sheet = marker_sheet(code, 1)
        place = np.array([[1, 0, x + 0.5], [0, -1, y + 99.5], [0, 0, 1]], float)  # a pixel a mm, given by its centre
        paper = to_linear(np.repeat(sheet[..., None], 3, axis=2)) * PAPER_WHITE
        to_picture = plane_homography(scene.lens, SHEET_MM) @ place
        rim = cv2.perspectiveTransform(np.array([[[-1.0, -1.0], [100, -1], [100, 100], [-1, 100]]]), to_picture)[0]
        low = np.maximum(np.floor(rim.min(0)).astype(int) - 1, 0)
        high = np.minimum(np.ceil(rim.max(0)).astype(int) + 2, canvas.shape[1::-1])
        if (high <= low).any():
            continue
        there = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]], float) @ to_picture
        part, size = canvas[low[1] : high[1], low[0] : high[0]], tuple(int(n) for n in high - low)
        cover = cv2.warpPerspective(np.ones((100, 100), np.float32), there, size)[..., None]
        part[:] = part * (1 - cover) + cv2.warpPerspective(paper, there, size) * cover


def _sheet(canvas: Linear, scene: InventedScene, sheet: PrintedSheet) -> None:
    """A printed paper, drawn as fine as bodies are."""
    rows, columns = sheet.art.shape[:2]
    cos, sin = (f(math.radians(sheet.turn_deg)) / sheet.px_per_mm for f in (math.cos, math.sin))
    x, y = sheet.corner_mm
    # a pixel is given by its middle; the last row of the print is the paper's near edge
    place = np.array([[cos, sin, x], [sin, -cos, y], [0, 0, 1]]) @ np.array(
        [[1, 0, 0.5], [0, 1, 0.5 - rows], [0, 0, 1]]
    )
    to_picture = plane_homography(scene.lens, SHEET_MM) @ place
    corners = np.array([[[-0.5, -0.5], [columns - 0.5, -0.5], [columns - 0.5, rows - 0.5], [-0.5, rows - 0.5]]])
    rim = cv2.perspectiveTransform(corners, to_picture)[0]
    low = np.maximum(np.floor(rim.min(0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(rim.max(0)).astype(int) + 2, canvas.shape[1::-1])
    wide, tall = (int(n) for n in high - low)
    finer = np.array([[_FINE, 0, (_FINE - 1) / 2], [0, _FINE, (_FINE - 1) / 2], [0, 0, 1]])
    there = finer @ np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ to_picture
    paper, size = to_linear(sheet.art) * PAPER_WHITE, (wide * _FINE, tall * _FINE)
    light = cv2.warpPerspective(paper, there, size, borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpPerspective(np.ones((rows, columns), np.float32), there, size)
    light, cover = (cv2.resize(one, (wide, tall), interpolation=cv2.INTER_AREA) for one in (light, cover))
    part = canvas[low[1] : high[1], low[0] : high[0]]
    part[:] = part * (1 - cover[..., None]) + light * cover[..., None]


def _polish(
    rng: np.random.Generator,
    scene: InventedScene,
    light: SceneLight | None,
    picture: Linear,
    pool: list[InventedDie],
    order: Sequence[int],
) -> None:
    """What a glossy table top mirrors: the bodies that stand on it, and the lamps where they do not hide them."""
    mirrored, owner = np.zeros_like(picture), np.full(picture.shape[:2], -1, np.int16)
    for i in order:
        painted = _paint_body(rng, scene, light, scene.bodies[i], pool, mirrored=True)
        if painted is not None:
            _lay_over(mirrored, owner, i, *painted)
    mirrored = np.where((owner >= 0)[..., None], mirrored, _sheen(scene))
    picture += _table_cover(scene) * scene.gloss * cv2.GaussianBlur(mirrored, (0, 0), picture.shape[1] / 1600)


def _sheen(scene: InventedScene) -> Linear:
    """Lamps in a glossy table top, each as wide as it is and as the polish is uneven."""
    width, height = scene.lens.size_wh
    columns, rows = np.meshgrid(np.arange(0, width, _SHEEN_STEP), np.arange(0, height, _SHEEN_STEP))
    places = scene.lens.to_table(np.column_stack([columns.ravel(), rows.ravel()]))
    shine = _shine(scene, np.column_stack([places, np.zeros(len(places))]), np.array([0.0, 0.0, 1.0]))
    coarse = shine.reshape(*columns.shape, 3).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def _shine(scene: InventedScene, places: FloatArray, normal: FloatArray) -> FloatArray:
    """What a polished plane with this normal mirrors of the lamps at places (n, 3), linear RGB (n, 3)."""
    view = scene.lens.eye_mm - places
    view = view / np.linalg.norm(view, axis=1, keepdims=True)
    back = 2 * (view @ normal)[:, None] * normal - view
    shine = np.zeros((len(places), 3))
    for lamp in scene.lamps:
        way, strength = toward_lamp(lamp, places)
        mirrored = np.exp((np.sum(back * way, axis=1) - 1) / (_UNEVEN + lamp.width) ** 2)
        shine += (strength * mirrored)[:, None] * lamp.colour
    return np.asarray(_LAMP_GAIN * shine, np.float64)


def _shadows(rng: np.random.Generator, scene: InventedScene) -> Linear:
    """How much light is left on the table, (h, w, 3): cast shadows, and the dark at the foot of each body."""
    width, height = (n // _SHADOW_SHRINK for n in scene.lens.size_wh)
    total = _flat_light(scene)
    left = np.ones((height, width, 3), np.float32)
    rays = min(_SHADOW_RAYS, max(3, _RAYS_IN_ALL // max(1, len(scene.lamps))))
    for lamp in scene.lamps:
        dark = np.mean([_shadow(scene, _ray(rng, lamp), (height, width)) for _ in range(rays)], axis=0)
        left -= dark[..., None] * (lamp.colour * lamp.toward[2] / total).astype(np.float32)
    foot = _shadow(scene, np.array([0.0, 0.0, 1.0]), (height, width))
    near = cv2.GaussianBlur(foot, (0, 0), float(rng.uniform(6, 16)) * width / 960)
    left *= 1 - near[..., None] * (scene.ambient / total).astype(np.float32) * float(rng.uniform(0.2, 0.7))
    soft = cv2.GaussianBlur(left, (0, 0), 1.0)
    return np.asarray(cv2.resize(soft, scene.lens.size_wh, interpolation=cv2.INTER_LINEAR), np.float32)


def _ray(rng: np.random.Generator, lamp: Lamp) -> FloatArray:
    toward = lamp.toward + rng.normal(0, lamp.width / 2, 3)
    toward[2] = max(toward[2], 0.25)
    return np.asarray(toward, np.float64)


def _shadow(scene: InventedScene, toward: FloatArray, shape: tuple[int, int]) -> Linear:
    mask = np.zeros(shape, np.uint8)
    for body in scene.bodies:
        corners = np.vstack(body.faces)
        ground = corners - corners[:, 2:] / toward[2] * toward
        px = cv2.convexHull(scene.lens.project(ground).astype(np.float32) / _SHADOW_SHRINK)
        cv2.fillConvexPoly(mask, np.round(px * 16).astype(np.int32), 255, cv2.LINE_AA, shift=4)
    return np.asarray(mask / 255, np.float32)


# bodies -------------------------------------------------------------------------------------------------------------

Painted = tuple[tuple[int, int], Linear, Linear, NDArray[np.float32]]


def _paint_body(
    rng: np.random.Generator,
    scene: InventedScene,
    light: SceneLight | None,
    body: Body,
    pool: list[InventedDie],
    *,
    mirrored: bool = False,
) -> Painted | None:
    """Corner of its patch, its light, its cover, and the cover of its top face; ``None`` outside the picture.

    mirrored: as the table top shows it upside down.
    """
    seen_at = np.array([1.0, 1.0, -1.0 if mirrored else 1.0])
    outline = scene.lens.project(np.vstack(body.faces) * seen_at)
    low = np.floor(outline.min(0)).astype(int) - 2
    size = np.ceil(outline.max(0)).astype(int) + 3 - low
    if (low + size < 0).any() or (low > np.array(scene.lens.size_wh)).any() or size.max() > 1500:
        return None
    lit = np.zeros((size[1] * _FINE, size[0] * _FINE, 3), np.float32)
    cover, top = (np.zeros(lit.shape[:2], np.float32) for _ in range(2))
    arts = list(pool[body.die.style].faces.values()) if body.die else [body.art] * len(body.faces)
    names = list(pool[body.die.style].faces) if body.die else []
    for i, corners in enumerate(body.faces):
        rim, quad = (
            (scene.lens.project(points * seen_at) - low) * _FINE + (_FINE - 1) / 2
            for points in (corners, _with_fourth(corners))
        )
        if _turned_away(quad) != mirrored:
            continue
        art = arts[i]
        inside = _hard_cover(rim, cover.shape)
        if art is None:
            paint = _plain_paint(scene, light, body, i)
        else:
            paint = _printed(rng, scene, light, body, corners, quad, art, cover.shape)
        lit[inside] = paint[inside] if paint.ndim == 3 else paint
        cover[inside] = 1
        if body.die and names[i] == body.die.face:
            top[inside] = 1
    shrink = [
        np.asarray(cv2.resize(a, (int(size[0]), int(size[1])), interpolation=cv2.INTER_AREA), np.float32)
        for a in (lit, cover, top)
    ]
    return (int(low[0]), int(low[1])), shrink[0], shrink[1][..., None], shrink[2]


def _turned_away(px: FloatArray) -> bool:
    """Counter-clockwise seen from outside is clockwise with rows counted downward."""
    a, b = px[1] - px[0], px[2] - px[0]
    return bool(a[0] * b[1] - a[1] * b[0] > 0)


def _hard_cover(px: FloatArray, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    mask = np.zeros(shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(px * 16).astype(np.int32), 1, cv2.LINE_8, shift=4)
    return mask > 0


def _plain_paint(scene: InventedScene, light: SceneLight | None, body: Body, face: int) -> Linear:
    assert body.colours is not None
    corners = body.faces[face]
    lit = light_on_plain_face(light, body, corners) if light else _light_on(scene, corners)
    return np.asarray(body.colours[face] * lit, np.float32)


def _light_on(scene: InventedScene, corners: FloatArray) -> FloatArray:
    """Light that falls on a face that nothing shades, linear RGB."""
    normal = unit_normal(corners)
    lit = scene.ambient * (0.6 + 0.4 * normal[2])
    for lamp in scene.lamps:
        lit = lit + lamp.colour * max(0.0, float(normal @ lamp.toward))
    return np.asarray(lit, np.float64)


def _printed(
    rng: np.random.Generator,
    scene: InventedScene,
    light: SceneLight | None,
    body: Body,
    corners: FloatArray,
    quad: FloatArray,
    art: NDArray[np.uint8],
    shape: tuple[int, ...],
) -> Linear:
    """A face with its print, lit; darker toward the table, a little uneven, now and then with a glare.

    quad: where its corners, and the fourth of their parallelogram, are seen, (4, 2) px: what is nearer is larger.
    """
    size = art.shape[0]
    ends = (1 + print_corners() * (1, -1)) * size / 2 - 0.5
    near = 1 - 0.45 * np.exp(-corners[:, 2] / 15) * (corners[:, 2].max() - corners[:, 2].min() > 5)
    tone = near * rng.uniform(0.93, 1.07, 3)
    ramp = _ramp(ends, tone, size)
    lit = light_on_face(light, body, corners, size) if light else _light_on(scene, corners)
    paper = to_linear(art) * (ramp[..., None] * lit).astype(np.float32)
    open_ = np.minimum(lit / _flat_light(scene), 1) if light else 1.0  # in a shade nothing gleams
    if rng.random() < scene.glare:
        paper = paper + open_ * _glare(rng, size)
    if scene.sheen:
        veil = _shine(scene, corners, unit_normal(corners)) * scene.sheen
        paper = paper + open_ * np.dstack([_ramp(ends, veil[:, k], size) for k in range(3)]).astype(np.float32)
    to_patch = cv2.getPerspectiveTransform(_with_fourth(ends).astype(np.float32), quad.astype(np.float32))
    size_wh = shape[1], shape[0]
    seen = cv2.warpPerspective(paper, to_patch, size_wh, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32)


def _with_fourth(corners: FloatArray) -> FloatArray:
    """The first three corners, and the fourth of their parallelogram, opposite the first."""
    return np.asarray(np.vstack([corners[:3], corners[1] + corners[2] - corners[0]]), np.float64)


def _ramp(ends: FloatArray, tone: FloatArray, size: int) -> FloatArray:
    plane = np.linalg.solve(np.column_stack([ends, np.ones(3)]), tone)
    rows, columns = np.mgrid[:size, :size]
    return np.asarray(plane[0] * columns + plane[1] * rows + plane[2], np.float64)


def _glare(rng: np.random.Generator, size: int) -> Linear:
    rows, columns = np.mgrid[:size, :size] / size
    centre, wide = rng.uniform(0.2, 0.8, 2), rng.uniform(0.05, 0.3)
    spot = np.exp(-((rows - centre[0]) ** 2 + (columns - centre[1]) ** 2) / wide**2)
    return np.asarray(spot * rng.uniform(0.1, 1.0), np.float32)[..., None]


def _lay_over(
    picture: Linear,
    owner: NDArray[np.int16],
    index: int,
    low: tuple[int, int],
    light: Linear,
    cover: Linear,
    top: NDArray[np.float32],
) -> tuple[tuple[int, int, int, int], NDArray[np.float32]]:
    """Blend a painted body into the picture; its place there, and its top face's cover over that place."""
    height, width = picture.shape[:2]
    x0, y0 = max(low[0], 0), max(low[1], 0)
    x1, y1 = min(low[0] + light.shape[1], width), min(low[1] + light.shape[0], height)
    if x1 <= x0 or y1 <= y0:
        return (0, 0, 0, 0), top[:0]
    cut = (slice(y0 - low[1], y1 - low[1]), slice(x0 - low[0], x1 - low[0]))
    part = picture[y0:y1, x0:x1]
    part[:] = part * (1 - cover[cut]) + light[cut]
    owner[y0:y1, x0:x1][cover[cut][..., 0] > 0.5] = index
    return (x0, y0, x1, y1), top


def _visible(
    owner: NDArray[np.int16], index: int, roi: tuple[int, int, int, int], top: NDArray[np.float32] | None
) -> float:
    if top is None or top.size == 0:
        return 0.0
    x0, y0, x1, y1 = roi
    whole = float((top > 0.5).sum())
    mine = owner[y0:y1, x0:x1] == index
    shown = top if top.shape == mine.shape else top[: mine.shape[0], : mine.shape[1]]
    return float((mine & (shown > 0.5)).sum()) / max(1.0, whole)
