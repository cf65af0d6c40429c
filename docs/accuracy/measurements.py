"""What is measured on one rig, held against the truth.

Every picture is read as it is, and once more with the noise of another exposure, for repeatability; every second one is
read by a program that was not shown three of the dice, for strangers.
"""

from __future__ import annotations

import math
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from companion.arrays import Image
from companion.camera import Camera, read_picture
from companion.codec.reader import load_networks
from companion.codec.rig import read_rig
from companion.geometry import turn_between_deg
from companion.opencv import cv2
from companion.vision import DieReading, DieState, PictureRefusedError, Reader, Reading
from companion.vision.evaluation import (
    DieComparison,
    ErrorSample,
    Figures,
    PictureComparison,
    Proportion,
    RigScene,
    compare_with_truth,
    evaluate,
    figures,
    prepare_reader,
)

STRANGERS: Final = 3
#: The second exposure: noise as a webcam has it in the evening (standard deviation, of 255), a lamp that is so much
#: dimmer, and the packing of the stream (JPEG's quality).
NOISE, DIMMER, PACKING = 5.0, 0.92, 80
#: Two readings of one picture are of one die where they are nearer than this.
_SAME_MM: Final = 5.0


@dataclass(frozen=True, slots=True)
class RigMeasurement:
    """All that was measured on one rig. repeats: for each die that both exposures named alike, how far its centre and
    heading moved between them along one axis (mm, degrees)."""

    name: str
    kind: str
    camera: Camera
    size_wh: tuple[int, int]
    folder: Path
    seen: tuple[PictureComparison, ...]
    repeats: tuple[tuple[float, float], ...]
    strangers: Proportion
    ms: tuple[float, ...]


def measure_rig(folder: Path, kind: str) -> RigMeasurement:
    """Calibrate, enrol and read a rig. Raises OperationError or InputError where it is none."""
    rig, networks = read_rig(folder), load_networks()
    reader = prepare_reader(rig, networks).reader
    read = [_read_twice(reader, scene, number) for number, scene in enumerate(rig.scenes)]
    without = evaluate(replace(rig, scenes=rig.scenes[::2]), networks, leave_out=STRANGERS)
    return RigMeasurement(
        rig.name,
        kind,
        reader.camera,
        reader.camera.lens.size_wh,
        folder,
        tuple(picture for picture, _, _ in read),
        tuple(moved for _, moves, _ in read for moved in moves),
        without.figures.out_of_gallery,
        tuple(ms for _, _, ms in read[1:]),
    )


def _read_twice(
    reader: Reader, scene: RigScene, number: int
) -> tuple[PictureComparison, list[tuple[float, float]], float]:
    """A picture against its truth, what moved in a second exposure, and what the first reading took of the processor,
    ms: others may be at work on the machine."""
    pixels, began_s = read_picture(scene.picture).pixels, time.process_time()
    first = _reading(reader, pixels, scene.picture.name)
    took_ms = 1000 * (time.process_time() - began_s)
    compared = compare_with_truth(scene, first)
    again = _reading(reader, _another_exposure(pixels, number), scene.picture.name)
    right = [one.seen for one in compared.sightings if one.seen is not None and one.read]
    return compared, [moved for die in right for moved in _moved(die, again.dice)], took_ms


def _reading(reader: Reader, pixels: Image, image: str) -> Reading:
    """What is read; a refused picture shows no dice."""
    try:
        return reader.read(pixels, image)
    except PictureRefusedError as refusal:
        return Reading(image, (), refusal.camera)


def _another_exposure(pixels: Image, seed: int) -> Image:
    noise = np.random.default_rng(seed).normal(0, NOISE, pixels.shape)
    seen = np.asarray(np.clip(DIMMER * pixels + noise, 0, 255).round(), np.uint8)
    packed = cv2.imencode(".jpg", seen, (cv2.IMWRITE_JPEG_QUALITY, PACKING))[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def _moved(first: DieReading, dice: Iterable[DieReading]) -> Iterator[tuple[float, float]]:
    for second in dice:
        apart = np.subtract(first.pose.centre_mm, second.pose.centre_mm)
        if second.name == first.name and np.hypot(*apart) < _SAME_MM:
            turned = turn_between_deg(first.pose.heading_deg, second.pose.heading_deg)
            yield float(np.hypot(*apart)) / math.sqrt(2), turned


@dataclass(frozen=True, slots=True)
class KindFigures:
    """The figures of all rigs of one kind."""

    kind: str
    rigs: tuple[RigMeasurement, ...]

    @property
    def figures(self) -> Figures:
        """Of all their pictures together."""
        return figures([one for rig in self.rigs for one in rig.seen])

    @property
    def answered(self) -> Proportion:
        """Of the dice that had to be read: those that were named, rightly or not."""
        return Proportion.holding(one.seen is not None and one.seen.name is not None for one in self._required)

    @property
    def right(self) -> Proportion:
        """Of those that were named: die, side and turn all right."""
        named = [one for one in self._required if one.seen is not None and one.seen.name is not None]
        return Proportion.holding(one.read for one in named)

    @property
    def _required(self) -> list[DieComparison]:
        return [one for rig in self.rigs for picture in rig.seen for one in picture.sightings if one.required]

    @property
    def repeats_mm(self) -> float | None:
        """Standard deviation of one reading along one axis, from two exposures."""
        return _deviation([mm for rig in self.rigs for mm, _ in rig.repeats])

    @property
    def repeats_deg(self) -> float | None:
        """The same of headings."""
        return _deviation([deg for rig in self.rigs for _, deg in rig.repeats])

    @property
    def strangers(self) -> Proportion:
        """Of dice that were never enrolled: those that were named all the same."""
        return Proportion(sum(rig.strangers.good for rig in self.rigs), sum(rig.strangers.of for rig in self.rigs))

    @property
    def median_ms(self) -> float:
        """Of a picture."""
        return float(np.median([ms for rig in self.rigs for ms in rig.ms]))

    @property
    def picture_sizes(self) -> tuple[tuple[int, int], ...]:
        """The sizes of their pictures, the smallest first."""
        return tuple(sorted({rig.size_wh for rig in self.rigs}))


def _deviation(moves: Sequence[float]) -> float | None:
    """Of one of two readings, from the differences between them."""
    return math.sqrt(float(np.mean(np.square(moves))) / 2) if moves else None


def by_kind(rigs: Sequence[RigMeasurement]) -> list[KindFigures]:
    """The kinds in the order of their names, and all together first where there are several."""
    kinds: defaultdict[str, list[RigMeasurement]] = defaultdict(list)
    for rig in rigs:
        kinds[rig.kind].append(rig)
    several = [KindFigures("all", tuple(rigs))] if len(kinds) > 1 else []
    return several + [KindFigures(kind, tuple(some)) for kind, some in sorted(kinds.items())]


@dataclass(frozen=True, slots=True)
class LyingFigures:
    """Dice that lie in one way: how many, how many were found, lying so, and named rightly."""

    state: DieState
    found: Proportion
    lies_right: Proportion
    named_right: Proportion
    centre_mm: ErrorSample


def by_state(rigs: Sequence[RigMeasurement]) -> list[LyingFigures]:
    """Placed dice, those over the rim, and those that were thrown and lean on another; all well seen."""
    dice = [one for rig in rigs for picture in rig.seen for one in picture.sightings if one.truth is not None]
    return [_of_state([one for one in dice if one.truth and one.truth.state is state], state) for state in DieState]


def _of_state(dice: Sequence[DieComparison], state: DieState) -> LyingFigures:
    found = [one for one in dice if one.seen is not None]
    return LyingFigures(
        state,
        Proportion(len(found), len(dice)),
        Proportion.holding(one.seen is not None and one.seen.state is state for one in found),
        Proportion.holding(one.right_face for one in found),
        ErrorSample.of(one.off_mm for one in found if one.read and one.off_mm is not None),
    )
