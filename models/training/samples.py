"""Harvested pictures as tensors, and as other cameras and lamps would show them."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional


def to_tensor(pictures: NDArray[np.generic]) -> Tensor:
    """(n, rows, columns, 3) bytes to (n, 3, rows, columns) floats."""
    return torch.from_numpy(np.ascontiguousarray(pictures)).permute(0, 3, 1, 2).float()


def relit(pictures: Tensor, generator: torch.Generator) -> Tensor:
    """The same pictures in other light: gain for each colour, contrast, noise."""
    n, device = len(pictures), pictures.device
    level = torch.randn(n, 1, 1, 1, generator=generator, device=device)
    gain = torch.exp(0.25 * level + 0.08 * torch.randn(n, 3, 1, 1, generator=generator, device=device))
    bend = torch.exp(0.15 * torch.randn(n, 1, 1, 1, generator=generator, device=device))
    noise = torch.randn(pictures.shape, generator=generator, device=device)
    noise = noise * (4 * torch.rand(n, 1, 1, 1, generator=generator, device=device))
    return ((pictures.clamp_min(0) / 255) ** bend * 255 * gain + noise).clamp(0, 255)


def coarsened(pictures: Tensor, generator: torch.Generator) -> Tensor:
    """Three mini-batches in five as a coarser camera sees them, some of these sharpened again; one picture in ten with
    a lamp's glare on it."""
    side, draw = pictures.shape[-1], torch.rand(5, generator=generator, device=pictures.device).tolist()
    if draw[0] < 0.6:
        small = round(side * (0.5 + 0.4 * draw[1]))
        coarse = functional.interpolate(pictures, size=small, mode="area")
        if draw[2] < 0.5:
            coarse = coarse + 1.5 * draw[3] * (coarse - functional.avg_pool2d(coarse, 3, 1, 1, count_include_pad=False))
        pictures = functional.interpolate(coarse, size=side, mode="bilinear", align_corners=False)
    return pictures + _glares(len(pictures), side, generator)


def _glares(count: int, side: int, generator: torch.Generator) -> Tensor:
    """White spots, (count, 1, side, side), nine in ten of no strength."""
    device = generator.device
    x, y, wide, strong, there = torch.rand(5, count, 1, 1, 1, generator=generator, device=device)
    line = torch.linspace(0, 1, side, device=device)
    away = (line - 0.2 - 0.6 * x) ** 2 + (line[:, None] - 0.2 - 0.6 * y) ** 2
    return (there < 0.1) * 255 * strong * torch.exp(-away / (0.08 + 0.2 * wide) ** 2)


def shaded(pictures: Tensor, generator: torch.Generator) -> Tensor:
    """One picture in three with a shade across it, whose rim is straight, hard or soft: half a face in the sun."""
    n, side = len(pictures), pictures.shape[-1]
    angle, off, soft, depth, there = torch.rand(5, n, 1, 1, 1, generator=generator)
    line = torch.linspace(-1, 1, side)
    across = line * torch.cos(2 * torch.pi * angle) + line[:, None] * torch.sin(2 * torch.pi * angle)
    lit = torch.sigmoid((across - (off - 0.5)) / (0.01 + 0.1 * soft**2))
    tint = 0.05 * torch.randn(n, 3, 1, 1, generator=generator)
    kept = (0.25 + 0.6 * depth) * torch.exp(tint)
    return torch.where(there < 1 / 3, pictures * (kept + (1 - kept) * lit), pictures)
