"""Writes the report of an evaluation into a folder.

A failure's picture: the part of the photograph that shows it, with the true outline and the one that was read.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
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
from companion.geometry import at_height, height_mm, top_outline
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
    scenes = {seen.scene.picture.name: seen.scene for seen in evaluation.seen}

    @lru_cache(2)  # failures come picture by picture
    def pixels(image: str) -> NDArray[np.uint8]:
        return scenes[image].pixels()

    def crop(sighting: DieComparison) -> Markup:
        return crop_svg(pixels(sighting.image), scenes[sighting.image].camera or evaluation.camera, sighting)

    figures = json.dumps(encode_given(figures_document(evaluation, targets)), indent=1)
    text = page(evaluation, targets, crop)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_atomic(folder / "figures.json", f"{figures}\n".encode())
        write_atomic(folder / "index.html", text.encode())
    except OSError as error:
        words = gettext("the report cannot be written to {folder} ({why}); choose another with -o.")
        raise OperationError(words.format(folder=folder, why=error.strerror)) from None
    return folder / "index.html"


def crop_svg(picture: NDArray[np.uint8], camera: Camera, sighting: DieComparison) -> Markup:
    """The part of a picture around one sighting, as SVG with the photograph inside.

    Solid with a dot at corner 0: the truth. Dashed: what was read.
    """
    # Corners 0, 1, 2 in the picture, and whether they are the true ones.
    outlines: list[tuple[FloatArray, bool]] = []
    if sighting.truth:
        truth = at_height(sighting.truth.corners_mm, height_mm(sighting.truth.edge_mm))
        outlines.append((camera.lens.project(truth), True))
    if sighting.seen:
        seen = at_height(top_outline(sighting.seen.pose), sighting.seen.pose.top_mm)
        outlines.append((camera.lens.project(seen), False))
    # A square of the photograph around them.
    points = np.vstack([points for points, _ in outlines])
    low, high = points.min(0), points.max(0)
    side = min(max(int((high - low).max() * (1 + 2 * _AROUND)), 60), *camera.lens.size_wh)
    column, row = np.clip((low + high - side) / 2, 0, np.array(camera.lens.size_wh) - side).astype(int)
    part = picture[row : row + side, column : column + side]
    if side > 2 * _SHOWN_PX:
        side_px = 2 * _SHOWN_PX
        part = np.asarray(cv2.resize(part, (side_px, side_px), interpolation=cv2.INTER_AREA), np.uint8)
    packed = base64.b64encode(bytes(cv2.imencode(".jpg", part, _PACKING)[1])).decode()
    drawn = [_outlined((corners - (column, row)) * _SHOWN_PX / side, true=true) for corners, true in outlines]
    return markup(
        '<svg viewBox="0 0 {px} {px}" class="crop" role="img" aria-label="{label}">'
        '<image width="{px}" height="{px}" href="data:image/jpeg;base64,{packed}"/>{drawn}</svg>',
        px=_SHOWN_PX,
        label=pgettext("report", "photograph of this die"),
        packed=packed,
        drawn=joined(drawn),
    )


def _outlined(corners: FloatArray, *, true: bool) -> Markup:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    return markup(
        '<polygon points="{path}" fill="none" stroke="#fff" stroke-width="4.5"/>'
        '<polygon points="{path}" fill="none" stroke="{colour}" stroke-width="2.2"/>'
        '<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{colour}" stroke="#fff" stroke-width="1.5"/>'
        if true
        else '<polygon points="{path}" fill="none" stroke="#fff" stroke-width="3.5" stroke-opacity="0.8"/>'
        '<polygon points="{path}" fill="none" stroke="{colour}" stroke-width="2.2" stroke-dasharray="6 4"/>'
        '<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="none" stroke="{colour}" stroke-width="2.2"/>',
        path=path,
        colour=BLUE if true else VERMILLION,
        x=corners[0][0],
        y=corners[0][1],
    )
