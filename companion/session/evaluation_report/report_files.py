"""Writes the report of an evaluation into a folder."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.atomic_write import write_atomic
from companion.codec.document import encode_told
from companion.codec.figures import figures_document
from companion.errors import OperationError
from companion.session.evaluation_report.crops import crop_svg
from companion.session.evaluation_report.page import page
from companion.text import phrase
from companion.vision.evaluation import DieComparison, Evaluation, MetricTarget


def write_report(folder: Path, evaluation: Evaluation, told: Sequence[MetricTarget]) -> Path:
    """Write ``index.html`` and ``figures.json``; returns the page's place. OperationError where the folder cannot be
    written.

    Pictures of failures are read again from the rig.
    """
    figures = json.dumps(encode_told(figures_document(evaluation, told)), indent=1)
    text = page(evaluation, told, _Crops(evaluation))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_atomic(folder / "figures.json", f"{figures}\n".encode())
        write_atomic(folder / "index.html", text.encode())
    except OSError as error:
        raise OperationError(
            phrase(
                "the report cannot be written to {folder} ({why}); choose another with -o.",
                folder=folder,
                why=error.strerror,
            )
        ) from None
    return folder / "index.html"


class _Crops:
    """Gives each sighting's crop; keeps the last photograph, because failures come picture by picture."""

    def __init__(self, evaluation: Evaluation) -> None:
        self._camera = evaluation.camera
        self._scenes = {seen.scene.picture.name: seen.scene for seen in evaluation.seen}
        self._pixels = lru_cache(2)(self._read)

    def __call__(self, sighting: DieComparison) -> str:
        camera = self._scenes[sighting.image].camera or self._camera
        return crop_svg(self._pixels(sighting.image), camera, sighting)

    def _read(self, image: str) -> NDArray[np.uint8]:
        return self._scenes[image].pixels()
