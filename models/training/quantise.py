"""Makes networks of whole numbers of the taught ones: a third of the time, for answers that differ by little.

Refiner and reader look at many small pictures, and most of a reading's arithmetic is theirs. Their convolutions are
computed in eight bits, but for the first, which sees the picture as it is, and the last layers, which tell places, in
single precision as before. The steps of the whole numbers are set on harvested pictures. Weights have seven bits: so no
processor's sums run over, and all compute the same. As it was taught each network stays in ``taught/``: from there it
is taught further.

``python -m models.training.quantise`` makes both again from there.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
import onnx
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static

from companion.codec.reader import load_network
from companion.vision.models import Network, open_session
from models.training.batches import load
from models.training.binding import bind_card
from models.training.selftest import refresh

#: The networks that are quantised, and the harvested pictures by which.
SHOWN: Final = {"placer": "place", "reader": "face"}
#: So many pictures set the steps; with more of them answers come no nearer.
_PICTURES: Final = 300
_CHUNK: Final = 20


def taught_file(name: str, folder: Path) -> Path:
    """Where a network lies as it was taught, in single precision."""
    return folder / "taught" / f"{name}.onnx" if name in SHOWN else folder / f"{name}.onnx"


def quantise_exported(name: str, folder: Path, renders: Path) -> None:
    """Put whole numbers in place of an exported network's, which is saved as it was taught."""
    if name not in SHOWN:
        return
    taught = taught_file(name, folder)
    taught.parent.mkdir(exist_ok=True)
    shutil.copyfile(folder / f"{name}.onnx", taught)
    quantise(name, folder, renders)


def quantise(name: str, folder: Path, renders: Path) -> None:
    """Make a network of whole numbers of the taught one, and bind its card to it."""
    taught = taught_file(name, folder)
    first = next(node.name for node in onnx.load(taught).graph.node if node.op_type == "Conv")
    quantize_static(
        str(taught), str(folder / f"{name}.onnx"), _Pictures(_some(renders, SHOWN[name], held_out=False)),
        quant_format=QuantFormat.QDQ, op_types_to_quantize=["Conv", "Relu", "Add"], nodes_to_exclude=[first],
        activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8, per_channel=True, reduce_range=True,
    )  # fmt: skip
    bind_card(name, folder)
    refresh(name, folder)


class _Pictures(CalibrationDataReader):
    """Pictures (n, rows, columns, 3) as a network takes them, some at a time."""

    def __init__(self, pictures: NDArray[np.uint8]) -> None:
        self._chunks: Iterator[NDArray[np.float32]] = iter(_chunks(pictures))

    def get_next(self) -> dict[str, NDArray[np.float32]] | None:
        chunk = next(self._chunks, None)
        return None if chunk is None else {"pictures": chunk}


def _chunks(pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
    tensor = np.ascontiguousarray(pictures.transpose(0, 3, 1, 2), np.float32)
    return [tensor[at : at + _CHUNK] for at in range(0, len(tensor), _CHUNK)]


def _some(renders: Path, shown: str, *, held_out: bool) -> NDArray[np.uint8]:
    """Harvested pictures from all batches of one side of the split, (n, rows, columns, 3)."""
    (pictures,) = load(renders, shown, held_out=held_out)
    return np.asarray(pictures[:: max(1, len(pictures) // _PICTURES)], np.uint8)


def apart(name: str, folder: Path, renders: Path) -> NDArray[np.float32]:
    """By how much the answers to pictures that were held out differ from the taught network's, (n, outputs)."""
    pictures = _some(renders, SHOWN[name], held_out=True)
    taught = _answers(Network(name, "", {}, open_session(taught_file(name, folder).read_bytes(), name)), pictures)
    return np.asarray(np.abs(_answers(load_network(name, folder), pictures) - taught), np.float32)


def _answers(network: Network, pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
    answers = [network.run(pictures[at : at + _CHUNK]) for at in range(0, len(pictures), _CHUNK)]
    return np.asarray(np.concatenate(answers), np.float32)


def main() -> None:
    """Quantise the bundled networks, and say how far their answers are from those of the taught ones."""
    parser = argparse.ArgumentParser(prog="python -m models.training.quantise", description=__doc__)
    parser.add_argument("names", nargs="*", help="networks (left out: both)")
    parser.add_argument("--renders", type=Path, default=Path("scratch/harvest"), help="the batches")
    parser.add_argument("--models", type=Path, default=Path("models"))
    options = parser.parse_args()
    for name in options.names or SHOWN:
        quantise(name, options.models, options.renders)
        off = apart(name, options.models, options.renders)
        print(f"{name}: answers differ by {np.median(off, 0).round(3)} in the median, {off.max(0).round(3)} at most")


if __name__ == "__main__":
    main()
