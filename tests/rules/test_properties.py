"""What must hold in any match whatsoever: held against random legal play and turned, mirrored and swapped tables."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from companion.catalogue import Face
from companion.geometry import Pose
from companion.rules import (
    Outcome,
    Piece,
    Player,
    Position,
    Profile,
    actions,
    apply,
    by_id,
    damage_step,
    distance,
    legal_actions,
    maneuvers,
    placeable,
    refreshed,
    throwable,
)
from companion.rules.arrows import arrow_of
from companion.rules.events import Scored
from companion.rules.targets import targets
from tests.rules.random_play import play, random_action, random_position

#: In those of the third seed dice are poisoned.
GAMES = [(profile, seed) for profile in Profile for seed in (0, 1, 5)]

Move = tuple[Position, actions.Action, Outcome]
Games = dict[tuple[Profile, int], list[Move]]


@pytest.fixture(scope="module")
def games() -> Games:
    """Some random games, played once for all the checks below."""
    found = {}
    for profile, seed in GAMES:
        rng = random.Random(seed)
        start = random_position(rng, profile, players=3 if seed == 1 else 2, ogre=seed % 2 == 0)
        found[profile, seed] = play(rng, start, 45)
    return found


@pytest.fixture(scope="module")
def moves(games: Games) -> list[Move]:
    """What was done in all of them."""
    return [move for moves in games.values() for move in moves]


@pytest.fixture(scope="module")
def ends(games: Games) -> list[Position]:
    """How each of them ended."""
    return [moves[-1][2].position for moves in games.values()]


def test_nothing_listed_as_legal_is_refused_and_every_outcome_cites_rules(moves: list[Move]) -> None:
    assert len(moves) > 100
    for _, action, outcome in moves:
        assert outcome.ok, (action, outcome.ruling)
        assert outcome.ruling.rules
        assert outcome.ruling.text


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 104))
def test_thousands_of_actions_of_random_legal_play_end_without_an_exception(seed: int) -> None:
    rng = random.Random(seed)
    start = random_position(rng, list(Profile)[seed % 3], players=2 + seed % 2, ogre=seed % 4 == 0)
    moves = play(rng, start, 100)
    assert moves[-1][2].position.winner is not None or len(moves) == 100
    assert all(outcome.ok for _, _, outcome in moves)


def test_the_score_changes_only_by_scored_events(moves: list[Move]) -> None:
    assert any(isinstance(event, Scored) for _, _, outcome in moves for event in outcome.events)
    for before, _, outcome in moves:
        gained = dict.fromkeys(before.score, 0.0)
        for event in outcome.events:
            if isinstance(event, Scored):
                gained[event.player] += event.points
        assert dict(outcome.position.score) == {player: before.score[player] + gained[player] for player in gained}


def test_replaying_the_actions_gives_the_same_positions_and_the_old_ones_stay_as_they_were(games: Games) -> None:
    assert len(games) == len(GAMES)
    for moves in games.values():
        position = moves[0][0]
        for before, action, outcome in moves:
            assert position == before
            again = apply(position, action)
            assert again.position == outcome.position
            assert again.events == outcome.events
            position = again.position


def test_whatever_is_in_play_lies_on_the_table_and_nothing_else_has_a_pose(ends: list[Position]) -> None:
    assert {piece.in_play for position in ends for piece in position.pieces.values()} == {True, False}
    for position in ends:
        for piece in position.pieces.values():
            assert piece.in_play == (piece.pose is not None) == (piece.face is not None)
            assert piece.in_play or not any(c.on == piece.id for c in position.counters)


def test_flags_belong_to_dice_in_play_and_counters_are_one_at_most(moves: list[Move]) -> None:
    from companion.codec.script.answers import flags_in_order

    positions = [outcome.position for _, _, outcome in moves]
    assert any(flags_in_order(position) for position in positions)
    assert any(position.counters for position in positions)
    for position in positions:
        assert all(position.piece(name).in_play for name in flags_in_order(position))
        assert len({counter.on for counter in position.counters}) == len(position.counters)


def test_a_refused_action_changes_nothing(ends: list[Position]) -> None:
    assert all(position.pieces for position in ends)
    assert ends
    for position in ends:
        for name in position.pieces:
            outcome = apply(position, actions.Maneuver(piece=name, corner=0, player="nobody"))
            assert not outcome.ok
            assert outcome.position is position
            assert not outcome.events


def turned(
    position: Position,
    move: Callable[[float, float], tuple[float, float]],
    heading: Callable[[float], float],
    face: Callable[[Face], Face] = lambda face: face,
) -> Position:
    """The same position with every place moved and every heading turned."""

    def piece(old: Piece) -> Piece:
        die = replace(old.die, faces=tuple(face(f) for f in old.die.faces))
        if old.pose is None or old.face is None:
            return replace(old, die=die)
        x, y = move(old.pose.x_mm, old.pose.y_mm)
        pose = Pose(x, y, heading(old.pose.heading_deg), old.pose.edge_mm)
        return replace(old, die=die, pose=pose, face=die.face(old.face.key))

    seats = tuple(Player(p.id, (move(*p.edge_mm[0]), move(*p.edge_mm[1]))) for p in position.players)
    table = replace(position.table, outline_mm=tuple(move(*corner) for corner in position.table.outline_mm))
    posts = by_id([replace(post, centre_mm=move(*post.centre_mm)) for post in position.posts.values()])
    return refreshed(
        replace(
            position,
            pieces=by_id([piece(p) for p in position.pieces.values()]),
            players=seats,
            table=table,
            posts=posts,
        )
    )


def answers(position: Position) -> dict[str, object]:
    """Everything that is decided by places: distances and targets of every effect in play."""
    reported: dict[str, object] = {}
    for piece in position.in_play:
        for other in position.in_play:
            reported[f"{piece.id}-{other.id}"] = round(distance(position, piece.id, other.id).gap.distance.value, 6)
        for index, effect in enumerate(piece.showing.effects):
            if arrow_of(piece.showing, effect)[0]:
                try:
                    found = targets(position, piece.id, index)
                except Exception as refused:  # noqa: BLE001  (compared below: both tables must refuse alike)
                    reported[f"{piece.id}/{index}"] = type(refused).__name__
                    continue
                whys = {name: exclusion.why for name, exclusion in found.excluded.items()}
                reported[f"{piece.id}/{index}"] = (found.legal, found.hits, found.choice, whys)
    for piece in position.in_play:
        steps = [
            (
                answer.step.face.key if answer.step else "",
                answer.legal,
                answer.ruling.why,
                answer.step and answer.step.crushes,
            )
            for answer in maneuvers(position, piece.id).values()
        ]
        reported[f"{piece.id}-moves"] = sorted(steps, key=str)
        reported[f"{piece.id}-damage"] = (
            damage_step(position, piece.id).result,
            damage_step(position, piece.id).ruling.why,
        )
    reported["influences"] = sorted((i.source, i.on, i.effect.kind) for i in position.influences)
    return reported


@pytest.mark.parametrize("seed", range(6))
def test_a_table_turned_by_any_angle_is_ruled_the_same(seed: int) -> None:
    position = random_position(random.Random(seed), Profile.DEEP_WHITE_SEA)
    position = replace(position, posts=by_id([]))
    angle = math.radians(37 + 50 * seed)

    def move(x: float, y: float) -> tuple[float, float]:
        return x * math.cos(angle) - y * math.sin(angle) + 11, x * math.sin(angle) + y * math.cos(angle) - 5

    assert answers(turned(position, move, lambda h: h + math.degrees(angle))) == answers(position)


@pytest.mark.parametrize("seed", range(6))
def test_a_mirrored_table_is_ruled_the_same_by_mirrored_dice(seed: int) -> None:
    """In the mirror corners 1 and 2 change places."""
    position = random_position(random.Random(seed), Profile.CYBURG)
    swap = {0: 0, 1: 2, 2: 1}

    def mirrored(face: Face) -> Face:
        effects = tuple(replace(e, corners=tuple(sorted(swap[c] for c in e.corners))) for e in face.effects)
        corners = {key: tuple(swap[c] for c in getattr(face, key)) for key in ("maneuver", "damage")}
        names = str.maketrans("bcBC", "cbCB")
        vertices = "".join((face.vertices or "")[swap[k]] for k in range(3)).translate(names)
        return replace(face, effects=effects, vertices=vertices, **corners)  # type: ignore[arg-type]

    image = turned(position, lambda x, y: (1200 - x, y), lambda h: 180 - h, mirrored)
    assert answers(image) == answers(position)


@pytest.mark.parametrize("seed", range(4))
def test_swapping_the_owners_swaps_enemies_and_allies(seed: int) -> None:
    position = random_position(random.Random(seed), Profile.OGRE)
    swap = {"A": "B", "B": "A"}
    pieces = by_id([replace(piece, owner=swap[piece.owner]) for piece in position.pieces.values()])
    posts = by_id([replace(post, owner=swap[post.owner]) for post in position.posts.values()])
    assert answers(refreshed(replace(position, pieces=pieces, posts=posts))) == answers(position)


def test_legal_actions_of_one_piece_are_those_of_all_that_it_does_itself() -> None:
    position = random_position(random.Random(8), Profile.CYBURG)
    assert any(list(legal_actions(position, piece.id)) for piece in position.in_play)
    for piece in position.in_play:
        own = list(legal_actions(position, piece.id))
        every = [a for a in legal_actions(position) if piece.id in (getattr(a, "by", None), getattr(a, "piece", None))]
        assert [a for a in every if getattr(a, "by", piece.id) == piece.id] == own


@pytest.mark.parametrize("seed", range(4))
def test_nothing_that_is_not_listed_as_legal_is_allowed(seed: int) -> None:
    """Whatever a die, its face and the table would let anybody try, and at the Throw and the Place the same."""
    rng = random.Random(seed)
    position = random_position(rng, list(Profile)[seed % 3], players=2 + seed % 2, ogre=seed % 2 == 0)
    for _ in range(6):
        listed = set(legal_actions(position))
        assert listed
        assert position.pieces
        assert [
            action for action in _all_actions(position) if apply(position, action).ok and action not in listed
        ] == []
        for name, piece in position.pieces.items():
            lies = actions.RestingPose(piece.die.faces[0].key, (600, 450), 0)
            assert apply(position, actions.Throw(piece=name, lands=lies)).ok == (name in throwable(position))
            assert apply(position, actions.Place(piece=name, how=lies)).ok == (name in placeable(position))
        position = apply(position, random_action(rng, position)).position


def _all_actions(position: Position) -> Iterator[actions.Action]:
    """Every action that could be taken with what is there, of each kind that is listed."""
    names = [*position.pieces, *position.posts]
    yield from (actions.Command(by=name) for name in names)
    for by, piece in position.pieces.items():
        yield actions.Jump(by=by)
        yield from (actions.Maneuver(piece=by, corner=corner) for corner in range(3))
        yield from (actions.Call(by=by, piece=called) for called in position.pieces)
        effects = range(len(piece.showing.effects) if piece.in_play else 1)
        yield from (actions.Shoot(by=by, effect=n, target=name) for n in effects for name in (None, *names))
        for name in names:
            yield actions.Clone(by=by, target=name)
            yield from (actions.Repair(by=by, target=name, corner=corner) for corner in (None, 0, 1, 2))
            yield from (actions.Confuse(by=by, target=name, corner=corner) for corner in range(3))
    for player in position.players:
        yield from (actions.FoulChoice(by=player.id, choice=word) for word in ("allow", "prohibit", "remove"))
    yield from (actions.Skip(), actions.Pass(), actions.EndTurn())
