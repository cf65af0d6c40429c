"""An exported network goes on from where it was. Needs torch, as training does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.onnx_runtime import onnxruntime
from companion.resources import Bundled, bundled

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")


@pytest.mark.parametrize(("name", "side_px"), [("finder", 64), ("placer", 96)])
def test_a_network_resumed_answers_as_it_was_exported(name: str, side_px: int) -> None:
    from models.training.networks import DetectorNetwork, RefinerNetwork
    from models.training.quantise import taught_file
    from models.training.resuming import resume_exported

    file: Path = taught_file(name, bundled(Bundled.MODELS))
    pictures = torch.rand((8, 3, side_px, side_px), generator=torch.Generator().manual_seed(2)) * 255
    network: Any = {"finder": DetectorNetwork, "placer": RefinerNetwork}[name]()
    resume_exported(network, file, pictures)
    reported = onnxruntime.InferenceSession(str(file)).run(None, {"pictures": pictures.numpy()})[0]
    with torch.no_grad():
        assert np.abs(network.eval()(pictures).numpy() - reported).max() < 1e-3
        assert np.abs(network.train()(pictures).numpy() - reported).max() < 0.1
