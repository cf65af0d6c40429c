"""Harvested pictures as other lamps would show them. Needs torch, as training does."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")


def test_one_picture_in_three_lies_partly_in_a_shade_and_none_in_more_light() -> None:
    from models.training.samples import shaded

    pictures = torch.full((300, 3, 32, 32), 200.0)
    seen = shaded(pictures, torch.Generator().manual_seed(4))
    changed = [bool((one < 190).any()) for one in seen]
    assert 70 < sum(changed) < 130
    assert seen.max() < 230, "a shade may be tinted a little"
    in_part = [one for one, is_shaded in zip(seen, changed, strict=True) if is_shaded and one[1].std() > 10]
    assert len(in_part) > 50, "most shades have their rim in the picture"
