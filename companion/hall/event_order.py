"""The lines of a table's streams in order, each once, however they come in: what was heard already is passed over, what
came too early waits, and what is missing is named so that it can be asked for."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.hall.tuning import GAP_PATIENCE_S, MOST_HELD, MOST_REQUESTS, MOST_STREAMS


@dataclass(frozen=True, slots=True)
class OrderedLine:
    """A line in its place. payload: as it was published; after: of a stream's first line, which one of which stream
    the table sent before it."""

    stream: str
    seq: int
    payload: bytes
    after: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class MissingLines:
    """Lines of a stream that others show to be missing, from the first to the last."""

    stream: str
    first: int
    last: int


@dataclass(slots=True)
class _Run:
    """One stream. next_seq: of the line to be released next; known: of the last line that is known to exist."""

    next_seq: int
    known: int = -1
    held: dict[int, bytes] = field(default_factory=dict)


class EventOrder:
    """Of one table. ``lost`` counts the lines that were given up."""

    def __init__(self) -> None:
        self.lost = 0
        self._runs: dict[str, _Run] = {}
        self._missing: MissingLines | None = None
        self._since_s, self._asked = 0.0, 0

    def on_line(self, line: OrderedLine) -> tuple[OrderedLine, ...]:
        """A line has come in; the lines that are released by it, in order."""
        run = self._run(line.stream, line.seq)
        if line.after is not None:
            self.on_known(*line.after)
        if run is not None and line.seq >= run.next_seq and len(run.held) < MOST_HELD:
            run.held[line.seq] = line.payload
            run.known = max(run.known, line.seq)
        return self._released()

    def on_found(self, stream: str, seq: int) -> None:
        """So far the stream had come when one began to listen: none of that is missed."""
        run = self._run(stream, seq + 1)
        if run is not None:
            run.next_seq = max(run.next_seq, seq + 1)

    def on_known(self, stream: str, seq: int) -> None:
        """The table says that its stream has come so far."""
        run = self._run(stream, seq + 1)
        if run is not None:
            run.known = max(run.known, seq)

    def due_request(self, now_s: float) -> MissingLines | None:
        """Lines to be asked for now; ``None`` where nothing is missing, or it was asked for a moment ago."""
        missing = self._first_missing()
        if missing is None or self._missing is None or missing.first != self._missing.first:
            self._missing, self._since_s, self._asked = missing, now_s, 0
            return None
        if now_s - self._since_s < GAP_PATIENCE_S:
            return None
        self._missing, self._since_s, self._asked = missing, now_s, self._asked + 1
        return missing

    def give_up(self) -> tuple[OrderedLine, ...]:
        """Go on without what was asked for often enough in vain; the lines that are released by it."""
        missing = self._missing
        if missing is None or self._asked < MOST_REQUESTS:
            return ()
        self._missing = None
        if missing.stream in self._runs:
            self.lost += missing.last - missing.first + 1
            self._runs[missing.stream].next_seq = missing.last + 1
        return self._released()

    def _run(self, stream: str, first: int) -> _Run | None:
        """A stream's run; ``None`` of one that was over before the table was first heard of."""
        if stream not in self._runs:
            if self._runs and stream < min(self._runs):
                return None
            self._runs[stream] = _Run(next_seq=0 if self._runs else first)
            for over in sorted(self._runs)[:-MOST_STREAMS]:
                del self._runs[over]
        return self._runs.get(stream)

    def _released(self) -> tuple[OrderedLine, ...]:
        """What is in its place now: of a later stream nothing before the earlier one is delivered to its end."""
        released: list[OrderedLine] = []
        for stream in sorted(self._runs):
            run = self._runs[stream]
            while run.next_seq in run.held:
                released.append(OrderedLine(stream, run.next_seq, run.held.pop(run.next_seq)))
                run.next_seq += 1
            if run.next_seq <= run.known:
                break
        return tuple(released)

    def _first_missing(self) -> MissingLines | None:
        for stream in sorted(self._runs):
            run = self._runs[stream]
            if run.next_seq <= run.known:
                last = min(run.held, default=run.known + 1) - 1
                return MissingLines(stream, run.next_seq, last)
        return None
