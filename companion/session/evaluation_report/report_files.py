"""Writes the report of an evaluation into a folder.

A failure's picture: the part of the photograph that shows it, with the true outline and the one that was read.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray

from companion.arrays import FloatArray
from companion.atomic_write import write_atomic
from companion.camera import Camera
from companion.codec.document import encode_given
from companion.codec.figures import figures_document
from companion.errors import OperationError
from companion.geometry import Outline, at_height, height_mm, top_outline
from companion.markup import joined, markup
from companion.opencv import cv2
from companion.session.evaluation_report.chart import BLUE, VERMILLION
from companion.session.evaluation_report.page import page
from companion.text import gettext, pgettext
from companion.vision.evaluation import DieComparison, Evaluation, MetricTarget

_PACKING: Final = (cv2.IMWRITE_JPEG_QUALITY, 82)
#: At least this much is shown around a die, as a share of its size in the picture.
_AROUND: Final = 0.9
_SHOWN_PX: Final = 260


def write_report(folder: Path, evaluation: Evaluation, targets: Sequence[MetricTarget]) -> Path:
    """Write ``index.html`` and ``figures.json``; returns the page's place. OperationError where the folder cannot be
    written.

    Pictures of failures are read again from the rig.
    """
    figures = json.dumps(encode_given(figures_document(evaluation, targets)), indent=1)
    text = page(evaluation, targets, _Crops(evaluation))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_atomic(folder / "figures.json", f"{figures}\n".encode())
        write_atomic(folder / "index.html", text.encode())
    except OSError as error:
        raise OperationError(
            gettext(
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
        self._pixels = lru_cache(2)(lambda image: self._scenes[image].pixels())

    def __call__(self, sighting: DieComparison) -> Markup:
        camera = self._scenes[sighting.image].camera or self._camera
        return crop_svg(self._pixels(sighting.image), camera, sighting)


@dataclass(frozen=True, slots=True)
class _Window:
    """A square of the photograph: its first column and row, and its side (px)."""

    column: int
    row: int
    side: int

    @classmethod
    def around(cls, points: FloatArray, size_wh: tuple[int, int]) -> _Window:
        (left, top), (right, bottom) = points.min(0), points.max(0)
        side = int(max(right - left, bottom - top) * (1 + 2 * _AROUND))
        side = min(max(side, 60), *size_wh)
        first = (points.min(0) + points.max(0) - side) / 2
        column, row = np.clip(first, 0, np.array(size_wh) - side).astype(int)
        return cls(int(column), int(row), side)


def crop_svg(picture: NDArray[np.uint8], camera: Camera, sighting: DieComparison) -> Markup:
    """The part of a picture around one sighting, as SVG with the photograph inside.

    Solid with a dot at corner 0: the truth. Dashed: what was read.
    """
    # Corners 0, 1, 2 in the picture, and whether they are the true ones.
    outlines: list[tuple[FloatArray, bool]] = []
    if sighting.truth:
        outlines.append((_in_picture(camera, sighting.truth.corners_mm, height_mm(sighting.truth.edge_mm)), True))
    if sighting.seen:
        outlines.append((_in_picture(camera, top_outline(sighting.seen.pose), sighting.seen.pose.top_mm), False))
    window = _Window.around(np.vstack([points for points, _ in outlines]), camera.lens.size_wh)
    part = picture[window.row : window.row + window.side, window.column : window.column + window.side]
    if window.side > 2 * _SHOWN_PX:
        side_px = 2 * _SHOWN_PX
        part = np.asarray(cv2.resize(part, (side_px, side_px), interpolation=cv2.INTER_AREA), np.uint8)
    packed = base64.b64encode(bytes(cv2.imencode(".jpg", part, _PACKING)[1])).decode()
    drawn = joined(_triangle(points, window, true=true) for points, true in outlines)
    return markup(
        '<svg viewBox="0 0 {px} {px}" class="crop" role="img" aria-label="{label}">'
        '<image width="{px}" height="{px}" href="data:image/jpeg;base64,{packed}"/>{drawn}</svg>',
        px=_SHOWN_PX,
        label=pgettext("report", "photograph of this die"),
        packed=packed,
        drawn=drawn,
    )


def _in_picture(camera: Camera, outline: Outline, top_mm: float) -> FloatArray:
    return np.asarray(camera.lens.project(at_height(outline, top_mm)), np.float64)


def _triangle(points: FloatArray, window: _Window, *, true: bool) -> Markup:
    shown = (points - (window.column, window.row)) * _SHOWN_PX / window.side
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in shown)
    x, y = shown[0]
    if true:
        return markup(
            '<polygon points="{path}" fill="none" stroke="#fff" stroke-width="4.5"/>'
            '<polygon points="{path}" fill="none" stroke="{colour}" stroke-width="2.2"/>'
            '<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{colour}" stroke="#fff" stroke-width="1.5"/>',
            path=path,
            colour=BLUE,
            x=x,
            y=y,
        )
    return markup(
        '<polygon points="{path}" fill="none" stroke="#fff" stroke-width="3.5" stroke-opacity="0.8"/>'
        '<polygon points="{path}" fill="none" stroke="{colour}" stroke-width="2.2" stroke-dasharray="6 4"/>'
        '<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="none" stroke="{colour}" stroke-width="2.2"/>',
        path=path,
        colour=VERMILLION,
        x=x,
        y=y,
    )
