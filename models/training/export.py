"""Writes a trained network as ONNX with its card: what it is, its checksum, its constants, figures, golden answer."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from companion.onnx_runtime import onnxruntime
from models.training.figures import number
from models.training.selftest import refresh

_AXES = {"finder": {0: "n", 2: "rows", 3: "columns"}, "placer": {0: "n"}, "reader": {0: "n"}}
_INPUTS = {"finder": (1, 3, 256, 256), "placer": (2, 3, 96, 96), "reader": (2, 3, 96, 96)}
_SAME = 1e-3


def export(
    network: nn.Module,
    name: str,
    folder: Path,
    card: Mapping[str, object],
    constants: Mapping[str, float],
    measured: Mapping[str, float],
) -> None:
    """Write ``NAME.onnx`` and ``NAME.toml``; the exported network must answer as the trained one does.

    The card gets the network's answer to the known picture too, by which every installation tests it.
    """
    file = folder / f"{name}.onnx"
    sample = torch.rand(_INPUTS[name]) * 255
    torch.onnx.export(
        network.eval(), (sample,), str(file), input_names=["pictures"], output_names=["out"],
        dynamic_axes={"pictures": _AXES[name], "out": {0: "n"}}, opset_version=17, dynamo=False,
    )  # fmt: skip
    _compare(network, file, sample)
    reported = {
        "format": 1,
        "name": name,
        "file": file.name,
        "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
        **card,
    }
    text = "\n".join(f"{key} = {_toml(value)}" for key, value in reported.items())
    for title, rows in (("constants", constants), ("measured", measured)):
        text += f"\n\n[{title}]\n" + "\n".join(f"{key} = {_toml(value)}" for key, value in rows.items())
    (folder / f"{name}.toml").write_text(text + "\n", encoding="utf-8")
    refresh(name, folder)


def _compare(network: nn.Module, file: Path, sample: Tensor) -> None:
    answer = onnxruntime.InferenceSession(str(file)).run(None, {"pictures": sample.numpy()})[0]
    with torch.no_grad():
        apart = float(np.abs(answer - network(sample).numpy()).max())
    if apart > _SAME:
        raise RuntimeError(f"{file.name} answers otherwise than the network it was made from (by {apart:.2g})")


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return number(value)
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'
