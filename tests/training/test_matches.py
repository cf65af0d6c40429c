"""Random matches with what goes wrong at a table: what is seen comes from the truth, and is followed."""

from __future__ import annotations

import math
import random
from itertools import pairwise

import pytest

from companion.codec.die import known_dice
from companion.rules import Position
from companion.session.live import TableSnapshot
from companion.session.match import DiceRules
from models.training.matches import FoldedPaper, FollowingFigures, film, follow, opening, play
from models.training.mishaps import ALL_MISHAPS, HARMLESS, SimulatedRest


@pytest.fixture(scope="module")
def late() -> Position:
    """A table on which both players have dice, some of them equal."""
    rng = random.Random(3)
    start = DiceRules(opening(rng)).start
    return max((scene.position for scene in play(rng, start, 24)), key=lambda position: len(position.in_play))


def tables(kind: str, position: Position) -> tuple[SimulatedRest, ...]:
    """The scenes of a mishap, by the first seed by which it happens."""
    found = (ALL_MISHAPS[kind](random.Random(seed), position, kind) for seed in range(20))
    return next((scenes for scenes in found if scenes), ())


@pytest.mark.parametrize("kind", ALL_MISHAPS)
def test_a_mishap_changes_the_table_and_never_the_score(kind: str, late: Position) -> None:
    scenes = tables(kind, late)
    assert scenes, "it can happen there"
    assert {scene.mishap for scene in scenes} >= {kind}
    assert all(scene.position.score == late.score and not scene.acts for scene in scenes)
    otherwise = [scene for scene in scenes if scene.mishap and scene.lies.pieces != late.pieces]
    assert bool(otherwise) != (kind in HARMLESS)


def test_dice_that_changed_places_keep_their_sides(late: Position) -> None:
    (wrong, *_) = tables("changed places", late)
    moved = [piece for piece in wrong.lies.in_play if piece.pose != late.piece(piece.id).pose]
    assert len(moved) == 2
    assert moved[0].die == moved[1].die
    assert all(piece.face == late.piece(piece.id).face for piece in moved)


def test_dice_that_are_mixed_up_look_alike_but_for_their_paper(late: Position) -> None:
    rests = (SimulatedRest(late), SimulatedRest(late), *tables("mixed up", late))
    first, second, wrong, right = film(random.Random(1), rests, known_dice(), FoldedPaper(1))
    assert folds(first) == folds(second), "for as long as each lies still"
    assert len(folds(first) - folds(wrong)) == len(folds(wrong) - folds(right)) == 2
    (moved, *_) = tables("mixed up", late)
    assert sorted(shown(moved.lies)) == sorted(shown(late))


def shown(position: Position) -> list[str]:
    """What lies on the table, whosever it is."""
    return [f"{piece.die.id} {piece.face.key if piece.face else ''}" for piece in position.in_play]


def folds(snapshot: TableSnapshot) -> set[tuple[float, ...]]:
    """The edges of each top face as they were measured, to the micrometre."""
    return {
        tuple(round(math.dist(one, other), 3) for one, other in pairwise((*top, top[0])))
        for top in (track.reading.top_corners_mm for track in snapshot.tracks)
    }


def test_no_die_is_followed_over_a_gap(late: Position) -> None:
    rests = (SimulatedRest(late), SimulatedRest(late), *tables("camera away", late))
    first, second, after = film(random.Random(1), rests, known_dice())
    assert {track.id for track in first.tracks} == {track.id for track in second.tracks}
    assert numbers_by_place(second) != numbers_by_place(after)


def numbers_by_place(snapshot: TableSnapshot) -> dict[tuple[float, float], int]:
    """The track of the die that lies there, to the centimetre."""
    return {
        (round(track.reading.pose.x_mm, -1), round(track.reading.pose.y_mm, -1)): track.id for track in snapshot.tracks
    }


def test_a_short_match_is_followed_to_its_score() -> None:
    figures = FollowingFigures()
    found = follow(2, 6, figures)
    assert found["acts"] == "6/6"
    assert found["score"] is True
    assert figures.false_alarms == 0
