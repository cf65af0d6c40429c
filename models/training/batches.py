"""Harvested batches, split into those to learn from and those held out; needs no torch."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.training.harvest import HELD_OUT


def load(folder: Path, *names: str, held_out: bool) -> list[NDArray[np.generic]]:
    """The named arrays of all batches of one side of the split, joined."""
    parts = []
    for file in _files(folder, held_out=held_out):
        with np.load(file) as batch:
            parts.append([batch[name] for name in names])
    return [np.concatenate(column) for column in zip(*parts, strict=True)]


@dataclass(frozen=True, slots=True, eq=False)
class HarvestedFaces:
    """Face pictures (n, rows, columns, 3), the same faces by another, poorer camera, and for each its die and its face,
    (n, 2), dice numbered through all batches."""

    pictures: NDArray[np.uint8]
    elsewhere: NDArray[np.uint8]
    labels: NDArray[np.int64]


def load_faces(folder: Path, *, held_out: bool) -> HarvestedFaces:
    """The faces of all batches of one side of the split; ValueError where one was harvested by an older recipe."""
    pictures, elsewhere, labels = [], [], []
    for file in _files(folder, held_out=held_out):
        with np.load(file) as batch:
            if "other_face" not in batch:
                raise ValueError(f"{file} was harvested when faces were seen by one camera only: delete it")
            pictures.append(batch["face"])
            elsewhere.append(batch["other_face"])
            labels.append(batch["face_label"].astype(np.int64) + np.array([100 * int(file.stem[-3:]), 0]))
    return HarvestedFaces(np.concatenate(pictures), np.concatenate(elsewhere), np.concatenate(labels))


def _files(folder: Path, *, held_out: bool) -> list[Path]:
    return [f for f in sorted(folder.glob("batch-???.npz")) if (int(f.stem[-3:]) % HELD_OUT == 0) is held_out]
