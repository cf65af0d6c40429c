"""The window before a match: start page, explaining cards, new match, table; it ends where the match's window opens.

Owns which page is shown, the way from one to the next, and the windows that are opened from here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QMainWindow, QMessageBox, QWidget

from companion.camera import poor_calibration_notice
from companion.camera.sources import Device
from companion.codec.camera import read_any_camera, read_camera
from companion.codec.die import known_dice
from companion.codec.mat import read_mat
from companion.codec.reader import open_reader
from companion.codec.saved_cameras import save_dice
from companion.errors import OperationError
from companion.resources import data_folder
from companion.session import launch
from companion.session.match_setup import PHONE_SOURCE, MatchPlan, Surface, TableChoice, plan_rematch, source_choices
from companion.text import moment_words, pgettext
from companion.ui.frame_feed import known_devices, watch_devices
from companion.ui.keyed_window import KeyedWindow, waiting
from companion.ui.layouts import PageHolder
from companion.ui.match import MatchWindow
from companion.ui.plain_widgets import as_plain
from companion.ui.rooms import RoomOpener
from companion.ui.settings import last_camera, load_settings, place_window, recall, remember_window, save_settings
from companion.ui.start.dice_page import DicePage
from companion.ui.start.feed_page import FeedPage
from companion.ui.start.hand_setup import HandSetupFlow, MountPage
from companion.ui.start.home import HomePage, MatchesPage, settings_actions
from companion.ui.start.plan_page import PlanPage
from companion.ui.start.print_page import PrintPage
from companion.ui.start.setup_flow import SetupFlow
from companion.ui.start.table_page import TablePage
from companion.ui.start.welcome import WelcomePage
from companion.ui.stylesheet import start_stylesheet

_NAME: Final = "start"
_ASK: Final = QMessageBox.StandardButton
#: Windows that are opened from here, for as long as they are there: Qt does not keep them.
_open: Final[list[QMainWindow]] = []


def open_start(
    options: launch.LaunchOptions,
    rooms: Mapping[str, RoomOpener],
    devices: Callable[[], Sequence[Device]] = known_devices,
    *,
    first: str = "",
) -> QMainWindow:
    """Open what is wanted first and show it: a match that is there already, a new one in the file named, or the start
    window with its ``rooms``, at the tile ``first``.

    Raises:
        OperationError: the match named is open elsewhere, newer or damaged; or a file named is wrong.
    """
    options = options.with_saved_dice()
    if options.match is not None and options.match.exists():
        launched = launch.resume_match(options.match, options, recall().source, devices())
        return open_match_window(launched, options.wishes)
    start = StartWindow(options, devices, rooms)
    _keep_open(start)
    start.present()
    if first:
        start.want(first)
    elif options.match is not None:
        start.new_match()
        start.say(pgettext("StartWindow", "The match will be saved in {file}.").format(file=options.match))
    return start


def open_match_window(launched: launch.LaunchedMatch, wishes: Mapping[str, object]) -> QMainWindow:
    """The window of a match, as large as the screen. wishes: what features are to do at once, by feature."""
    window = MatchWindow(launched.match, launched.watcher, launched.learner)
    _keep_open(window)
    window.present()
    if launched.caution:
        window.statusBar().showMessage(launched.caution)
    for feature, wish in wishes.items():
        window.parts[feature].begin(wish)
    return window


def _keep_open(window: QMainWindow) -> None:
    _open.append(window)
    window.destroyed.connect(lambda: _open.remove(window))


class StartWindow(KeyedWindow):
    """The pages before the match. ``devices`` lists the cameras that are plugged in now; ``rooms`` opens, by tile."""

    def __init__(
        self, options: launch.LaunchOptions, devices: Callable[[], Sequence[Device]], rooms: Mapping[str, RoomOpener]
    ) -> None:
        super().__init__(pgettext("StartWindow", "Diceland table companion"), start_stylesheet())
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._options, self._devices, self._rooms = options, devices, rooms
        self.dice = known_dice(options.dice)
        self._mat = read_mat(options.mat) if options.mat else None
        self._ahead = launch.ReaderPreload(lambda camera: open_reader(camera, options.dice, options.gallery))
        self._plan: MatchPlan | None = None
        self._flow: SetupFlow | HandSetupFlow | None = None
        self._pages: list[QWidget] = []
        self._holder = PageHolder(self)
        self.setCentralWidget(self._holder)
        watch_devices(self, self.update_cameras)
        self._home()

    # Where one is

    @property
    def page(self) -> QWidget:
        """The page shown."""
        return self._pages[-1]

    @property
    def is_home(self) -> bool:
        """Whether it is the first one."""
        return len(self._pages) == 1

    def present(self) -> None:
        """Where it stood last, or as large as the screen."""
        if place_window(_NAME, self):
            self.show()
        else:
            super().present()

    # The way

    def why_not_back(self) -> str:
        """Before the first page there is none."""
        return pgettext("StartWindow", "This is the first page; Ctrl+Q quits.") if self.is_home else ""

    def want(self, name: str) -> None:
        """Take a tile of the start page."""
        ways = {
            "continue": self.resume_last,
            "new": self.new_match,
            "print": lambda: self.open_page(PrintPage(self.dice)),
            "calibrate": self.calibrate,
            "dice": self.list_dice,
            "setup": self.begin_setup,
        }
        ways.get(name, lambda: self._open_room(self._rooms[name]))()

    def resume_last(self) -> None:
        """Go on with the match played last."""
        last = next(launch.saved_matches(), None)
        if last is not None:
            self.resume(last.path)

    def choose_match(self) -> None:
        """Go on with any match."""
        page = MatchesPage(tuple(launch.saved_matches()))
        page.resumed.connect(self.resume)
        self.open_page(page)

    def resume(self, path: Path) -> None:
        """Continue a match; why it cannot be, is said on the start page."""
        try:
            with waiting():
                launched = launch.resume_match(path, self._options, recall().source, self._devices())
                open_match_window(launched, self._options.wishes)
        except OperationError as failure:
            self.say(str(failure))
            return
        self.close()

    def new_match(self) -> None:
        """Plan a new match, beginning with what was played last."""
        self.dice = known_dice(self._options.dice)  # its values may have been entered since
        page = PlanPage(self._plan.with_dice(self.dice) if self._plan else self._first_plan())
        page.planned.connect(self._to_table)
        self.open_page(page)

    def begin_setup(self) -> None:
        """Which way the camera is used is asked first, where no camera is named."""
        if self._options.source:
            self.set_up()
            return
        page = MountPage()
        page.stand.connect(self.set_up)
        page.hand.connect(self.set_up_phone)
        self.open_page(page)

    def set_up_phone(self) -> None:
        """The first evening with a phone in the hand."""
        self._flow = HandSetupFlow(self)
        self.open_page(self._flow.page)

    def set_up(self) -> None:
        """The first evening, step by step."""
        self._flow = SetupFlow(self, self._options, self._devices, self._mat)
        self.open_page(self._flow.page)

    def open_page(self, page: QWidget) -> None:
        """Show a page on top of the one shown."""
        self.say("")
        self._pages.append(page)
        changed = getattr(page, "changed", None)
        if changed is not None:
            changed.connect(self.refresh_actions)
        self._show()

    def leave_for(self, page: QWidget) -> None:
        """Leave the pages on top of one that is open, and show that."""
        while self.page is not page and not self.is_home:
            self._leave(self._pages.pop())
        self.say("")
        self._show()

    def calibrate(self, first: str = "") -> None:
        """Measure the camera without a match. first: the words of the one to begin with."""
        page = self._table_page(alone=True, first=first)
        page.again_wanted.connect(lambda: self._anew(lambda: self.calibrate(first)))
        page.chosen.connect(self._calibrated)
        self.open_page(page)

    def go_back(self) -> None:
        """To the page before; open agreements are folded first."""
        page = self.page
        if isinstance(page, PlanPage):
            if page.agreements.isVisible():
                page.toggle_agreements()
                return
            self._plan = page.plan
        if not self.is_home:
            self._pages.pop()
            self._leave(page)
            self._show()

    def dress(self) -> None:
        """Wear the settings as they are now: the start page is made anew in its colours and language."""
        self.setStyleSheet(start_stylesheet())
        if self.is_home:
            self._leave(self._pages.pop())
            self._home()

    # Pages

    def _home(self) -> None:
        if not load_settings().explained:
            welcome = WelcomePage(self.dice)
            welcome.done.connect(self._welcomed)
            self.open_page(welcome)
            return
        page = HomePage(self.dice)
        page.chosen.connect(self.want)
        page.other_wanted.connect(self.choose_match)
        self.open_page(page)
        last = next(launch.saved_matches(), None)
        if last is None:
            page.show_first_evening()
        else:
            page.show_last(f"{last.title}\n{last.standing}\n{last.about(moment_words(last.played_at))}")

    def _welcomed(self) -> None:
        message = save_settings(replace(load_settings(), explained=True))
        self._leave(self._pages.pop())
        self._home()
        self.say(message)

    def _first_plan(self) -> MatchPlan:
        """Like the last match, with nothing decided about who begins; else a fresh one."""
        last: launch.SavedMatch | None = next(launch.saved_matches(), None)
        if last is not None and last.opening is not None:
            with suppress(OperationError):
                return plan_rematch(last.opening, self.dice)
        return MatchPlan.fresh(self.dice)

    def _to_table(self, plan: MatchPlan) -> None:
        self._plan = plan
        if tuple(self._options.source) == (PHONE_SOURCE,):
            self._begin_by_phone(plan)
            return
        page = self._table_page(plan=plan)
        page.measured.connect(self._ahead.begin)
        page.again_wanted.connect(lambda: self._anew(lambda: self._to_table(plan)))
        page.chosen.connect(self._begin)
        self.open_page(page)

    def update_cameras(self) -> None:
        """A camera has come or gone: a table page that has found none looks again."""
        if isinstance(self.page, TablePage) and not self.page.presenter.choices:
            self.page.again_wanted.emit()

    def _anew(self, open_again: Callable[[], None]) -> None:
        """Leave the page shown and open it again, with the cameras that are there now."""
        self._leave(self._pages.pop())
        open_again()

    def _table_page(self, *, plan: MatchPlan | None = None, alone: bool = False, first: str = "") -> TablePage:
        source = self._options.source
        choices = source_choices(source, self._devices(), last_camera())
        known = read_camera(self._options.camera) if self._options.camera and not alone else None
        return TablePage(choices, mat=self._mat, plan=plan, first=first or " ".join(source), known=known, alone=alone)

    def _begin(self, choice: TableChoice) -> None:
        plan = self._plan
        assert plan is not None
        usual = self._is_usual(choice)
        try:
            with waiting():
                launched = launch.begin_match(plan, choice, self._options.match, self._ahead, usual=usual)
                open_match_window(launched, self._options.wishes)
            self._save_dice(choice, usual=usual)
        except OperationError as failure:
            self._anew(lambda: self._to_table(plan))  # its source has been let go
            self.say(str(failure))
            return
        self.close()

    def _begin_by_phone(self, plan: MatchPlan) -> None:
        """The phone.json knows the table: there is nothing to be measured."""
        options = self._options
        try:
            assert options.camera is not None
            camera = read_any_camera(options.camera)
            choice = TableChoice(Surface.of_camera(camera.table), PHONE_SOURCE)
            with waiting():
                desk = launch.open_photograph_desk(options.camera, options)
                launched = launch.begin_match(plan, choice, options.match, self._ahead, desk=desk)
                open_match_window(launched, options.wishes)
        except OperationError as failure:
            self.say(str(failure))
            return
        self.close()

    def _is_usual(self, choice: TableChoice) -> bool:
        """Whether a camera is the usual one from now on; of one that is calibrated poorly people are asked."""
        notice = "" if choice.camera is None else poor_calibration_notice(choice.camera)
        if not notice:
            return True
        asked = pgettext("StartWindow", "Make it the usual camera all the same?")
        answer = QMessageBox.question(
            self, self.windowTitle(), as_plain(f"{notice} {asked}"), _ASK.Yes | _ASK.No, _ASK.No
        )
        return answer == _ASK.Yes

    def _save_dice(self, choice: TableChoice, *, usual: bool) -> None:
        """The dice that were named go with this camera from now on."""
        if choice.camera is not None and (self._options.dice or self._options.gallery):
            save_dice(choice.words, self._options.dice, self._options.gallery, usual=usual)

    def _calibrated(self, choice: TableChoice) -> None:
        if choice.source is not None:
            choice.source.close()
        saved, camera = pgettext("StartWindow", "Saved. {0}"), choice.camera
        usual = self._is_usual(choice)
        save_failure = launch.save_table_camera(choice, usual=usual)
        self._save_dice(choice, usual=usual)
        self.go_back()
        self.say(save_failure or (saved.format(camera.quality.sentence()) if camera else ""))

    def list_dice(self, *, rolling: bool = False) -> None:
        """Choose one of the dice, to enter its values or to show it to the camera."""
        self.dice = known_dice(self._options.dice)
        page = DicePage(self.dice, rolling=rolling)
        page.edited.connect(lambda die: self._open_room(lambda: _open_die_editor(die, self._options.dice)))
        page.shown.connect(lambda die: self._open_room(lambda: _open_enrolment(die, self._options, self._devices())))
        self.open_page(page)

    def _open_room(self, opening: Callable[[], QMainWindow]) -> None:
        try:
            with waiting():
                room = opening()
        except OperationError as failure:
            self.say(str(failure))
            return
        _keep_open(room)
        room.show()

    def _leave(self, page: QWidget) -> None:
        if isinstance(page, FeedPage):
            page.close_feed()
        self._holder.remove(page)

    def _show(self) -> None:
        """The topmost page, with its keys in force and no others."""
        if self._flow is not None and self._pages and self.page is self._flow.page:
            self._flow.refresh()
        self._holder.show_page(self.page)
        self.page.setFocus()
        here = self.page.actions_here() if hasattr(self.page, "actions_here") else ()
        self.install_actions((*here, *(settings_actions(self, self.dress) if self.is_home else ())))
        self.refresh_actions()

    def changeEvent(self, event: QEvent) -> None:
        """Back from another window, such as that of rolled dice: what is done there shows."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange:
            flow = self._flow
            if flow is not None and self._pages[-1:] == [flow.page]:
                flow.refresh()

    def closeEvent(self, event: QCloseEvent) -> None:
        """No thread outlives its window; where it stood is remembered."""
        remember_window(_NAME, self)
        for page in self._pages:
            if isinstance(page, FeedPage):
                page.close_feed()
        self._ahead.close()
        super().closeEvent(event)


def _open_die_editor(die: str, folder: Path | None = None) -> QMainWindow:
    """Where the values of a die are entered. folder: the dice that are played with instead of the user's own."""
    from companion.ui.die_editor import DieEditor  # noqa: PLC0415

    return DieEditor(known_dice(folder), folder or data_folder() / "dice_faces", die)


def _open_enrolment(die: str, options: launch.LaunchOptions, devices: Sequence[Device]) -> QMainWindow:
    """Where a die is shown to the camera that was measured last, for the gallery that is played with.

    Raises:
        OperationError: no camera was measured yet, or it cannot be had now.
    """
    from companion.ui.enrol import open_enrolment  # noqa: PLC0415

    found = launch.open_camera(options.source, recall().source, devices, options.camera)
    if found is None:
        raise OperationError(pgettext("start", "A die is shown to a camera: measure one first (7, Calibrate)."))
    camera, opened = found
    return open_enrolment(camera, known_dice(options.dice), die, opened, options.gallery)
