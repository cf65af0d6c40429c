"""What a camera makes of linear light: exposure, colour cast, blur, noise, tone curve, sharpening, JPEG."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.opencv import cv2
from models.training.surfaces import Linear


@dataclass(frozen=True, slots=True)
class Film:
    """One camera's way with light.

    exposure: what the ``white`` percentile of the picture becomes (1 = just white); cast: gain of R, G, B; blur_px:
    standard deviation; shot, read: variance of the noise for light 1 and for none; coloured: noise differs by colour;
    gamma, contrast: tone curve; smear: how far noise reduction takes small differences for noise (levels of 255);
    sharpening: strength of the unsharp mask; quality: of the JPEG.
    """

    exposure: float
    white: float
    cast: tuple[float, float, float]
    blur_px: float
    coloured: bool
    shot: float
    read: float
    gamma: float
    contrast: float
    sharpening: float
    quality: int
    smear: float = 0.0


def invent_film(rng: np.random.Generator) -> Film:
    """Any camera: many expose, sharpen or pack badly."""
    r, g, b = (float(v) for v in 1 + rng.uniform(-0.1, 0.1, 3))
    return Film(
        exposure=float(np.exp(rng.uniform(-1.4, 0.3))),
        white=90,
        cast=(r, g, b),
        blur_px=float(rng.uniform(0.35, 1.1)),
        coloured=bool(rng.random() < 0.5),
        shot=float(rng.uniform(0, 2e-3) if rng.random() < 0.8 else rng.uniform(2e-3, 6e-3)),
        read=float(rng.uniform(0, 3e-5)),
        gamma=float(rng.uniform(1.9, 2.5)),
        contrast=float(rng.uniform(-0.1, 0.35)),
        sharpening=float(rng.uniform(0, 2.0)) if rng.random() < 0.5 else 0.0,
        quality=int(rng.integers(55, 97)),
    )


def invent_webcam(rng: np.random.Generator) -> Film:
    """A cheap camera in a room: noise taken out with the detail, then sharpened hard."""
    film = invent_film(rng)
    return replace(
        film,
        shot=float(rng.uniform(1e-3, 4e-3)),
        blur_px=float(rng.uniform(0.6, 1.1)),
        smear=float(rng.uniform(8, 30)),
        sharpening=float(rng.uniform(1.0, 3.0)),
        quality=int(rng.integers(45, 85)),
    )


def overexposed(rng: np.random.Generator, film: Film) -> Film:
    """The same camera set so that the bright third of the picture is all white."""
    return replace(film, exposure=float(rng.uniform(1.2, 2.2)), white=float(rng.uniform(75, 95)))


#: A decent camera, for pictures that people look at.
GOOD_FILM = Film(0.9, 99.0, (1.0, 1.0, 1.0), 0.5, True, 3e-4, 3e-6, 2.2, 0.1, 0.3, 92)


def develop(rng: np.random.Generator, linear: Linear, film: Film) -> NDArray[np.uint8]:
    """The photograph, (rows, columns, 3) BGR, of linear light in RGB."""
    level = max(float(np.percentile(linear[::8, ::8], film.white)), 1e-3)
    picture = cv2.GaussianBlur(linear * (film.exposure / level * np.array(film.cast, np.float32)), (0, 0), film.blur_px)
    depth = 3 if film.coloured else 1
    grain = rng.standard_normal((*picture.shape[:2], depth), np.float32)
    picture = picture + grain * np.sqrt(np.maximum(picture, 0) * np.float32(film.shot) + np.float32(film.read))
    toned = cv2.pow(np.clip(picture, 0, 1).astype(np.float32), 1 / film.gamma)
    toned = toned + np.float32(film.contrast) * toned * (1 - toned) * (2 * toned - 1)
    if film.smear:
        toned = cv2.bilateralFilter(toned, 5, film.smear / 255, 1.5)
    if film.sharpening:
        toned = toned + film.sharpening * (toned - cv2.GaussianBlur(toned, (0, 0), 1.2))
    out = np.clip(toned[..., ::-1] * 255 + 0.5, 0, 255).astype(np.uint8)
    _, packed = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, film.quality])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
