"""How much sharing costs: run it from the top of a checkout, on a quiet machine.

    python -m tests.share.load viewers 1000       delay and memory with so many pages open at once
    python -m tests.share.load reading 50         what a reading costs while so many look on, against nobody

The viewers are a process of their own. States go out once a second, far more often than in a match. Prints figures;
nothing here is a test.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import resource
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from companion.camera import read_picture
from companion.codec.reader import open_reader
from companion.share.documents import encode_page_state
from companion.share.sharing import ShareServer
from companion.share.tables import MatchTable
from companion.web import LIMITS, OWN_COMPUTER, ViewerPass, ViewerRole
from tests.film import FILM
from tests.share.conftest import HOST, shared_match

#: Viewers are let in like phones, this many addresses' worth from one.
_LIMITS: Final = replace(
    LIMITS, viewers=5000, viewers_each=5000, connections_each=5000, rate=1e6, burst=1e6, sessions=5000
)
_STATES: Final = 20
_ROUNDS: Final = 24
_SENT_S: Final = 0.5


def main(words: list[str]) -> int:
    """Measure what is asked for."""
    if len(words) != 2 or words[0] not in _MEASURES or not words[1].isdecimal():
        print(__doc__)
        return 2
    _MEASURES[words[0]](int(words[1]))
    return 0


def measure_readers(count: int) -> None:
    """Delays from a line's making to a viewer's having it, over all viewers."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with TemporaryDirectory() as folder, shared_match(Path(folder)) as presenter:
        server, text = _server(), encode_page_state(MatchTable(presenter, watched=False).board(0))
        process, ours = _viewers(server, count)
        cpu = time.process_time()
        for number in range(_STATES):
            server.tell_line(number, json.dumps({"sent_s": time.monotonic(), "board": text}))
            time.sleep(1)
        cpu = time.process_time() - cpu
        ours.send("enough")
        delays_ms = sorted(ours.recv())
        process.join()
        server.stop()
    grown_mb = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    expected, (p50, p99) = count * _STATES, (_share(delays_ms, part) for part in (0.5, 0.99))
    print(f"{count} viewers, {_STATES} lines of {len(text)} bytes, one a second; lost {expected - len(delays_ms)}")
    print(f"delay p50 {p50:.0f} ms, p99 {p99:.0f} ms, most {delays_ms[-1]:.0f} ms")
    print(f"memory +{grown_mb:.0f} MB, {1000 * cpu / _STATES:.0f} ms of one core a line")


def measure_reading(count: int) -> None:
    """Readings with so many looking on and with nobody, turn by turn."""
    reader = open_reader(FILM / "camera.json")
    picture = read_picture(FILM / "020.jpg").pixels
    reader.read(picture)
    with TemporaryDirectory() as folder, shared_match(Path(folder)) as presenter:
        server, table = _server(), MatchTable(presenter, watched=False)
        process, ours = _viewers(server, count)
        alone, watched = [], []
        for number in range(_ROUNDS):
            alone.append(_cpu_of(partial(reader.read, picture)))
            watched.append(_cpu_of(partial(_show, server, table, number), partial(reader.read, picture)))
        ours.send("enough")
        ours.recv()
        process.join()
        server.stop()
    quiet, busy = statistics.median(alone), statistics.median(watched)
    print(f"CPU of a reading {1000 * quiet:.0f} ms; with a state and a line to {count} viewers {1000 * busy:.0f} ms")
    print(f"{100 * (busy / quiet - 1):+.1f} % (medians of {_ROUNDS})")


def _viewers(server: ShareServer, count: int) -> tuple[BaseProcess, Connection]:
    """So many viewers, all there."""
    ours, theirs = multiprocessing.Pipe()
    words = server.port, _code(server), count, theirs
    process = multiprocessing.get_context("spawn").Process(target=_read, args=words)
    process.start()
    assert ours.recv() == "all there"
    return process, ours


def _show(server: ShareServer, table: MatchTable, number: int) -> None:
    server.show_board(encode_page_state(table.board(0)))
    server.tell_line(number, json.dumps({"sent_s": time.monotonic()}))


def _cpu_of(*works: Callable[[], object]) -> float:
    """Processor time of this whole process, all threads, until the server has sent what there is to send: what else
    runs on the machine does not count."""
    begun = time.process_time()
    for work in works:
        work()
    time.sleep(_SENT_S)
    return time.process_time() - begun


def _server() -> ShareServer:
    server = ShareServer([OWN_COMPUTER], 0, lambda *_: Future(), language="en", limits=_LIMITS)
    server.start()
    return server


def _code(server: ShareServer) -> str:
    return server.codes.draw(ViewerPass(ViewerRole.SPECTATOR))


def _share(delays_ms: list[float], part: float) -> float:
    return delays_ms[min(len(delays_ms) - 1, round(part * len(delays_ms)))]


def _read(port: int, code: str, count: int, reported: Connection) -> None:
    """The other process: so many viewers until it hears that it is enough."""
    reported.send(asyncio.run(_all_read(port, code, count, reported)))


async def _all_read(port: int, code: str, count: int, reported: Connection) -> list[float]:
    delays_ms: list[float] = []
    streams = []
    for _ in range(count):
        reader, writer = await asyncio.open_connection(HOST, port)
        writer.write(f"GET /events/{code} HTTP/1.1\r\nHost: {HOST}:{port}\r\n\r\n".encode())
        streams.append((reader, writer))
        await reader.readuntil(b"retry: 2000\n\n")
    tasks = [asyncio.create_task(_one_reads(reader, delays_ms)) for reader, _ in streams]
    reported.send("all there")
    await asyncio.to_thread(reported.recv)
    await asyncio.sleep(1)
    for task in tasks:
        task.cancel()
    for _, writer in streams:
        writer.close()
    return delays_ms


async def _one_reads(reader: asyncio.StreamReader, delays_ms: list[float]) -> None:
    while line := await reader.readline():
        if line.startswith(b"data: "):
            delays_ms.append(1000 * (time.monotonic() - json.loads(line[6:])["sent_s"]))


_MEASURES: Final[dict[str, Callable[[int], None]]] = {"viewers": measure_readers, "reading": measure_reading}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
