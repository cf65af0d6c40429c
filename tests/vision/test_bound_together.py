"""Card, network and gallery name each other: none of them can be swapped for another's without being refused."""

from __future__ import annotations

import hashlib
import re
import shutil
from pathlib import Path

import numpy as np
import pytest

from companion.codec.gallery import read_gallery, write_gallery
from companion.codec.reader import load_network
from companion.errors import OperationError
from companion.resources import Bundled, bundled
from companion.vision.gallery import EnrolledView, Gallery
from companion.vision.models import Network
from companion.vision.reading import FaceName
from models.training.binding import bind_card, with_metadata

NETWORKS = ("finder", "placer", "reader")


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """A copy of the bundled networks and cards."""
    for name in NETWORKS:
        for kind in ("onnx", "toml"):
            shutil.copy(bundled(Bundled.MODELS, f"{name}.{kind}"), tmp_path)
    return tmp_path


def _edit(card: Path, pattern: str, by: str) -> None:
    text, count = re.subn(pattern, by, card.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert count
    card.write_text(text, encoding="utf-8")


def _checksum(card: Path, network: Path) -> None:
    _edit(card, '^sha256 = ".*"', f'sha256 = "{hashlib.sha256(network.read_bytes()).hexdigest()}"')


def test_a_network_under_anothers_name_is_refused_though_name_and_checksum_in_the_card_are_edited(models: Path) -> None:
    _edit(models / "reader.toml", '^file = ".*"', 'file = "placer.onnx"')
    _checksum(models / "reader.toml", models / "placer.onnx")
    with pytest.raises(OperationError, match=r"placer\.onnx is the network 'placer', not 'reader'\. Install"):
        load_network("reader", models)


def test_the_card_of_another_network_is_refused(models: Path) -> None:
    shutil.copy(models / "placer.toml", models / "reader.toml")
    with pytest.raises(OperationError, match=r"reader\.toml is the card of the network 'placer', not of 'reader'"):
        load_network("reader", models)


@pytest.mark.parametrize("constant", ["sharpness = 25.0", "stranger = 1.64"])
def test_a_card_with_another_constant_is_not_the_networks_own(models: Path, constant: str) -> None:
    _edit(models / "reader.toml", f"^{constant}$", f"{constant}1")
    with pytest.raises(OperationError, match=r"reader\.toml is not the card that .*reader\.onnx was made with"):
        load_network("reader", models)


def test_another_training_of_the_same_network_is_refused_with_the_card_of_the_first(models: Path) -> None:
    """The checksum is edited too, as when somebody drops a newer network beside an older card."""
    first = (models / "reader.toml").read_text(encoding="utf-8")
    _edit(models / "reader.toml", r"^stranger = 1\.64$", "stranger = 1.7")
    bind_card("reader", models)
    assert load_network("reader", models).constants["stranger"] == 1.7
    (models / "reader.toml").write_text(first, encoding="utf-8")
    _checksum(models / "reader.toml", models / "reader.onnx")
    with pytest.raises(OperationError, match="is not the card that"):
        load_network("reader", models)


def test_a_network_of_another_program_is_refused(models: Path) -> None:
    network = models / "reader.onnx"
    network.write_bytes(with_metadata(network.read_bytes(), {}))
    _checksum(models / "reader.toml", network)
    with pytest.raises(OperationError, match="is the network 'of another program'"):
        load_network("reader", models)


def test_what_is_written_for_people_may_be_reworded(models: Path) -> None:
    _edit(models / "reader.toml", '^licence = ".*"', 'licence = "MIT"')
    _edit(models / "reader.toml", r"^right = .*$", "right = 0.87")
    assert load_network("reader", models).constants["stranger"] == 1.64


def test_binding_changes_nothing_that_is_computed_and_nothing_the_second_time(models: Path) -> None:
    before = (models / "finder.onnx").read_bytes()
    bind_card("finder", models)
    assert (models / "finder.onnx").read_bytes() == before
    load_network("finder", models)  # its golden answer is tested here


# prints and the network that made them ------------------------------------------------------------------------------


def _network(sha256: str, sign: float) -> Network:
    class Session:
        def run(self, _names: object, feed: dict[str, np.ndarray]) -> list[np.ndarray]:
            return [sign * feed["pictures"][:, :, ::12, ::12].reshape(len(feed["pictures"]), -1)]

    return Network("reader", sha256, {}, Session())


def test_prints_of_another_network_are_made_anew(tmp_path: Path) -> None:
    picture = np.full((192, 192, 3), 120, np.uint8)
    first, other = _network("1" * 64, 1.0), _network("2" * 64, -1.0)
    write_gallery(Gallery.of([EnrolledView(FaceName("t/one", "8"), 50.8, picture)], first), tmp_path, first)
    assert (read_gallery(tmp_path, first).prints > 0).all()
    assert (read_gallery(tmp_path, other).prints < 0).all()


def test_prints_of_the_same_network_are_taken_as_they_are(tmp_path: Path) -> None:
    """The picture goes through JPEG, the prints do not: only prints that were saved are exactly the same."""
    noise = np.random.default_rng(4).integers(0, 255, (192, 192, 3)).astype(np.uint8)
    first = _network("1" * 64, 1.0)
    made = Gallery.of([EnrolledView(FaceName("t/one", "8"), 50.8, noise)], first)
    write_gallery(made, tmp_path, first)
    assert (read_gallery(tmp_path, first).prints == made.prints).all()


def test_the_bundled_gallery_has_the_prints_of_the_bundled_reader() -> None:
    """Or every start would make them anew, which takes seconds."""

    class Session:
        def run(self, *_: object) -> list[np.ndarray]:
            raise AssertionError("nothing needs to be made")

    reader = Network("reader", load_network("reader").sha256, {}, Session())
    assert len(read_gallery(bundled(Bundled.DICE_FACES, "gallery"), reader).views) > 100
