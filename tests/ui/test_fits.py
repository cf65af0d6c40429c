"""No text is cut off, covered or too small to be read, in any window, on small screens, in both languages and in large
type. A screen is less the system's bars: 80 lines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

from companion.codec import die
from companion.ui.themes import Theme, TypeSize, choose_theme, fit_type
from tests.ui.every_window import WINDOWS, SmallStage
from tests.ui.fitting import misfits

#: Laptops of 1366 x 768 and 1280 x 800, and 1920 x 1080 at a scale of 2.
_LOW, _NARROW, _SCALED = QSize(1366, 688), QSize(1280, 720), QSize(960, 460)
#: Both languages and sizes of type on the smallest, and on the others what they have least room for.
_READERS = [
    ("en", TypeSize.USUAL, _SCALED),
    ("en", TypeSize.VERY_LARGE, _SCALED),
    ("de", TypeSize.USUAL, _SCALED),
    ("de", TypeSize.VERY_LARGE, _SCALED),
    ("de", TypeSize.VERY_LARGE, _LOW),
    ("de", TypeSize.VERY_LARGE, _NARROW),
]


@pytest.fixture
def home(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty home, where the bundled dice are read once; afterwards no window is left."""
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    monkeypatch.setattr(die, "read_dice", _read_once)
    yield tmp_path
    for window in QApplication.topLevelWidgets():
        window.close()
        window.deleteLater()
    qapp.processEvents()
    choose_theme(Theme.DARK)
    fit_type(1080)


_read_once = cache(die.read_dice)


@pytest.mark.parametrize(("language", "type_size", "screen"), _READERS)
@pytest.mark.parametrize("name", WINDOWS)
def test_everything_can_be_read(
    name: str, language: str, type_size: TypeSize, screen: QSize, home: Path, qapp: QApplication
) -> None:
    stage = SmallStage(home, qapp, screen, language, type_size)
    stage.chosen()
    found = []
    for part, widget in WINDOWS[name](stage):
        window = widget.window()
        window.resize(screen)
        stage.settle()
        misfit = misfits(window)
        if misfit:
            stage.settle()  # a picture may have come meanwhile
            misfit = misfits(window)
        if window.size() != window.size().boundedTo(screen):
            found.append(f"{part}: is {window.width()} x {window.height()}")
        found += [f"{part}: {what}" for what in misfit]
    assert not found, "\n".join(found)
