"""The column beside the table, which covers none of it: the players with their points, what is in hand, in play and in
reserve, the Ogre's card, the Command Post; below them the dice that may be thrown now, each with the number that picks
it; and the sides of a die that is put down or put right, with a line to type ``heavy 6``."""

from __future__ import annotations

from abc import abstractmethod
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from markupsafe import Markup
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QCursor, QIcon, QMouseEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QLineEdit, QScrollArea, QSizePolicy, QToolButton, QWidget

from companion.catalogue import Die, Face, System
from companion.markup import coloured, joined, markup
from companion.rules import CommandPost, OgreCard, Piece
from companion.session import Layout, PlayerBadge
from companion.session.match import Holding
from companion.session.overlay import owner_badge
from companion.session.play import Browsing, Correcting, HandDie, MatchPresenter, ShownFaces, dice_in_hand, shown_faces
from companion.text import N_, pgettext
from companion.ui.drawn_table import FacePrints
from companion.ui.layouts import SnugScroll, column_of
from companion.ui.plain_widgets import PlainLabel, RichLabel, set_style_property, set_tip
from companion.ui.themes import ACCENT, ASH, PAPER, STOP, in_theme, type_pt

#: How wide the column is, at most, and of the window's width.
_SIDE_PX: Final = 380
_SIDE_SHARE: Final = 0.3
#: In a window at least so high the pictures of dice have their full size.
_FULL_HEIGHT_PX: Final = 760
#: Beside a table that is shown smaller than this there is no room for titles.
TITLED_SCALE: Final = 0.8
_PLAYERS_PX: Final = 40
_MOST_ARMOUR: Final = 60
_BARS: Final = 12
#: What can be clicked in a block: the points, or a piece or Command Post by its id.
_POINTS, _PIECE = "points", "piece:"
#: The systems in the narrow column beside the table; translated when they are shown.
_SYSTEMS: Final = {
    System.MAIN: N_("match", "main"),
    System.SECONDARY: N_("match", "sec"),
    System.MISSILE: N_("match", "missile"),
    System.AP: N_("match", "AP"),
}
assert set(_SYSTEMS) == set(System)
#: As high as the words beside it.
_SMALL_PX: Final = 30


class PictureStrip(QFrame):
    """Dice as small pictures below a title, in a grid; who derives from it makes their buttons."""

    def __init__(self, name: str, size: tuple[int, int], title: str, prints: FacePrints, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._prints = prints
        self._full_px, self._columns = size
        self._picture_px = self._full_px
        self._buttons: list[QToolButton] = []
        self._title = PlainLabel(title, self)
        self._grid = QGridLayout()
        self._grid.setSpacing(4)
        self.hide()

    def set_scale(self, scale: float) -> None:
        """Smaller pictures in a lower window, and at last no title."""
        self._title.setVisible(scale >= TITLED_SCALE)
        if round(scale * self._full_px) != self._picture_px:
            self._picture_px = round(scale * self._full_px)
            self._list()

    @abstractmethod
    def made(self) -> list[QToolButton]:
        """The buttons of what is shown now."""

    def _list(self) -> None:
        for button in self._buttons:
            self._grid.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = self.made()
        for place, button in enumerate(self._buttons):
            self._grid.addWidget(button, *divmod(place, self._columns))
            button.show()

    def _dress(self, button: QToolButton, name: str, die: Die, face: Face | None, words: str) -> None:
        button.setObjectName(name)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        if face is not None:
            button.setIcon(QIcon(self._prints.sign(die, face, self._picture_px)))
        button.setIconSize(QSize(self._picture_px, round(self._picture_px * 0.75)))
        button.setText(words)
        with_words = Qt.ToolButtonStyle.ToolButtonTextUnderIcon
        button.setToolButtonStyle(with_words if words else Qt.ToolButtonStyle.ToolButtonIconOnly)


class FacesStrip(PictureStrip):
    """``face_picked``: the key of the face that is clicked; ``typed``: what was typed."""

    face_picked = Signal(str)
    typed = Signal(str)

    def __init__(self, prints: FacePrints, parent: QWidget) -> None:
        super().__init__("faces", (64, 4), "", prints, parent)
        self._shown: ShownFaces | None = None
        self._line = QLineEdit(self)
        self._line.setObjectName("typed")
        self._line.setPlaceholderText(pgettext("match", "or type: heavy 6"))
        self._line.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._line.returnPressed.connect(self._on_typed)
        column_of(self._title, self._grid, self._line, on=self, margins=(12, 6, 12, 8), spacing=4)

    def show_faces(self, shown: ShownFaces | None, *, typed: bool) -> None:
        """The faces of a die, the one that it shows framed; ``None``: nothing. typed: with the line to type into."""
        self.setVisible(shown is not None)
        if shown is None:
            return
        self._line.setVisible(typed)
        before, self._shown = self._shown, shown
        if before is None or (before.die, before.keys) != (shown.die, shown.keys):
            self._title.setText(shown.die.label)
            self._list()
        for button in self._buttons:
            set_style_property(button, "chosen", button.objectName() == f"face.{shown.chosen}")

    def type_on(self, letter: str) -> None:
        """Begin to type with a letter."""
        self._line.setFocus()
        self._line.setText(letter)

    def made(self) -> list[QToolButton]:
        """A button for each side of the die."""
        buttons: list[QToolButton] = []
        if self._shown is None:
            return buttons
        die = self._shown.die
        for key in self._shown.keys:
            button = QToolButton(self)
            self._dress(button, f"face.{key}", die, die.face(key), key)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            button.setAccessibleName(pgettext("match", "side {number}").format(number=key))
            button.clicked.connect(lambda _checked=False, key=key: self.face_picked.emit(key))
            buttons.append(button)
        return buttons

    def _on_typed(self) -> None:
        words = self._line.text()
        self._line.clear()
        self._line.clearFocus()
        self.typed.emit(words)


class HandStrip(PictureStrip):
    """``picked``: the piece whose picture is clicked; ``dropped``: one whose picture was dragged away, and the place of
    the screen where it was let go."""

    picked = Signal(str)
    dropped = Signal(str, QPoint)

    def __init__(self, prints: FacePrints, parent: QWidget) -> None:
        super().__init__("hand", (48, 5), pgettext("match", "throw from hand"), prints, parent)
        self._shown: tuple[HandDie, ...] = ()
        self._grid.setColumnStretch(self._columns, 1)
        column_of(self._title, self._grid, on=self, margins=(12, 6, 12, 6), spacing=4)

    def show_hand(self, hand: Sequence[HandDie]) -> None:
        """Show what may be thrown now; nothing where nothing may."""
        if tuple(hand) != self._shown:
            self._shown = tuple(hand)
            self._list()
        self.setVisible(bool(hand))

    def made(self) -> list[QToolButton]:
        """A button for each kind of die."""
        buttons: list[QToolButton] = []
        for held in self._shown:
            button, piece = HandButton(self), held.pieces[0]
            count = f"×{len(held.pieces)}" if len(held.pieces) > 1 else ""
            words = " ".join(word for word in (f"[{held.key}]" if held.key else "", count) if word)
            self._dress(button, f"hand.{piece}", held.die, held.die.faces[0], words)
            set_tip(button, held.die.label)
            button.setAccessibleName(held.die.label)
            set_style_property(button, "chosen", held.chosen)
            button.clicked.connect(lambda _checked=False, piece=piece: self.picked.emit(piece))
            button.dropped.connect(lambda at, piece=piece: self.dropped.emit(piece, at))
            buttons.append(button)
        return buttons


class HandButton(QToolButton):
    """``dropped``: let go elsewhere, at this place of the screen. The picture hangs from the mouse meanwhile."""

    dropped = Signal(QPoint)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Outside of the button its picture is carried."""
        if self.isDown() or self.rect().contains(event.position().toPoint()):
            self.unsetCursor()
        else:
            self.setCursor(QCursor(self.icon().pixmap(self.iconSize())))
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click, or the end of a drag."""
        self.unsetCursor()
        super().mouseReleaseEvent(event)
        if not self.rect().contains(event.position().toPoint()):
            self.dropped.emit(event.globalPosition().toPoint())


class PlayersPanel(QScrollArea):
    """A block for each player.

    picked: the piece or Command Post whose name is clicked; points_picked: the player whose points are clicked.
    """

    picked = Signal(str)
    points_picked = Signal(str)

    def __init__(self, prints: FacePrints, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._faces = SmallFaces(prints)
        self.setObjectName("players")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumHeight(_PLAYERS_PX)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._ground = QWidget(self)
        self._ground.setObjectName("players_ground")
        self._column = column_of(1, on=self._ground, margins=(0, 0, 0, 0), spacing=2)
        self.setWidget(self._ground)
        self._blocks: dict[str, QLabel] = {}

    def show_holdings(self, holdings: Sequence[Holding], layout: Layout, looked_at: str) -> None:
        """Show what everybody has; ``looked_at``: the piece whose name is set in the accent."""
        for holding in holdings:
            if holding.player not in self._blocks:
                self._add(holding.player)
            block = self._blocks[holding.player]
            words = in_theme(block_html(holding, owner_badge(layout, holding.player), looked_at, self._faces.html))
            if block.text() != words:
                block.setText(words)
            set_style_property(block, "to_move", holding.to_move)

    def _add(self, player: str) -> None:
        block = RichLabel(self._ground)
        block.setObjectName(f"player.{player}")
        block.setProperty("player", True)
        block.setWordWrap(True)
        block.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        block.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse)
        block.linkActivated.connect(lambda link: self._clicked(player, link))
        self._column.insertWidget(self._column.count() - 1, block)
        self._blocks[player] = block

    def _clicked(self, player: str, link: str) -> None:
        if link == _POINTS:
            self.points_picked.emit(player)
        else:
            self.picked.emit(link.removeprefix(_PIECE))


def block_html(holding: Holding, badge: PlayerBadge, looked_at: str, picture_of: Callable[[Die], Markup]) -> Markup:
    """Everything about a player, as rich text in the dark theme; with pictures what is not on the table."""
    head = markup(
        "<table width='100%'><tr><td style='font-size:18pt'>{badge} <b>{player}</b>{mark}{won}</td>"
        "<td align='right' style='font-size:18pt'>{points}{goal}</td></tr></table>",
        badge=coloured(badge.colour, badge.shape.value),
        player=holding.player,
        mark=markup(" {}", coloured(ACCENT, "◂")) if holding.to_move else "",
        won=" ★" if holding.winner else "",
        points=_anchor(_POINTS, PAPER, markup("<b>{:g}</b>", holding.points)),
        goal=coloured(ASH, f" / {holding.winning_score:g}"),
    )
    away: dict[int, list[Piece]] = {}
    for one in holding.reserve:
        away.setdefault(one.turns_left, []).append(one.piece)
    soon, later = pgettext("match", "back next turn"), pgettext("match", "back in {turns} turns")
    return joined(
        (
            head,
            _row(pgettext("match", "hand"), _named(holding.hand, looked_at, picture_of)),
            _row(pgettext("match", "play"), _named(holding.play, looked_at)),
            *(
                _row(soon if turns <= 1 else later.format(turns=turns), _named(pieces, looked_at, picture_of))
                for turns, pieces in sorted(away.items())
            ),
            *(_card(piece, card) for piece, card in holding.cards),
            *(_post(post, looked_at) for post in holding.posts),
        )
    )


def _row(title: str, words: Markup) -> Markup:
    if not words:
        return markup("")
    return markup("<p style='margin:3px 0'>{} {}</p>", coloured(ASH, title), words)


def _named(pieces: Iterable[Piece], looked_at: str, picture_of: Callable[[Die], Markup] | None = None) -> Markup:
    """The names of pieces as links: on the table with the sides that they show; elsewhere the same dice as one, with
    their number and their picture."""
    groups: dict[str, list[Piece]] = {}
    for piece in pieces:
        name = f"{piece.id} {piece.showing.key}" if piece.in_play else piece.die.label
        groups.setdefault(name, []).append(piece)

    def shown(words: str, group: Sequence[Piece]) -> Markup:
        chosen = looked_at in {piece.id for piece in group}
        count = f" ×{len(group)}" if len(group) > 1 else ""
        name = looked_at if chosen else group[0].id
        # Qt lets no line break before a picture, but always after it: so it stands behind the name
        picture = markup("&nbsp;{}", picture_of(group[0].die)) if picture_of else ""
        return _anchor(_PIECE + name, ACCENT if chosen else PAPER, words + count) + picture

    return joined((shown(words, group) for words, group in groups.items()), " · ")


def _anchor(target: str, colour: str, words: str) -> Markup:
    return markup("<a href='{}' style='color:{};text-decoration:none'>{}</a>", target, colour, words)


def _card(piece: Piece, card: OgreCard) -> Markup:
    """The Ogre's card in a few lines: circles left and gone, Treads, the green dots that still work."""

    def circles(system: System, left: int) -> Markup:
        gone = coloured(ASH, "○" * (card.layout.systems[system].circles - left))
        return markup("{} <b>{}{}</b>", pgettext("match", _SYSTEMS[system]), "●" * left, gone)

    def dot(number: int) -> Markup:
        works = number in card.live_dots
        return markup("<b>{}</b>", number) if works else markup("<s style='color:{}'>{}</s>", ASH, number)

    systems = [circles(system, left) for system, left in card.circles.items()]
    full = max(1, card.layout.treads)
    bars = max(1, round(_BARS * card.treads / full)) if card.treads else 0
    worn = coloured(ASH, "▯" * (_BARS - bars))
    dots = joined((dot(line.dot) for line in card.layout.lines[::-1]), " ")
    lines = (
        markup("<b>{}</b> Mark {}", piece.label, card.mark),
        joined(systems[:2], "&nbsp; "),
        joined(systems[2:], "&nbsp; "),
        markup("{} <b>{}{}</b> {} / {}", pgettext("match", "treads"), "▮" * bars, worn, card.treads, full),
        markup("{} {}", pgettext("match", "moves"), dots),
    )
    return joined(markup("<p style='margin:2px 0'>{}</p>", line) for line in lines)


def _post(post: CommandPost, looked_at: str) -> Markup:
    return markup(
        "<p style='margin:2px 0'>{link} <b>{left:g}</b> / {most}{gone}</p>",
        link=_anchor(_PIECE + post.id, ACCENT if post.id == looked_at else PAPER, pgettext("match", "Command Post")),
        left=post.armour,
        most=_MOST_ARMOUR,
        gone=markup(" {}", coloured(STOP, pgettext("match", "destroyed"))) if post.destroyed else "",
    )


class SmallFaces:
    """Each is drawn once."""

    def __init__(self, prints: FacePrints) -> None:
        self._prints = prints
        self._drawn: dict[tuple[str, str], Markup] = {}

    def html(self, die: Die, face: Face | None = None) -> Markup:
        """A die's picture: of that face, or of its first."""
        shown = face or die.faces[0]
        key = die.id, shown.key
        if key not in self._drawn:
            held = QByteArray()
            buffer = QBuffer(held)
            buffer.open(QIODevice.OpenModeFlag.WriteOnly)
            self._prints.sign(die, shown, _SMALL_PX).save(buffer, "PNG")
            self._drawn[key] = markup("<img src='data:image/png;base64,{}'>", b64encode(held.data()).decode())
        return self._drawn[key]


class SideColumn(QWidget):
    """Shows what a presenter says beside its table, and reports what is clicked and typed there. ``say``: shows what
    came of what was typed."""

    def __init__(
        self, presenter: MatchPresenter, prints: FacePrints, say: Callable[[str], object], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._presenter, self._say, mouse = presenter, say, presenter.mouse
        self._players = PlayersPanel(prints, self)
        self.hand, self.faces = HandStrip(prints, self), FacesStrip(prints, self)
        strips = QWidget(self)
        column_of(self.hand, self.faces, on=strips, margins=(0, 0, 0, 0), spacing=0)
        column_of((self._players, 1), SnugScroll(strips), on=self, margins=(0, 0, 0, 0), spacing=0)
        self._players.picked.connect(mouse.pick)
        self._players.points_picked.connect(mouse.set_points)
        self.hand.picked.connect(mouse.pick_from_hand)
        self.faces.face_picked.connect(mouse.show_face)
        self.faces.typed.connect(self._typed)

    def show_match(self) -> None:
        """The players; what may be thrown; the sides of the die that is put down."""
        presenter = self._presenter
        position, mode = presenter.position, presenter.mode
        looked_at = mode.piece if isinstance(mode, Browsing) else ""
        self._players.show_holdings(presenter.match.holdings, presenter.view.layout, looked_at)
        self.hand.show_hand(dice_in_hand(position, mode))
        self.faces.show_faces(shown_faces(position, mode), typed=isinstance(mode, Correcting))

    def fit(self, window: QSize) -> None:
        """As wide as a window leaves it, with smaller pictures in a lower one."""
        self.setFixedWidth(min(type_pt(_SIDE_PX), round(_SIDE_SHARE * window.width())))
        for strip in (self.hand, self.faces):
            strip.set_scale(min(1.0, window.height() / _FULL_HEIGHT_PX))

    def _typed(self, words: str) -> None:
        self.window().setFocus()
        if wrong := self._presenter.mouse.type_die(words):
            self._say(wrong)
