"""Networks: held against their cards, and run by ONNX.

A network and a card that do not name each other are not used, nor a network that answers a known picture otherwise than
where it was made. How a card is written is a matter of `companion.codec.reader`.

The golden self-test: a network has to answer a known picture here as it did where it was made.

The picture is computed from whole numbers, so that it is the same on every machine; a few of the answer's numbers stand
in the network's card. Processors differ in the last digits; a broken build, a damaged runtime or arithmetic that was
cut short differs in the first.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import numpy as np
from annotated_types import Ge, Le
from numpy.typing import NDArray

from companion.errors import OperationError
from companion.file_access import read_bytes
from companion.limits import Means
from companion.onnx_runtime import onnxruntime
from companion.opencv import cv2
from companion.text import gettext, percent

#: So many numbers of an answer are kept.
_KEPT: Final = 24
#: Answers may differ by this share of the largest number kept: far more than optimising changes.
SAME: Final = 2e-3


#: One budget for all that computes at once; more threads than cores fight each other.
THREADS: Final = 2
#: Keys of a network's ONNX metadata: its name, and the digest of its card.
NAME_KEY: Final = "diceland.network"
CARD_KEY: Final = "diceland.card"


def golden_picture(size_px: int) -> NDArray[np.uint8]:
    """The known picture, (1, size, size, 3): slopes, chequers and a ring of strokes, for all networks the same."""
    rows, columns = np.mgrid[:size_px, :size_px]
    slopes = rows * 3 + columns * 2
    chequers = 90 * ((rows // 12 + columns // 10) % 2)
    strokes = 60 * ((rows * rows + columns * columns) // 97 % 3 == 0)
    channels = [(slopes * (1 + k) + chequers * (3 - k) + strokes * k) % 256 for k in range(3)]
    return np.asarray(np.stack(channels, -1)[None], np.uint8)


def golden_numbers(answer: NDArray[np.float32]) -> list[float]:
    """A few numbers from all over an answer."""
    flat = answer.reshape(-1)
    places = np.linspace(0, len(flat) - 1, min(_KEPT, len(flat))).round().astype(int)
    return [float(v) for v in flat[places]]


@dataclass(frozen=True, slots=True)
class GoldenAnswer:
    """What a network answered to the known picture of this size where it was made."""

    size_px: Annotated[int, Ge(1), Le(1024), Means("Side of the picture.")]
    answer: tuple[float, ...]

    def apart(self, numbers: Sequence[float]) -> float:
        """How far numbers are from the golden ones, as a share of its largest; infinite where they are none."""
        if len(numbers) != len(self.answer) or not np.isfinite(numbers).all():
            return float("inf")
        scale = max(map(abs, self.answer), default=1.0)
        return float(np.abs(np.subtract(numbers, self.answer)).max(initial=0.0) / max(scale, 1e-6))


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """A network ready to run, with its checksum and the constants of its card."""

    name: str
    sha256: str
    constants: Mapping[str, float]
    session: onnxruntime.InferenceSession

    def run(self, pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Outputs for pictures (n, rows, columns, 3) BGR."""
        count, rows, columns, colours = pictures.shape
        planes = cv2.split(pictures.reshape(-1, columns, colours))  # twice as fast as moving an axis
        tensor = np.stack([plane.reshape(count, rows, columns) for plane in planes], axis=1, dtype=np.float32)
        return np.asarray(self.session.run(None, {"pictures": tensor})[0], np.float32)


@dataclass(frozen=True, slots=True)
class NetworkCard:
    """What a card says: of which network it is; where card and network lie; the network's checksum, constants and
    golden answer; and the digest of all that the program acts on. ``wanted`` is the network that was asked for."""

    wanted: str
    name: str
    card_file: Path
    file: Path
    sha256: str
    constants: Mapping[str, float]
    golden: GoldenAnswer | None
    digest: str


def open_network(card: NetworkCard, *, tested: bool = True) -> Network:
    """The network of a card.

    Raises OperationError where the network is missing, damaged, or not the one that the card names, and where it
    computes something else here than where it was made (``tested=False`` only while the pair is being made).
    """
    cv2.setNumThreads(THREADS)
    packed = _bytes(card.file)
    sha256 = hashlib.sha256(packed).hexdigest()
    if sha256 != card.sha256:
        raise _not_a_pair(
            gettext(
                "{file} is not the network that {name}.toml describes (its checksum differs).",
                file=card.file,
                name=card.card_file.stem,
            )
        )
    network = Network(card.wanted, sha256, card.constants, open_session(packed, str(card.file)))
    if tested:
        _match(network, card)
        _test(network, card)
    return network


def _match(network: Network, card: NetworkCard) -> None:
    """Do card and network name each other?"""
    name, reported = network.name, network.session.get_modelmeta().custom_metadata_map
    if card.name != name:
        raise _not_a_pair(
            gettext("{name}.toml is the card of the network {found!r}, not of {name!r}.", name=name, found=card.name)
        )
    if reported.get(NAME_KEY) != name:
        raise _not_a_pair(
            gettext(
                "{file} is the network {found!r}, not {name!r}.",
                file=card.file,
                found=reported.get(NAME_KEY, gettext("of another program")),
                name=name,
            )
        )
    if reported.get(CARD_KEY) != card.digest:
        raise _not_a_pair(
            gettext(
                "{name}.toml is not the card that {file} was made with (its constants or answers differ).",
                name=name,
                file=card.file,
            )
        )


def _not_a_pair(sentence: str) -> OperationError:
    return OperationError(
        gettext("{sentence} Install the program again, or make the network and its card together.", sentence=sentence)
    )


def _test(network: Network, card: NetworkCard) -> None:
    """The golden self-test: does the network compute here what it did where it was made?"""
    if card.golden is None:
        raise OperationError(gettext("{card}: [golden] is missing. Install the program again.", card=card.card_file))
    apart = card.golden.apart(golden_numbers(_answer(network, card.golden.size_px)))
    if apart > SAME:
        raise OperationError(
            gettext(
                "the network {network} computes something else here than where it was made (off by {apart}), so "
                "that no reading could be trusted. Install onnxruntime again, or another version of it.",
                network=network.name,
                apart=percent(apart, 1),
            )
        )


def _answer(network: Network, size_px: int) -> NDArray[np.float32]:
    try:
        return network.run(golden_picture(size_px))
    except Exception as error:  # noqa: BLE001  (onnxruntime raises many kinds, all meaning the same here)
        raise OperationError(
            gettext(
                "the network {network} cannot be run ({why}). Install the program again.",
                network=network.name,
                why=error,
            )
        ) from None


def _bytes(path: Path) -> bytes:
    try:
        return read_bytes(path)
    except OSError as error:
        raise OperationError(
            gettext("{file} cannot be read ({why}). Install the program again.", file=path, why=error.strerror)
        ) from None


def open_session(packed: bytes, what: str) -> onnxruntime.InferenceSession:
    """A network ready to run within the program's budget of threads; OperationError, naming ``what``, where it
    cannot."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    # Within a run threads wait for each other awake, which takes a quarter less time; not for long, so that it takes no
    # more than asleep where others need the processor, and not between two runs.
    options.add_session_config_entry("session.intra_op.allow_spinning", "1")
    options.add_session_config_entry("session.intra_op.spin_duration_us", "20")
    options.add_session_config_entry("session.force_spinning_stop", "1")
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(packed, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # noqa: BLE001  (onnxruntime raises many kinds, all meaning the same here)
        raise OperationError(
            gettext("{what} cannot be run ({why}). Install the program again.", what=what, why=error)
        ) from None
