"""Harvested faces as webcams show them, many at once: what ``poor_cameras`` does to pictures, done to small squares.

In a mini-batch one camera enrols and another reads, as at a table: all its first views are seen by the one and all its
second views by the other.
"""

from __future__ import annotations

import math
from typing import Final

import torch
from torch import Tensor
from torch.nn import functional

#: A webcam's pixels, of those of the square along its side: a face at the far end of a table, and one before the lens.
_PIXELS: Final = (0.36, 0.9)
#: JPEG's table for brightness at quality 50 (ITU-T T.81, table K.1), and for colour (K.2), of blocks of 8 x 8.
_BRIGHTNESS: Final = (
    (16, 11, 10, 16, 24, 40, 51, 61), (12, 12, 14, 19, 26, 58, 60, 55), (14, 13, 16, 24, 40, 57, 69, 56),
    (14, 17, 22, 29, 51, 87, 80, 62), (18, 22, 37, 56, 68, 109, 103, 77), (24, 35, 55, 64, 81, 104, 113, 92),
    (49, 64, 78, 87, 103, 121, 120, 101), (72, 92, 95, 98, 112, 100, 103, 99),
)  # fmt: skip
_COLOUR: Final = (
    (17, 18, 24, 47, 99, 99, 99, 99), (18, 21, 26, 66, 99, 99, 99, 99), (24, 26, 56, 99, 99, 99, 99, 99),
    (47, 66, 99, 99, 99, 99, 99, 99), *((99,) * 8,) * 4,
)  # fmt: skip
_BLOCK: Final = 8
#: BGR to brightness, blue and red differences (JFIF).
_TO_YCC: Final = ((0.114, 0.587, 0.299), (0.5, -0.331264, -0.168736), (-0.081312, -0.418688, 0.5))


def seen_by_webcam(pictures: Tensor, generator: torch.Generator) -> Tensor:
    """Pictures (n, 3, side, side), 0 to 255, by one webcam: each in its own light, all with the same coarseness, noise,
    noise reduction, sharpening, tone curve, white balance and JPEG. The generator is of the pictures' device."""
    draw = torch.rand(12, generator=generator, device=pictures.device).tolist()
    side = pictures.shape[-1]
    small = round(side * (_PIXELS[0] + (_PIXELS[1] - _PIXELS[0]) * draw[0]))
    seen = _in_its_light(pictures, generator)
    seen = functional.interpolate(seen, size=small, mode="bilinear", align_corners=False, antialias=True)
    seen = _noisy(seen, shot=0.8 * draw[1] ** 2, read=12 * draw[2] ** 2, generator=generator)
    if draw[3] < 0.7:
        seen = _without_noise(seen, spread=6 + 30 * draw[4])
    if draw[5] < 0.7:
        seen = seen + 2.5 * draw[6] * (seen - _blurred(seen, 0.8 + draw[7]))
    seen = _toned(seen.clamp(0, 255), bend=0.75 + 0.55 * draw[8], veil=40 * max(0.0, draw[9] - 0.5))
    if draw[10] < 0.8:
        seen = packed(seen, quality=55 + 37 * draw[11])
    return functional.interpolate(seen, size=side, mode="bilinear", align_corners=False).clamp(0, 255)


def _in_its_light(pictures: Tensor, generator: torch.Generator) -> Tensor:
    """In a lamp of one colour, each picture more or less bright, brighter toward one side, some across a dark band."""
    n, side, device = len(pictures), pictures.shape[-1], pictures.device
    cast = torch.exp(torch.randn(3, 1, 1, generator=generator, device=device) * 0.15)
    level, slope = (torch.randn(2, n, 1, 1, 1, generator=generator, device=device) * 0.25).unbind()
    angle, phase, band = torch.rand(3, n, 1, 1, 1, generator=generator, device=device).unbind()
    line = torch.linspace(-1, 1, side, device=device)
    across = line * torch.cos(2 * math.pi * angle) + line[:, None] * torch.sin(2 * math.pi * angle)
    bands = 0.15 * (band < 0.2) * torch.cos(math.pi * line[:, None] + 2 * math.pi * phase)
    return pictures * cast * torch.exp(level + slope * across) * (1 - bands)


def _noisy(pictures: Tensor, *, shot: float, read: float, generator: torch.Generator) -> Tensor:
    """With noise whose variance grows with the light."""
    spread = (pictures.clamp_min(0) * shot + read**2).sqrt()
    return pictures + spread * torch.randn(pictures.shape, generator=generator, device=pictures.device)


def _without_noise(pictures: Tensor, *, spread: float) -> Tensor:
    """Smoothed where neighbours differ by less than ``spread`` or so in brightness: noise, and fine strokes with it
    (a bilateral filter, Tomasi and Manduchi 1998)."""
    rows, columns = pictures.shape[-2:]
    wide = functional.pad(pictures, (2, 2, 2, 2), mode="replicate")
    total, weights = torch.zeros_like(pictures), torch.zeros_like(pictures[:, :1])
    for down in range(5):
        for right in range(5):
            moved = wide[..., down : down + rows, right : right + columns]
            apart = (moved - pictures).mean(1, keepdim=True)
            near = math.exp(-((down - 2) ** 2 + (right - 2) ** 2) / 4.5)
            weight = near * torch.exp(-((apart / spread) ** 2) / 2)
            total, weights = total + weight * moved, weights + weight
    return total / weights


def _blurred(pictures: Tensor, radius_px: float) -> Tensor:
    reach = 4
    line = torch.exp(-((torch.arange(-reach, reach + 1, device=pictures.device) / radius_px) ** 2) / 2)
    kernel = (line / line.sum()).expand(3, 1, -1)
    wide = functional.pad(pictures, (reach,) * 4, mode="replicate")
    across = functional.conv2d(wide, kernel[:, :, None], groups=3)
    return functional.conv2d(across, kernel[..., None], groups=3)


def _toned(pictures: Tensor, *, bend: float, veil: float) -> Tensor:
    """By a tone curve, under a veil of stray light (levels)."""
    return veil + (1 - veil / 255) * 255 * (pictures / 255) ** bend


def packed(pictures: Tensor, *, quality: float) -> Tensor:
    """As JPEG of that quality, 50 to 100, leaves them; colours are packed half as fine."""
    rows, columns = pictures.shape[-2:]
    whole = 2 * _BLOCK
    wide = functional.pad(pictures, (0, -columns % whole, 0, -rows % whole), mode="replicate")
    to_ycc = torch.tensor(_TO_YCC, device=pictures.device)
    ycc = torch.einsum("oc,nchw->nohw", to_ycc, wide)
    share = (200 - 2 * quality) / 100
    bright = _rounded(ycc[:, :1] - 128, _BRIGHTNESS, share) + 128
    colours = _rounded(functional.avg_pool2d(ycc[:, 1:], 2), _COLOUR, share)
    full = functional.interpolate(colours, scale_factor=2, mode="bilinear", align_corners=False)
    back = torch.einsum("oc,nchw->nohw", torch.linalg.inv(to_ycc), torch.cat([bright, full], 1))
    return back[..., :rows, :columns].clamp(0, 255)


def _rounded(planes: Tensor, table: tuple[tuple[int, ...], ...], share: float) -> Tensor:
    """Planes (n, c, rows, columns) after their blocks' cosine transforms were rounded to the table's steps."""
    n, c, rows, columns = planes.shape
    steps = (torch.tensor(table, device=planes.device) * share).round().clamp_min(1)
    cosines = _cosines(planes.device)
    blocks = planes.reshape(n, c, rows // _BLOCK, _BLOCK, columns // _BLOCK, _BLOCK).transpose(3, 4)
    waves = (cosines @ blocks @ cosines.T / steps).round() * steps
    return (cosines.T @ waves @ cosines).transpose(3, 4).reshape(n, c, rows, columns)


def _cosines(device: torch.device) -> Tensor:
    """The orthonormal cosine transform of a block's side, (8, 8)."""
    k = torch.arange(_BLOCK, device=device)[:, None]
    waves = torch.cos(math.pi * (torch.arange(_BLOCK, device=device) + 0.5) * k / _BLOCK)
    return waves * torch.where(k == 0, math.sqrt(1 / _BLOCK), math.sqrt(2 / _BLOCK))
