"""Teaches the detector: a heat map with a peak on every top face (CenterNet's focal loss), and what is known there."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from models.training.samples import relit, to_tensor

STRIDE = 4
_SPREAD_CELLS = 1.0
_SHOWN_PX = 192


def targets(dice: Tensor, cells: int) -> tuple[Tensor, Tensor, Tensor]:
    """Heat (n, cells, cells), values there (n, 5, cells, cells) and their weights, from dice (n, k, 5) in map px."""
    line = torch.arange(cells).float()
    centre = (dice[..., :2] - (STRIDE - 1) / 2) / STRIDE
    dx, dy = centre[..., 0, None] - line, centre[..., 1, None] - line
    near = torch.exp(-(dx**2)[..., None, :] / (2 * _SPREAD_CELLS**2)) * torch.exp(
        -(dy**2)[..., None] / (2 * _SPREAD_CELLS**2)
    )
    near = near * (dice[..., 4] > 0.2).float()[..., None, None]
    heat, which = near.max(dim=1)
    wide = near.shape

    def mine(v: Tensor) -> Tensor:
        return torch.gather(v, 1, which[:, None]).squeeze(1)

    values = torch.stack(
        [
            mine(dx[..., None, :].expand(wide)), mine(dy[..., None].expand(wide)),
            mine(torch.cos(3 * dice[..., 2])[..., None, None].expand(wide)),
            mine(torch.sin(3 * dice[..., 2])[..., None, None].expand(wide)),
            mine(dice[..., 3][..., None, None].expand(wide)),
        ],
        dim=1,
    )  # fmt: skip
    return heat, values, torch.where(heat > 0.3, heat, 0.0)


def loss(network: nn.Module, pictures: Tensor, dice: Tensor) -> Tensor:
    """Focal loss on presence, L1 on offset and heading, cross entropy on leaning."""
    out = network(pictures)
    heat, values, weight = targets(dice, out.shape[-1])
    presence = out[:, 0].sigmoid().clamp(1e-4, 1 - 1e-4)
    peak = heat > 0.8
    focal = -torch.where(
        peak, (1 - presence) ** 2 * presence.log() * heat, (1 - heat) ** 4 * presence**2 * (1 - presence).log()
    ).sum()
    apart = (out[:, 1:5] - values[:, :4]).abs().sum(1)
    lean = functional.binary_cross_entropy_with_logits(out[:, 5], values[:, 4], reduction="none")
    return focal / peak.sum().clamp_min(1) + ((apart + lean) * weight).sum() / weight.sum().clamp_min(1)


class Windows:
    """Mini-batches of parts of windows: mirrored, turned by quarter turns, relit."""

    def __init__(self, pictures: NDArray[np.generic], dice: NDArray[np.generic], size: int) -> None:
        self._pictures, self._dice, self._size = pictures, torch.from_numpy(np.asarray(dice, np.float32)), size

    def draw(self, generator: torch.Generator) -> tuple[Tensor, Tensor]:
        """Pictures (n, 3, s, s) and dice (n, k, 5)."""
        pick = torch.randint(len(self._pictures), (self._size,), generator=generator)
        x, y = (int(v) for v in torch.randint(self._pictures.shape[1] - _SHOWN_PX + 1, (2,), generator=generator))
        part = self._pictures[pick.numpy(), y : y + _SHOWN_PX, x : x + _SHOWN_PX]
        pictures, dice = to_tensor(part), self._dice[pick] - torch.tensor([x, y, 0.0, 0.0, 0.0])
        side = _SHOWN_PX - 1
        if torch.rand((), generator=generator) < 0.5:
            pictures, dice[..., 0], dice[..., 2] = pictures.flip(-1), side - dice[..., 0], torch.pi - dice[..., 2]
        for _ in range(int(torch.randint(4, (), generator=generator))):
            pictures = pictures.rot90(1, (-2, -1))
            dice[..., 0], dice[..., 1], dice[..., 2] = (
                dice[..., 1].clone(),
                side - dice[..., 0],
                dice[..., 2] + torch.pi / 2,
            )
        return relit(pictures, generator), dice
