"""``python -m models.training``: from nothing to the three bundled networks, in one command, on a CPU.

Everything is saved in ``--work`` as it is made; started again, it goes on where it stopped. Seeds are fixed.
``--rehearse`` goes the whole way with few scenes and few steps, to see that every part of it still works; what it
teaches is of no use and is saved with the renders.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import torch
from torch import nn

from companion.opencv import cv2
from models.training import classifier, detector, refiner
from models.training.batches import load, load_faces
from models.training.export import export
from models.training.figures import MeasuredFigures
from models.training.harvest import harvest
from models.training.learn import LossFunction, best_device, train
from models.training.lights import load_skies
from models.training.measure import measure_classifier, measure_detector, measure_refiner
from models.training.networks import ClassifierNetwork, DetectorNetwork, RefinerNetwork
from models.training.quantise import quantise_exported, taught_file
from models.training.resuming import resume_exported
from models.training.samples import to_tensor
from models.training.surfaces import load_surfaces

_TRAINED_ON = (
    "tables rendered by models/training: invented dice, lamps, surfaces and clutter; no photograph of a real table"
)


@dataclass(frozen=True, slots=True)
class Lesson:
    """How one network is taught: its maker, its mini-batches, how long, and how it is measured.

    losses: of the network, the renders, and whether it was taught before; further: steps and peak rate for one that
    was; on_card: whether it can be taught on a graphics card.
    """

    make: Callable[[], nn.Module]
    losses: Callable[[nn.Module, Path, bool], LossFunction]
    steps: int
    peak: float
    measure: Callable[[nn.Module, Path, Path], MeasuredFigures]
    further: tuple[int, float]
    what: str
    takes: str
    constants: Mapping[str, float]
    on_card: bool = False


def _detector_losses(network: nn.Module, folder: Path, _further: bool) -> LossFunction:
    pictures, dice = load(folder, "window", "window_dice", held_out=False)
    windows = detector.Windows(pictures, dice, size=8)
    return lambda generator: detector.loss(network, *windows.draw(generator))


def _refiner_losses(network: nn.Module, folder: Path, _further: bool) -> LossFunction:
    pictures, truth = load(folder, "place", "place_truth", held_out=False)
    squares = refiner.Squares(pictures, truth, size=96)
    return lambda generator: refiner.loss(network, *squares.draw(generator))


def _classifier_losses(network: nn.Module, folder: Path, further: bool) -> LossFunction:
    views = classifier.Views(load_faces(folder, held_out=False), dice=6, device=next(network.parameters()).device)
    before = classifier.as_it_was(network) if further else None
    return lambda generator: classifier.loss(network, views.draw(generator), before)


_PRESENCE = 0.15
_REHEARSED_BATCHES, _REHEARSED_STEPS = 5, 20
_SHOWN_AS = {"finder": "window", "placer": "place", "reader": "face"}
_SAMPLES = 96
LESSONS: dict[str, Lesson] = {
    "finder": Lesson(
        DetectorNetwork, _detector_losses, 5400, 2e-3, partial(measure_detector, presence=_PRESENCE),
        (9000, 7e-4),
        "finds top faces in a map of the table at their height", "map of the table, 25.4 px to an edge, BGR 0..255",
        {"presence": _PRESENCE},
    ),
    "placer": Lesson(
        RefinerNetwork, _refiner_losses, 4100, 2e-3, measure_refiner, (4000, 7e-4),
        "says where exactly a die lies in its square, and if it is one", "96 x 96 px, 46 px to an edge, BGR 0..255",
        {"die": 0.3, "leaning": 0.45, "floor_step_edges": 0.003, "floor_turn_deg": 0.25},
    ),
    "reader": Lesson(
        ClassifierNetwork, _classifier_losses, 1500, 1.5e-3, measure_classifier, (600, 4e-4),
        "gives a top face its fingerprint", "96 x 96 px, circumradius 46 px, a corner up, BGR 0..255",
        {"sharpness": 25.0, "stranger": 1.64}, on_card=True,
    ),
}  # fmt: skip


def main() -> None:
    """Harvest, teach, measure, export."""
    parser = argparse.ArgumentParser(prog="python -m models.training", description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("scratch"), help="where renders and states are saved (10 GB)")
    parser.add_argument("--surfaces", type=Path, help="a folder of pictures of table tops, if there is one")
    parser.add_argument("--skies", type=Path, help="a folder of captured skies (.hdr), if there is one")
    parser.add_argument("--batches", type=int, default=84, help="batches of 30 scenes")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("models"))
    parser.add_argument("--further", type=Path, metavar="MODELS", help="go on from these exported networks")
    parser.add_argument("--rehearse", action="store_true", help="a few minutes instead of hours")
    parser.add_argument("lessons", nargs="*", help=f"networks to teach, of {', '.join(LESSONS)} (left out: all)")
    options = parser.parse_args()
    if options.rehearse:
        options.batches, options.out = _REHEARSED_BATCHES, options.work / "rehearsal"
    renders = options.work / "harvest"
    renders.mkdir(parents=True, exist_ok=True)
    _harvest_all(renders, options.batches, (options.surfaces, options.skies), options.workers)
    for name in options.lessons or LESSONS:
        steps = _REHEARSED_STEPS if options.rehearse else None
        teach(name, renders, options.work, options.out, steps=steps, further=options.further)


def _harvest_all(folder: Path, batches: int, captured: tuple[Path | None, Path | None], workers: int) -> None:
    with ProcessPoolExecutor(workers) as crew:
        for file in crew.map(_harvest, [(folder, batch, *captured) for batch in range(batches)]):
            print(file.name, flush=True)


def _harvest(task: tuple[Path, int, Path | None, Path | None]) -> Path:
    cv2.setNumThreads(1)
    folder, batch, surfaces, skies = task
    return harvest(folder, batch, load_surfaces(surfaces), load_skies(skies))


def teach(
    name: str, renders: Path, work: Path, out: Path, *, steps: int | None = None, further: Path | None = None
) -> None:
    """Train one network, hold it against what it has not seen, and write it with its card.

    steps: instead of the lesson's; further: where the exported networks lie from which it goes on.
    """
    lesson = LESSONS[name]
    torch.manual_seed(5)
    network = lesson.make()
    whole, peak = lesson.further if further else (lesson.steps, lesson.peak)
    if further:
        resume_exported(network, taught_file(name, further), _samples(renders, _SHOWN_AS[name]))
    network.to(best_device() if lesson.on_card else "cpu")
    losses = lesson.losses(network, renders, further is not None)
    train(network, losses, steps=whole if steps is None else steps, peak=peak, state=work / f"{name}.pt").cpu()
    measured = lesson.measure(network, renders, out / "failures" / f"{name}.jpg")
    print(name, measured, flush=True)
    found: dict[str, float] = {key: measured.pop(key) for key in ("sigma_step", "sigma_turn") if key in measured}
    card = {"what": lesson.what, "input": lesson.takes, "trained_on": _TRAINED_ON, "licence": "as the program's"}
    export(network, name, out, card, {**lesson.constants, **found}, measured)
    quantise_exported(name, out, renders)


def _samples(renders: Path, shown: str) -> torch.Tensor:
    """Some of what a network is taught with."""
    (pictures,) = load(renders, shown, held_out=False)
    return to_tensor(pictures[:: max(1, len(pictures) // _SAMPLES)])


if __name__ == "__main__":
    main()
