"""Every window and page of the program, each set up in a fraction of a second: name -> how."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, TypeVar, cast

from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from companion.camera import Charuco
from companion.camera.sources import FilmShot, PictureSequence, open_pictures
from companion.certify.certificate.window import CertifyWindow
from companion.codec.camera import read_camera
from companion.codec.mat import read_mat
from companion.codec.script import decode_match_opening
from companion.exercise_k.rules.board import HexBoard
from companion.exercise_k.ui import open_desk
from companion.exercise_k.ui.desk_window import DeskWindow
from companion.exercise_k.ui.ruler_window import RulerWindow
from companion.journal import new_match_file
from companion.resources import Bundled, bundled, data_folder
from companion.session.launch import LaunchOptions, ReaderPreload
from companion.session.match import Match
from companion.session.match_setup import SourceChoice
from companion.session.photographs import PhotographDesk
from companion.session.play import Browsing, Choice
from companion.share.ruling_window import RulingWindow
from companion.ui import for_windows
from companion.ui.enrol import open_enrolment
from companion.ui.match import MatchWindow
from companion.ui.match.frame import KeysRow
from companion.ui.match.over_table import Bands
from companion.ui.ruling_line import RulingLine
from companion.ui.second_window import SecondWindow
from companion.ui.settings import Settings, save_settings
from companion.ui.start import StartWindow
from companion.ui.start.camera_page import CameraPage
from companion.ui.start.hand_setup import LayPage
from companion.ui.start.plan_page import PlanPage
from companion.ui.start.print_page import PrintPage
from companion.ui.start.setup_flow import DiceChoicePage, LensPage
from companion.ui.start.trial_page import TrialPage
from companion.ui.themes import TypeSize, fit_type
from docs.pictures.example_match import FILM, dispute, example_match, opening
from docs.pictures.make import SCREENS
from docs.pictures.stage import Stage, at_the_keyboard

#: As long as people's names and cameras' are.
_NAME: Final = "Maximiliane Schneider-Lindemann"
_LONG: Final = (
    "The Light Tank b of Bartholomäus was bumped to side 5 by the Heavy Tank c, which lies 213.4 ± 0.6 mm from the "
    "Ogre and leans on it: it is thrown again, unless the players agree that it stays as it lies."
)
_IDS: Final = tuple(f"OG-SIGHT-{number:02}" for number in range(1, 12))
_PICTURE: Final = FILM / "004.jpg"
_Part = TypeVar("_Part", bound=QWidget)


@dataclass(frozen=True)
class SmallStage(Stage):
    """A stage before a screen of a size, in a language and a size of type, whatever else is chosen on it."""

    size: QSize
    language: str
    type_size: TypeSize

    def chosen(self, **settings: Any) -> None:
        """Choose settings, but for the language and the size of type."""
        kept = {"language": self.language, "type_size": self.type_size}
        save_settings(replace(Settings(explained=True), **{**settings, **kept}))
        for_windows()
        fit_type(self.size.height())

    def shown(self, window: QWidget, *keys: str, size: QSize | None = None) -> QWidget:
        """As large as the screen has room for."""
        return super().shown(window, *keys, size=size or self.size)


class UntouchedStage(SmallStage):
    """Leaves windows as large as they open."""

    def shown(self, window: QWidget, *_keys: str, size: QSize | None = None) -> QWidget:
        """As it opens."""
        window.show()
        self.settle()
        return window


#: What a window shows, one thing after the other, each with its name.
Screens = Iterator[tuple[str, QWidget]]


# --- before the match -------------------------------------------------------------------------------------------------


def _start_window(stage: SmallStage) -> Screens:
    """Every page before a match, each opened from the start page."""
    example_match(new_match_file("Anna against Ben's Ogre"), dict(stage.dice)).close()
    window = StartWindow(LaunchOptions(), lambda: (), {})
    yield "start", stage.shown(window)
    for name, turn in _PAGES.items():
        turn(window)
        yield name, window
        while not window.is_home:
            window.go_back()
    window.say(f"{data_folder() / 'matches' / 'Anna against Ben.diceland'}: {_LONG}")
    yield "told", window


def _agreements(window: StartWindow) -> None:
    window.want("new")
    cast(PlanPage, window.page).toggle_agreements()


def _printed(window: StartWindow) -> None:
    page = PrintPage(window.dice, show_file=lambda _: None)
    window.open_page(page)
    page.written.connect(lambda _: None)
    page.print_chosen()


def _reported(window: StartWindow) -> None:
    window.say(f"{data_folder() / 'matches' / 'Anna against Ben.diceland'}: " + _LONG)


def _webcam() -> SourceChoice:
    return SourceChoice(_NAME, _NAME, lambda: PictureSequence([FilmShot(_PICTURE, 4)], name=_NAME, fps=4, stays=True))


def _board() -> Charuco:
    board = read_mat(bundled(Bundled.PICTURES, "demo") / "mat.json").charuco
    assert board is not None
    return board


def _trial(_window: StartWindow) -> TrialPage:
    return TrialPage(_webcam(), read_camera(FILM / "camera.json"), ReaderPreload(lambda _: _Nothing()))  # type: ignore[arg-type,return-value]


def _open(make: Callable[[StartWindow], QWidget]) -> Callable[[StartWindow], None]:
    return lambda window: window.open_page(make(window))


_PAGES: Final[Mapping[str, Callable[[StartWindow], object]]] = {
    "new match": lambda window: window.want("new"),
    "agreements": _agreements,
    "print": lambda window: window.want("print"),
    "printed": _printed,
    "dice": lambda window: window.want("dice"),
    "matches": StartWindow.choose_match,
    "table": lambda window: window.want("calibrate"),
    "setup": lambda window: window.want("setup"),
    "setup on a stand": StartWindow.set_up,
    "setup by phone": StartWindow.set_up_phone,
    "markers laid": _open(lambda _: LayPage(None)),
    "camera": _open(lambda _: CameraPage([_webcam()])),
    "lens": _open(lambda _: LensPage(_webcam(), _board())),
    "whose dice": _open(lambda window: DiceChoicePage(window.dice)),
    "trial": _open(_trial),
}


# --- the match --------------------------------------------------------------------------------------------------------


def _match_window(stage: SmallStage) -> Screens:
    """What stands there in a match by keys; then long sentences wherever there may be some."""
    window = MatchWindow(example_match(stage.file("match"), dict(stage.dice)))
    yield "match", stage.shown(window)
    for keys in ("N 1", "Esc Esc N C", "Esc Esc Esc T", "Esc H", "H F3", "F3 F5", "Esc F7", "Esc F1"):
        yield keys, stage.shown(window, *keys.split())
    stage.shown(window, "Esc", "Esc", "N", "1")
    ruling = window.presenter.prompt.ruling
    assert ruling is not None
    line, bands = _part(window, RulingLine), _part(window, Bands)
    line.show_ruling(_LONG, replace(ruling, rules=(*ruling.rules, *_IDS)[:12]), "<p>8 − 5 = 3</p>")
    yield "ruling", window
    bands.show_trouble(_LONG)
    yield "hands", window
    yield "hands and card", stage.shown(window, "F3")
    choices = [Choice(f"explain.{n}", (str(n),), f"{_LONG[:90]} ({n})", Browsing()) for n in range(1, 7)]
    _part(window, KeysRow).show_choices([*choices, Choice("back", ("Esc",), "back", Browsing())])
    line.show_ruling(_LONG, None, "")
    yield "proposals", window


def _long_names(stage: SmallStage) -> Screens:
    """Names as long as people have them, in the match and in the second window."""
    script = json.dumps(opening(dict(stage.dice))).replace('"Anna"', f'"{_NAME}"').replace('"Ben"', '"Bartholomäus"')
    match = Match.begin(stage.file("names"), decode_match_opening(json.loads(script)))
    second = SecondWindow()
    second.show_match(match)
    yield "second window", stage.shown(second)
    yield "match", stage.shown(MatchWindow(match))


def _close_call(stage: SmallStage) -> Screens:
    """A loupe; and while hands have something to do."""
    match = Match.begin(stage.file("dispute"), decode_match_opening(dispute(dict(stage.dice))))
    window = MatchWindow(match)
    yield "loupe", stage.shown(window, "N", "1")
    _part(window, Bands).show_trouble(_LONG)
    yield "loupe and hands", window


def _part(window: QWidget, kind: type[_Part]) -> _Part:
    found = window.findChild(kind)
    assert isinstance(found, kind)
    return found


# --- Exercise K and the rest ------------------------------------------------------------------------------------------


def _exercise_k_opening(stage: SmallStage) -> Screens:
    """Its four steps."""
    window = stage.shown(open_desk())
    for words in ("Ann, Ben, Cleo", "Dan, Eve", f"Finn, {_NAME}", "Gil"):
        QTest.keyClicks(at_the_keyboard(window), words)
        QTest.keyClick(at_the_keyboard(window), Qt.Key.Key_Return)
    for step in "1234":
        yield f"step {step}", stage.shown(window, f"Ctrl+{step}")


def _desk(stage: SmallStage) -> Screens:
    """The desk and the window for the players."""
    window = _pictured("exercise-k", stage)
    assert isinstance(window, DeskWindow)
    yield "desk", window
    yield "players", stage.shown(window.players)
    for keys in ("Esc E", "Esc F1"):
        yield keys, stage.shown(window, *keys.split())


def _certify(stage: SmallStage) -> QWidget:
    window = CertifyWindow(_Nothing(), _Nothing(), lambda _: None)  # type: ignore[arg-type,return-value]
    return stage.shown(window)


def _ruling(stage: SmallStage) -> Screens:
    """Before the phone's first picture, and why one was refused."""
    window = RulingWindow(PhotographDesk(_Nothing))  # type: ignore[arg-type]
    yield "empty", stage.shown(window)
    window.say(_LONG)
    yield "told", window


def _enrol(stage: SmallStage) -> QWidget:
    camera = read_camera(FILM / "camera.json")
    window = open_enrolment(camera, stage.dice, "ogre/heavy-tank", open_pictures([_PICTURE], fps=10), stage.home)
    return stage.shown(window)


class _Nothing:
    """Stands in for what watches and reads."""

    latest = None

    def start(self) -> None:
        """Nothing to begin."""

    def stop(self) -> None:
        """Nothing to end."""


def _pictured(name: str, stage: SmallStage) -> QWidget:
    """A screen of the documents' pictures."""
    (file,) = (file for file in SCREENS if file.partition(".")[0] == name)
    return SCREENS[file](stage)


def _one(make: Callable[[SmallStage], QWidget]) -> Callable[[SmallStage], Screens]:
    def screens(stage: SmallStage) -> Screens:
        yield "", make(stage)

    return screens


WINDOWS: Final[Mapping[str, Callable[[SmallStage], Screens]]] = {
    "start": _start_window,
    "match": _match_window,
    "names": _long_names,
    "close call": _close_call,
    "Exercise K opening": _exercise_k_opening,
    "desk": _desk,
    "ruler": _one(lambda stage: stage.shown(RulerWindow(HexBoard()))),
    "ruling": _ruling,
    "certify": _one(_certify),
    "enrol": _one(_enrol),
    **{name: _one(partial(_pictured, name)) for name in (
        "welcome", "terrain", "second-window-turned", "result-sheet", "ogre-card", "ogre-card-mark-v", "hall",
        "die-editor",
    )},
}  # fmt: skip
