"""Holds the networks against the batches that were held out of training; the figures go into their cards."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from models.training.finder import STRIDE
from models.training.reader import _turned
from models.training.samples import load, load_faces, to_tensor

Figures = dict[str, float]
_CHUNK = 64


def wilson(good: int, of: int) -> tuple[float, float]:
    """95 % interval of a share (Wilson 1927)."""
    if not of:
        return 0.0, 1.0
    z, p = 1.96, good / of
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of))
    return middle - half, middle + half


def _run(network: nn.Module, pictures: NDArray[np.generic]) -> Tensor:
    with torch.no_grad():
        return torch.cat([network(to_tensor(pictures[i : i + _CHUNK])) for i in range(0, len(pictures), _CHUNK)])


def measure_finder(network: nn.Module, folder: Path, *, presence: float) -> Figures:
    """Share of the dice (half visible, well inside the window) with a peak near them, and false peaks a window."""
    pictures, dice = load(folder, "window", "window_dice", held_out=True)
    out = _run(network, pictures)
    heat = out[:, 0].sigmoid()
    peaks = (heat >= nn.functional.max_pool2d(heat[:, None], 3, 1, 1)[:, 0]) & (heat > presence)
    found = wanted = false = 0
    for window in range(len(pictures)):
        rows, columns = np.nonzero(peaks[window].numpy())
        step = out[window, 1:3].numpy()[:, rows, columns]
        places = np.column_stack([columns + step[0], rows + step[1]]) * STRIDE + (STRIDE - 1) / 2
        real = np.asarray(dice[window], float)
        real = real[real[:, 0] > -100]
        near = np.array([[math.dist(p, r[:2]) < 6 for r in real] for p in places]).reshape(len(places), len(real))
        inside = ((real[:, :2] > 12) & (real[:, :2] < pictures.shape[1] - 12)).all(1) & (real[:, 4] > 0.5)
        found, wanted = found + int(near.any(0)[inside].sum()), wanted + int(inside.sum())
        false += int((~near.any(1)).sum())
    low, high = wilson(found, wanted)
    return {
        "dice": wanted,
        "found": found / wanted,
        "found_low": low,
        "found_high": high,
        "false_a_window": false / len(pictures),
    }


def measure_placer(network: nn.Module, folder: Path) -> Figures:
    """Errors of one step from guesses near the truth, how true the expected errors are, and how dice are told apart."""
    pictures, truth = load(folder, "place", "place_truth", held_out=True)
    out, real = _run(network, pictures).numpy(), np.asarray(truth, float)
    die, leaning = real[:, 3] > 0.5, real[:, 4] > 0.5
    flat = die & ~leaning & (real[:, 5] > 0.85)
    near = flat & (np.hypot(real[:, 0], real[:, 1]) < 2.5) & (abs(real[:, 2]) < 4)
    step = out[near, 3:5] - real[near, :2]
    miss = np.hypot(*step.T)
    turn = out[near, 5] - real[near, 2]
    said, whole = out[:, 0] > 0, flat | ~die
    return {
        "squares": len(real), "step_median_px": float(np.median(miss)),
        "step_p99_px": float(np.percentile(miss, 99)),
        "turn_median_deg": float(np.median(abs(turn))), "turn_p99_deg": float(np.percentile(abs(turn), 99)),
        "die_or_not_right": float((said == die)[whole].mean()),
        "leaning_right": float(((out[:, 1] > 0) == leaning)[die].mean()),
        "sigma_step": float(np.percentile(miss / np.exp(out[near, 6]), 95) / 2.45),
        "sigma_turn": float(np.percentile(abs(turn) / np.exp(out[near, 7]), 95) / 1.96),
    }  # fmt: skip


def measure_reader(network: nn.Module, folder: Path) -> Figures:
    """One view of each face enrolled, all others read among all held-out dice; strangers are read without their die."""
    pictures, labels = load_faces(folder, held_out=True)
    names = labels[:, 0] * 8 + labels[:, 1]
    _, first = np.unique(names, return_index=True)
    shown = to_tensor(pictures[first])
    with torch.no_grad():
        kept = torch.stack([network(_turned(shown, 120.0 * k)) for k in range(3)], 1)
    others = np.setdiff1d(np.arange(len(names)), first)
    likeness = torch.einsum("qd,gkd->qgk", _run(network, pictures[others]), kept).numpy()
    own = names[first][None] == names[others][:, None]
    kin = (names[first] // 8)[None] == (names[others] // 8)[:, None]
    best = likeness.reshape(len(others), -1).argmax(1)
    right = own[np.arange(len(others)), best // 3] & (best % 3 == 0)
    known = np.where(own, likeness[..., 0], -1).max(1)
    stranger = np.where(kin, -1, likeness.max(2)).max(1)
    rival = np.where(own, likeness[..., 1:].max(2), likeness.max(2)).max(1)
    low, high = wilson(int(right.sum()), len(others))
    return {
        "faces": len(first), "read": len(others), "right": float(right.mean()), "right_low": low, "right_high": high,
        "own_p1": float(np.percentile(known, 1)), "own_p5": float(np.percentile(known, 5)),
        "own_median": float(np.median(known)),
        "stranger_median": float(np.median(stranger)), "stranger_p99": float(np.percentile(stranger, 99)),
        "margin_p1": float(np.percentile(known - rival, 1)), "margin_median": float(np.median(known - rival)),
    }  # fmt: skip
