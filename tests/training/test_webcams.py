"""Mini-batches of faces by two cameras. Needs torch, as training does."""

from __future__ import annotations

import numpy as np
import pytest

from companion.opencv import cv2
from models.training.batches import HarvestedFaces

torch = pytest.importorskip("torch")


def _noise(side: int = 96) -> np.ndarray:
    coarse = np.random.default_rng(1).uniform(0, 255, (12, 12, 3)).astype(np.float32)
    return np.clip(cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("quality", [60, 85])
def test_pictures_are_packed_as_jpeg_packs_them(quality: int) -> None:
    from models.training.webcams import packed

    picture = _noise()
    reported = packed(torch.from_numpy(picture).permute(2, 0, 1)[None].float(), quality=quality)
    seen = reported[0].permute(1, 2, 0).numpy()
    _, file = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    expected = np.asarray(cv2.imdecode(np.asarray(file), cv2.IMREAD_COLOR), float)
    assert np.abs(seen - expected).mean() < 1.5
    assert np.abs(picture - expected).mean() > 1.5, "the picture is too smooth to tell"


def test_one_webcam_shows_all_faces_alike_coarse_and_each_in_its_light() -> None:
    from models.training.webcams import seen_by_webcam

    pictures = torch.from_numpy(_noise()).permute(2, 0, 1)[None].float().repeat(6, 1, 1, 1)
    for seed in range(8):
        seen = seen_by_webcam(pictures, torch.Generator().manual_seed(seed))
        assert seen.shape == pictures.shape
        assert seen.min() >= 0
        assert seen.max() <= 255
        levels = seen.mean((1, 2, 3))
        assert levels.std() > 3, "each lies in its own light"
        even = (seen - seen.mean((2, 3), keepdim=True)) / seen.std((2, 3), keepdim=True)
        assert (even[0] * even[1]).mean() > 0.4, "and is still the same face"


def _faces() -> HarvestedFaces:
    rng = np.random.default_rng(4)
    labels = np.array([(die, face) for die in range(3) for face in range(8) for _ in range(3)])
    good, poor = (rng.integers(low, low + 100, (len(labels), 96, 96, 3), np.uint8) for low in (0, 120))
    return HarvestedFaces(good, poor, labels)


def test_a_mini_batch_pairs_views_of_one_face_and_shows_some_second_ones_by_a_poor_camera() -> None:
    from models.training.classifier import Views

    views = Views(_faces(), dice=2, device=torch.device("cpu"))
    brighter = 0
    for seed in range(20):
        drawn = views.draw(torch.Generator().manual_seed(seed))
        assert drawn.first.shape == drawn.second.shape == drawn.plain.shape == (16, 3, 96, 96)
        assert drawn.plain.max() < 100, "what is enrolled is always of the good camera"
        brighter += bool(drawn.second.mean() > 1.6 * drawn.plain.mean())
    assert 2 <= brighter <= 14


def test_a_network_taught_further_is_held_to_what_it_said() -> None:
    from models.training.classifier import Views, as_it_was, loss
    from models.training.networks import ClassifierNetwork

    torch.manual_seed(1)
    network = ClassifierNetwork().eval()
    views = Views(_faces(), dice=1, device=torch.device("cpu")).draw(torch.Generator().manual_seed(2))
    before = as_it_was(network)
    other = ClassifierNetwork().eval()
    with torch.no_grad():
        held, let_go = (loss(one, views, before) - loss(one, views) for one in (network, other))
    assert held < let_go
    assert not any(parameter.requires_grad for parameter in before.parameters())
