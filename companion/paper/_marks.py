"""The marks on a face: arrows, dots, side number, shield, plaques and lines of text, each drawn at its place.

All lengths in the face-art frame (see `_frame`). Every colour comes with a shape: green dots carry a white chevron,
red dots a cross, an entry point is a ring, arrows differ in outline, unique dice number their sides in triangles.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTransform

from companion.catalogue import CORNERS, Die, Effect, EffectKind, Face, System
from companion.paper import colours
from companion.paper._outlines import SHAPES, centred_text, closed_path, numeral
from companion.paper._painting import BAND_MM, INRADIUS_MM, corner_frame, on_axis

_ARROW_TIP_MM: Final = 8.3
#: Arrows that share a corner, and empty ones, which would only hide the painting that tells the dice apart.
_SMALL_ARROW: Final = 0.72
_SIDE_NUMBER_MM: Final = 7.0
_NUMBER_PLACE: Final = QPointF(-5.1, -1.9)
_SHIELD_PLACE: Final = QPointF(5.1, -1.9)
_PLAQUE_PLACE: Final = QPointF(0.0, 7.2)
_LETTER_MM: Final = 2.15
#: Known by their arrow and named beside it; of every other kind the words stand in the effect line.
_WEAPONS: Final = frozenset({EffectKind.WEAPON, EffectKind.POISON})
_SYSTEM_TAGS: Final = {System.MAIN: "MAIN", System.SECONDARY: "SEC", System.MISSILE: "MSL", System.AP: "AP"}


def framed(painter: QPainter, path: QPainterPath, colour: QColor, halo_mm: float = 0.65) -> None:
    """Fill a path, with a dark outline and a light one around it, so that it stands out of any painting."""
    for pen_colour, width_mm in ((colours.PAPER, 2 * halo_mm + 0.7), (colours.INK, 0.7)):
        pen = QPen(pen_colour, width_mm)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(path, pen)
    painter.fillPath(path, colour)


# --- arrows -------------------------------------------------------------------------------------------------------


def draw_arrows(painter: QPainter, face: Face) -> None:
    """The sight arrows in their corners; the AP is not in a corner (see `draw_ap`)."""
    for corner in CORNERS:
        # One for each colour and shape, the one with a number first.
        shown: dict[tuple[str, str | None], Effect] = {}
        for effect in sorted(face.effects, key=lambda e: e.attack is None):
            if corner in effect.corners and effect.system is not System.AP:
                shown.setdefault((effect.colour, effect.range), effect)
        for place, effect in enumerate(shown.values()):
            _draw_arrow(painter, effect, corner, place, len(shown))


def _draw_arrow(painter: QPainter, effect: Effect, corner: int, place: int, of: int) -> None:
    shape = SHAPES[effect.range or "short"]
    word = arrow_word(effect)
    scale = 1.0 if of == 1 and word else _SMALL_ARROW
    tip = on_axis(corner, _ARROW_TIP_MM + place * shape.length_mm * scale)
    turn = corner_frame(corner) * QTransform.fromTranslate(tip.x(), tip.y())
    colour = colours.EFFECT_COLOURS[effect.colour]
    framed(painter, (QTransform.fromScale(scale, scale) * turn).map(shape.outline), colour)
    at = turn.map(QPointF(0, shape.number_y_mm * scale))
    ink = colours.letters_on(colour)
    cap, width = shape.number_cap_mm * scale, shape.number_width_mm * scale
    if not effect.system:
        painter.fillPath(numeral(word, cap, at.x(), at.y(), width), ink)
        at = turn.map(QPointF(0, _LETTER_MM * scale))
        painter.fillPath(centred_text(colours.COLOUR_LETTERS[effect.colour], 1.05 * scale, at.x(), at.y()), ink)
    else:  # the system's tag under the number tells which way up a 6 is
        painter.fillPath(centred_text(word, 0.75 * cap, at.x(), at.y() - 0.55, width), ink)
        painter.fillPath(centred_text(_SYSTEM_TAGS[effect.system], 0.9, at.x(), at.y() + 1.5 * scale), ink)


def arrow_word(effect: Effect) -> str:
    """What stands in an arrow: the attack, a C for a continuous effect, or nothing (ledger DW-FACE-02)."""
    if effect.attack is not None:
        return plain(effect.attack)
    return "C" if effect.continuous else ""


def plain(value: float) -> str:
    """A printed number: whole ones without a point."""
    return f"{value:g}"


def draw_ap(painter: QPainter, face: Face) -> None:
    """The Ogre's AP (ledger OG-SIGHT-12): three arrows on one stem, with its number in the middle."""
    for effect in face.effects:
        if effect.system is System.AP:
            colour, path = colours.EFFECT_COLOURS[effect.colour], QPainterPath()
            head = closed_path(((0.0, -4.9), (1.9, -2.4), (0.8, -2.7), (0.8, 0), (-0.8, 0), (-0.8, -2.7), (-1.9, -2.4)))
            for corner in CORNERS:
                path = path.united(corner_frame(corner).map(head))
            disc = QPainterPath()
            disc.addEllipse(QPointF(0, 0), 2.7, 2.7)
            path = path.united(disc).translated(_PLAQUE_PLACE.x(), _PLAQUE_PLACE.y() - 0.5)
            framed(painter, path, colour, 0.45)
            ink = colours.letters_on(colour)
            painter.fillPath(numeral(arrow_word(effect), 2.7, _PLAQUE_PLACE.x(), _PLAQUE_PLACE.y() - 0.9, 3.6), ink)
            painter.fillPath(centred_text("AP", 1.0, _PLAQUE_PLACE.x(), _PLAQUE_PLACE.y() + 1.2), ink)


# --- dots ---------------------------------------------------------------------------------------------------------


def draw_dots(painter: QPainter, face: Face) -> None:
    """Green dots, entry points and red dots in the corners; two in one corner stand side by side."""
    treads = dict(zip(face.maneuver, face.treads, strict=False))
    for corner in CORNERS:
        marks = [_MARKS[name] for name in ("maneuver", "entry", "damage") if corner in getattr(face, name)]
        of = len(marks)
        for place, mark in enumerate(marks):
            at = on_axis(corner, {1: 5.2, 2: 7.6}.get(of, 9.6), 4.4 * (place - (of - 1) / 2))
            mark(painter, at, 1.9 if of == 1 else 1.75, corner, treads.get(corner))


def _disc(painter: QPainter, at: QPointF, radius: float, colour: QColor, ring: QColor = colours.PAPER) -> None:
    painter.setPen(QPen(ring, 0.55))
    painter.setBrush(colour)
    painter.drawEllipse(at, radius, radius)


def _green(painter: QPainter, at: QPointF, radius: float, corner: int, tread: int | None) -> None:
    _disc(painter, at, radius, colours.GREEN_DOT)
    if tread is not None:
        painter.fillPath(numeral(tread, radius * 1.15, at.x(), at.y()), colours.PAPER)
        return
    chevron = QPainterPath(QPointF(-0.95, 0.55))
    chevron.lineTo(0, -0.6)
    chevron.lineTo(0.95, 0.55)
    _stroke_sign(painter, chevron, at, corner)


def _red(painter: QPainter, at: QPointF, radius: float, corner: int, tread: int | None) -> None:
    _disc(painter, at, radius, colours.RED_DOT)
    cross = QPainterPath(QPointF(-0.75, -0.75))
    cross.lineTo(0.75, 0.75)
    cross.moveTo(0.75, -0.75)
    cross.lineTo(-0.75, 0.75)
    _stroke_sign(painter, cross, at, corner)


def _entry(painter: QPainter, at: QPointF, radius: float, corner: int, tread: int | None) -> None:
    _disc(painter, at, radius, QColor("#ffffff"), colours.INK)
    _disc(painter, at, radius * 0.5, colours.GREEN_DOT, colours.GREEN_DOT)


def _stroke_sign(painter: QPainter, path: QPainterPath, at: QPointF, corner: int) -> None:
    pen = QPen(colours.PAPER, 0.6)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.strokePath((corner_frame(corner) * QTransform.fromTranslate(at.x(), at.y())).map(path), pen)


_MARKS: Final = {"maneuver": _green, "entry": _entry, "damage": _red}


# --- number, shield, plaque ---------------------------------------------------------------------------------------


def draw_side_number(painter: QPainter, die: Die, face: Face) -> None:
    """The side number, 7 mm high, in a circle, or in a triangle on unique dice; nothing where none is printed."""
    if face.side is None:
        return
    at = _NUMBER_PLACE
    if die.unique:
        framed(painter, closed_path(((0, -7.8), (-6.6, 4.3), (6.6, 4.3))).translated(at), colours.PAPER)
        # the triangle tells which way up a 6 is
        painter.fillPath(centred_text(str(face.side), _SIDE_NUMBER_MM, at.x(), at.y() + 0.2), colours.INK)
    else:
        frame = QPainterPath()
        frame.addEllipse(at, 4.75, 4.75)
        framed(painter, frame, colours.PAPER)
        painter.fillPath(numeral(face.side, _SIDE_NUMBER_MM, at.x(), at.y()), colours.INK)
    letter = face.key.removeprefix(str(face.side))
    if letter and letter != face.key:
        painter.fillPath(centred_text(letter, 1.6, at.x() + 3.3, at.y() + 2.0), colours.INK)


def draw_shield(painter: QPainter, face: Face) -> None:
    """The Block in a shield of the colour that the die is immune to, white for none."""
    if face.block is None and face.shield == "white":
        return
    x, y = _SHIELD_PLACE.x(), _SHIELD_PLACE.y()
    path = QPainterPath(QPointF(x - 3.9, y - 4.0))
    path.quadTo(x - 1.6, y - 3.6, x, y - 4.7)
    path.quadTo(x + 1.6, y - 3.6, x + 3.9, y - 4.0)
    path.cubicTo(x + 4.4, y + 0.4, x + 3.2, y + 3.7, x, y + 5.2)
    path.cubicTo(x - 3.2, y + 3.7, x - 4.4, y + 0.4, x - 3.9, y - 4.0)
    colour = colours.EFFECT_COLOURS[face.shield]
    framed(painter, path, colour)
    if face.block is not None:
        painter.fillPath(numeral(plain(face.block), 4.6, x, y - 0.2, 6.2), colours.letters_on(colour))
        painter.fillPath(
            centred_text(colours.COLOUR_LETTERS[face.shield], 0.95, x, y + 3.75), colours.letters_on(colour)
        )


def is_title_face(die: Die, face: Face) -> bool:
    """Whether points, class and team stand here: on side 1, or on the last face of a die without numbers."""
    return face.side == 1 or (face is die.faces[-1] and all(f.side is None for f in die.faces))


def draw_icons(painter: QPainter, face: Face) -> None:
    """The icons of effects; Side 1 has their words instead."""
    for kind in EffectKind:
        if face.side != 1 and kind.record.icon and face.has(kind):
            disc = QPainterPath()
            disc.addEllipse(_PLAQUE_PLACE + QPointF(0, 0.6), 2.3, 2.3)
            framed(painter, disc, colours.EFFECT_COLOURS["white"], 0.4)
            letter = centred_text(kind.record.icon, 2.8, _PLAQUE_PLACE.x(), _PLAQUE_PLACE.y() + 0.6)
            painter.fillPath(letter, colours.INK)


def draw_points(painter: QPainter, die: Die, face: Face) -> None:
    """The point value on a plaque, on side 1 only (ledger OG-FACE-12), where other sides have their Block."""
    if not is_title_face(die, face):
        return
    at = _SHIELD_PLACE if face.side == 1 else _NUMBER_PLACE
    plaque = QPainterPath()
    plaque.addRoundedRect(QRectF(at.x() - 4.1, at.y() - 2.2, 8.2, 4.4), 1.2, 1.2)
    framed(painter, plaque, QColor("#f6d77a"), 0.4)
    painter.fillPath(numeral(plain(die.points), 2.6, at.x() - 1.5, at.y() - 0.1, 4.2), colours.INK)
    painter.fillPath(centred_text("pts", 1.2, at.x() + 2.2, at.y() + 0.5), colours.INK)


# --- lines of text in the edge ------------------------------------------------------------------------------------


def draw_edge_text(painter: QPainter, die: Die, face: Face, team: colours.TeamColours) -> None:
    """Name along the bottom edge, effect line along the left, weapon or class and team along the right."""
    _edge_line(painter, 0, die.label.upper(), team.letters)
    _edge_line(painter, 2, effect_line(face), team.letters)
    _edge_line(painter, 1, class_line(die) if is_title_face(die, face) else weapon_line(face), team.letters)


def _edge_line(painter: QPainter, opposite_corner: int, text: str, ink: QColor) -> None:
    """Text in the edge opposite a corner: upright at the bottom, its head outward on the two others."""
    if not text:
        return
    outward = QTransform().rotate(180 if opposite_corner else 0)
    turned = outward * QTransform.fromTranslate(0, INRADIUS_MM - BAND_MM / 2) * corner_frame(opposite_corner)
    painter.fillPath(turned.map(centred_text(text, 1.75, 0.0, 0.0, 30.0)), ink)


def effect_line(face: Face) -> str:
    """The special effects of a face in words."""
    worded = (e for e in face.effects if e.kind not in _WEAPONS and (face.side == 1 or not e.record.icon))
    lines = list(map(effect_words, worded))
    lines += ["Double Shot" for e in face.effects if e.double and e.kind in _WEAPONS]
    return " · ".join(lines)


def effect_words(effect: Effect) -> str:
    """One effect in words: its name, else its kind, its amount and what it is restricted to."""
    words = effect.label
    if effect.restriction and effect.restriction.lower() not in words.lower():
        words += f" {effect.restriction}"
    if effect.amount is not None and "+" not in words:
        words += f" +{plain(effect.amount)}"
    return words


def weapon_line(face: Face) -> str:
    """The names of a face's weapons, once each."""
    return " · ".join(dict.fromkeys(e.label for e in face.effects if e.kind in _WEAPONS and not e.system))


def class_line(die: Die) -> str:
    """Class and team, as side 1 gives them (ledger OG-FACE-13, OG-FACE-14)."""
    return " · ".join([*die.classes, f"Team {die.team}"])
