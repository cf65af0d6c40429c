"""The grade of a camera, as a certificate in the user's own folder has it: one file for each calibrated camera.

The file is named by a digest of all that calibration measured of lens and place. A camera that is calibrated anew has
another key, and with it no grade: its old certificate proves nothing of it.
"""

from __future__ import annotations

import hashlib
from enum import StrEnum
from pathlib import Path
from typing import Final

import numpy as np

from companion.camera import Camera, HandheldCamera
from companion.codec.document import LenientDocument, read_json_document
from companion.codec.fields import FormatNumber
from companion.errors import OperationError
from companion.resources import data_folder
from companion.text import N_

_LETTERS: Final = 16


class Grade(StrEnum):
    """What a camera over its table is fit for, the best first."""

    TOURNAMENT = N_("certificate", "tournament")
    CLUB = N_("certificate", "club")
    CASUAL = N_("certificate", "casual")
    NOT_FIT = N_("certificate", "not fit")


class GradeDocument(LenientDocument):
    """What a match asks of a certificate, whatever else stands in it."""

    format: FormatNumber
    verdict: Grade


def certificates_folder() -> Path:
    """The folder of all certificates."""
    return data_folder() / "certificates"


def camera_key(camera: Camera | HandheldCamera) -> str:
    """The same for the same calibration, and for no other."""
    lens = camera.lens
    reported = [np.array(lens.size_wh, np.float64), lens.matrix, lens.distortion, lens.rotation, lens.translation]
    return hashlib.sha256(b"".join(one.astype("<f8").tobytes() for one in reported)).hexdigest()[:_LETTERS]


def find_grade(camera: Camera | HandheldCamera) -> Grade | None:
    """The grade that this camera, as it was calibrated, was given; ``None`` where there is none to be read."""
    file = certificates_folder() / f"{camera_key(camera)}.json"
    try:
        if not file.is_file():
            return None
        return read_json_document(GradeDocument, file, N_("files", "certificate")).verdict
    except OperationError:
        return None
