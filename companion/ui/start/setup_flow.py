"""The way through a first evening: the list of its steps, ticked as they are done, which page each of them opens, and
the two pages that nothing else opens: whose dice lie on the table, and the lens board before the camera."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import partial
from typing import Final, Protocol

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QWidget

from companion.camera import Charuco, Mat
from companion.camera.sources import Device
from companion.catalogue import Die
from companion.codec.enrolment import write_sample_clicks
from companion.codec.reader import open_reader
from companion.codec.saved_cameras import save_lens_pictures
from companion.codec.sources import open_source
from companion.errors import OperationError
from companion.resources import data_folder
from companion.session.first_evening import FirstEvening, Step, StepRow
from companion.session.hand_evening import HandEvening
from companion.session.launch import LaunchOptions, ReaderPreload
from companion.session.match_setup import SourceChoice, source_choices
from companion.session.table_measurement import LensPresenter
from companion.text import pgettext
from companion.ui.actions import ActionMenu, WindowAction, unless
from companion.ui.frame_feed import LiveFrame
from companion.ui.keyed_window import waiting
from companion.ui.layouts import column_of, row_of, scrolled
from companion.ui.plain_widgets import plain_label
from companion.ui.printed_mats import markers_mat
from companion.ui.settings import last_camera
from companion.ui.start.camera_page import CameraPage
from companion.ui.start.feed_page import FeedPage
from companion.ui.start.print_page import PrintPage
from companion.ui.start.rings import CoverageRing
from companion.ui.start.tiles import SIGN_PX, Tile, TileOffer, face_sign
from companion.ui.start.trial_page import TrialPage
from companion.ui.themes import type_pt

#: The lens board is the same for every table.
_ANY_TABLE_MM = (1000.0, 620.0)

_LEAST_TALL_PX: Final = 66
_TICK: Final = "✓ "
#: Which die's first face stands for which choice.
_SIGNS: Final = {"printed": "ogre/heavy-tank", "rolled": "ogre/gev", "pictures": "ogre/infantry"}
#: Beside the picture of the lens board.
_WIDTH_PX: Final = 330


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
        self, rooms: SetupRooms, options: LaunchOptions, devices: Callable[[], Sequence[Device]], mat: Mat | None
    ) -> None:
        self._rooms, self._options, self._devices, self._mat = rooms, options, devices, mat
        self.page = SetupPage(self.evening)
        self.page.chosen.connect(self.take)

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
        reported = pgettext(
            "SetupFlow", "Written: {file}. Print it at 100 %; the marker sheets say where each belongs."
        )
        page = PrintPage(self._rooms.dice)
        page.written.connect(lambda file: self._done(reported.format(file=file)))
        self._rooms.open_page(page)

    def _choose_camera(self) -> None:
        def look_again() -> None:
            self._done()
            self._choose_camera()

        page = CameraPage(self._choices(), " ".join(self._options.source) or self.evening.source)
        page.chosen.connect(lambda _: self._done())
        page.again_wanted.connect(look_again)
        self._rooms.open_page(page)

    def _show_board(self) -> None:
        board = (self._mat and self._mat.charuco) or markers_mat("rect", _ANY_TABLE_MM).charuco
        assert board is not None
        page = LensPage(self._choice(), board)
        page.done.connect(self._done)
        page.skipped.connect(lambda: self._settle(Step.LENS))
        self._rooms.open_page(page)

    def _choose_dice(self) -> None:
        page = DiceChoicePage(self._rooms.dice)
        page.printed.connect(lambda: self._settle(Step.DICE))
        page.rolled.connect(lambda: self._rooms.list_dice(rolling=True))
        page.pictured.connect(lambda: page.say(write_sample(self._rooms.dice)))
        self._rooms.open_page(page)

    def _try_picture(self) -> None:
        camera = self.evening.camera
        if camera is None:
            return
        options = self._options.with_saved_dice()
        ahead = ReaderPreload(lambda by: open_reader(by, options.dice, options.gallery))
        page = TrialPage(self._choice(), camera, ahead)
        page.passed.connect(lambda: self._settle(Step.TRIAL))
        self._rooms.open_page(page)

    # Between them

    def _settle(self, step: Step) -> None:
        self.evening.settle(step)
        self._done()

    def _done(self, message: str = "") -> None:
        """Back to the list, at the step that comes next."""
        self._rooms.leave_for(self.page)
        self.refresh()
        self._rooms.say(message)

    def _choice(self) -> SourceChoice:
        """The camera that is chosen, to be opened."""
        words = self.evening.source
        opened = partial(open_source, words, devices=self._devices())
        return next((choice for choice in self._choices() if choice.words == words), SourceChoice(words, words, opened))

    def _choices(self) -> tuple[SourceChoice, ...]:
        return source_choices(self._options.source, self._devices(), self.evening.source)


def write_sample(dice: Mapping[str, Die]) -> str:
    """A faces.json to fill in is written; where, and the command that takes it."""
    try:
        file = write_sample_clicks(next(iter(dice.values())), data_folder() / "enrolment-sample")
    except OperationError as failure:
        return str(failure)
    reported = pgettext(
        "SetupFlow", "A sample to fill in: {file}. Then: `companion enrol --dice DICE --faces {file} -o GALLERY`."
    )
    return reported.format(file=file)


class SetupPage(QWidget):
    """The steps, the next one with the keyboard on it. ``chosen``: the step that is taken. after: what comes then."""

    chosen = Signal(object)

    def __init__(self, evening: FirstEvening | HandEvening, parent: QWidget | None = None, *, after: str = "") -> None:
        super().__init__(parent)
        self._tiles: dict[StrEnum, StepTile] = {}
        title = plain_label(pgettext("SetupPage", "The first evening"), "title")
        hint = pgettext("SetupPage", "Enter takes the next step. Any step may be done again by its number.")
        column = column_of(title, on=self, margins=(48, 20, 48, 20), spacing=8)
        for number, row in enumerate(evening.rows, 1):
            tile = self._tiles[row.step] = StepTile(_offer(row, number), parent=self)
            tile.clicked.connect(lambda _=False, step=row.step: self.chosen.emit(step))
            column.addWidget(tile, stretch=1)
        if after:
            column.addWidget(plain_label(after, "small", wrap=True))
        column.addWidget(plain_label(hint, "quiet"))
        self.show_evening(evening)

    def show_evening(self, evening: FirstEvening | HandEvening) -> None:
        """Show how far one has come."""
        for number, row in enumerate(evening.rows, 1):
            self._tiles[row.step].show_offer(_offer(row, number), leading=row.step is evening.next)
        self.setFocusProxy(self._tiles[evening.next])
        self._tiles[evening.next].setFocus()

    def tile(self, step: StrEnum) -> StepTile:
        """The button of a step."""
        return self._tiles[step]

    def actions_here(self) -> tuple[WindowAction, ...]:
        """The steps, by their numbers."""
        act = ActionMenu(pgettext("SetupPage", "Steps"), "setup.").action
        tiles = enumerate(self._tiles.items(), 1)
        return tuple(
            act(step.value, tile.title, str(number), tile.click, tile.why_not) for number, (step, tile) in tiles
        )


class StepTile(Tile):
    """A tile that seven of fit below each other."""

    _least_wide_px = 640

    @property
    def title(self) -> str:
        """What the step is called."""
        return self.text().removeprefix(_TICK)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.sizeHint().width(), max(_LEAST_TALL_PX, self._words_px))


def _offer(row: StepRow, number: int) -> TileOffer:
    title = f"{_TICK}{row.title}" if row.done else row.title
    return TileOffer(row.step.value, str(number), title, row.about, row.why_not)


class DiceChoicePage(QWidget):
    """``printed``: nothing to be shown; ``rolled``: dice are rolled before the camera; ``pictured``: photographs.

    in_hand: the camera is a phone in the hand, which does not watch dice being rolled.
    """

    printed = Signal()
    rolled = Signal()
    pictured = Signal()

    def __init__(self, dice: Mapping[str, Die], parent: QWidget | None = None, *, in_hand: bool = False) -> None:
        super().__init__(parent)
        self._in_hand = in_hand
        ways = {"printed": self.printed, "rolled": self.rolled, "pictures": self.pictured}
        self._tiles: dict[str, Tile] = {}
        for offer in self.offers():
            die = dice.get(_SIGNS[offer.id])
            tile = self._tiles[offer.id] = Tile(offer, face_sign(die, SIGN_PX) if die else None, self)
            tile.clicked.connect(ways[offer.id])
        self._message = plain_label("", "small", wrap=True)
        self._message.hide()
        column_of(
            plain_label(pgettext("DiceChoicePage", "Which dice do you play with?"), "title"),
            *((tile, 1) for tile in self._tiles.values()),
            self._message,
            on=self,
            margins=(48, 28, 48, 28),
            spacing=16,
        )
        self.setFocusProxy(self._tiles["printed"])

    def say(self, text: str) -> None:
        """Say what has come of a choice."""
        self._message.setText(text)
        self._message.show()

    def offers(self) -> tuple[TileOffer, ...]:
        """The ways, in the order of their keys."""
        printed = pgettext("DiceChoicePage", "Dice printed from this program")
        rolled = pgettext("DiceChoicePage", "Our own dice: roll them in front of the camera")
        roll = pgettext("DiceChoicePage", "Say once which side is up, then roll it over its edges: a minute a die.")
        pictured = pgettext("DiceChoicePage", "Our own dice, from photographs")
        click = pgettext("DiceChoicePage", "The long way: a faces.json with clicks. A sample is written to fill in.")
        ways = (
            TileOffer("printed", "1", printed, pgettext("DiceChoicePage", "They are known already: nothing to do.")),
            TileOffer("rolled", "2", rolled, roll),
            TileOffer("pictures", "3", pictured, click),
        )
        if not self._in_hand:
            return ways
        return tuple(replace(way, key=str(key)) for key, way in enumerate((ways[0], ways[2]), 1))

    def actions_here(self) -> tuple[WindowAction, ...]:
        """The ways, by their numbers."""
        act = ActionMenu(pgettext("DiceChoicePage", "Dice"), "dice-choice.").action
        return tuple(act(offer.id, offer.title, offer.key, self._tiles[offer.id].click) for offer in self.offers())


class LensPage(FeedPage):
    """``done``: the lens is measured and its pictures are saved, said in words; ``skipped``: it is left out."""

    done = Signal(str)
    skipped = Signal()

    def __init__(self, choice: SourceChoice, board: Charuco, parent: QWidget | None = None) -> None:
        super().__init__(pgettext("LensPage", "Measure the lens  (Enter)"), parent)
        self.presenter = LensPresenter(board)
        self._choice = choice
        self.ring = CoverageRing(self)
        self._arrange()
        self._open_feed(choice, board=board)

    def actions_here(self) -> tuple[WindowAction, ...]:
        """Measure, start again, leave it out."""
        act = ActionMenu(pgettext("LensPage", "Lens"), "lens.").action
        enough = unless(
            lambda: self.presenter.is_enough,
            pgettext("LensPage", "There are too few pictures of the board yet: go on showing it, or S leaves it out."),
        )
        some = unless(lambda: self.presenter.taken > 0, pgettext("LensPage", "No picture has been taken yet."))
        return (
            act("go", pgettext("LensPage", "Measure the lens"), "Return Enter", self.go, enough),
            act("again", pgettext("LensPage", "Take all pictures again"), "R", self.start_again, some),
            act("skip", pgettext("LensPage", "Leave it out"), "S", self.skip),
        )

    def go(self) -> None:
        """Measure the lens by what was taken, and keep that."""
        try:
            with waiting():
                fit = self.presenter.measure()
                save_lens_pictures(self._choice.words, self.presenter.pictures.pictures)
        except OperationError as failure:
            self._foot.say(str(failure), "stop")
            return
        self.close_feed()
        reported = pgettext("LensPage", "The lens is measured: {used} of {taken} pictures used, off by {error:.2f} px.")
        self.done.emit(reported.format(used=len(fit.views), taken=self.presenter.taken, error=fit.rms_px))

    def start_again(self) -> None:
        """Forget the pictures taken."""
        self.presenter.start_again()
        self._show()

    def skip(self) -> None:
        """Go on without."""
        self.close_feed()
        self.skipped.emit()

    def on_frame(self, live: LiveFrame) -> None:
        """Show where the board is seen; the presenter takes the picture where it is worth it."""
        self.picture.show_live(live.image, None)
        self.picture.show_board(live.board)
        try:
            self.presenter.on_picture(live.pixels, live.board)
        except OperationError as failure:
            self._foot.say(str(failure), "stop")
        else:
            self._show()

    def on_trouble(self, why: str) -> None:
        """Say it in the place of the picture."""
        if why:
            self.picture.show_words(why)
            self._foot.say(why, "amber")

    def _show(self) -> None:
        presenter = self.presenter
        self.ring.show_coverage(presenter.coverage, presenter.taken)
        self._foot.say(*presenter.sentence)
        self._foot.go.setEnabled(presenter.is_enough)
        self.changed.emit()

    def _arrange(self) -> None:
        why = pgettext(
            "LensPage",
            "Every lens bends straight lines. Hold the board still until a picture is taken, then move on: ten "
            "pictures, and every part of the ring green.",
        )
        skip = pgettext("LensPage", "S leaves it out: the rim of the table will be off by some millimetres.")
        side = QWidget(self)
        column_of(
            plain_label(pgettext("LensPage", "Lens board"), "section"),
            row_of(1, self.ring, 1),
            plain_label(why, "small", wrap=True),
            plain_label(skip, "quiet", wrap=True),
            1,
            on=side,
            spacing=14,
        )
        beside = scrolled(side, across=False)
        beside.setFixedWidth(round(type_pt(_WIDTH_PX)))
        self._foot.go.setEnabled(False)
        self._stand_beside(beside)
