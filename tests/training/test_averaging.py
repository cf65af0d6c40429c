"""Networks half way between two. Needs onnx, as training does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.resources import Bundled, bundled

onnx = pytest.importorskip("onnx")


def test_weights_lie_between_those_of_both_networks(tmp_path: Path) -> None:
    from models.training.averaging import average

    file = bundled(Bundled.MODELS) / "finder.onnx"
    further = onnx.load(file)
    for tensor in further.graph.initializer:
        weights = onnx.numpy_helper.to_array(tensor)
        if weights.dtype.kind == "f":
            tensor.CopyFrom(onnx.numpy_helper.from_array(weights + 1, tensor.name))
    onnx.save(further, tmp_path / "further.onnx")
    average(file, tmp_path / "further.onnx", 0.25, tmp_path / "mean.onnx")
    weights, moved = (
        [onnx.numpy_helper.to_array(one) for one in onnx.load(path).graph.initializer]
        for path in (file, tmp_path / "mean.onnx")
    )
    floats = [(a, b) for a, b in zip(weights, moved, strict=True) if a.dtype.kind == "f"]
    assert floats
    assert all(np.allclose(a + 0.25, b, atol=1e-5) for a, b in floats)


def test_networks_of_two_makes_have_no_mean(tmp_path: Path) -> None:
    from models.training.averaging import average

    models = bundled(Bundled.MODELS)
    with pytest.raises(ValueError, match="not of one make"):
        average(models / "finder.onnx", models / "taught" / "placer.onnx", 0.5, tmp_path / "mean.onnx")
