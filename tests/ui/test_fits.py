"""No text is cut off, covered or too small to be read, in any window, on small screens, in both languages and in large
type. A screen is less the system's bars: 80 lines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QScreen
from PySide6.QtWidgets import QApplication, QWidget

from companion.codec import die
from companion.ui import Window
from companion.ui.application import install_language
from companion.ui.themes import Theme, TypeSize, choose_theme, fit_type
from tests.ui.conftest import FakeReader
from tests.ui.every_window import WINDOWS, SmallStage, UntouchedStage
from tests.ui.fitting import misfits

#: Laptops of 1366 x 768 and 1280 x 800, and 1920 x 1080 at a scale of 2.
_LOW, _NARROW, _SCALED = QSize(1366, 688), QSize(1280, 720), QSize(960, 460)
#: Both languages in the largest type on the smallest, English in the smallest type, too, for it must not be too small;
#: and on the others what they have least room for.
_READERS = [
    ("en", TypeSize.USUAL, _SCALED),
    ("en", TypeSize.VERY_LARGE, _SCALED),
    ("de", TypeSize.VERY_LARGE, _SCALED),
    ("de", TypeSize.VERY_LARGE, _LOW),
    ("de", TypeSize.VERY_LARGE, _NARROW),
]


#: A screen less its task bar, and what is left of it inside a window's frame.
_SCREENS = [(QSize(1366, 728), _LOW), (QSize(1280, 760), QSize(1280, 720)), (QSize(960, 500), _SCALED)]

#: Windows that have a size of their own; the others open as large as the screen.
_SIZED = ["Exercise K opening", "desk", "ruler", "certify", "enrol", "result-sheet", "die-editor"]


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
    install_language(qapp, "en")


_read_once = cache(die.read_dice)


@pytest.mark.parametrize(("language", "type_size", "screen"), _READERS)
@pytest.mark.parametrize("name", WINDOWS)
def test_everything_can_be_read(
    name: str, language: str, type_size: TypeSize, screen: QSize, home: Path, qapp: QApplication
) -> None:
    stage = SmallStage(home, qapp, screen, language, type_size)
    stage.chosen()
    assert "\n".join(what for part, shown in WINDOWS[name](stage) for what in _found(stage, part, shown)) == ""


@pytest.mark.parametrize(("language", "type_size", "screen"), _READERS)
def test_pictures_of_a_table_can_be_read(
    language: str,
    type_size: TypeSize,
    screen: QSize,
    home: Path,
    qapp: QApplication,
    reader: FakeReader,
    pictures: tuple[Path, ...],
) -> None:
    stage = SmallStage(home, qapp, screen, language, type_size)
    stage.chosen()
    window = Window(reader, reader.dice, pictures)
    stage.shown(window)
    stage.until(lambda: window.inspection is not None, "pictures")
    assert "\n".join(_found(stage, "", stage.shown(window, "N"))) == ""


@pytest.mark.parametrize(("screen", "room"), _SCREENS)
@pytest.mark.parametrize(
    "name", ["Exercise K opening", "desk", "ruler", "certify", "enrol", "result-sheet", "die-editor"]
)
def test_a_window_opens_no_larger_than_its_screen(
    name: str, screen: QSize, room: QSize, home: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QScreen, "availableSize", lambda _: screen)
    stage = UntouchedStage(home, qapp, room, "en", TypeSize.USUAL)
    stage.chosen()
    _, shown = next(WINDOWS[name](stage))
    assert shown.window().size() == shown.window().size().boundedTo(room)


def _found(stage: SmallStage, part: str, shown: QWidget) -> Iterator[str]:
    window, screen = shown.window(), stage.size
    window.resize(screen)
    stage.settle()
    misfit = misfits(window)
    if misfit:
        stage.settle()  # a picture may have come meanwhile
        misfit = misfits(window)
    if window.size() != window.size().boundedTo(screen):
        yield f"{part}: is {window.width()} x {window.height()}"
    yield from (f"{part}: {what}" for what in misfit)
