"""What is learned from rough clicks is what it was; `golden_enrolment.py` says how the file is made anew."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
import pytest

from companion.arrays import Image
from companion.codec.gallery import read_gallery
from companion.codec.reader import load_networks
from companion.opencv import cv2
from companion.resources import Bundled, bundled
from companion.vision.gallery import Gallery
from tests.vision.golden_enrolment import GOLDEN, learned, quarters


@pytest.fixture(scope="module")
def gallery() -> Gallery:
    return read_gallery(bundled(Bundled.DICE_FACES, "gallery"), load_networks().classifier)


def test_rough_clicks_are_doubted_and_believed_as_they_were() -> None:
    """Another processor adds up in another order, so the last digits may differ."""
    now, then = learned(), json.loads(GOLDEN.read_text(encoding="utf-8"))
    for key in ("doubts", "refused", "twins"):
        assert now[key] == then[key], key
    assert now["alike"] == pytest.approx(then["alike"], rel=0, abs=5e-3)
    for (name, *numbers), (before, *kept) in zip(now["faces"], then["faces"], strict=True):
        assert name == before
        cut, looks = slice(0, 5), slice(5, None)
        assert numbers[cut] == pytest.approx(kept[cut], rel=0, abs=0.1), name
        assert numbers[looks] == pytest.approx(kept[looks], rel=0.01, abs=3e-4), name


@pytest.mark.parametrize(
    "change",
    [
        lambda picture: np.roll(picture, 3, axis=1),
        lambda picture: cv2.rectangle(picture.copy(), (90, 95), (130, 105), (90.0, 90.0, 90.0), -1),
        lambda picture: np.clip(picture * (1, 1, 1.05), 0, 255).astype(np.uint8),
    ],
    ids=["moved by 3 px", "a label painted over", "redder"],
)
def test_a_cut_that_looks_otherwise_is_noticed(change: Callable[[Image], Image], gallery: Gallery) -> None:
    """In the brightness of its quarters, which is held to a tenth of a grey level."""
    for view in gallery.views[:20]:
        before, now = quarters(view.picture), quarters(change(view.picture))
        assert now != pytest.approx(before, rel=0, abs=0.1), view.name
    assert len(gallery.views) > 20
