"""Where certificates are kept: in the user's own folder, one file for each calibrated camera, under the camera's key.

The key is a digest of all that calibration measured of lens and place. A camera that is calibrated anew has another
key, and with it no grade: its old certificate proves nothing of it.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

import numpy as np

from companion.camera import Camera
from companion.codec.certificate import CertificateDocument, Grade, read_certificate, write_certificate
from companion.errors import OperationError
from companion.resources import data_folder

_LETTERS: Final = 16


def certificates_folder() -> Path:
    """The folder of all certificates."""
    return data_folder() / "certificates"


def camera_key(camera: Camera) -> str:
    """The same for the same calibration, and for no other."""
    lens = camera.lens
    told = [np.array(lens.size_wh, np.float64), lens.matrix, lens.distortion, lens.rotation, lens.translation]
    return hashlib.sha256(b"".join(one.astype("<f8").tobytes() for one in told)).hexdigest()[:_LETTERS]


def keep_certificate(certificate: CertificateDocument) -> Path:
    """Keep it as the newest of its camera. Raises OperationError where that cannot be done."""
    folder = certificates_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OperationError(f"{folder}: {error.strerror}") from error
    file = folder / f"{certificate.camera.key}.json"
    write_certificate(certificate, file)
    return file


def find_grade(camera: Camera) -> Grade | None:
    """The grade that this camera, as it was calibrated, was given; ``None`` where there is none to be read."""
    file = certificates_folder() / f"{camera_key(camera)}.json"
    try:
        return read_certificate(file).verdict if file.is_file() else None
    except OperationError:
        return None
