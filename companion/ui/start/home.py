"""The first page: what one may want now, each a large tile with its number as a key; how windows look and speak, which
is settled there; and the matches to resume."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QGridLayout, QListWidget, QListWidgetItem, QWidget

from companion.catalogue import Die
from companion.features import ABSENT_GAMES
from companion.session.launch import SavedMatch
from companion.text import N_, SYSTEM, ask_for_language, known_languages, moment_words, pgettext
from companion.ui.actions import ActionMenu, WindowAction, next_in_turn, unless
from companion.ui.application import dress_application
from companion.ui.keyed_window import KeyedWindow
from companion.ui.layouts import column_of
from companion.ui.plain_widgets import plain_label
from companion.ui.settings import Settings, load_settings, save_settings
from companion.ui.sounds import VOICE
from companion.ui.start.tiles import SIGN_PX, Tile, TileOffer, face_sign
from companion.ui.themes import Theme, TypeSize

#: What there is, in the order of its keys 1, 2, …: id, title, a line about it.
_OFFERS: Final = (
    ("continue", N_("HomePage", "Continue"), N_("HomePage", "the match played last")),
    ("new", N_("HomePage", "New match"), N_("HomePage", "From two names to the first throw in a minute.")),
    ("ogre-card", N_("HomePage", "Ogre card"), N_("HomePage", "The tracking card alone, no match, no camera.")),
    ("exercise-k", N_("HomePage", "Exercise K"), N_("HomePage", "The desk of the big board game.")),
    ("print", N_("HomePage", "Print"), N_("HomePage", "Dice to fold, markers, counters.")),
    ("dice", N_("HomePage", "Dice"), N_("HomePage", "Their values; show them to the camera.")),
    ("calibrate", N_("HomePage", "Calibrate"), N_("HomePage", "Camera and markers, without a match.")),
    ("setup", N_("HomePage", "Set up"), N_("HomePage", "From the printer to the first throw, step by step.")),
)
#: Which die's first face stands for which tile.
_SIGNS: Final[Mapping[str, str]] = {
    "continue": "ogre/infantry",
    "new": "ogre/heavy-tank",
    "ogre-card": "ogre/ogre",
    "exercise-k": "ogre/howitzer",
    "print": "deep-white-sea/ice-pilot",
    "dice": "cyburg/virus",
}
#: Row, column and width of each tile, two large ones above, then rows of two and four; and how high a row is.
_PLACES: Final = ((0, 0, 2), (0, 2, 2), (1, 0, 2), (1, 2, 2), (2, 0, 1), (2, 1, 1), (2, 2, 1), (2, 3, 1))
_ROWS: Final = (3, 2, 2)
_COLUMNS: Final = 4
_PATH: Final = Qt.ItemDataRole.UserRole


class HomePage(QWidget):
    """Continue, new match, and the rooms beside them. ``chosen``: the id of the tile taken."""

    chosen = Signal(str)
    other_wanted = Signal()

    def __init__(self, dice: Mapping[str, Die], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tiles: dict[str, Tile] = {}
        self._first_is_setup = False
        grid = QGridLayout()
        grid.setSpacing(16)
        for offer, (row, place, span) in zip(self.offers(), _PLACES, strict=False):  # without a feature there are fewer
            die = dice.get(_SIGNS.get(offer.id, ""))
            tile = self._tiles[offer.id] = Tile(offer, face_sign(die, SIGN_PX) if die else None, self)
            tile.clicked.connect(lambda _=False, name=offer.id: self._take(name))
            grid.addWidget(tile, row, place, 1, span)
        for row, high in enumerate(_ROWS):
            grid.setRowStretch(row, high)
        for place in range(_COLUMNS):
            grid.setColumnStretch(place, 1)
        about = pgettext("HomePage", "It watches the table, measures for you, and applies the rules.")
        hint = pgettext(
            "HomePage", "Press a number, or use the arrow keys and Enter. O: another match. Ctrl+T: colours."
        )
        column_of(
            plain_label(pgettext("HomePage", "Diceland table companion"), "title"),
            plain_label(about, "quiet"),
            (grid, 1),
            plain_label(hint, "quiet"),
            on=self,
            margins=(48, 28, 48, 28),
            spacing=16,
        )

    def offers(self) -> tuple[TileOffer, ...]:
        """Everything there is, in the order of the keys."""
        return tuple(
            TileOffer(name, str(key), pgettext("HomePage", title), pgettext("HomePage", about))
            for key, (name, title, about) in enumerate(_OFFERS, 1)
            if name not in ABSENT_GAMES
        )

    def show_last(self, about: str) -> None:
        """Say which match would be continued."""
        self._lead_with(replace(self.offers()[0], about=about))

    def show_first_evening(self) -> None:
        """Lead with setting up, in place of the match that there is none of yet."""
        self._first_is_setup = True
        about = pgettext("HomePage", "Camera, table and dice are set up step by step.")
        self._lead_with(replace(self.offers()[0], title=pgettext("HomePage", "The first evening"), about=about))

    def actions_here(self) -> tuple[WindowAction, ...]:
        """The tiles, by their numbers, and the other matches."""
        act = ActionMenu(pgettext("HomePage", "Start"), "start.").action
        tiles = ((offer, self._tiles[offer.id]) for offer in self.offers())
        return (
            *(act(offer.id, offer.title, offer.key, tile.click, tile.why_not) for offer, tile in tiles),
            act("other", pgettext("HomePage", "Another match"), "O", self.other_wanted.emit),
        )

    def _take(self, name: str) -> None:
        self.chosen.emit("setup" if self._first_is_setup and name == "continue" else name)

    def _lead_with(self, offer: TileOffer) -> None:
        self._tiles[offer.id].show_offer(offer, leading=True)
        self.setFocusProxy(self._tiles[offer.id])
        self.setFocus()


def settings_actions(window: KeyedWindow, dress: Callable[[], None]) -> tuple[WindowAction, ...]:
    """How the windows look and speak, which is settled on the first page. dress: shows it in its colours and language
    anew."""
    act, languages = ActionMenu(pgettext("start", "View")).action, [SYSTEM, *(one.code for one in known_languages())]

    def wear(change: Callable[[Settings], Settings]) -> Callable[[], None]:
        def run() -> None:
            before = load_settings()
            message = save_settings(after := change(before))
            if after.language != before.language:
                ask_for_language("")  # what was asked for at the start gives way to a choice
            application = QApplication.instance()
            if isinstance(application, QApplication):
                dress_application(application)
            dress()
            window.say(message)

        return run

    def speak() -> None:
        settings = load_settings()
        save_failure = save_settings(replace(settings, spoken=not settings.spoken))
        if settings.spoken:
            message = pgettext("start", "Rulings will not be read aloud.")
        elif VOICE.there_is_one:
            message = pgettext("start", "Rulings will be read aloud from now on.")
        else:
            message = pgettext("start", "Rulings will be read aloud once this system has a voice; it has none now.")
        window.say(f"{message} {save_failure}".rstrip())
        VOICE.say(message)

    theme = wear(lambda now: replace(now, theme=next_in_turn(list(Theme), now.theme)))
    size = wear(lambda now: replace(now, type_size=next_in_turn(list(TypeSize), now.type_size)))
    language = wear(lambda now: replace(now, language=next_in_turn(languages, now.language)))
    return (
        act("theme", pgettext("start", "Dark, light, high contrast"), "Ctrl+T", theme),
        act("type", pgettext("start", "Large type (on/off)"), "Ctrl+L", size),
        act("language", pgettext("start", "Another language"), "Ctrl+G", language),
        act("spoken", pgettext("start", "Read rulings aloud (on/off)"), "Ctrl+R", speak),
    )


class MatchesPage(QWidget):
    """Every match that was played before. ``resumed``: the file of the match that is wanted."""

    resumed = Signal(object)

    def __init__(self, matches: Sequence[SavedMatch], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = QListWidget(self)
        for match in matches:
            item = QListWidgetItem(f"{match.title}\n{match.about(moment_words(match.played_at))}")
            item.setData(_PATH, match.path)
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.list.itemActivated.connect(self._open)
        title = plain_label(pgettext("MatchesPage", "Continue a match"), "title")
        how = pgettext("MatchesPage", "Arrow keys choose, Enter opens.")
        none = pgettext("MatchesPage", "No match has been played yet.")
        hint = plain_label(how if matches else none, "quiet")
        column_of(title, hint, (self.list, 1), on=self, margins=(48, 28, 48, 28), spacing=14)
        self.setFocusProxy(self.list)

    def actions_here(self) -> tuple[WindowAction, ...]:
        """Open the one chosen."""
        act = ActionMenu(pgettext("MatchesPage", "Match"), "matches.").action
        some = unless(
            lambda: self.list.currentRow() >= 0,
            pgettext("MatchesPage", "No match is saved yet: Esc, then 2 begins one."),
        )
        return (act("open", pgettext("MatchesPage", "Continue it"), "Return Enter", self._open, some),)

    def _open(self, *_: object) -> None:
        item: QListWidgetItem | None = self.list.currentItem()
        if item is not None:
            self.resumed.emit(item.data(_PATH))
