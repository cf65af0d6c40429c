"""Writes down what people decided in a match, beside what the program would have said at that moment."""

from __future__ import annotations

import time
from base64 import b64encode
from collections.abc import Callable
from datetime import datetime
from itertools import count
from pathlib import Path

from companion import __version__
from companion.codec.fields import FORMAT
from companion.codec.outcomes import encode_numbers
from companion.codec.shadow_record import (
    SHADOW_ENDING,
    RulingAgreement,
    ShadowRecordDocument,
    ShadowRulingDocument,
    write_shadow_record,
)
from companion.errors import OperationError
from companion.resources import data_folder
from companion.rules import Position, apply
from companion.rules.actions import Action
from companion.session.live import TableSnapshot
from companion.session.match import small_jpeg
from companion.session.play import Browsing, MatchPresenter, Reconciling, deed_words, measured
from companion.text import phrase


def shadow_folder() -> Path:
    """Where the records are kept."""
    return data_folder() / "shadow"


class ShadowRecorder:
    """Observes a presenter from `begin` to `end`, and writes its file anew at every decision.

    clock: seconds, by which people are timed, and the program; moment: names the file.
    """

    def __init__(
        self,
        presenter: MatchPresenter,
        *,
        folder: Path | None = None,
        clock: Callable[[], float] = time.perf_counter,
        moment: Callable[[], datetime] = lambda: datetime.now().astimezone(),
    ) -> None:
        self._presenter, self._clock = presenter, clock
        self._folder, self._stem = folder or shadow_folder(), f"{moment():%Y%m%d-%H%M%S}"
        self._path: Path | None = None
        self._asked_s: float | None = None
        self._sight: TableSnapshot | None = None
        self.trouble = ""
        self.record = ShadowRecordDocument(format=FORMAT, title=presenter.match.opening.name, program=__version__)

    @property
    def path(self) -> Path | None:
        """The file, once something was decided."""
        return self._path

    def begin(self) -> None:
        """From now on the people rule."""
        self._presenter.observers.append(self)
        self._presenter.shadow = self
        self._sight = self._presenter.sight

    def end(self) -> None:
        """The program says again what it thinks."""
        if self in self._presenter.observers:
            self._presenter.observers.remove(self)
        self._presenter.shadow = None

    def on_snapshot(self, snapshot: TableSnapshot) -> None:
        """Another sight of the table: the last sure one is the picture of what is decided."""
        if snapshot.sure:
            self._sight = snapshot

    def on_inference(self, inference: object) -> None:
        """What a table means is no ruling."""

    def on_change(self) -> None:
        """People think from when they take something up until they have decided, or left it again."""
        idle = isinstance(self._presenter.mode, Browsing | Reconciling)
        self._asked_s = None if idle else self._asked_s if self._asked_s is not None else self._clock()

    def decide(self, position: Position, act: Action, *, allowed: bool) -> None:
        """People decided about an act; what the program says of it is written down beside it."""
        now = self._clock()
        ruling = apply(position, act).ruling
        told = ShadowRulingDocument(
            turn=position.turn.number,
            deed=deed_words(position, act),
            allowed=allowed,
            verdict=ruling.verdict,
            why=ruling.why,
            text=ruling.text,
            rules=ruling.rules,
            numbers=encode_numbers({**measured(position, act), **ruling.numbers}),
            people_s=None if self._asked_s is None else round(now - self._asked_s, 3),
            program_ms=round(1000 * (self._clock() - now), 3),
        )
        self._asked_s = None
        if told.agreement is not RulingAgreement.AGREED:
            told = told.model_copy(update={"picture_jpeg": self._picture()})
        self.record = self.record.model_copy(update={"rulings": (*self.record.rulings, told)})
        self._write()

    def _picture(self) -> str | None:
        frame = None if self._sight is None else self._sight.frame
        return None if frame is None else b64encode(small_jpeg(frame)).decode("ascii")

    def _write(self) -> None:
        """A match does not stop where it cannot be written; ``trouble`` says why."""
        try:
            self._path = self._path or self._free_place()
            write_shadow_record(self.record, self._path)
            self.trouble = ""
        except OperationError as failure:
            self.trouble = str(failure)

    def _free_place(self) -> Path:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            cure = phrase("make room for it")
            raise OperationError(
                phrase("{file} cannot be written ({why}); {cure}.", file=self._folder, why=error.strerror, cure=cure)
            ) from None
        names = (f"{self._stem}{'' if n == 1 else f'-{n}'}{SHADOW_ENDING}" for n in count(1))
        return next(path for name in names if not (path := self._folder / name).exists())
