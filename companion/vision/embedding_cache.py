"""The embeddings saved beside a gallery, so that they need not be computed at every start.

A cache and nothing more: each embedding is sealed to the picture that it was made of and to the network that made it.
One whose seal does not hold, or of a file that is torn in whatever way, counts as not saved.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.atomic_write import write_atomic
from companion.file_access import read_bytes

CACHE_FILE: Final = "fingerprints.npz"
#: Of ten thousand faces it is a tenth of that.
_MOST_BYTES: Final = 256 * 1024 * 1024

Embedding = NDArray[np.float32]


def picture_hash(packed: bytes) -> str:
    """What distinguishes a picture's file from every other."""
    return hashlib.sha256(packed).hexdigest()


def save_embeddings(folder: Path, pictures: Sequence[str], embeddings: Embedding, network_sha256: str) -> None:
    """Keep the embeddings (n, turns, width) of the pictures with these hashes. Raises OSError."""
    kept = np.ascontiguousarray(embeddings, "<f4")
    seals = [_seal(picture, one, network_sha256) for picture, one in zip(pictures, kept, strict=True)]
    packed = io.BytesIO()
    made_by = np.array(network_sha256)  # for people who look; what counts is in the seals
    np.savez(packed, prints=kept, pictures=_hashes(pictures), seals=_hashes(seals), reader=made_by)
    write_atomic(folder / CACHE_FILE, packed.getvalue())


def load_embeddings(folder: Path, network_sha256: str) -> Mapping[str, Embedding]:
    """Picture hash -> embedding (turns, width), of all that are whole and of this network."""
    try:
        prints, pictures, seals = _unpacked(read_bytes(folder / CACHE_FILE, at_most=_MOST_BYTES))
        return {
            picture: one
            for picture, one, seal in zip(pictures, prints, seals, strict=True)
            if seal == _seal(picture, one, network_sha256) and np.isfinite(one).all()
        }
    except Exception:  # noqa: BLE001  (a torn archive fails in many ways; whatever it was, the pictures are still there)
        return {}


def _unpacked(packed: bytes) -> tuple[Embedding, list[str], list[str]]:
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        if sum(member.file_size for member in archive.infolist()) > _MOST_BYTES or archive.testzip() is not None:
            raise ValueError("the archive is torn, or unfolds into too much")
    with np.load(io.BytesIO(packed), allow_pickle=False) as kept:
        pictures, seals = ([one.decode() for one in kept[key].tolist()] for key in ("pictures", "seals"))
        return np.asarray(kept["prints"], "<f4"), pictures, seals


def _hashes(hashes: Sequence[str]) -> NDArray[np.bytes_]:
    return np.array(hashes, "S64")


def _seal(picture: str, embedding: Embedding, network_sha256: str) -> str:
    bound = hashlib.sha256(f"{network_sha256} {picture} {embedding.shape} ".encode())
    bound.update(embedding.tobytes())
    return bound.hexdigest()
