"""From the keys of a situation to a `Position`: every name held to what the situation has, all problems at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from companion import rules
from companion.catalogue import Die, repeated, repeated_faces
from companion.codec.actions import corner_problems
from companion.codec.card_layout import bundled_layout
from companion.codec.script import documents as doc
from companion.documents import unknown_name
from companion.errors import InputError
from companion.geometry import Pose
from companion.plain_text import shown
from companion.text import gettext


def decode_situation(keys: doc.SituationDocument) -> tuple[rules.Position, Mapping[str, Die]]:
    """The position that a script or match starts from, its continuous effects freshly checked; and the dice it lists.

    Raises:
        InputError: with every problem, each with its place.
    """
    reader = _SituationReader(keys)
    position = reader.position()
    if reader.problems or position is None:
        raise InputError(*reader.problems)
    return position, reader.dice


class _SituationReader:
    """Builds a situation piece by piece; what is wrong is noted and left out."""

    def __init__(self, keys: doc.SituationDocument) -> None:
        """``problems``: those found so far, each with its place."""
        self.keys = keys
        self.problems: list[str] = []
        self.names = [player.id for player in keys.players]
        self.dice = self._dice()

    def position(self) -> rules.Position | None:
        """The position; None where a problem was found."""
        keys = self.keys
        self._check_once("players", self.names)
        self._check_once("pieces", [piece.id for piece in keys.pieces])
        terrain = tuple(row.to_value() for row in keys.table.terrain)
        given = [row.to_value() for row in keys.command_posts]
        self._check_once("command_posts", [post.id for post in given])
        self._check_once("table.terrain", [one.id for one in terrain])
        pieces = {row.id: piece for row in keys.pieces if (piece := self._piece(row)) is not None}
        posts = {post.id: post for post in given}
        for post in given:
            self._known(post.owner, self.names, f"command_posts[{post.id!r}].owner")
        if not self.problems:
            together = [*pieces, *posts, *(one.id for one in terrain)]
            self._check_once(gettext("pieces, command_posts and terrain"), together)
        cards = self._cards(pieces)
        poison = self._poison({**pieces, **posts})
        for name in keys.score:
            self._known(name, self.names, "score")
        to_move = keys.to_move or self.names[0]
        self._known(to_move, self.names, "to_move")
        agreement = self._agreement()
        if self.problems or agreement is None:
            return None
        outline = rules.table_outline(keys.table.shape, keys.table.size_mm, keys.table.outline_mm)
        table = rules.Table(outline, terrain, keys.table.shape)
        first = keys.turn == 1 and keys.scenario is not None and rules.starts_with_placement(keys.scenario)
        position = rules.Position(
            agreement,
            tuple(_player(player, table) for player in keys.players),
            rules.frozen(pieces),
            table,
            rules.frozen(posts),
            rules.frozen(cards),
            poison,
            tuple(counter.centre_mm for counter in keys.counters if isinstance(counter, doc.FlatCounterDocument)),
            rules.frozen({name: keys.score.get(name, 0) for name in self.names}),
            to_move,
            rules.TurnState(number=keys.turn or 2, first_placement=first),  # left out, in the middle of a match
        )
        back = rules.reserve_until(
            position, position.turn.number - 1
        )  # a piece in reserve went there in the turn before
        waiting = {
            name: replace(piece, back_turn=back) if piece.zone is rules.Zone.RESERVE else piece
            for name, piece in pieces.items()
        }
        return rules.refreshed(replace(position, pieces=rules.frozen(waiting)))

    def _agreement(self) -> rules.Agreement | None:
        try:
            return rules.Agreement(self.keys.profile, self.keys.advanced, choices=rules.frozen(self.keys.agreements))
        except InputError as error:
            self.problems += error.sentences
            return None

    def _dice(self) -> Mapping[str, Die]:
        dice = {row.id: row.to_die() for row in self.keys.dice}
        self._check_once("dice", [row.id for row in self.keys.dice])
        for die in dice.values():
            self.problems += [f"dice[{die.id!r}].{problem}" for problem in repeated_faces(die)]
        return rules.frozen(dice)

    def _piece(self, row: doc.PieceDocument) -> rules.Piece | None:
        place = f"pieces[{row.id!r}]"
        self._known(row.owner, self.names, f"{place}.owner")
        if not self._known(row.die, self.dice, f"{place}.die"):
            return None
        die = self.dice[row.die]
        piece = rules.Piece(
            row.id, die, row.owner, row.zone, level=row.level, sigma_mm=row.sigma_mm, sigma_deg=row.sigma_deg
        )
        if row.face is not None and not self._known(row.face, [face.key for face in die.faces], f"{place}.face"):
            return None
        if row.zone is not rules.Zone.PLAY:
            if row.centre_mm is not None:
                self.problems.append(
                    gettext(
                        "{place}: a piece in {zone} lies nowhere on the table: leave out 'centre_mm'",
                        place=place,
                        zone=row.zone,
                    )
                )
            return piece
        if row.face is None or row.centre_mm is None:
            self.problems.append(gettext("{place}: a piece in play needs 'face' and 'centre_mm'", place=place))
            return None
        x, y = row.centre_mm
        pose = Pose(x, y, row.heading_deg, die.edge_mm)
        self.problems += [f"{place}.{problem}" for problem in corner_problems(row.corners_mm, pose)]
        face = die.face(row.face)
        paper = rules.with_measured_top(piece.paper, face, row.corners_mm)
        return replace(piece, face=face, pose=pose, measured_top=row.corners_mm, paper=paper)

    def _cards(self, pieces: Mapping[str, rules.Piece]) -> Mapping[str, rules.OgreCard]:
        cards: dict[str, rules.OgreCard] = {}
        for row in self.keys.ogres:
            place = f"ogres[{row.piece!r}]"
            piece = pieces.get(row.piece)
            if piece is None:
                self._known(row.piece, [one.id for one in self.keys.pieces], f"{place}.piece")
            elif not piece.is_ogre:
                self.problems.append(
                    gettext(
                        "{place}.piece: {piece} is not an Ogre: its die is of another class",
                        place=place,
                        piece=shown(row.piece),
                    )
                )
            elif row.piece in cards:
                self.problems.append(
                    gettext(
                        "{place}.piece: {piece} has a card already; an Ogre has one",
                        place=place,
                        piece=shown(row.piece),
                    )
                )
            else:
                cards[row.piece] = self._card(row, place)
        bare = [piece.id for piece in pieces.values() if piece.is_ogre and piece.id not in cards]
        return cards | {name: rules.full_card("III", bundled_layout("III")) for name in bare}

    def _card(self, row: doc.OgreDocument, place: str) -> rules.OgreCard:
        layout = bundled_layout(row.mark) if row.layout is None else row.layout.to_layout()
        card = rules.full_card(row.mark, layout)
        try:
            return card if row.card is None else rules.card_left(card, dict(row.card))
        except ValueError as error:
            self.problems.append(f"{place}.card: {error}")
            return card

    def _poison(self, things: Mapping[str, rules.Piece | rules.CommandPost]) -> tuple[rules.PoisonCounter, ...]:
        reported = [(n, row) for n, row in enumerate(self.keys.counters) if isinstance(row, doc.PoisonCounterDocument)]
        poisoned: set[str] = set()
        for index, row in reported:
            self._known(row.on, things, f"counters[{index}].on")
            self._known(row.by, self.names, f"counters[{index}].by")
            if row.on in poisoned and isinstance(things.get(row.on), rules.Piece):
                self.problems.append(
                    gettext(
                        "counters[{index}]: {on} has a Poison Counter already; a die has one at most",
                        index=index,
                        on=shown(row.on),
                    )
                )
            poisoned.add(row.on)
        return tuple(rules.PoisonCounter(row.on, row.by) for _, row in reported)

    def _check_once(self, place: str, names: Iterable[str]) -> None:
        self.problems += [
            gettext("{place}: {name} appears twice; every id stands for one thing", place=place, name=shown(name))
            for name in repeated(list(names))
        ]

    def _known(self, name: str, names: Collection[str], place: str) -> bool:
        if name not in names:
            self.problems.append(unknown_name(place, name, names))
        return name in names


def _player(row: doc.PlayerDocument, table: rules.Table) -> rules.Player:
    edge = row.edge
    return rules.Player(
        row.id, (edge.from_mm, edge.to_mm) if isinstance(edge, doc.EdgeLineDocument) else rules.edge_of(table, edge)
    )
