"""A yardstick: a nano detector of the usual kind at 640 px, with weights drawn by lot.

About 3.2 million weights and 8.7 billion operations for a picture, the shape in which such detectors come: cross-stage
blocks down to a thirty-second, pooled context, a pyramid down and up again, and on each of three levels a branch for
boxes and one for 80 classes. It knows nothing; it only says how long a network of that size takes here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from companion.cli._onnx import Graph
from companion.opencv import cv2
from companion.vision import open_session

if TYPE_CHECKING:
    from companion.onnx_runtime import onnxruntime

SIZE_PX: Final = 640
_SEED: Final = 640
#: Numbers to each side of a box, and classes: what the two branches of a level end in.
_BOX, _CLASSES = 4 * 16, 80


@dataclass(slots=True)
class Map:
    """A feature map in the making: its name in the graph and its channels."""

    name: str
    channels: int


@dataclass(slots=True)
class _Builder:
    graph: Graph = field(default_factory=Graph)
    lot: np.random.Generator = field(default_factory=lambda: np.random.default_rng(_SEED))
    weights: int = 0

    def plain(self, seen: Map, channels: int, side: int = 3, stride: int = 1) -> Map:
        """A convolution alone."""
        shape = (channels, seen.channels, side, side)
        scale = math.sqrt(2 / (seen.channels * side * side))  # keeps numbers of a size: tiny ones would be slow
        weight = self.graph.tensor(self.lot.normal(0, scale, shape).astype(np.float32))
        bias = self.graph.tensor(np.zeros(channels, np.float32))
        self.weights += math.prod(shape) + channels
        pads = [side // 2] * 4
        (name,) = self.graph.step(
            "Conv", [seen.name, weight, bias], kernel_shape=[side, side], strides=[stride, stride], pads=pads
        )
        return Map(name, channels)

    def conv(self, seen: Map, channels: int, side: int = 3, stride: int = 1) -> Map:
        """A convolution and x * sigmoid(x) (normalisation is folded into the weights, as in every exported network)."""
        out = self.plain(seen, channels, side, stride)
        (gate,) = self.graph.step("Sigmoid", [out.name])
        return Map(self.graph.step("Mul", [out.name, gate])[0], channels)

    def joined(self, *maps: Map) -> Map:
        """Maps of one size, channel upon channel."""
        (name,) = self.graph.step("Concat", [m.name for m in maps], axis=1)
        return Map(name, sum(m.channels for m in maps))

    def block(self, seen: Map, channels: int, depth: int = 1, *, short_cut: bool = True) -> Map:
        """A cross-stage block: one half goes through ``depth`` pairs of convolutions, and every step of it is kept."""
        wide = self.conv(seen, channels, 1)
        halves = self.graph.step("Split", [wide.name], outputs=2, axis=1)
        kept = [Map(name, channels // 2) for name in halves]
        for _ in range(depth):
            deeper = self.conv(self.conv(kept[-1], channels // 2), channels // 2)
            if short_cut:
                deeper = Map(self.graph.step("Add", [kept[-1].name, deeper.name])[0], channels // 2)
            kept.append(deeper)
        return self.conv(self.joined(*kept), channels, 1)

    def context(self, seen: Map) -> Map:
        """Three poolings one after the other, side by side with what they saw."""
        maps = [self.conv(seen, seen.channels // 2, 1)]
        for _ in range(3):
            (name,) = self.graph.step("MaxPool", [maps[-1].name], kernel_shape=[5, 5], strides=[1, 1], pads=[2] * 4)
            maps.append(Map(name, maps[0].channels))
        return self.conv(self.joined(*maps), seen.channels, 1)

    def doubled(self, seen: Map) -> Map:
        """Twice as many rows and columns."""
        scales = self.graph.tensor(np.array([1, 1, 2, 2], np.float32))
        (name,) = self.graph.step(
            "Resize",
            [seen.name, "", scales],
            mode="nearest",
            coordinate_transformation_mode="asymmetric",
            nearest_mode="floor",
        )
        return Map(name, seen.channels)

    def answer(self, seen: Map) -> Map:
        """Boxes and classes of one level."""
        boxes = self.plain(self.conv(self.conv(seen, _BOX), _BOX), _BOX, 1)
        classes = self.plain(self.conv(self.conv(seen, _CLASSES), _CLASSES), _CLASSES, 1)
        return self.joined(boxes, classes)


def nano_detector() -> tuple[bytes, int]:
    """The network as an ONNX file's bytes, and how many weights it has."""
    build = _Builder()
    near, middle, far = _backbone(build, Map("pictures", 3))
    middle = build.block(build.joined(build.doubled(far), middle), 128, short_cut=False)
    near = build.block(build.joined(build.doubled(middle), near), 64, short_cut=False)
    lower = build.block(build.joined(build.conv(near, 64, stride=2), middle), 128, short_cut=False)
    lowest = build.block(build.joined(build.conv(lower, 128, stride=2), far), 256, short_cut=False)
    answers = [build.answer(level) for level in (near, lower, lowest)]
    sides = [SIZE_PX // stride for stride in (8, 16, 32)]
    told = {a.name: (1, _BOX + _CLASSES, side, side) for a, side in zip(answers, sides, strict=True)}
    return build.graph.model({"pictures": (1, 3, SIZE_PX, SIZE_PX)}, told), build.weights


def _backbone(build: _Builder, picture: Map) -> tuple[Map, Map, Map]:
    """Maps at an eighth, a sixteenth and a thirty-second of the picture's size."""
    seen = build.block(build.conv(build.conv(picture, 16, stride=2), 32, stride=2), 32)
    near = build.block(build.conv(seen, 64, stride=2), 64, 2)
    middle = build.block(build.conv(near, 128, stride=2), 128, 2)
    return near, middle, build.context(build.block(build.conv(middle, 256, stride=2), 256))


class NanoDetector:
    """The yardstick, ready to run within the program's own budget of threads."""

    def __init__(self) -> None:
        packed, self.weights = nano_detector()
        self._session: onnxruntime.InferenceSession = open_session(packed, "the nano detector")

    def run(self, picture: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        """Shrink a picture (rows, columns, 3) to 640 px and run the network on it; its answers are worth nothing.

        One for each level, (1, 144, side, side) with sides of 80, 40 and 20.
        """
        return list(self._session.run(None, {"pictures": _letterboxed(picture)}))


def _letterboxed(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The picture at 640 px along its longer side on a grey square, (1, 3, 640, 640), 0..1."""
    scale = SIZE_PX / max(picture.shape[:2])
    wide, tall = (max(1, round(n * scale)) for n in picture.shape[1::-1])
    square = np.full((SIZE_PX, SIZE_PX, 3), 114, np.uint8)
    square[:tall, :wide] = cv2.resize(picture, (wide, tall), interpolation=cv2.INTER_LINEAR)
    return np.ascontiguousarray(square.transpose(2, 0, 1)[None], np.float32) / np.float32(255)
