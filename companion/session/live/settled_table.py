"""The pieces of the table at rest, as its readings vote; and which table at rest that is.

Several readings of one table at rest, made into one: each die as most of them see it.

Pure: readings in, dice out. The errors of readings of one still table are much alike (the same print, the same light),
so a vote is no more exact than one reading: sigmas are averaged, not divided.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from companion.catalogue import Die
from companion.geometry import Points, Pose, circumradius_mm
from companion.session.live import tuning
from companion.session.live.motion_detection import Entrance
from companion.session.live.snapshot import NOT_CHECKED, Track
from companion.session.live.tracking import Tracker, is_unchanged
from companion.vision import CameraCheck, DieReading, FaceGuess, FaceName, Reading, TableMemory, UnknownObject

_THIRD_DEG: Final = 120.0


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
        self.entrances: tuple[Entrance, ...] = ()

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

    def begin(self, entrances: tuple[Entrance, ...] = ()) -> None:
        """Another table has come to rest. entrances: where what moved before came over the rim."""
        self.number += 1
        self.entrances = entrances
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


def vote_readings(readings: Sequence[Reading]) -> tuple[DieReading, ...]:
    """The dice that more than half of the readings see, each by the face that they agree on best."""
    groups: list[list[DieReading]] = []
    for reading in readings:
        for die in reading.dice:
            _home(groups, die).append(die)
    return tuple(_agreed(group) for group in groups if 2 * len(group) > len(readings))


def _home(groups: list[list[DieReading]], die: DieReading) -> list[DieReading]:
    """The group of readings that this is one of; a new one where there is none."""
    reach_mm = tuning.ONE_DIE_DISTANCE * circumradius_mm(die.pose.edge_mm)
    for group in groups:
        if math.dist(group[0].pose.centre_mm, die.pose.centre_mm) < reach_mm:
            return group
    groups.append([])
    return groups[-1]


def _agreed(readings: Sequence[DieReading]) -> DieReading:
    shares = _shares(readings)
    # Only a face that was read somewhere says which corner is corner 0.
    name = max((reading.name for reading in readings), key=lambda face: shares[face])
    same = [reading for reading in readings if reading.name == name]
    tilts = [reading.tilt_deg for reading in readings if reading.tilt_deg is not None]
    others = sorted(((share, face) for face, share in shares.items() if face and face != name), key=lambda one: -one[0])
    return DieReading(
        _mean_pose([reading.pose for reading in same], corner_known=name is not None),
        statistics.fmean(reading.sigma_mm for reading in same),
        statistics.fmean(reading.sigma_deg for reading in same),
        Counter(reading.state for reading in readings).most_common(1)[0][0],
        name,
        shares[name],
        tuple(FaceGuess(face, share) for share, face in others[: tuning.OTHER_FACES]),
        _mean_corners(same) if name is not None else None,
        tilt_deg=statistics.median(tilts) if tilts else None,
        by_calibration=same[0].by_calibration,
    )


def _mean_corners(readings: Sequence[DieReading]) -> Points | None:
    """The mean corners of a top face; ``None`` where a reading has not measured them."""
    corners = [reading.corners_mm for reading in readings if reading.corners_mm is not None]
    return np.mean(corners, axis=0) if len(corners) == len(readings) else None


def _shares(readings: Sequence[DieReading]) -> dict[FaceName | None, float]:
    """Face -> mean probability over the readings; ``None``: a face that nobody has enrolled."""
    sums: dict[FaceName | None, float] = {}
    for reading in readings:
        for face, confidence in [
            (reading.name, reading.confidence),
            *((g.name, g.confidence) for g in reading.alternatives),
        ]:
            sums[face] = sums.get(face, 0.0) + confidence / len(readings)
    return sums


def _mean_pose(poses: Sequence[Pose], *, corner_known: bool) -> Pose:
    """The mean place and heading. Of a die without a name any corner may have been taken for corner 0, each time anew:
    its headings are brought to that of the first by thirds of a turn."""
    x_mm, y_mm = np.mean([pose.centre_mm for pose in poses], axis=0)
    headings_deg = np.array([pose.heading_deg for pose in poses], np.float64)
    if not corner_known:
        headings_deg -= _THIRD_DEG * np.round((headings_deg - headings_deg[0]) / _THIRD_DEG)
    turns = np.exp(1j * np.radians(headings_deg))
    heading_deg = math.degrees(float(np.angle(turns.sum())))
    return replace(poses[0], x_mm=float(x_mm), y_mm=float(y_mm), heading_deg=heading_deg)
