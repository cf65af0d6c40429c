"""A camera over a table of 1000 x 620 mm, a few dice on it, and what the rules say of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event

import numpy as np
import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from companion.arrays import Image
from companion.camera import Camera, Pinhole, Quality, TableShape, TableTop
from companion.catalogue import Die, Effect, EffectKind, Face, Range
from companion.errors import OperationError
from companion.geometry import Pose
from companion.opencv import cv2
from companion.session import Layout, LayoutPiece, TargetSurvey, survey_targets
from companion.session.inspection import position_of
from companion.ui import Window
from companion.vision import CameraCheck, DieReading, DieState, FaceName, Reading

OUTLINE = ((0.0, 0.0), (1000.0, 0.0), (1000.0, 620.0), (0.0, 620.0))


@pytest.fixture
def lens() -> Pinhole:
    """Looks at the table from the near side, aslant, through a lens that bends straight lines."""
    eye, aim = np.array([480.0, -420.0, 1150.0]), np.array([500.0, 300.0, 0.0])
    forward = (aim - eye) / np.linalg.norm(aim - eye)
    right = np.cross(forward, (0, 0, 1))
    right /= np.linalg.norm(right)
    rotation = np.array([right, np.cross(forward, right), forward])
    matrix = np.array([[1150.0, 0, 639.5], [0, 1150.0, 359.5], [0, 0, 1]])
    distortion = np.array([-0.12, 0.05, 0.0, 0.0, 0.0])
    return Pinhole(matrix, distortion, rotation, -rotation @ eye, (1280, 720))


@pytest.fixture
def dice() -> dict[str, Die]:
    """A tank (short, long, all), a giant with one long arrow, a truck without any."""
    tank = Die(
        "t/tank",
        (
            Face("8", effects=(Effect(EffectKind.WEAPON, "Gun", range=Range.SHORT, corners=(0,), attack=4),)),
            Face("7", effects=(Effect(EffectKind.WEAPON, "Gun", range=Range.LONG, corners=(0, 1), attack=4),)),
        ),
        name="Tank",
    )
    gun = Effect(EffectKind.WEAPON, "Main", range=Range.LONG, corners=(0,), attack=9)
    giant = Die("t/giant", (Face("8", effects=(gun,)),), name="Giant", edge_mm=101.6)
    return {die.id: die for die in (tank, giant, Die("t/truck", (Face("8"),), name="Truck"))}


@pytest.fixture
def layout() -> Layout:
    """Near: a tank, a truck, an unread die. Far: a giant, a tank, a leaning truck, and a truck behind the near tank."""

    def piece(
        called: str, owner: str, name: FaceName | None, pose: Pose, state: DieState = DieState.FLAT
    ) -> LayoutPiece:
        return LayoutPiece(called, owner, name, pose, 0.2, 0.2, state)

    tank, truck = FaceName("t/tank", "8"), FaceName("t/truck", "8")
    pieces = (
        piece("Tank a", "A", tank, Pose(330, 200, 80, 50.8)),
        piece("Truck b", "A", truck, Pose(560, 180, 10, 50.8)),
        piece("Unread die", "A", None, Pose(150, 120, 0, 50.8)),
        piece("Giant", "B", FaceName("t/giant", "8"), Pose(700, 420, -100, 101.6)),
        piece("Tank b", "B", tank, Pose(400, 430, -60, 50.8)),
        piece("Truck c", "B", truck, Pose(880, 520, 45, 50.8), DieState.LEANING),
        piece("Truck a", "B", truck, Pose(420, 60, 45, 50.8)),
    )
    return Layout("scene.jpg", pieces, OUTLINE)


@pytest.fixture
def seen(layout: Layout, dice: dict[str, Die]) -> TargetSurvey:
    """What the short-range gun of ``Tank a`` may hit: ``Tank b``; the giant is farther, ``Truck a`` behind."""
    return survey_targets(position_of(layout, dice), "Tank a", 0)


class FakeReader:
    """Answers with the same dice for every picture, refuses those called ``bad``, waits while its gate is shut."""

    def __init__(self, camera: Camera, reading: Reading, dice: dict[str, Die]) -> None:
        self.camera, self.reading, self.dice = camera, reading, dice
        self.read_names: list[str] = []
        self.gate = Event()
        self.gate.set()

    def read(self, _picture: Image, image: str = "") -> Reading:
        self.read_names.append(image)
        self.gate.wait(20)
        if image.startswith("bad"):
            raise OperationError(f"{image} is of another size.")
        return replace(self.reading, image=image)


@pytest.fixture
def camera(lens: Pinhole) -> Camera:
    return Camera(lens, TableTop(TableShape.RECT, (1000, 620)), (), Quality(0.1, 0.1, 4, 10, 0.001), {})


@pytest.fixture
def reader(camera: Camera, layout: Layout, dice: dict[str, Die]) -> FakeReader:
    reported = tuple(DieReading(p.pose, p.sigma_mm, p.sigma_deg, p.state, p.name, 0.99) for p in layout.pieces)
    return FakeReader(camera, Reading("", reported, CameraCheck(0.2, 4)), dice)


@pytest.fixture
def pictures(tmp_path: Path) -> tuple[Path, ...]:
    """Three pictures of the camera's size; the last one cannot be read."""
    paths = tuple(tmp_path / name for name in ("first.png", "second.png", "bad.png"))
    for shade, path in enumerate(paths):
        cv2.imwrite(str(path), np.full((720, 1280, 3), 120 + 10 * shade, np.uint8))
    return paths


@pytest.fixture
def when_read(qapp: QApplication) -> Iterator[Callable[[Callable[[Window], None]], None]]:
    """Takes what is to be done with the window that main opens once it has read its picture; then closes it."""
    timer = QTimer()
    timer.setInterval(20)

    def arrange(use: Callable[[Window], None]) -> None:
        def look() -> None:
            there = [w for w in QApplication.topLevelWidgets() if isinstance(w, Window) and w.isVisible()]
            if there and there[0].inspection is not None:
                timer.stop()
                use(there[0])
                there[0].close()

        timer.timeout.connect(look)
        timer.start()

    yield arrange
    timer.stop()
