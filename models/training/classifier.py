"""Teaches the reader: two views of a face are near, its other turns and the die's other faces far (InfoNCE).

All eight faces of a die go into one mini-batch, so that the painting they share tells nothing. In most mini-batches the
two views are by two cameras, the second a webcam, as where dice are enrolled in one place and read in another.
"""

from __future__ import annotations

import copy
from collections import defaultdict
from dataclasses import dataclass
from typing import Final

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from models.training.batches import HarvestedFaces
from models.training.samples import coarsened, relit
from models.training.webcams import seen_by_webcam

SCALE: Final = 24.0
#: How much it counts that a network which is taught further answers to good views as it did before.
_KEPT_WEIGHT: Final = 2.0
#: So many mini-batches in ten have second views by a webcam: rendered as one sees them, or made so, or both.
_BY_TWO_CAMERAS: Final = 0.6
_RENDERED_SO: Final = 0.5
_MADE_SO: Final = 0.6
#: Of first views so many mini-batches are by a webcam too.
_ENROLLED_BY_WEBCAM: Final = 0.15


@dataclass(frozen=True, slots=True, eq=False)
class ViewPairs:
    """Two views of each of some faces, (n, 3, 96, 96); plain: the first as it was harvested."""

    plain: Tensor
    first: Tensor
    second: Tensor


def loss(network: nn.Module, views: ViewPairs, before: nn.Module | None = None) -> Tensor:
    """Each face of the first view has to find itself, rightly turned, among all of the second; and back.

    before: the network that is taught further, as it was: what it said to plain views stays nearly so, for thresholds
    and the one score were set on that.
    """
    n, device = len(views.first), views.first.device
    turned = torch.cat([views.second, turned_pictures(views.second, 120.0), turned_pictures(views.second, 240.0)])
    prints = network(torch.cat([views.first, turned]))
    near = prints[:n] @ prints[n:].T * SCALE
    own = torch.arange(n, device=device)
    found = functional.cross_entropy(near, own) + 0.5 * functional.cross_entropy(near[:, :n].T, own)
    if before is None:
        return found
    with torch.no_grad():
        kept = before(views.plain)
    return found + _KEPT_WEIGHT * (1 - (prints[:n] * kept).sum(1)).mean()


def as_it_was(network: nn.Module) -> nn.Module:
    """A copy that is taught no further."""
    return copy.deepcopy(network).eval().requires_grad_(requires_grad=False)


def turned_pictures(pictures: Tensor, degrees: Tensor | float) -> Tensor:
    """Pictures turned counter-clockwise about their centre."""
    device = pictures.device
    angle = torch.deg2rad(torch.as_tensor(degrees, device=device).float().expand(len(pictures)))
    cosine, sine, zero = torch.cos(angle), torch.sin(angle), torch.zeros(len(pictures), device=device)
    turn = torch.stack([torch.stack([cosine, -sine, zero], -1), torch.stack([sine, cosine, zero], -1)], 1)
    grid = functional.affine_grid(turn, list(pictures.shape), align_corners=False)
    return functional.grid_sample(pictures, grid, padding_mode="border", align_corners=False)


class Views:
    """Mini-batches of two views each of faces of a few dice, shaken a little, by other cameras, relit."""

    def __init__(self, faces: HarvestedFaces, dice: int, device: torch.device) -> None:
        self._good, self._poor = (torch.from_numpy(p).to(device) for p in (faces.pictures, faces.elsewhere))
        self._count, self._device = dice, device
        views: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        for place, (die, face) in enumerate(faces.labels.tolist()):
            views[die][face].append(place)
        several = [[places for places in of_die.values() if len(places) > 1] for of_die in views.values()]
        self._dice = [of_die for of_die in several if of_die]

    def draw(self, generator: torch.Generator) -> ViewPairs:
        """Views of all faces of some dice, about eight to a die."""
        rng = np.random.default_rng(int(torch.randint(2**31, (), generator=generator, device=self._device)))
        dice = rng.permutation(len(self._dice))[: self._count].tolist()
        pairs = np.array([rng.permutation(places)[:2] for die in dice for places in self._dice[die]])
        two_cameras, rendered_so, made_so = rng.random(3) < (_BY_TWO_CAMERAS, _RENDERED_SO, _MADE_SO)
        second = self._poor if two_cameras and rendered_so else self._good
        seen = _picked(self._good, pairs[:, 0]), _picked(second, pairs[:, 1])
        by_webcam = rng.random() < _ENROLLED_BY_WEBCAM, two_cameras and (made_so or not rendered_so)
        first, other = (
            self._shaken(pictures, generator, by_webcam=bool(so)) for pictures, so in zip(seen, by_webcam, strict=True)
        )
        return ViewPairs(seen[0], first, other)

    def _shaken(self, pictures: Tensor, generator: torch.Generator, *, by_webcam: bool) -> Tensor:
        turned = turned_pictures(pictures, torch.randn(len(pictures), generator=generator, device=self._device))
        if by_webcam:
            return seen_by_webcam(turned, generator)
        return relit(coarsened(turned, generator), generator)


def _picked(pictures: Tensor, places: np.typing.NDArray[np.int64]) -> Tensor:
    """Some of the pictures (n, rows, columns, 3), bytes, as (n, 3, rows, columns), floats."""
    return pictures[torch.from_numpy(places).to(pictures.device)].permute(0, 3, 1, 2).float()
