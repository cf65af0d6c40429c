"""Photographs and films by others, under free licences: they lie beside the repository, and are never part of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

#: Beside a checkout, or where this says.
REAL = Path(os.environ.get("DICELAND_REAL_PICTURES", Path(__file__).parents[3] / "shared" / "real"))


def real_files(pattern: str) -> list[Path]:
    """The files there that match; skips the test where the folder is not there."""
    if not REAL.is_dir():
        pytest.skip(f"others' photographs are not here: {REAL.parent.name}/{REAL.name} beside the checkout is missing")
    files = sorted(REAL.glob(pattern))
    assert files, f"no {pattern} among the real pictures"
    return files
