"""Holds the networks against the batches that were held out of training; the figures go into their cards.

Shares are given with their 95 % intervals (Wilson 1927), ``_low`` and ``_high``. What failed worst is saved as a
contact sheet. ``python -m models.training.measure`` does it again for the bundled networks.
"""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from companion.atomic_write import write_atomic
from companion.codec.reader import load_network
from companion.geometry import Pose
from companion.vision.evaluation import Proportion
from companion.vision.gallery import REFINER_EDGE_PX, REFINER_SIZE_PX
from companion.vision.models import Network
from models.training.batches import load, load_faces
from models.training.classifier import turned_pictures
from models.training.detector import STRIDE
from models.training.figures import MeasuredFigures, measured_text, shares
from models.training.hard_tables import Trait
from models.training.samples import to_tensor
from models.training.sheets import MOST, Cell, marked, square_around, write_sheet

_CHUNK = 64
#: A peak of the detector this near a die (px of the map) stands for it.
_NEAR_PX = 6.0
_SHOWN_PX = 72
#: Which tables a share is of: all, those with any trait, those with this one.
_KINDS: dict[str, Trait | None] = {
    "found": None, "found_hard": ~Trait(0), "found_loud": Trait.LOUD, "found_steep": Trait.STEEP,
    "found_glossy": Trait.GLOSSY, "found_crowded": Trait.CROWDED, "found_shaded": Trait.SHADED,
    "found_in_rows": Trait.IN_ROWS,
}  # fmt: skip


def _run(network: nn.Module, pictures: NDArray[np.generic]) -> Tensor:
    with torch.no_grad():
        return torch.cat([network(to_tensor(pictures[i : i + _CHUNK])) for i in range(0, len(pictures), _CHUNK)])


# the detector ---------------------------------------------------------------------------------------------------------


def measure_detector(
    network: nn.Module, folder: Path, sheet: Path | None = None, *, presence: float
) -> MeasuredFigures:
    """Share of the dice (half visible, well inside the window) with a peak near them, and false peaks a window.

    Given of all tables, and of the hard ones by themselves, whose prints and lamps no network was taught.
    """
    pictures, dice, traits = load(folder, "window", "window_dice", "window_traits", held_out=True)
    out = _run(network, pictures)
    heat = out[:, 0].sigmoid()
    peaks = (heat >= nn.functional.max_pool2d(heat[:, None], 3, 1, 1)[:, 0]) & (heat > presence)
    false = 0
    reported: dict[str, list[bool]] = {name: [] for name in _KINDS}
    missed: list[Cell] = []
    for window in range(len(pictures)):
        rows, columns = np.nonzero(peaks[window].numpy())
        step = out[window, 1:3].numpy()[:, rows, columns]
        places = np.column_stack([columns + step[0], rows + step[1]]) * STRIDE + (STRIDE - 1) / 2
        real = np.asarray(dice[window], float)
        real = real[real[:, 0] > -100]
        near = np.array([[math.dist(p, r[:2]) < _NEAR_PX for r in real] for p in places])
        near = near.reshape(len(places), len(real))
        found_at = np.asarray(near.any(0))
        inside = ((real[:, :2] > 12) & (real[:, :2] < pictures.shape[1] - 12)).all(1) & (real[:, 4] > 0.5)
        for name, kind in _KINDS.items():
            reported[name] += found_at[inside].tolist() if kind is None or int(traits[window]) & kind else []
        false += int((~near.any(1)).sum())
        missed += [_missed(pictures[window], die) for die in real[inside & ~found_at]]
    if sheet:
        write_sheet(sheet, missed)
    found = {name: Proportion(sum(seen), len(seen)) for name, seen in reported.items()}
    return {"dice": len(reported["found"]), **shares(**found), "false_a_window": false / len(pictures)}


def _missed(window: NDArray[np.generic], die: NDArray[np.float64]) -> Cell:
    seen = np.asarray(window, np.uint8)
    return Cell(square_around(seen, die[0], die[1], _SHOWN_PX), f"{die[4]:.0%}{' leaning' if die[3] > 0.5 else ''}")


# the refiner ---------------------------------------------------------------------------------------------------------


def measure_refiner(network: nn.Module, folder: Path, sheet: Path | None = None) -> MeasuredFigures:
    """Errors of one step from guesses near the truth, how true the expected errors are, and how dice are
    distinguished."""
    pictures, truth = load(folder, "place", "place_truth", held_out=True)
    out, real = _run(network, pictures).numpy(), np.asarray(truth, float)
    die, leaning = real[:, 3] > 0.5, real[:, 4] > 0.5
    flat = die & ~leaning & (real[:, 5] > 0.85)
    near = flat & (np.hypot(real[:, 0], real[:, 1]) < 2.5) & (abs(real[:, 2]) < 4)
    step = out[near, 3:5] - real[near, :2]
    miss = np.hypot(*step.T)
    turn = out[near, 5] - real[near, 2]
    stated, whole, tilted = out[:, 0] > 0, flat | ~die, out[:, 1] > 0
    if sheet:
        write_sheet(sheet, _worst_squares(pictures, out, real, stated, near))
    return {
        "squares": len(real), "step_median_px": float(np.median(miss)),
        "step_p99_px": float(np.percentile(miss, 99)),
        "turn_median_deg": float(np.median(abs(turn))), "turn_p99_deg": float(np.percentile(abs(turn), 99)),
        **shares(
            die_or_not_right=Proportion.holding((stated == die)[whole]), leaning_right=Proportion.holding((tilted ==
            leaning)[die]), leaning_called=Proportion.holding(tilted[die & leaning]),
            flat_called_leaning=Proportion.holding(tilted[flat]),
        ),
        "sigma_step": float(np.percentile(miss / np.exp(out[near, 6]), 95) / 2.45),
        "sigma_turn": float(np.percentile(abs(turn) / np.exp(out[near, 7]), 95) / 1.96),
    }  # fmt: skip


def _worst_squares(
    pictures: NDArray[np.generic],
    out: NDArray[np.float32],
    real: NDArray[np.float64],
    stated: NDArray[np.bool_],
    near: NDArray[np.bool_],
) -> list[Cell]:
    """Half: what was taken for a die or for none, surest first. Half: dice placed worst, as they were placed."""
    die = real[:, 3] > 0.5
    wrong = np.flatnonzero((stated != die) & (~die | near))
    wrong = wrong[np.argsort(-abs(out[wrong, 0]))][: MOST // 2]
    cells = [Cell(np.asarray(pictures[k], np.uint8), "taken for a die" if stated[k] else "not seen") for k in wrong]
    miss = np.where(near, np.hypot(*(out[:, 3:5] - real[:, :2]).T), -1)
    return cells + [_placed(pictures[k], out[k], miss[k]) for k in np.argsort(-miss)[: MOST // 2]]


def _placed(picture: NDArray[np.generic], out: NDArray[np.float32], miss_px: float) -> Cell:
    """The square with the triangle that the network sees in it; up is where the guess's corner points."""
    pose = Pose(float(out[3]), float(out[4]), 90 + float(out[5]), REFINER_EDGE_PX)
    corners = pose.top_corners_mm() * (1, -1) + (REFINER_SIZE_PX - 1) / 2
    return Cell(marked(np.asarray(picture, np.uint8), corners), f"off {miss_px:.1f} px")


# the reader ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class _Asked:
    """How faces were read: right: whether; known: likeness to their own enrolled view; stranger: to the likest face of
    another die; rival: to whatever else is likest; taken_for: the place of the enrolled face that is likest."""

    right: NDArray[np.bool_]
    known: NDArray[np.float64]
    stranger: NDArray[np.float64]
    rival: NDArray[np.float64]
    taken_for: NDArray[np.int64]


def measure_classifier(network: nn.Module, folder: Path, sheet: Path | None = None) -> MeasuredFigures:
    """One view of each face enrolled, all others read among all held-out dice; strangers are read without their die.

    ``elsewhere``: the same views are read as a poor webcam in worse light shows them.
    """
    faces = load_faces(folder, held_out=True)
    names = faces.labels[:, 0] * 8 + faces.labels[:, 1]
    _, first = np.unique(names, return_index=True)
    shown = to_tensor(faces.pictures[first])
    with torch.no_grad():
        kept = torch.stack([network(turned_pictures(shown, 120.0 * k)) for k in range(3)], 1)
    others = np.setdiff1d(np.arange(len(names)), first)
    here, elsewhere = (
        _asked(_run(network, pictures[others]), kept, names[first], names[others])
        for pictures in (faces.pictures, faces.elsewhere)
    )
    if sheet:
        margin = here.known - here.rival
        write_sheet(sheet, _confused(faces.pictures, others, first[here.taken_for], margin, here.right))
    return {
        "faces": len(first), "read": len(others),
        **shares(right=Proportion.holding(here.right), right_elsewhere=Proportion.holding(elsewhere.right)),
        "own_p1": float(np.percentile(here.known, 1)), "own_p5": float(np.percentile(here.known, 5)),
        "own_median": float(np.median(here.known)),
        "stranger_median": float(np.median(here.stranger)), "stranger_p99": float(np.percentile(here.stranger, 99)),
        "margin_p1": float(np.percentile(here.known - here.rival, 1)),
        "margin_median": float(np.median(here.known - here.rival)),
        "own_median_elsewhere": float(np.median(elsewhere.known)),
        "stranger_median_elsewhere": float(np.median(elsewhere.stranger)),
        "margin_median_elsewhere": float(np.median(elsewhere.known - elsewhere.rival)),
    }  # fmt: skip


def _asked(prints: Tensor, kept: Tensor, enrolled: NDArray[np.int64], asked: NDArray[np.int64]) -> _Asked:
    """Faces (q) by their embeddings among enrolled ones (g, 3, width); names: eight to a die."""
    similarity = torch.einsum("qd,gkd->qgk", prints, kept).numpy()
    own = enrolled[None] == asked[:, None]
    kin = (enrolled // 8)[None] == (asked // 8)[:, None]
    best = similarity.reshape(len(asked), -1).argmax(1)
    return _Asked(
        right=own[np.arange(len(asked)), best // 3] & (best % 3 == 0),
        known=np.where(own, similarity[..., 0], -1).max(1),
        stranger=np.where(kin, -1, similarity.max(2)).max(1),
        rival=np.where(own, similarity[..., 1:].max(2), similarity.max(2)).max(1),
        taken_for=best // 3,
    )


def _confused(
    pictures: NDArray[np.uint8],
    others: NDArray[np.int64],
    taken_for: NDArray[np.int64],
    margin: NDArray[np.float64],
    right: NDArray[np.bool_],
) -> list[Cell]:
    """Faces read wrongly, each followed by the enrolled one that it was taken for; farthest off first."""
    wrong = np.flatnonzero(~right)
    worst = wrong[np.argsort(margin[wrong])][: MOST // 2]
    pairs = [(Cell(pictures[others[k]], "this"), Cell(pictures[taken_for[k]], "taken for")) for k in worst]
    return [cell for pair in pairs for cell in pair]


# the bundled networks, again ----------------------------------------------------------------------------------------


class _Bundled(nn.Module):
    """A bundled network, asked like the one that it was made from."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self._session = network.session

    def forward(self, pictures: Tensor) -> Tensor:
        return torch.from_numpy(np.asarray(self._session.run(None, {"pictures": pictures.numpy()})[0], np.float32))


def main() -> None:
    """Measure the bundled networks and put the figures into their cards."""
    parser = argparse.ArgumentParser(prog="python -m models.training.measure", description=__doc__)
    parser.add_argument("--renders", type=Path, default=Path("scratch/harvest"), help="the batches")
    parser.add_argument("--models", type=Path, default=Path("models"))
    options = parser.parse_args()
    networks = {name: load_network(name, options.models) for name in ("finder", "placer", "reader")}
    measures: dict[str, Callable[[nn.Module, Path, Path], MeasuredFigures]] = {
        "finder": partial(measure_detector, presence=networks["finder"].constants["presence"]),
        "placer": measure_refiner,
        "reader": measure_classifier,
    }
    for name, network in networks.items():
        figures = measures[name](_Bundled(network), options.renders, options.models / "failures" / f"{name}.jpg")
        _put(options.models / f"{name}.toml", {k: v for k, v in figures.items() if k not in network.constants})
        print(name, figures, flush=True)


def _put(card: Path, figures: Mapping[str, float]) -> None:
    text = re.sub(r"\[measured\]\n[^\[]*", f"{measured_text(figures)}\n", card.read_text(encoding="utf-8"))
    write_atomic(card, f"{text.rstrip()}\n".encode())


if __name__ == "__main__":
    main()
