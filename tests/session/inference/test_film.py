"""The film of a short match is played by what is sensed of it: every act found again, to the right score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.codec.actions import encode_action
from companion.codec.script import script_from
from companion.rules import Position
from companion.session.inference import (
    Instruction,
    PieceByTrack,
    Prior,
    assume_done,
    find_discrepancies,
    find_proposals,
    instructions,
    match_pieces,
    seen_tracks,
    still_to_do,
)
from companion.session.live import TableSnapshot
from tests.acts import position_after
from tests.film import film_snapshots, script

Step = Mapping[str, Any]


def at_rest(snapshots: Iterator[TableSnapshot]) -> Iterator[TableSnapshot]:
    """The first sure snapshot of every table at rest."""
    rest = 0
    for snapshot in snapshots:
        if snapshot.sure and snapshot.rest != rest:
            rest = snapshot.rest
            yield snapshot


def reported(steps: list[Step]) -> list[tuple[str, Any]]:
    """Acts by what they are and who does them."""
    return [
        (step["do"], step.get("piece") or step.get("by")) for step in steps if step["do"] not in {"observe", "skip"}
    ]


def test_the_film_is_played_through_the_live_path_to_the_right_score() -> None:
    match = script()
    read = script_from(match, "film")
    position: Position = read.start
    followed: PieceByTrack = {}
    todo: tuple[Instruction, ...] = ()
    taken: list[Step] = []
    for snapshot in at_rest(iter(film_snapshots())):
        seen = seen_tracks(snapshot.tracks, Prior.of(position))
        todo = still_to_do(todo, seen)
        while found := find_proposals(position, assume_done(seen, todo), followed):
            todo = (*todo, *still_to_do(instructions(position, found[0].outcome.events), seen))
            taken += map(encode_action, found[0].steps)
            position = found[0].after
        assert find_discrepancies(position, assume_done(seen, todo), followed) == ()
        followed = match_pieces(position, assume_done(seen, todo), followed).followed
    assert reported(taken) == reported(match["steps"])[:-1]
    assert match["steps"][-1] == {"do": "end-turn"}
    truth = position_after(read)
    assert dict(position.score) == dict(truth.score)
    assert {piece.id for piece in position.in_play} == {piece.id for piece in truth.in_play}
    assert not [instruction for instruction in todo if instruction.visible]
