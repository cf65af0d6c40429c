"""The situation of a referee script: from its keys to a `Position`, with the place of whatever is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.catalogue import Die, System, checks, read_script_die
from companion.catalogue.checks import Key, Notes
from companion.codec.keys import face_named, listed, outline, point, read, size, tables
from companion.errors import InputError
from companion.geometry import Point, Pose
from companion.plain_text import shown
from companion.rules import (
    Agreement,
    CardLayout,
    CommandPost,
    Edge,
    OgreCard,
    Piece,
    Player,
    PoisonCounter,
    Position,
    Profile,
    Scenario,
    Table,
    Terrain,
    TurnState,
    Zone,
    bundled_layout,
    by_id,
    card_left,
    edge_of,
    frozen,
    full_card,
    read_layout,
    refreshed,
    reserve_until,
    starts_with_placement,
    table_outline,
)

_PLAYERS: Final = ({"id": "A", "edge": "near"}, {"id": "B", "edge": "far"})
_MARKS: Final = ("III", "V")

_TABLE: Final = {
    "shape": Key(checks.text, "rect"),
    "size_mm": Key(size, (1200.0, 900.0)),
    "outline_mm": Key(outline, None),
    "terrain": Key(tables, ()),
}
_TERRAIN: Final = {
    "id": Key(checks.text),
    "outline_mm": Key(outline),
    "level": Key(checks.level, None),
}
_PLAYER: Final = {"id": Key(checks.text), "edge": Key(checks.anything)}
_LINE: Final = {"from_mm": Key(point), "to_mm": Key(point)}
_PIECE: Final = {
    "id": Key(checks.text),
    "die": Key(checks.text),
    "owner": Key(checks.text),
    "zone": Key(checks.one_of(Zone), Zone.PLAY),
    "face": Key(checks.text, None),
    "centre_mm": Key(point, None),
    "heading_deg": Key(checks.number, 0.0),
    "level": Key(checks.level, 0),
    "sigma_mm": Key(checks.from_zero, 0.0),
}
_OGRE: Final = {
    "piece": Key(checks.text),
    "mark": Key(checks.text),
    "card": Key(checks.anything, None),
    "layout": Key(checks.anything, None),
}
_CARD: Final = {name: Key(checks.count, None) for name in (*(system.value for system in System), "treads")}
_POST: Final = {
    "id": Key(checks.text),
    "owner": Key(checks.text),
    "centre_mm": Key(point),
    "size_mm": Key(size),
    "armour": Key(checks.strength, 60),
}
_POISON: Final = {"kind": Key(checks.text), "on": Key(checks.text), "by": Key(checks.text)}
_FLAT: Final = {"kind": Key(checks.text), "centre_mm": Key(point)}


def situation(keys: Mapping[str, Any]) -> Position:
    """The position that a script starts from; its continuous effects are freshly checked.

    Raises:
        InputError: naming the place of what is wrong.
    """
    agreement = Agreement(
        Profile(keys["profile"]), keys["advanced"], choices=frozen(_texts(keys["agreements"], "agreements"))
    )
    table = _table(keys["table"])
    players = _players(keys["players"], table)
    names = [player.id for player in players]
    dice = _dice(keys["dice"])
    turn = _turn(keys)
    pieces = by_id(_each(keys["pieces"], "pieces", lambda row, at: _piece(row, at, dice, names)))
    posts = by_id(_each(keys["command_posts"], "command_posts", lambda row, at: _post(row, at, names)))
    _check_once([*pieces, *posts, *(terrain.id for terrain in table.terrain)], "pieces, command_posts and terrain")
    cards = _cards(keys["ogres"], pieces)
    poison, flat = _counters(keys["counters"], names, {**pieces, **posts})
    position = Position(
        agreement,
        players,
        pieces,
        table,
        posts,
        cards,
        poison,
        flat,
        _score(keys["score"], names),
        _known(keys["to_move"] or names[0], names, "to_move"),
        turn,
    )
    pieces = {
        name: replace(p, back_turn=reserve_until(position, turn.number - 1)) if p.zone is Zone.RESERVE else p
        for name, p in pieces.items()
    }
    return refreshed(replace(position, pieces=frozen(pieces)))


def _turn(keys: Mapping[str, Any]) -> TurnState:
    if keys["turn"] is None:
        return TurnState(number=2)
    if keys["turn"] < 1:
        raise InputError("turn: expected a whole number from 1")
    first = keys["turn"] == 1 and keys["scenario"] is not None
    return TurnState(number=keys["turn"], first_placement=first and starts_with_placement(Scenario(keys["scenario"])))


def _each(rows: Sequence[Any], place: str, build: Any) -> list[Any]:
    built = [build(row, f"{place}[{index}]") for index, row in enumerate(rows)]
    _check_once([thing.id for thing in built], place)
    return built


def _check_once(names: Sequence[str], place: str) -> None:
    twice = [name for name, times in Counter(names).items() if times > 1]
    if twice:
        raise InputError(f"{place}: {shown(min(twice))} appears twice; every id stands for one thing")


def _known(name: str, names: Collection[str], place: str) -> str:
    if name not in names:
        raise InputError(f"{place}: {shown(name)} is not known; expected one of {listed(names)}")
    return name


def _texts(value: object, place: str) -> Mapping[str, str]:
    if not isinstance(value, Mapping) or not all(isinstance(text, str) for text in value.values()):
        raise InputError(f"{place}: expected a table of texts")
    return value


def _table(row: object) -> Table:
    keys = read(row, _TABLE, "table")
    if keys["shape"] not in {"rect", "round", "polygon"}:
        raise InputError(f"table: key 'shape': expected rect, round or polygon, got {shown(keys['shape'])}")
    if keys["shape"] == "polygon" and not keys["outline_mm"]:
        raise InputError("table: a polygon needs 'outline_mm'")
    terrain = _each(keys["terrain"], "table: terrain", _terrain)
    return Table(table_outline(keys["shape"], keys["size_mm"], keys["outline_mm"]), tuple(terrain), keys["shape"])


def _terrain(row: object, place: str) -> Terrain:
    keys = read(row, _TERRAIN, place)
    return Terrain(**keys)


def _players(rows: Sequence[Any] | None, table: Table) -> tuple[Player, ...]:
    players = _each(rows if rows is not None else _PLAYERS, "players", lambda row, at: _player(row, at, table))
    if len(players) < 2:
        raise InputError("players: expected at least two")
    return tuple(players)


def _player(row: object, place: str, table: Table) -> Player:
    keys = read(row, _PLAYER, place)
    edge = keys["edge"]
    if isinstance(edge, str):
        if edge not in set(Edge):
            raise InputError(f"{place}: key 'edge': expected near, far, left, right or a line, got {shown(edge)}")
        return Player(keys["id"], edge_of(table, Edge(edge)))
    line = read(edge, _LINE, f"{place}: edge")
    if line["from_mm"] == line["to_mm"]:
        raise InputError(f"{place}: edge: expected two different points")
    return Player(keys["id"], (line["from_mm"], line["to_mm"]))


def _dice(rows: Sequence[Any]) -> dict[str, Die]:
    dice: dict[str, Die] = {}
    for index, row in enumerate(rows):
        named = row.get("id") if isinstance(row, Mapping) else None
        die, problems = read_script_die(row, f"dice[{index}]" if not isinstance(named, str) else f"die {shown(named)}")
        if die is None:
            raise InputError("; ".join(problems))
        if die.id in dice:
            raise InputError(f"dice: {shown(die.id)} appears twice; every id stands for one die")
        dice[die.id] = die
    return dice


def _piece(row: object, place: str, dice: Mapping[str, Die], players: Sequence[str]) -> Piece:
    keys = read(row, _PIECE, place)
    die = dice[_known(keys["die"], dice, f"{place}: die")]
    _known(keys["owner"], players, f"{place}: owner")
    face = None if keys["face"] is None else face_named(die, keys["face"], f"{place}: face")
    piece = Piece(keys["id"], die, keys["owner"], keys["zone"], level=keys["level"], sigma_mm=keys["sigma_mm"])
    if keys["zone"] is not Zone.PLAY:
        if keys["centre_mm"] is not None:
            raise InputError(f"{place}: a piece in {keys['zone']} lies nowhere on the table: leave out 'centre_mm'")
        return piece
    if face is None or keys["centre_mm"] is None:
        raise InputError(f"{place}: a piece in play needs 'face' and 'centre_mm'")
    x, y = keys["centre_mm"]
    return replace(piece, face=face, pose=Pose(x, y, keys["heading_deg"], die.edge_mm))


def _post(row: object, place: str, players: Sequence[str]) -> CommandPost:
    keys = read(row, _POST, place)
    _known(keys["owner"], players, f"{place}: owner")
    return CommandPost(**keys)


def _cards(rows: Sequence[Any], pieces: Mapping[str, Piece]) -> Mapping[str, OgreCard]:
    cards: dict[str, OgreCard] = {}
    for index, row in enumerate(rows):
        place = f"ogres[{index}]"
        keys = read(row, _OGRE, place)
        name = _known(keys["piece"], pieces, f"{place}: piece")
        if not pieces[name].is_ogre:
            raise InputError(f"{place}: piece: {shown(name)} is not an Ogre: its die is of another class")
        if name in cards:
            raise InputError(f"{place}: piece: {shown(name)} has a card already; an Ogre has one")
        if keys["mark"] not in _MARKS:
            raise InputError(f"{place}: key 'mark': expected III or V, got {shown(keys['mark'])}")
        layout = bundled_layout(keys["mark"]) if keys["layout"] is None else _layout(keys["layout"], f"{place}: layout")
        cards[name] = _card(keys, layout, place)
    bare = [piece.id for piece in pieces.values() if piece.is_ogre and piece.id not in cards]
    cards |= {name: full_card("III", bundled_layout("III")) for name in bare}
    return frozen(cards)


def _layout(row: object, place: str) -> CardLayout:
    notes = Notes("")
    layout = read_layout(row, place, notes)
    if layout is None:
        raise InputError("; ".join(notes.problems))
    return layout


def _card(keys: Mapping[str, Any], layout: CardLayout, place: str) -> OgreCard:
    card = full_card(keys["mark"], layout)
    if keys["card"] is None:
        return card
    try:
        return card_left(card, read(keys["card"], _CARD, f"{place}: card"))
    except ValueError as error:
        raise InputError(f"{place}: card: {error}") from error


def _counters(
    rows: Sequence[Any], players: Sequence[str], things: Mapping[str, Any]
) -> tuple[tuple[PoisonCounter, ...], tuple[Point, ...]]:
    poison: list[PoisonCounter] = []
    flat: list[Point] = []
    for index, row in enumerate(rows):
        place = f"counters[{index}]"
        kind = row.get("kind") if isinstance(row, Mapping) else None
        if kind == "poison":
            keys = read(row, _POISON, place)
            counter = PoisonCounter(
                _known(keys["on"], things, f"{place}: on"), _known(keys["by"], players, f"{place}: by")
            )
            if isinstance(things[counter.on], Piece) and any(counter.on == other.on for other in poison):
                raise InputError(f"{place}: {shown(counter.on)} has a Poison Counter already; a die has one at most")
            poison.append(counter)
        elif kind == "flat":
            flat.append(read(row, _FLAT, place)["centre_mm"])
        else:
            raise InputError(f"{place}: key 'kind': expected poison or flat, got {shown(kind)}")
    return tuple(poison), tuple(flat)


def _score(row: object, players: Sequence[str]) -> Mapping[str, float]:
    if not isinstance(row, Mapping):
        raise InputError("score: expected player -> points")
    for name in row:
        _known(name, players, "score")
    try:
        return frozen({name: checks.points(row.get(name, 0)) for name in players})
    except ValueError as error:
        raise InputError(f"score: {error}") from error
