"""The golden self-test: every bundled network answers the known picture as where it was made, or is not used."""

from __future__ import annotations

import hashlib
import re
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from companion.codec.reader import load_network
from companion.errors import OperationError
from companion.resources import Bundled, bundled
from companion.vision.models import SAME, GoldenAnswer, golden_numbers, golden_picture
from models.training.binding import bind_card

NETWORKS = ("finder", "placer", "reader")


def test_the_known_picture_is_the_same_everywhere() -> None:
    digest = hashlib.sha256(golden_picture(96).tobytes()).hexdigest()
    assert digest == "c1b0d333ab22a09369e1223bf05e5395781aac5602c8ce28a11eff4f043585ac"


@pytest.mark.parametrize("name", NETWORKS)
def test_every_bundled_network_has_its_golden_answer_and_gives_it(name: str) -> None:
    card = tomllib.loads(bundled(Bundled.MODELS, f"{name}.toml").read_text(encoding="utf-8"))
    golden = GoldenAnswer(card["golden"]["size_px"], tuple(card["golden"]["answer"]))
    answer = load_network(name).run(golden_picture(golden.size_px))
    assert golden.apart(golden_numbers(answer)) < SAME / 10
    assert golden.apart(golden_numbers(-answer)) > SAME


def test_an_installation_that_computes_something_else_is_refused(tmp_path: Path) -> None:
    _copy(tmp_path, lambda card: re.sub(r"answer = \[(\S+),", r"answer = [1e3,", card))
    with pytest.raises(OperationError, match="computes something else here than where it was made"):
        load_network("reader", tmp_path)
    assert load_network("reader", tmp_path, tested=False).name == "reader"


@pytest.mark.parametrize(
    "golden", ["", "size_px = 96", 'size_px = "large"\nanswer = []', 'size_px = 96\nanswer = ["a"]']
)
def test_a_golden_answer_that_is_not_understood_is_reported(tmp_path: Path, golden: str) -> None:
    _copy(tmp_path, lambda card: card.partition("[golden]")[0] + (golden and "[golden]\n" + golden))
    with pytest.raises(OperationError, match=r"reader.toml: \[?golden"):
        load_network("reader", tmp_path)


def test_an_answer_that_is_no_number_is_infinitely_far_off() -> None:
    golden = GoldenAnswer(96, (1.0, 2.0))
    assert golden.apart([1.0, 2.0]) == 0
    assert golden.apart([1.0, 2.002]) == pytest.approx(0.001)
    assert golden.apart([1.0, float("nan")]) == golden.apart([1.0]) == np.inf


def _copy(folder: Path, changed: Callable[[str], str]) -> None:
    """The reader with another card, bound to each other as if they had been made so."""
    shutil.copy(bundled(Bundled.MODELS, "reader.onnx"), folder)
    card = bundled(Bundled.MODELS, "reader.toml").read_text(encoding="utf-8")
    (folder / "reader.toml").write_text(changed(card), encoding="utf-8")
    bind_card("reader", folder)
