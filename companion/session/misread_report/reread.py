"""A misread table through today's program: what was read then and now, held against how the dice lay."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.arrays import Image
from companion.vision import PictureRefusedError, Reader, Reading
from companion.vision.evaluation import DieComparison, MisreadTable, compare_with_truth


@dataclass(frozen=True, slots=True, eq=False)
class RereadTable:
    """The dice of a misread table, then and now, in the same order, and what was listed besides.

    pixels: the picture, (rows, columns, 3) BGR; refused: why it is not read any more; empty where it is.
    """

    table: MisreadTable
    pixels: Image
    then: tuple[DieComparison, ...]
    now: tuple[DieComparison, ...]
    more_then: tuple[DieComparison, ...]
    more_now: tuple[DieComparison, ...]
    refused: str = ""

    @property
    def wrong_then(self) -> int:
        """How many dice were read wrongly then, what was no die among them."""
        return _wrong(self.then + self.more_then)

    @property
    def wrong_now(self) -> int:
        """The same by today's program."""
        return _wrong(self.now + self.more_now)


def reread(table: MisreadTable, file: Path, reader: Reader) -> RereadTable:
    """Read the picture again; ``reader`` knows the dice, the camera is the table's own."""
    scene, refused = table.scene(file), ""
    pixels, by = scene.pixels(), reader.over(table.camera)
    try:
        reading = by.read(pixels, file.name)
    except PictureRefusedError as refusal:
        reading, refused = Reading(file.name, (), refusal.camera), str(refusal)
    then = compare_with_truth(scene, Reading(file.name, table.read, reading.camera))
    now = compare_with_truth(scene, reading)
    return RereadTable(table, pixels, then.sightings, now.sightings, then.extra, now.extra, refused)


def _wrong(dice: tuple[DieComparison, ...]) -> int:
    return sum(die.failure is not None for die in dice)
