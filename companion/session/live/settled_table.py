"""The pieces of the table at rest, as its readings vote; and which table at rest that is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.catalogue import Die
from companion.session.live import tuning
from companion.session.live.snapshot import NOT_CHECKED, Track
from companion.session.live.tracking import Tracker, is_unchanged
from companion.session.live.votes import vote_readings
from companion.vision import CameraCheck, Reading, TableMemory, UnknownObject


class SettledTable:
    """What was read of the tables that came to rest, one after the other."""

    def __init__(self, dice: Mapping[str, Die]) -> None:
        self._dice = dice
        self._followed = Tracker()
        self._readings: tuple[Reading, ...] = ()
        self._alike = True
        self._read_s = 0.0
        self._memory = self._before = TableMemory()
        self.number = 0

    @property
    def tracks(self) -> tuple[Track, ...]:
        """The dice of the last table that was read."""
        return self._followed.tracks

    @property
    def votes(self) -> int:
        """How many readings of this table there are; those before the last few no longer count."""
        return len(self._readings)

    @property
    def alike(self) -> bool:
        """Whether all readings of this table say the same of every die, without a doubt."""
        return self._alike

    @property
    def camera_check(self) -> CameraCheck:
        """How the camera stood by the last reading of this table."""
        return self._readings[-1].camera if self._readings else NOT_CHECKED

    @property
    def unknown(self) -> tuple[UnknownObject, ...]:
        """What lies there and is not recognised as a die, by the last reading of this table."""
        return self._readings[-1].unknown_objects if self._readings else ()

    @property
    def memory(self) -> TableMemory:
        """What is remembered of the table: its dice as the readings agree on them, and those that are hidden."""
        return self._memory

    @property
    def remembered(self) -> TableMemory:
        """What the next reading may take for granted: the table at the rest before, until this one is sure; each vote
        reads all that has changed since. A table that is sure is looked through for what was overlooked."""
        return replace(self._memory, thorough=True) if self.sure else self._before

    @property
    def sure(self) -> bool:
        """Whether there are readings enough of this table."""
        return self.votes >= (tuning.VOTES_ALIKE if self._alike else tuning.VOTES_WANTED)

    def begin(self) -> None:
        """Another table has come to rest."""
        self.number += 1
        self._readings, self._alike = (), True
        self._followed = self._followed.at_rest_again()
        self._before = self._memory

    def wants_reading(self, at_s: float) -> bool:
        """Whether this table is to be read once more."""
        return not self.sure or at_s - self._read_s >= tuning.READ_AGAIN_S

    def hear(self, reading: Reading, at_s: float, memory: TableMemory) -> None:
        """Count a reading of this table; one that differs from what was sure begins another table. memory: what is
        remembered of the table by it."""
        same = is_unchanged(self.tracks, reading.dice)
        if self.sure and not same:
            self.begin()
        doubtless = all(die.name is not None and die.confidence >= tuning.DOUBTLESS_CONFIDENCE for die in reading.dice)
        self._alike = self._alike and doubtless and (same or not self._readings)
        self._read_s = at_s
        self._readings = (*self._readings, reading)[-tuning.VOTES_WANTED :]
        self._followed = self._followed.update(vote_readings(self._readings), self._dice, votes=self.votes)
        dice = [track.reading for track in (*self._followed.tracks, *self._followed.lost)]
        self._memory = memory.agreed(dice, sure=self.sure)
