"""The way through a first evening: which page each step opens, and back to the list of steps when it is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtWidgets import QWidget

from companion.camera import Charuco, Mat
from companion.camera.sources import Device
from companion.catalogue import Die
from companion.codec.face_clicks import write_sample_clicks
from companion.codec.reader import open_reader
from companion.codec.source import open_source
from companion.errors import OperationError
from companion.resources import data_folder
from companion.session.first_evening import FirstEvening, Step
from companion.session.launch import LaunchOptions, ReaderPreload
from companion.session.match_setup import SourceChoice, source_choices
from companion.text import translate
from companion.ui.memory import last_camera
from companion.ui.printed_mats import markers_mat
from companion.ui.start.camera_page import CameraPage
from companion.ui.start.dice_choice_page import DiceChoicePage
from companion.ui.start.lens_page import LensPage
from companion.ui.start.print_page import PrintPage
from companion.ui.start.setup_page import SetupPage
from companion.ui.start.trial_page import TrialPage

#: The lens board is the same for every table.
_ANY_TABLE_MM = (1000.0, 620.0)


class SetupRooms(Protocol):
    """What the start window does for the steps."""

    @property
    def dice(self) -> Mapping[str, Die]: ...
    def open_page(self, page: QWidget) -> None: ...
    def leave_for(self, page: QWidget) -> None: ...
    def say(self, sentence: str) -> None: ...
    def calibrate(self, first: str = "") -> None: ...
    def list_dice(self, *, rolling: bool = False) -> None: ...
    def new_match(self) -> None: ...


class SetupFlow:
    """Owns the list of steps, and opens what each asks for."""

    def __init__(
        self, rooms: SetupRooms, wanted: LaunchOptions, devices: Callable[[], Sequence[Device]], mat: Mat | None
    ) -> None:
        self._rooms, self._wanted, self._devices, self._mat = rooms, wanted, devices, mat
        self.page = SetupPage(self.evening)
        self.page.wanted.connect(self.take)

    @property
    def evening(self) -> FirstEvening:
        """How far one has come with the camera that is chosen."""
        return FirstEvening.of(last_camera())

    def refresh(self) -> None:
        """Show what is done by now."""
        self.page.show_evening(self.evening)

    def take(self, step: Step) -> None:
        """Open the page of a step."""
        ways = {
            Step.PRINT: self._print,
            Step.CAMERA: self._choose_camera,
            Step.LENS: self._show_board,
            Step.TABLE: lambda: self._rooms.calibrate(self.evening.source),
            Step.DICE: self._choose_dice,
            Step.TRIAL: self._try_picture,
            Step.PLAY: self._rooms.new_match,
        }
        ways[step]()

    # The steps

    def _print(self) -> None:
        page = PrintPage(self._rooms.dice)
        page.written.connect(self._printed)
        self._rooms.open_page(page)

    def _printed(self, file: Path) -> None:
        told = translate("SetupFlow", "Written: {file}. Print it at 100 %; the marker sheets say where each belongs.")
        self._done(told.format(file=file))

    def _choose_camera(self) -> None:
        first = " ".join(self._wanted.source) or self.evening.source
        page = CameraPage(self._choices(), first)
        page.chosen.connect(lambda _: self._done())
        page.again_wanted.connect(self._choose_camera_anew)
        self._rooms.open_page(page)

    def _choose_camera_anew(self) -> None:
        self._done()
        self._choose_camera()

    def _show_board(self) -> None:
        page = LensPage(self._choice(), self._board())
        page.done.connect(self._done)
        page.skipped.connect(lambda: self._settle(Step.LENS))
        self._rooms.open_page(page)

    def _choose_dice(self) -> None:
        page = DiceChoicePage(self._rooms.dice)
        page.printed.connect(lambda: self._settle(Step.DICE))
        page.rolled.connect(lambda: self._rooms.list_dice(rolling=True))
        page.pictured.connect(lambda: page.say(self._sample()))
        self._rooms.open_page(page)

    def _sample(self) -> str:
        """A faces.json to fill in is written; where, and the command that takes it."""
        try:
            file = write_sample_clicks(next(iter(self._rooms.dice.values())), data_folder() / "enrolment-sample")
        except OperationError as failure:
            return str(failure)
        told = translate(
            "SetupFlow",
            "A sample to fill in: {file}. Then: `companion enrol --dice DICE --faces {file} -o GALLERY`.",
        )
        return told.format(file=file)

    def _try_picture(self) -> None:
        camera = self.evening.camera
        if camera is None:
            return
        wanted = self._wanted.with_kept_dice()
        ahead = ReaderPreload(lambda by: open_reader(by, wanted.dice, wanted.gallery))
        page = TrialPage(self._choice(), camera, ahead)
        page.passed.connect(lambda: self._settle(Step.TRIAL))
        self._rooms.open_page(page)

    # Between them

    def _settle(self, step: Step) -> None:
        self.evening.settle(step)
        self._done()

    def _done(self, said: str = "") -> None:
        """Back to the list, at the step that comes next."""
        self._rooms.leave_for(self.page)
        self.refresh()
        self._rooms.say(said)

    def _choice(self) -> SourceChoice:
        """The camera that is chosen, to be opened."""
        words = self.evening.source
        opened = partial(open_source, words, devices=self._devices())
        return next((choice for choice in self._choices() if choice.words == words), SourceChoice(words, words, opened))

    def _choices(self) -> tuple[SourceChoice, ...]:
        return source_choices(self._wanted.source, self._devices(), self.evening.source)

    def _board(self) -> Charuco:
        own = self._mat.charuco if self._mat is not None else None
        board = own or markers_mat("rect", _ANY_TABLE_MM).charuco
        assert board is not None
        return board
