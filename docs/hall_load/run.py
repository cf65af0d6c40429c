"""Loads a broker as a large event does, and says what came of it; from the top of a checkout:

    python -m docs.hall_load.run mqtt://127.0.0.1:1883 --minutes 3 --broker-pid "$(pidof mosquitto)"

Tables are real ones with their outboxes; they tell lines of a match's sizes at a match's pace, each with the time at
which it was sent. Viewers follow one table each, as a spectator does; halls follow all. docs/scale.md has the figures.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Final

from companion.hall.broker import line_to, parse_broker_address, parse_table_address
from companion.hall.client import HallClient
from companion.hall.event_order import OrderedLine
from companion.hall.outbox import Outbox
from companion.hall.publication import TablePublication
from companion.session.live import TableState
from companion.session.stream import StreamedEvent, TableChanged
from docs.hall_load.crowd import Crowd

#: What a gesture at a table tells, in characters of each line: the table moves, settles, its layout, what was probably
#: done, the act, the layout again. Measured on the match of the film (`companion watch`).
_GESTURE: Final = (40, 40, 2600, 900, 500, 2600)
_GESTURE_EVERY_S: Final = 15.0
_TABLE_PROCESSES, _READER_PROCESSES = 4, 2
_SETTLE_S: Final = 10.0


@dataclass(frozen=True)
class Heard:
    """What viewers of one kind heard. expected, lost, doubled: lines over all of them; delays in ms; memory of their
    process in MB."""

    who: str
    viewers: int
    expected: int
    lost: int
    doubled: int
    p50_ms: float
    p99_ms: float
    most_ms: float
    memory_mb: float


@dataclass(frozen=True)
class Reported:
    """What the tables of one process sent: table -> its last line's number; lines that the broker did not take."""

    last: dict[str, int]
    waiting: int
    memory_mb: float


def main() -> None:
    """Run the load and print the figures as JSON."""
    words = _words()
    names = [f"Load {number}" for number in range(words.tables)]
    start, stop = multiprocessing.Event(), multiprocessing.Event()
    ready: Queue[str] = multiprocessing.Queue()
    reported: Queue[Reported] = multiprocessing.Queue()
    heard: Queue[tuple[str, int, dict[str, int], dict[str, int], list[float], float]] = multiprocessing.Queue()
    followed = [names[number % len(names)] for number in range(words.viewers)]
    viewers = [
        _process(_read, words.broker, part, start, stop, ready, heard) for part in _parts(followed, _READER_PROCESSES)
    ]
    viewers.append(_process(_listen, words.broker, words.halls, start, stop, ready, heard))
    tables = [
        _process(_report, words.broker, part, words.minutes, start, ready, reported)
        for part in _parts(names, _TABLE_PROCESSES)
    ]
    for _ in (*viewers, *tables):
        ready.get()
    start.set()
    all_reported = [reported.get() for _ in tables]
    time.sleep(_SETTLE_S)
    stop.set()
    last = {name: seq for one in all_reported for name, seq in one.last.items()}
    print(
        json.dumps(
            {
                "tables": words.tables,
                "minutes": words.minutes,
                "lines": sum(seq + 1 for seq in last.values()),
                "not_taken": sum(one.waiting for one in all_reported),
                "table_mb": round(sum(one.memory_mb for one in all_reported) / words.tables, 2),
                "broker_mb": _memory_mb(words.broker_pid) if words.broker_pid else None,
                "heard": [asdict(_judged(*heard.get(), last)) for _ in viewers],
            },
            indent=1,
        )
    )


def _words() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("broker")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--viewers", type=int, default=1000)
    parser.add_argument("--halls", type=int, default=3)
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--broker-pid", type=int, default=0)
    return parser.parse_args()


def _process(work: object, *words: object) -> multiprocessing.Process:
    started = multiprocessing.Process(target=work, args=words)  # type: ignore[arg-type]
    started.start()
    return started


def _parts(names: Sequence[str], parts: int) -> list[list[str]]:
    return [list(names[part::parts]) for part in range(parts)]


# --- tables -------------------------------------------------------------------------------------------------------


def _report(
    broker: str, names: list[str], minutes: float, start: Event, ready: Queue[str], reported: Queue[Reported]
) -> None:
    """Tables that play: each gesture at its own random moment, its lines half a second apart."""
    with tempfile.TemporaryDirectory() as folder:
        tables = [_table(broker, name, Path(folder)) for name in names]
        ready.put("tables")
        start.wait()
        until = time.time() + 60 * minutes
        draw = random.Random(names[0])
        due = sorted((time.time() + draw.uniform(0, _GESTURE_EVERY_S), number, 0) for number in range(len(tables)))
        last = dict.fromkeys(names, -1)
        while due and due[0][0] < until:
            at, number, line = due.pop(0)
            time.sleep(max(0.0, at - time.time()))
            last[names[number]] += 1
            tables[number].report(_event(last[names[number]], line))
            pause = 0.5 if line + 1 < len(_GESTURE) else draw.expovariate(1 / _GESTURE_EVERY_S)
            due.append((at + pause, number, (line + 1) % len(_GESTURE)))
            due.sort()
        memory_mb = _memory_mb()
        time.sleep(_SETTLE_S / 2)
        waiting = sum(table.status.waiting for table in tables)
        for table in tables:
            table.close()
        reported.put(Reported(last, waiting, memory_mb))


def _table(broker: str, name: str, folder: Path) -> TablePublication:
    address, table = parse_table_address(f"{broker}/{name}")
    publication = TablePublication(table, Outbox(folder / f"{name}.sqlite"), line_to(address))
    publication.open()
    return publication


def _event(seq: int, line: int) -> StreamedEvent:
    """A line as large as that of a gesture; `at_s` is the time of day."""
    states = (TableState.MOVING, TableState.SETTLED)
    return StreamedEvent(seq, time.time(), seq, TableChanged(states[line % 2], "x" * _GESTURE[line], seq))


# --- viewers ------------------------------------------------------------------------------------------------------


def _read(broker: str, tables: list[str], start: Event, stop: Event, ready: Queue[str], heard: Queue[object]) -> None:
    """So many viewers, each of one table."""
    address = parse_broker_address(broker)
    crowd = Crowd(address.host, address.port, tables)
    ready.put("viewers")
    start.wait()
    crowd.listen(until=stop.is_set)
    expected = {name: tables.count(name) for name in set(tables)}
    heard.put(("viewers", len(tables), expected, crowd.counts, crowd.delays_ms, _memory_mb()))


def _listen(broker: str, halls: int, start: Event, stop: Event, ready: Queue[str], heard: Queue[object]) -> None:
    """Halls that follow all tables."""
    counts: dict[str, int] = {}
    delays_ms: list[float] = []

    def read(table: str, line: OrderedLine) -> None:
        delays_ms.append(1000 * (time.time() - json.loads(line.payload)["at_s"]))
        counts[table] = counts.get(table, 0) + 1

    clients = [HallClient(line_to(parse_broker_address(broker)), "load", read_line=read) for _ in range(halls)]
    for client in clients:
        client.open()
    while not all(client.status.online for client in clients):
        time.sleep(0.1)
    time.sleep(_SETTLE_S)  # the broker may take its time until it has taken note of what they listen to
    ready.put("halls")
    start.wait()
    while not stop.is_set():
        time.sleep(0.5)
        for client in clients:
            client.tick()
    heard.put(("halls", halls, dict.fromkeys(counts, halls), counts, delays_ms, _memory_mb()))


def _judged(
    who: str,
    viewers: int,
    followers: dict[str, int],
    counts: dict[str, int],
    delays_ms: list[float],
    memory_mb: float,
    last: dict[str, int],
) -> Heard:
    expected = sum(many * (last[name] + 1) for name, many in followers.items())
    missing = [many * (last[name] + 1) - counts.get(name, 0) for name, many in followers.items()]
    p99 = statistics.quantiles(delays_ms, n=100)[98]
    return Heard(
        who,
        viewers,
        expected,
        sum(one for one in missing if one > 0),
        -sum(one for one in missing if one < 0),
        round(statistics.median(delays_ms), 1),
        round(p99, 1),
        round(max(delays_ms), 1),
        round(memory_mb, 1),
    )


def _memory_mb(pid: int | str = "self") -> float:
    """What a process holds in memory."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    held = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return round(int(held.split()[1]) / 1024, 1)


if __name__ == "__main__":
    main()
