"""Goes on from a network that was exported: its weights back into the network that it was made from.

Export folds each batch normalisation into the convolution before it. Here every one is opened again round what the
convolution really gives on samples, so that the network answers as before whether it is teaching or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

_WEIGHTED = ("Conv", "Gemm")


def resume_exported(network: nn.Module, file: Path, samples: Tensor) -> None:
    """Fill a new network with the weights of ``file``; samples: pictures as it will be taught with."""
    layers = [m for m in network.modules() if isinstance(m, nn.Conv2d | nn.Linear)]
    norms = _norms_after(network)
    with torch.no_grad():
        for layer, (weight, bias) in zip(layers, _weights(file), strict=True):
            layer.weight.copy_(torch.from_numpy(weight.reshape(layer.weight.shape)))
            if layer.bias is not None:
                layer.bias.copy_(torch.from_numpy(bias))
            else:
                _open(norms[layer], torch.zeros(len(bias)), torch.ones(len(bias)), torch.from_numpy(bias))
        _even_out(network, list(norms.values()), samples)


def _weights(file: Path) -> Iterator[tuple[NDArray[np.float32], NDArray[np.float32]]]:
    """Weight and bias of each layer, in the order in which they are computed."""
    graph = onnx.load(file).graph
    kept = {tensor.name: numpy_helper.to_array(tensor).copy() for tensor in graph.initializer}
    for node in graph.node:
        if node.op_type in _WEIGHTED:
            yield kept[node.input[1]], kept[node.input[2]]


def _norms_after(network: nn.Module) -> dict[nn.Module, nn.BatchNorm2d]:
    """The batch normalisation right after each convolution that has one."""
    order = [m for m in network.modules() if isinstance(m, nn.Conv2d | nn.Linear | nn.BatchNorm2d)]
    return {first: second for first, second in pairwise(order) if isinstance(second, nn.BatchNorm2d)}


def _open(norm: nn.BatchNorm2d, mean: Tensor, variance: Tensor, bias: Tensor) -> None:
    """A normalisation that adds ``bias`` and nothing else, given this mean and variance of what comes in."""
    assert norm.running_mean is not None
    assert norm.running_var is not None
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(variance)
    norm.weight.copy_((variance + norm.eps).sqrt())
    norm.bias.copy_(bias + mean)


def _even_out(network: nn.Module, norms: list[nn.BatchNorm2d], samples: Tensor) -> None:
    """Open each normalisation round the mean and the variance of what samples give it."""
    seen: dict[nn.BatchNorm2d, tuple[Tensor, Tensor]] = {}

    def look(norm: nn.Module, given: tuple[Tensor, ...]) -> None:
        assert isinstance(norm, nn.BatchNorm2d)
        seen[norm] = given[0].mean((0, 2, 3)), given[0].var((0, 2, 3))

    hooks = [norm.register_forward_pre_hook(look) for norm in norms]
    network.eval()(samples)
    for hook in hooks:
        hook.remove()
    for norm in norms:
        _open(norm, *seen[norm], norm.bias - norm.running_mean)
