"""Dice put on the table by hand: which of the hand is thrown, a throw as it came to lie with all that it did, where it
was let go, the first placement, a correction; and the acts and corrections that a match records of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import Final

from companion.catalogue import CORNERS, Die
from companion.geometry import Point
from companion.rules import Outcome, Piece, Position, Zone, placeable, throwable
from companion.rules.actions import LeaningPose, ObservedPiece, OffTable, Place, Release, RestingPose, Throw
from companion.rules.corrections import Correction, PieceCorrection
from companion.session import level_there
from companion.session.inference import play_actions
from companion.session.play import modes
from companion.session.play.choice import ENTER, Choice, number_choices
from companion.text import pgettext


def encode_throw_action(position: Position, thrown: modes.Throwing) -> Throw | Place:
    """A throw that has been put down, or the first placement."""
    if thrown.placing:
        return Place(piece=thrown.piece, how=thrown.lies.resting())
    lies = _lying(position, thrown.piece, thrown.lies)
    lands: RestingPose | LeaningPose | OffTable = lies
    if thrown.off:
        lands = OffTable()
    elif thrown.on is not None:
        lands = LeaningPose(thrown.on, lies if thrown.rolls_off else None)
    return Throw(
        piece=thrown.piece,
        lands=lands,
        knocked_off=thrown.knocked_off,
        disturbed=tuple(
            ObservedPiece(name, _lying(position, name, now))
            for name, now in thrown.moved
            if name not in thrown.knocked_off
        ),
        foul=thrown.foul,
        release=thrown.release,
    )


def _lying(position: Position, piece: str, lies: modes.PlacedPose) -> RestingPose:
    """The pose; where there is terrain, with the level that it is on."""
    return lies.resting(level_there(position, lies.pose(position.piece(piece))))


def die_correction(position: Position, correcting: modes.Correcting) -> Correction:
    """What a correction of one die says."""
    piece = PieceCorrection(id=correcting.piece, owner=correcting.owner, zone=correcting.zone)
    if correcting.zone is Zone.PLAY:
        lies = _lying(position, correcting.piece, correcting.lies)
        piece = replace(piece, face=lies.face, centre_mm=lies.centre_mm, heading_deg=lies.heading_deg, level=lies.level)
    return Correction(pieces=(piece,))


#: What the arrow keys add, and with what typing begins.
_STEP_MM: Final = 10.0
_FIRST: Final = Release(0.0, 0.0)


def begin_release(back: modes.Throwing | modes.Proposed, entered: Release | None) -> modes.Releasing:
    """The typing begun, from what was entered already."""
    entered = entered or _FIRST
    return modes.Releasing(back, modes.Numbers.of(entered.behind_mm, entered.above_mm))


def release_choices(position: Position, mode: modes.Releasing) -> Iterator[Choice]:
    """Take it, take it back, or type on."""
    yield Choice("do", (ENTER,), pgettext("match", "it was released there"), with_typed_release(position, mode))
    yield from number_choices(mode.numbers, _STEP_MM, lambda numbers: replace(mode, numbers=numbers))


def with_typed_release(position: Position, mode: modes.Releasing) -> modes.Throwing | modes.Proposed:
    """The throw with what has been typed."""
    release = Release(*mode.numbers.values)
    if isinstance(mode.back, modes.Throwing):
        return replace(mode.back, foul=False, release=release)
    return mode.back.with_now(mode.back.now.released(position, release))


def thrown_piece(position: Position, mode: modes.Releasing) -> Piece:
    """The die that was let go."""
    if isinstance(mode.back, modes.Throwing):
        return position.piece(mode.back.piece)
    return position.piece(mode.back.now.thrown or "")


def preview_release(position: Position, mode: modes.Releasing) -> Outcome:
    """What the throw leads to by the rules, let go as it is typed."""
    throw = with_typed_release(position, mode)
    if isinstance(throw, modes.Proposed):
        return throw.now.outcome
    return play_actions(position, (*throw.first, encode_throw_action(position, throw)))


#: How far a key moves a die (mm) and turns it (degrees); with Shift the small step.
STEPS_MM: Final = {"": 20.0, "Shift+": 1.0}
TURNS_DEG: Final = {"": 15.0, "Shift+": 1.0}
#: From the middle (0) to the thrower's edge (1): where a throw is first shown.
_TOWARD_EDGE: Final = 0.45
_WAYS: Final = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, 1), "Down": (0, -1)}
_SPINS: Final = {"PgUp": 1, "PgDown": -1}


def begin_throw(position: Position, piece: str) -> modes.Throwing:
    """A throw of a piece, or its first placement in the exact centre, before anything is said of it."""
    first = piece in placeable(position)
    thrown = position.piece(piece)
    centre = x, y = table_middle(position)
    if not first:  # between the thrower's edge and the middle, where a throw may well come to lie
        (x0, y0), (x1, y1) = position.player(thrown.owner).edge_mm
        centre = x + _TOWARD_EDGE * ((x0 + x1) / 2 - x), y + _TOWARD_EDGE * ((y0 + y1) / 2 - y)
    return modes.Throwing(piece, modes.PlacedPose(thrown.die.faces[0].key, centre, 90.0), placing=first, down=first)


def begin_correction(position: Position, piece: Piece) -> modes.Correcting:
    """The correction of a die, as it is known to lie; off the table it begins in the middle."""
    middle = table_middle(position)
    face = piece.face.key if piece.face else piece.die.faces[0].key
    lies = modes.PlacedPose(face, *((piece.pose.centre_mm, piece.pose.heading_deg) if piece.pose else (middle, 90.0)))
    return modes.Correcting(piece.id, lies, piece.owner, piece.zone)


def table_middle(position: Position) -> Point:
    """The middle of the table, mm."""
    xs, ys = zip(*position.table.outline_mm, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def throw_choices(position: Position, mode: modes.Throwing) -> Iterator[Choice]:
    """What can be said of a throw."""
    title = pgettext("match", "it landed like this")
    yield Choice("do", (ENTER,), title, (*mode.first, encode_throw_action(position, mode)))
    if mode.placing:
        yield from _laid(position, mode, mode.piece)
        return
    yield from _throw_details(position, mode)
    if mode.on in {terrain.id for terrain in position.table.terrain}:
        words = _ticked(pgettext("match", "it rolls off"), on=mode.rolls_off)
        yield Choice("rolls-off", ("R",), words, replace(mode, rolls_off=not mode.rolls_off))
    ready = throwable(position)
    if len(ready) > 1:
        at = ready.index(mode.piece) if mode.piece in ready else 0
        after, previous = (with_die(position, mode, ready[(at + step) % len(ready)]) for step in (1, -1))
        yield Choice("die.next", ("N",), pgettext("match", "another die"), after)
        yield Choice("die.previous", ("Shift+N",), pgettext("match", "previous die"), previous, quiet=True)
        yield Choice("die.pick", ("T",), pgettext("match", "which die …"), modes.PickingDie(), quiet=True)
    yield from _laid(position, mode, mode.held or mode.piece)


def _throw_details(position: Position, mode: modes.Throwing) -> Iterator[Choice]:
    """What the throw did besides landing; what is said already is ticked."""
    released = pgettext("match", "released at …")
    if mode.release is not None:
        words = pgettext("match", "released at {behind} / {above} mm")
        released = words.format(behind=f"{mode.release.behind_mm:g}", above=f"{mode.release.above_mm:g}")
    clicks, fell = modes.Clicks, bool(mode.knocked_off)
    rows: tuple[tuple[str, str, str, bool, modes.Mode], ...] = (
        ("off", "O", pgettext("match", "off the table …"), mode.off, _off(position, mode)),
        ("leans", "L", pgettext("match", "leans on …"), mode.on is not None, _clicks(mode, clicks.LEANS)),
        ("foul", "F", pgettext("match", "a foul"), mode.foul, replace(mode, foul=not mode.foul, release=None)),
        ("release", "G", released, mode.release is not None, begin_release(mode, mode.release)),
        ("knocked", "K", pgettext("match", "knocked off …"), fell, _clicks(mode, clicks.KNOCKED)),
        ("moved", "V", pgettext("match", "moved …"), bool(mode.moved), _clicks(mode, clicks.MOVED)),
    )
    for name, key, words, on, leads_to in rows:
        yield Choice(name, (key,), _ticked(words, on=on), leads_to)


def correction_choices(position: Position, mode: modes.Correcting) -> Iterator[Choice]:
    """What can be put right of a die in play."""
    yield Choice("do", (ENTER,), pgettext("match", "confirm"), die_correction(position, mode))
    if mode.zone is Zone.PLAY:
        held = _ticked(pgettext("match", "carry it"), on=mode.held)
        yield Choice("carry", ("Space",), held, replace(mode, held=not mode.held))
    owner = pgettext("match", "owner: {player}").format(player=mode.owner)
    yield Choice("owner", ("F5",), owner, replace(mode, owner=position.others(mode.owner)[0]))
    words = {
        Zone.PLAY: pgettext("match", "on the table"),
        Zone.HAND: pgettext("match", "in hand"),
        Zone.RESERVE: pgettext("match", "in reserve"),
    }
    assert set(words) == set(Zone)
    where = pgettext("match", "where: {zone}").format(zone=words[mode.zone])
    zones = list(Zone)
    after = zones[(zones.index(mode.zone) + 1) % len(zones)]
    yield Choice("zone", ("F6",), where, replace(mode, zone=after, held=False))
    yield from _laid(position, mode, mode.piece)


def is_carried(mode: modes.Throwing | modes.Correcting) -> bool:
    """Whether a die follows the mouse."""
    if isinstance(mode, modes.Correcting):
        return mode.held
    if mode.off or mode.placing:
        return False
    return mode.held is not None or (mode.clicks is modes.Clicks.PLACE and not mode.down)


def held_pose(mode: modes.Throwing | modes.Correcting) -> modes.PlacedPose:
    """How the die lies that keys and mouse turn and move."""
    if isinstance(mode, modes.Throwing) and mode.held is not None:
        return dict(mode.moved)[mode.held]
    return mode.lies


def with_held_pose(
    mode: modes.Throwing | modes.Correcting, lies: modes.PlacedPose
) -> modes.Throwing | modes.Correcting:
    """The mode with that die lying otherwise."""
    if isinstance(mode, modes.Throwing) and mode.held is not None:
        return mode.with_moved(mode.held, lies)
    return replace(mode, lies=lies)


def pick_in_throw(position: Position, mode: modes.Throwing, name: str) -> modes.Throwing:
    """The throw with a piece clicked on: what it leans on, what it knocked off, or what it moved."""
    if name == mode.piece or mode.clicks is modes.Clicks.PLACE:
        return mode
    if mode.clicks is modes.Clicks.LEANS:
        return replace(mode, on=name, off=False, clicks=modes.Clicks.PLACE)
    if mode.clicks is modes.Clicks.KNOCKED:
        return mode.with_knocked(name)
    piece = position.piece(name)
    if mode.held is not None or not piece.in_play:
        return mode
    lies = modes.PlacedPose(piece.showing.key, piece.placed.centre_mm, piece.placed.heading_deg)
    return replace(mode.with_moved(name, dict(mode.moved).get(name, lies)), held=name)


def _laid(position: Position, mode: modes.Throwing | modes.Correcting, piece: str) -> Iterator[Choice]:
    """Turning, moving, and showing another side; of the keys only a few are named."""
    lies, die = held_pose(mode), position.piece(piece).die
    for digit in sorted({face.key.rstrip("abcdefgh") for face in die.faces}, reverse=True):
        keys = [face.key for face in die.faces if face.key.rstrip("abcdefgh") == digit]  # 8, or 4a and 4b
        face = keys[(keys.index(lies.face) + 1) % len(keys)] if lies.face in keys else keys[0]
        words = pgettext("match", "side {number}").format(number=digit)
        yield Choice(f"side.{digit}", (digit,), words, with_held_pose(mode, replace(lies, face=face)), quiet=True)
    for prefix, turn in TURNS_DEG.items():
        for key, sign in _SPINS.items():
            words = pgettext("match", "turn it")
            turned = with_held_pose(mode, lies.turned_by(sign * turn))
            yield Choice(f"turn.{prefix}{key}", (prefix + key,), words, turned, quiet=True)
    for prefix, far in STEPS_MM.items():
        for key, (x, y) in _WAYS.items():
            words = pgettext("match", "move it")
            moved = with_held_pose(mode, lies.moved_by(x * far, y * far))
            yield Choice(f"move.{prefix}{key}", (prefix + key,), words, moved, quiet=True)


def _ticked(words: str, *, on: bool) -> str:
    return f"✓ {words}" if on else words


def _off(position: Position, mode: modes.Throwing) -> modes.Mode:
    """That it went off the table is asked about first; that it did not is no more than taken back."""
    if mode.off:
        return replace(mode, off=False)
    thrown = replace(mode, off=True, on=None, clicks=modes.Clicks.PLACE)
    question = pgettext("match", "Did {piece} go off the table?").format(piece=position.piece(mode.piece).label)
    steps = (*mode.first, encode_throw_action(position, thrown))
    return modes.Confirming(steps, question, pgettext("match", "yes, it went off"), mode)


def _clicks(mode: modes.Throwing, clicks: modes.Clicks) -> modes.Throwing:
    """What clicks mean from now on; asked a second time they put the die down again."""
    wanted = modes.Clicks.PLACE if mode.clicks is clicks else clicks
    on = None if clicks is modes.Clicks.LEANS and mode.on is not None else mode.on
    return replace(mode, clicks=wanted, held=None, off=False, on=on)


def with_die(position: Position, mode: modes.Throwing, name: str) -> modes.Throwing:
    """The same throw of another die."""
    die = position.piece(name).die
    same = die.face(mode.lies.face) is not None
    return replace(mode, piece=name, lies=mode.lies if same else replace(mode.lies, face=die.faces[0].key))


_DIGITS = "123456789"


@dataclass(frozen=True, slots=True)
class HandDie:
    """Equal dice that may be thrown now. key: the number that picks one, "" where digits are something else or have run
    out; pieces: their ids; chosen: whether one of them is being thrown."""

    key: str
    die: Die
    pieces: tuple[str, ...]
    chosen: bool = False


def dice_in_hand(position: Position, mode: modes.Mode) -> tuple[HandDie, ...]:
    """What may be thrown now, equal dice of one player together; nothing while people are in the middle of something
    else."""
    ready = placeable(position) or throwable(position)
    if not isinstance(mode, modes.Browsing | modes.PickingDie | modes.Throwing) or not ready:
        return ()
    thrown = mode.piece if isinstance(mode, modes.Throwing) else ""
    groups: dict[tuple[str, str], list[Piece]] = {}
    for piece in map(position.piece, ready):
        groups.setdefault((piece.owner, piece.die.id), []).append(piece)
    numbered = isinstance(mode, modes.PickingDie) or mode == modes.Browsing()
    found = []
    for place, pieces in enumerate(groups.values()):
        key, names = _DIGITS[place : place + 1] if numbered else "", tuple(piece.id for piece in pieces)
        found.append(HandDie(key, pieces[0].die, names, thrown in names))
    return tuple(found)


def hand_choices(position: Position, mode: modes.Browsing | modes.PickingDie) -> Iterator[Choice]:
    """A digit for each kind of die that may be thrown."""
    for held in dice_in_hand(position, mode):
        if held.key:
            title = pgettext("match", "throw {piece}").format(piece=held.die.label)
            leads_to = begin_throw(position, held.pieces[0])
            yield Choice(f"hand.{held.key}", (held.key,), title, leads_to, piece=held.pieces[0], quiet=True)


def picking_choices(position: Position, mode: modes.PickingDie) -> Iterator[Choice]:
    """By number, or letter by letter: as soon as what is typed begins only one name, that die is thrown."""
    for choice in hand_choices(position, mode):
        yield replace(choice, quiet=False)
    for letter in ascii_uppercase:
        meant = _named(position, mode, mode.typed + letter)
        if meant:
            typed = modes.PickingDie(mode.typed + letter)
            leads_to = begin_throw(position, meant[0].pieces[0]) if len(meant) == 1 else typed
            yield Choice(f"letter.{letter}", (letter,), pgettext("match", "type its name"), leads_to, quiet=True)
    if mode.typed:
        shorter = modes.PickingDie(mode.typed[:-1])
        yield Choice("shorter", ("Backspace",), pgettext("match", "delete the last letter"), shorter)


def _named(position: Position, mode: modes.PickingDie, typed: str) -> list[HandDie]:
    """The dice a word of whose name begins with what is typed."""
    letters = typed.casefold()
    return [
        held
        for held in dice_in_hand(position, mode)
        if any(_letters(word).startswith(letters) for word in held.die.label.split())
        or _letters(held.die.label).startswith(letters)
    ]


def _letters(words: str) -> str:
    return "".join(letter for letter in words.casefold() if letter.isalpha())


def likeliest_faces(piece: Piece, now: str) -> tuple[str, ...]:
    """The four faces that a die is likeliest to show in truth: the one it is known by, and those over its corners."""
    face = piece.die.face(now)
    over = [piece.die.face_over(face, corner) for corner in CORNERS] if face is not None else []
    return (now, *dict.fromkeys(other.key for other in over if other is not None and other.key != now))


@dataclass(frozen=True, slots=True)
class ShownFaces:
    """The faces to choose from of a die that is put down or put right: their keys, and that of the one it shows."""

    die: Die
    keys: tuple[str, ...]
    chosen: str


def shown_faces(position: Position, mode: modes.Mode) -> ShownFaces | None:
    """All faces of a die that is put down, the likeliest of one that is put right; ``None`` in any other mode."""
    if not isinstance(mode, modes.Throwing | modes.Correcting):
        return None
    piece = position.piece(mode.held or mode.piece if isinstance(mode, modes.Throwing) else mode.piece)
    now = held_pose(mode).face
    if isinstance(mode, modes.Throwing):
        return ShownFaces(piece.die, tuple(face.key for face in piece.die.faces), now)
    known = piece.face.key if piece.face else now
    return ShownFaces(piece.die, tuple(dict.fromkeys((*likeliest_faces(piece, known), now))), now)


def find_typed_die(words: str, position: Position, near: str) -> tuple[Piece, str] | None:
    """The piece and the face that somebody means who types ``heavy 6``, ``6`` or ``inf 4b``; ``near``: the piece that
    is put right, which is meant where the words fit it."""
    *names, side = words.casefold().split() or [""]
    if not side[:1].isdigit():
        return None
    for piece in sorted(position.pieces.values(), key=lambda piece: (piece.id != near, not piece.in_play)):
        called = f"{piece.id} {piece.die.label}".casefold().split()
        if all(any(word.startswith(typed) for word in called) for typed in names):
            keys = (face.key for face in piece.die.faces if side in {face.key, face.key.rstrip("ab")})
            key = next(keys, None)
            return None if key is None else (piece, key)
    return None
