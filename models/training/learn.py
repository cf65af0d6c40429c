"""Trains one network: steps, learning rate, and a state on disk to go on from after an interruption."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from pathlib import Path

import torch
from torch import Tensor, nn

LossFunction = Callable[[torch.Generator], Tensor]


def best_device() -> torch.device:
    """A graphics card that computes, where there is one."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def train(network: nn.Module, loss: LossFunction, *, steps: int, peak: float, state: Path, seed: int = 1) -> nn.Module:
    """Minimise ``loss`` (a fresh mini-batch at each call) by AdamW on a one-cycle cosine; resumes from ``state``.

    Everything random comes from a generator on the device where the network lies.
    """
    device = next(network.parameters()).device
    optimiser = torch.optim.AdamW(network.parameters(), lr=peak, weight_decay=0.02)
    done = _resume(network, optimiser, state, device)
    average, began = torch.zeros((), device=device), time.monotonic()
    network.train()
    for step in range(done, steps):
        for group in optimiser.param_groups:
            group["lr"] = _rate(step, steps, peak)
        value = loss(torch.Generator(device).manual_seed(seed * 1_000_003 + step))
        optimiser.zero_grad()
        value.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        average = value.detach() if step == done else 0.98 * average + 0.02 * value.detach()
        if (step + 1) % 100 == 0 or step + 1 == steps:
            _save(network, optimiser, step + 1, state)
            pace = (time.monotonic() - began) / (step + 1 - done)
            print(f"step {step + 1}/{steps} loss {float(average):.4f} {pace:.2f} s a step", flush=True)
    return network.eval()


def _rate(step: int, steps: int, peak: float) -> float:
    warm = max(1, steps // 20)
    if step < warm:
        return peak * (step + 1) / warm
    return peak * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * (step - warm) / max(1, steps - warm))))


def _resume(network: nn.Module, optimiser: torch.optim.Optimizer, state: Path, device: torch.device) -> int:
    if not state.exists():
        return 0
    kept = torch.load(state, weights_only=True, map_location=device)
    network.load_state_dict(kept["network"])
    optimiser.load_state_dict(kept["optimiser"])
    return int(kept["step"])


def _save(network: nn.Module, optimiser: torch.optim.Optimizer, step: int, state: Path) -> None:
    part = state.with_suffix(".part")
    torch.save({"network": network.state_dict(), "optimiser": optimiser.state_dict(), "step": step}, part)
    part.rename(state)
