"""Makes the pictures of the screens, with the program itself, each small; from the top of a checkout:

    python -m docs.pictures.make               all of them
    python -m docs.pictures.make match start   those named so

They are made without a screen and in a home of their own: nothing of the user's is read or written.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final, cast

os.environ["QT_QPA_PLATFORM"] = "offscreen"  # the same pictures with and without a screen
os.environ["LANGUAGE"] = "en"

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from companion.camera import Charuco, Picture, calibrate, read_picture
from companion.camera.sources import FilmShot, PictureSequence, open_pictures
from companion.cli import main as companion
from companion.cli._options import demo_calibration, demo_scenes
from companion.codec.camera import read_camera
from companion.codec.die import known_dice
from companion.codec.mat import read_mat
from companion.codec.reader import open_reader
from companion.codec.saved_cameras import save_camera, save_lens_pictures
from companion.codec.script import decode_match_opening
from companion.codec.sources import open_film
from companion.exercise_k.codec.documents import decode_desk_opening
from companion.exercise_k.session.desk_game import DeskGame
from companion.exercise_k.ui import open_desk
from companion.exercise_k.ui.desk_window import DeskWindow
from companion.hall.window import HallWindow
from companion.journal import new_match_file
from companion.resources import Bundled, bundled
from companion.session import most_telling_weapon
from companion.session.launch import ReaderPreload
from companion.session.live import TableState, TableWatcher
from companion.session.match import Match
from companion.session.match_setup import MatchPlan, SourceChoice, TerrainPiece, TerrainShape
from companion.session.result import summarize_result
from companion.session.tracking_card import Row
from companion.ui import Window, for_windows
from companion.ui.die_editor import DieEditor
from companion.ui.enrol import open_enrolment
from companion.ui.match import MatchWindow
from companion.ui.ogre_card import open_card
from companion.ui.results import ResultWindow
from companion.ui.second_window import SecondWindow
from companion.ui.settings import Remembered, remember
from companion.ui.start import LaunchOptions, StartWindow
from companion.ui.start.camera_page import CameraPage
from companion.ui.start.plan_page import PlanPage
from companion.ui.start.setup_flow import LensPage
from companion.ui.start.trial_page import TrialPage
from companion.ui.themes import Theme, TypeSize
from docs.pictures.example_hall import example_hall
from docs.pictures.example_match import FILM, dispute, example_match, film_match
from docs.pictures.few_colours import in_few_colours
from docs.pictures.stage import Stage, at_the_keyboard

HERE: Final = Path(__file__).parent
#: So wide are the pictures that are saved.
_WIDE_PX: Final = 1000
DEMO: Final = bundled(Bundled.PICTURES, "demo")
#: What the camera of these pictures is called.
_WEBCAM: Final = "HD Webcam"
_SHEET_TALL_PX: Final = 900


Screen = Callable[[Stage], QWidget]


# --- before the match ---------------------------------------------------------------------------------------------


def _start(stage: Stage, *ways: str, explained: bool = True) -> QWidget:
    stage.chosen(explained=explained)
    if explained:
        example_match(new_match_file("Anna against Ben's Ogre"), dict(stage.dice)).close()
    window = StartWindow(LaunchOptions(), lambda: (), {})
    stage.shown(window)
    for way in ways:
        window.want(way)
    return stage.shown(window)


def _table(stage: Stage) -> QWidget:
    stage.chosen()
    window = StartWindow(LaunchOptions(source=(str(FILM / "film.json"),), mat=FILM / "mat.json"), lambda: (), {})
    stage.shown(window)
    window.want("calibrate")
    end = time.monotonic() + 6.0
    stage.until(lambda: time.monotonic() > end, "table")
    return stage.shown(window)


def _setup(stage: Stage) -> QWidget:
    """The first evening, camera and table measured."""
    stage.chosen()
    camera = calibrate(read_mat(DEMO / "mat.json"), _lens_pictures(), [read_picture(DEMO / "table.jpg")]).camera
    save_camera(camera, _WEBCAM)
    save_lens_pictures(_WEBCAM, _lens_pictures())
    remember(Remembered(source=_WEBCAM))
    window = StartWindow(LaunchOptions(), lambda: (), {})
    stage.shown(window)
    window.set_up()
    return stage.shown(window)


def _camera(stage: Stage) -> QWidget:
    """Two webcams, and room for the address of a phone."""
    window = _start_window(stage)
    choices = [_webcam([DEMO / "table.jpg"], name) for name in (_WEBCAM, "Integrated Camera")]
    page = CameraPage(choices)
    window.open_page(page)
    stage.until(page.is_ready, "camera")
    return stage.shown(window)


def _lens(stage: Stage) -> QWidget:
    """The lens board, held into most parts of the picture."""
    window = _start_window(stage)
    boards = [DEMO / f"lens-0{number}.jpg" for number in (3, 0, 4, 1, 5)]
    page = LensPage(_webcam(boards, _WEBCAM), _board())
    window.open_page(page)
    stage.until(lambda: page.presenter.taken == len(boards), "lens board")
    return stage.shown(window)


def _trial(stage: Stage) -> QWidget:
    """A picture with twelve dice, read and judged."""
    window = _start_window(stage)
    camera = calibrate(read_mat(DEMO / "mat.json"), _lens_pictures(), [read_picture(DEMO / "table.jpg")]).camera
    page = TrialPage(_webcam([DEMO / "scene-000.jpg"], _WEBCAM), camera, ReaderPreload(open_reader))
    window.open_page(page)
    stage.until(page.may_go, "picture")
    page.go()
    stage.until(lambda: page.verdict, "verdict")
    return stage.shown(window)


def _start_window(stage: Stage) -> StartWindow:
    stage.chosen()
    window = StartWindow(LaunchOptions(), lambda: (), {})
    stage.shown(window)
    return window


def _webcam(pictures: Sequence[Path], name: str) -> SourceChoice:
    """Pictures as if a camera of that name took them."""
    shots = [FilmShot(picture, 4) for picture in pictures]
    return SourceChoice(name, name, lambda: PictureSequence(shots, name=name, fps=4, stays=True))


def _lens_pictures() -> list[Picture]:
    return [read_picture(file) for file in sorted(DEMO.glob("lens-*.jpg"))]


def _board() -> Charuco:
    board = read_mat(DEMO / "mat.json").charuco
    assert board is not None
    return board


def _terrain(stage: Stage) -> QWidget:
    """A hill and a wall, put there by keys."""
    stage.chosen()
    window = StartWindow(LaunchOptions(), lambda: (), {})
    stage.shown(window)
    plan = MatchPlan.fresh(dict(stage.dice)).with_advanced(advanced=True)
    hill = TerrainPiece((220.0, 400.0), TerrainShape.ROUND, (240.0, 180.0), level=1)
    window.want("new")
    cast(PlanPage, window.page).planned.emit(plan.with_terrain([hill, TerrainPiece((760.0, 360.0), turn_deg=30.0)]))
    return stage.shown(window, "N", "N")


# --- the match ----------------------------------------------------------------------------------------------------


def _match(stage: Stage, *keys: str, **settings: object) -> QWidget:
    stage.chosen(**settings)
    file = stage.file("match")
    file.unlink(missing_ok=True)
    return stage.shown(MatchWindow(example_match(file, dict(stage.dice))), *keys)


def _dispute(stage: Stage) -> QWidget:
    """Two targets at nearly the same distance: which is the closest is too close to call."""
    stage.chosen()
    window = MatchWindow(Match.begin(stage.file("dispute"), decode_match_opening(dispute(dict(stage.dice)))))
    return stage.shown(window, "N", "1")


def _live(stage: Stage) -> QWidget:
    """The film before the camera, once the table is at rest."""
    stage.chosen()
    script = json.loads((FILM / "match.json").read_text(encoding="utf-8"))
    match = Match.begin(
        stage.file("live"), decode_match_opening({key: value for key, value in script.items() if key != "steps"})
    )
    reader = open_reader(read_camera(FILM / "camera.json"))
    watcher = TableWatcher(open_film(FILM / "film.json"), reader)
    window = MatchWindow(match, watcher)
    stage.shown(window)
    stage.until(lambda: watcher.latest and watcher.latest.state is TableState.SETTLED, "live")
    end = time.monotonic() + 2.0
    stage.until(lambda: time.monotonic() > end, "live")
    return window


def _pictures(stage: Stage, *keys: str) -> QWidget:
    """Pictures of a table, one by one: the demo's."""
    stage.chosen()
    faces = bundled(Bundled.DICE_FACES)
    reader = open_reader(demo_calibration().camera, faces, faces / "gallery")
    window = Window(reader, known_dice(faces), demo_scenes(), begin=most_telling_weapon)
    stage.shown(window)
    stage.until(lambda: window.inspection is not None, "pictures")
    return stage.shown(window, *keys)


def _second(stage: Stage, **settings: object) -> QWidget:
    stage.chosen(**settings)
    file = stage.file("second")
    file.unlink(missing_ok=True)
    window = SecondWindow()
    with example_match(file, dict(stage.dice)) as match:
        window.show_match(match)
    return stage.shown(window)


def _result(stage: Stage) -> QWidget:
    stage.chosen()
    file = stage.file("film")
    film_match(file).close()
    window = ResultWindow(summarize_result(file), stage.home / "result.pdf")
    return stage.shown(window)


# --- the rooms beside it ------------------------------------------------------------------------------------------


def _card(stage: Stage, *, mark: str, **settings: object) -> QWidget:
    stage.chosen(**settings)
    window = open_card(mark=mark, post=True, fresh=True)
    for row, left in ((Row.SECONDARY, 3), (Row.MISSILE, 1), (Row.AP, 6), (Row.ARMOUR, 46), (Row.TREADS, 31)):
        window.card.mark(row, left, source="mouse")
    return stage.shown(window, "T")


def _enrolment(stage: Stage) -> QWidget:
    """The heavy tank of the film, just put down."""
    stage.chosen()
    source = open_pictures([FILM / "004.jpg"], fps=10)
    camera = read_camera(FILM / "camera.json")
    window = open_enrolment(camera, stage.dice, "ogre/heavy-tank", source, stage.home / "gallery")
    stage.shown(window)
    end = time.monotonic() + 8.0
    stage.until(lambda: time.monotonic() > end, "enrol")
    return window


def _desk(stage: Stage) -> DeskWindow:
    stage.chosen()
    names = dict(zip(_SEATS, _PEOPLE, strict=True))
    opening = {
        "format": 1,
        "profile": "exercise-k",
        "name": "Saturday",
        "players": len(_SEATS),
        "order": ["Black", "Blue", "Red", "Green"],
        "table_talk": {"names": names, "allotted_min": 180},
    }
    file = stage.file("saturday")
    file.unlink(missing_ok=True)
    window = DeskWindow(DeskGame.begin(file, decode_desk_opening(opening)))
    stage.shown(window, *"B2T5", "Return", *"R1M", "Return", "Space", *"G3T4", "Return", "Space", *"B1T")
    return window


_SEATS: Final = tuple(f"{team} {number}" for team in ("Black", "Blue", "Red", "Green") for number in (1, 2, 3))
_PEOPLE: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gil", "Hana", "Ivo", "Jane", "Kim", "Lou")


def _sign_up(stage: Stage) -> QWidget:
    stage.chosen()
    window = stage.shown(open_desk())
    for words in ("Ann, Ben, Cleo", "Dan, Eve", "Finn", "Gil"):
        QTest.keyClicks(at_the_keyboard(window), words)
        QTest.keyClick(at_the_keyboard(window), Qt.Key.Key_Return)
    stage.settle()
    return window


def _editor(stage: Stage) -> QWidget:
    stage.chosen()
    return stage.shown(DieEditor(stage.dice, stage.home, "ogre/heavy-tank"))


#: Picture -> how its screen is set up. Those of photographs are JPEG.
def _hall(stage: Stage) -> QWidget:
    """A referee looks at the call that has waited longest."""
    stage.chosen()
    hall = HallWindow(example_hall(), "mqtt://hall.local:1883")
    hall.choose("Table 6")
    return stage.shown(hall)


SCREENS: Final[Mapping[str, Screen]] = {
    "welcome.png": partial(_start, explained=False),
    "start.png": _start,
    "new-match.png": lambda stage: _start(stage, "new"),
    "print.png": lambda stage: _start(stage, "print"),
    "table.jpg": _table,
    "setup.png": _setup,
    "setup-camera.jpg": _camera,
    "setup-lens.jpg": _lens,
    "setup-trial.jpg": _trial,
    "terrain.png": _terrain,
    "match.png": lambda stage: _match(stage, "N", "1"),
    "match-log.png": lambda stage: _match(stage, "H"),
    "match-card.png": lambda stage: _match(stage, "F3"),
    "match-correct.png": lambda stage: _match(stage, "N", "C"),
    "match-keys.png": lambda stage: _match(stage, "F1"),
    "match-light.png": partial(_match, theme=Theme.LIGHT),
    "match-high-contrast.png": partial(_match, theme=Theme.HIGH_CONTRAST, type_size=TypeSize.LARGE),
    "match-german.png": partial(_match, language="de"),
    "match-too-close.png": _dispute,
    "match-live.jpg": _live,
    "second-window.png": _second,
    "second-window-turned.png": partial(_second, far_side="over"),
    "result-sheet.png": _result,
    "ogre-card.png": partial(_card, mark="III"),
    "ogre-card-mark-v.png": partial(_card, mark="V", theme=Theme.LIGHT),
    "exercise-k.png": _desk,
    "exercise-k-sign-up.png": _sign_up,
    "exercise-k-players.png": lambda stage: stage.shown(_desk(stage).players),
    "hall.jpg": _hall,
    "die-editor.png": _editor,
    "enrol.jpg": _enrolment,
    "window.jpg": _pictures,
    "from-above.jpg": lambda stage: _pictures(stage, "Tab"),
}


def make(names: Sequence[str]) -> None:
    """Make the pictures whose names begin so; all, where none is named."""
    with _stage() as stage:
        for name, screen in SCREENS.items():
            if not names or name.startswith(tuple(names)):
                window = screen(stage)
                _keep(window.grab().toImage(), HERE / name)
                _put_away(stage)
    if not names or "folding-sheet" in names:
        make_sheet()


@contextmanager
def _stage() -> Iterator[Stage]:
    with tempfile.TemporaryDirectory() as home:
        os.environ["COMPANION_HOME"] = home
        yield Stage(Path(home), for_windows())


def _put_away(stage: Stage) -> None:
    for window in stage.application.topLevelWidgets():
        window.close()
        window.deleteLater()
    stage.settle()


def _keep(image: QImage, file: Path) -> None:
    """Small: so wide, and drawn screens in few colours."""
    small = image.scaledToWidth(min(_WIDE_PX, image.width()), Qt.TransformationMode.SmoothTransformation)
    small = small.convertToFormat(QImage.Format.Format_RGB888)
    kept = in_few_colours(small) if file.suffix == ".png" else small
    if not kept.save(str(file), quality=82 if file.suffix == ".jpg" else 0):
        raise SystemExit(f"{file.name} could not be made")
    print(f"{file.name}: {file.stat().st_size // 1024} KB")


def make_sheet() -> None:
    """A folding sheet, small enough to be shown."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "sheet.png"
        if companion(["print", "dice", "--die", "ogre/heavy-tank", "--die", "ogre/gev", "-o", str(page)]):
            raise SystemExit("the folding sheet could not be made")
        sheet = QImage(str(page))
    small = sheet.scaledToHeight(_SHEET_TALL_PX, Qt.TransformationMode.SmoothTransformation)
    _keep(small, HERE / "folding-sheet.png")


if __name__ == "__main__":
    make(sys.argv[1:])
