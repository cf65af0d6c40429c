"""The film of a short match through the live path: states, tracks, votes, a bump, and the acts that it shows."""

from __future__ import annotations

import json
import math
from itertools import islice
from typing import Any

import pytest

from companion.codec.camera import read_camera
from companion.codec.die import known_dice
from companion.codec.reader import open_reader
from companion.codec.script import run_script, script_from
from companion.codec.script.answers import StateAnswerDocument
from companion.resources import Bundled, bundled
from companion.rules import Zone
from companion.session.live import VOTES_ALIKE, TableSnapshot, TableState, replay_frames
from companion.session.live.tuning import STILL_S
from companion.vision import DieReading, DieState, Reader
from fixtures.images.film_match import ACTS, opening
from tests.film import FILM, Span, TrueReader, error_mm, reel, script, span_of, spans, tables

#: Frames that it may take until a rest is reported: the time for which it must last, and one.
_REST = round(STILL_S * 10) + 1


@pytest.fixture(scope="module")
def reader() -> TrueReader:
    return TrueReader(reel(), read_camera(FILM / "camera.json"), known_dice())


@pytest.fixture(scope="module")
def snapshots(reader: TrueReader) -> list[TableSnapshot]:
    return list(replay_frames(reader.film, reader))


def _last(snapshots: list[TableSnapshot], span: Span) -> TableSnapshot:
    return snapshots[span.end - 1]


def test_the_film_shows_what_a_match_brings() -> None:
    reported = {span.state for span in spans()} | {span.after for span in spans()}
    assert {"throw", "hand", "a hand that rests", "bump", "too-dark", "markers-hidden"} <= reported
    assert any(piece["state"] == "leaning" for table in tables() for piece in table.pieces)


def test_every_frame_is_seen_once_in_order(snapshots: list[TableSnapshot]) -> None:
    assert [snapshot.number for snapshot in snapshots] == list(range(1, spans()[-1].end + 1))
    assert all(snapshot.frame is not None and snapshot.sentence for snapshot in snapshots)


@pytest.mark.parametrize("state", ["hand", "too-dark", "markers-hidden"])
def test_a_state_is_reported_while_it_lasts(snapshots: list[TableSnapshot], state: str) -> None:
    late = _REST if state == "markers-hidden" else 0
    while_it_lasts = [span for span in spans() if span.state == state]
    assert while_it_lasts
    for span in while_it_lasts:
        assert {str(snapshot.state) for snapshot in snapshots[span.start + late : span.end]} == {state}, span


def test_a_thrown_die_moves_the_table_and_is_no_hand(snapshots: list[TableSnapshot]) -> None:
    thrown = [span for span in spans() if span.state == "moving"]
    assert thrown
    for span in thrown:
        assert snapshots[span.start].state in {TableState.MOVING, TableState.SETTLED}  # not yet over the table


def test_every_table_comes_to_rest_within_half_a_second_and_is_sure_within_another(
    snapshots: list[TableSnapshot],
) -> None:
    unbumped = [table for table in tables() if table.after != "bump"]
    assert len(unbumped) > 5
    for table in unbumped:
        assert snapshots[table.start + _REST].state is TableState.SETTLED, table.start
        assert _last(snapshots, table).sure, table.start


def test_each_rest_is_another_number(snapshots: list[TableSnapshot]) -> None:
    assert [_last(snapshots, table).rest for table in tables()] == list(range(1, len(tables()) + 1))


def test_the_tracks_are_what_lies_there(snapshots: list[TableSnapshot]) -> None:
    assert sum(len(table.pieces) for table in tables()) > 20
    for table in tables():
        seen = {
            (track.name, round(track.pose.x_mm), round(track.pose.y_mm)) for track in _last(snapshots, table).tracks
        }
        assert len(seen) == len(table.pieces)
        for piece in table.pieces:
            near = [t for t in _last(snapshots, table).tracks if math.dist(t.pose.centre_mm, piece["centre_mm"]) < 0.6]
            assert [(t.name and t.name.die, t.name and t.name.face) for t in near] == [(piece["die"], piece["face"])]


def test_a_die_keeps_its_track_as_long_as_it_is_in_play(snapshots: list[TableSnapshot]) -> None:
    """Three Infantry stay three pieces, whatever rolls, bumps, hands and darkness come between."""
    known: dict[str, int] = {}
    for table in tables():
        snapshot = _last(snapshots, table)
        for name in list(known):
            if name not in {piece["id"] for piece in table.pieces}:
                del known[name]
        for piece in table.pieces:
            track = min(snapshot.tracks, key=lambda t, p=piece: math.dist(t.pose.centre_mm, p["centre_mm"]))  # type: ignore[misc]
            assert known.setdefault(piece["id"], track.id) == track.id, (table.start, piece["id"])
        assert len(set(known.values())) == len(known)
    assert known


def test_a_bump_is_noticed_within_a_second_and_measured_again_to_half_a_millimetre(
    snapshots: list[TableSnapshot],
) -> None:
    bumped = next(span for span in spans() if span.state == "camera-moved")
    noticed = next(snapshot for snapshot in snapshots[bumped.start :] if snapshot.state is TableState.CAMERA_MOVED)
    assert noticed.number - 1 - bumped.start < 10
    table = next(table for table in tables() if table.after == "bump")
    before, after = snapshots[bumped.start - 1].camera, _last(snapshots, table).camera
    assert error_mm(before, table) > 5
    assert error_mm(after, table) < 0.5
    measured = next(snapshot for snapshot in snapshots if "has been measured again by 4 markers" in snapshot.sentence)
    between = {snapshot.state for snapshot in snapshots[bumped.start : measured.number]}
    assert between <= {TableState.MOVING, TableState.CAMERA_MOVED}  # nothing is read by a camera that stands elsewhere


def test_a_table_at_rest_is_not_read_more_than_needed(snapshots: list[TableSnapshot], reader: TrueReader) -> None:
    assert snapshots[-1].sure
    assert reader.asked[0] == VOTES_ALIKE * len(tables())


def test_the_match_of_the_film_runs_through_the_rules_to_its_score() -> None:
    whole = script()
    whole["steps"] = [*whole["steps"], {"ask": "state"}]
    lines = list(run_script(script_from(whole, "film")))
    assert [line.ruling.text for line in lines if not line.ok] == []
    end = lines[-1].answer
    assert isinstance(end, StateAnswerDocument)
    assert (end.score, end.to_move) == ({"Anna": 8, "Ben": 2}, "Ben")


@pytest.mark.parametrize("place", range(len(tables())))
def test_every_table_of_the_film_is_what_its_acts_lead_to(place: int) -> None:
    table, whole = tables()[place], script()
    whole["steps"] = [*whole["steps"][: table.acts], {"ask": "state"}]
    state = list(run_script(script_from(whole, "film")))[-1].answer
    assert isinstance(state, StateAnswerDocument)
    in_play = {name: piece for name, piece in state.pieces.items() if piece.zone is Zone.PLAY}
    lying = {piece["id"]: piece for piece in table.pieces if piece["state"] == "flat"}
    assert lying.keys() == in_play.keys()
    for name, piece in lying.items():
        assert piece["face"] == in_play[name].face
        assert math.dist(piece["centre_mm"], in_play[name].centre_mm or ()) < 2.0


@pytest.mark.slow
def test_the_film_is_read_rightly_by_the_networks() -> None:
    """Every table once, by the bundled dice and gallery, with the camera that the live path has in force."""
    film, late = reel(), {table.end - 1: table for table in tables()}
    compared = 0
    for snapshot in replay_frames(film, open_reader(FILM / "camera.json")):
        table = late.get(snapshot.number - 1)
        if table is None:
            continue
        read = {(t.name.die, t.name.face) for t in snapshot.tracks if t.name and t.state is DieState.FLAT}
        assert read == {(piece["die"], piece["face"]) for piece in table.pieces if piece["state"] == "flat"}
        assert span_of(snapshot.number - 1) == table
        compared += 1
        for piece in table.pieces:
            off = min(math.dist(track.pose.centre_mm, piece["centre_mm"]) for track in snapshot.tracks)
            assert off < 1.0 or piece["state"] == "leaning"
    assert compared == len(late) > 0


def test_the_film_s_match_can_be_made_again() -> None:
    made = json.loads(json.dumps(opening(bundled(Bundled.DICE_FACES)) | {"steps": list(ACTS)}))
    for key in ("players", "pieces", "steps", "table", "to_move"):
        assert made[key] == script()[key]


def test_a_die_that_the_reader_overlooks_from_some_rest_on_still_lies_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has touched it, so that no throw has knocked it off: in a film just that was believed beyond any doubt."""
    end, place = tables()[5].end, (425.0, 486.0)
    read, seen, reported = (
        Reader._reported,
        [0],
        2 * VOTES_ALIKE,
    )  # each reading tells them before it looks again, and after

    def overlooking(self: Reader, *args: Any) -> tuple[DieReading, ...]:
        dice = read(self, *args)
        near = [die for die in dice if math.dist(die.pose.centre_mm, place) < 10]
        seen[0] += len(near)
        return tuple(die for die in dice if die not in near or seen[0] <= reported)

    monkeypatch.setattr(Reader, "_reported", overlooking)
    snapshots = list(islice(replay_frames(reel(), open_reader(FILM / "camera.json")), end))
    tracks = [
        [t for t in snapshot.tracks if math.dist(t.pose.centre_mm, place) < 2]
        for snapshot in snapshots
        if snapshot.sure
    ]
    first = next(n for n, track in enumerate(tracks) if track)
    assert {track[0].id for track in tracks[first:]} == {tracks[first][0].id}
    assert len({snapshot.rest for snapshot in snapshots if snapshot.sure}) == 6
    assert seen[0] <= reported, "it is not even looked for again"
