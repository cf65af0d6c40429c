"""Invented dice for training: eight faces that share one painting and differ in digits, arrows and dots.

A face picture fills the frame that all art of this project uses: the centre of the triangle at the centre of the
picture, corner 0 straight up, circumradius half the picture's side, colours RGB. What lies outside the triangle
continues the edge band.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image
from companion.geometry import VERTICES, is_face
from companion.opencv import cv2

InkColour = tuple[int, int, int]

FACES: tuple[str, ...] = tuple(
    sorted(a + b + c for a, b, c in itertools.permutations(VERTICES, 3) if a < b and a < c and is_face(a + b + c))
)
assert len(FACES) == 8

_ARROWS: tuple[InkColour, ...] = (
    (235, 190, 20), (205, 30, 30), (30, 140, 60), (120, 190, 230), (30, 50, 150), (110, 40, 140), (20, 20, 20),
)  # fmt: skip
_WORDS = ("CALL", "JUMP", "DODGE", "REPAIR", "HOLD", "COMMAND", "FREEZE", "CONFUSE", "BACKSTAB", "POWER UP")
_FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_COMPLEX,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class InventedDie:
    """Face pictures by a face's vertices (docs/formats, Octahedron), each (size, size, 3) RGB, and the edge length."""

    faces: dict[str, Image]
    edge_mm: float


@dataclass(frozen=True, slots=True)
class _Plan:
    """What all faces of one die have in common; places are fractions of the circumradius in the face's frame."""

    size: int
    painting: Image
    band: InkColour
    band_width: float
    font: int
    number_place: tuple[float, float]
    number_size: float
    plate: str
    ink: InkColour
    paper: InkColour
    shield_place: tuple[float, float]
    shield_size: float
    shield: str
    arrow_size: float
    dot_size: float
    dot_reach: float
    giant: bool


def invent_die(
    rng: np.random.Generator, *, edge_mm: float = 50.8, size: int = 160, bare: InkColour | None = None
) -> InventedDie:
    """A die nobody has ever seen; ``size`` is the side of its face pictures in px; bare: without a band along its
    edges, and painted in tones of this colour."""
    plan = _invent_plan(rng, size, giant=edge_mm > 60)
    if bare is not None:
        plan = replace(plan, band=bare, band_width=0.0, painting=_toned(rng, plan.painting, bare))
    sides = rng.permutation(8) + 1
    vary = rng.random() < 0.3 and bare is None
    start = {face: "".join(np.roll(list(face), int(rng.integers(3)))) for face in FACES}
    return InventedDie(
        {start[f]: _draw_face(rng, plan, int(s), vary=vary) for f, s in zip(FACES, sides, strict=True)}, edge_mm
    )


def faded(die: InventedDie, share: float) -> InventedDie:
    """The same die with so much of the contrast of its prints, as photographs printed on cheap paper have it."""
    mean = np.mean([face.mean(axis=(0, 1)) for face in die.faces.values()], axis=0)
    faces = {name: (mean + share * (face - mean)).round().astype(np.uint8) for name, face in die.faces.items()}
    return replace(die, faces=faces)


def any_colour(rng: np.random.Generator, low: int = 0, high: int = 256) -> InkColour:
    """Any ink, each of its three levels from ``low`` on and below ``high``."""
    r, g, b = (int(v) for v in rng.integers(low, high, 3))
    return r, g, b


def _invent_plan(rng: np.random.Generator, size: int, *, giant: bool) -> _Plan:
    dark = rng.random() < 0.5
    return _Plan(
        size=size,
        painting=_painting(rng, size),
        band=(245, 245, 245) if rng.random() < 0.25 else any_colour(rng),
        band_width=float(rng.choice([0.0, rng.uniform(0.02, 0.14)], p=[0.1, 0.9])),
        font=int(rng.choice(_FONTS)),
        number_place=(0.0, float(rng.uniform(-0.15, 0.15)))
        if rng.random() < 0.7
        else (float(rng.uniform(-0.2, 0.2)), float(rng.uniform(-0.2, 0.2))),
        number_size=float(rng.uniform(0.13, 0.3)) * (0.7 if giant else 1.0),
        plate=str(rng.choice(["circle", "circle", "triangle", "square", "none"])),
        ink=any_colour(rng, 0, 70) if dark else any_colour(rng, 190),
        paper=any_colour(rng, 190) if dark else any_colour(rng, 0, 70),
        shield_place=(float(rng.uniform(-0.15, 0.15)), float(rng.choice([-0.33, 0.38]) + rng.uniform(-0.04, 0.04))),
        shield_size=float(rng.uniform(0.1, 0.2)),
        shield=str(rng.choice(["shield", "square", "none"], p=[0.6, 0.3, 0.1])),
        arrow_size=float(rng.uniform(0.2, 0.42)) * (0.8 if giant else 1.0),
        dot_size=float(rng.uniform(0.03, 0.06)),
        dot_reach=float(rng.uniform(0.35, 0.6)),
        giant=giant,
    )


def _noise(rng: np.random.Generator, size: int, cells: int) -> NDArray[np.float32]:
    coarse = rng.random((cells + 1, cells + 1, 3), np.float32)
    return np.asarray(cv2.resize(coarse, (size, size), interpolation=cv2.INTER_CUBIC), np.float32)


def _painting(rng: np.random.Generator, size: int) -> Image:
    """Soft clouds of two colours, and on many dice blobs and stripes over them; all faces of a die share it."""
    first, second = (np.array(any_colour(rng), np.float32) for _ in range(2))
    mix = sum(
        _noise(rng, size, int(c))[..., :1] * w for c, w in zip(rng.integers(2, 20, 3), (0.6, 0.3, 0.2), strict=True)
    )
    mix = np.clip((mix - 0.25) * float(rng.uniform(0.3, 2.0)), 0, 1)
    picture = first * (1 - mix) + second * mix + (_noise(rng, size, 40) - 0.5) * float(rng.uniform(0, 60))
    canvas = np.ascontiguousarray(np.clip(picture, 0, 255).astype(np.uint8))
    for _ in range(int(rng.choice([0, 0, int(rng.integers(3, 40))]))):
        _blob(rng, canvas)
    return canvas


def _toned(rng: np.random.Generator, painting: Image, colour: InkColour) -> Image:
    """A painting drawn toward one colour: what is left of its own is a quarter, or less."""
    own = float(rng.uniform(0.12, 0.28))
    tone = np.array(colour) * rng.uniform(0.85, 1.15)
    return np.asarray(np.clip(own * painting + (1 - own) * tone, 0, 255), np.uint8)


def _blob(rng: np.random.Generator, canvas: Image) -> None:
    size = canvas.shape[0]
    centre = rng.uniform(0.05, 0.95, 2) * size
    corners = int(rng.integers(3, 9))
    angles = np.sort(rng.uniform(0, 2 * np.pi, corners))
    radii = rng.uniform(0.4, 1, corners) * size * rng.uniform(0.02, 0.11)
    outline = centre + radii[:, None] * np.column_stack([np.cos(angles), np.sin(angles)])
    colour = (245, 245, 245) if rng.random() < 0.25 else any_colour(rng)
    cv2.fillPoly(canvas, [np.round(outline * 16).astype(np.int32)], colour, cv2.LINE_AA, shift=4)


def _px(plan: _Plan, x: float, y: float) -> tuple[float, float]:
    """Picture coordinates of a place given as fractions of the circumradius, y up."""
    return plan.size / 2 * (1 + x), plan.size / 2 * (1 - y)


def print_corners() -> NDArray[np.float64]:
    """Where the corners of a face lie in its print, (3, 2), from its middle to the right and up, in circumradii."""
    return np.stack([_corner(corner) for corner in range(3)])


def _corner(corner: int) -> NDArray[np.float64]:
    angle = np.radians(90 + 120 * corner)
    return np.array([np.cos(angles := angle), np.sin(angles)])


def _draw_face(rng: np.random.Generator, plan: _Plan, side: int, *, vary: bool) -> Image:
    canvas = plan.painting.copy()
    if vary:
        canvas = np.clip(canvas.astype(np.float32) * rng.uniform(0.7, 1.25, 3), 0, 255).astype(np.uint8)
    corners = range(3)
    arrows = [k for k in corners if rng.random() < (0.9 if plan.giant else 0.5)]
    shape, colour, attack = int(rng.integers(3)), _ARROWS[int(rng.integers(len(_ARROWS)))], int(rng.integers(1, 17))
    for k in arrows:
        if plan.giant:
            shape, colour, attack = (
                int(rng.integers(3)),
                _ARROWS[int(rng.integers(len(_ARROWS)))],
                int(rng.integers(1, 17)),
            )
        _arrow(canvas, plan, k, shape, colour, str(attack))
    for k in corners:
        if rng.random() < 0.45:
            _dot(canvas, plan, k, (40, 200, 70), 0.09)
    if side > 1:
        _dot(canvas, plan, int(rng.integers(3)), (220, 40, 40), -0.09)
        _shield(canvas, plan, str(rng.integers(1, 19)), rng)
    if rng.random() < 0.4:
        _text(canvas, plan, str(rng.choice(_WORDS)), (0.0, -0.22), 0.09, plan.ink)
    _number(canvas, plan, str(side))
    _bands(canvas, plan)
    return canvas


def _polygon(canvas: Image, plan: _Plan, places: NDArray[np.float64], colour: InkColour) -> None:
    px = np.array([_px(plan, x, y) for x, y in places])
    cv2.fillPoly(canvas, [np.round(px * 16).astype(np.int32)], colour, cv2.LINE_AA, shift=4)


#: Outlines of the three sight arrows in units of their length, the tip at (0, 0), pointing up: the right half of each.
_HALVES: tuple[list[tuple[float, float]], ...] = (
    [(0.55, -0.9), (0, -0.65)],
    [(0.5, -0.75), (0.12, -0.7), (0.35, -1.1)],
    [(0.5, -0.7), (0.2, -0.7), (0.25, -1.15), (0.5, -1.4), (0, -1.25)],
)


def _whole(half: list[tuple[float, float]]) -> NDArray[np.float64]:
    left = [(-x, y) for x, y in half if x]
    return np.array([(0.0, 0.0), *left, *reversed(half)])


_SHAPES = tuple(_whole(half) for half in _HALVES)


def _arrow(canvas: Image, plan: _Plan, corner: int, shape: int, colour: InkColour, attack: str) -> None:
    up = _corner(corner)
    across = np.array([up[1], -up[0]])
    tip = up * (1 - 2.2 * plan.band_width - 0.04)
    outline = tip + plan.arrow_size * (_SHAPES[shape][:, :1] * across + _SHAPES[shape][:, 1:] * up)
    _polygon(canvas, plan, outline, colour)
    ink = (250, 250, 250) if sum(colour) < 380 else (10, 10, 10)
    _text(
        canvas,
        plan,
        attack,
        tuple(tip - up * plan.arrow_size * 0.55),
        plan.arrow_size * 0.5,
        ink,
        turn_deg=120.0 * corner,
    )


def _dot(canvas: Image, plan: _Plan, corner: int, colour: InkColour, aside: float) -> None:
    up = _corner(corner)
    x, y = up * plan.dot_reach + np.array([up[1], -up[0]]) * aside
    cx, cy = _px(plan, float(x), float(y))
    cv2.circle(
        canvas,
        (round(cx * 16), round(cy * 16)),
        round(plan.dot_size * plan.size / 2 * 16),
        colour,
        -1,
        cv2.LINE_AA,
        shift=4,
    )


_SHIELDS: dict[str, NDArray[np.float64]] = {
    "shield": np.array([[-0.8, 0.9], [0.8, 0.9], [0.8, -0.2], [0, -1], [-0.8, -0.2]]),
    "square": np.array([[-0.9, 0.8], [0.9, 0.8], [0.9, -0.8], [-0.9, -0.8]]),
}


def _shield(canvas: Image, plan: _Plan, block: str, rng: np.random.Generator) -> None:
    place = np.array(plan.shield_place)
    colour: InkColour = (235, 235, 235) if rng.random() < 0.7 else _ARROWS[int(rng.integers(len(_ARROWS)))]
    if plan.shield in _SHIELDS:
        _polygon(canvas, plan, place + _SHIELDS[plan.shield] * plan.shield_size, colour)
    ink = (250, 250, 250) if sum(colour) < 380 else (10, 10, 10)
    _text(canvas, plan, block, plan.shield_place, plan.shield_size * 1.1, ink)


_PLATES: dict[str, Callable[[], NDArray[np.float64]]] = {
    "triangle": lambda: 1.5 * np.array([_corner(k) for k in range(3)]),
    "square": lambda: np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]], float),
}


def _number(canvas: Image, plan: _Plan, side: str) -> None:
    x, y = _px(plan, *plan.number_place)
    if plan.plate == "circle":
        cv2.circle(
            canvas,
            (round(x * 16), round(y * 16)),
            round(plan.number_size * plan.size / 2 * 16),
            plan.paper,
            -1,
            cv2.LINE_AA,
            shift=4,
        )
    elif plan.plate in _PLATES:
        _polygon(canvas, plan, np.array(plan.number_place) + _PLATES[plan.plate]() * plan.number_size, plan.paper)
    _text(canvas, plan, side, plan.number_place, plan.number_size * 1.3, plan.ink)


def _text(
    canvas: Image,
    plan: _Plan,
    words: str,
    place: tuple[float, ...],
    height: float,
    ink: InkColour,
    *,
    turn_deg: float = 0.0,
) -> None:
    """Write centred at a place; ``height`` in circumradii; turned counter-clockwise."""
    pixels = max(4.0, height * plan.size / 2)
    scale = pixels / 22
    thick = max(1, round(pixels / 8))
    (width, tall), base = cv2.getTextSize(words, plan.font, scale, thick)
    stamp = np.zeros((tall + base + 4, width + 4), np.uint8)
    cv2.putText(stamp, words, (2, tall + 2), plan.font, scale, 255, thick, cv2.LINE_AA)
    x, y = _px(plan, place[0], place[1])
    turn = cv2.getRotationMatrix2D((width / 2 + 2, tall / 2 + 2), turn_deg, 1)
    turn[:, 2] += np.array((x - width / 2 - 2, y - tall / 2 - 2))
    cover = cv2.warpAffine(stamp, turn, (plan.size, plan.size), flags=cv2.INTER_LINEAR)[..., None] / 255.0
    canvas[:] = (canvas * (1 - cover) + np.array(ink) * cover).astype(np.uint8)


def _bands(canvas: Image, plan: _Plan) -> None:
    """The team-coloured band along the three edges, continued outside the triangle."""
    rows, columns = np.mgrid[: plan.size, : plan.size]
    x, y = columns / (plan.size / 2) - 1, 1 - rows / (plan.size / 2)
    depth = np.min([0.5 + x * _corner(k)[0] + y * _corner(k)[1] for k in range(3)], axis=0)
    cover = np.clip((plan.band_width - depth) * plan.size / 2 + 0.5, 0, 1)[..., None]
    canvas[:] = (canvas * (1 - cover) + np.array(plan.band) * cover).astype(np.uint8)
