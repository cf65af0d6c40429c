"""What is learned from rough clicks is what it was; `golden_enrolment.py` says how the file is made anew."""

from __future__ import annotations

import json

import pytest

from tests.vision.golden_enrolment import GOLDEN, learned


def test_rough_clicks_are_doubted_and_believed_as_they_were() -> None:
    """Another processor adds up in another order, so the last digits may differ."""
    now, then = learned(), json.loads(GOLDEN.read_text(encoding="utf-8"))
    for key in ("doubts", "refused", "twins"):
        assert now[key] == then[key], key
    assert now["alike"] == pytest.approx(then["alike"], rel=0, abs=5e-3)
    for (name, *numbers), (before, *kept) in zip(now["faces"], then["faces"], strict=True):
        assert name == before
        assert numbers == pytest.approx(kept, rel=0.01, abs=3e-4), name
