"""``python -m models.training.averaging``: the mean of a network and of the same network taught further.

What is taught further on hard tables reads these better and easy ones worse; half way between both the network keeps
most of what it gained and loses little (Wortsman et al. 2022, *Robust fine-tuning of zero-shot models*).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import numpy_helper

from models.training.binding import bind_card
from models.training.quantise import SHOWN, quantise, taught_file
from models.training.selftest import refresh


def average(file: Path, further: Path, share: float, out: Path) -> None:
    """Write the network of ``file`` with each weight moved this share of the way to that of ``further``; ValueError
    where they are not of one make."""
    mean, other = onnx.load(file), onnx.load(further)
    kept, moved = _weights(mean), _weights(other)
    if [one.dims for one in kept] != [one.dims for one in moved]:
        raise ValueError(f"{file} and {further} are not of one make")
    for tensor, toward in zip(kept, moved, strict=True):
        here, there = numpy_helper.to_array(tensor), numpy_helper.to_array(toward)
        tensor.CopyFrom(numpy_helper.from_array(_between(here, there, share), tensor.name))
    onnx.save(mean, out)


def _weights(network: onnx.ModelProto) -> list[onnx.TensorProto]:
    """The tensors of a network in the order in which they are computed with: their names differ by export."""
    by_name = {tensor.name: tensor for tensor in network.graph.initializer}
    used = dict.fromkeys(name for node in network.graph.node for name in node.input)
    return [by_name[name] for name in used if name in by_name]


def _between(here: NDArray[np.generic], there: NDArray[np.generic], share: float) -> NDArray[np.generic]:
    """Weights between two; what is no weight, as the shape of an array, as it is."""
    if here.dtype.kind != "f":
        return here
    return np.asarray((1 - share) * here.astype(float) + share * there.astype(float), here.dtype)


def main() -> None:
    """Move the bundled networks toward those that were taught further from them."""
    parser = argparse.ArgumentParser(prog="python -m models.training.averaging", description=__doc__)
    parser.add_argument("names", nargs="+", help="networks")
    parser.add_argument("--further", type=Path, required=True, help="where those lie that were taught further")
    parser.add_argument("--share", type=float, default=0.5)
    parser.add_argument("--renders", type=Path, default=Path("scratch/harvest"), help="the batches")
    parser.add_argument("--models", type=Path, default=Path("models"))
    options = parser.parse_args()
    for name in options.names:
        file = taught_file(name, options.models)
        average(file, taught_file(name, options.further), options.share, file)
        if name in SHOWN:
            quantise(name, options.models, options.renders)
        else:
            bind_card(name, options.models)
            refresh(name, options.models)


if __name__ == "__main__":
    main()
