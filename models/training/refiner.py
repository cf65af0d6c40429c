"""Teaches the refiner: the step to the true pose with an honest expected error, and whether there is a die at all."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from models.training.samples import coarsened, relit, shaded, to_tensor


def loss(network: nn.Module, pictures: Tensor, truth: Tensor) -> Tensor:
    """Laplace likelihood of step and turn where a die lies flat enough; cross entropy on what it is."""
    out = network(pictures)
    die, leaning, visible = truth[:, 3], truth[:, 4], truth[:, 5]
    kind = functional.binary_cross_entropy_with_logits(out[:, 0], die)
    lean = functional.binary_cross_entropy_with_logits(out[:, 1], leaning, weight=die)
    seen = functional.binary_cross_entropy_with_logits(out[:, 2], visible.clamp(0, 1), weight=die)
    placed = die * (1 - leaning) * (visible > 0.3)
    step = _laplace((out[:, 3:5] - truth[:, :2]).abs().sum(1), out[:, 6], 2)
    turn = _laplace((out[:, 5] - truth[:, 2]).abs(), out[:, 7], 1)
    return kind + lean + 0.5 * seen + 0.5 * ((step + turn) * placed).sum() / placed.sum().clamp_min(1)


def _laplace(error: Tensor, log_scale: Tensor, dimensions: int) -> Tensor:
    scale = log_scale.clamp(-4, 4)
    return error * torch.exp(-scale) + dimensions * scale


class Squares:
    """Mini-batches of squares, half of them mirrored; some in half a shade or by a worse camera, all relit."""

    def __init__(self, pictures: NDArray[np.generic], truth: NDArray[np.generic], size: int) -> None:
        self._pictures, self._truth, self._size = pictures, torch.from_numpy(np.asarray(truth, np.float32)), size

    def draw(self, generator: torch.Generator) -> tuple[Tensor, Tensor]:
        """Pictures (n, 3, 96, 96) and truth (n, 6)."""
        pick = torch.randint(len(self._pictures), (self._size,), generator=generator)
        pictures, truth = to_tensor(self._pictures[pick.numpy()]), self._truth[pick].clone()
        if torch.rand((), generator=generator) < 0.5:
            pictures = pictures.flip(-1)
            truth[:, 0], truth[:, 2] = -truth[:, 0], -truth[:, 2]
        return relit(coarsened(shaded(pictures, generator), generator), generator), truth
