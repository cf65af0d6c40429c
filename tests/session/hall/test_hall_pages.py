"""A hall on the web: tables as tiles, calls answered from the walking referee's page, and how old all that is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.hall.page_server import STEWARD, WALL, HallServer, page_document
from companion.hall.tuning import SILENT_AFTER_S
from companion.session.match import Match
from companion.web import OWN_COMPUTER
from tests.memory_broker import MemoryBroker
from tests.patience import wait_until
from tests.session.hall.test_hall_client import Hall, Table
from tests.session.match.conftest import SHOT
from tests.share.conftest import Viewer


@pytest.fixture
def table(match: Match, tmp_path: Path, broker: MemoryBroker) -> Iterator[Table]:
    at_table = Table("Table 4", match, tmp_path, broker)
    yield at_table
    at_table.publication.close()


@pytest.fixture
def hall(broker: MemoryBroker) -> Hall:
    return Hall(broker)


@pytest.fixture
def served(hall: Hall) -> Iterator[HallServer]:
    server = HallServer(hall.client, (OWN_COMPUTER,), 0, clock=hall.clock)
    yield server
    server.close()


def viewer(served: HallServer, allowed: object) -> Viewer:
    found = Viewer(served.server.port)
    assert found.join(served.codes.draw(allowed)) == 303  # type: ignore[arg-type]
    return found


def test_points_turn_and_story_of_a_tile_are_of_one_moment(hall: Hall, table: Table) -> None:
    (tile,) = page_document(hall.client.board, "", hall.clock()).tiles
    state = hall.client.board.tables[tile.table].state
    assert state is not None
    assert state.board is not None
    assert [(one.name, one.points) for one in tile.players] == [
        (player.player, player.score) for player in state.board.players
    ]
    table.do(SHOT)
    wait_until(lambda: page_document(hall.client.board, "", hall.clock()).tiles[0].last != tile.last)
    (after,) = page_document(hall.client.board, "", hall.clock()).tiles
    assert after != tile
    board = hall.client.board.tables[tile.table].state.board  # type: ignore[union-attr]
    assert board is not None
    assert after.last == board.history[0].text
    assert [(one.name, one.points, one.to_move) for one in after.players] == [
        (player.player, player.score, player.to_move) for player in board.players
    ]


def test_a_table_that_is_gone_is_shown_as_it_was_and_marked_old(hall: Hall, table: Table) -> None:
    before = page_document(hall.client.board, "", hall.clock()).tiles[0]
    hall.clock.later(SILENT_AFTER_S + 60)
    after = page_document(hall.client.board, "", hall.clock()).tiles[0]
    assert (after.mood, after.players) == ("silent", before.players)
    assert after.heard_at <= before.heard_at


def test_the_walking_referee_takes_a_call_and_the_wall_only_looks(hall: Hall, table: Table, served: HallServer) -> None:
    table.publication.call_referee("May the tank see it?")
    wait_until(lambda: bool(hall.client.board.calls))
    served.refresh()
    wall, walker = viewer(served, WALL), viewer(served, STEWARD)
    shown = next(state for kind, state in walker.live() if kind == "hall")
    call = shown["tiles"][0]["call"]
    assert call["question"] == "May the tank see it?"
    take = {"do": "take", "table": shown["tiles"][0]["table"], "call": call["id"], "by": "Carla"}
    assert wall.want(take)[0] == 403
    assert wall.ask("/walk")[0] == 303
    assert walker.want({**take, "call": "another"}) == (409, "That call is settled already.")
    assert walker.want(take) == (200, "")
    wait_until(lambda: table.publication.call is not None and table.publication.call.taken_by == "Carla")
    wait_until(lambda: hall.client.board.calls[0].call.taken_by == "Carla")  # type: ignore[union-attr]
    assert walker.want({**take, "by": "Dora"}) == (409, "Carla is coming already.")
    assert walker.want({**take, "do": "done"}) == (200, "")
    wait_until(lambda: table.publication.call is None)
    assert [walker.ask(page)[0] for page in ("/wall", "/walk", "/pages/tiles.js")] == [200, 200, 200]


def test_pages_of_a_hall_ask_for_a_code(served: HallServer, hall: Hall) -> None:
    stranger = Viewer(served.server.port)
    assert [stranger.ask(path)[0] for path in ("/wall", "/walk", "/live")] == [303, 303, 403]
