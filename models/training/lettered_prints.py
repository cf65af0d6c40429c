"""Table tops with outlined, lettered things about as large as dice: stickers, playing cards, road signs, posters.

As in ``surfaces``: linear, (n, n, 3). Shown on rigs of the group tuning only.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.opencv import cv2
from models.training.surfaces import SURFACE_PX, Linear, clouds, to_linear

_Page = NDArray[np.uint8]
_Ink = tuple[int, int, int]
_BLACK, _WHITE = (22, 22, 24), (246, 244, 238)
_FONTS = (cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_SIMPLEX)
_SIGN_CORNERS = (3, 3, 4, 8, 24)  # of road signs; most are triangles, as faces of dice are
_SUITS = "cdhs"


def stickers(rng: np.random.Generator) -> Linear:
    """A case full of stickers: die-cut shapes with a pale rim, a dark outline and some letters, one over another."""
    page = _plain_page(rng)
    for x, y in rng.uniform(0, SURFACE_PX, (int(rng.integers(170, 260)), 2)):
        reach = float(rng.uniform(13, 34))
        outline = _blob(rng, x, y, reach)
        _fill(page, _grown(outline, 1.16), _WHITE)
        _fill(page, outline, _strong_ink(rng), rim=_BLACK if rng.random() < 0.7 else None)
        _letter(page, rng, x, y, reach)
    return _as_cloth(rng, page)


def playing_cards(rng: np.random.Generator) -> Linear:
    """A cloth printed with cards strewn all over it: white, with a dark rim, pips and a picture."""
    page = _plain_page(rng)
    for x, y in rng.uniform(0, SURFACE_PX, (int(rng.integers(90, 150)), 2)):
        half = rng.uniform(15, 24) * np.array([1.0, 1.5])
        turn = _turn(float(rng.uniform(0, 360)))
        card = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half @ turn + (x, y)
        _fill(page, card, _WHITE, rim=_BLACK)
        ink: _Ink = (190, 24, 34) if rng.random() < 0.5 else _BLACK
        if rng.random() < 0.5:
            _fill(page, np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half * 0.6 @ turn + (x, y), _strong_ink(rng))
            _fill(page, _blob(rng, x, y, float(half[0]) * 0.5), _strong_ink(rng), rim=_BLACK)
        else:
            for at in rng.uniform(-0.7, 0.7, (int(rng.integers(2, 9)), 2)) * half @ turn + (x, y):
                _fill(page, _pip(at, float(half[0]) * 0.24, str(rng.choice(list(_SUITS)))), ink)
    return _as_cloth(rng, page)


def road_signs(rng: np.random.Generator) -> Linear:
    """A cloth printed with road signs: triangles, diamonds, octagons and discs with thick rims and a mark."""
    page = _plain_page(rng)
    step = float(rng.uniform(40, 60))
    for row in np.arange(0, SURFACE_PX + step, step):
        for column in np.arange(0, SURFACE_PX + step, step):
            x, y = np.array([column, row]) + rng.normal(0, step * 0.12, 2)
            reach, corners = step * float(rng.uniform(0.36, 0.54)), int(rng.choice(_SIGN_CORNERS))
            outline = _regular(x, y, reach, corners, 90 if rng.random() < 0.6 else float(rng.uniform(0, 360)))
            _fill(page, outline, _strong_ink(rng), rim=_BLACK)
            _fill(page, _grown(outline, 0.7), _WHITE if rng.random() < 0.7 else _strong_ink(rng), rim=_BLACK)
            _letter(page, rng, x, y, reach * 0.5)
    return _as_cloth(rng, page)


def posters(rng: np.random.Generator) -> Linear:
    """Bills pasted over one another: a title, a pointed badge with a price, a face of flat colours, lines of type."""
    page = _plain_page(rng)
    for x, y in rng.integers(-30, SURFACE_PX, (int(rng.integers(45, 80)), 2)).tolist():
        wide, high = (int(v) for v in rng.integers(60, 150, 2))
        corners = np.array([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]])
        _fill(page, corners, _strong_ink(rng) if rng.random() < 0.6 else _WHITE, rim=_BLACK)
        cv2.putText(page, _word(rng, int(rng.integers(3, 7))), (x + 5, y + 20), _font(rng), 0.65, _strong_ink(rng), 2,
                    cv2.LINE_AA)  # fmt: skip
        for row in range(y + high // 2, y + high - 4, 6):
            cv2.line(page, (x + 5, row), (x + wide - 5 - int(rng.integers(0, 20)), row), (70, 70, 74), 1, cv2.LINE_AA)
        across, down = (float(v) for v in rng.uniform(0.3, 0.8, 2) * (wide, high) + (x, y))
        reach = float(rng.uniform(14, 30))
        badge = _star(rng, across, down, reach) if rng.random() < 0.5 else _blob(rng, across, down, reach)
        _fill(page, badge, _WHITE if rng.random() < 0.4 else _strong_ink(rng), rim=_BLACK)
        _letter(page, rng, across, down, reach * 0.8)
    return _as_cloth(rng, page)


# shapes -------------------------------------------------------------------------------------------------------------


def _blob(rng: np.random.Generator, x: float, y: float, reach: float) -> NDArray[np.float64]:
    """A rounded triangle, a pill, a bean: what has been drawn by hand and cut out."""
    angles = np.linspace(0, 2 * np.pi, 36, endpoint=False)
    lobes, phase = int(rng.choice([2, 3, 3, 4, 5])), rng.uniform(0, 2 * np.pi)
    radii = reach * (0.82 + rng.uniform(0.05, 0.22) * np.cos(lobes * angles + phase))
    return np.column_stack([x + radii * np.cos(angles), y + radii * np.sin(angles)])


def _star(rng: np.random.Generator, x: float, y: float, reach: float) -> NDArray[np.float64]:
    points = int(rng.integers(5, 14))
    radii = reach * np.tile([1.0, float(rng.uniform(0.5, 0.8))], points)
    angles = np.linspace(0, 2 * np.pi, 2 * points, endpoint=False)
    return np.column_stack([x + radii * np.cos(angles), y + radii * np.sin(angles)])


def _regular(x: float, y: float, reach: float, corners: int, first_deg: float) -> NDArray[np.float64]:
    angles = np.radians(first_deg) + 2 * np.pi * np.arange(corners) / corners
    return np.column_stack([x + reach * np.cos(angles), y + reach * np.sin(angles)])


def _pip(at: NDArray[np.float64], reach: float, suit: str) -> NDArray[np.float64]:
    """A club, diamond, heart or spade, about as they are."""
    x, y = (float(v) for v in at)
    if suit == "d":
        return _regular(x, y, reach, 4, 90)
    angles = np.linspace(0, 2 * np.pi, 30, endpoint=False)
    radii = (
        reach
        * {"c": 0.8 + 0.3 * np.cos(3 * angles), "h": 1 - 0.5 * np.sin(angles), "s": 1 + 0.5 * np.sin(angles)}[suit]
    )
    return np.column_stack([at[0] + radii * np.cos(angles), at[1] + radii * np.sin(angles)])


def _grown(outline: NDArray[np.float64], share: float) -> NDArray[np.float64]:
    middle = outline.mean(axis=0)
    return np.asarray(middle + (outline - middle) * share, np.float64)


def _turn(turn_deg: float) -> NDArray[np.float64]:
    angle = np.radians(turn_deg)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


# ink ----------------------------------------------------------------------------------------------------------------


def _plain_page(rng: np.random.Generator) -> _Page:
    page = np.empty((SURFACE_PX, SURFACE_PX, 3), np.uint8)
    page[:] = _strong_ink(rng) if rng.random() < 0.5 else (206, 198, 180)
    return page


def _fill(page: _Page, outline: NDArray[np.float64], ink: _Ink, rim: _Ink | None = None) -> None:
    places = np.round(outline * 16).astype(np.int32)
    cv2.fillPoly(page, [places], ink, cv2.LINE_AA, shift=4)
    if rim is not None:
        cv2.polylines(page, [places], True, rim, 2, cv2.LINE_AA, shift=4)


def _letter(page: _Page, rng: np.random.Generator, x: float, y: float, reach: float) -> None:
    """A word of one to four letters about a middle, as wide as the reach allows."""
    word, font = _word(rng, int(rng.integers(1, 5))), _font(rng)
    (wide, high), _ = cv2.getTextSize(word, font, 1.0, 1)
    scale = min(1.5 * reach / wide, 1.0 * reach / high)
    at = round(x - wide * scale / 2), round(y + high * scale / 2)
    cv2.putText(page, word, at, font, scale, _BLACK if rng.random() < 0.7 else _strong_ink(rng), 1 + int(scale > 0.6),
                cv2.LINE_AA)  # fmt: skip


def _word(rng: np.random.Generator, length: int) -> str:
    return "".join(chr(int(letter)) for letter in rng.choice([*range(65, 91), *range(48, 58)], length))


def _font(rng: np.random.Generator) -> int:
    return _FONTS[int(rng.integers(len(_FONTS)))]


def _strong_ink(rng: np.random.Generator) -> _Ink:
    hsv = np.array([[[int(rng.integers(180)), int(rng.integers(120, 256)), int(rng.integers(90, 250))]]], np.uint8)
    red, green, blue = cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)[0, 0].tolist()
    return red, green, blue


def _as_cloth(rng: np.random.Generator, page: _Page) -> Linear:
    worn = 0.85 + 0.3 * clouds(rng, 5, 5)
    return np.asarray(np.clip(to_linear(page) * worn, 0, 1), np.float32)
