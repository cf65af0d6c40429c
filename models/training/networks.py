"""The three networks, small enough for a laptop without a graphics card.

All take pictures as (n, 3, rows, columns) BGR in 0..255 and hold their own scaling, so that whoever runs them only
stacks crops. What each output means is said in the class; the program reads it from ``companion/vision``.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional


def _scaled(pictures: Tensor) -> Tensor:
    return (pictures - 127.5) / 64.0


class _Conv(nn.Sequential):
    def __init__(self, inward: int, outward: int, *, stride: int = 1) -> None:
        super().__init__(
            nn.Conv2d(inward, outward, 3, stride, 1, bias=False), nn.BatchNorm2d(outward), nn.ReLU(inplace=True)
        )


class _Residual(nn.Module):
    """Two 3x3 convolutions round a short cut (He et al. 2016)."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _Conv(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(x + self.second(self.first(x)))


class _Separable(nn.Module):
    """A wide depthwise and a pointwise convolution round a short cut: reach for little arithmetic."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(width, width, 5, 1, 2, groups=width, bias=False), nn.BatchNorm2d(width), nn.ReLU(inplace=True),
            nn.Conv2d(width, width, 1, bias=False), nn.BatchNorm2d(width),
        )  # fmt: skip

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(x + self.body(x))


class DetectorNetwork(nn.Module):
    """Where top faces lie in a map of the table, a quarter of the map's size, after CenterNet (Zhou et al. 2019).

    Channels: presence (logit), offset of the centre from the cell's centre (column, row; cells), cosine and sine of
    three times the heading, leaning (logit).
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(_Conv(3, 16, stride=2), _Conv(16, 32, stride=2), _Separable(32))
        self.deep = nn.Sequential(_Conv(32, 64, stride=2), *(_Separable(64) for _ in range(5)))
        self.back = nn.Conv2d(64, 32, 1)
        self.head = nn.Sequential(_Separable(32), _Conv(32, 32), nn.Conv2d(32, 6, 1))
        nn.init.constant_(self.head[-1].bias[:1], -4.0)

    def forward(self, pictures: Tensor) -> Tensor:
        near = self.stem(_scaled(pictures))
        wide = functional.interpolate(self.back(self.deep(near)), scale_factor=2.0, mode="nearest")
        out: Tensor = self.head(near + wide)
        return out


class RefinerNetwork(nn.Module):
    """The exact place of a die in its square, and whether it is one.

    Outputs: die, leaning, visible (logits); step to the true centre (right, up; px) and turn to the true heading
    (degrees, counter-clockwise) from what the square supposes; log of the expected error of a step (px) and of the
    turn (degrees).
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _Conv(3, 16, stride=2), _Conv(16, 32, stride=2), _Residual(32), _Conv(32, 64, stride=2), _Residual(64),
            _Conv(64, 96, stride=2), _Residual(96), nn.Conv2d(96, 48, 1), nn.ReLU(inplace=True), nn.Flatten(),
        )  # fmt: skip
        self.head = nn.Sequential(nn.Linear(48 * 36, 128), nn.ReLU(inplace=True), nn.Linear(128, 8))

    def forward(self, pictures: Tensor) -> Tensor:
        out: Tensor = self.head(self.body(_scaled(pictures)))
        return out * out.new_tensor([1, 1, 1, 2, 2, 5, 1, 1])


class ClassifierNetwork(nn.Module):
    """A embedding of a top face: 128 numbers of length 1, near for the same face and turn, far for any other."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _Conv(3, 24, stride=2), _Conv(24, 32, stride=2), _Residual(32), _Conv(32, 64, stride=2), _Residual(64),
            _Conv(64, 128, stride=2), _Residual(128), nn.Conv2d(128, 32, 1), nn.Flatten(),
        )  # fmt: skip
        self.head = nn.Linear(32 * 36, 128)
        self.register_buffer("inside", _triangle(96, 46.0))

    def forward(self, pictures: Tensor) -> Tensor:
        inside: Tensor = self.inside
        level = (pictures * inside).sum((1, 2, 3), keepdim=True) / (3 * inside.sum())
        even = ((pictures / level.clamp_min(8.0) - 1.0) * inside) * 1.5
        return functional.normalize(self.head(self.body(even)))


def _triangle(size: int, radius: float) -> Tensor:
    """1 inside the face, 0 outside: what lies round a face says nothing of it. Shape (1, 1, size, size)."""
    y, x = torch.meshgrid(torch.arange(size), torch.arange(size), indexing="ij")
    x, y = x - (size - 1) / 2, (size - 1) / 2 - y
    angles = torch.deg2rad(torch.tensor([90.0, 210.0, 330.0]))
    depth = torch.stack([radius / 2 + x * torch.cos(a) + y * torch.sin(a) for a in angles]).amin(0)
    return (depth > 0).float()[None, None]
