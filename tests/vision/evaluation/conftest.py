"""A small rig: two pictures of the demo, whose dice are enrolled from the first."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.camera import Camera
from companion.cli import main
from companion.codec.camera import read_camera
from companion.geometry import height_mm
from companion.resources import Bundled, bundled

SCENES = ("scene-000", "scene-001")


@pytest.fixture(scope="session")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two pictures of the demo as a rig whose dice are enrolled from the first: so few that it is quick."""
    folder, demo = tmp_path_factory.mktemp("rigs") / "small", bundled(Bundled.PICTURES, "demo")
    (folder / "dice").mkdir(parents=True)
    for name in ["mat.json", "table.jpg", *(f"{s}.{end}" for s in SCENES for end in ("jpg", "json"))]:
        shutil.copy(demo / name, folder / name)
    truth = json.loads((folder / "scene-000.json").read_text())
    names = {row["die"] for row in truth["dice"]}
    for file in bundled(Bundled.DICE_FACES).glob("*/*.toml"):
        if f"{file.parent.name}/{file.stem}" in names:
            shutil.copy(file, folder / "dice" / file.name)
    words = ["calibrate", "--mat", str(folder / "mat.json"), str(folder / "table.jpg"), "-o", str(folder / "c.json")]
    assert main(words) == 0
    camera = read_camera(folder / "c.json")
    faces = [_click(camera, row) for row in reversed(truth["dice"])]  # the giant last
    (folder / "enrol.json").write_text(json.dumps({"format": 1, "faces": faces}))
    return folder


def _click(camera: Camera, row: dict[str, Any]) -> dict[str, Any]:
    places = np.array([row["centre_mm"], row["corners_mm"][0]])
    seen = camera.lens.project(np.column_stack([places, np.full(2, height_mm(row["edge_mm"]))]))
    centre, corner = (seen + 2.0).tolist()
    return {"image": "scene-000.jpg", "die": row["die"], "face": row["face"], "centre_px": centre, "corner0_px": corner}
