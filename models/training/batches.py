"""Harvested batches, split into those to learn from and those held out; needs no torch."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.training.harvest import HELD_OUT


def load(folder: Path, *names: str, held_out: bool) -> list[NDArray[np.generic]]:
    """The named arrays of all batches of one side of the split, joined."""
    files = [f for f in sorted(folder.glob("batch-???.npz")) if (int(f.stem[-3:]) % HELD_OUT == 0) is held_out]
    parts = []
    for file in files:
        with np.load(file) as batch:
            parts.append([batch[name] for name in names])
    return [np.concatenate(column) for column in zip(*parts, strict=True)]


def load_faces(folder: Path, *, held_out: bool) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Face pictures, and for each its die and its face, dice numbered through all batches, shape (n, 2)."""
    pictures, labels = [], []
    files = [f for f in sorted(folder.glob("batch-???.npz")) if (int(f.stem[-3:]) % HELD_OUT == 0) is held_out]
    for file in files:
        with np.load(file) as batch:
            pictures.append(batch["face"])
            labels.append(batch["face_label"].astype(np.int64) + np.array([100 * int(file.stem[-3:]), 0]))
    return np.concatenate(pictures), np.concatenate(labels)
