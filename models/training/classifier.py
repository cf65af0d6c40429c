"""Teaches the reader: two views of a face are near, its other turns and the die's other faces far (InfoNCE).

All eight faces of a die go into one mini-batch, so that the painting they share tells nothing.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from models.training.samples import coarsened, relit, to_tensor

SCALE = 24.0


def loss(network: nn.Module, first: Tensor, second: Tensor) -> Tensor:
    """Each face of the first view has to find itself, rightly turned, among all of the second; and back."""
    n = len(first)
    turned = torch.cat([second, _turned(second, 120.0), _turned(second, 240.0)])
    prints = network(torch.cat([first, turned]))
    near = prints[:n] @ prints[n:].T * SCALE
    own = torch.arange(n)
    return functional.cross_entropy(near, own) + 0.5 * functional.cross_entropy(near[:, :n].T, own)


def _turned(pictures: Tensor, degrees: Tensor | float) -> Tensor:
    """Pictures turned counter-clockwise about their centre."""
    angle = torch.deg2rad(torch.as_tensor(degrees).float().expand(len(pictures)))
    cosine, sine, zero = torch.cos(angle), torch.sin(angle), torch.zeros(len(pictures))
    turn = torch.stack([torch.stack([cosine, -sine, zero], -1), torch.stack([sine, cosine, zero], -1)], 1)
    grid = functional.affine_grid(turn, list(pictures.shape), align_corners=False)
    return functional.grid_sample(pictures, grid, padding_mode="border", align_corners=False)


class Views:
    """Mini-batches of two views each of faces of a few dice, shaken a little, relit."""

    def __init__(self, pictures: NDArray[np.generic], labels: NDArray[np.generic], dice: int) -> None:
        self._pictures, self._count = pictures, dice
        views: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        for place, (die, face) in enumerate(np.asarray(labels).tolist()):
            views[die][face].append(place)
        self._dice = [[places for places in faces.values() if len(places) > 1] for faces in views.values()]

    def draw(self, generator: torch.Generator) -> tuple[Tensor, Tensor]:
        """First and second views, both (n, 3, 96, 96), about eight to a die."""
        dice = torch.randperm(len(self._dice), generator=generator)[: self._count].tolist()
        pairs = [self._pair(places, generator) for die in dice for places in self._dice[die]]
        first, second = (to_tensor(self._pictures[list(side)]) for side in zip(*pairs, strict=True))
        return self._shaken(first, generator), self._shaken(second, generator)

    def _pair(self, places: list[int], generator: torch.Generator) -> tuple[int, int]:
        a, b = torch.randperm(len(places), generator=generator)[:2].tolist()
        return places[a], places[b]

    def _shaken(self, pictures: Tensor, generator: torch.Generator) -> Tensor:
        turned = _turned(pictures, 1.0 * torch.randn(len(pictures), generator=generator))
        return relit(coarsened(turned, generator), generator)
